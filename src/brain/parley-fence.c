/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-fence.h"

#include <string.h>

#define OPEN  "<their-messages>"
#define CLOSE "</their-messages>"

/* However they write it. */
static char *
dup_unfenced (const char *text)
{
  g_autoptr (GRegex) mark = g_regex_new ("their-messages", G_REGEX_CASELESS, 0, NULL);

  return g_regex_replace_literal (mark, text, -1, 0, "their messages", 0, NULL);
}

void
parley_fence_append (GString *message, const char *text)
{
  g_autofree char *unfenced = dup_unfenced (text);

  g_string_append_printf (message, "%s\n%s\n%s", OPEN, unfenced, CLOSE);
}

char *
parley_fence_dup (const char *text)
{
  GString *message = g_string_new (NULL);

  parley_fence_append (message, text);
  return g_string_free (message, FALSE);
}

char *
parley_fence_dup_bounded (const char *text, gsize max_bytes)
{
  g_autofree char *head = NULL;
  const char *open;

  if (strlen (text) <= max_bytes)
    return g_strdup (text);
  head = g_strndup (text, g_utf8_find_prev_char (text, text + max_bytes + 1) - text);
  open = g_strrstr (head, OPEN);
  return g_strconcat (head, open != NULL && strstr (open, CLOSE) == NULL ? "\n" CLOSE : "",
                      "\n[cut: there was more]", NULL);
}
