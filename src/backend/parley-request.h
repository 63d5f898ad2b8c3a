/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"

G_BEGIN_DECLS

typedef enum
{
  PARLEY_ROLE_SYSTEM,
  PARLEY_ROLE_USER,
  PARLEY_ROLE_ASSISTANT,
  PARLEY_ROLE_TOOL, /* what a tool gave */
} ParleyRole;

typedef struct
{
  ParleyRole role;
  char *text;       /* valid UTF-8; of a tool: what it gave */
  GPtrArray *calls; /* (nullable): of ParleyToolCall; of the assistant: what it wanted called */
  char *call_id;    /* of a tool: of the call it answers */
} ParleyMessage;

/* The user's published status, all that a note without a model may say about them. */
typedef struct
{
  gboolean note_due; /* the user is away and this person had no note yet in this away period */
  char *status_text; /* (nullable): plain text the user shows the world */
} ParleyAwayNote;

/* How a model tells its reasoning from its answer, as far as its answers have shown. */
typedef enum
{
  PARLEY_MANNER_UNKNOWN,
  PARLEY_MANNER_PLAIN,  /* all that comes is to be said */
  PARLEY_MANNER_MUSING, /* some of it turns out to be reasoning only later */
} ParleyManner;

/* Where something would stand that has no value yet; only people who look are told of it. */
typedef struct
{
  guint message;
  gsize offset;     /* in its text */
  const char *what; /* static: a sentence for the user, not translated yet */
} ParleyGap;

/* What is asked of a model, without saying which. Immutable once handed to a backend;
 * reference counted. */
typedef struct
{
  GPtrArray *messages; /* of ParleyMessage, system first */
  GPtrArray *tools;    /* of ParleyToolSpec, borrowed: what the model may call; may be empty */
  gboolean no_calls;   /* the tools are known from earlier calls but may not be called any more */
  int max_tokens;      /* bound of the reply, always sent */
  ParleyAwayNote away;
  ParleyManner manner; /* of the model that is asked */
  gboolean once;       /* a try that fails is not repeated */
  guint n_bubbles;     /* of the burst that is answered */
  char *cache_key;     /* (nullable): random, the same for all prompts that begin alike */
  GArray *gaps;        /* of ParleyGap, in order; a copy has none */
} ParleyRequest;

/* Returns: (transfer full). */
ParleyRequest *parley_request_new (int max_tokens);

/* Returns: (transfer full): one with the same messages and all else, to be added to. */
ParleyRequest *parley_request_copy (const ParleyRequest *request);
ParleyRequest *parley_request_ref (ParleyRequest *request);
void parley_request_unref (ParleyRequest *request);

/* Adds a message, or adds to the last one if it has the same role: many servers want the roles to
 * take turns. */
void parley_request_add (ParleyRequest *request, ParleyRole role, const char *text);

/* Adds what the model said when it wanted tools called. @text: may be "". @calls: of
 * ParleyToolCall, borrowed, not empty; the same number of results must follow. */
void parley_request_add_calls (ParleyRequest *request, const char *text, const GPtrArray *calls);
void parley_request_add_result (ParleyRequest *request, const char *call_id, const char *text);

/* Notes what is missing at a place of a message; of one that is added later, too. @what: static,
 * marked for translation. */
void
parley_request_note_gap (ParleyRequest *request, guint message, gsize offset, const char *what);

/* The same at the end of all that was added so far. */
void parley_request_note_gap_here (ParleyRequest *request, const char *what);

/* Returns: (transfer none): "system", "user", "assistant" or "tool". */
const char *parley_role_to_string (ParleyRole role);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRequest, parley_request_unref)

#define PARLEY_REQUEST_GAP "--- "

/* Returns: (transfer full): all that @request tells a model, for people to read: each message under
 * its role, then the tools. Where something has no value yet a line of ours that begins with
 * %PARLEY_REQUEST_GAP says so. What goes along beside that, such as a key, is no part of it. */
char *parley_request_text_dup (const ParleyRequest *request);

G_END_DECLS
