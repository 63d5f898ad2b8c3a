/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-prompt.h"

#include <string.h>

#define FENCE_OPEN  "<their-messages>"
#define FENCE_CLOSE "</their-messages>"

/* At most this much of a turn goes to a model: the head and the tail. */
#define MAX_TURN_BYTES 8192

static char *
dup_time (gint64 wall)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (wall);

  return g_date_time_format (time, "%Y-%m-%d %H:%M");
}

/* What the person wrote can't close the fence around it, however they write it. */
static char *
dup_unfenced (const char *text)
{
  g_autoptr (GRegex) fence = g_regex_new ("their-messages", G_REGEX_CASELESS, 0, NULL);

  return g_regex_replace_literal (fence, text, -1, 0, "their messages", 0, NULL);
}

static void
append_fenced (GString *message, const char *text)
{
  g_autofree char *unfenced = dup_unfenced (text);

  g_string_append_printf (message, "%s\n%s\n%s", FENCE_OPEN, unfenced, FENCE_CLOSE);
}

/* The middle of what is too long is left out, and said to be. */
static char *
dup_bounded (const char *text)
{
  gsize length = strlen (text);
  g_autofree char *head = NULL;
  g_autofree char *tail = NULL;

  if (length <= MAX_TURN_BYTES)
    return g_strdup (text);
  head = g_strndup (text, g_utf8_find_prev_char (text, text + MAX_TURN_BYTES / 2 + 1) - text);
  tail = g_strdup (g_utf8_find_next_char (text + length - MAX_TURN_BYTES / 2, NULL));
  return g_strdup_printf ("%s\n[… %" G_GSIZE_FORMAT " bytes left out …]\n%s", head,
                          length - strlen (head) - strlen (tail), tail);
}

char *
parley_prompt_dup_fenced_burst (const ParleyTurn *turn)
{
  g_autoptr (GString) burst = g_string_new (NULL);
  g_autoptr (GString) fenced = g_string_new (NULL);
  g_autofree char *bounded = NULL;

  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);
      g_autofree char *words = parley_bubble_dup_words (bubble);

      g_string_append_printf (burst, "%s%s", i > 0 ? "\n" : "", words);
    }
  bounded = dup_bounded (burst->str);
  append_fenced (fenced, bounded);
  return g_string_free (g_steal_pointer (&fenced), FALSE);
}

/* Utterances of one side in a row are one message: many servers want the sides to take turns. */
static void
add_history (ParleyRequest *request, ParleyHistory *history)
{
  guint n = parley_history_get_length (history);

  for (guint i = 0; i < n;)
    {
      const ParleyUtterance *first = parley_history_get (history, i);
      gboolean theirs = first->speaker == PARLEY_SPEAKER_PERSON;
      g_autofree char *time = dup_time (first->wall);
      g_autoptr (GString) side = g_string_new (NULL);
      g_autoptr (GString) message = g_string_new (NULL);

      for (; i < n; i++)
        {
          const ParleyUtterance *next = parley_history_get (history, i);

          if ((next->speaker == PARLEY_SPEAKER_PERSON) != theirs)
            break;
          g_string_append_printf (side, "%s%s", side->len > 0 ? (theirs ? "\n" : "\n\n") : "",
                                  next->text);
        }
      if (!theirs)
        {
          parley_request_add (request, PARLEY_ROLE_ASSISTANT, side->str);
          continue;
        }
      g_string_append_printf (message, "[%s]\n", time);
      append_fenced (message, side->str);
      parley_request_add (request, PARLEY_ROLE_USER, message->str);
    }
}

/* Returns: (transfer full) (nullable): what we said last, if it was cut. */
static char *
dup_already_said (const ParleyPromptInput *input)
{
  guint n = parley_history_get_length (input->history);
  guint from = n;
  GString *said;

  if (!input->turn->after_cut)
    return NULL;
  while (from > 0
         && parley_history_get (input->history, from - 1)->speaker == PARLEY_SPEAKER_PARLEY)
    from--;
  said = g_string_new (NULL);
  for (guint i = from; i < n; i++)
    g_string_append_printf (said, "%s%s", i > from ? " / " : "",
                            parley_history_get (input->history, i)->text);
  return g_string_free (said, FALSE);
}

static void
add_turn (ParleyRequest *request, const ParleyPromptInput *input)
{
  g_autofree char *burst = parley_prompt_dup_fenced_burst (input->turn);
  g_autoptr (GString) message = g_string_new (burst);
  g_autofree char *already_said = dup_already_said (input);
  g_autofree char *time = dup_time (input->wall);

  if (already_said != NULL)
    g_string_append_printf (message,
                            "\n\nThey wrote this while you were answering. Already said: %s\n"
                            "The rest of that answer was not sent.",
                            already_said);
  g_string_append_printf (message, "\n\nLocal time: %s", time);
  parley_request_add (request, PARLEY_ROLE_USER, message->str);
}

ParleyRequest *
parley_prompt_build (const ParleyPromptInput *input)
{
  ParleyRequest *request = parley_request_new (input->max_tokens);
  g_autofree char *system
      = g_strconcat (input->rules, "\nHow the owner sounds:\n", input->persona, NULL);

  parley_request_add (request, PARLEY_ROLE_SYSTEM, system);
  add_history (request, input->history);
  add_turn (request, input);
  request->n_bubbles = input->turn->bubbles->len;
  return request;
}
