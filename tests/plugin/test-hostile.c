/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of messages that were written to do harm, on the way that every message takes: whoever
 * sends them gets ordinary answers in their own chat, and that is all that happens. */
#include "headless-purple.h"

#include <stdlib.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include <cmds.h>
#include <log.h>
#include <prefs.h>
#include <util.h>

#include "base/parley-text.h"
#include "test-all.h"

/* Reproducible: a failure tells the number of its message. */
#define SEED 20261121

/* As many as a turn holds; more wait for the next one. */
#define BATCH        50

#define ALL_MESSAGES 10000

/* With the sanitizers each takes ten times as long. */
#ifdef __SANITIZE_ADDRESS__
#define MESSAGES 600
#else
#define MESSAGES ALL_MESSAGES
#endif

#define LARGE   (1024 * 1024)
#define N_LARGE 200 /* one of so many */
#define DEPTH   10000

typedef struct
{
  GRand *rand;
  GPtrArray *corpus;
  char *marker; /* a file that some of them would make if they were run */
  guint n_sent;
  guint n_answered;
  guint n_commands; /* that were run */
} Attack;

/* What is sent */

/* Returns: (transfer full): a line as it is, or unescaped. */
static char *
dup_line (Attack *attack, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, "MARKER", -1);
  g_autofree char *named = g_strjoinv (attack->marker, parts);

  return g_strcompress (named);
}

static void
load_corpus (Attack *attack)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "plugin", "hostile.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] != '\0' && *lines[i] != '#')
        g_ptr_array_add (attack->corpus, dup_line (attack, lines[i]));
    }
  g_assert_cmpuint (attack->corpus->len, >, 50);
}

static const char *
pick (Attack *attack)
{
  return g_ptr_array_index (attack->corpus,
                            g_rand_int_range (attack->rand, 0, attack->corpus->len));
}

static char *
dup_mixed (Attack *attack)
{
  GString *text = g_string_new (NULL);

  for (guint n = g_rand_int_range (attack->rand, 2, 6); n > 0; n--)
    g_string_append_printf (text, "%s%s", pick (attack), g_rand_boolean (attack->rand) ? " " : "");
  return g_string_free (text, FALSE);
}

/* Cut anywhere, also in the middle of a tag, an entity or a character. */
static char *
dup_torn (Attack *attack)
{
  g_autofree char *whole = dup_mixed (attack);
  gsize length = strlen (whole);
  gsize start = g_rand_int_range (attack->rand, 0, length);

  return g_strndup (whole + start, g_rand_int_range (attack->rand, 0, length - start + 1));
}

static char *
dup_noise (Attack *attack)
{
  gsize length = g_rand_int_range (attack->rand, 1, 200);
  char *noise = g_malloc0 (length + 1);

  for (gsize i = 0; i < length; i++)
    noise[i] = (char) g_rand_int_range (attack->rand, 1, 256);
  return noise;
}

