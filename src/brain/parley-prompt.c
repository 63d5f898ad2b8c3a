/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-prompt.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-text.h"
#include "brain/parley-echo.h"
#include "brain/parley-fence.h"
#include "brain/parley-talk.h"
#include "brain/parley-tidy.h"
#include "memory/parley-chat-memory.h"

/* Of all lessons in a prompt: a small model's window is soon full. */
#define MAX_LESSONS_BYTES 4000

/* Of the user's own status. */
#define MAX_STATUS_BYTES 200

char *
parley_prompt_dup_burst (const ParleyTurn *turn)
{
  GString *burst = g_string_new (NULL);

  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      g_autofree char *words = parley_bubble_dup_words (g_ptr_array_index (turn->bubbles, i));

      if (i > 0)
        g_string_append_c (burst, '\n');
      g_string_append (burst, words);
    }
  return g_string_free (burst, FALSE);
}

char *
parley_prompt_dup_fenced_burst (const ParleyTurn *turn, const char *nonce)
{
  g_autofree char *burst = parley_prompt_dup_burst (turn);
  GString *fenced = g_string_new (NULL);

  parley_talk_append_theirs (fenced, nonce, burst, PARLEY_TALK_MAX_BYTES);
  return g_string_free (fenced, FALSE);
}

static gboolean
is_empty (const char *text)
{
  return text == NULL || *text == '\0';
}

/* Under a title of ours; nothing if there is no @text. */
static void
add_notes (ParleyRequest *request, const char *title, const char *nonce, const char *text)
{
  g_autofree char *fenced = NULL;
  g_autofree char *message = NULL;

  if (is_empty (text))
    return;
  fenced = parley_fence_dup (PARLEY_FENCE_NOTES, nonce, text);
  message = g_strdup_printf ("%s\n%s", title, fenced);
  parley_request_add (request, PARLEY_ROLE_USER, message);
}

/* What is to be answered is never too old. */
static gboolean
is_left_out (const ParleyPromptInput *input, const ParleyUtterance *utterance)
{
  if (input->until == 0 || utterance->when.received > input->until)
    return FALSE;
  return input->turn->n_read == 0
         || utterance->when.received < parley_turn_get_first (input->turn)->when.received;
}

/* What was put before its words is none of the model's, or it would write it, too. */
static void
add_utterance (ParleyTalk *talk, const ParleyPromptInput *input, const ParleyUtterance *utterance)
{
  gboolean ours = utterance->speaker == PARLEY_SPEAKER_PARLEY;
  g_autofree char *bare = parley_tidy_dup (ours ? input->disclosures : NULL, utterance->text);

  parley_talk_add (talk, utterance->speaker, g_strchug (bare), utterance->when);
}

static void
add_history (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  ParleyTalk *talk = parley_talk_new (request, zone, input->nonce, 0);
  guint n = parley_history_get_length (input->history);

  if (n == 0)
    parley_request_note_gap_here (request, N_ ("Nothing was said before this."));
  for (guint i = 0; i < n; i++)
    {
      const ParleyUtterance *utterance = parley_history_get (input->history, i);

      if (is_left_out (input, utterance))
        continue;
      if (utterance->begins_turn)
        parley_talk_begin_turn (talk);
      add_utterance (talk, input, utterance);
    }
  parley_talk_end (talk);
}

static void
add_burst (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  ParleyTalk *talk = parley_talk_new (request, zone, input->nonce, input->wall);

  for (guint i = input->turn->n_read; i < input->turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (input->turn->bubbles, i);
      g_autofree char *words = parley_bubble_dup_words (bubble);

      parley_talk_add (talk, PARLEY_SPEAKER_PERSON, words, bubble->when);
    }
  parley_talk_end (talk);
}

