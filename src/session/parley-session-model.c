/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

#include "backend/parley-http-error.h"
#include "base/parley-error.h"
#include "base/parley-i18n.h"
#include "session/parley-session-private.h"
#include "context/parley-trace.h"

/* From then on a late answer is the user's to send, if they are here. */
#define LATE_MIN 3

static guint
get_limit (ParleySession *session)
{
  return parley_context_get_max_requests (session->context);
}

static void
stop_writer (ParleySession *session)
{
  parley_session_count (session);
  session->answering.counted = (ParleyUsage){ 0 };
  g_clear_pointer (&session->answering.writer, parley_writer_cancel);
  g_clear_pointer (&session->answering.doing, g_free);
  parley_slots_release (session->context->model.slots, session, get_limit (session));
}

void
parley_session_abort (ParleySession *session)
{
  parley_outage_release (session->context->model.outage, session);
  parley_session_stop_prediction (session);
  stop_writer (session);
}

void
parley_session_stop (ParleySession *session)
{
  parley_session_abort (session);
  parley_session_stop_summary (session);
  parley_session_stop_catchup (session);
}

/* Answers */

static gboolean
is_draft (ParleySession *session)
{
  return parley_chat_get_state (session->chat) == PARLEY_STATE_COLLECTING;
}

static void
post_reply_end (ParleySession *session, guint64 epoch, ParleyReplyEnd how)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_REPLY_END, .epoch = epoch, .reply_end.how = how };

  parley_session_post (session, &event);
}

/* Of a draft's trouble the user hears nothing, for it is asked again. A server's words may quote
 * the chat, so they don't go into the trace. */
static void
fail (ParleySession *session, guint64 epoch, const GError *error)
{
  ParleyContext *context = session->context;
  gboolean passing;

  parley_session_trace (session, parley_trace_error (session->tag, parley_session_now (session),
                                                     parley_error_to_word (error)));
  if (is_draft (session))
    {
      post_reply_end (session, epoch, PARLEY_REPLY_FAILED);
      return;
    }
  parley_session_journal (session, PARLEY_JOURNAL_ERROR, parley_error_to_word (error), NULL);
  passing = parley_outage_note_failure (context->model.outage, context->host, session->key, session,
                                        error, parley_session_is_closed (session));
  parley_session_await (session, PARLEY_AWAITS_MODEL, passing);
  post_reply_end (session, epoch, passing ? PARLEY_REPLY_AWAY : PARLEY_REPLY_FAILED);
}

static void
on_started (gpointer owner, guint64 epoch)
{
  ParleySession *session = owner;

  parley_session_trace (
      session, parley_trace_first_token (session->tag, parley_session_now (session), epoch));
}

static void
on_bubble (gpointer owner, guint64 epoch, const ParleyComposed *bubble)
{
  ParleySession *session = owner;
  const ParleyEvent event = {
    .type = PARLEY_EVENT_REPLY_BUBBLE,
    .epoch = epoch,
    .reply_bubble
    = { .text = bubble->text, .pace_ms = session->answering.seen_first ? 0 : bubble->pace_ms },
  };

  g_ptr_array_add (session->answering.markups, g_strdup (bubble->markup));
  parley_session_post (session, &event);
}

static void
on_progressed (gpointer owner)
{
  ParleySession *session = owner;

  parley_slots_note_progress (session->context->model.slots, session);
}

/* The mark is the model's own word, which may be anything. */
static void
on_doubted (gpointer owner, const char *mark)
{
  ParleySession *session = owner;
  g_autofree char *quote = parley_http_quote (mark, NULL);

  g_free (session->review.doubt);
  /* Translators: %s is what the model wrote, such as <plan>. */
  session->review.doubt = g_strdup_printf (
      _ ("The model wrote “%s”, so some of it may be its reasoning."), quote != NULL ? quote : "…");
}

static void
on_trace (gpointer owner, char *line)
{
  parley_session_trace (owner, line);
}

static void
give_up (ParleySession *session, ParleyVerdict verdict)
{
  gboolean unreachable = parley_verdict_is_out_of_reach (verdict);
  ParleyEvent over = { .type = PARLEY_EVENT_WITHDRAW };

  parley_outage_release (session->context->model.outage, session);
  stop_writer (session);
  parley_session_await (session, PARLEY_AWAITS_HOUR, verdict == PARLEY_VERDICT_QUIET);
  parley_session_await (session, PARLEY_AWAITS_ROOM,
                        verdict == PARLEY_VERDICT_RATE || verdict == PARLEY_VERDICT_REQUESTS);
  if (verdict == PARLEY_VERDICT_ABSENT)
    session->waiting.awaits |= PARLEY_AWAITS_PERSON;
  parley_session_trace (session, parley_trace_error (session->tag, parley_session_now (session),
                                                     parley_verdict_to_string (verdict)));
  parley_session_journal (session, PARLEY_JOURNAL_REFUSED, parley_verdict_to_string (verdict),
                          NULL);
  parley_session_tell_refusal (session, verdict);
  if (unreachable || parley_session_awaits (session, PARLEY_AWAITS_HOUR)
      || parley_session_awaits (session, PARLEY_AWAITS_ROOM))
    over = (ParleyEvent){ .type = PARLEY_EVENT_OFFLINE, .connected = !unreachable };
  parley_session_post (session, &over);
}

