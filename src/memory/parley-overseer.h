/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "lexicon/parley-lexicon.h"
#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* Looks into the memory of one chat before a model is asked, so that a question the memory can
 * answer needs no fetch: the facts that a turn touches, and, if it says a time, the series it is
 * about. A series counts if a word of its name is in the turn; where none does and the chat has
 * only one, that one. */
#define PARLEY_TYPE_OVERSEER (parley_overseer_get_type ())
G_DECLARE_FINAL_TYPE (ParleyOverseer, parley_overseer, PARLEY, OVERSEER, GObject)

#define PARLEY_OVERSEER_MAX_TEXT    2048 /* bytes, of the turn's end: what is read of it */
#define PARLEY_OVERSEER_MAX_SERIES  4
#define PARLEY_OVERSEER_MAX_ENTRIES 20 /* of each */
#define PARLEY_OVERSEER_MAX_FACTS   10

/* @memory: referenced. @lexicon: must live as long. Returns: (transfer full). */
ParleyOverseer *parley_overseer_new (ParleyChatMemory *memory, ParleyLexicon *lexicon);

/* Which of several series does @text ask for? @names: those that may be meant, the likeliest first.
 * Whoever is asked answers exactly once, now or later, with parley_overseer_choose ().
 * @question: (transfer full). @cancellable: (nullable): of the look that asks. */
typedef void (*ParleyOverseerChoose) (GTask *question,
                                      const char *text,
                                      const char *const *names,
                                      GCancellable *cancellable,
                                      gpointer data);

/* @choose: (nullable): all that may be meant, as far as the bound goes. */
void
parley_overseer_set_choose (ParleyOverseer *overseer, ParleyOverseerChoose choose, gpointer data);

/* @question: (transfer full). @names: (nullable): those chosen; others than were asked for don't
 * count. NULL: no opinion. */
void parley_overseer_choose (GTask *question, const char *const *names);

/* @text: the turn's bubbles, valid UTF-8. @now: µs since 1970. @zone: the user's. */
void parley_overseer_look_async (ParleyOverseer *overseer,
                                 const char *text,
                                 gint64 now,
                                 GTimeZone *zone,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* Returns: (transfer full): a part of a prompt, as parley-briefing.h says, to be fenced by the
 * caller; "" if the memory has nothing. NULL with %G_IO_ERROR_CANCELLED.
 * @has_series: (out): whether the chat has any. */
char *parley_overseer_look_finish (ParleyOverseer *overseer,
                                   GAsyncResult *result,
                                   gboolean *has_series,
                                   GError **error);

G_END_DECLS
