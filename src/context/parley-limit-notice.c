/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-limit-notice.h"

#include "base/parley-i18n.h"

static void
notice_free (gpointer data)
{
  ParleyLimitNotice *notice = data;

  g_free (notice->text);
  g_free (notice);
}

static int
get_minutes (gint64 ms)
{
  return (int) ((ms + 59999) / 60000);
}

static char *
dup_rate (int minutes)
{
  return g_strdup_printf (
      ngettext (
          "This chat has reached its limit of answers, so Parley waits for %d minute. To raise "
          "the limit: /parley set contact_10min, or contact_hour",
          "This chat has reached its limit of answers, so Parley waits for %d minutes. To raise "
          "the limit: /parley set contact_10min, or contact_hour",
          (gulong) minutes),
      minutes);
}

static char *
dup_rate_of_all (int minutes)
{
  return g_strdup_printf (
      ngettext ("All chats together have reached the limit of answers, so Parley waits for %d "
                "minute. To raise the limit: /parley set all_hour",
                "All chats together have reached the limit of answers, so Parley waits for %d "
                "minutes. To raise the limit: /parley set all_hour",
                (gulong) minutes),
      minutes);
}

static char *
dup_requests (int minutes)
{
  return g_strdup_printf (
      ngettext ("This chat has reached its limit of requests to the model, so Parley waits for %d "
                "minute. To raise the limit: /parley set contact_requests",
                "This chat has reached its limit of requests to the model, so Parley waits for %d "
                "minutes. To raise the limit: /parley set contact_requests",
                (gulong) minutes),
      minutes);
}

static char *
dup_requests_of_all (int minutes)
{
  return g_strdup_printf (
      ngettext (
          "All chats together have reached the limit of requests to the model, so Parley waits "
          "for %d minute. To raise the limit: /parley set all_requests",
          "All chats together have reached the limit of requests to the model, so Parley waits "
          "for %d minutes. To raise the limit: /parley set all_requests",
          (gulong) minutes),
      minutes);
}

static char *
dup_in_a_row (guint n)
{
  return g_strdup_printf (ngettext ("Parley has answered %u time here without a word from you. "
                                    "Until you write something it only writes drafts.",
                                    "Parley has answered %u times here without a word from you. "
                                    "Until you write something it only writes drafts.",
                                    n),
                          n);
}

/* Returns: (transfer none) (nullable): NULL for what has numbers, or is not told. */
static const char *
get_sentence (ParleyCause cause)
{
  static const char *const sentences[PARLEY_N_CAUSES] = {
    [PARLEY_CAUSE_LOOP] = N_ ("Another program seems to answer here, so Parley has stopped. It "
                              "goes on when you write something, or type /parley go."),
    [PARLEY_CAUSE_RATE_NEAR]
    = N_ ("Parley answers here very often. If that goes on, it waits for a "
          "while. To let it answer more often: /parley set "
          "contact_10min, or contact_hour"),
    [PARLEY_CAUSE_TOKENS] = N_ ("This chat is over its daily token limit, so Parley only writes "
                                "drafts here for now."),
    [PARLEY_CAUSE_SPENT] = N_ ("This chat is far over its daily token limit, so Parley writes "
                               "nothing here for now."),
    [PARLEY_CAUSE_ALL_RATE_NEAR]
    = N_ ("Parley answers very often. If that goes on, it waits for a while "
          "in all chats. To let it answer more often: /parley set "
          "all_hour"),
    [PARLEY_CAUSE_ALL_TOKENS]
    = N_ ("You are over today's token limit, so Parley only writes drafts "
          "for now, in all chats."),
    [PARLEY_CAUSE_ALL_SPENT] = N_ ("You are far over today's token limit, so Parley writes nothing "
                                   "for now, in any chat."),
  };

  return sentences[cause] != NULL ? _ (sentences[cause]) : NULL;
}

/* Returns: (transfer full) (nullable). */
static char *
dup_text (ParleyCause cause,
          const ParleyMeter *meter,
          const ParleyMeter *all,
          const ParleyQuota *quota,
          gint64 now)
{
  if (cause == PARLEY_CAUSE_IN_A_ROW)
    return dup_in_a_row (quota->in_a_row);
  if (cause == PARLEY_CAUSE_RATE)
    return dup_rate (get_minutes (parley_meter_get_wait (meter, quota, now)));
  if (cause == PARLEY_CAUSE_ALL_RATE)
    return dup_rate_of_all (get_minutes (parley_meter_get_wait_of_all (all, quota, now)));
  if (cause == PARLEY_CAUSE_REQUESTS)
    return dup_requests (
        get_minutes (parley_pace_get_wait (&meter->requests, now, quota->contact_requests)));
  if (cause == PARLEY_CAUSE_ALL_REQUESTS)
    return dup_requests_of_all (
        get_minutes (parley_pace_get_wait (&all->requests, now, quota->all_requests)));
  return g_strdup (get_sentence (cause));
}

/* Returns: what says more than @cause does. */
static ParleyCauses
get_stronger (ParleyCause cause)
{
  static const ParleyCauses stronger[PARLEY_N_CAUSES] = {
    [PARLEY_CAUSE_IN_A_ROW] = PARLEY_CAUSE_BIT (PARLEY_CAUSE_LOOP),
    [PARLEY_CAUSE_RATE_NEAR]
    = PARLEY_CAUSE_BIT (PARLEY_CAUSE_RATE) | PARLEY_CAUSE_BIT (PARLEY_CAUSE_LOOP),
    [PARLEY_CAUSE_RATE] = PARLEY_CAUSE_BIT (PARLEY_CAUSE_LOOP),
    [PARLEY_CAUSE_TOKENS] = PARLEY_CAUSE_BIT (PARLEY_CAUSE_SPENT),
    [PARLEY_CAUSE_ALL_RATE_NEAR] = PARLEY_CAUSE_BIT (PARLEY_CAUSE_ALL_RATE),
    [PARLEY_CAUSE_ALL_TOKENS] = PARLEY_CAUSE_BIT (PARLEY_CAUSE_ALL_SPENT),
  };

  return stronger[cause];
}

GPtrArray *
parley_limit_notices_new (const ParleyMeter *meter,
                          const ParleyMeter *all,
                          const ParleyQuota *quota,
                          gint64 now,
                          ParleyCauses causes,
                          ParleyCauses news)
{
  GPtrArray *notices = g_ptr_array_new_with_free_func (notice_free);

  for (ParleyCause cause = 0; cause < PARLEY_N_CAUSES; cause++)
    {
      gboolean told
          = (news & PARLEY_CAUSE_BIT (cause)) != 0 && (causes & get_stronger (cause)) == 0;
      char *text = told ? dup_text (cause, meter, all, quota, now) : NULL;
      ParleyLimitNotice *notice;

      if (text == NULL)
        continue;
      notice = g_new0 (ParleyLimitNotice, 1);
      notice->cause = cause;
      notice->text = text;
      g_ptr_array_add (notices, notice);
    }
  return notices;
}
