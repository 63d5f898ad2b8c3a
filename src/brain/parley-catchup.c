/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-catchup.h"

#include "base/parley-text.h"
#include "brain/parley-answer.h"
#include "brain/parley-fence.h"
#include "brain/parley-token-budget.h"
#include "brain/parley-tool-result.h"

/* Six short sentences, in any language. */
#define MAX_TOKENS 600
#define MAX_LINES  12
#define MAX_CHARS  400
#define MAX_BYTES  4096

/* With a scheme, or what is meant without one. */
#define LINK                                                                                       \
  "\\b(?:[a-z][a-z0-9+.-]{1,20}://|www\\.|(?:mailto|xmpp|tel|sms):)\\S+"                           \
  "|\\b[\\w-]+(?:\\.[\\w-]+)+/\\S*"

static guint
find_first (ParleyHistory *history)
{
  guint first = parley_history_get_length (history);

  while (first > 0 && parley_history_get (history, first - 1)->speaker != PARLEY_SPEAKER_USER)
    first--;
  return first;
}

static char *
dup_line (const ParleyUtterance *utterance, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (utterance->when.written);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  g_autofree char *when
      = local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : g_strdup ("?");
  g_autofree char *text = parley_text_dup_line (utterance->text, MAX_BYTES);

  return g_strdup_printf ("%s %s: %s\n", when, parley_tool_speaker_to_string (utterance->speaker),
                          text);
}

/* Returns: (transfer full): "" if the person wrote nothing. */
static char *
dup_talk (ParleyHistory *history, guint max_tokens, GTimeZone *zone, gboolean *cut)
{
  guint first = find_first (history);
  g_autoptr (GString) talk = g_string_new (NULL);
  guint64 tokens = 0;
  gboolean theirs = FALSE;

  *cut = FALSE;
  for (guint i = parley_history_get_length (history); i > first && !*cut; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);
      g_autofree char *line = dup_line (utterance, zone);

      tokens += parley_tokens_estimate (line);
      *cut = tokens > max_tokens && theirs;
      if (*cut)
        break;
      theirs |= utterance->speaker == PARLEY_SPEAKER_PERSON;
      g_string_prepend (talk, line);
    }
  return theirs ? g_strchomp (g_string_free (g_steal_pointer (&talk), FALSE)) : g_strdup ("");
}

ParleyRequest *
parley_catchup_build (const char *rules,
                      const char *nonce,
                      ParleyHistory *history,
                      guint max_tokens,
                      GTimeZone *zone,
                      gboolean *cut)
{
  g_autofree char *talk = dup_talk (history, max_tokens, zone, cut);
  g_autofree char *fenced = NULL;
  ParleyRequest *request;

  if (*talk == '\0')
    return NULL;
  fenced = parley_fence_dup (PARLEY_FENCE_NOTES, nonce, talk);
  request = parley_request_new (MAX_TOKENS);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, rules);
  parley_request_add (request, PARLEY_ROLE_USER, fenced);
  return request;
}

/* Returns: (transfer full): what is left of a line, "" if nothing is. */
static char *
dup_plain (const char *line, GRegex *links)
{
  g_autofree char *one = parley_text_dup_line (line, MAX_BYTES);
  char *plain = g_regex_replace_literal (links, one, -1, 0, "[…]", 0, NULL);

  if (g_utf8_strlen (g_strstrip (plain), -1) > MAX_CHARS)
    {
      g_autofree char *whole = plain;

      plain = g_utf8_substring (whole, 0, MAX_CHARS);
    }
  return plain;
}

char *
parley_catchup_dup_quoted (const char *text)
{
  g_autoptr (GRegex) links = g_regex_new (LINK, G_REGEX_CASELESS, 0, NULL);
  g_autofree char *said = parley_answer_dup_text (text);
  g_auto (GStrv) lines = g_strsplit (said != NULL ? said : "", "\n", -1);
  g_autoptr (GString) quoted = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL && n < MAX_LINES; i++)
    {
      g_autofree char *plain = dup_plain (lines[i], links);

      if (*plain == '\0')
        continue;
      g_string_append_printf (quoted, "%s> %s", n > 0 ? "\n" : "", plain);
      n++;
    }
  return n > 0 ? g_string_free (g_steal_pointer (&quoted), FALSE) : NULL;
}
