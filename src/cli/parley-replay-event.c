/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-replay-event.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "base/parley-json.h"
#include "base/parley-text.h"
#include "guard/parley-inbound.h"

/* Later than this, times added to it could overflow; it is 285 thousand years. */
#define MAX_T (G_GINT64_CONSTANT (1) << 53)

typedef enum
{
  HAS_AUTHOR = 1 << 0, /* it matters who did it; the person, if nothing is said */
  NEEDS_WHO = 1 << 1,
  NEEDS_TEXT = 1 << 2,
  NEEDS_ID = 1 << 3,
} Traits;

typedef struct
{
  const char *name;
  Traits traits;
} EventClass;

static const EventClass classes[PARLEY_REPLAY_N_EVENTS] = {
  [PARLEY_REPLAY_MSG] = { "msg", HAS_AUTHOR | NEEDS_WHO | NEEDS_TEXT },
  [PARLEY_REPLAY_FILE] = { "file", HAS_AUTHOR },
  [PARLEY_REPLAY_TYPING] = { "typing", HAS_AUTHOR },
  [PARLEY_REPLAY_PAUSED] = { "paused", HAS_AUTHOR },
  [PARLEY_REPLAY_STOPPED] = { "stopped", HAS_AUTHOR },
  [PARLEY_REPLAY_EDIT] = { "edit", HAS_AUTHOR | NEEDS_TEXT | NEEDS_ID },
  [PARLEY_REPLAY_WITHDRAW] = { "withdraw", HAS_AUTHOR | NEEDS_ID },
  [PARLEY_REPLAY_OWN] = { "own", 0 },
  [PARLEY_REPLAY_ECHO] = { "echo", 0 },
  [PARLEY_REPLAY_BLOCK] = { "block", 0 },
  [PARLEY_REPLAY_UNLOAD] = { "unload", 0 },
  [PARLEY_REPLAY_OFFLINE] = { "offline", 0 },
  [PARLEY_REPLAY_ONLINE] = { "online", 0 },
  [PARLEY_REPLAY_CLOSE] = { "close", 0 },
};

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, message);
  return FALSE;
}

/* The three below: a member that is absent leaves @value as it is, unless it is needed. */
static gboolean
read_string (JsonObject *object, const char *name, gboolean needed, char **value, GError **error)
{
  const char *text = parley_json_get_string (object, name);

  if (text == NULL && json_object_has_member (object, name))
    return fail (error, _ ("“%s” must be a string"), name);
  if (text == NULL && needed)
    return fail (error, _ ("“%s” is missing"), name);
  *value = g_strdup (text);
  return TRUE;
}

static gboolean
read_boolean (JsonObject *object, const char *name, gboolean *value, GError **error)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return fail (error, _ ("“%s” must be true or false"), name);
  *value = json_node_get_boolean (node);
  return TRUE;
}

static gboolean
read_time (JsonObject *object, gint64 *value, GError **error)
{
  gint64 t = parley_json_get_int (object, "t", -1);

  if (!json_object_has_member (object, "t"))
    return fail (error, _ ("“%s” is missing"), "t");
  if (t < 0 || t > MAX_T)
    return fail (error, _ ("“t” must be a whole number of milliseconds, 0 or more"));
  *value = t;
  return TRUE;
}

static gboolean
read_type (JsonObject *object, ParleyReplayEventType *type, GError **error)
{
  g_autofree char *name = NULL;

  if (!read_string (object, "ev", TRUE, &name, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      if (!g_str_equal (classes[i].name, name))
        continue;
      *type = i;
      return TRUE;
    }
  return fail (error, _ ("there is no event “%s”"), name);
}

static gboolean
read_object (ParleyReplayEvent *event, JsonObject *object, GError **error)
{
  Traits traits;

  if (!read_type (object, &event->type, error))
    return FALSE;
  traits = classes[event->type].traits;
  return read_string (object, "d", TRUE, &event->dialogue, error)
         && read_time (object, &event->t, error)
         && (!(traits & HAS_AUTHOR)
             || read_string (object, "who", traits & NEEDS_WHO, &event->who, error))
         && read_string (object, "text", traits & NEEDS_TEXT, &event->text, error)
         && read_string (object, "id", traits & NEEDS_ID, &event->id, error)
         && read_boolean (object, "skip", &event->skip, error)
         && (event->type != PARLEY_REPLAY_OWN
             || read_boolean (object, "typing", &event->typed_only, error));
}

/* The engine cuts and cleans what comes in before anything looks at it. */
static void
clean_text (ParleyReplayEvent *event)
{
  g_autofree char *raw = g_steal_pointer (&event->text);

  if (raw != NULL)
    event->text = parley_text_dup_clean (raw, PARLEY_INBOUND_MAX_BYTES);
}

ParleyReplayEvent *
parley_replay_event_parse (const char *line, gsize length, GError **error)
{
  g_autoptr (ParleyReplayEvent) event = g_new0 (ParleyReplayEvent, 1);
  g_autoptr (JsonNode) root = NULL;

  if (!g_utf8_validate_len (line, length, NULL))
    {
      fail (error, _ ("this is not valid UTF-8"));
      return NULL;
    }
  root = parley_json_parse_line (line, length);
  if (root == NULL)
    {
      fail (error, _ ("this is not a JSON object"));
      return NULL;
    }
  if (!read_object (event, json_node_get_object (root), error))
    return NULL;
  clean_text (event);
  return g_steal_pointer (&event);
}

void
parley_replay_event_free (ParleyReplayEvent *event)
{
  g_free (event->dialogue);
  g_free (event->who);
  g_free (event->text);
  g_free (event->id);
  g_free (event);
}

gboolean
parley_replay_event_is_of (const ParleyReplayEvent *event, const char *person)
{
  return event->who == NULL || g_str_equal (event->who, person);
}

gboolean
parley_replay_event_is_message (const ParleyReplayEvent *event)
{
  return event->type == PARLEY_REPLAY_MSG || event->type == PARLEY_REPLAY_FILE;
}

gboolean
parley_replay_event_is_typing (const ParleyReplayEvent *event)
{
  return event->type == PARLEY_REPLAY_TYPING || event->type == PARLEY_REPLAY_PAUSED
         || event->type == PARLEY_REPLAY_STOPPED;
}
