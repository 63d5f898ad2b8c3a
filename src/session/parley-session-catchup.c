/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-i18n.h"
#include "brain/parley-catchup.h"
#include "session/parley-session-private.h"

/* The user wants to know what they missed in the chat. What a model says of it they are told, as
 * somebody else's words, and it is kept nowhere. */

static guint
get_limit (ParleySession *session)
{
  return parley_context_get_max_requests (session->context);
}

void
parley_session_stop_catchup (ParleySession *session)
{
  ParleyCatchup *catchup = &session->answering.catchup;

  catchup->wanted = FALSE;
  parley_session_count_aside (session, catchup->generation);
  g_clear_pointer (&catchup->generation, parley_generation_cancel);
  parley_slots_release (session->context->model.slots, &catchup->generation, get_limit (session));
}

void
parley_session_check_catchup (ParleySession *session)
{
  if (session->answering.catchup.generation == NULL
      || parley_session_decide_anew (session, PARLEY_ACT_ASK).permit != PARLEY_PERMIT_NONE)
    return;
  parley_session_stop_catchup (session);
  parley_voice_say (&session->voice,
                    _ ("There is no summary: the model may not be asked any more."));
}

static void
on_started (gpointer owner, guint64 epoch)
{
}

static void
on_retried (gpointer owner)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);

  parley_session_check_catchup (session);
  if (session->answering.catchup.generation != NULL)
    parley_meters_note_request (session->context->meters, session->key);
}

/* Returns: (transfer full): for the user. */
static char *
dup_told (ParleySession *session, const ParleyCompletion *completion, const GError *error)
{
  g_autofree char *quoted
      = completion != NULL ? parley_catchup_dup_quoted (completion->text) : NULL;
  const char *head = session->answering.catchup.cut
                         ? _ ("The newest of what you missed here, in the model's words, which may "
                              "be wrong. They are not kept:")
                         : _ ("What you missed here, in the model's words, which may be wrong. "
                              "They are not kept:");

  if (error != NULL)
    return g_strdup_printf (_ ("There is no summary. %s"), error->message);
  if (quoted == NULL)
    return g_strdup (_ ("There is no summary: the model said nothing."));
  return g_strconcat (head, "\n", quoted, NULL);
}

static void
on_finished (gpointer owner, guint64 epoch, const ParleyCompletion *completion, const GError *error)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);
  g_autofree char *told = dup_told (session, completion, error);

  parley_session_stop_catchup (session);
  parley_voice_say (&session->voice, told);
}

/* Returns: (transfer full) (nullable): why no model is asked, for the user. */
static char *
find_objection (ParleySession *session, ParleyBackend *backend)
{
  ParleyDecision decision = parley_session_decide_anew (session, PARLEY_ACT_ASK);

  if (!parley_backend_has_model (backend))
    return g_strdup (_ ("Only a model can sum up a chat."));
  if (decision.permit == PARLEY_PERMIT_NONE)
    return parley_context_dup_explained (session->context, decision.verdict);
  if (parley_session_saves (session))
    return g_strdup (_ ("A limit is reached or near, so the model is not asked for a summary."));
  if (parley_outage_is_on (session->context->model.outage))
    return g_strdup (_ ("The model can't be reached at the moment."));
  return NULL;
}

static ParleyRequest *
build (ParleySession *session, ParleyBackend *backend)
{
  ParleyContext *context = session->context;
  ParleyTokenBudget budget = parley_context_get_budget (context, backend);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  return parley_catchup_build (context->knowledge->catchup,
                               parley_recorder_get_nonce (session->record.recorder),
                               parley_recorder_get_history (session->record.recorder),
                               budget.history, zone, &session->answering.catchup.cut);
}

/* Returns: (transfer full) (nullable): what the user is told at once; NULL: nothing. */
static char *
start (ParleySession *session)
{
  static const ParleyGenerationFuncs funcs = { on_started, on_retried, on_finished };
  ParleyContext *context = session->context;
  g_autoptr (GError) error = NULL;
  ParleyBackend *backend = parley_context_get_backend (context, &error);
  g_autoptr (ParleyRequest) request = NULL;
  char *objection;

  if (backend == NULL)
    return g_strdup (error->message);
  /* What was said in more private than the chat is may be at hand no more. */
  parley_session_look (session);
  objection = find_objection (session, backend);
  if (objection != NULL)
    return objection;
  request = build (session, backend);
  if (request == NULL)
    return g_strdup (_ ("They wrote nothing here since you wrote last, as far as is remembered."));
  if (!parley_slots_try (context->model.slots, &session->answering.catchup.generation,
                         get_limit (session)))
    return g_strdup (_ ("The model is busy with other chats. Try again in a moment."));
  parley_meters_note_request (context->meters, session->key);
  session->answering.catchup.generation
      = parley_generation_start (backend, request, 0, &funcs, session);
  return g_strdup (_ ("The model is asked what you missed here."));
}

void
parley_session_start_catchup (ParleySession *session)
{
  g_autoptr (ParleyVisit) visit = NULL;
  g_autofree char *line = NULL;

  if (!session->answering.catchup.wanted || session->answering.catchup.generation != NULL)
    return;
  visit = parley_session_enter (session, NULL);
  session->answering.catchup.wanted = FALSE;
  line = start (session);
  parley_voice_say (&session->voice, line);
}

void
parley_session_catch_up (ParleySession *session)
{
  session->answering.catchup.wanted = session->answering.catchup.generation == NULL;
  if (session->life > PARLEY_LIFE_LOADED)
    parley_session_start_catchup (session);
}
