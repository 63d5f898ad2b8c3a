/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-request-text.h"

char *
parley_request_text_dup (const ParleyRequest *request)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      g_string_append_printf (text, "=== %s\n%s\n", parley_role_to_string (message->role),
                              message->text);
    }
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
