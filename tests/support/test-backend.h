/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "backend/parley-think-filter.h"
#include "base/parley-error.h"

G_BEGIN_DECLS

/* A model whose answers the test writes itself, when it likes. */
#define PARLEY_TYPE_TEST_BACKEND (parley_test_backend_get_type ())
G_DECLARE_FINAL_TYPE (ParleyTestBackend, parley_test_backend, PARLEY, TEST_BACKEND, GObject)

struct _ParleyTestBackend
{
  GObject parent_instance;

  ParleyThinkMarks *marks;
  const char *name;    /* what it says it is; "test" */
  gboolean remote;     /* whether it is on another machine */
  int window;          /* of its model, in tokens; 0: it does not tell */
  GQueue open;         /* of GTask: asked and not answered, oldest first */
  GPtrArray *requests; /* of ParleyRequest: all that were ever asked */
  guint n_cancelled;
};

/* Returns: (transfer full). */
ParleyTestBackend *parley_test_backend_new (void);

/* Says a piece of the answer to the oldest open request. */
void parley_test_backend_say (ParleyTestBackend *self, const char *text);

/* Says the last piece. */
void parley_test_backend_answer (ParleyTestBackend *self, const char *text);

/* Wants a tool called instead. */
void parley_test_backend_call (ParleyTestBackend *self, const char *name, const char *arguments);

/* Wants several called at once. @calls: of ParleyToolCall, (transfer full). */
void parley_test_backend_call_all (ParleyTestBackend *self, GPtrArray *calls);

/* Says the last piece and runs into the length it may have. */
void parley_test_backend_cut (ParleyTestBackend *self, const char *text);

/* The server is overloaded; something else is wrong. */
void parley_test_backend_fail (ParleyTestBackend *self, const char *message);
void parley_test_backend_fail_with (ParleyTestBackend *self, ParleyError code, const char *message);

/* The try went wrong, and there is another one; so much reasoning came. */
void parley_test_backend_retry (ParleyTestBackend *self);
void parley_test_backend_muse (ParleyTestBackend *self, gsize bytes);

/* Returns: whether a message of the newest request has @text in it. */
gboolean parley_test_backend_was_told (ParleyTestBackend *self, const char *text);

/* Returns: (transfer none): the last message of the newest request. */
const char *parley_test_backend_get_last_message (ParleyTestBackend *self);

/* Lets callbacks run that are on their way. */
void parley_test_backend_settle (void);

G_END_DECLS
