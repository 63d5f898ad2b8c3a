/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a person writes. */
#include "protocol-rows.h"

#include <string.h>

#define A_DAY_S 86400

char *
row_words (World *w)
{
  double_write (w->it, w->person, "is it at 6 & not at 7?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "is it at 6 & not at 7?") != NULL,
              "the model read other words: %s", world_get_request (w));
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  ROW_EXPECT (world_count_in_wire (w, "At 6.") == 1, "another answer went out: %s", w->wire->str);
  return NULL;
}

char *
row_old (World *w)
{
  double_write_at (w->it, w->person, "is it at 6?", A_DAY_S);
  ROW_EXPECT (!world_is_asked (w, 30), "what they wrote yesterday was answered");
  return NULL;
}