/* What we said last, if it was cut. */
static char *
dup_already_said (const ParleyPromptInput *input)
{
  GString *said = g_string_new (NULL);
  guint n = parley_history_get_length (input->history);
  guint from = n;

  while (input->turn->after_cut && from > 0
         && parley_history_get (input->history, from - 1)->speaker == PARLEY_SPEAKER_PARLEY)
    from--;
  for (guint i = from; i < n; i++)
    g_string_append_printf (said, "%s%s", i > from ? "\n" : "",
                            parley_history_get (input->history, i)->text);
  return g_string_free (said, FALSE);
}

static char *
dup_shown (const ParleyPromptInput *input)
{
  GString *shown = g_string_new (NULL);
  g_autofree char *theirs = parley_contact_info_dup_text (input->contact);
  g_autofree char *own
      = input->status != NULL ? parley_text_dup_line (input->status, MAX_STATUS_BYTES) : NULL;

  if (*theirs != '\0')
    g_string_append_printf (shown, "they:\n%s", theirs);
  if (!is_empty (own))
    g_string_append_printf (shown, "%sthe owner:\nstatus: %s", shown->len > 0 ? "\n" : "", own);
  return g_string_free (shown, FALSE);
}

/* Names of days of our own: the prompt is the same in every locale. */
static void
add_time (GString *state, gint64 wall, GTimeZone *zone)
{
  static const char *const days[]
      = { "", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  g_autofree char *time = NULL;

  if (local == NULL)
    return;
  time = g_date_time_format (local, "%Y-%m-%d %H:%M %:z");
  g_string_append_printf (state, "It is %s, %s.", time, days[g_date_time_get_day_of_week (local)]);
}

/* Of what they asked for "now" it may be too late. */
static void
add_lateness (GString *state, guint minutes)
{
  if (minutes > 0)
    g_string_append_printf (state, " They wrote this %u minute%s ago; you could not answer sooner.",
                            minutes, minutes > 1 ? "s" : "");
}

static void
add_hint (GString *state, const ParleyHint *hint)
{
  if (hint->expected_input_type != PARLEY_EXPECT_ANYTHING)
    g_string_append_printf (state, " You asked them for: %s.",
                            parley_expectation_to_string (hint->expected_input_type));
  else if (hint->awaiting_required_field)
    g_string_append (state, " You asked them for something that you need.");
}

static void
add_truth (GString *state, gboolean asks_program)
{
  if (asks_program)
    g_string_append (state, " They ask whether a program writes. If they mean it, answer "
                            "truthfully: yes, a program writes for the owner.");
}

/* One line, and every word of it is ours: it stands in no fence. */
static void
add_state (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  g_autoptr (GString) state = g_string_new ("[");
  const char *presence = parley_contact_info_get_presence (input->contact);

  add_time (state, input->wall, zone);
  if (presence != NULL)
    g_string_append_printf (state, " Their status: %s.", presence);
  add_lateness (state, input->late_min);
  add_hint (state, &input->hint);
  add_truth (state, input->asks_program);
  g_string_append_c (state, ']');
  parley_request_add (request, PARLEY_ROLE_USER, state->str);
}

#define UNWANTED "The owner did not want the answer that you drafted for this. Write another one."
#define SECOND                                                                                     \
  "The owner chooses between two drafts. Write the second, as short, which takes another line."

/* The draft may repeat what the person wrote; the wish is the owner's own. */
static void
add_another (ParleyRequest *request, const ParleyAnother *another, const char *nonce)
{
  g_autofree char *bounded
      = another->unwanted != NULL ? parley_talk_dup_bounded (another->unwanted) : NULL;
  g_autofree char *wish = NULL;

  if (!is_empty (bounded) && another->second)
    add_notes (request, SECOND " You drafted:", nonce, bounded);
  else if (!is_empty (bounded))
    add_notes (request, UNWANTED " You drafted:", nonce, bounded);
  else if (bounded != NULL)
    parley_request_add (request, PARLEY_ROLE_USER, UNWANTED);
  if (another->wish == NULL)
    return;
  wish = g_strdup_printf ("The owner wishes for this answer: %s", another->wish);
  parley_request_add (request, PARLEY_ROLE_USER, wish);
}

/* On lines of their own, so that a text can't pass for another lesson. */
static char *
dup_lines (const ParleyLesson *lesson)
{
  g_autofree char *drafted = parley_text_dup_line (lesson->drafted, PARLEY_MEMORY_MAX_LESSON);
  g_autofree char *sent = parley_text_dup_line (lesson->sent, PARLEY_MEMORY_MAX_LESSON);

  return *sent != '\0'
             ? g_strdup_printf ("You drafted: %s\nThe owner sent instead: %s\n", drafted, sent)
             : g_strdup_printf ("You drafted: %s\nThe owner did not want it.\n", drafted);
}

/* @lessons: of ParleyLesson, oldest first; those after @since, up to @until, seconds since 1970,
 * count. Returns: (transfer full) (nullable): the newest that have room, oldest first, two lines
 * each, to be fenced: a draft may repeat what somebody wrote; NULL if there are none. */
static char *
dup_lessons (const GPtrArray *lessons, gint64 since, gint64 until)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = lessons->len, n = 0; i > 0 && n < PARLEY_MEMORY_MAX_LESSONS; i--)
    {
      const ParleyLesson *lesson = g_ptr_array_index (lessons, i - 1);
      g_autofree char *lines = NULL;

      if (lesson->wall <= since || lesson->wall > until)
        continue;
      lines = dup_lines (lesson);
      if (text->len + strlen (lines) > MAX_LESSONS_BYTES)
        break;
      g_string_prepend (text, lines);
      n++;
    }
  if (text->len == 0)
    return NULL;
  g_string_truncate (text, text->len - 1);
  return g_strdup (text->str);
}

