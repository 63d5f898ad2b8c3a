/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-ask-chat.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json.h"

#define MINUTE_S 60

static ParleyAskChat *
new_chat (void)
{
  ParleyAskChat *chat = g_new0 (ParleyAskChat, 1);

  chat->history = parley_history_new (0, 0);
  chat->turn = parley_turn_new (1);
  return chat;
}

void
parley_ask_chat_free (ParleyAskChat *chat)
{
  parley_history_free (chat->history);
  parley_turn_unref (chat->turn);
  g_free (chat);
}

static void
add_bubble (ParleyAskChat *chat, const char *text, gint64 wall)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = text, .when = parley_when_at (wall) } };

  parley_turn_absorb (chat->turn, parley_bubble_new (&event, 0));
}

ParleyAskChat *
parley_ask_chat_new (const char *text, gint64 wall)
{
  ParleyAskChat *chat = new_chat ();

  add_bubble (chat, text, wall);
  return chat;
}

/* Returns: (nullable): what the one member of @line says; NULL: it is no such line. */
static const char *
read_line (JsonObject *line, ParleySpeaker *speaker)
{
  static const char *const names[] = {
    [PARLEY_SPEAKER_PERSON] = "they",
    [PARLEY_SPEAKER_PARLEY] = "parley",
    [PARLEY_SPEAKER_USER] = "user",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *text = parley_json_get_string (line, names[i]);

      *speaker = (ParleySpeaker) i;
      if (text != NULL)
        return text;
    }
  return NULL;
}

/* @lines: (nullable). A turn is what one side says until the other one does. */
static gboolean
add_history (ParleyAskChat *chat, JsonArray *lines, gint64 wall)
{
  guint n = lines != NULL ? json_array_get_length (lines) : 0;
  ParleySpeaker last = PARLEY_SPEAKER_PERSON;
  guint64 turn = 1;

  for (guint i = 0; i < n; i++)
    {
      ParleySpeaker speaker;
      const char *text = read_line (parley_json_get_element (lines, i), &speaker);

      if (text == NULL)
        return FALSE;
      if (speaker == PARLEY_SPEAKER_PERSON && last != PARLEY_SPEAKER_PERSON)
        turn++;
      last = speaker;
      parley_history_add (chat->history, speaker, text,
                          parley_when_at (wall - (gint64) (n - i) * MINUTE_S), turn);
    }
  return TRUE;
}

static gboolean
add_burst (ParleyAskChat *chat, JsonArray *burst, gint64 wall)
{
  guint n = burst != NULL ? json_array_get_length (burst) : 0;

  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (burst, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING
          || !g_utf8_validate (json_node_get_string (node), -1, NULL))
        return FALSE;
      add_bubble (chat, json_node_get_string (node), wall);
    }
  return n > 0;
}

static gboolean
is_cut (JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "cut");

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node);
}

ParleyAskChat *
parley_ask_chat_load (const char *path, gint64 wall, GError **error)
{
  g_autoptr (ParleyAskChat) chat = new_chat ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  gsize length;
  JsonObject *object;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  root = parley_json_parse (text, length, error);
  if (root == NULL)
    return NULL;
  object = json_node_get_object (root);
  if (!add_history (chat, parley_json_get_array (object, "history"), wall)
      || !add_burst (chat, parley_json_get_array (object, "burst"), wall))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s is not a recorded chat: it has lines that are not messages, or no burst"),
                   path);
      return NULL;
    }
  chat->turn->after_cut = is_cut (object);
  return g_steal_pointer (&chat);
}
