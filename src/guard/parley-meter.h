/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "settings/parley-settings.h"
#include "guard/parley-loop.h"
#include "guard/parley-policy.h"

G_BEGIN_DECLS

/* No setting allows more requests in an hour. */
#define PARLEY_QUOTA_MAX_REQUESTS 100000

/* How often and how much, as the settings say. */
typedef struct
{
  guint loop;          /* answers after which a loop has to end */
  guint in_a_row;      /* answers without a word of the user's */
  guint contact_10min; /* answers to one person in ten minutes */
  guint contact_hour;
  guint all_hour;         /* answers to all of them */
  guint contact_requests; /* for one person in an hour, to models */
  guint all_requests;     /* for all of them */
  gint64 contact_tokens;  /* in a day; 0: any number */
  gint64 all_tokens;      /* likewise */
  guint near;             /* percent of a limit that are close to it */
  guint spent;            /* percent of the tokens after which nothing is asked any more */
} ParleyQuota;

/* @here: the model is known to run on this machine: then tokens are not limited, unless the user
 * set a limit of theirs or a price. One contact's tokens are at most the share of all that the
 * settings allow. */
ParleyQuota parley_quota_read (ParleySettings *settings, gboolean here);

#define PARLEY_RATE_HOUR_MS G_GINT64_CONSTANT (3600000)

/* More than this is not counted in an hour; no setting allows as much. */
#define PARLEY_RATE_MAX 1000

/* When something happened in the last hour. Times in ms. */
typedef struct _ParleyRate ParleyRate;

/* Returns: (transfer full). */
ParleyRate *parley_rate_new (void);
void parley_rate_free (ParleyRate *rate);

void parley_rate_add (ParleyRate *rate, gint64 now);

/* Returns: how often in the last @span ms, an hour at most. */
guint parley_rate_count (const ParleyRate *rate, gint64 now, gint64 span);

/* Returns: how many ms until it was less than @max times in the last @span; 0: it is now. */
gint64 parley_rate_get_wait (const ParleyRate *rate, gint64 now, gint64 span, guint max);

/* Returns: (transfer none): all that counts at @now, oldest first. */
const gint64 *parley_rate_get_times (ParleyRate *rate, gint64 now, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRate, parley_rate_free)

/* One more than an hour has, for the first of them is not over at once. */
#define PARLEY_PACE_SPANS   13
#define PARLEY_PACE_SPAN_MS G_GINT64_CONSTANT (300000)

typedef struct
{
  guint32 span; /* the number of it */
  guint32 n;
} ParleyPaceSpan;

/* How often something happened in the last hour, counted by spans of five minutes: what happened up
 * to one earlier may still count. For what happens often: it takes little room where it is written
 * down. All zero at the beginning. Times in ms. */
typedef struct
{
  ParleyPaceSpan spans[PARLEY_PACE_SPANS];
} ParleyPace;

/* @now: never less than before. @n: how often it happened. */
void parley_pace_add (ParleyPace *pace, gint64 now, guint n);

guint parley_pace_count (const ParleyPace *pace, gint64 now);

/* Returns: how many ms until that is less than @max; 0: it is now. */
gint64 parley_pace_get_wait (const ParleyPace *pace, gint64 now, guint max);

#define PARLEY_BUDGET_HOURS 25

/* Tokens that a model read and wrote. */
typedef struct
{
  gint64 read;
  gint64 written;
} ParleyTokens;

typedef struct
{
  guint32 hour; /* the number of it */
  guint32 read; /* no more than fit are counted */
  guint32 written;
} ParleyBudgetHour;

/* What was used in the last 24 hours, counted by the hour: what was used up to an hour earlier may
 * still count. Not by the calendar's day: then as much could go in the minutes after midnight as
 * before, and the day would depend on time zones. All zero at the beginning. */
typedef struct
{
  ParleyBudgetHour hours[PARLEY_BUDGET_HOURS];
} ParleyBudget;

/* @now: ms, never less than before. */
void parley_budget_add (ParleyBudget *budget, gint64 now, ParleyTokens tokens);

ParleyTokens parley_budget_get (const ParleyBudget *budget, gint64 now);

/* Time for limits, in ms from no particular moment: it goes on while the machine sleeps and across
 * restarts, and it stands still where a clock is set back, so that nobody gains or loses by that.
 * All zero before the first reading; of an earlier run only @now and @wall. */
