/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-request.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
message_free (gpointer data)
{
  ParleyMessage *message = data;

  g_free (message->text);
  g_clear_pointer (&message->calls, g_ptr_array_unref);
  g_free (message->call_id);
  g_free (message);
}

static void
request_clear (gpointer data)
{
  ParleyRequest *request = data;

  g_ptr_array_unref (request->messages);
  g_ptr_array_unref (request->tools);
  g_free (request->away.status_text);
  g_free (request->cache_key);
  g_array_unref (request->gaps);
}

ParleyRequest *
parley_request_new (int max_tokens)
{
  ParleyRequest *request = g_rc_box_new0 (ParleyRequest);

  request->messages = g_ptr_array_new_with_free_func (message_free);
  request->tools = g_ptr_array_new ();
  request->max_tokens = max_tokens;
  request->gaps = g_array_new (FALSE, FALSE, sizeof (ParleyGap));
  return request;
}

static GPtrArray *
copy_calls (const GPtrArray *calls)
{
  GPtrArray *copy = parley_tool_calls_new ();

  for (guint i = 0; i < calls->len; i++)
    g_ptr_array_add (copy, parley_tool_call_copy (g_ptr_array_index (calls, i)));
  return copy;
}

/* @text: (transfer full): valid UTF-8. */
static ParleyMessage *
add_valid (ParleyRequest *request, ParleyRole role, char *text)
{
  ParleyMessage *message = g_new0 (ParleyMessage, 1);

  message->role = role;
  message->text = text;
  g_ptr_array_add (request->messages, message);
  return message;
}

static ParleyMessage *
add_message (ParleyRequest *request, ParleyRole role, const char *text)
{
  return add_valid (request, role, g_utf8_make_valid (text, -1));
}

ParleyRequest *
parley_request_copy (const ParleyRequest *request)
{
  ParleyRequest *copy = parley_request_new (request->max_tokens);

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);
      ParleyMessage *twin = add_valid (copy, message->role, g_strdup (message->text));

      twin->calls = message->calls != NULL ? copy_calls (message->calls) : NULL;
      twin->call_id = g_strdup (message->call_id);
    }
  g_ptr_array_extend (copy->tools, request->tools, NULL, NULL);
  copy->no_calls = request->no_calls;
  copy->away.note_due = request->away.note_due;
  copy->away.status_text = g_strdup (request->away.status_text);
  copy->manner = request->manner;
  copy->once = request->once;
  copy->n_bubbles = request->n_bubbles;
  copy->cache_key = g_strdup (request->cache_key);
  return copy;
}

ParleyRequest *
parley_request_ref (ParleyRequest *request)
{
  return g_rc_box_acquire (request);
}

void
parley_request_unref (ParleyRequest *request)
{
  g_rc_box_release_full (request, request_clear);
}

void
parley_request_add (ParleyRequest *request, ParleyRole role, const char *text)
{
  guint n = request->messages->len;
  ParleyMessage *last = n > 0 ? g_ptr_array_index (request->messages, n - 1) : NULL;
  g_autofree char *valid = NULL;
  g_autofree char *before = NULL;

  if (last == NULL || last->role != role || last->calls != NULL)
    {
      add_message (request, role, text);
      return;
    }
  valid = g_utf8_make_valid (text, -1);
  before = last->text;
  last->text = g_strconcat (before, "\n\n", valid, NULL);
}

void
parley_request_add_calls (ParleyRequest *request, const char *text, const GPtrArray *calls)
{
  add_message (request, PARLEY_ROLE_ASSISTANT, text)->calls = copy_calls (calls);
}

void
parley_request_add_result (ParleyRequest *request, const char *call_id, const char *text)
{
  add_message (request, PARLEY_ROLE_TOOL, text)->call_id = g_utf8_make_valid (call_id, -1);
}

void
parley_request_note_gap (ParleyRequest *request, guint message, gsize offset, const char *what)
{
  const ParleyGap gap = { .message = message, .offset = offset, .what = what };

  g_array_append_val (request->gaps, gap);
}

void
parley_request_note_gap_here (ParleyRequest *request, const char *what)
{
  guint last = request->messages->len - 1;
  const ParleyMessage *message = g_ptr_array_index (request->messages, last);

  parley_request_note_gap (request, last, strlen (message->text), what);
}

const char *
parley_role_to_string (ParleyRole role)
{
  static const char *const names[] = {
    [PARLEY_ROLE_SYSTEM] = "system",
    [PARLEY_ROLE_USER] = "user",
    [PARLEY_ROLE_ASSISTANT] = "assistant",
    [PARLEY_ROLE_TOOL] = "tool",
  };

  return names[role];
}

/* On a line of its own, wherever it stands. */
static void
append_gap (GString *text, const char *what)
{
  gboolean fresh = text->len == 0 || text->str[text->len - 1] == '\n';

  g_string_append_printf (text, "%s" PARLEY_REQUEST_GAP "%s%s", fresh ? "" : "\n", _ (what),
                          fresh ? "\n" : "");
}

static void
append_message (GString *text, const ParleyRequest *request, guint i)
{
  const ParleyMessage *message = g_ptr_array_index (request->messages, i);
  gsize length = strlen (message->text);
  gsize done = 0;

  g_string_append_printf (text, "=== %s\n", parley_role_to_string (message->role));
  for (guint g = 0; g < request->gaps->len; g++)
    {
      const ParleyGap *gap = &g_array_index (request->gaps, ParleyGap, g);

      if (gap->message != i)
        continue;
      g_string_append_len (text, message->text + done, (gssize) (gap->offset - done));
      append_gap (text, gap->what);
      done = gap->offset;
    }
  g_string_append_len (text, message->text + done, (gssize) (length - done));
  g_string_append_c (text, '\n');
}

char *
parley_request_text_dup (const ParleyRequest *request)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < request->messages->len; i++)
    append_message (text, request, i);
  g_string_append (text, "=== tools\n");
  for (guint i = 0; i < request->tools->len; i++)
    {
      const ParleyToolSpec *tool = g_ptr_array_index (request->tools, i);

      g_string_append_printf (text, "%s: %s %s\n", tool->name, tool->description, tool->schema);
    }
  if (request->tools->len == 0)
    g_string_append (text, "[none]\n");
  return g_string_free (text, FALSE);
}