/* Returns: whether a model may be asked now; if not, the turn has its outcome. */
static gboolean
get_permission (ParleySession *session)
{
  ParleyDecision decision = parley_session_decide_anew (session, PARLEY_ACT_ASK);

  if (decision.permit == PARLEY_PERMIT_NONE)
    give_up (session, decision.verdict);
  return decision.permit != PARLEY_PERMIT_NONE;
}

/* Nothing more goes to a server that the user has left: the one they have now is asked. Returns:
 * whether the writer may go on; where something of its answer is there, that was all of it. */
static gboolean
check_server (ParleySession *session)
{
  if (parley_writer_is_current (session->answering.writer))
    return TRUE;
  stop_writer (session);
  /* Nobody else would ask while it counts as the probe. */
  parley_outage_release (session->context->model.outage, session);
  if (session->answering.markups->len > 0)
    post_reply_end (session, parley_chat_get_epoch (session->chat), PARLEY_REPLY_COMPLETE);
  else
    parley_slots_request (session->context->model.slots, session, is_draft (session),
                          get_limit (session));
  return FALSE;
}

void
parley_session_check_server (ParleySession *session)
{
  if (session->answering.writer != NULL && session->answering.markups->len == 0)
    check_server (session);
}

/* The model is about to be asked again. */
static void
on_doing (gpointer owner, const char *sentence)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);

  g_free (session->answering.doing);
  session->answering.doing = g_strdup (sentence);
  parley_session_count (session);
  if (get_permission (session))
    check_server (session);
}

/* An away note asks nobody. */
static void
on_asked (gpointer owner)
{
  ParleySession *session = owner;

  if (!session->answering.is_note)
    parley_meters_note_request (session->context->meters, session->key);
}

static void
on_retried (gpointer owner)
{
  ParleySession *session = owner;

  if (get_permission (session) && check_server (session))
    on_asked (session);
}

/* What they wrote is for the user, and nothing else: the next turn is read and answered as ever. */
static void
hand_over (ParleySession *session, const char *reason)
{
  g_autofree char *quote = parley_http_quote (reason, NULL);
  g_autofree char *line = quote != NULL
                              ? g_strdup_printf (_ ("The model leaves this to you: “%s”"), quote)
                              : g_strdup (_ ("The model leaves this to you."));

  parley_session_journal (session, PARLEY_JOURNAL_HANDED_OVER, NULL, quote);
  session->voice.handed_over = TRUE;
  if (!parley_session_is_closed (session))
    parley_voice_say (&session->voice, line);
}

static void
succeed (ParleySession *session, guint64 epoch, const ParleyAgentOutcome *outcome)
{
  static const ParleyReplyEnd ends[] = {
    [PARLEY_AGENT_COMPLETE] = PARLEY_REPLY_COMPLETE,
    [PARLEY_AGENT_SILENT] = PARLEY_REPLY_SILENT,
    [PARLEY_AGENT_WAIT] = PARLEY_REPLY_WAIT,
    [PARLEY_AGENT_HAND_OVER] = PARLEY_REPLY_COMPLETE,
  };
  ParleyContext *context = session->context;
  gboolean draft = is_draft (session);
  const ParleyEvent event = {
    .type = PARLEY_EVENT_REPLY_END,
    .epoch = epoch,
    .reply_end
    = { .how = ends[outcome->end], .hint = outcome->hint, .wait_ms = outcome->wait_s * 1000 },
  };
  gboolean recovered = parley_outage_note_success (context->model.outage, context->host,
                                                   session->key, *outcome->text != '\0');

  /* A draft may still be thrown away: the user is bothered when it is the answer. */
  if (outcome->end == PARLEY_AGENT_HAND_OVER && draft)
    {
      post_reply_end (session, epoch, PARLEY_REPLY_FAILED);
      return;
    }
  parley_session_post (session, &event);
  if (outcome->end == PARLEY_AGENT_HAND_OVER)
    hand_over (session, outcome->reason);
  if (recovered && !parley_session_is_closed (session))
    parley_context_recover (context);
}

