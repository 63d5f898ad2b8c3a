/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "backend/parley-request.h"
#include "backend/parley-completion.h"
#include "backend/parley-model.h"
#include "backend/parley-where.h"

G_BEGIN_DECLS

/* How a model is reached. A backend holds what one kind of server needs (address, model, key,
 * timeouts) and can run any number of generations at the same time. All methods run on the main
 * thread and call back from its loop, never from inside the call. */
#define PARLEY_TYPE_BACKEND (parley_backend_get_type ())
G_DECLARE_INTERFACE (ParleyBackend, parley_backend, PARLEY, BACKEND, GObject)

/* What is told of a generation before it is over; each may be NULL. */
typedef struct
{
  /* One piece of the reply's text as it arrives. @text: borrowed, valid UTF-8, never reasoning,
   * never empty. */
  void (*delta) (const char *text, gpointer data);
  /* So much reasoning came, which nobody sees but which is paid for. */
  void (*reasoning) (gsize bytes, gpointer data);
  /* All that was told by delta was reasoning, whose beginning the server had kept to itself.
   * @quoted: the mark that says so stands in the prompt too, so that it proves nothing of the
   * model. */
  void (*taken_back) (gboolean quoted, gpointer data);
  /* Some of what comes may be reasoning: somebody should look at it before it is said. @mark: what
   * makes it look so, as the model wrote it. Once at most, and before any of that text unless a
   * mark comes late: then only where the manner is not %PARLEY_MANNER_PLAIN. */
  void (*doubted) (const char *mark, gpointer data);
  /* Nothing came yet, and it is tried again in @after_ms. */
  void (*retry) (int after_ms, const GError *why, gpointer data);
} ParleyBackendFuncs;

struct _ParleyBackendInterface
{
  GTypeInterface parent_iface;

  const char *(*get_name) (ParleyBackend *self);
  ParleyWhere (*get_where) (ParleyBackend *self);
  void (*generate_async) (ParleyBackend *self,
                          ParleyRequest *request,
                          const ParleyBackendFuncs *funcs,
                          gpointer funcs_data,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);
  ParleyCompletion *(*generate_finish) (ParleyBackend *self, GAsyncResult *result, GError **error);
  void (*list_models_async) (ParleyBackend *self,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
  GPtrArray *(*list_models_finish) (ParleyBackend *self, GAsyncResult *result, GError **error);
  void (*find_window_async) (ParleyBackend *self,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
  int (*find_window_finish) (ParleyBackend *self, GAsyncResult *result);
};

/* Returns: the backend's name as in the settings: "builtin", "openai", "anthropic". */
const char *parley_backend_get_name (ParleyBackend *self);

/* Returns: whether a model writes the replies. */
gboolean parley_backend_has_model (ParleyBackend *self);

/* Returns: where the model runs, as far as is known; what the server tells of it comes with the
 * window. */
ParleyWhere parley_backend_get_where (ParleyBackend *self);

/* Returns: whether anything may leave this machine when the backend is used: all but what is known
 * to stay. */
gboolean parley_backend_is_remote (ParleyBackend *self);

/* Starts one generation. @request: borrowed during the call, the backend takes its own reference.
 * @funcs: (nullable): static; called until @callback is. Cancelling closes the connection, so that
 * the server stops generating; @callback then gets %G_IO_ERROR_CANCELLED and no delta comes after
 * the cancellation. */
void parley_backend_generate_async (ParleyBackend *self,
                                    ParleyRequest *request,
                                    const ParleyBackendFuncs *funcs,
                                    gpointer funcs_data,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns: (transfer full): the whole reply; its terminator was seen. On failure NULL with a
 * %PARLEY_ERROR or %G_IO_ERROR_CANCELLED. */
ParleyCompletion *
parley_backend_generate_finish (ParleyBackend *self, GAsyncResult *result, GError **error);

/* Asks the server which models it has: also the test of a connection. */
void parley_backend_list_models_async (ParleyBackend *self,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);

/* Returns: (transfer full): array of ParleyModel, may be empty; NULL on failure. */
GPtrArray *
parley_backend_list_models_finish (ParleyBackend *self, GAsyncResult *result, GError **error);

/* Finds out how much the model in use can take in, and where it runs: asks the server the first
 * time it is called, and keeps the answer. */
void parley_backend_find_window_async (ParleyBackend *self,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);

/* Returns: the tokens that prompt and reply may have together; 0 when the server does not tell, or
 * could not be asked, which is an error of the task; %PARLEY_WINDOW_ODD when it tells what can't
 * be. */
int parley_backend_find_window_finish (ParleyBackend *self, GAsyncResult *result);

G_END_DECLS
