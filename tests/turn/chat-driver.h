/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "turn/parley-chat.h"

G_BEGIN_DECLS

/* Drives a machine with a list of events and times, and writes down what it does in a short
 * notation, one word an effect, parts by "+" and steps by blanks: "collecting window" … */
typedef struct
{
  ParleyTurnPolicy policy;
  ParleyLexicon *lexicon;
  ParleyHabits habits;
  ParleyChat *chat;
  gint64 now;
  ParleySaid said; /* what becomes of a bubble */
  gboolean slow;   /* what is declared waits for chat_driver_intended(); else nobody sees of it */
  guint intent;    /* the number of the newest that was declared */
  GString *log;
  GPtrArray *done; /* of ParleyTurn, as they became history */
} ChatDriver;

/* @base_ms: of the channel. Bubbles are delivered at once. Drafts and predictions are off; their
 * numbers are the defaults. */
void chat_driver_init (ChatDriver *driver, int base_ms);
void chat_driver_clear (ChatDriver *driver);

/* Lets time pass to @to; the machine gets its deadlines on the way. */
void chat_driver_wait_until (ChatDriver *driver, gint64 to);

/* Hands in one event now. */
void chat_driver_post (ChatDriver *driver, const ParleyEvent *event);

/* A bubble's id is its text. */
void chat_driver_bubble (ChatDriver *driver, gint64 at, const char *text);
void chat_driver_typing (ChatDriver *driver, gint64 at, ParleyTyping typing);

/* @text: NULL takes the bubble back. */
void chat_driver_edit (ChatDriver *driver, gint64 at, const char *id, const char *text);
void chat_driver_predict (ChatDriver *driver, gint64 at, ParleyPrediction prediction);

/* Parts of a reply, of any epoch; a bubble without pace. */
void chat_driver_reply_bubble (ChatDriver *driver, gint64 at, guint64 epoch, const char *text);
void chat_driver_reply_end (ChatDriver *driver, gint64 at, guint64 epoch, ParleyReplyEnd how);

/* A whole reply of the current epoch, bubbles separated by "|", each typed for @pace_ms. */
void chat_driver_reply (ChatDriver *driver, gint64 at, const char *bubbles, int pace_ms);
void chat_driver_simple (ChatDriver *driver, gint64 at, ParleyEventType type);

/* What became of the newest intent. */
void chat_driver_intended (ChatDriver *driver, gint64 at, gboolean held);
void chat_driver_takeover (ChatDriver *driver, gint64 at, gint64 for_ms);

/* Compares the log with what is expected and empties it. */
#define chat_driver_expect(driver, expected)                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_cmpstr ((driver)->log->str, ==, expected);                                            \
    g_string_truncate ((driver)->log, 0);                                                          \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
