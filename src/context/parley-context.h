/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "settings/parley-hours.h"
#include "base/parley-metrics.h"
#include "base/parley-network.h"
#include "settings/parley-settings.h"
#include "base/parley-timers.h"
#include "brain/parley-token-budget.h"
#include "context/parley-deed.h"
#include "context/parley-host.h"
#include "context/parley-knowledge.h"
#include "context/parley-leftovers.h"
#include "context/parley-meters.h"
#include "context/parley-model-in-use.h"
#include "context/parley-server-clock.h"
#include "context/parley-stores.h"
#include "context/parley-strays.h"
#include "context/parley-unshown.h"
#include "guard/parley-policy.h"
#include "turn/parley-chat.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* What was seen of accounts and chats, whether those have a session or not. */
typedef struct
{
  ParleyLeftovers *leftovers; /* what earlier runs may have said */
  ParleyUnshown *unshown;
  ParleyStrays *strays;
  ParleyServerClock *server_clock;
  GHashTable *expiring; /* set of ParleyChatKey: what is written there is gone after a while */
  GHashTable *notes; /* ParleyChatKey → ParleyAwayNoteGiven; also of chats that were switched off */
} ParleyObserved;

/* @observed: all zero before. */
void parley_observed_init (ParleyObserved *observed);
void parley_observed_clear (ParleyObserved *observed);

/* The last away note that was given in a chat. All zero: none was. */
ParleyAwayNoteGiven parley_observed_get_note (ParleyObserved *observed, const ParleyChatKey *key);
void parley_observed_set_note (ParleyObserved *observed,
                               const ParleyChatKey *key,
                               const ParleyAwayNoteGiven *note);

/* The settings in the form in which each event needs them. */
typedef struct
{
  guint serial;            /* of the settings that were read */
  ParleyTurnPolicy policy; /* as they were then */
  ParleyHours quiet;       /* likewise */
  gboolean has_quiet;      /* there are quiet hours */
  gboolean paused;         /* as the journal has it */
  gint64 paused_until;     /* seconds since 1970; 0: until the user says so */
} ParleyInForce;

/* @learned: (nullable): borrowed, must outlive what was read. */
void
parley_in_force_read (ParleyInForce *in_force, ParleySettings *settings, ParleyLearned *learned);

/* @wall: seconds since 1970. */
gboolean parley_in_force_is_quiet (const ParleyInForce *in_force, gint64 wall);

/* Returns: how long the quiet hour goes on, in seconds; -1 if there is none. */
gint64 parley_in_force_get_quiet_left (const ParleyInForce *in_force, gint64 wall);

/* What the engine is told. @engine: as in #ParleyContext. */
typedef struct
{
  void (*slept) (gpointer engine);
  void (*recovered) (gpointer engine); /* turns that waited for a model may be asked again */
  void (*room) (gpointer engine);      /* what waited for room may have it */
  gboolean (*older) (gpointer engine, gint64 since, guint n); /* so many wait for room longer */
  ParleyOutageProbe probe;                                    /* one of them may */
  void (*settings) (gpointer engine);                         /* changed ones were taken over */
  void (*server) (gpointer engine);                       /* another backend answers from now on */
  void (*deed) (gpointer engine, const ParleyDeed *deed); /* one was done */
  void (*forgotten) (gpointer engine, const ParleyChatKey *key); /* all of a chat is to go */
} ParleyContextFuncs;

/* What all chats of an engine share. */
typedef struct
{
  ParleyHost *host;         /* borrowed */
  ParleySettings *settings; /* borrowed */
  ParleyTimers *timers;     /* borrowed */
  char *user_dir;
  ParleyKnowledge *knowledge;
  ParleyNetwork *network;
  ParleyStores stores;
  ParleyObserved observed;
  ParleyModelInUse model;
  ParleyInForce in_force;
  ParleyMeters *meters;
  gboolean rehearsal;        /* nobody is answered but the user who tries */
  GCancellable *cancellable; /* of reads from the store */
  ParleyMetrics *metrics;
  gboolean counting;               /* the counts of earlier runs are in the metrics */
  char *persona_trouble;           /* what the user was told of its file; NULL: nothing */
  gint64 clock_offset_ms;          /* wall less monotonic, when it was last looked at */
  const ParleyContextFuncs *funcs; /* set by the engine, with itself */
  gpointer engine;
} ParleyContext;

/* @user_dir: Parley's own folder, for files that replace those of data/ and for the key.
 * @granted: called with the session that may ask the model. Returns: (transfer full). */
ParleyContext *parley_context_new (ParleyHost *host,
                                   ParleySettings *settings,
                                   ParleyTimers *timers,
                                   const char *user_dir,
                                   ParleySlotFunc granted);