typedef struct
{
  gboolean begun;
  gint64 now;
  gint64 monotonic; /* ms, at the last reading */
  gint64 wall;      /* seconds since 1970, likewise */
} ParleyElapsed;

/* Returns: the time now, never less than before, and never 0. */
gint64 parley_elapsed_read (ParleyElapsed *elapsed, gint64 monotonic, gint64 wall);

/* Why there is a limit. Those of all chats come last. */
typedef enum
{
  PARLEY_CAUSE_LOOP,
  PARLEY_CAUSE_IN_A_ROW,
  PARLEY_CAUSE_RATE_NEAR,
  PARLEY_CAUSE_RATE,
  PARLEY_CAUSE_TOKENS_NEAR,
  PARLEY_CAUSE_TOKENS,
  PARLEY_CAUSE_SPENT,
  PARLEY_CAUSE_REQUESTS,
  PARLEY_CAUSE_ALL_RATE_NEAR,
  PARLEY_CAUSE_ALL_RATE,
  PARLEY_CAUSE_ALL_TOKENS_NEAR,
  PARLEY_CAUSE_ALL_TOKENS,
  PARLEY_CAUSE_ALL_SPENT,
  PARLEY_CAUSE_ALL_REQUESTS,
  PARLEY_N_CAUSES,
} ParleyCause;

/* Any number of causes. */
typedef guint ParleyCauses;
#define PARLEY_CAUSE_BIT(cause) (1u << (cause))
#define PARLEY_CAUSES_OF_ALL    (~(PARLEY_CAUSE_BIT (PARLEY_CAUSE_ALL_RATE_NEAR) - 1))

/* What was said and used in one chat, or in all of them. Times are those of a ParleyElapsed. */
typedef struct
{
  ParleyRate *answers;
  ParleyPace requests;
  ParleyBudget budget;
  ParleyLoop loop;        /* of one chat */
  gint64 answering_until; /* an answer has begun, and is let to its end until then; 0: none */
  gint64 changed_at;
  ParleyCauses told; /* what the user knows */
} ParleyMeter;

/* Returns: (transfer full). */
ParleyMeter *parley_meter_new (void);
void parley_meter_free (ParleyMeter *meter);

/* A message of an answer was said in the chat of @meter. */
void parley_meter_note_said (ParleyMeter *meter,
                             ParleyMeter *all,
                             const ParleyQuota *quota,
                             const char *text,
                             gboolean shows_typing,
                             gint64 now);

/* The answer is over. */
void parley_meter_end_answer (ParleyMeter *meter);

/* A model read and wrote for the chat of @meter. */
void parley_meter_spend (ParleyMeter *meter, ParleyMeter *all, ParleyTokens tokens, gint64 now);

/* A model is asked for the chat of @meter, once more or again. */
void parley_meter_note_request (ParleyMeter *meter, ParleyMeter *all, gint64 now);

/* Returns: ms until a model may be asked again for the chat; 0: it may now. */
gint64 parley_meter_get_request_wait (const ParleyMeter *meter,
                                      const ParleyMeter *all,
                                      const ParleyQuota *quota,
                                      gint64 now);

/* Returns: whether most of those requests were made. */
gboolean parley_meter_is_near_requests (const ParleyMeter *meter,
                                        const ParleyMeter *all,
                                        const ParleyQuota *quota,
                                        gint64 now);

/* Returns: what is or was almost too much, of the chat and of all. */
ParleyCauses parley_meter_find_causes (const ParleyMeter *meter,
                                       const ParleyMeter *all,
                                       const ParleyQuota *quota,
                                       gint64 now);

/* Returns: what follows from it now. An answer that has begun is said to its end, unless far too
 * much is used. */
ParleyLimit parley_meter_judge (const ParleyMeter *meter,
                                const ParleyMeter *all,
                                const ParleyQuota *quota,
                                gint64 now);

/* Returns: ms until there may be an answer again, as far as rates are concerned. */
gint64 parley_meter_get_wait (const ParleyMeter *meter, const ParleyQuota *quota, gint64 now);
gint64 parley_meter_get_wait_of_all (const ParleyMeter *all, const ParleyQuota *quota, gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMeter, parley_meter_free)

G_END_DECLS
