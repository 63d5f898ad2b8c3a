/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-reader.h"
#include "cli/parley-replay-event.h"
#include "turn/parley-chat.h"
#include "turn/parley-event.h"

G_BEGIN_DECLS

/* A model that always answers alike, in virtual time: one generation at a time. A value; times are
 * ms. */
typedef struct
{
  int think_ms;    /* to the first bubble */
  guint n_bubbles; /* of each answer; 0: it stays silent */
  int gap_ms;      /* between two bubbles */

  gboolean writing;
  guint64 epoch;
  gint64 asked_at;
  guint n_written;
} ParleyScriptedModel;

/* Begins a generation, in place of one under way. */
void parley_scripted_model_ask (ParleyScriptedModel *model, guint64 epoch, gint64 now);

/* Ends the generation of @epoch, if it is under way. */
void parley_scripted_model_abort (ParleyScriptedModel *model, guint64 epoch);

/* Returns: when it has something to tell, or -1. */
gint64 parley_scripted_model_get_due (const ParleyScriptedModel *model);

/* Returns: what it tells then. The end comes at the time of the last bubble, after it. */
ParleyEvent parley_scripted_model_take (ParleyScriptedModel *model);

/* How a recording is played. */
typedef struct
{
  ParleyReader *reader;
  const char *person;
  gboolean typing; /* typing events are used */
  ParleyScriptedModel model;
} ParleyPlayerRules;

/* Is told each effect, in order. */
typedef void (*ParleyPlayerFunc) (const ParleyEffect *effect, gpointer data);

/* Plays recorded events to one chat machine, as an engine would hand them to it, in virtual time:
 * what the machine asks for is answered by the scripted model, and each bubble is said at once.
 *
 * At equal times a recorded event goes first, then what the model tells, then a deadline. */
typedef struct _ParleyPlayer ParleyPlayer;

/* All is borrowed. @habits: what is known of the person; the player keeps it up.
 * Returns: (transfer full): at time 0, the machine IDLE. */
ParleyPlayer *parley_player_new (const ParleyPlayerRules *rules,
                                 ParleyHabits *habits,
                                 ParleyPlayerFunc func,
                                 gpointer data);
void parley_player_free (ParleyPlayer *player);

/* Lets everything happen that is due before @now. */
void parley_player_advance (ParleyPlayer *player, gint64 now);

/* Goes to the time of @event and hands it in. What somebody else says ends the burst: what was
 * pending is withdrawn. */
void parley_player_take (ParleyPlayer *player, const ParleyReplayEvent *event);

/* Goes on until nothing is to come any more. */
void parley_player_rest (ParleyPlayer *player);

/* Takes into @habits what @event tells of the person, for an event that is not played. */
void parley_player_note (const ParleyPlayerRules *rules,
                         ParleyHabits *habits,
                         const ParleyReplayEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyPlayer, parley_player_free)

G_END_DECLS
