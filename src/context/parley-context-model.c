/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of the model that answers. */
#include "context/parley-context.h"

#include <glib/gi18n-lib.h>

#include "settings/parley-setting-text.h"

ParleyTokenBudget
parley_context_get_budget (ParleyContext *context, ParleyBackend *backend)
{
  return parley_token_budget_new (context->settings, (guint) MAX (context->model.window, 0),
                                  parley_backend_is_remote (backend));
}

/* The context is gone if this was cancelled. */
static void
on_window (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyContext *context = data;
  ParleyBackend *backend = PARLEY_BACKEND (source);
  int window = parley_backend_find_window_finish (backend, result);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  parley_slots_release (context->model.slots, backend, parley_context_get_max_requests (context));
  if (context->model.backend != backend)
    return;
  context->model.window = window;
  context->model.window_asked = !g_task_had_error (G_TASK (result));
  parley_meters_set_here (context->meters, !parley_backend_is_remote (backend));
}

void
parley_context_tell_window (ParleyContext *context, const ParleyChatKey *key)
{
  ParleyTokenBudget budget;
  g_autofree char *line = NULL;

  if (context->model.backend == NULL || context->model.window != PARLEY_WINDOW_ODD
      || context->model.window_told)
    return;
  budget = parley_context_get_budget (context, context->model.backend);
  line = g_strdup_printf (_ ("What the server says of how much its model can take in can't be "
                             "right: %u tokens are taken for it."),
                          budget.window);
  context->model.window_told = parley_host_tell_user (context->host, key, line);
}

void
parley_context_ask_model (ParleyContext *context)
{
  ParleyBackend *backend = parley_context_get_backend (context, NULL);
  gboolean known = parley_settings_get_int (context->settings, PARLEY_SETTING_BRAIN_WINDOW) > 0;

  if (context->model.window_asked || backend == NULL || !parley_backend_has_model (backend)
      || (known && parley_backend_get_where (backend) != PARLEY_WHERE_UNKNOWN)
      || !parley_slots_try (context->model.slots, backend,
                            parley_context_get_max_requests (context)))
    return;
  context->model.window_asked = TRUE;
  parley_backend_find_window_async (backend, context->cancellable, on_window, context);
}

/* A server may have any number of models, and two servers the same model in two ways. */
char *
parley_context_dup_model (ParleyContext *context)
{
  ParleySettings *settings = context->settings;

  return g_strjoin ("\n", parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND),
                    parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_BASE_URL),
                    parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL), NULL);
}

ParleyManner
parley_context_get_manner (ParleyContext *context, const ParleyChatKey *key)
{
  g_autofree char *model = parley_context_dup_model (context);

  return parley_manners_get (context->model.manners, model, key);
}

void
parley_context_note_manner (ParleyContext *context, const ParleyChatKey *key, gboolean musing)
{
  g_autofree char *model = parley_context_dup_model (context);

  parley_manners_note (context->model.manners, model, key, musing);
}

gboolean
parley_context_takes_tools (ParleyContext *context)
{
  g_autofree char *model = parley_context_dup_model (context);

  return parley_manners_takes_tools (context->model.manners, model);
}

void
parley_context_note_no_tools (ParleyContext *context)
{
  g_autofree char *model = parley_context_dup_model (context);

  parley_manners_note_no_tools (context->model.manners, model);
}

void
parley_context_note_cache (ParleyContext *context)
{
  g_autofree char *model = parley_context_dup_model (context);

  parley_manners_note_cache (context->model.manners, model);
}

gboolean
parley_context_pays_twice (ParleyContext *context)
{
  const char *price
      = parley_settings_get_string (context->settings, PARLEY_SETTING_GUARD_PRICE_READ);
  g_autofree char *model = parley_context_dup_model (context);

  return parley_price_parse (price) > 0 && !parley_manners_caches (context->model.manners, model);
}

char *
parley_context_dup_cached (ParleyContext *context)
{
  int percent = parley_metrics_get_cached_percent (context->metrics);

  /* Translators: the server had read it before, which is quicker and costs less. */
  return percent >= 0
             ? g_strdup_printf (_ ("%d %% of the tokens read came from the cache."), percent)
             : NULL;
}