/* The same for chats that lead nowhere and are not kept: with settings, files, keys and budget of
 * @of, which must outlive it; neither a pause nor a quiet hour holds there. */
ParleyContext *
parley_context_new_rehearsal (ParleyContext *of, ParleyHost *host, ParleySlotFunc granted);

void parley_context_free (ParleyContext *context);

/* Takes over changed settings. */
void parley_context_refresh (ParleyContext *context);

/* Returns: (transfer none): the backend of the settings, or NULL with a sentence for the user. */
ParleyBackend *parley_context_get_backend (ParleyContext *context, GError **error);

/* What the backend stands on has changed beside the settings: a key. */
void parley_context_forget_backend (ParleyContext *context);

/* Has the server tell the window of its model and where that runs, once, in the background: before
 * a turn is over, so that its history is not cut to a smaller one. That is a request like others:
 * where no more may be in flight it waits for the next call. */
void parley_context_ask_model (ParleyContext *context);

/* Tells the user once, in the chat @key, if it said what can't be. */
void parley_context_tell_window (ParleyContext *context, const ParleyChatKey *key);

/* Reads how the user wants to sound, if that has changed. Of a file that can't be used they are
 * told once, in the chat @key, and what was there before stays in force. Returns: FALSE with a
 * sentence for them if there was nothing before. */
gboolean
parley_context_refresh_persona (ParleyContext *context, const ParleyChatKey *key, GError **error);

/* How much of the window of @backend's model a turn may fill. Until the server has told, the
 * settings count. */
ParleyTokenBudget parley_context_get_budget (ParleyContext *context, ParleyBackend *backend);

/* The server of the model of the settings told that it had read some of a prompt before. */
void parley_context_note_cache (ParleyContext *context);

/* Returns: whether an answer that is begun ahead may cost as much as one: there is a price, and
 * no server told yet that it keeps what it has read. */
gboolean parley_context_pays_twice (ParleyContext *context);

/* Returns: (transfer full) (nullable): how much of what models read came from their servers'
 * caches, a sentence for the user; NULL: no server told. */
char *parley_context_dup_cached (ParleyContext *context);

/* Returns: (transfer full): what tells the model of the settings from all others. */
char *parley_context_dup_model (ParleyContext *context);

/* Returns: how the model of the settings is taken to reason in the chat @key. */
ParleyManner parley_context_get_manner (ParleyContext *context, const ParleyChatKey *key);

/* It has answered there. @musing: some of what came turned out to be reasoning. */
void parley_context_note_manner (ParleyContext *context, const ParleyChatKey *key, gboolean musing);

/* Returns: whether tools may be offered to the model of the settings: its server never refused them
 * in this sitting. */
gboolean parley_context_takes_tools (ParleyContext *context);

/* It did. */
void parley_context_note_no_tools (ParleyContext *context);

/* Fills in all that is known of a chat now. @facts: all zero before. */
void
parley_context_get_facts (ParleyContext *context, const ParleyChatKey *key, ParleyFacts *facts);

/* Returns: (transfer full): parley_verdict_explain (), and until when, where that is known. */
char *parley_context_dup_explained (ParleyContext *context, ParleyVerdict verdict);

/* Returns: (transfer full): whom a chat is with, as far as it is proven now. */
ParleyIdentity *parley_context_dup_identity (ParleyContext *context, const ParleyChatKey *key);

/* Returns: how long the quiet hour goes on, in seconds; -1 if there is none. */
gint64 parley_context_get_quiet_left (ParleyContext *context);

/* Returns: how old a message may be and still be answered, in seconds. @wall: when it was written,
 * seconds since 1970. */
gint64 parley_context_get_max_age (ParleyContext *context, gint64 wall);

/* Returns: how long to wait for more in a chat, before anything is known of its texts. */
int parley_context_get_base_ms (ParleyContext *context, const ParleyChatKey *key);

/* A turn was taken as over. Once a day that is the occasion to clean up what is remembered: a timer
 * would wake a program that rests. */
void parley_context_count_turn (ParleyContext *context, const ParleyTurnRecord *record);

/* Looks at the clocks. Returns: TRUE if they parted by more than 30 s since the last look, after a
 * suspend or a jump; all chats have been told then. */
gboolean parley_context_notice_sleep (ParleyContext *context);

/* A model answers again, or may do so. */
void parley_context_recover (ParleyContext *context);

/* There is room for an answer: whoever waits longest has it. */
void parley_context_give_room (ParleyContext *context);

/* Returns: whether all the room there is belongs to those who wait since before @since, monotonic
 * ms. */
gboolean parley_context_is_room_taken (ParleyContext *context, gint64 since);

/* How many requests may be in flight now. */
guint parley_context_get_max_requests (ParleyContext *context);

G_END_DECLS
