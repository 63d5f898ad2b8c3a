/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

#include "context/parley-diary.h"
#include "base/parley-i18n.h"
#include "guard/parley-withhold.h"

/* What a reason means in an entry of a kind. The guard knows its own. */
typedef struct
{
  ParleyJournalKind kind;
  const char *reason;
  const char *sentence;
} Meaning;

static const Meaning meanings[] = {
  { PARLEY_JOURNAL_READ, "timeout", N_ ("Nothing more came.") },
  { PARLEY_JOURNAL_READ, "typing_stopped", N_ ("They had stopped typing.") },
  { PARLEY_JOURNAL_READ, "explicit_signal", N_ ("There was nothing to wait for.") },
  { PARLEY_JOURNAL_READ, "ai_predicted", N_ ("The model thought they were done.") },
  { PARLEY_JOURNAL_READ, "hard_cap", N_ ("That was the longest wait.") },
  { PARLEY_JOURNAL_READ, "again", N_ ("You asked for an answer.") },
  { PARLEY_JOURNAL_TURN, "answered", N_ ("Answered.") },
  { PARLEY_JOURNAL_TURN, "cut", N_ ("They wrote more while Parley answered.") },
  { PARLEY_JOURNAL_TURN, "drafted", N_ ("The answer was a draft for you.") },
  { PARLEY_JOURNAL_TURN, "watched", N_ ("The answer was only for you to see.") },
  { PARLEY_JOURNAL_TURN, "silent", N_ ("There was nothing to answer.") },
  { PARLEY_JOURNAL_TURN, "failed", N_ ("The answer failed.") },
  { PARLEY_JOURNAL_TURN, "withdrawn", N_ ("The answer was stopped.") },
  { PARLEY_JOURNAL_SAID, "away_note", N_ ("That was the away note.") },
  { PARLEY_JOURNAL_SAID, "perhaps", N_ ("It may not have arrived.") },
  { PARLEY_JOURNAL_SENT, "perhaps", N_ ("It may not have arrived.") },
  { PARLEY_JOURNAL_WITHHELD, "stale_route",
    N_ ("The answer was to something they wrote earlier.") },
  { PARLEY_JOURNAL_WITHHELD, "not_seen",
    N_ ("The server did not say whether they still have this name.") },
  { PARLEY_JOURNAL_REFUSED, "not_seen",
    N_ ("The server did not say whether they still have this name.") },
  { PARLEY_JOURNAL_REFUSED, "name_left",
    N_ ("They left this name, so Parley dropped what waited for an answer.") },
  { PARLEY_JOURNAL_REFUSED, "other_person",
    N_ ("Somebody else may have this name, so what they write is not read.") },
  { PARLEY_JOURNAL_WITHHELD, "user_is_back", N_ ("You came back.") },
  { PARLEY_JOURNAL_WITHHELD, "not_sent", N_ ("The answer could not be sent.") },
  { PARLEY_JOURNAL_WITHHELD, "vetoed", N_ ("Another plugin removed the answer.") },
  { PARLEY_JOURNAL_WITHHELD, "tampered", N_ ("Something else was sent together with the answer.") },
  { PARLEY_JOURNAL_REFUSED, "unreadable",
    N_ ("Their message was encrypted and could not be read.") },
  { PARLEY_JOURNAL_DROPPED, "by_user", N_ ("You dropped the draft.") },
  { PARLEY_JOURNAL_LIMIT, "rate_near", N_ ("Only a few more answers are allowed for now.") },
  { PARLEY_JOURNAL_LIMIT, "tokens_near", N_ ("Most of today's tokens are used.") },
  { PARLEY_JOURNAL_HANDED_OVER, "unseen", N_ ("Only you can see or hear what they sent.") },
  { PARLEY_JOURNAL_STOPPED, "user_types", N_ ("You began to write.") },
  { PARLEY_JOURNAL_STOPPED, "other_parley", N_ ("Parley on another device answers for now.") },
  { PARLEY_JOURNAL_STOPPED, "taken_over", N_ ("The chat is yours for a while.") },
  { PARLEY_JOURNAL_MODE, "off", N_ ("Switched off.") },
  { PARLEY_JOURNAL_MODE, "shadow", N_ ("Switched on to watch only.") },
  { PARLEY_JOURNAL_MODE, "draft", N_ ("Switched on to write drafts.") },
  { PARLEY_JOURNAL_MODE, "countdown",
    N_ ("Switched on to show you each answer before it is sent.") },
  { PARLEY_JOURNAL_MODE, "auto", N_ ("Switched on to answer.") },
  { PARLEY_JOURNAL_MODE, "cleared", N_ ("You took back what you chose.") },
  { PARLEY_JOURNAL_MODE, "accepted", N_ ("Accepted their contact request, as you set.") },
  { PARLEY_JOURNAL_MODE, "accepted_enough",
    N_ ("Many contact requests were accepted today, so theirs waits for you.") },
  /* Translators: this and the next two stand behind "Who answers from now on:" */
  { PARLEY_JOURNAL_SERVER, "builtin", N_ ("An away note, and no model.") },
  { PARLEY_JOURNAL_SERVER, "openai", N_ ("A model server.") },
  { PARLEY_JOURNAL_SERVER, "anthropic", N_ ("Anthropic's server.") },
  { PARLEY_JOURNAL_ERROR, "auth", N_ ("The key is missing or was refused.") },
  { PARLEY_JOURNAL_ERROR, "rate_limited", N_ ("The server was asked too often.") },
  { PARLEY_JOURNAL_ERROR, "overloaded", N_ ("The server is in trouble.") },
  { PARLEY_JOURNAL_ERROR, "context_too_long", N_ ("The chat was too long for the model.") },
  { PARLEY_JOURNAL_ERROR, "bad_response", N_ ("What the server sent was broken.") },
  { PARLEY_JOURNAL_ERROR, "cut", N_ ("The answer was cut off.") },
  { PARLEY_JOURNAL_REFUSED, "model_away", N_ ("The model was out of reach for too long.") },
  { PARLEY_JOURNAL_ERROR, "timeout", N_ ("Nothing came in time.") },
  { PARLEY_JOURNAL_ERROR, "unreachable", N_ ("There is no connection to the server.") },
  { PARLEY_JOURNAL_ERROR, "refused", N_ ("The model declined.") },
  { PARLEY_JOURNAL_ERROR, "configuration", N_ ("You need to change a setting.") },
  { PARLEY_JOURNAL_ERROR, "no_tools", N_ ("The model can't use tools.") },
  { PARLEY_JOURNAL_IMPORTANT, "damaged_notes",
    N_ ("Notes about what was being sent are damaged; Parley may have sent something it doesn't "
        "remember.") },
  { PARLEY_JOURNAL_IMPORTANT, "alert_failed",
    N_ ("Something changed, but the program that was to tell you can't be run.") },
  { PARLEY_JOURNAL_IMPORTANT, "log_failed", N_ ("Parley can't write its log file.") },
  { PARLEY_JOURNAL_IMPORTANT, "words", N_ ("Their message sounded urgent.") },
  { PARLEY_JOURNAL_IMPORTANT, "file", N_ ("They offered a file.") },
  { PARLEY_JOURNAL_IMPORTANT, "call", N_ ("They called.") },
  { PARLEY_JOURNAL_IMPORTANT, "attention", N_ ("They asked for your attention.") },
};

