/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-agent.h"
#include "brain/parley-prompt.h"
#include "session/parley-composer.h"
#include "context/parley-context.h"
#include "session/parley-recorder.h"

G_BEGIN_DECLS

/* Has one reply written for one read of a chat: looks into the chat's memory, builds the prompt,
 * lets the agent work, and makes bubbles of what it says while it is saying it. It outlives its
 * owner if it must: after a cancel the owner is never called again. */
typedef struct _ParleyWriter ParleyWriter;

/* Each may cancel the writer. */
typedef struct
{
  /* The first visible text came. */
  void (*started) (gpointer owner, guint64 epoch);
  /* Some of a reply came, be it reasoning. */
  void (*progressed) (gpointer owner);
  /* A bubble is ready to be said. */
  void (*bubble) (gpointer owner, guint64 epoch, const ParleyComposed *bubble);
  /* It is over; @outcome is borrowed. */
  void (*finished) (gpointer owner, guint64 epoch, const ParleyAgentOutcome *outcome);
  /* Some of what is said may be reasoning, for the model wrote @mark: no bubble of it is to be said
   * before the user has seen it. Comes before the bubbles. */
  void (*doubted) (gpointer owner, const char *mark);
  /* A model is asked: one request goes out. May be called from inside parley_writer_start (), and
   * does not cancel the writer. */
  void (*asked) (gpointer owner);
  /* It could not answer, and is to be asked again. */
  void (*retried) (gpointer owner);
  /* Something for the log: one line of JSON, (transfer full). */
  void (*trace) (gpointer owner, char *line);
  /* A model is about to be asked, and the writer may be cancelled instead. @sentence: (nullable):
   * what it is at, for the user. */
  void (*doing) (gpointer owner, const char *sentence);
  /* (nullable): the request is only to be looked at: it is there, nobody is asked, nothing is
   * written down, and but for doing none of the others is called. */
  void (*built) (gpointer owner, const ParleyRequest *request);
} ParleyWriterFuncs;

/* What is answered, and what is known of it. */
typedef struct
{
  const ParleyTurn *turn;
  ParleyHint hint; /* of the last answer */
  ParleyAwayNote away;
  ParleyAnother another;
  gboolean asks_program; /* they want to know whether a program writes */
  gboolean with_memory;  /* the person's name proves who they are */
  guint late_min;        /* they wrote so many minutes ago, and the model could not be reached */
  gboolean probe;        /* nobody knows whether the model can be: it is tried once */
} ParleyWriterTask;

/* Borrowed during the call, but for the context and the recorder, which must live until the writer
 * is cancelled. */
typedef struct
{
  ParleyWriterTask task;
  ParleyContext *context;
  ParleyRecorder *recorder;
  ParleyBackend *backend;
  const ParleyChatKey *key;
  const ParleyLimits *limits;
  const char *tag;        /* stands for the chat in traces */
  const char *disclosure; /* (nullable): what the answer begins with */
  gboolean draft;         /* the turn may go on: see parley_writer_close_window () */
  guint64 epoch;
  const ParleyWriterFuncs *funcs; /* static */
  gpointer owner;
} ParleyWriterSetup;

/* Calls nothing from inside but asked and built. Returns: (transfer full): to be given to
 * parley_writer_cancel () once, also after it has finished. */
ParleyWriter *parley_writer_start (const ParleyWriterSetup *setup);

/* The turn is over: what a draft wanted to remember is remembered now. */
void parley_writer_close_window (ParleyWriter *writer);

/* Returns: FALSE once the user has chosen another model, or server, than it asks. */
gboolean parley_writer_is_current (const ParleyWriter *writer);

/* Returns: what it has cost so far; of a generation that runs, an estimate. */
ParleyUsage parley_writer_get_usage (const ParleyWriter *writer);

/* Stops it if it still runs, so that the server stops too, and lets go of it. */
void parley_writer_cancel (ParleyWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyWriter, parley_writer_cancel)

G_END_DECLS
