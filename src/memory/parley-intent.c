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

  copy->outcome = intent->outcome;
  return copy;
}

void
parley_intent_free (ParleyIntent *intent)
{
  parley_chat_key_free (intent->key);
  g_free (intent->identity);
  g_free (intent->text);
  g_free (intent);
}

char *
parley_intent_to_line (const ParleyIntent *intent, guint64 number)
{
  JsonBuilder *line = parley_json_line_new ();

  parley_json_line_add_int (line, "intent", (gint64) number);
  parley_json_line_add_string (line, "protocol", intent->key->protocol);
  parley_json_line_add_string (line, "account", intent->key->account);
  parley_json_line_add_string (line, "person", intent->key->person);
  parley_json_line_add_string (line, "identity", intent->identity);
  parley_json_line_add_int (line, "turn", (gint64) intent->turn);
  parley_json_line_add_int (line, "bubble", intent->bubble);
  parley_json_line_add_int (line, "wall", intent->wall);
  parley_json_line_add_string (line, "text", intent->text);
  return parley_json_line_end (line);
}

char *
parley_intent_outcome_to_line (ParleyIntentOutcome outcome, guint64 number)
{
  JsonBuilder *line = parley_json_line_new ();

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

  if (key.protocol == NULL || key.account == NULL || key.person == NULL)
    return NULL;
  *number = (guint64) parley_json_get_int (line, "intent", 0);
  return parley_intent_new (&key, parley_json_get_string (line, "identity"),
                            (guint64) parley_json_get_int (line, "turn", 0),
                            (guint) CLAMP (parley_json_get_int (line, "bubble", 0), 0, G_MAXINT),
                            text != NULL ? text : "", parley_json_get_int (line, "wall", 0));
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