static char *
dup_hidden (Attack *attack)
{
  static const gunichar hidden[]
      = { 0x202E, 0x2066, 0x200B, 0x200D, 0xFEFF, 0xE0041, 0xE007F, 0x00AD, 0x0085, 0x001B };
  GString *text = g_string_new (NULL);
  const char *visible = pick (attack);

  for (const char *p = visible; *p != '\0'; p++)
    {
      g_string_append_c (text, *p);
      g_string_append_unichar (text,
                               hidden[g_rand_int_range (attack->rand, 0, G_N_ELEMENTS (hidden))]);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_repeated (const char *piece, gsize bytes)
{
  GString *text = g_string_sized_new (bytes + strlen (piece));

  while (text->len < bytes)
    g_string_append (text, piece);
  return g_string_free (text, FALSE);
}

static char *
dup_large (Attack *attack)
{
  static const char *const pieces[] = { "a", "&", "&#", "> ", "\n", "\342\200\213", "🙂" };
  guint n = G_N_ELEMENTS (pieces);
  guint which = g_rand_int_range (attack->rand, 0, 2 * n);

  return dup_repeated (which < n ? pieces[which] : pick (attack), LARGE);
}

static char *
dup_nested (Attack *attack)
{
  static const char *const tags[] = { "b", "a href=\"x\"", "font size=7", "span style='x'", "x" };
  const char *tag = tags[g_rand_int_range (attack->rand, 0, G_N_ELEMENTS (tags))];
  g_autofree char *open = g_strdup_printf ("<%s>", tag);
  g_autofree char *close = g_strdup_printf ("</%.*s>", (int) strcspn (tag, " "), tag);
  g_autofree char *before = dup_repeated (open, DEPTH * strlen (open));
  g_autofree char *after = dup_repeated (close, DEPTH * strlen (close));

  return g_strconcat (before, pick (attack), g_rand_boolean (attack->rand) ? after : "", NULL);
}

static char *
dup_message (Attack *attack)
{
  typedef char *(*Maker) (Attack * attack);
  static const Maker makers[] = { dup_mixed, dup_torn, dup_noise, dup_hidden };
  guint n = attack->n_sent++;

  if (n < attack->corpus->len)
    return g_strdup (g_ptr_array_index (attack->corpus, n));
  if (n % N_LARGE == 0)
    return n % (2 * N_LARGE) == 0 ? dup_large (attack) : dup_nested (attack);
  return makers[g_rand_int_range (attack->rand, 0, G_N_ELEMENTS (makers))](attack);
}

/* What comes of it */

static char *
dup_body (JsonNode *root)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();

  json_generator_set_root (generator, root);
  return json_generator_to_data (generator, NULL);
}

/* As a server would write it down, whatever is in it. */
static void
answer (ParleyTestPeer *peer, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (JsonNode) root = json_from_string (
      "{\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"stop\"}]}", NULL);
  JsonArray *choices = json_object_get_array_member (json_node_get_object (root), "choices");
  JsonObject *choice = json_array_get_object_element (choices, 0);
  g_autofree char *body = NULL;
  g_autofree char *event = NULL;

  json_object_set_string_member (json_object_get_object_member (choice, "delta"), "content", valid);
  body = dup_body (root);
  event = g_strdup_printf ("data: %s\n\ndata: [DONE]\n\n", body);
  parley_test_peer_head (peer, 200, "text/event-stream", NULL);
  parley_test_peer_chunk (peer, event, -1);
  parley_test_peer_end (peer);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    n++;
  return n;
}

/* All they wrote stands between the two marks, and nothing they write is one. */
static void
assert_fenced (const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = json_from_string (body, &error);
  JsonArray *messages;

  g_assert_no_error (error);
  messages = json_object_get_array_member (json_node_get_object (root), "messages");
  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *message = json_array_get_object_element (messages, i);
      g_autofree char *content
          = headless_dup_unmarked (body, json_object_get_string_member (message, "content"));
      const char *role = json_object_get_string_member (message, "role");

      if (g_str_equal (role, "system"))
        continue;
      g_assert_true (g_str_equal (role, "user") || g_str_equal (role, "assistant"));
      g_assert_cmpuint (count (content, "<they>"), ==, count (content, "</they>"));
      g_assert_cmpuint (count (content, "<notes>"), ==, count (content, "</notes>"));
    }
}

/* Only answers, only to the one who wrote, and nothing in them that anybody could take for a
 * command. */
static void
assert_ordinary (const char *wire, const char *name)
{
  g_autofree char *prefix = g_strconcat (name, " < ", NULL);
  g_autofree char *typing = g_strconcat (name, " typing", NULL);
  g_auto (GStrv) lines = g_strsplit (wire, "\n", -1);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) parts = NULL;

      if (g_str_equal (lines[i], typing))
        continue;
      g_assert_true (g_str_has_prefix (lines[i], prefix));
      parts = g_strsplit (lines[i] + strlen (prefix), "<BR>", -1);
      for (guint j = 0; parts[j] != NULL; j++)
        {
          g_autofree char *plain = purple_markup_strip_html (parts[j]);

          g_assert_true (*plain != '!' && *plain != '/');
          g_assert_null (strstr (plain, "?OTR"));
          for (const char *p = plain; *p != '\0'; p = g_utf8_next_char (p))
            g_assert_false (parley_text_is_hidden (g_utf8_get_char (p)));
        }
    }
}

/* What does not fit into one turn is the next one; the last of them has @last in it. There are
 * summaries to be made as well. */
