/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is written into chats. */
#include "base/parley-heard.h"
#include "engine/parley-engine-private.h"
#include "session/parley-session.h"
#include "guard/parley-form.h"
#include "guard/parley-media.h"

#define END_OF_YEAR_9999 G_GINT64_CONSTANT (253402300799)

/* What comes while nobody may be answered is read, not answered. */
static void
take_bubble (ParleySession *session, ParleyDecision decision, ParleyEvent *event)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);

  parley_session_look_again (session);
  event->bubble.only_read = decision.permit == PARLEY_PERMIT_NONE;
  if (!event->bubble.only_read)
    {
      parley_session_post (session, event);
      return;
    }
  if (!parley_verdict_is_out_of_reach (decision.verdict)
      && decision.verdict != PARLEY_VERDICT_QUIET)
    parley_session_go_past (session);
  parley_session_tell_refusal (session, decision.verdict);
  parley_session_post (session, event);
  parley_session_journal (session, PARLEY_JOURNAL_REFUSED,
                          parley_verdict_to_string (decision.verdict), NULL);
}

static ParleyLine
judge_line (ParleyEngine *engine,
            const ParleyChatKey *key,
            const ParleyLineFacts *facts,
            gint64 stamp)
{
  ParleyContext *context = engine->context;
  gint64 now = parley_timers_wall (context->timers);
  int takeover_ms = parley_settings_get_int (context->settings, PARLEY_SETTING_TURN_TAKEOVER_MS);
  ParleyLineFacts judged = *facts;

  if (!facts->system && (facts->sent || !facts->delayed))
    parley_server_clock_note (context->observed.server_clock, key, stamp, now);
  if (facts->sent)
    judged.age_s = facts->delayed ? parley_server_clock_get_age (context->observed.server_clock,
                                                                 key, stamp, now)
                                  : 0;
  return parley_inbound_judge (&judged, parley_context_get_max_age (context, CLAMP (stamp, 0, now)),
                               takeover_ms / 1000);
}

/* Nobody's words, but they tell of somebody. */
static void
take_system_line (ParleyEngine *engine,
                  const ParleyChatKey *key,
                  const ParleyFormed *formed,
                  ParleyWhen when)
{
  ParleySession *session = g_hash_table_lookup (engine->sessions, key);

  if (formed->form == PARLEY_FORM_EXPIRY)
    g_hash_table_add (engine->context->observed.expiring, parley_chat_key_copy (key));
  else if (session != NULL && formed->form == PARLEY_FORM_FAILURE)
    parley_session_take_error (session);
  else if (session != NULL && formed->form == PARLEY_FORM_REACTION)
    parley_session_take_reaction (session, formed->text, when);
  else if (session != NULL && formed->form == PARLEY_FORM_DELETION && formed->old != NULL)
    parley_session_take_deletion (session, formed->old, when);
}

/* What the user does to a message is seen as what they write is, but a reaction is no answer. */
static void
take_own_line (ParleySession *session,
               const ParleyLineFacts *facts,
               const ParleyFormed *formed,
               const ParleyEvent *event)
{
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);
  const char *text = parley_inbound_is_secret (facts, event->bubble.text) ? NULL : words;
  gint64 stamp = facts->delayed ? event->bubble.stamp : 0;

  switch (formed->form)
    {
    case PARLEY_FORM_DELETION:
    case PARLEY_FORM_REACTION:
    case PARLEY_FORM_ASIDE:
      return;
    case PARLEY_FORM_EDIT:
      if (parley_session_is_preview (session, formed->text))
        return;
      text = formed->text;
      break;
    case PARLEY_FORM_NONE:
    case PARLEY_FORM_FAILURE:
    case PARLEY_FORM_EXPIRY:
    case PARLEY_FORM_QUOTE:
    case PARLEY_N_FORMS:
      break;
    }
  parley_session_own_words (session, text, event->bubble.when, stamp, facts->by_parley);
}

