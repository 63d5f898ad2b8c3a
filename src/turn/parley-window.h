/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "settings/parley-settings.h"
#include "turn/parley-habits.h"
#include "turn/parley-learned.h"
#include "turn/parley-shape.h"

G_BEGIN_DECLS

/* How long to wait after a bubble before taking the turn as over, and why.
 *
 * Four ways to find it. SWIFT adds up what the channel, the text and the burst say; PATIENT knows
 * only complete and partial; FIXED is always the same and serves as a baseline. The numbers and
 * where they come from stand in docs/turn-taking.md. All times in ms. */
typedef enum
{
  PARLEY_PROFILE_SWIFT,
  PARLEY_PROFILE_PATIENT,
  PARLEY_PROFILE_LEARNED,
  PARLEY_PROFILE_FIXED,
} ParleyProfile;

typedef struct
{
  ParleyProfile profile;
  int fixed_ms;                 /* of FIXED */
  int learned_ms;               /* of LEARNED: the mean latency aimed at on the training chats */
  const ParleyLearned *learned; /* borrowed (nullable): without it LEARNED is SWIFT */
  int min_ms;                   /* bounds of SWIFT */
  int max_ms;
  gboolean engagement; /* SWIFT waits less in a lively chat, more in a cold one */
} ParleyWindowPolicy;

typedef struct
{
  const char *text;           /* the newest bubble */
  guint n;                    /* which bubble of the turn it is, from 1 */
  int age_ms;                 /* from the turn's first bubble to this one */
  int base_ms;                /* of the channel; 0: never wait */
  gint64 now;                 /* when the bubble came, monotonic ms */
  gboolean alone;             /* each message is a turn of its own */
  gboolean caption;           /* a file and the words for it may come one after the other */
  const ParleyHabits *habits; /* borrowed, after this bubble was noted in it (nullable) */
  ParleyShapeLook look;       /* at @text */
} ParleyWindowInput;

#define PARLEY_WINDOW_MAX_TERMS 10

typedef struct
{
  const char *name; /* static: "channel", "shape" … */
  int ms;           /* what the term added or took off */
} ParleyWindowTerm;

/* The terms stand in order of application and sum to @wait. */
typedef struct
{
  int wait;
  int suggested; /* before the clamp */
  ParleyShape shape;
  gboolean completion;
  gboolean short_answer;
  gboolean immediate; /* the channel never waits, or what was expected came */
  ParleyWindowTerm terms[PARLEY_WINDOW_MAX_TERMS];
  guint n_terms;
} ParleyWindow;

void parley_window_compute (const ParleyWindowPolicy *policy,
                            const ParleyWindowInput *input,
                            ParleyWindow *window);

/* Returns: (transfer full): one sentence for people, translated. */
char *parley_window_dup_reason (const ParleyWindow *window);

/* Returns: whether @name is a profile: "swift", "patient", "fixed". */
gboolean parley_profile_from_string (const char *name, ParleyProfile *profile);

/* What bounds a turn. All times in ms. The numbers are explained in docs/turn-taking.md. */
typedef struct
{
  ParleyWindowPolicy window;
  int grace;          /* quiet that is needed after typing stopped */
  int hold;           /* of a later bubble while typing is shown */
  int cap_quiet;      /* without fresh evidence: nothing shown */
  int cap_typing;     /* typing shown */
  int cap_typed;      /* a text left in the box */
  int ceiling_quiet;  /* from the turn's first bubble, if no typing was seen in it */
  int ceiling_typing; /* if it was */
  guint max_bubbles;  /* of a turn; what goes past them waits for the next turn */
  gsize max_bytes;
  gboolean accumulation;     /* off: each message is a turn */
  gboolean drafts;           /* begin to write during the window */
  int draft_settle;          /* quiet that is needed before a draft */
  guint max_drafts;          /* of a turn */
  guint max_aborted_drafts;  /* an hour; 0: no bound. At most PARLEY_DRAFTS_REMEMBERED */
  gboolean prediction;       /* ask a small model about long windows */
  int prediction_over;       /* how long a window has to be for that */
  int prediction_after;      /* asked when this much of it has passed */
  double prediction_certain; /* a confidence, 0..1, that ends the turn */
} ParleyTurnPolicy;

/* Returns: the policy as the settings are now. */
ParleyTurnPolicy parley_turn_policy_read (ParleySettings *settings);

G_END_DECLS
