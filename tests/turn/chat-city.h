/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "chat-world.h"

G_BEGIN_DECLS

#define CHAT_CITY_MAX_RESULTS 32

/* Something the model will say, whether anybody still wants it or not. */
typedef struct
{
  gint64 at;
  guint64 epoch;
  gboolean prediction;
  guint n_bubbles;
} ChatResult;

typedef struct
{
  ChatWorld world;
  ChatResult results[CHAT_CITY_MAX_RESULTS];
  guint n_results;
  guint intent; /* that the disk still has to answer for; 0: none */
  guint64 intent_epoch;
  gint64 intent_at;
  gint64
      arrives_at; /* what was given away is shown then, or nobody waits for it; -1: nothing was */
  guint64 given_epoch;
} ChatParty;

typedef struct
{
  const guint8 *course; /* decides as long as it lasts, before the random numbers; borrowed */
  gsize n_course;
  GRand *rand;
  ParleyLexicon *lexicon;
  GArray *effects;
  GPtrArray *parties;
  gint64 now;
  guint n_events;
} ChatCity;

/* Chats of several kinds, all of them quiet. The same @seed gives the same course. @lexicon: must
 * outlive the city. */
void chat_city_init (ChatCity *city, ParleyLexicon *lexicon, guint seed);

/* Returns: a hash of all that the chats did. */
guint64 chat_city_clear (ChatCity *city);

/* Returns: a number below @n, of the course or random. */
int chat_city_pick (ChatCity *city, int n);

/* Hands in an event now. The model takes up what is asked of it; bubbles that are said arrive, or
 * don't. */
void chat_city_post (ChatCity *city, ChatParty *party, const ParleyEvent *event);

/* A part of a reply to @epoch, with a random outcome. */
void chat_city_post_reply (ChatCity *city, ChatParty *party, guint64 epoch, gboolean ends);
void chat_city_post_prediction (ChatCity *city, ChatParty *party, guint64 epoch);

/* Time passes; what falls due happens in its order. */
void chat_city_pass_time (ChatCity *city, gint64 for_ms);

G_END_DECLS
