/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-aside.h"

#include <string.h>

/* Of those that are not ours so many are looked at, since each costs a look at the whole text. */
#define MAX_BRACKETS 32

/* All that may stand in one. Texts of earlier versions may have such brackets with anything. */
static const char *const labels[] = {
  "picture",
  "voice message",
  "video",
  "sticker",
  "place",
  "contact card",
  "file",
  "a reaction",
  "later changed to",
  "later taken back",
  "cut: there was more",
};

/* Returns: (nullable): the bracket that closes the one at @open; there may be others between. */
static const char *
find_close (const char *open)
{
  guint depth = 0;

  for (const char *p = open; (p = strchr (p, PARLEY_ASIDE_OPEN[0])) != NULL; p++)
    {
      if (g_str_has_prefix (p, PARLEY_ASIDE_OPEN))
        depth++;
      else if (g_str_has_prefix (p, PARLEY_ASIDE_CLOSE) && --depth == 0)
        return p;
    }
  return NULL;
}

/* Returns: whether what stands between the brackets is ours. */
static gboolean
read_label (ParleyAside *aside, const char *close)
{
  const char *inside = aside->start + strlen (PARLEY_ASIDE_OPEN);

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gsize length = strlen (labels[i]);

      if (strncmp (inside, labels[i], length) != 0)
        continue;
      aside->label = labels[i];
      aside->words = g_str_has_prefix (inside + length, ": ") ? inside + length + 2 : NULL;
      return aside->words != NULL || inside + length == close;
    }
  return FALSE;
}

gboolean
parley_aside_find (const char *text, ParleyAside *aside)
{
  const char *p = text;

  for (guint i = 0; i < MAX_BRACKETS && (p = strstr (p, PARLEY_ASIDE_OPEN)) != NULL;
       i++, p += strlen (PARLEY_ASIDE_OPEN))
    {
      const char *close = find_close (p);

      *aside = (ParleyAside){ .start = p };
      if (close == NULL || !read_label (aside, close))
        continue;
      aside->end = close + strlen (PARLEY_ASIDE_CLOSE);
      return TRUE;
    }
  return FALSE;
}

char *
parley_aside_dup_without (const char *text)
{
  GString *without;

  if (strstr (text, "\xE2\x9F") == NULL)
    return g_strdup (text);
  without = g_string_new (text);
  g_string_replace (without, PARLEY_ASIDE_OPEN, "[", 0);
  g_string_replace (without, PARLEY_ASIDE_CLOSE, "]", 0);
  return g_string_free (without, FALSE);
}
