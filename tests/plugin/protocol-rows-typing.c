/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* P7: what is seen of somebody who types. */
#include "protocol-rows.h"

/* Longer than the longest time after which a sign of typing is old. */
#define OLD_S 30

/* Programs renew the sign so often. */
#define RENEWED_S 3

gboolean
row_concerns_other_names (DoubleProfile *profile)
{
  g_autofree char *name = double_profile_dup_string (profile, "person", "typing");

  return name != NULL;
}

gboolean
row_concerns_typing (DoubleProfile *profile)
{
  return double_profile_has (profile, "typing") && !row_concerns_other_names (profile);
}

gboolean
row_concerns_stops (DoubleProfile *profile)
{
  return row_concerns_typing (profile) && double_profile_is (profile, "typing", "stop");
}

gboolean
row_concerns_endless_typing (DoubleProfile *profile)
{
  return row_concerns_typing (profile)
         && double_profile_get_int (profile, "typing", "expiry_s", 0) == 0;
}

/* It ends unless it is repeated, so what lasts is true. */
gboolean
row_concerns_renewed_typing (DoubleProfile *profile)
{
  return row_concerns_typing (profile) && !row_concerns_endless_typing (profile);
}

/* They wrote, and go on typing for so long. */
static void
type (World *w, int seconds)
{
  double_write (w->it, w->person, "is it at 6?");
  for (int i = 0; i < seconds; i += RENEWED_S)
    {
      double_type (w->it, w->person, TRUE);
      world_wait (w, RENEWED_S);
    }
}

char *
row_typing_holds (World *w)
{
  type (w, 12);
  ROW_EXPECT (!world_is_asked (w, 0), "the model was asked while they typed");
  double_write (w->it, w->person, "or at 7?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (world_is_read (w, "is it at 6?") && world_is_read (w, "or at 7?"),
              "it did not read all: %s", world_get_request (w));
  return NULL;
}

char *
row_typing_stops (World *w)
{
  type (w, 6);
  double_type (w->it, w->person, FALSE);
  ROW_EXPECT (world_is_asked (w, 15), "nobody asked the model");
  return NULL;
}

/* A long message. */
char *
row_typing_long (World *w)
{
  type (w, 60);
  ROW_EXPECT (!world_is_asked (w, 0), "the model was asked while they typed");
  ROW_EXPECT (world_is_asked (w, OLD_S), "nobody asked the model");
  return NULL;
}

char *
row_typing_for_ever (World *w)
{
  type (w, 6);
  ROW_EXPECT (world_is_asked (w, 120), "it waits for ever");
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 120), "the answer waits for ever");
  return NULL;
}

char *
row_typing_elsewhere (World *w)
{
  type (w, 6);
  ROW_EXPECT (world_is_asked (w, 0), "it waited for somebody else");
  world_answer (w, "At 6.");
  double_type (w->it, w->person, TRUE);
  ROW_EXPECT (world_has_sent (w, 1, 15), "the answer waited for somebody else");
  return NULL;
}

char *
row_typing_away (World *w)
{
  purple_account_set_status (w->account, "away", TRUE, NULL);
  double_write (w->it, w->person, "is it at 6?");
  if (double_type (w->it, w->person, TRUE))
    world_wait (w, OLD_S);
  ROW_EXPECT (world_is_asked (w, 120), "nobody asked the model");
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  return NULL;
}
