/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-word-set.h"

G_BEGIN_DECLS

/* So many exchanges are looked at: all that fit into ten replies of both sides together. */
#define PARLEY_LOOP_EXCHANGES 4

/* How the other side was seen to type what it said. */
typedef enum
{
  PARLEY_TYPED_UNSEEN,
  PARLEY_TYPED_SEEN,   /* neither of the two below */
  PARLEY_TYPED_FAST,   /* faster than anybody can */
  PARLEY_TYPED_SLOWLY, /* as people do, and longer than a program pretends to */
} ParleyTyped;

/* What came as an answer to one of ours. */
typedef struct
{
  gint64 latency; /* ms from our last word to their first */
  gint64 span;    /* ms to their last word */
  guint chars;
  gboolean neat; /* one message, or several without time to write them */
  gboolean like; /* much like what they or we said just before */
  ParleyTyped typed;
} ParleyLoopExchange;

/* Do two programs talk to each other? Judged by how fast and how evenly the other side answers, how
 * much its texts are alike, and how it types; every sign alone is somebody's way to write. Forgets
 * everything when the user writes. Times are ms, never less than before. */
typedef struct
{
  guint n_said; /* answers of ours since the user wrote */
  guint n;
  ParleyLoopExchange exchanges[PARLEY_LOOP_EXCHANGES]; /* the newest, oldest first */
  gboolean stopped;

  gint64 said_at; /* our last word; 0: none */
  ParleyLoopExchange open;
  gboolean heard; /* something came since; it is in @open */
  gint64 heard_at;
  gint64 typing_since; /* 0: they don't type */
  gint64 typed_ms;
  ParleyWordSet their_words; /* of what is heard */
  ParleyWordSet their_last;
  ParleyWordSet our_last;
} ParleyLoop;

/* They said something. @text: plain. */
void parley_loop_hear (ParleyLoop *loop, const char *text, gint64 now);

void parley_loop_note_typing (ParleyLoop *loop, gboolean typing, gint64 now);

/* We said something by ourselves. @begins: it is the first message of an answer. @max_said: after
 * as many answers it has to stop if it is a loop. @shows_typing: people's typing is seen on this
 * kind of channel. */
void parley_loop_say (ParleyLoop *loop,
                      const char *text,
                      gboolean begins,
                      guint max_said,
                      gboolean shows_typing,
                      gint64 now);

/* The user wrote, or wants it to go on. */
void parley_loop_reset (ParleyLoop *loop);

G_END_DECLS
