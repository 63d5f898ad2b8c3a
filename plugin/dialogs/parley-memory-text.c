/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-memory-text.h"

#include <util.h>

#include "base/parley-i18n.h"
#include "base/parley-text.h"
#include "brain/parley-style.h"

static void
add_heading (GString *html, const char *heading)
{
  g_string_append_printf (html, "%s<b>%s</b><br>", html->len > 0 ? "<br>" : "", heading);
}

/* @text: plain. */
static void
add_line (GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_autofree char *lines = purple_strdup_withhtml (escaped);

  g_string_append_printf (html, "%s<br>", lines);
}

static char *
dup_time (gint64 wall)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (wall);

  return at != NULL ? g_date_time_format (at, "%x %X") : g_strdup ("");
}

static const char *
get_speaker (ParleySpeaker speaker)
{
  switch (speaker)
    {
    case PARLEY_SPEAKER_PERSON:
      /* Translators: who wrote the text after the colon, as in a play: the contact */
      return C_ ("speaker", "They");
    case PARLEY_SPEAKER_PARLEY:
      return _ ("Parley");
    case PARLEY_SPEAKER_USER:
      /* Translators: who wrote the text after the colon, as in a play: the user */
      return C_ ("speaker", "You");
    }
  return "";
}

/* In one line, so that a text can't pass for what somebody else said. */
static void
add_said (GString *html, gint64 wall, ParleySpeaker speaker, const char *text)
{
  g_autofree char *when = dup_time (wall);
  g_autofree char *said = parley_text_dup_line (text, G_MAXSIZE);
  g_autofree char *line = g_strdup_printf ("%s %s: %s", when, get_speaker (speaker), said);

  add_line (html, line);
}

static void
add_facts_of (GString *html, const ParleyChatContents *contents, ParleyFactKind kind)
{
  static const char *const headings[PARLEY_N_FACT_KINDS] = {
    [PARLEY_FACT_KIND_FACT] = N_ ("Facts"),
    [PARLEY_FACT_KIND_PROMISE] = N_ ("Promised in your name"),
    [PARLEY_FACT_KIND_QUESTION] = N_ ("Open questions for you"),
  };
  gboolean headed = FALSE;

  for (guint i = 0; i < contents->facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (contents->facts, i);

      if (fact->kind != kind)
        continue;
      if (!headed)
        add_heading (html, _ (headings[kind]));
      headed = TRUE;
      add_said (html, fact->wall, fact->said_by, fact->text);
    }
}

static void
add_facts (GString *html, const ParleyChatContents *contents)
{
  for (ParleyFactKind kind = 0; kind < PARLEY_N_FACT_KINDS; kind++)
    add_facts_of (html, contents, kind);
}

static void
add_summary (GString *html, const ParleyChatContents *contents)
{
  if (*contents->summary->text == '\0')
    return;
  add_heading (html, _ ("Summary of what was said earlier"));
  add_line (html, contents->summary->text);
}

/* Returns: (nullable): what they are expected to write next. */
static const char *
get_expectation (ParleyExpectation expectation)
{
  switch (expectation)
    {
    case PARLEY_EXPECT_ORDER_NUMBER:
      return _ ("Expected next: an order number.");
    case PARLEY_EXPECT_CONFIRMATION:
      return _ ("Expected next: a yes or a no.");
    case PARLEY_EXPECT_EMAIL:
      return _ ("Expected next: an e-mail address.");
    case PARLEY_EXPECT_PHONE:
      return _ ("Expected next: a telephone number.");
    case PARLEY_EXPECT_DATE:
      return _ ("Expected next: a date.");
    case PARLEY_EXPECT_NUMBER:
      return _ ("Expected next: a number.");
    case PARLEY_EXPECT_ANYTHING:
      break;
    }
  return NULL;
}

