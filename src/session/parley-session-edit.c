/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "base/parley-aside.h"
#include "session/parley-session-private.h"
#include "turn/parley-change.h"

/* What they change or take back of what they wrote, and what else is done to messages. */

/* Previews of more links than a message has. */
#define MAX_PREVIEWS 16

/* So long after it came it is answered again, if the user wants that. */
#define AGAIN_MS 600000

static gboolean
is_waiting (ParleySession *session, const ParleyRecent *recent)
{
  return parley_chat_has_unanswered (session->chat, recent->handle);
}

/* Where they take back twice, or a server says it twice; or puts a preview under a link. */
static gboolean
is_as_it_is (const ParleyRecent *recent, const char *text)
{
  const char *was = recent->text;

  if (g_strcmp0 (was, text) == 0)
    return TRUE;
  return was != NULL && text != NULL && strstr (was, "://") != NULL && g_str_has_prefix (text, was)
         && text[strlen (was)] == '\n';
}

static void
tell_changed (ParleySession *session, const char *before, const char *after)
{
  g_autofree char *was = parley_http_quote (before, NULL);
  g_autofree char *is = parley_http_quote (after, NULL);
  g_autofree char *line = g_strdup_printf (_ ("They changed a message: “%s” is now “%s”."),
                                           was != NULL ? was : "…", is != NULL ? is : "…");

  parley_voice_tell (&session->voice, line);
}

/* What was answered stays as it was, and what they say now stands beside it. */
static void
amend (ParleySession *session, ParleyRecent *recent, const char *text)
{
  g_autofree char *amended
      = text != NULL ? g_strdup_printf ("%s " PARLEY_ASIDE_WITH ("later changed to", "%s"),
                                        recent->first, text)
                     : g_strdup_printf ("%s " PARLEY_ASIDE ("later taken back"), recent->first);

  parley_recorder_amend (session->record.recorder, PARLEY_SPEAKER_PERSON, recent->recorded,
                         amended);
  parley_recent_note_recorded (recent, amended);
}

/* Nobody has answered yet where a draft waits, nor where only a part of the reply went out. */
static gboolean
is_still_being_answered (ParleySession *session, const ParleyRecent *recent)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);

  return parley_session_has_proposal (session)
         || (turn != NULL && parley_turn_has (turn, recent->handle));
}

static gboolean
is_answered_again (ParleySession *session, const ParleyRecent *recent)
{
  return parley_settings_get_bool (session->context->settings, PARLEY_SETTING_TURN_ANSWER_CHANGES)
         && !recent->again && parley_session_now (session) - recent->at <= AGAIN_MS;
}

/* Further changes name the message that was changed first. */
static ParleyRevised
read_again (ParleyEvent *event, ParleyRecent *recent)
{
  const char *id = recent->id != NULL ? recent->id : event->bubble.id;
  char *taken = g_strdup (id);

  g_free ((char *) event->bubble.id);
  event->bubble.id = taken;
  recent->again = TRUE;
  return PARLEY_REVISED_MESSAGE;
}

/* What is said now may be more private than what it takes the place of. Returns: how private the
 * turn was before. */
static ParleyPrivacy
look_at_privacy (ParleySession *session, const ParleyEvent *event)
{
  ParleyPrivacy before = session->record.privacy;

  session->record.privacy = MAX (before, (ParleyPrivacy) event->bubble.privacy);
  parley_session_look (session);
  session->record.privacy = parley_recorder_get_privacy (session->record.recorder);
  return before;
}

static ParleyRevised
revise_history (ParleySession *session, ParleyEvent *event, ParleyRecent *recent, const char *text)
{
  g_autofree char *before = g_strdup (recent->text);
  gboolean counts = text != NULL && !event->bubble.only_read;
  ParleyPrivacy privacy = look_at_privacy (session, event);

  amend (session, recent, text);
  session->record.privacy = privacy;
  parley_recent_change (recent, event->bubble.id, text);
  if (!counts)
    return PARLEY_REVISED_NOTHING;
  if (is_still_being_answered (session, recent) || is_answered_again (session, recent))
    return read_again (event, recent);
  if (before != NULL && parley_change_matters (session->context->knowledge->lexicon, before, text))
    tell_changed (session, before, text);
  return PARLEY_REVISED_NOTHING;
}