/* Returns: FALSE if it is nothing to be read. */
static gboolean
take_form (ParleySession *session, const ParleyFormed *formed, ParleyEvent *event)
{
  switch (formed->form)
    {
    case PARLEY_FORM_EDIT:
      event->bubble.revision = PARLEY_REVISION_CHANGED;
      event->bubble.was = formed->old;
      event->bubble.text = formed->text;
      return TRUE;
    case PARLEY_FORM_DELETION:
      event->bubble.revision = PARLEY_REVISION_WITHDRAWN;
      event->bubble.was = formed->old;
      return TRUE;
    case PARLEY_FORM_QUOTE:
      event->bubble.text = formed->text;
      return TRUE;
    case PARLEY_FORM_REACTION:
      parley_session_take_reaction (session, formed->text, event->bubble.when);
      return FALSE;
    case PARLEY_FORM_ASIDE:
    case PARLEY_FORM_FAILURE:
    case PARLEY_FORM_EXPIRY:
      return FALSE;
    case PARLEY_FORM_NONE:
    case PARLEY_N_FORMS:
      break;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): what stands for what is no text in it. */
static char *
read_media (ParleyEngine *engine,
            const char *protocol,
            const ParleyLineFacts *facts,
            const char *text,
            char **words)
{
  ParleyProtocols *protocols = engine->context->knowledge->protocols;

  if (!facts->offered)
    return parley_media_read (protocols, protocol, text, facts->media, words);
  *words = g_strdup ("");
  return parley_media_dup_offered (protocols, text);
}

/* What is no text was not always named; then only the words were known. */
static guint64
hash_former (const char *text, const char *media)
{
  return media != NULL && *text != '\0' ? parley_mark_hash (text) : 0;
}

static void
take_received (ParleySession *session,
               ParleyLine line,
               const ParleyFacts *known,
               ParleyEvent *event)
{
  if (line == PARLEY_LINE_BUBBLE)
    {
      if (event->bubble.revision != PARLEY_REVISION_WITHDRAWN)
        parley_session_hear (session, event->bubble.text);
      take_bubble (session, parley_policy_decide (known, PARLEY_ACT_READ), event);
      parley_session_tell_limits (session);
      if (known->expires)
        parley_session_tell_expiry (session);
      return;
    }
  event->bubble.only_read = TRUE;
  event->bubble.own = line == PARLEY_LINE_OWN_OLD;
  parley_session_post (session, event);
}

/* Some protocols show what was sent without escaping it again, and then what is no markup reads as
 * such. */
static gboolean
is_shown_unescaped (ParleySession *session, const ParleyLineFacts *facts)
{
  g_autofree char *text
      = facts->written != NULL ? parley_inbound_dup_clean (facts->written, facts->cut) : NULL;

  return text != NULL && parley_session_take_shown (session, text);
}

/* Ours, to whoever had the name before. */
static gboolean
is_stray (ParleyEngine *engine,
          const ParleyChatKey *key,
          const ParleyLineFacts *facts,
          const char *text)
{
  ParleyContext *context = engine->context;
  gint64 now = parley_timers_now (context->timers);
  g_autofree char *written = NULL;

  if (!facts->sent)
    return FALSE;
  if (facts->written != NULL)
    written = parley_inbound_dup_clean (facts->written, facts->cut);
  return parley_strays_match (context->observed.strays, key, text, now)
         || (written != NULL && parley_strays_match (context->observed.strays, key, written, now));
}

void
parley_engine_take_line (ParleyEngine *engine,
                         const ParleyChatKey *key,
                         const ParleyLineFacts *facts,
                         const char *text,
                         gint64 stamp)
{
  ParleyWhen when = parley_when_received (stamp, parley_timers_wall (engine->context->timers));
  ParleyLine line = judge_line (engine, key, facts, stamp);
  ParleyFacts known;
  g_autoptr (ParleyVisit) session
      = line != PARLEY_LINE_IGNORE ? parley_engine_attend (engine, key, &known) : NULL;
  g_autofree char *clean = NULL;
  g_autofree char *words = NULL;
  g_autofree char *media = NULL;
  g_auto (ParleyFormed) formed = { .form = PARLEY_FORM_NONE };
  ParleyEvent event = {
    .type = PARLEY_EVENT_BUBBLE,
    .bubble = { .when = when,
                .stamp = CLAMP (stamp, 0, END_OF_YEAR_9999),
                .id = facts->id,
                .origin = parley_heard_hash_origin (facts->client, facts->id),
                .by_parley = facts->by_parley,
                .replaces = facts->retracts != NULL ? facts->retracts : facts->replaces },
  };

  if (session == NULL && !facts->system)
    return;
  if (line == PARLEY_LINE_OWN_WORDS && is_shown_unescaped (session, facts))
    return;
  clean = parley_inbound_dup_clean (text, facts->cut);
  if (is_stray (engine, key, facts, clean))
    return;
  if (*clean == '\0' && facts->media == PARLEY_MEDIA_NONE && !facts->offered
      && facts->retracts == NULL && !(facts->sent && facts->unreadable))
    return;
  parley_form_read (engine->context->knowledge->protocols, key->protocol, facts->system, clean,
                    &formed);
  if (facts->system)
    take_system_line (engine, key, &formed, when);
  if (session == NULL)
    return;
  if (facts->received && !facts->sent && parley_inbound_is_secret (facts, clean))
    {
      parley_session_tell_fallback (session);
      return;
    }
  event.bubble.text = clean;
  if (facts->retracts != NULL)
    event.bubble.revision = PARLEY_REVISION_WITHDRAWN;
  else if (facts->replaces != NULL)
    event.bubble.revision = PARLEY_REVISION_CHANGED;
  if (line == PARLEY_LINE_OWN_WORDS)
    {
      event.bubble.media = parley_media_to_string (facts->media);
      take_own_line (session, facts, &formed, &event);
    }
  else if (take_form (session, &formed, &event))
    {
      event.bubble.media = media
          = read_media (engine, key->protocol, facts, event.bubble.text, &words);
      event.bubble.former = hash_former (event.bubble.text, media);
      event.bubble.text = words;
      take_received (session, line, &known, &event);
    }
}
