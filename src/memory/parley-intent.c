/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-intent.h"

#include "base/parley-json-line.h"
#include "base/parley-json.h"

static const char *const outcomes[] = {
  [PARLEY_INTENT_OPEN] = "open",
  [PARLEY_INTENT_SAID] = "said",
  [PARLEY_INTENT_TAKEN_BACK] = "taken back",
  [PARLEY_INTENT_UNKNOWN] = "unknown",
};

ParleyIntent *
parley_intent_new (const ParleyChatKey *key,
                   const char *identity,
                   guint64 turn,
                   guint bubble,
                   const char *text,
                   gint64 wall)
{
  ParleyIntent *intent = g_new0 (ParleyIntent, 1);

  intent->key = parley_chat_key_copy (key);
  intent->identity = g_strdup (identity);
  intent->turn = turn;
  intent->bubble = bubble;
  intent->text = g_strdup (text);
  intent->wall = wall;
  return intent;
}

ParleyIntent *
parley_intent_copy (const ParleyIntent *intent)
{
  ParleyIntent *copy = parley_intent_new (intent->key, intent->identity, intent->turn,
                                          intent->bubble, intent->text, intent->wall);

  copy->rest = g_strdupv (intent->rest);
  copy->mark = intent->mark;
  copy->outcome = intent->outcome;
  copy->damaged = intent->damaged;
  return copy;
}

void
parley_intent_free (ParleyIntent *intent)
{
  parley_chat_key_free (intent->key);
  g_free (intent->identity);
  g_free (intent->text);
  g_strfreev (intent->rest);
  g_free (intent);
}

static void
add_rest (ParleyJsonLine *line, char **rest)
{
  if (rest == NULL || *rest == NULL)
    return;
  parley_json_line_begin_array (line, "rest");
  for (char **text = rest; *text != NULL; text++)
    parley_json_line_add_string (line, NULL, *text);
  parley_json_line_end_array (line);
}

/* Returns: (transfer full) (nullable). */
static char **
read_rest (JsonObject *line)
{
  JsonArray *array = parley_json_get_array (line, "rest");
  g_autoptr (GStrvBuilder) rest = g_strv_builder_new ();

  if (array == NULL)
    return NULL;
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
        g_strv_builder_add (rest, json_node_get_string (node));
    }
  return g_strv_builder_end (rest);
}

char *
parley_intent_to_line (const ParleyIntent *intent, guint64 number)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_int (line, "intent", (gint64) number);
  parley_json_line_add_string (line, "protocol", intent->key->protocol);
  parley_json_line_add_string (line, "account", intent->key->account);
  parley_json_line_add_string (line, "person", intent->key->person);
  parley_json_line_add_string (line, "identity", intent->identity);
  parley_json_line_add_int (line, "turn", (gint64) intent->turn);
  parley_json_line_add_int (line, "bubble", intent->bubble);
  parley_json_line_add_int (line, "wall", intent->wall);
  parley_json_line_add_string (line, "text", intent->text);
  parley_json_line_add_int (line, "mark_wall", intent->mark.wall_s);
  parley_json_line_add_int (line, "mark_hash", (gint64) intent->mark.hash);
  parley_json_line_add_int (line, "mark_count", intent->mark.count);
  add_rest (line, intent->rest);
  return parley_json_line_end (line);
}

char *
parley_intent_outcome_to_line (ParleyIntentOutcome outcome, guint64 number)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_int (line, "of", (gint64) number);
  parley_json_line_add_string (line, "outcome", outcomes[outcome]);
  return parley_json_line_end (line);
}

ParleyIntent *
parley_intent_from_line (JsonObject *line, guint64 *number)
{
  const ParleyChatKey key = {
    .protocol = (char *) parley_json_get_string (line, "protocol"),
    .account = (char *) parley_json_get_string (line, "account"),
    .person = (char *) parley_json_get_string (line, "person"),
  };
  const char *text = parley_json_get_string (line, "text");
  ParleyIntent *intent;

  if (key.protocol == NULL || key.account == NULL || key.person == NULL)
    return NULL;
  *number = (guint64) parley_json_get_int (line, "intent", 0);
  intent = parley_intent_new (&key, parley_json_get_string (line, "identity"),
                              (guint64) parley_json_get_int (line, "turn", 0),
                              (guint) CLAMP (parley_json_get_int (line, "bubble", 0), 0, G_MAXINT),
                              text != NULL ? text : "", parley_json_get_int (line, "wall", 0));
  intent->rest = read_rest (line);
  intent->mark.wall_s = parley_json_get_int (line, "mark_wall", 0);
  intent->mark.hash = (guint64) parley_json_get_int (line, "mark_hash", 0);
  intent->mark.count = (guint) CLAMP (parley_json_get_int (line, "mark_count", 0), 0, G_MAXINT);
  return intent;
}

gboolean
parley_intent_outcome_from_line (JsonObject *line, ParleyIntentOutcome *outcome, guint64 *number)
{
  const char *word = parley_json_get_string (line, "outcome");

  for (guint i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      if (g_strcmp0 (word, outcomes[i]) != 0)
        continue;
      *outcome = i;
      *number = (guint64) parley_json_get_int (line, "of", 0);
      return TRUE;
    }
  return FALSE;
}