static ParleyRevised
revise_waiting (ParleySession *session,
                const ParleyEvent *event,
                ParleyRecent *recent,
                const char *text,
                ParleyEvent *edit)
{
  look_at_privacy (session, event);
  parley_keeper_revise (session->record.keeper, recent->number, text);
  parley_recent_change (recent, event->bubble.id, text);
  parley_recent_begin_anew (recent);
  if (text != NULL)
    parley_meters_hear (session->context->meters, session->key, text);
  *edit = (ParleyEvent){
    .type = PARLEY_EVENT_EDIT,
    .edit = { .id = recent->handle, .text = recent->text, .when = event->bubble.when },
  };
  return PARLEY_REVISED_EDIT;
}

/* A protocol may not tell which one was taken back. Returns: (transfer none) (nullable): the one
 * that waits for an answer, if it is the only one. */
static ParleyRecent *
find_only_one (ParleySession *session)
{
  ParleyRecent *found = NULL;

  for (GList *link = session->record.recents.bubbles.head; link != NULL; link = link->next)
    {
      if (!is_waiting (session, link->data))
        continue;
      if (found != NULL)
        return NULL;
      found = link->data;
    }
  return found;
}

ParleyRevised
parley_session_revise (ParleySession *session, ParleyEvent *event, ParleyEvent *edit)
{
  gboolean withdrawn = event->bubble.revision == PARLEY_REVISION_WITHDRAWN;
  g_autofree char *words = parley_words_join (event->bubble.media, event->bubble.text);
  const char *text = withdrawn ? NULL : words;
  ParleyRecent *recent = parley_recents_find (&session->record.recents, event->bubble.replaces,
                                              event->bubble.was, text);

  if (withdrawn && event->bubble.replaces == NULL && event->bubble.was == NULL)
    recent = find_only_one (session);
  event->bubble.revision = PARLEY_REVISION_NONE;
  /* What was taken back before it was answered stands nowhere any more. */
  if (recent == NULL || recent->first == NULL)
    return withdrawn ? PARLEY_REVISED_NOTHING : PARLEY_REVISED_MESSAGE;
  if (is_as_it_is (recent, text))
    return PARLEY_REVISED_NOTHING;
  return is_waiting (session, recent) ? revise_waiting (session, event, recent, text, edit)
                                      : revise_history (session, event, recent, text);
}

void
parley_session_take_deletion (ParleySession *session, const char *was, ParleyWhen when)
{
  const ParleyEvent event = {
    .type = PARLEY_EVENT_BUBBLE,
    .bubble = { .text = "",
                .when = when,
                .was = was,
                .revision = PARLEY_REVISION_WITHDRAWN,
                .only_read = TRUE },
  };

  parley_session_post (session, &event);
}

void
parley_session_take_reaction (ParleySession *session, const char *text, ParleyWhen when)
{
  parley_session_record (session, PARLEY_SPEAKER_PERSON, text, when, 0);
}

static gboolean
is_ours (ParleySession *session, const char *text)
{
  return parley_session_take_shown (session, text)
         || parley_echoes_match (&session->outgoing.echoes, text, parley_session_now (session));
}

gboolean
parley_session_is_preview (ParleySession *session, const char *text)
{
  g_autofree char *start = g_strdup (text);

  for (guint i = 0; i < MAX_PREVIEWS; i++)
    {
      char *end = strrchr (start, '\n');

      if (is_ours (session, start))
        return TRUE;
      if (end == NULL)
        return FALSE;
      *end = '\0';
    }
  return FALSE;
}