static void
add_lessons (ParleyRequest *request, const ParleyPromptInput *input, gint64 since, gint64 until)
{
  g_autofree char *lessons
      = input->lessons != NULL ? dup_lessons (input->lessons, since, until) : NULL;

  add_notes (request,
             "What the owner did with your drafts, oldest first. Write so that they need "
             "not:",
             input->nonce, lessons);
}

/* What changes from turn to turn. */
static void
add_tail (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  g_autofree char *shown = dup_shown (input);
  g_autofree char *said = dup_already_said (input);

  add_state (request, input, zone);
  add_lessons (request, input, input->until, G_MAXINT64);
  add_notes (request, "Remembered of this chat:", input->nonce, input->facts);
  if (is_empty (input->facts))
    parley_request_note_gap_here (
        request, input->turn->bubbles->len > 0
                     ? N_ ("Parley remembers nothing that fits what they wrote.")
                     : N_ ("What Parley remembers that fits what they write next comes here."));
  add_notes (request, "What the world is shown:", input->nonce, shown);
  add_notes (request,
             "They wrote this while you were answering; the rest was not sent. Already "
             "said:",
             input->nonce, said);
  if (input->another != NULL)
    add_another (request, input->another, input->nonce);
  add_burst (request, input, zone);
  if (input->turn->bubbles->len == 0)
    parley_request_note_gap_here (request, N_ ("What they write next comes here."));
}

/* The front is the first message, which is added when it is whole. */
static void
note_gap (ParleyRequest *request, const GString *system, const char *what)
{
  parley_request_note_gap (request, 0, system->len, what);
}

static void
add_who (ParleyRequest *request, GString *system, const ParleyAuthor *author)
{
  const char *name = !is_empty (author->name) ? author->name : "the owner";

  if (!is_empty (author->name))
    g_string_append_printf (system, "\nThe owner is %s.", author->name);
  else
    note_gap (request, system, N_ ("Your name is not given yet."));
  if (is_empty (author->about))
    note_gap (request, system, N_ ("Nothing about you is given yet."));
  else
    g_string_append_printf (system, "\nWhoever writes to you may be told this of %s:\n%s", name,
                            author->about);
  g_string_append_printf (system, "\nHow %s sounds:\n%s", name,
                          author->their_persona != NULL ? author->their_persona : author->persona);
}

