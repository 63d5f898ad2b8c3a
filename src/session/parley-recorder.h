/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "brain/parley-style.h"
#include "context/parley-context.h"
#include "memory/parley-chat-memory.h"

G_BEGIN_DECLS

/* What is said in one chat: all of it goes into the chat's memory, and the newest of it is at hand
 * for a prompt. A private chat's memory ends with the sitting. */
typedef struct _ParleyRecorder ParleyRecorder;

/* What was said in earlier sittings is at hand now. */
typedef void (*ParleyRecorderFunc) (gpointer owner);

/* @context, @key: borrowed, must outlive the recorder. Returns: (transfer full). */
ParleyRecorder *parley_recorder_new (ParleyContext *context, const ParleyChatKey *key);
void parley_recorder_free (ParleyRecorder *recorder);

/* Where all goes from now on. What was said in more private is no longer at hand then, nor in a
 * summary that is still asked for. */
void parley_recorder_set_privacy (ParleyRecorder *recorder, ParleyPrivacy privacy);
ParleyPrivacy parley_recorder_get_privacy (ParleyRecorder *recorder);

/* Fetches what was said in earlier sittings, if anything is kept of the chat. @loaded: called once,
 * at once if there is nothing to fetch; never after the recorder is freed. */
void parley_recorder_load (ParleyRecorder *recorder, ParleyRecorderFunc loaded, gpointer owner);

/* Whether another program has had the chat forgotten since the recorder was made. */
gboolean parley_recorder_is_forgotten (ParleyRecorder *recorder);

/* Before a prompt: what another program has had forgotten is not at hand any more. */
void parley_recorder_refresh (ParleyRecorder *recorder);

/* @turn: 0: outside of one. */
void parley_recorder_add (ParleyRecorder *recorder,
                          ParleySpeaker speaker,
                          const char *text,
                          ParleyWhen when,
                          guint64 turn);

/* What @speaker said last as @text is @amended from now on; nothing if they did not. */
void parley_recorder_amend (ParleyRecorder *recorder,
                            ParleySpeaker speaker,
                            const char *text,
                            const char *amended);

/* Returns: (transfer none): the newest of what was said. */
ParleyHistory *parley_recorder_get_history (ParleyRecorder *recorder);

/* Returns: (transfer none): the nonce of the fence around what others wrote in this chat: once it
 * was in a prompt the same in every run, until it is renewed or the chat forgotten. */
const char *parley_recorder_get_nonce (ParleyRecorder *recorder);

/* Somebody else may know it. */
void parley_recorder_renew_nonce (ParleyRecorder *recorder);

/* Returns: (transfer none): what was said before all that is in a prompt; "" for none. */
const char *parley_recorder_get_summary (ParleyRecorder *recorder);

/* Returns: (transfer none) (nullable): how the user writes there, as far as it is known. */
const ParleyStyle *parley_recorder_get_style (ParleyRecorder *recorder);

/* Another prompt is about to be written, with the history from @until on: its front moves, so what
 * the user wrote by hand meanwhile may be learnt from. */
void parley_recorder_learn_style (ParleyRecorder *recorder, gint64 until);

/* That was learnt elsewhere. @style: (transfer full). */
void parley_recorder_take_style (ParleyRecorder *recorder, ParleyStyle *style);

/* A draft of Parley's was changed to @sent before the user sent it, or not wanted: "". */
void parley_recorder_add_lesson (ParleyRecorder *recorder, const char *drafted, const char *sent);

/* Returns: (transfer none) (element-type ParleyLesson): the newest of those, oldest first. */
const GPtrArray *parley_recorder_get_lessons (ParleyRecorder *recorder);

/* Returns: of what age the history is to be left out of a prompt, seconds since 1970, so that the
 * rest has at most @max_tokens. */
gint64 parley_recorder_find_until (ParleyRecorder *recorder, guint max_tokens);

/* There is a prompt without it: the next one, and the next run, has the same front. */
void parley_recorder_leave_out (ParleyRecorder *recorder, gint64 until);

/* Returns: (transfer full) (nullable): what a model is asked so that the summary takes in what was
 * left out; NULL if it has all of it. */
ParleyRequest *parley_recorder_build_summary_request (ParleyRecorder *recorder);

/* @text: what the model answered to that. */
void parley_recorder_take_summary (ParleyRecorder *recorder, const char *text);

/* Returns: (transfer full): where what is said goes now. */
ParleyChatMemory *parley_recorder_dup_memory (ParleyRecorder *recorder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRecorder, parley_recorder_free)

G_END_DECLS