static void
add_habits (GString *html, const ParleyChatContents *contents)
{
  const ParleyChatRecord *record = contents->record;
  ParleyCadenceStats stats = parley_cadence_get_stats (&record->cadence);
  const char *expected = get_expectation (record->hint.expected_input_type);
  g_autofree char *gaps = NULL;

  if (stats.count == 0 && !record->types && expected == NULL)
    return;
  add_heading (html, _ ("How they write"));
  gaps = g_strdup_printf (
      _ ("Usually %.1f s between two messages in a row, rarely more than %.1f s."),
      stats.p50 / 1000.0, stats.p95 / 1000.0);
  if (stats.count > 0)
    add_line (html, gaps);
  if (record->types)
    add_line (html, _ ("Parley sees when they are typing."));
  if (expected != NULL)
    add_line (html, expected);
}

static void
add_style (GString *html, const ParleyChatContents *contents)
{
  const char *kept = contents->summary->style;
  g_autoptr (ParleyStyle) style = kept != NULL ? parley_style_parse (kept) : NULL;

  if (style == NULL)
    return;
  add_heading (html, _ ("How you write to them, by these lines of yours"));
  for (guint i = 0; i < style->examples->len; i++)
    add_line (html, g_ptr_array_index (style->examples, i));
}

static void
add_lessons (GString *html, const ParleyChatContents *contents)
{
  if (contents->lessons->len > 0)
    add_heading (html, _ ("Drafts that you changed or dropped"));
  for (guint i = 0; i < contents->lessons->len; i++)
    {
      const ParleyLesson *lesson = g_ptr_array_index (contents->lessons, i);
      g_autofree char *line = NULL;

      if (*lesson->sent != '\0')
        line = g_strdup_printf (_ ("“%s”; you sent “%s”"), lesson->drafted, lesson->sent);
      else
        line = g_strdup_printf (_ ("“%s”; you dropped it"), lesson->drafted);
      add_line (html, line);
    }
}

static void
add_series (GString *html, const ParleyChatContents *contents)
{
  if (contents->series->len > 0)
    add_heading (html, _ ("Looked up for them elsewhere"));
  for (guint i = 0; i < contents->series->len; i++)
    {
      const ParleySeriesInfo *info = g_ptr_array_index (contents->series, i);
      g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, info->count);
      g_autofree char *line = g_strdup_printf (
          /* Translators: a list of what was looked up, and its length: "orders: 12 entries". */
          ngettext ("%s: %s entry", "%s: %s entries", (gulong) info->count), info->name, count);

      add_line (html, line);
    }
}

static void
add_talk (GString *html, const ParleyChatContents *contents)
{
  const ParleyChatRecord *record = contents->record;
  guint n = parley_history_get_length (contents->history);

  if (n > 0)
    add_heading (html, _ ("The latest messages"));
  for (guint i = 0; i < n; i++)
    {
      const ParleyUtterance *said = parley_history_get (contents->history, i);

      add_said (html, said->when.written, said->speaker, said->text);
    }
  if (record->pending->len > 0)
    add_heading (html, _ ("Not answered yet"));
  for (guint i = 0; i < record->pending->len; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      add_said (html, pending->when.written, PARLEY_SPEAKER_PERSON, pending->text);
    }
}

static void
add_contents (GString *html, const ParleyChatContents *contents)
{
  add_facts (html, contents);
  add_summary (html, contents);
  add_habits (html, contents);
  add_style (html, contents);
  add_lessons (html, contents);
  add_series (html, contents);
  add_talk (html, contents);
}

char *
parley_memory_text_dup_html (const GPtrArray *contents, const char *persona)
{
  GString *html = g_string_new (NULL);

  if (persona != NULL)
    {
      add_heading (html, _ ("Your style with them"));
      add_line (html, persona);
    }
  for (guint i = 0; i < contents->len; i++)
    add_contents (html, g_ptr_array_index (contents, i));
  if (html->len == 0)
    add_line (html, _ ("Only when they wrote or were online, and what Parley did."));
  return g_string_free (html, FALSE);
}
