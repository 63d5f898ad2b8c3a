/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-prompt.h"

#include "base/parley-text.h"
#include "brain/parley-fence.h"
#include "brain/parley-talk.h"

/* Of the user's own status. */
#define MAX_STATUS_BYTES 200

char *
parley_prompt_dup_burst (const ParleyTurn *turn)
{
  GString *burst = g_string_new (NULL);

  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      g_autofree char *words = parley_bubble_dup_words (g_ptr_array_index (turn->bubbles, i));

      g_string_append_printf (burst, "%s%s", i > 0 ? "\n" : "", words);
    }
  return g_string_free (burst, FALSE);
}

char *
parley_prompt_dup_fenced_burst (const ParleyTurn *turn)
{
  g_autofree char *burst = parley_prompt_dup_burst (turn);
  g_autofree char *bounded = parley_talk_dup_bounded (burst);

  return parley_fence_dup (bounded);
}

static void
add_summary (ParleyRequest *request, const char *summary)
{
  g_autofree char *fenced = NULL;
  g_autofree char *message = NULL;

  if (summary == NULL || *summary == '\0')
    return;
  fenced = parley_fence_dup (summary);
  message = g_strconcat ("Earlier in this chat:\n", fenced, NULL);
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

/* The turn is the end of the talk: in the next request it is history, and the same bytes. */
static void
add_talk (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  ParleyTalk *talk = parley_talk_new (request, zone);
  guint n = parley_history_get_length (input->history);

  for (guint i = 0; i < n; i++)
    {
      const ParleyUtterance *utterance = parley_history_get (input->history, i);

      if (is_left_out (input, utterance))
        continue;
      if (utterance->begins_turn)
        parley_talk_begin_turn (talk);
      parley_talk_add (talk, utterance->speaker, utterance->text, utterance->when);
    }
  parley_talk_begin_turn (talk);
  for (guint i = input->turn->n_read; i < input->turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (input->turn->bubbles, i);
      g_autofree char *words = parley_bubble_dup_words (bubble);

      parley_talk_add (talk, PARLEY_SPEAKER_PERSON, words, bubble->when);
    }
  parley_talk_end (talk);
}

/* What we said last, if it was cut. */
static void
add_already_said (GString *tail, const ParleyPromptInput *input)
{
  guint n = parley_history_get_length (input->history);
  guint from = n;

  if (!input->turn->after_cut)
    return;
  while (from > 0
         && parley_history_get (input->history, from - 1)->speaker == PARLEY_SPEAKER_PARLEY)
    from--;
  g_string_append (tail, "They wrote this while you were answering. Already said: ");
  for (guint i = from; i < n; i++)
    g_string_append_printf (tail, "%s%s", i > from ? " / " : "",
                            parley_history_get (input->history, i)->text);
  g_string_append (tail, "\nThe rest of that answer was not sent.\n\n");
}

static void
add_section (GString *tail, const char *title, const char *text)
{
  if (text != NULL && *text != '\0')
    g_string_append_printf (tail, "%s\n%s\n\n", title, text);
}

static void
add_contact (GString *tail, const ParleyContactInfo *contact)
{
  g_autofree char *text = parley_contact_info_dup_text (contact);

  add_section (tail, "What they show the world:", text);
}

static void
add_status (GString *tail, const char *status)
{
  g_autofree char *line = status != NULL ? parley_text_dup_line (status, MAX_STATUS_BYTES) : NULL;

  if (line != NULL && *line != '\0')
    g_string_append_printf (tail, "The owner's status: %s\n", line);
}

/* Names of days of our own: the prompt is the same in every locale. */
static void
add_time (GString *tail, gint64 wall, GTimeZone *zone)
{
  static const char *const days[]
      = { "", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  g_autofree char *time = NULL;

  if (local == NULL)
    return;
  time = g_date_time_format (local, "%Y-%m-%d %H:%M %:z");
  g_string_append_printf (tail, "Local time: %s, %s", time,
                          days[g_date_time_get_day_of_week (local)]);
}

/* Of what they asked for "now" it may be too late. */
static void
add_lateness (GString *tail, guint minutes)
{
  if (minutes > 0)
    g_string_append_printf (tail, "\nThey wrote this %u minute%s ago. You could not answer sooner.",
                            minutes, minutes > 1 ? "s" : "");
}

static void
add_hint (GString *tail, const ParleyHint *hint)
{
  if (hint->expected_input_type != PARLEY_EXPECT_ANYTHING)
    g_string_append_printf (tail, "\nYou asked them for: %s",
                            parley_expectation_to_string (hint->expected_input_type));
  else if (hint->awaiting_required_field)
    g_string_append (tail, "\nYou asked them for something that you need.");
}

static void
add_truth (GString *tail, gboolean asks_program)
{
  if (asks_program)
    g_string_append (tail,
                     "\nThey ask whether a program writes. If they mean it, answer truthfully: "
                     "yes, a program writes for the owner.");
}

/* The draft may repeat what the person wrote; the wish is the owner's own. */
static void
add_wish (GString *tail, const ParleyPromptInput *input)
{
  g_autofree char *bounded
      = input->unwanted != NULL ? parley_talk_dup_bounded (input->unwanted) : NULL;

  if (bounded != NULL)
    g_string_append (tail, "\n\nThe owner did not want the answer that you drafted for this. Write "
                           "another one.");
  if (bounded != NULL && *bounded != '\0')
    {
      g_string_append (tail, " You drafted:\n");
      parley_fence_append (tail, bounded);
    }
  if (input->wish != NULL)
    g_string_append_printf (tail, "\n\nThe owner wishes for this answer: %s", input->wish);
}

static void
add_tail (ParleyRequest *request, const ParleyPromptInput *input, GTimeZone *zone)
{
  g_autoptr (GString) tail = g_string_new (NULL);

  add_already_said (tail, input);
  add_section (tail, "Remembered of this chat:", input->facts);
  add_contact (tail, input->contact);
  add_status (tail, input->status);
  add_time (tail, input->wall, zone);
  add_lateness (tail, input->late_min);
  add_hint (tail, &input->hint);
  add_truth (tail, input->asks_program);
  add_wish (tail, input);
  parley_request_add (request, PARLEY_ROLE_USER, tail->str);
}

ParleyRequest *
parley_prompt_build (const ParleyPromptInput *input)
{
  ParleyRequest *request = parley_request_new (input->max_tokens);
  g_autoptr (GTimeZone) zone
      = input->zone != NULL ? g_time_zone_ref (input->zone) : g_time_zone_new_local ();
  g_autoptr (GString) system = g_string_new (input->rules);

  g_string_append_printf (system, "\nHow the owner sounds:\n%s",
                          input->their_persona != NULL ? input->their_persona : input->persona);
  if (input->lessons != NULL)
    g_string_append_printf (system,
                            "\n\nWhat the owner did with your drafts to this person, oldest first. "
                            "Write so that they need not:\n%s",
                            input->lessons);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, system->str);
  add_summary (request, input->summary);
  add_talk (request, input, zone);
  add_tail (request, input, zone);
  request->n_bubbles = input->turn->bubbles->len;
  return request;
}
