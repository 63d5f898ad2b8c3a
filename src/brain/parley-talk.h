/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "memory/parley-history.h"

G_BEGIN_DECLS

/* Utterances as messages of a request. What one side said without a long pause is one piece, and
 * its time is told where a pause was before it; the pieces don't depend on what comes after them,
 * so that the same talk always gives the same bytes.
 */
typedef struct _ParleyTalk ParleyTalk;

/* @zone: in which times are told. @nonce: of the fence; borrowed. @before: when something was last
 * said or told, seconds since 1970; 0: nothing was. Returns: (transfer full): adding to @request,
 * borrowed. */
ParleyTalk *
parley_talk_new (ParleyRequest *request, GTimeZone *zone, const char *nonce, gint64 before);

/* In the order in which it came. What was written long before that is told so. */
void parley_talk_add (ParleyTalk *talk, ParleySpeaker speaker, const char *text, ParleyWhen when);

/* What is added next is a piece of its own: a turn. */
void parley_talk_begin_turn (ParleyTalk *talk);

/* Adds the last piece. Frees the talk. */
void parley_talk_end (ParleyTalk *talk);

/* Returns: (transfer full): @text, or its head and tail and how much is missing between them: at
 * most this much of what somebody said at once goes to a model. */
#define PARLEY_TALK_MAX_BYTES 8192
char *parley_talk_dup_bounded (const char *text);

/* Adds the fenced @text, or its head and tail, each fenced, if it has more than @max bytes. What is
 * not theirs of it stands outside. */
void parley_talk_append_theirs (GString *message, const char *nonce, const char *text, gsize max);

G_END_DECLS
