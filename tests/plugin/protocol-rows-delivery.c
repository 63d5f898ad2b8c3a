/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* P1: what becomes of a bubble once the protocol has it. */
#include "protocol-rows.h"

#include <string.h>

#define NOT_SENT "could not be sent"
#define OURS     "Parley: "

/* What protocols do to texts is done to the second. */
#define REPLY "One.\n\nTwo is <b>less</b> & more,\nwith a line.\n\nThree."

static const char *const parts[] = { "One.", "Two is", "with a line.", "Three." };

gboolean
row_concerns_real (DoubleProfile *profile)
{
  return !double_profile_is (profile, "protocol", "liar");
}

gboolean
row_concerns_given_away (DoubleProfile *profile)
{
  return row_concerns_real (profile) && double_profile_get_int (profile, "send", "result", 1) == 0
         && double_profile_has (profile, "echo");
}

gboolean
row_concerns_late_errors (DoubleProfile *profile)
{
  return row_concerns_real (profile) && double_profile_has (profile, "error");
}

gboolean
row_concerns_liars (DoubleProfile *profile)
{
  return double_profile_is (profile, "protocol", "liar");
}

/* Returns: (transfer none) (nullable): what went out more than once. */
static const char *
find_said_twice (World *w)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (world_count_in_wire (w, parts[i]) > 1)
        return parts[i];
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): what the model was not told that was said. */
static const char *
find_not_in_history (World *w)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (strstr (world_get_request (w), parts[i]) == NULL)
        return parts[i];
    }
  return NULL;
}

char *
row_three (World *w)
{
  const char *name = double_profile_get_name (double_get_profile (w->it));
  gboolean no_line = g_str_has_suffix (name, "-never"); /* the user is told where to change that */

  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  ROW_EXPECT (world_has_sent (w, 3, 30), "%u of 3 bubbles went out: %s%s", world_count_sent (w),
              w->wire->str, w->shown->str);
  world_wait (w, 5);
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  double_write (w->it, w->person, "and then?");
  ROW_EXPECT (world_is_asked (w, 30), "the next burst is not answered");
  ROW_EXPECT (find_not_in_history (w) == NULL, "not in the history: %s", find_not_in_history (w));
  world_answer (w, "Four.");
  ROW_EXPECT (world_has_sent (w, 4, 30), "the answer to the next burst did not go out");
  world_wait (w, 5);
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  ROW_EXPECT (find_said_twice (w) == NULL, "went out twice: %s", find_said_twice (w));
  ROW_EXPECT (world_count_shown (w, OURS) == no_line, "the user was shown: %s", w->shown->str);
  return NULL;
}

/* Where the line is not escaped again, what is no markup reads as such, and a bubble of nothing
 * else as no words at all. */
char *
row_signs (World *w)
{
  static const char *const replies[]
      = { "This <&> that.", "I <3 you, you > me.", "<3", "R&D &amp; less < more." };

  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      double_write (w->it, w->person, "and then?");
      ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model behind %u", i);
      world_answer (w, replies[i]);
      ROW_EXPECT (world_has_sent (w, i + 1, 30), "it did not go out: %s", replies[i]);
      world_wait (w, 40);
      ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote: %s", replies[i]);
    }
  ROW_EXPECT (strstr (w->shown->str, "may not have arrived") == NULL, "the user was shown: %s",
              w->shown->str);
  return NULL;
}

/* The first bubble comes to nothing that Parley could see. */
static char *
row_one_of_three (World *w, DoubleFate fate)
{
  double_set_fate (w->it, fate);
  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  world_wait (w, 90);
  ROW_EXPECT (world_count_sent (w) == 1, "%u bubbles went out: %s", world_count_sent (w),
              w->wire->str);
  ROW_EXPECT (world_count_shown (w, OURS) == 1, "the user was told %u times: %s",
              world_count_shown (w, OURS), w->shown->str);
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  return NULL;
}

