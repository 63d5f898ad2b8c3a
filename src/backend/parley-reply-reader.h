/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "backend/parley-request.h"
#include "backend/parley-think-marks.h"

G_BEGIN_DECLS

/* Reads one streamed reply, in any dialect: from bytes to text, calls and a completion. Bytes go in
 * as they come; how they were cut makes no difference to what comes out. Pure: no I/O, no time.
 *
 * It parses nothing itself, so that what is long can be parsed elsewhere: as long as
 * parley_reply_reader_next () gives a part, the caller parses that and hands in the chunk. */
typedef struct _ParleyReplyReader ParleyReplyReader;

typedef struct
{
  /* A piece of the reply: not empty. */
  void (*on_text) (const char *text, gpointer data);

  /* All that came by on_text is void; some of what comes is in doubt: as in ParleyBackendFuncs. */
  void (*on_taken_back) (gboolean quoted, gpointer data);
  void (*on_doubted) (const char *mark, gpointer data);

  /* So much of it was reasoning. */
  void (*on_reasoning) (gsize bytes, gpointer data);

  /* Something came that gets the reply further; it is whole, but for what it cost. */
  void (*on_progress) (gpointer data);
  void (*on_finish) (gpointer data);
} ParleyReplyReaderFuncs;

typedef enum
{
  PARLEY_READ_MORE, /* nothing until more bytes come */
  PARLEY_READ_PART, /* one part is to be parsed */
  PARLEY_READ_OVER, /* nothing that still comes matters */
} ParleyRead;

/* What is to be parsed; valid until the reader is next used. */
typedef struct
{
  const char *data;
  gsize length;
  ParleyChunkForm form;
} ParleyReplyPart;

/* @marks, @funcs: must outlive the reader. @request: what is answered; borrowed during the call.
 * Returns: (transfer full). */
ParleyReplyReader *parley_reply_reader_new (const ParleyThinkMarks *marks,
                                            ParleyRequest *request,
                                            const ParleyReplyReaderFuncs *funcs,
                                            gpointer data);
void parley_reply_reader_free (ParleyReplyReader *reader);

/* @data: @length bytes, at least one. */
void parley_reply_reader_push (ParleyReplyReader *reader, const guint8 *data, gsize length);

/* No more bytes come. */
void parley_reply_reader_end (ParleyReplyReader *reader);

ParleyRead parley_reply_reader_next (ParleyReplyReader *reader, ParleyReplyPart *part);

/* @chunk: what the part says; its error may be stolen. */
void parley_reply_reader_take (ParleyReplyReader *reader, ParleyChunk *chunk);

/* The last call. @transport: (nullable): why no more bytes came. Returns: (transfer full): NULL
 * with the error if it is no whole reply. */
ParleyCompletion *
parley_reply_reader_conclude (ParleyReplyReader *reader, const GError *transport, GError **error);

/* Returns: whether nothing of a reply came. */
gboolean parley_reply_reader_is_untouched (const ParleyReplyReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyReplyReader, parley_reply_reader_free)

G_END_DECLS