/* Returns: (transfer none) (nullable): a word that nobody knows is shown as it is. */
static const char *
explain (const ParleyJournalEntry *entry)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    {
      if (meanings[i].kind == entry->kind && g_str_equal (meanings[i].reason, entry->reason))
        return _ (meanings[i].sentence);
    }
  for (ParleyVerdict v = 0; v < PARLEY_N_VERDICTS; v++)
    {
      if (g_str_equal (parley_verdict_to_string (v), entry->reason))
        return parley_verdict_explain (v);
    }
  for (ParleyWithheld w = PARLEY_WITHHELD_NEVER_SAY; w < PARLEY_N_WITHHELD; w++)
    {
      if (g_str_equal (parley_withheld_to_string (w), entry->reason))
        return parley_withheld_explain (w);
    }
  return *entry->reason != '\0' ? entry->reason : NULL;
}

/* Returns: (transfer full) (nullable): what was done with how many messages; NULL: it has no
 * number.
 */
static char *
dup_number (const ParleyJournalEntry *entry)
{
  if (entry->n == 0)
    return NULL;
  if (entry->kind == PARLEY_JOURNAL_READ)
    return g_strdup_printf (ngettext ("Read %u message.", "Read %u messages as one.", entry->n),
                            entry->n);
  return g_strdup_printf (ngettext ("Dropped %u message that was not sent yet.",
                                    "Dropped %u messages that were not sent yet.", entry->n),
                          entry->n);
}