char *
row_lost (World *w)
{
  char *wrong = row_one_of_three (w, DOUBLE_LOSE);

  ROW_EXPECT (wrong != NULL || world_count_shown (w, NOT_SENT) == 0,
              "what may have arrived is called not sent");
  return wrong;
}

/* Where libpurple has written the line already, the rest may be gone before the error comes. */
char *
row_refused (World *w)
{
  gboolean given_away = row_concerns_given_away (double_get_profile (w->it));

  if (given_away)
    return row_one_of_three (w, DOUBLE_REFUSE);
  double_set_fate (w->it, DOUBLE_REFUSE);
  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  world_wait (w, 90);
  ROW_EXPECT (find_said_twice (w) == NULL, "went out twice: %s", find_said_twice (w));
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  return NULL;
}

/* The same message again is no new one, however the answer to the first was delivered. */
char *
row_again (World *w)
{
  double_write (w->it, w->person, "is it at 6?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  world_wait (w, 5);
  double_deliver_again (w->it);
  ROW_EXPECT (!world_is_asked (w, 30), "the same message was answered twice");
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  return NULL;
}

/* The connection breaks while the line is under way. What becomes of the rest is not said here. */
char *
row_reconnect (World *w)
{
  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  double_reconnect (w->it);
  world_wait (w, 60);
  ROW_EXPECT (find_said_twice (w) == NULL, "went out twice: %s", find_said_twice (w));
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  double_write (w->it, w->person, "and then?");
  ROW_EXPECT (world_is_asked (w, 30), "the next burst is not answered");
  ROW_EXPECT (strstr (world_get_request (w), parts[0]) != NULL, "not in the history: %s", parts[0]);
  return NULL;
}

char *
row_liar (World *w)
{
  g_autofree char *other
      = double_profile_dup_string (double_get_profile (w->it), "echo", "instead");

  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  world_wait (w, 120);
  ROW_EXPECT (world_count_sent (w) >= 1, "nothing went out");
  ROW_EXPECT (find_said_twice (w) == NULL, "went out twice: %s", find_said_twice (w));
  ROW_EXPECT (world_count_shown (w, NOT_SENT) == 0, "what was taken is called not sent");
  ROW_EXPECT (other != NULL || !world_says_user_wrote (w), "status says that the user wrote");
  return NULL;
}

/* Nothing comes back of what it took. */
char *
row_liar_lost (World *w)
{
  double_set_fate (w->it, DOUBLE_LOSE);
  double_write (w->it, w->person, "how many?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, REPLY);
  world_wait (w, 120);
  ROW_EXPECT (find_said_twice (w) == NULL, "went out twice: %s", find_said_twice (w));
  ROW_EXPECT (world_count_shown (w, OURS) <= 1, "the user was told %u times: %s",
              world_count_shown (w, OURS), w->shown->str);
  ROW_EXPECT (!world_says_user_wrote (w), "status says that the user wrote");
  return NULL;
}

/* Others' marks mean nothing there, and the same line again is the same line. */
char *
row_liar_edits (World *w)
{
  double_write (w->it, w->person, "is it at 6?");
  double_deliver_again (w->it);
  double_write (w->it, w->person, "EDIT: at 7");
  double_write (w->it, w->person, "Deleted message");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "is it at 6?") != NULL, "a message is lost");
  ROW_EXPECT (strstr (world_get_request (w), "EDIT: at 7") != NULL, "a message is lost");
  ROW_EXPECT (strstr (world_get_request (w), "Deleted message") != NULL, "a message is lost");
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 60), "no answer went out");
  world_wait (w, 120);
  double_deliver_again (w->it);
  ROW_EXPECT (!world_is_asked (w, 30), "the same line was answered twice");
  ROW_EXPECT (world_count_in_wire (w, "At 6.") == 1, "went out twice: %s", w->wire->str);
  return NULL;
}
