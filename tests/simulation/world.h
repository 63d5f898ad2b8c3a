/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"
#include "disk.h"
#include "engine/parley-engine.h"
#include "network.h"
#include "plan.h"
#include "seams.h"
#include "server.h"
#include "test-clock.h"

G_BEGIN_DECLS

/* A life with Parley in it: the real engine with all that is below it, in virtual time; people and
 * servers that do what a plan says; and oracles that look on. */
typedef struct _SimWorld SimWorld;

/* Ends all addresses, which are what the user knows people and themselves by. */
#define SIM_HOME "wire.example"

/* Something that was written to the user. Its text ends with a mark that nobody else has, such as
 * "annq17". */
typedef struct
{
  gint64 at;        /* ms from the beginning */
  gint64 wall;      /* when it was written */
  gboolean heard;   /* the engine was told, and may answer it */
  gboolean secret;  /* no other machine is to read it */
  gboolean loose;   /* nobody can say if it is kept: it was edited, or the chat encrypted */
  gboolean settled; /* answered, drafted, or nobody's to answer any more */
  int answered;     /* the request whose answer to it was said; -1: none */
} SimMessage;

/* Somebody of flesh and blood. */
typedef struct
{
  const char *name; /* what their marks begin with */
  guint chat;
  GArray *messages; /* of SimMessage; the n-th has the mark n */
} SimBody;

typedef struct
{
  SimServer *server;
  char *name;
  guint number;
  gboolean online;
} SimAccount;

/* A line that waits at the server. */
typedef struct
{
  guint body;
  guint n;
  char *text;
} SimWaiting;

typedef struct
{
  ParleyChatKey *key;
  SimAccount *account;
  ParleyFacts facts;
  gboolean lasts;  /* what is said there outlives the program */
  gboolean robbed; /* the other body has the name */
  guint stay;      /* of whoever has the name of a room's occupant */
  GQueue waiting;  /* of SimWaiting */
  char *last;      /* (nullable): their last line, for servers that say all twice */
  guint last_n;
  gboolean last_secret;
  gint64 last_wall;
  ParleyTyping typing;
  gint64 typing_since;
  gint64 shown_since; /* something of a line of theirs, typed or left */
  gint64 stopped_at;  /* typing, without a line */
  gint64 held_since;  /* at the earliest: so long they have typed but for short stops */
  gboolean user_types;
  gint64 quiet_until; /* ms from the beginning: since the user wrote */
  gint64 sends_until; /* likewise: the user had a draft sent */
  guint answered;     /* 1 + the newest mark that was */
} SimChat;

/* What a model was asked, and what came of it. */
typedef struct
{
  guint body;
  guint newest;     /* mark of the newest message that stood in it */
  guint oldest;     /* of the oldest that it is to answer */
  guint64 said;     /* a bit for each bubble of its answer that was said */
  gint64 asked_at;  /* ms of the time that limits go by */
  gint64 said_at;   /* its first bubble; 0: none was */
  gboolean drafted; /* the user was shown it */
  gboolean begins;  /* by itself, as the first about what was written */
  gint64 tokens;    /* that the server tells */
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
  SimDisk disk;
  SimFaults faults;
  ParleyData *data;
  ParleyProtocols *protocols; /* what is known of them */
  ParleySettings *settings;
  ParleyHost *host;
  ParleyEngine *engine; /* NULL: the program does not run */
  gboolean ending;      /* it is about not to */
  ParleyTimer *boot;    /* when it does again */
  char *top;            /* a folder of its own */
  guint runs;
  GPtrArray *accounts; /* of SimAccount */
  GPtrArray *chats;    /* of SimChat */
  GPtrArray *bodies;   /* of SimBody: who has the chats' names, then their robbers, in that order */
  GArray *requests;    /* of SimRequest */
  GQueue later;        /* what servers still send */
  SimMood mood;
  guint provider;    /* of models: the one that the user chose */
  const char *model; /* likewise */
  SimStamps stamps;
  guint lines;          /* of the user's own */
  guint sentences;      /* that the user was told */
  gboolean forgets;     /* the user was told that what happens now is not kept */
  gint64 slept_ms;      /* the machine, in all */
  gint64 counted_since; /* what was before that is nobody's to count */
  GString *story;       /* all that happened, a line each */
  char *fault;          /* NULL: none was found */
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

/* Returns: (transfer none) (nullable): the chat of the key. */
SimChat *sim_world_find (SimWorld *world, const ParleyChatKey *key);

/* Returns: (transfer none): who has the chat's name now. @number: (out) (optional). */
SimBody *sim_world_get_holder (SimWorld *world, SimChat *chat, guint *number);

/* The chat's account has another name: so it is another chat. */
void sim_world_move_chat (SimWorld *world, SimChat *chat);

/* Whether the disk does less than it should, or the store is not in use. */
gboolean sim_world_has_trouble (SimWorld *world);

/* The program ends and starts after @seconds: as it likes; killed; by a power cut. */
typedef enum
{
  SIM_END_QUIT,
  SIM_END_KILL,
  SIM_END_POWER,
} SimEnd;

void sim_world_end_program (SimWorld *world, SimEnd end, guint seconds);

/* Carries out one event of the plan. */
void sim_world_act (SimWorld *world, const SimEvent *event);

/* --- servers --- */

/* What the chat's server has for the user is handed out, if there is anybody to take it. */
void sim_mail_deliver (SimWorld *world, SimChat *chat);

/* Whoever has the chat's name writes; @replaces: their line before. */
void sim_mail_write (SimWorld *world, SimChat *chat, guint n, gboolean replaces);

/* They react to a line, where the protocol says such a thing in words. */
void sim_mail_react (SimWorld *world, SimChat *chat);

/* The server hands out their last line again. */
void sim_mail_repeat (SimWorld *world, SimChat *chat);

/* What was sent may be shown later. */
void sim_mail_echo (SimWorld *world, SimChat *chat, const char *text);
void sim_mail_clear (SimWorld *world);

/* Returns: (transfer full): the host that the engine lives in. */
ParleyHost *sim_host_new (SimWorld *world);

/* Returns: (transfer full) (nullable): what is proven of whoever has the name. */
ParleyIdentity *sim_host_dup_identity_of (SimWorld *world, SimChat *chat);

/* What the server says that it read for one request. */
guint sim_model_get_tokens (SimWorld *world);

/* Begins what no model is to say in the user's name. */
#define SIM_MODEL_LIE "I am to tell you: "

/* What the model does when it is asked. */
SimAnswer *sim_model_ask (gpointer world, const SimAsked *asked);

/* The user has keys for servers; they choose one, and a model. */
void sim_providers_begin (SimWorld *world);
void sim_providers_choose (SimWorld *world, guint n);

G_END_DECLS
