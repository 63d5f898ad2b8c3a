/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-engine.h"
#include "network.h"
#include "plan.h"
#include "seams.h"
#include "test-clock.h"

G_BEGIN_DECLS

/* A life with Parley in it: the real engine with all that is below it, in virtual time; people and
 * servers that do what a plan says; and oracles that look on. */
typedef struct _SimWorld SimWorld;

/* Something that was written to the user. Its text ends with a mark that nobody else has, such as
 * "annq17". */
typedef struct
{
  gint64 at; /* ms from the beginning */
  gint64 wall;
  gboolean heard;   /* the engine was told, while it might answer */
  gboolean read;    /* it stood in a request */
  gboolean settled; /* answered, or said why not */
} SimMessage;

typedef struct
{
  const char *name; /* of whoever has the key now; what their marks begin with */
  ParleyChatKey *key;
  ParleyFacts facts;
  GArray *messages; /* of SimMessage; the n-th has the mark n */
  ParleyTyping typing;
  gint64 typing_since;
  gboolean user_types;
} SimPerson;

/* What a model was asked, and what came of it. */
typedef struct
{
  guint who;
  guint newest; /* mark of the newest message that stood in it */
  guint64 said; /* a bit for each bubble of its answer that was said */
} SimRequest;

struct _SimWorld
{
  guint64 seed;
  const GArray *plan; /* of SimEvent; borrowed */
  ParleyTestClock clock;
  gint64 began; /* ms of the clock */
  ParleyTimers *timers;
  SimSeams seams;
  SimNetwork network;
  ParleySettings *settings;
  ParleyHost *host;
  ParleyEngine *engine; /* NULL: the program does not run */
  char *top;            /* a folder of its own */
  char *folder;         /* in it: Parley's */
  guint runs;
  GPtrArray *people; /* of SimPerson */
  GArray *requests;  /* of SimRequest */
  SimMood mood;
  guint lines;    /* of the user's own */
  GString *story; /* all that happened, a line each */
  char *fault;    /* NULL: none was found */
};

/* @plan: borrowed, must outlive the world. Returns: (transfer full). */
SimWorld *sim_world_new (guint64 seed, guint people, const GArray *plan);
void sim_world_free (SimWorld *world);

/* Lives it to its end, or to the first fault. */
void sim_world_run (SimWorld *world);

/* A line of the story; what was found to be wrong, of which the first counts. */
void sim_world_tell (SimWorld *world, const char *format, ...) G_GNUC_PRINTF (2, 3);
void sim_world_fail (SimWorld *world, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* ms from the beginning. */
gint64 sim_world_now (SimWorld *world);

/* Returns: (transfer none) (nullable): who has the key. @who: (out) (optional): their number. */
SimPerson *sim_world_find (SimWorld *world, const ParleyChatKey *key, guint *who);

/* Carries out one event of the plan. */
void sim_world_act (SimWorld *world, const SimEvent *event);

/* Returns: (transfer full): the host that the engine lives in. */
ParleyHost *sim_host_new (SimWorld *world);

/* What the model does when it is asked. */
SimAnswer *sim_model_ask (gpointer world, const char *path, const char *body);

/* --- oracles --- */

/* A model is about to read @body. Returns: the number of the request. */
guint sim_oracle_request (SimWorld *world, const char *body);

/* The engine wants @text said. */
void sim_oracle_say (SimWorld *world, const ParleyRoute *route, const char *text);

/* All is over, and nothing more comes by itself. */
void sim_oracle_end (SimWorld *world);

/* Reads the next mark. Returns: FALSE: there is none. @text: (inout): moves behind it. */
gboolean sim_mark_next (SimWorld *world, const char **text, guint *who, guint *n);

G_END_DECLS