static void
on_finished (gpointer owner, guint64 epoch, const ParleyAgentOutcome *outcome)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);

  parley_session_trace (
      session, parley_trace_usage (session->tag, parley_session_now (session), &outcome->usage));
  if (parley_session_is_closed (session))
    return;
  stop_writer (session);
  if (outcome->end == PARLEY_AGENT_FAILED)
    fail (session, epoch, outcome->error);
  else
    succeed (session, epoch, outcome);
}

static ParleyAwayNote
get_away_note (ParleySession *session)
{
  ParleyContext *context = session->context;
  ParleyAwayStatus status = { 0 };
  const ParleyAwayNoteGiven given = parley_observed_get_note (&context->observed, session->key);
  gint64 now = parley_session_now (session);
  ParleyAwayNote note = {
    .status_text = parley_host_dup_status (context->host, session->key, &status),
  };

  note.note_due = parley_away_note_is_due (&status, &given, now);
  session->answering.note_next = (ParleyAwayNoteGiven){ TRUE, status.period, now };
  return note;
}

gboolean
parley_session_answers_late (ParleySession *session)
{
  return parley_settings_get_bool (session->context->settings, PARLEY_SETTING_GUARD_LATE_ANSWERS);
}

/* Returns: how long the turn waits, in seconds. */
static guint
get_age (ParleySession *session)
{
  return (guint) MAX (parley_session_get_age (session, parley_session_get_turn_time (session)), 0);
}

/* Only what waited for room is answered when it is as old as that. */
static char *
dup_room_late (ParleySession *session)
{
  guint minutes = get_age (session) / 60;

  if (parley_session_awaits (session, PARLEY_AWAITS_MODEL)
      || !parley_session_is_old (session, parley_session_get_turn_time (session)))
    return NULL;
  return g_strdup_printf (
      ngettext ("They wrote %u minute ago and a limit was reached, so you get a draft.",
                "They wrote %u minutes ago and a limit was reached, so you get a draft.", minutes),
      minutes);
}

/* Who is here may have answered in another way, or may want to say why it took so long. */
static void
note_late (ParleySession *session, guint minutes)
{
  ParleyAwayStatus status = { 0 };

  g_free (session->review.late);
  if (session->record.unsure)
    {
      session->review.late = g_strdup (
          _ ("Some of Parley's notes are damaged, so they may have an answer already."));
      return;
    }
  g_free (parley_host_dup_status (session->context->host, session->key, &status));
  session->review.late = dup_room_late (session);
  if (minutes >= LATE_MIN && !status.away && !parley_session_answers_late (session))
    session->review.late = g_strdup_printf (
        ngettext ("They wrote %u minute ago: the model could not be reached.",
                  "They wrote %u minutes ago: the model could not be reached.", minutes),
        minutes);
}

ParleyWriterSetup
parley_session_get_writer_setup (ParleySession *session, ParleyBackend *backend)
{
  gboolean proven = parley_session_get_facts (session).person.proven
                    || session->identity->kind >= PARLEY_IDENTITY_ACCOUNT;

  return (ParleyWriterSetup){
    .context = session->context,
    .recorder = session->record.recorder,
    .backend = backend,
    .key = session->key,
    .limits = &session->limits,
    .task.turn = parley_chat_get_turn (session->chat),
    .tag = session->tag,
    .task.hint = session->habits.hint,
    .task.another = session->again.another,
    .task.asks_program = parley_session_asks_program (session),
    .task.with_memory = proven,
    .task.late_min
    = parley_session_awaits (session, PARLEY_AWAITS_MODEL) ? get_age (session) / 60 : 0,
    .epoch = parley_chat_get_epoch (session->chat),
    .owner = session,
  };
}

/* It waits for no model: what is urgent may be so because nobody answers. */
static void
say_urgent_line (ParleySession *session)
{
  ParleyComposed line = { .pace_ms = 0 };

  g_free (session->answering.urgent_line);
  session->answering.urgent_line = parley_session_dup_urgent_line (session);
  line.text = session->answering.urgent_line;
  if (line.text != NULL)
    on_bubble (session, parley_chat_get_epoch (session->chat), &line);
}

static void
start_writer (ParleySession *session, ParleyBackend *backend)
{
  static const ParleyWriterFuncs funcs = { .started = on_started,
                                           .bubble = on_bubble,
                                           .finished = on_finished,
                                           .doubted = on_doubted,
                                           .progressed = on_progressed,
                                           .asked = on_asked,
                                           .retried = on_retried,
                                           .trace = on_trace,
                                           .doing = on_doing };
  ParleyAwayNote away = get_away_note (session);
  ParleyWriterSetup setup = parley_session_get_writer_setup (session, backend);
  g_autofree char *disclosure = parley_session_dup_disclosure (session, setup.task.asks_program);

  setup.task.away = away;
  setup.disclosure = disclosure;
  setup.draft = is_draft (session);
  setup.task.probe = parley_outage_is_probe (session->context->model.outage, session);
  setup.funcs = &funcs;
  session->answering.seen_first
      = session->again.mode != PARLEY_AGAIN_NOT
        || parley_session_decide (session, PARLEY_ACT_SAY).permit == PARLEY_PERMIT_DRAFT;
  note_late (session, setup.task.late_min);
  if (parley_backend_has_model (backend))
    say_urgent_line (session);
  if (session->answering.urgent_line != NULL)
    setup.disclosure = NULL;
  session->answering.writer = parley_writer_start (&setup);
  g_free (away.status_text);
}

