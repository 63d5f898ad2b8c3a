/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-chat.h"
#include "turn/parley-drafts.h"

G_BEGIN_DECLS

#define CHAT_WORLD_TRAIL 24

/* A bubble that the person wrote and that no finished turn holds yet. */
typedef struct
{
  guint id;
  char text[64];
  gboolean corrects; /* the one before it, which may be missing then */
} ChatWorldBubble;

/* A machine, what was done to it, and the rules that hold after each event. A rule that is broken
 * ends the program with the rule and the last events. */
typedef struct
{
  const char *name;
  ParleyTurnPolicy policy;
  ParleyHabits habits;
  int base_ms;
  gboolean types; /* they can be seen typing */
  ParleyChat *chat;
  gboolean online;

  GArray *pending; /* of ChatWorldBubble, in the order they were written */
  guint n_written;
  gboolean queue_edited; /* since the last window: what waits may fit by now */

  ParleyTyping typing;
  gint64 evidence_at;
  gint64 opened_at; /* the turn, or after it was put off */
  guint64 turn_id;

  gboolean asked; /* somebody writes */
  guint64 asked_epoch;
  guint64 closed_epoch; /* of the last window that closed */
  gboolean drafting;    /* what is written is still a draft */
  guint n_drafts;       /* of the turn */
  gint64 aborted_at[PARLEY_DRAFTS_REMEMBERED];
  guint n_aborted;
  gboolean typing_shown;
  guint intent; /* what is declared; 0: nothing */
  gint64 intended_at;
  gboolean stands;   /* it was answered, and outlives the program */
  gboolean saying;   /* the result is still to come */
  gboolean awaiting; /* what was given away was not shown yet */

  guint64 hash; /* of all effects */
  guint n_said;
  guint n_drafts_used;
  guint n_corrected; /* bubbles that another one took the place of */
  struct
  {
    gint64 at;
    ParleyEventType type;
    ParleyState state; /* before it */
  } trail[CHAT_WORLD_TRAIL];
  guint n_events;
} ChatWorld;

/* @policy: where it starts from; the caller changes @world->policy before the first event. */
void chat_world_init (ChatWorld *world,
                      const char *name,
                      const ParleyTurnPolicy *policy,
                      ParleyLexicon *lexicon,
                      int base_ms);
void chat_world_clear (ChatWorld *world);

/* Hands in one event, notes what it means for the rules, and checks them. The result of a bubble
 * that was said is the caller's to hand in. @effects: emptied first. */
void chat_world_post (ChatWorld *world, const ParleyEvent *event, gint64 now, GArray *effects);

void chat_world_check (const ChatWorld *world, gboolean holds, const char *rule);

G_END_DECLS
