/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Server-sent events out of bytes. Bytes go in as they come, events are taken out one at a time;
 * how the bytes were cut makes no difference to the events. Pure: no I/O, no time.
 *
 * The WHATWG rules, with two additions: the last event needs no blank line behind it once
 * parley_sse_end () was called, because some servers leave it out; and a field "error" is an event
 * of its own, because llama.cpp sent its errors so until autumn 2025. */
typedef struct _ParleySse ParleySse;

typedef enum
{
  PARLEY_SSE_MORE,   /* nothing until more bytes come; after parley_sse_end (): nothing any more */
  PARLEY_SSE_EVENT,  /* one event was taken out */
  PARLEY_SSE_FAILED, /* a bound was passed; stays so */
} ParleySseResult;

/* Valid until the decoder is next used. */
typedef struct
{
  gboolean is_error; /* came as the field "error", not "data" */
  const char *type;  /* (nullable): the field "event" */
  const char *data;  /* its lines joined with newlines; a NUL follows, and any byte may be in it */
  gsize length;      /* of data, in bytes */
} ParleySseEvent;

/* @max_line, @max_event: bounds in bytes of a line and of an event's data.
 * Returns: (transfer full). */
ParleySse *parley_sse_new (gsize max_line, gsize max_event);
void parley_sse_free (ParleySse *sse);

/* Hands in bytes. They are kept until parley_sse_next () has gone through them. */
void parley_sse_push (ParleySse *sse, const void *data, gsize length);

/* Says that no more bytes come. */
void parley_sse_end (ParleySse *sse);

/* Takes out the next event. Fails with %PARLEY_ERROR_BAD_RESPONSE. */
ParleySseResult parley_sse_next (ParleySse *sse, ParleySseEvent *event, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySse, parley_sse_free)

G_END_DECLS