/* Permission is asked at the last moment before chat text goes anywhere. Returns: (transfer none):
 * NULL if nobody is to be asked; the turn has its outcome then. */
static ParleyBackend *
get_backend (ParleySession *session)
{
  g_autoptr (GError) error = NULL;
  ParleyBackend *backend;

  if (!get_permission (session))
    return NULL;
  backend = parley_context_get_backend (session->context, &error);
  if (backend != NULL && parley_backend_has_model (backend)
      && !parley_context_refresh_persona (session->context, session->key, &error))
    backend = NULL;
  else
    parley_context_tell_window (session->context, session->key);
  if (parley_session_is_closed (session))
    return NULL;
  if (backend == NULL)
    {
      stop_writer (session);
      fail (session, parley_chat_get_epoch (session->chat), error);
    }
  return backend;
}

/* There is an outage, and somebody else is its probe. */
static void
wait_for_model (ParleySession *session)
{
  ParleyContext *context = session->context;
  guint64 epoch = parley_chat_get_epoch (session->chat);

  stop_writer (session);
  if (!is_draft (session))
    parley_outage_tell (context->model.outage, context->host, session->key);
  if (parley_session_is_closed (session))
    return;
  session->waiting.awaits |= PARLEY_AWAITS_MODEL;
  post_reply_end (session, epoch, PARLEY_REPLY_AWAY);
}

void
parley_session_slot_granted (gpointer data)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (data, NULL);
  ParleyBackend *backend = get_backend (session);
  gboolean draft = is_draft (session);

  if (backend == NULL)
    return;
  if (!parley_session_may_renew (session))
    {
      give_up (session, PARLEY_VERDICT_RATE);
      return;
    }
  if (parley_backend_has_model (backend)
      && ((draft && parley_outage_is_on (session->context->model.outage))
          || !parley_outage_admit (session->context->model.outage, session,
                                   session->again.mode != PARLEY_AGAIN_NOT)))
    {
      wait_for_model (session);
      return;
    }
  session->answering.is_note = !parley_backend_has_model (backend);
  start_writer (session, backend);
}

void
parley_session_close_window (ParleySession *session)
{
  if (session->answering.writer != NULL)
    parley_writer_close_window (session->answering.writer);
}

/* They sent nothing but what only the user sees or hears. While the window is open words may still
 * come. */
static void
leave_unseen (ParleySession *session, const ParleyEffect *effect)
{
  if (effect->draft)
    {
      post_reply_end (session, effect->epoch, PARLEY_REPLY_FAILED);
      return;
    }
  session->voice.unseen = TRUE;
  parley_session_journal (session, PARLEY_JOURNAL_HANDED_OVER, "unseen", NULL);
  parley_session_tell_unseen (session);
  post_reply_end (session, effect->epoch, PARLEY_REPLY_SILENT);
}

/* An away note answers whatever it was. */
static gboolean
is_unseen (ParleySession *session)
{
  ParleyBackend *backend = parley_context_get_backend (session->context, NULL);

  return session->again.mode == PARLEY_AGAIN_NOT && backend != NULL
         && parley_backend_has_model (backend)
         && !parley_turn_has_words (parley_chat_get_turn (session->chat));
}

void
parley_session_ask (ParleySession *session, const ParleyEffect *effect)
{
  ParleyChatRecord *record = parley_keeper_get_record (session->record.keeper);

  session->voice.unseen = FALSE;
  if (is_unseen (session))
    {
      leave_unseen (session, effect);
      return;
    }
  parley_voice_forget (&session->voice, PARLEY_TOLD_UNSEEN);
  record->attempts = session->record.restored_attempts + 1;
  parley_keeper_save (session->record.keeper);
  g_clear_pointer (&session->answering.route, parley_route_unref);
  session->answering.route = parley_route_new (session->key, session->identity, effect->epoch);
  g_ptr_array_set_size (session->answering.markups, 0);
  g_clear_pointer (&session->review.withheld, g_free);
  g_clear_pointer (&session->review.doubt, g_free);
  g_clear_pointer (&session->review.late, g_free);
  g_clear_pointer (&session->review.undeclared, g_free);
  parley_slots_request (session->context->model.slots, session, effect->draft, get_limit (session));
}
