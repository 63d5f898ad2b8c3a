/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>

#include "base/parley-text.h"
#include "brain/parley-echo.h"
#include "brain/parley-fence.h"
#include "brain/parley-prompt.h"
#include "session/parley-session-private.h"

/* So much of a text is looked at for phrases: a longer one has them in its beginning, or is no
 * chat message. */
#define MAX_SCAN 4096

/* Bytes of the user's line for what is urgent, and how long it is not said again, in seconds. */
#define MAX_URGENT_LINE     300
#define URGENT_LINE_PAUSE_S 3600

/* Returns: (transfer full): the beginning, for looking at its words. */
static char *
dup_folded (const char *text)
{
  g_autofree char *bounded = parley_text_dup_clean (text, MAX_SCAN);

  return parley_text_dup_folded (bounded);
}

static char *
dup_burst (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);

  return turn != NULL ? parley_prompt_dup_burst (turn) : g_strdup ("");
}

/* What is not for a model to say */

static void
append_all (GString *text, const GPtrArray *bubbles)
{
  for (guint i = 0; i < bubbles->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                            (const char *) g_ptr_array_index (bubbles, i));
}

/* In the turn so far, or to be said with the bubble that comes. */
static char *
dup_said (ParleySession *session)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  GString *said = g_string_new (NULL);

  if (turn != NULL)
    append_all (said, turn->said);
  if (turn != NULL)
    append_all (said, turn->shelved);
  return g_string_free (said, FALSE);
}

/* What the model was told of how to write, or of the user, in its own words. */
static gboolean
repeats_prompt (ParleySession *session, const char *text)
{
  ParleyContext *context = session->context;
  g_autofree char *words = parley_echo_dup_words (text);
  g_autofree char *about = parley_echo_dup_words (
      parley_settings_get_string (context->settings, PARLEY_SETTING_BRAIN_ABOUT));
  const ParleyStyle *style = parley_recorder_get_style (session->record.recorder);

  return parley_fence_holds (text, parley_recorder_get_nonce (session->record.recorder))
         || (style != NULL && parley_style_is_repeated (style, words))
         || parley_echo_repeats (words, context->knowledge->rules->told)
         || parley_echo_repeats (words, about);
}

/* @text: what a person wrote. */
static gboolean
is_urgent (ParleySession *session, const char *text)
{
  g_autofree char *own = parley_text_dup_own_words (text);
  g_autofree char *folded = dup_folded (own);

  return (parley_lexicon_scan (session->context->knowledge->lexicon, folded)
          & PARLEY_PHRASES_BIT (PARLEY_PHRASES_URGENT))
         != 0;
}

/* What is said is looked at first: it may be a secret, too. */
static ParleyWithheld
judge_case (ParleySession *session, const ParleyWithholdCase *it)
{
  ParleyWithheld withheld = parley_withhold_judge (session->context->knowledge->withhold, it);

  if (withheld != PARLEY_WITHHELD_NOT || !is_urgent (session, it->asked)
      || g_strcmp0 (it->bubble, session->answering.urgent_line) == 0)
    return withheld;
  return PARLEY_WITHHELD_GRAVE;
}

/* An away note has nothing in it but what the user shows the world. */
ParleyWithheld
parley_session_judge_content (ParleySession *session, const char *text)
{
  ParleyContext *context = session->context;
  g_autofree char *said = dup_said (session);
  g_autofree char *asked = dup_burst (session);
  const ParleyWithholdCase it = {
    .bubble = text,
    .before = said,
    .asked = asked,
    .never_say = parley_settings_get_string (context->settings, PARLEY_SETTING_GUARD_NEVER_SAY),
  };

  if (session->answering.is_note)
    return PARLEY_WITHHELD_NOT;
  if (repeats_prompt (session, text))
    return PARLEY_WITHHELD_PROMPT;
  return context->knowledge->trouble != NULL ? PARLEY_WITHHELD_UNJUDGED : judge_case (session, &it);
}

char *
parley_session_dup_withheld_reason (ParleySession *session, ParleyWithheld withheld)
{
  const char *trouble = session->context->knowledge->trouble;

  if (withheld == PARLEY_WITHHELD_UNJUDGED && trouble != NULL)
    return g_strjoin (" ", trouble,
                      _ ("Parley sends nothing until you fix the file and load Parley again."),
                      NULL);
  return g_strdup (parley_withheld_explain (withheld));
}

/* Who writes */

gboolean
parley_session_asks_program (ParleySession *session)
{
  g_autofree char *burst = dup_burst (session);
  g_autofree char *folded = dup_folded (burst);

  return (parley_lexicon_scan (session->context->knowledge->lexicon, folded)
          & PARLEY_PHRASES_BIT (PARLEY_PHRASES_ASKS_PROGRAM))
         != 0;
}

guint32
parley_session_get_day (gint64 wall)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (wall);
  GDate date;

  if (time == NULL)
    return 0;
  g_date_set_dmy (&date, g_date_time_get_day_of_month (time), g_date_time_get_month (time),
                  g_date_time_get_year (time));
  return g_date_get_julian (&date);
}

static gboolean
is_disclosed (ParleySession *session, const char *text)
{
  g_autofree char *own = g_strdup_printf ("(%s)", _ ("automatic reply"));

  return g_str_has_prefix (text, own)
         || parley_lexicon_is_disclosed (session->context->knowledge->lexicon, text);
}

