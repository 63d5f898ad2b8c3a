/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "backend/parley-request.h"
#include "backend/parley-url.h"
#include "base/parley-error.h"
#include "session/parley-session-private.h"

/* What a model would be told now, made by what makes it for the model, and shown to the user
 * instead. */
struct _ParleyPreview
{
  ParleySession *session;
  GTask *task;
  ParleyTurn *turn;     /* NULL: it waits until the chat is loaded */
  ParleyWriter *writer; /* NULL until it was started */
  char *text;           /* NULL until it is there */
};

void
parley_preview_free (ParleyPreview *preview)
{
  g_clear_pointer (&preview->writer, parley_writer_cancel);
  if (preview->text != NULL)
    g_task_return_pointer (preview->task, g_steal_pointer (&preview->text), g_free);
  else if (!g_task_had_error (preview->task))
    g_task_return_new_error (preview->task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                             _ ("Parley was switched off there."));
  g_clear_pointer (&preview->turn, parley_turn_unref);
  g_object_unref (preview->task);
  g_free (preview);
}

static void
refuse (ParleyPreview *preview, const char *why)
{
  g_task_return_new_error (preview->task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s", why);
  g_ptr_array_remove (preview->session->answering.previews, preview);
}

/* Returns: (transfer full): who would be told it, and why nobody is now, if so. */
static char *
dup_head (ParleySession *session)
{
  ParleySettings *settings = session->context->settings;
  ParleyDecision decision = parley_session_decide (session, PARLEY_ACT_ASK);
  g_autofree char *origin = parley_url_dup_chosen_origin (settings);
  g_autofree char *why = decision.permit == PARLEY_PERMIT_NONE
                             ? parley_context_dup_explained (session->context, decision.verdict)
                             : NULL;
  /* Translators: a model's name, its server ("https://api.example.org"), and a number. */
  g_autofree char *who
      = g_strdup_printf (_ ("The model “%s” at %s gets this, for an answer of at most %d tokens."),
                         parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL),
                         origin != NULL ? origin : "?",
                         parley_settings_get_int (settings, PARLEY_SETTING_BACKEND_MAX_TOKENS));

  return why != NULL ? g_strdup_printf (_ ("%s\nNot now: %s"), who, why) : g_steal_pointer (&who);
}

static char *
dup_text (const ParleyPreview *preview, const ParleyRequest *request)
{
  g_autofree char *head = dup_head (preview->session);
  g_autofree char *text = parley_request_text_dup (request);

  if (preview->turn->bubbles->len > 0)
    return g_strjoin ("\n\n", head, text, NULL);
  return g_strjoin ("\n\n", head, _ ("They wrote nothing that waits for an answer."), text, NULL);
}

static void
on_built (gpointer owner, const ParleyRequest *request)
{
  ParleyPreview *preview = owner;

  preview->text = dup_text (preview, request);
  if (preview->writer != NULL)
    g_ptr_array_remove (preview->session->answering.previews, preview);
}

static void
on_doing (gpointer owner, const char *sentence)
{
}

static void
start_writer (ParleyPreview *preview, ParleyBackend *backend)
{
  static const ParleyWriterFuncs funcs = { .built = on_built, .doing = on_doing };
  ParleySession *session = preview->session;
  ParleyWriterSetup setup = parley_session_get_writer_setup (session, backend);
  ParleyAwayStatus status = { 0 };
  g_autofree char *shown = parley_host_dup_status (session->context->host, session->key, &status);

  preview->turn = setup.task.turn != NULL ? parley_turn_ref ((ParleyTurn *) setup.task.turn)
                                          : parley_turn_new (0);
  setup.task.turn = preview->turn;
  setup.task.away.status_text = shown;
  setup.funcs = &funcs;
  setup.owner = preview;
  preview->writer = parley_writer_start (&setup);
  if (preview->text != NULL)
    g_ptr_array_remove (session->answering.previews, preview);
}

/* Returns: FALSE with an error if nobody is asked while it is as it is. */
static gboolean
has_persona (ParleySession *session, GError **error)
{
  ParleyPersona *persona = session->context->knowledge->persona;
  g_autoptr (GError) trouble = NULL;

  if (parley_persona_refresh (persona, &trouble) || parley_persona_get (persona) != NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&trouble));
  return FALSE;
}

/* What may not be told to a model is not shown as if it was. */
static gboolean
is_hidden (ParleySession *session, ParleyVerdict *verdict)
{
  *verdict = parley_session_decide (session, PARLEY_ACT_ASK).verdict;
  return *verdict == PARLEY_VERDICT_ENCRYPTED || *verdict == PARLEY_VERDICT_EXPOSED;
}

static void
start (ParleyPreview *preview)
{
  ParleySession *session = preview->session;
  g_autoptr (GError) error = NULL;
  ParleyBackend *backend = parley_context_get_backend (session->context, &error);
  ParleyVerdict verdict;

  if (backend != NULL && !parley_backend_has_model (backend))
    refuse (preview, _ ("An away note answers; no model is asked."));
  else if (backend == NULL || !has_persona (session, &error))
    refuse (preview, error->message);
  else if (is_hidden (session, &verdict))
    refuse (preview, parley_verdict_explain (verdict));
  else
    start_writer (preview, backend);
}

void
parley_session_start_previews (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = parley_session_enter (session, NULL);

  parley_context_refresh (session->context);
  for (guint i = session->answering.previews->len; i > 0; i--)
    {
      ParleyPreview *preview = g_ptr_array_index (session->answering.previews, i - 1);

      if (preview->turn == NULL)
        start (preview);
    }
}

void
parley_session_preview_async (ParleySession *session,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  ParleyPreview *preview = g_new0 (ParleyPreview, 1);

  preview->session = session;
  preview->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (preview->task, parley_session_preview_async);
  g_ptr_array_add (session->answering.previews, preview);
  if (session->life > PARLEY_LIFE_LOADED)
    parley_session_start_previews (session);
}

char *
parley_session_preview_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
