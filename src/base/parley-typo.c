/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-typo.h"

#include <string.h>

/* No name that is compared is longer. */
#define MAX_LENGTH 64

#define MIN_PART   3

static guint
least (guint a, guint b, guint c)
{
  return MIN (a, MIN (b, c));
}

static gboolean
is_swapped (const char *a, gsize i, const char *b, gsize j)
{
  return i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
}

/* The distance of optimal string alignment; both at most %MAX_LENGTH long. */
static guint
count_slips (const char *a, const char *b)
{
  gsize n_a = strlen (a);
  gsize n_b = strlen (b);
  guint slips[MAX_LENGTH + 1][MAX_LENGTH + 1];

  for (gsize i = 0; i <= n_a; i++)
    slips[i][0] = (guint) i;
  for (gsize j = 0; j <= n_b; j++)
    slips[0][j] = (guint) j;
  for (gsize i = 1; i <= n_a; i++)
    {
      for (gsize j = 1; j <= n_b; j++)
        {
          slips[i][j] = least (slips[i - 1][j] + 1, slips[i][j - 1] + 1,
                               slips[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
          if (is_swapped (a, i, b, j))
            slips[i][j] = MIN (slips[i][j], slips[i - 2][j - 2] + 1);
        }
    }
  return slips[n_a][n_b];
}

gboolean
parley_typo_is_near (const char *typed, const char *name)
{
  gsize n_typed = strlen (typed);

  if (n_typed == 0 || n_typed > MAX_LENGTH || strlen (name) > MAX_LENGTH)
    return FALSE;
  if (n_typed >= MIN_PART && strstr (name, typed) != NULL)
    return TRUE;
  return count_slips (typed, name) <= (strlen (name) > 4 ? 2 : 1);
}