/* Returns: (transfer full) (nullable): what was done; NULL: the reason says it. */
static char *
dup_head (const ParleyJournalEntry *entry)
{
  switch (entry->kind)
    {
    case PARLEY_JOURNAL_READ:
    case PARLEY_JOURNAL_DROPPED:
      return dup_number (entry);
    case PARLEY_JOURNAL_SAID:
      /* Translators: what Parley did; the words in quotes follow */
      return g_strdup (_ ("Said:"));
    case PARLEY_JOURNAL_WITHHELD:
      /* Translators: what Parley did; the words in quotes or the reason follow */
      return g_strdup (_ ("Did not say:"));
    case PARLEY_JOURNAL_REFUSED:
      return g_strdup (_ ("Not answered."));
    case PARLEY_JOURNAL_DRAFT:
      /* Translators: what Parley did; the words in quotes follow */
      return g_strdup (_ ("Drafted:"));
    case PARLEY_JOURNAL_SENT:
      return g_strdup (_ ("You had it sent:"));
    case PARLEY_JOURNAL_HANDED_OVER:
      return g_strdup (_ ("Left the answer to you."));
    case PARLEY_JOURNAL_STOPPED:
      /* Translators: what Parley is; the reason follows */
      return g_strdup (_ ("Silent."));
    case PARLEY_JOURNAL_RESUMED:
      return g_strdup (_ ("No longer silent."));
    case PARLEY_JOURNAL_SERVER:
      /* Translators: the kind of server follows */
      return g_strdup (_ ("Who answers from now on:"));
    case PARLEY_JOURNAL_LIMIT:
      /* Translators: which one it is follows as a sentence */
      return g_strdup (_ ("A limit:"));
    case PARLEY_JOURNAL_LOOP:
      return g_strdup (_ ("A program seems to answer there."));
    case PARLEY_JOURNAL_ERROR:
      return g_strdup (_ ("No answer could be written."));
    case PARLEY_JOURNAL_TURN:
    case PARLEY_JOURNAL_MODE:
    case PARLEY_JOURNAL_IMPORTANT:
    case PARLEY_N_JOURNAL_KINDS:
      break;
    }
  return NULL;
}

char *
parley_diary_dup_sentence (const ParleyJournalEntry *entry)
{
  g_autofree char *head = dup_head (entry);
  g_autofree char *text = *entry->text != '\0' ? g_strdup_printf (_ ("“%s”"), entry->text) : NULL;
  g_autofree char *time
      = entry->ms > 0 ? g_strdup_printf (_ ("(%.1f s)"), (double) entry->ms / 1000) : NULL;
  const char *parts[] = { head, text, explain (entry), time };
  GString *sentence = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (parts[i] != NULL)
        g_string_append_printf (sentence, "%s%s", sentence->len > 0 ? " " : "", parts[i]);
    }
  return g_string_free (sentence, FALSE);
}