/* Old lines, so that nobody takes them for what is said now. */
static void
add_style (ParleyRequest *request, GString *system, const ParleyStyle *style, const char *nonce)
{
  g_autofree char *sentence = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);

  if (style == NULL)
    {
      note_gap (request, system, N_ ("How you write to them is not known yet."));
      return;
    }
  sentence = parley_style_dup_sentence (style);
  g_string_append_printf (system, "%s%s", g_str_has_suffix (system->str, "\n") ? "" : "\n",
                          sentence);
  for (guint i = 0; i < style->examples->len; i++)
    g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "",
                            (const char *) g_ptr_array_index (style->examples, i));
  if (lines->len == 0)
    return;
  g_string_append (system, " Old lines:\n");
  parley_fence_append (system, PARLEY_FENCE_OWNER, nonce, lines->str);
}

static void
add_front (ParleyRequest *request, const ParleyPromptInput *input)
{
  const ParleyRules *rules = input->rules;
  g_autofree char *fence = parley_fence_dup_rule (input->nonce);
  g_autoptr (GString) system = g_string_new (rules->text);

  g_string_append_printf (system, "%s%s",
                          input->tools->len > 0 ? rules->with_tools : rules->with_words, fence);
  add_who (request, system, &input->author);
  add_style (request, system, input->author.style, input->nonce);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, system->str);
  add_lessons (request, input, G_MININT64, input->until);
  add_notes (request, "Earlier in this chat:", input->nonce, input->summary);
  if (is_empty (input->summary) && parley_history_get_length (input->history) > 0)
    parley_request_note_gap_here (request, N_ ("What was said needs no summary yet."));
}

ParleyRequest *
parley_prompt_build (const ParleyPromptInput *input)
{
  ParleyRequest *request = parley_request_new (input->max_tokens);
  g_autoptr (GTimeZone) zone
      = input->zone != NULL ? g_time_zone_ref (input->zone) : g_time_zone_new_local ();

  for (guint i = 0; i < input->tools->len; i++)
    g_ptr_array_add (request->tools, g_ptr_array_index (input->tools, i));
  add_front (request, input);
  add_history (request, input, zone);
  add_tail (request, input, zone);
  request->n_bubbles = input->turn->bubbles->len;
  return request;
}

/* Nothing repeats the end of the one with the beginning of the other. */
#define BETWEEN "\n"

static char *
dup_told (const ParleyRules *rules)
{
  g_autofree char *text = parley_echo_dup_words (rules->text);
  g_autofree char *with_tools = parley_echo_dup_words (rules->with_tools);

  return g_strconcat (text, BETWEEN, with_tools, NULL);
}

ParleyRules *
parley_rules_new (ParleyData *data)
{
  ParleyRules *rules = g_new0 (ParleyRules, 1);

  rules->text = parley_data_dup_text (data, "prompts/rules.txt");
  rules->with_tools = parley_data_dup_text (data, "prompts/rules-tools.txt");
  rules->with_words = parley_data_dup_text (data, "prompts/rules-words.txt");
  rules->told = dup_told (rules);
  return rules;
}

void
parley_rules_free (ParleyRules *rules)
{
  g_free (rules->text);
  g_free (rules->with_tools);
  g_free (rules->with_words);
  g_free (rules->told);
  g_free (rules);
}

void
parley_another_copy (ParleyAnother *another, const ParleyAnother *from)
{
  another->unwanted = g_strdup (from->unwanted);
  another->second = from->second;
  another->wish = g_strdup (from->wish);
}

void
parley_another_clear (ParleyAnother *another)
{
  g_clear_pointer (&another->unwanted, g_free);
  another->second = FALSE;
  g_clear_pointer (&another->wish, g_free);
}
