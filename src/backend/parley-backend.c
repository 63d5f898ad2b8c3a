/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-backend.h"

G_DEFINE_INTERFACE (ParleyBackend, parley_backend, G_TYPE_OBJECT)

static void
parley_backend_default_init (ParleyBackendInterface *iface)
{
}

const char *
parley_backend_get_name (ParleyBackend *self)
{
  return PARLEY_BACKEND_GET_IFACE (self)->get_name (self);
}

gboolean
parley_backend_has_model (ParleyBackend *self)
{
  return !g_str_equal (parley_backend_get_name (self), "builtin");
}

ParleyWhere
parley_backend_get_where (ParleyBackend *self)
{
  return PARLEY_BACKEND_GET_IFACE (self)->get_where (self);
}

gboolean
parley_backend_is_remote (ParleyBackend *self)
{
  return parley_backend_get_where (self) != PARLEY_WHERE_HERE;
}

void
parley_backend_generate_async (ParleyBackend *self,
                               ParleyRequest *request,
                               const ParleyBackendFuncs *funcs,
                               gpointer funcs_data,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  PARLEY_BACKEND_GET_IFACE (self)->generate_async (self, request, funcs, funcs_data, cancellable,
                                                   callback, user_data);
}

ParleyCompletion *
parley_backend_generate_finish (ParleyBackend *self, GAsyncResult *result, GError **error)
{
  return PARLEY_BACKEND_GET_IFACE (self)->generate_finish (self, result, error);
}

void
parley_backend_list_models_async (ParleyBackend *self,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  PARLEY_BACKEND_GET_IFACE (self)->list_models_async (self, cancellable, callback, user_data);
}

GPtrArray *
parley_backend_list_models_finish (ParleyBackend *self, GAsyncResult *result, GError **error)
{
  return PARLEY_BACKEND_GET_IFACE (self)->list_models_finish (self, result, error);
}

void
parley_backend_find_window_async (ParleyBackend *self,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  ParleyBackendInterface *iface = PARLEY_BACKEND_GET_IFACE (self);

  if (iface->find_window_async != NULL)
    iface->find_window_async (self, cancellable, callback, user_data);
  else
    g_task_report_error (self, callback, user_data, NULL,
                         g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, ""));
}

int
parley_backend_find_window_finish (ParleyBackend *self, GAsyncResult *result)
{
  ParleyBackendInterface *iface = PARLEY_BACKEND_GET_IFACE (self);

  return iface->find_window_finish != NULL ? iface->find_window_finish (self, result) : 0;
}
