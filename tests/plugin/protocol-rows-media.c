/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* P12: what is not to be kept; P13: what is no text. */
#include "protocol-rows.h"

#include <string.h>

#define DISAPPEAR "Messages in this chat disappear"
#define LEFT      "Only you can see or hear what they sent"

gboolean
row_concerns_pictures (DoubleProfile *profile)
{
  return double_profile_has (profile, "picture");
}

gboolean
row_concerns_voices (DoubleProfile *profile)
{
  return double_profile_has (profile, "voice");
}

gboolean
row_concerns_own_pictures (DoubleProfile *profile)
{
  return row_concerns_pictures (profile) && double_profile_has (profile, "elsewhere");
}

/* It came, and nothing else. */
static char *
check_left (World *w, const char *mark)
{
  ROW_EXPECT (!world_is_asked (w, 60), "it was answered: %s", world_get_request (w));
  ROW_EXPECT (world_count_shown (w, LEFT) == 1, "the user was not told once: %s", w->shown->str);
  ROW_EXPECT (world_says (w, "parley why", "only you can see or hear"), "it does not say why");
  double_write (w->it, w->person, "well?");
  ROW_EXPECT (world_is_asked (w, 30), "what came then was not answered");
  ROW_EXPECT (strstr (world_get_request (w), mark) != NULL, "the model does not know of it: %s",
              world_get_request (w));
  ROW_EXPECT (strstr (world_get_request (w), "example/1") == NULL,
              "the model reads where it is: %s", world_get_request (w));
  return NULL;
}

char *
row_picture (World *w)
{
  double_send_picture (w->it, w->person);
  return check_left (w, "[picture]");
}

/* A file that is offered opens no window. */
char *
row_voice (World *w)
{
  double_write (w->it, w->person, "hello");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, "Hi.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  double_send_voice (w->it, w->person);
  return check_left (w, "[voice message]");
}

char *
row_picture_with_words (World *w)
{
  double_send_picture (w->it, w->person);
  double_write (w->it, w->person, "is that a good one?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (strstr (world_get_request (w), "[picture]\\n<they-") != NULL, "it is not named: %s",
              world_get_request (w));
  ROW_EXPECT (world_count_shown (w, LEFT) == 0, "the user was told: %s", w->shown->str);
  return NULL;
}

char *
row_own_picture (World *w)
{
  double_send_own_picture (w->it, w->person);
  double_write (w->it, w->person, "nice");
  ROW_EXPECT (!world_is_asked (w, 60), "the model was asked beside the user");
  ROW_EXPECT (world_says_user_wrote (w), "status does not say that the user wrote");
  return NULL;
}

gboolean
row_concerns_expiry (DoubleProfile *profile)
{
  return double_profile_has (profile, "expiry");
}

/* What was said before was written to the disk; what is said from now on never is. */
char *
row_expiry (World *w)
{
  world_log (w, TRUE);
  double_write (w->it, w->person, "is it at 6?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  world_answer (w, "At 6.");
  ROW_EXPECT (world_has_sent (w, 1, 30), "no answer went out");
  world_wait (w, 5);
  ROW_EXPECT (world_count_shown (w, DISAPPEAR) == 0, "the user was told: %s", w->shown->str);
  double_expire (w->it, w->person);
  double_write (w->it, w->person, "the key is under the mat");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (!world_is_read (w, "self-destructing"), "the model reads the protocol's words");
  world_answer (w, "I will look there.");
  ROW_EXPECT (world_has_sent (w, 2, 30), "no answer went out");
  double_write (w->it, w->person, "found it?");
  ROW_EXPECT (world_is_asked (w, 30), "nobody asked the model");
  ROW_EXPECT (world_is_read (w, "under the mat"), "it is forgotten in the same sitting");
  ROW_EXPECT (world_count_shown (w, DISAPPEAR) == 1, "the user was not told once: %s",
              w->shown->str);
  ROW_EXPECT (world_is_on_disk (w, "is it at 6?"), "what stayed is not on the disk");
  ROW_EXPECT (!world_is_on_disk (w, "under the mat"), "it is on the disk");
  ROW_EXPECT (!world_is_on_disk (w, "look there"), "the answer is on the disk");
  return NULL;
}
