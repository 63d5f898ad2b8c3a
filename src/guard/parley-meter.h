/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-budget.h"
#include "guard/parley-loop.h"
#include "guard/parley-pace.h"
#include "guard/parley-policy.h"
#include "guard/parley-quota.h"
#include "guard/parley-rate.h"

G_BEGIN_DECLS

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
