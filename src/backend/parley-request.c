/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-request.h"

static void
message_free (gpointer data)
{
  ParleyMessage *message = data;

  g_free (message->text);
  g_free (message);
}

static void
request_clear (gpointer data)
{
  ParleyRequest *request = data;

  g_ptr_array_unref (request->messages);
  g_free (request->away.status_text);
}

ParleyRequest *
parley_request_new (int max_tokens)
{
  ParleyRequest *request = g_rc_box_new0 (ParleyRequest);

  request->messages = g_ptr_array_new_with_free_func (message_free);
  request->max_tokens = max_tokens;
  return request;
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
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  if (last == NULL || last->role != role)
    {
      last = g_new0 (ParleyMessage, 1);
      last->role = role;
      last->text = g_steal_pointer (&valid);
      g_ptr_array_add (request->messages, last);
    }
  else
    {
      g_autofree char *before = last->text;

      last->text = g_strconcat (before, "\n\n", valid, NULL);
    }
}

const char *
parley_role_to_string (ParleyRole role)
{
  static const char *const names[] = {
    [PARLEY_ROLE_SYSTEM] = "system",
    [PARLEY_ROLE_USER] = "user",
    [PARLEY_ROLE_ASSISTANT] = "assistant",
  };

  return names[role];
}
