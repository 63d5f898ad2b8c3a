/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-summarizer.h"

#include <string.h>

#include "base/parley-text.h"
#include "brain/parley-fence.h"
#include "brain/parley-token-budget.h"
#include "brain/parley-tool-result.h"

/* Short sentences; in most languages a line of them takes less than 40 tokens. */
#define MAX_TOKENS 1600
#define MAX_LINES  40
#define MAX_CHARS  300
#define MAX_BYTES  16384

/* "2026-11-21 they: ..." */
#define DAY_CHARS 10
#define LINE      "^\\d{4}-\\d{2}-\\d{2} (they|you|the owner): \\S"

gint64
parley_summarizer_find_until (ParleyHistory *history, gint64 until, guint max_tokens)
{
  guint n = parley_history_get_length (history);
  gint64 half = until;
  guint64 tokens = 0;

  for (guint i = n; i > 0; i--)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i - 1);

      if (until != 0 && utterance->when.received <= until)
        break;
      tokens += parley_tokens_estimate (utterance->text);
      if (tokens > max_tokens / 2 && half == until)
        half = utterance->when.received;
      if (tokens > max_tokens)
        return half;
    }
  return until;
}

static char *
dup_day (gint64 wall, GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d") : g_strdup ("0000-00-00");
}

ParleyRequest *
parley_summarizer_build (const char *rules,
                         const char *nonce,
                         const char *summary,
                         ParleyHistory *history,
                         gint64 from,
                         gint64 until,
                         GTimeZone *zone)
{
  ParleyRequest *request = parley_request_new (MAX_TOKENS);
  guint n = parley_history_get_length (history);
  g_autoptr (GString) lines = g_string_new (summary);
  g_autofree char *fenced = NULL;

  for (guint i = 0; i < n; i++)
    {
      const ParleyUtterance *utterance = parley_history_get (history, i);
      g_autofree char *day = NULL;
      g_autofree char *text = NULL;

      if ((from != 0 && utterance->when.received <= from) || utterance->when.received > until)
        continue;
      day = dup_day (utterance->when.written, zone);
      text = parley_text_dup_line (utterance->text, MAX_BYTES);
      g_string_append_printf (lines, "%s%s %s: %s", lines->len > 0 ? "\n" : "", day,
                              parley_tool_speaker_to_string (utterance->speaker), text);
    }
  fenced = parley_fence_dup (PARLEY_FENCE_NOTES, nonce, lines->str);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, rules);
  parley_request_add (request, PARLEY_ROLE_USER, fenced);
  return request;
}

/* Many models make a list of anything. */
static const char *
skip_list_mark (const char *line)
{
  const char *rest = g_str_has_prefix (line, "•") ? line + strlen ("•") : line;

  return rest + strspn (rest, "-* ");
}

/* Returns: (transfer full): of char *. */
static GPtrArray *
list_lines (const char *text, const char *today)
{
  g_autoptr (GRegex) form = g_regex_new (LINE, 0, 0, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *kept = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = skip_list_mark (g_strstrip (lines[i]));

      if (g_regex_match (form, line, 0, NULL) && strncmp (line, today, DAY_CHARS) <= 0)
        g_ptr_array_add (kept,
                         g_utf8_substring (line, 0, MIN (g_utf8_strlen (line, -1), MAX_CHARS)));
    }
  return kept;
}

/* Of too many lines the newest are kept. */
char *
parley_summarizer_parse (const char *text, gint64 until, GTimeZone *zone)
{
  g_autofree char *today = dup_day (until, zone);
  g_autofree char *clean = parley_text_dup_clean (text, MAX_BYTES);
  g_autoptr (GPtrArray) lines = list_lines (clean, today);

  if (lines->len == 0)
    return NULL;
  if (lines->len > MAX_LINES)
    g_ptr_array_remove_range (lines, 0, lines->len - MAX_LINES);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}