static void
answer_all (Fixture *f, Attack *attack, const char *last, gboolean echo)
{
  gboolean over = FALSE;

  while (!over)
    {
      ParleyTestPeer *peer = headless_wait_for_request (f, attack->n_answered++);
      const char *body = parley_test_peer_get_body (peer);

      over = strstr (body, last) != NULL;
      assert_fenced (body);
      answer (peer, echo ? pick (attack) : "All right.");
    }
  headless_wait_for_state ("idle"); /* said, drafted or silent */
  headless_settle ();
}

static void
send_batch (Fixture *f, Attack *attack, const char *name, const char *last, guint n)
{
  PurpleConversation *conv;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *message = dup_message (attack);

      test_protocol_receive (f->account, i % 10 == 9 ? "mallory" : name, message);
    }
  test_protocol_receive (f->account, name, last);
  conv = headless_find (f->account, "mallory");
  if (conv != NULL)
    purple_conversation_clear_message_history (conv);
}

static PurpleCmdRet
on_command (PurpleConversation *conv, const char *name, char **args, char **error, void *data)
{
  ((Attack *) data)->n_commands++;
  return PURPLE_CMD_RET_OK;
}

static guint
get_count (void)
{
  return test_wants_all () ? ALL_MESSAGES : MESSAGES;
}

/* So many answers in so short a time are more than the user would want. */
static void
lift_limits (Fixture *f)
{
  headless_set_int ("guard/all_hour", 1000);
  headless_set_int ("guard/all_tokens", 1000000000);
  headless_set_int ("guard/contact_tokens", 1000000000);
  headless_reload (f);
}

/* @echo: the model says what they wrote. */
static void
run (Fixture *f, guint messages, gboolean echo)
{
  Attack attack = { .rand = g_rand_new_with_seed (SEED) };
  g_autofree char *elsewhere = NULL;
  PurpleCmdId command;

  attack.corpus = g_ptr_array_new_with_free_func (g_free);
  attack.marker = g_build_filename (purple_user_dir (), "marker", NULL);
  command = purple_cmd_register ("exec", "s", PURPLE_CMD_P_DEFAULT,
                                 PURPLE_CMD_FLAG_IM | PURPLE_CMD_FLAG_ALLOW_WRONG_ARGS, NULL,
                                 on_command, "", &attack);
  load_corpus (&attack);
  lift_limits (f);
  headless_add_buddy (f->account, "mallory", FALSE);
  while (attack.n_sent < messages)
    {
      g_autofree char *name = g_strdup_printf ("person%u", attack.n_sent);
      g_autofree char *last = g_strdup_printf ("What do you say to %s?", name);
      g_autofree char *wire = NULL;

      g_test_message ("messages from %u on", attack.n_sent);
      headless_add_buddy (f->account, name, TRUE);
      send_batch (f, &attack, name, last, MIN (BATCH, messages - attack.n_sent));
      answer_all (f, &attack, last, echo);
      wire = test_protocol_dup_wire (f->account);
      assert_ordinary (wire, name);
      g_assert_true (echo || count (wire, "All right.") >= 1);
      purple_conversation_destroy (headless_find (f->account, name));
    }
  g_assert_cmpuint (attack.n_commands, ==, 0);
  g_assert_false (g_file_test (attack.marker, G_FILE_TEST_EXISTS));
  elsewhere = test_protocol_dup_wire (f->other);
  g_assert_cmpstr (elsewhere, ==, "");
  purple_cmd_unregister (command);
  g_ptr_array_unref (attack.corpus);
  g_rand_free (attack.rand);
  g_free (attack.marker);
}

static void
test_messages (Fixture *f, gconstpointer data)
{
  run (f, get_count (), FALSE);
}

static void
test_model_that_repeats_them (Fixture *f, gconstpointer data)
{
  run (f, get_count () / 5, TRUE);
}

static gsize
log_nothing (
    PurpleLog *log, PurpleMessageFlags type, const char *from, time_t when, const char *message)
{
  return 0;
}

/* libpurple's own log trips over images that do not exist. The chats still count as logged. */
static void
replace_log (void)
{
  PurpleLogLogger *logger = purple_log_logger_new ("none", "None", 2, NULL, log_nothing);

  purple_log_logger_add (logger);
  purple_prefs_set_string ("/purple/logging/format", "none");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/hostile/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  replace_log ();
  ADD ("messages", test_messages);
  ADD ("repeated", test_model_that_repeats_them);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
