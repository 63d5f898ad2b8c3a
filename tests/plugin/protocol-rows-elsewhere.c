/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* P2: the user's own words on another device. */
#include "protocol-rows.h"

#include <string.h>

#define A_DAY_S         86400
#define FIVE_MINUTES_S  300
#define TEN_MINUTES_S   600
#define FIFTY_MINUTES_S 3000
#define AN_HOUR_S       3600

gboolean
row_concerns_elsewhere (DoubleProfile *profile)
{
  return double_profile_has (profile, "elsewhere");
}

/* Where what is old is marked, or looks just like what is live. */
gboolean
row_concerns_delayed (DoubleProfile *profile)
{
  PurpleMessageFlags flags = double_profile_get_flags (profile, "elsewhere", "flags")
                             | double_profile_get_flags (profile, "history", "delayed");

  return (flags & PURPLE_MESSAGE_DELAYED) != 0;
}

/* Where it is told when they wrote. */
gboolean
row_concerns_stamps (DoubleProfile *profile)
{
  return row_concerns_elsewhere (profile) && !double_profile_is (profile, "elsewhere", "now");
}

/* Flagged as old or not: the service hands out what the user wrote while nobody was here. */
char *
row_catch_up (World *w)
{
  double_reconnect (w->it);
  double_write_elsewhere_at (w->it, w->person, "I was on the phone", FIFTY_MINUTES_S);
  world_wait (w, 5);
  double_write (w->it, w->person, "are you there?");
  ROW_EXPECT (world_is_asked (w, 30), "words of before stopped it");
  ROW_EXPECT (strstr (world_get_request (w), "I was on the phone") != NULL,
              "words of before are not in the history");
  return NULL;
}

char *
row_sign_on (World *w)
{
  double_reconnect (w->it);
  world_wait (w, 5);
  double_write_elsewhere (w->it, w->person, "I am on the phone");
  double_write (w->it, w->person, "good");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  return NULL;
}

char *
row_live (World *w)
{
  double_write (w->it, w->person, "are you there?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  double_write_elsewhere (w->it, w->person, "Yes, on the phone");
  world_wait (w, 2);
  ROW_EXPECT (parley_test_peer_is_closed (headless_wait_for_request (&w->f, 0)),
              "the model went on writing");
  w->answered++;
  double_write (w->it, w->person, "good");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  ROW_EXPECT (world_count_sent (w) == 0, "went out beside the user: %s", w->wire->str);
  return NULL;
}

/* Nothing was going on. */
char *
row_live_idle (World *w)
{
  double_write_elsewhere (w->it, w->person, "I am on the phone");
  double_write (w->it, w->person, "good");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  ROW_EXPECT (world_count_sent (w) == 0, "went out beside the user: %s", w->wire->str);
  return NULL;
}

char *
row_yesterday (World *w)
{
  double_write_elsewhere_at (w->it, w->person, "I was on the phone", A_DAY_S);
  double_write (w->it, w->person, "are you there?");
  ROW_EXPECT (world_is_asked (w, 30), "yesterday's words stopped it");
  ROW_EXPECT (strstr (world_get_request (w), "I was on the phone") != NULL,
              "yesterday's words are not in the history");
  return NULL;
}

/* Of the fifteen minutes there are ten left. */
char *
row_recent (World *w)
{
  double_write_at (w->it, w->person, "hello", FIVE_MINUTES_S);
  double_write_elsewhere_at (w->it, w->person, "I am on the phone", FIVE_MINUTES_S);
  double_write (w->it, w->person, "good");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  world_wait (w, TEN_MINUTES_S);
  double_write (w->it, w->person, "are you still there?");
  ROW_EXPECT (world_is_asked (w, 30), "it was silent for longer than fifteen minutes");
  return NULL;
}

/* The stamps are an hour old, and what bears them is live all the same. */
char *
row_slow_clock (World *w)
{
  double_set_clock (w->it, -AN_HOUR_S);
  double_write_elsewhere (w->it, w->person, "I am on the phone");
  world_wait (w, 2);
  ROW_EXPECT (world_says_user_wrote (w), "status does not say that the user wrote");
  double_write (w->it, w->person, "good");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  return NULL;
}

/* What is fifty minutes old by the server bears a stamp that is still to come. */
char *
row_fast_clock (World *w)
{
  double_set_clock (w->it, AN_HOUR_S);
  double_write (w->it, w->person, "are you there?");
  ROW_EXPECT (world_is_asked (w, 30), "a server's clock that is off stopped it");
  world_answer (w, "Yes.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  double_write_elsewhere_at (w->it, w->person, "I was on the phone", FIFTY_MINUTES_S);
  double_write (w->it, w->person, "good");
  ROW_EXPECT (world_is_asked (w, 30), "words of fifty minutes ago stopped it");
  return NULL;
}
