/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "memory/parley-intent.h"

G_BEGIN_DECLS

/* The intents of this process, and the file they stand in. Every call waits for the disk: never
 * from the main loop, and from one thread at a time. */
typedef struct _ParleyIntentBook ParleyIntentBook;

typedef struct
{
  GPtrArray *intents; /* of ParleyIntent, in the order in which they were declared: open, said or
                         unknown. None was taken back. */
  guint damaged;      /* lines that don't tell whom they are about */
} ParleyIntentsLeft;

/* @folder: (nullable): NULL: there is no file. Returns: (transfer full). */
ParleyIntentBook *parley_intent_book_new (const char *folder);

/* @kept: what has an outcome is let go of; without an open one the file goes. */
void parley_intent_book_close (ParleyIntentBook *book, gboolean kept);

/* What is written in one go. */
typedef struct
{
  guint64 number;
  const ParleyIntent *intent; /* (nullable): copied; NULL: that intent's outcome */
  ParleyIntentOutcome outcome;
} ParleyIntentChange;

/* @changes: of ParleyIntentChange, in the order in which they came. On error none of the intents
 * among them is in the book; outcomes always are. */
gboolean parley_intent_book_change (ParleyIntentBook *book, GArray *changes, GError **error);

/* Its line is not needed any more. */
void parley_intent_book_release (ParleyIntentBook *book, guint64 number);

/* In files nobody writes any more, too. */
gboolean
parley_intent_book_forget (ParleyIntentBook *book, const ParleyChatKey *key, GError **error);

/* Holds the files of processes that are no more. Returns: (transfer full): what they left; nothing
 * as long as such files are held. */
ParleyIntentsLeft *parley_intent_book_take_left (ParleyIntentBook *book);
void parley_intent_book_drop_left (ParleyIntentBook *book);

void parley_intents_left_free (ParleyIntentsLeft *left);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyIntentsLeft, parley_intents_left_free)

G_END_DECLS
