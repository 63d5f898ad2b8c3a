/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints what the model is told of each bubble of the person, with the very code that asks it:
 * the training program can't see anything else than the plugin does.
 *
 *   learned-features PERSON FILE
 *   learned-features --check WEIGHTS   whether the plugin would read them
 *
 * FILE holds events as `parley replay` reads them. The lines of output belong to the bubbles in the
 * order of the file. A bubble has one for each number that it can have in its turn: the third of a
 * burst is the first of a turn if the two before it were answered. Tab separated: dialogue, time,
 * that number, the least that the window of the profile can be, then the features in the order of
 * the first line, which names them. */
#include <json-glib/json-glib.h>

#include "turn/parley-window.h"

#define BASE_MS 800 /* of the channel "other", as `parley replay` has it */

typedef struct
{
  const char *person;
  ParleyLexicon *lexicon;
  char *dialogue; /* under way (nullable) */
  ParleyHabits habits;
  guint n; /* bubbles of the burst under way */
} Reader;

static void
print_header (void)
{
  g_print ("dialogue\ttime\tnumber\tleast");
  for (guint i = 0; i < PARLEY_LEARNED_N_FEATURES; i++)
    g_print ("\t%s", parley_learned_feature_to_string (i));
  g_print ("\n");
}

/* What the text and the number alone would give. */
static int
get_least (const Reader *reader, guint n, const char *text, gint64 now)
{
  const ParleyWindowPolicy policy = { .min_ms = 200, .max_ms = 3000 };
  const ParleyWindowInput input = { .text = text,
                                    .n = n,
                                    .base_ms = BASE_MS,
                                    .now = now,
                                    .look = parley_shape_look (text, reader->lexicon) };
  ParleyWindow window;

  parley_window_compute (&policy, &input, &window);
  return window.wait;
}

static void
print_bubble (const Reader *reader, guint n, const char *text, gint64 now)
{
  const ParleyShapeLook look = parley_shape_look (text, reader->lexicon);
  ParleyLearnedFeatures features;

  parley_learned_features_init (&features, text, n, &reader->habits, now, &look);
  g_print ("%s\t%" G_GINT64_FORMAT "\t%u\t%d", reader->dialogue, now, n,
           get_least (reader, n, text, now));
  for (guint i = 0; i < PARLEY_LEARNED_N_FEATURES; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_print ("\t%s", g_ascii_formatd (number, sizeof number, "%.9g", features.values[i]));
    }
  g_print ("\n");
}

static void
take_message (Reader *reader, gboolean person, const char *text, gint64 now)
{
  if (!person)
    {
      parley_habits_note_answer (&reader->habits, text, now);
      reader->n = 0;
      return;
    }
  parley_habits_note_bubble (&reader->habits, now);
  reader->n++;
  for (guint n = 1; n <= reader->n; n++)
    print_bubble (reader, n, text, now);
}

static void
take_event (Reader *reader, JsonObject *event)
{
  const char *dialogue = json_object_get_string_member_with_default (event, "d", "");
  const char *what = json_object_get_string_member_with_default (event, "ev", "");
  const char *who = json_object_get_string_member_with_default (event, "who", "");
  const char *text = json_object_get_string_member_with_default (event, "text", "");
  gint64 now = json_object_get_int_member_with_default (event, "t", 0);

  if (g_strcmp0 (reader->dialogue, dialogue) != 0)
    {
      g_free (reader->dialogue);
      reader->dialogue = g_strdup (dialogue);
      parley_habits_init (&reader->habits);
      reader->n = 0;
    }
  if (g_str_equal (what, "msg"))
    take_message (reader, g_str_equal (who, reader->person), text, now);
  else if (g_str_equal (what, "typing") && g_str_equal (who, reader->person))
    parley_habits_note_typing (&reader->habits, now);
}

static gboolean
read_events (Reader *reader, const char *path, GError **error)
{
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &contents, NULL, error))
    return FALSE;
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node = NULL;

      if (*g_strstrip (lines[i]) == '\0')
        continue;
      node = json_from_string (lines[i], error);
      if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
        {
          if (error != NULL && *error == NULL)
            g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "no JSON object");
          g_prefix_error (error, "%s:%u: ", path, i + 1);
          return FALSE;
        }
      take_event (reader, json_node_get_object (node));
    }
  return TRUE;
}

static int
check_weights (const char *path)
{
  g_autoptr (ParleyLearned) learned = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_file_get_contents (path, &text, NULL, &error))
    learned = parley_learned_parse (text, &error);
  if (error != NULL)
    g_printerr ("learned-features: %s\n", error->message);
  return learned != NULL ? 0 : 2;
}

int
main (int argc, char **argv)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyLexicon) lexicon = parley_lexicon_new (data);
  g_autoptr (GError) error = NULL;
  Reader reader = { .lexicon = lexicon };
  gboolean read;

  if (argc != 3)
    {
      g_printerr ("Usage: learned-features PERSON FILE | --check WEIGHTS\n");
      return 2;
    }
  if (g_str_equal (argv[1], "--check"))
    return check_weights (argv[2]);
  reader.person = argv[1];
  print_header ();
  read = read_events (&reader, argv[2], &error);
  g_free (reader.dialogue);
  if (!read)
    g_printerr ("learned-features: %s\n", error->message);
  return read ? 0 : 2;
}