/* What was said in an earlier run is in the history, with what it began with. */
static gboolean
was_disclosed_today (ParleySession *session)
{
  ParleyHistory *history = parley_recorder_get_history (session->record.recorder);
  guint32 today = parley_session_get_day (parley_session_wall (session));

  if (session->record.disclosed_day == today)
    return TRUE;
  for (guint i = parley_history_get_length (history); i > 0; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);

      if (parley_session_get_day (utterance->when.received) != today)
        return FALSE;
      if (utterance->speaker == PARLEY_SPEAKER_PARLEY && is_disclosed (session, utterance->text))
        return TRUE;
    }
  return FALSE;
}

/* Of a short burst alone the language is often not to be told. */
static char *
dup_their_words (ParleySession *session)
{
  ParleyHistory *history = parley_recorder_get_history (session->record.recorder);
  g_autofree char *burst = dup_burst (session);
  GString *words = g_string_new (burst);

  for (guint i = parley_history_get_length (history); i > 0 && words->len < MAX_SCAN; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);

      if (utterance->speaker == PARLEY_SPEAKER_PERSON)
        g_string_append_printf (words, "\n%s", utterance->text);
    }
  return g_string_free (words, FALSE);
}

/* Returns: (transfer full): what tells them, in their language, that a program writes. */
static char *
dup_mark (ParleySession *session)
{
  g_autofree char *words = dup_their_words (session);
  g_autofree char *folded = dup_folded (words);
  const char *disclosure
      = parley_lexicon_get_disclosure (session->context->knowledge->lexicon, folded);

  return g_strdup_printf ("(%s)", disclosure != NULL ? disclosure : _ ("automatic reply"));
}

/* What the user sends themselves needs no mark. */
static gboolean
is_disclosure_due (ParleySession *session, gboolean asks_program)
{
  ParleyContext *context = session->context;
  ParleyDecision decision = parley_session_decide (session, PARLEY_ACT_SAY);

  if (decision.permit != PARLEY_PERMIT_FULL && decision.verdict != PARLEY_VERDICT_COUNTDOWN)
    return FALSE;
  if (session->again.mode != PARLEY_AGAIN_NOT
      && parley_session_judge_again (session, decision.verdict) != PARLEY_VERDICT_COUNTDOWN)
    return FALSE;
  if (asks_program)
    return TRUE;
  return !parley_session_get_facts (session).undisclosed
         && parley_settings_get_bool (context->settings, PARLEY_SETTING_GUARD_DISCLOSURE)
         && !was_disclosed_today (session);
}

char *
parley_session_dup_disclosure (ParleySession *session, gboolean asks_program)
{
  return is_disclosure_due (session, asks_program) ? dup_mark (session) : NULL;
}

/* Returns: whether they were told @line less than an hour ago. */
static gboolean
was_told (ParleySession *session, const char *line)
{
  ParleyHistory *history = parley_recorder_get_history (session->record.recorder);
  gint64 since = parley_session_wall (session) - URGENT_LINE_PAUSE_S;

  for (guint i = parley_history_get_length (history); i > 0; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);

      if (utterance->when.received < since)
        return FALSE;
      if (utterance->speaker == PARLEY_SPEAKER_PARLEY && g_str_has_suffix (utterance->text, line))
        return TRUE;
    }
  return FALSE;
}

char *
parley_session_dup_urgent_line (ParleySession *session)
{
  const char *own
      = parley_settings_get_string (session->context->settings, PARLEY_SETTING_GUARD_URGENT_LINE);
  g_autofree char *line = parley_text_dup_line (own, MAX_URGENT_LINE);
  g_autofree char *burst = dup_burst (session);
  g_autofree char *mark = NULL;

  if (*line == '\0' || session->again.mode != PARLEY_AGAIN_NOT || !is_urgent (session, burst)
      || parley_session_decide (session, PARLEY_ACT_SAY).permit != PARLEY_PERMIT_FULL
      || was_told (session, line))
    return NULL;
  mark = dup_mark (session);
  return g_strdup_printf ("%s %s", mark, line);
}

void
parley_session_note_disclosure (ParleySession *session, const char *said)
{
  if (is_disclosed (session, said))
    session->record.disclosed_day = parley_session_get_day (parley_session_wall (session));
}

/* What the user must see */

void
parley_session_take_important (ParleySession *session, ParleyImportant kind, const char *text)
{
  static const char *const words[PARLEY_N_IMPORTANT] = {
    [PARLEY_IMPORTANT_WORDS] = "words",
    [PARLEY_IMPORTANT_FILE] = "file",
    [PARLEY_IMPORTANT_CALL] = "call",
    [PARLEY_IMPORTANT_ATTENTION] = "attention",
  };

  if (!parley_voice_take_important (&session->voice, kind, parley_session_now (session)))
    return;
  parley_session_journal (session, PARLEY_JOURNAL_IMPORTANT, words[kind], NULL);
  parley_voice_tell_important (&session->voice, kind, text);
}

void
parley_session_hear (ParleySession *session, const char *text)
{
  g_autofree char *own = NULL;

  parley_voice_catch_up (&session->voice);
  if ((session->voice.told & PARLEY_TOLD_URGENT) != 0 || parley_session_is_closed (session))
    return;
  if (!is_urgent (session, text))
    return;
  own = parley_text_dup_own_words (text);
  parley_session_take_important (session, PARLEY_IMPORTANT_WORDS, own);
}
