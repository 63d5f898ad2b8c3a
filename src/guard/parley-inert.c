/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inert.h"

#include <string.h>

#include "base/parley-text.h"

/* What an OTR plugin takes as the start of a private conversation. */
#define HANDSHAKE "?OTR"

/* Taking one out may put another one together. */
static void
remove_handshakes (char *text)
{
  char *found;

  while ((found = strstr (text, HANDSHAKE)) != NULL)
    memmove (found, found + strlen (HANDSHAKE), strlen (found + strlen (HANDSHAKE)) + 1);
}

static gboolean
is_command (const char *line)
{
  return *line == '!' || *line == '/' || *line == '\t';
}

char *
parley_inert_dup (const char *bubble)
{
  g_autofree char *clean = parley_text_dup_clean (bubble, G_MAXSSIZE);
  g_auto (GStrv) lines = NULL;
  GString *inert = g_string_new (NULL);

  remove_handshakes (clean);
  lines = g_strsplit (clean, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (inert, "%s%s%s", i > 0 ? "\n" : "", is_command (lines[i]) ? " " : "",
                            lines[i]);
  return g_string_free (inert, FALSE);
}
