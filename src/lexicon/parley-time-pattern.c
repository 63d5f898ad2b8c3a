/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "lexicon/parley-time-pattern.h"

#include <string.h>

static const char *const slot_names[] = {
  [PARLEY_TIME_SLOT_NUMBER] = "n",  [PARLEY_TIME_SLOT_UNIT] = "unit",
  [PARLEY_TIME_SLOT_HOUR] = "hour", [PARLEY_TIME_SLOT_WEEKDAY] = "weekday",
  [PARLEY_TIME_SLOT_DAY] = "day",   [PARLEY_TIME_SLOT_MONTH] = "month",
  [PARLEY_TIME_SLOT_MM] = "mm",     [PARLEY_TIME_SLOT_YEAR] = "year",
  [PARLEY_TIME_SLOT_WHEN] = "when",
};

static void
clear_piece (ParleyTimePiece *piece)
{
  g_free (piece->literal);
}

static gboolean
find_slot (const char *name, gsize length, ParleyTimeSlot *slot)
{
  for (guint i = PARLEY_TIME_SLOT_LITERAL + 1; i < G_N_ELEMENTS (slot_names); i++)
    {
      if (strlen (slot_names[i]) == length && strncmp (slot_names[i], name, length) == 0)
        {
          *slot = i;
          return TRUE;
        }
    }
  return FALSE;
}

/* Returns: (nullable): what follows the piece; NULL if there is no such slot. */
static const char *
read_piece (const char *text, ParleyTimePiece *piece)
{
  gsize length = strcspn (text, *text == '{' ? "}" : "{");

  *piece = (ParleyTimePiece){ 0 };
  if (*text != '{')
    {
      piece->literal = g_strndup (text, length);
      return text + length;
    }
  return text[length] == '}' && find_slot (text + 1, length - 1, &piece->slot) ? text + length + 1
                                                                               : NULL;
}

ParleyTimePattern *
parley_time_pattern_new (const char *text, ParleyTimeRole role, const ParleyTimePhrase *meaning)
{
  g_autoptr (ParleyTimePattern) pattern = g_new0 (ParleyTimePattern, 1);

  pattern->role = role;
  pattern->meaning = *meaning;
  pattern->pieces = g_array_new (FALSE, FALSE, sizeof (ParleyTimePiece));
  g_array_set_clear_func (pattern->pieces, (GDestroyNotify) clear_piece);
  while (*text != '\0')
    {
      ParleyTimePiece piece;

      text = read_piece (text, &piece);
      if (text == NULL
          || (piece.slot == PARLEY_TIME_SLOT_WHEN && parley_time_pattern_is_moment (pattern)))
        return NULL;
      g_array_append_val (pattern->pieces, piece);
    }
  return pattern->pieces->len > 0 ? g_steal_pointer (&pattern) : NULL;
}

void
parley_time_pattern_free (ParleyTimePattern *pattern)
{
  g_array_unref (pattern->pieces);
  g_free (pattern);
}

const ParleyTimePiece *
parley_time_pattern_get_piece (const ParleyTimePattern *pattern, guint index)
{
  return &g_array_index (pattern->pieces, ParleyTimePiece, index);
}

gboolean
parley_time_pattern_is_moment (const ParleyTimePattern *pattern)
{
  return pattern->role == PARLEY_TIME_ROLE_MOMENT || pattern->role == PARLEY_TIME_ROLE_POINT;
}
