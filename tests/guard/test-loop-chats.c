/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Real chats between people are not taken for loops, with and without typing seen. The chats are
 * not part of the project; without them this is skipped. */
#include "base/parley-json.h"
#include "guard/parley-loop.h"

#include <string.h>

#define MAX_SAID 5

typedef struct
{
  char *dialogue;
  gboolean typing_seen; /* what the data say of typing is handed in */
  gboolean shows_typing;
  ParleyLoop loop;
  gboolean they_spoke; /* last */
  guint n_dialogues;
  guint n_stopped;
} Judge;

static void
begin (Judge *judge, const char *dialogue)
{
  judge->n_stopped += judge->loop.stopped;
  judge->n_dialogues++;
  g_free (judge->dialogue);
  judge->dialogue = g_strdup (dialogue);
  judge->they_spoke = TRUE;
  parley_loop_reset (&judge->loop);
}

/* “A” is the person, “B” stands for us. */
static void
take (Judge *judge, JsonObject *line)
{
  const char *dialogue = parley_json_get_string (line, "d");
  gboolean theirs = g_strcmp0 (parley_json_get_string (line, "who"), "A") == 0;
  const char *text = parley_json_get_string (line, "text");
  gint64 now = parley_json_get_int (line, "t", 0) + 1;

  if (g_strcmp0 (dialogue, judge->dialogue) != 0)
    begin (judge, dialogue);
  if (text == NULL && theirs && judge->typing_seen)
    parley_loop_note_typing (&judge->loop, TRUE, now);
  else if (text != NULL && theirs)
    parley_loop_hear (&judge->loop, text, now);
  else if (text != NULL)
    parley_loop_say (&judge->loop, text, judge->they_spoke, MAX_SAID, judge->shows_typing, now);
  if (text != NULL)
    judge->they_spoke = theirs;
}

/* @allowed: of 1000 dialogues. */
static void
check_file (const char *name, gboolean typing_seen, gboolean shows_typing, guint allowed)
{
  const char *folder = g_getenv ("PARLEY_BURSTS");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL)
                                         : g_test_build_filename (G_TEST_DIST, "..", "..", "shared",
                                                                  "bursts", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  Judge judge = { .typing_seen = typing_seen, .shows_typing = shows_typing };

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("the recorded chats are not beside the project (shared/bursts)");
      return;
    }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) root = parley_json_parse_line (lines[i], strlen (lines[i]));

      if (root != NULL)
        take (&judge, json_node_get_object (root));
    }
  begin (&judge, "");
  g_test_message ("%s: %u of %u taken for loops", name, judge.n_stopped, judge.n_dialogues - 1);
  g_assert_cmpuint (judge.n_dialogues, >, 30);
  g_assert_cmpuint (judge.n_stopped * 1000, <=, allowed * judge.n_dialogues);
  g_free (judge.dialogue);
}

static void
test_where_typing_is_unseen (gconstpointer name)
{
  check_file (name, FALSE, FALSE, 0);
}

static void
test_where_typing_is_seen (gconstpointer name)
{
  check_file (name, TRUE, TRUE, 0);
}

/* Who hides it looks a little more like a program. */
static void
test_where_typing_is_hidden (gconstpointer name)
{
  check_file (name, FALSE, TRUE, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/guard/loop-chats/meetup/unseen", "meetup.jsonl",
                        test_where_typing_is_unseen);
  g_test_add_data_func ("/guard/loop-chats/i2p/unseen", "i2p.jsonl", test_where_typing_is_unseen);
  g_test_add_data_func ("/guard/loop-chats/sorts/unseen", "sorts.jsonl",
                        test_where_typing_is_unseen);
  g_test_add_data_func ("/guard/loop-chats/meetup/seen", "meetup.jsonl", test_where_typing_is_seen);
  g_test_add_data_func ("/guard/loop-chats/sorts/seen", "sorts.jsonl", test_where_typing_is_seen);
  g_test_add_data_func ("/guard/loop-chats/meetup/hidden", "meetup.jsonl",
                        test_where_typing_is_hidden);
  g_test_add_data_func ("/guard/loop-chats/i2p/hidden", "i2p.jsonl", test_where_typing_is_hidden);
  return g_test_run ();
}
