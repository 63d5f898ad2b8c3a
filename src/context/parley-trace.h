/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-continuation.h"
#include "brain/parley-tool-run.h"
#include "brain/parley-usage.h"
#include "guard/parley-policy.h"
#include "turn/parley-chat.h"
#include "turn/parley-event.h"

G_BEGIN_DECLS

/* What Parley does, as lines of JSON. They never hold chat text; the chat is a tag. Times are
 * monotonic ms. All return (transfer full) one object without a line break. */

char *parley_trace_effect (const char *tag, const ParleyEffect *effect);

/* The record of a finished reading. @kind: of the channel. */
char *parley_trace_record (const char *tag, const char *kind, const ParleyEffect *effect);

char *parley_trace_typing (const char *tag, gint64 now, ParleyTyping typing);

/* An inbound bubble was taken. */
char *parley_trace_bubble (const char *tag, gint64 now);

char *parley_trace_first_token (const char *tag, gint64 now, guint64 epoch);

/* A bubble of a reply is for the user to see first. */
char *parley_trace_shelved (const char *tag, gint64 now, ParleyVerdict why);

/* The server was in trouble, and is asked again. */
char *parley_trace_retry (const char *tag, gint64 now, int after_ms, const GError *why);

/* A tool was called; its name only if there is such a tool. */
char *
parley_trace_call (const char *tag, gint64 now, const ParleyToolCall *call, ParleyCallEnd end);

/* Whether the model may go on calling tools. */
char *parley_trace_decision (const char *tag, gint64 now, const ParleyContinuation *decision);

/* What a reply has cost. */
char *parley_trace_usage (const char *tag, gint64 now, const ParleyUsage *usage);

/* @message: for people, without chat text. */
char *parley_trace_error (const char *tag, gint64 now, const char *message);

G_END_DECLS
