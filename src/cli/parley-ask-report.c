/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-ask-report.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "brain/parley-answer.h"
#include "cli/parley-options.h"

void
parley_ask_report_init (ParleyAskReport *report, gboolean for_people, ParleyBubbleRules rules)
{
  *report = (ParleyAskReport){
    .for_people = for_people,
    .start_us = g_get_monotonic_time (),
    .first_delta_ms = -1,
    .first_bubble_ms = -1,
    .rules = rules,
  };
}

static int
get_ms (const ParleyAskReport *report)
{
  return (int) ((g_get_monotonic_time () - report->start_us) / 1000);
}

/* Returns: (transfer full): a line that has its event and time. */
static JsonBuilder *
begin_line (const ParleyAskReport *report, const char *event)
{
  JsonBuilder *line = parley_json_line_new ();

  parley_json_line_add_string (line, "ev", event);
  parley_json_line_add_int (line, "t", get_ms (report));
  return line;
}

/* Whoever reads along wants each line when it happens. @line: (transfer full). */
static void
print (JsonBuilder *line)
{
  parley_options_print (parley_json_line_end (line));
  fflush (stdout);
}

static void
print_text (const ParleyAskReport *report, const char *event, const char *text)
{
  JsonBuilder *line = begin_line (report, event);

  parley_json_line_add_string (line, "text", text);
  print (line);
}

void
parley_ask_report_delta (ParleyAskReport *report, const char *text)
{
  if (report->first_delta_ms < 0)
    report->first_delta_ms = get_ms (report);
  if (!report->for_people)
    print_text (report, "delta", text);
}

void
parley_ask_report_retry (ParleyAskReport *report, int after_ms, const GError *why)
{
  JsonBuilder *line;

  if (report->for_people)
    {
      g_printerr (_ ("%s Trying again in %.1f s.\n"), why->message, after_ms / 1000.0);
      return;
    }
  line = begin_line (report, "retry");
  parley_json_line_add_int (line, "after", after_ms);
  parley_json_line_add_string (line, "why", why->message);
  print (line);
}

static void
report_bubbles (ParleyAskReport *report, const char *text)
{
  g_autoptr (ParleyBubbler) bubbler = parley_bubbler_new (&report->rules);

  parley_bubbler_push (bubbler, text);
  parley_bubbler_end (bubbler);
  for (;;)
    {
      g_autoptr (ParleyMarkup) bubble = parley_bubbler_take (bubbler);

      if (bubble == NULL)
        return;
      if (report->n_bubbles++ == 0)
        report->first_bubble_ms = get_ms (report);
      if (report->for_people)
        g_print ("%s%s\n", report->n_bubbles > 1 ? "\n" : "", parley_markup_get_text (bubble));
      else
        print_text (report, "bubble", parley_markup_get_text (bubble));
    }
}

static void
report_calls (ParleyAskReport *report, const GPtrArray *calls)
{
  for (guint i = 0; i < calls->len; i++)
    {
      const ParleyToolCall *call = g_ptr_array_index (calls, i);
      JsonBuilder *line;

      if (report->for_people)
        {
          g_printerr (_ ("The model wants to use the tool “%s”.\n"), call->name);
          continue;
        }
      line = begin_line (report, "tool");
      parley_json_line_add_string (line, "id", call->id);
      parley_json_line_add_string (line, "name", call->name);
      parley_json_line_add_string (line, "arguments", call->arguments);
      print (line);
    }
}

static void
add_count (JsonBuilder *line, const char *name, gint64 value)
{
  if (value >= 0)
    parley_json_line_add_int (line, name, value);
  else
    parley_json_line_add_null (line, name);
}

static const char *
get_status (const ParleyCompletion *completion, const char *text, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "stopped";
  if (error != NULL)
    return "error";
  switch (completion->finish)
    {
    case PARLEY_FINISH_LENGTH:
    case PARLEY_FINISH_WINDOW:
      return "stopped";
    case PARLEY_FINISH_STOP:
      break;
    }
  return text == NULL && completion->calls->len == 0 ? "silent" : "complete";
}

static void
print_done (const ParleyAskReport *report,
            const char *status,
            const char *text,
            const ParleyCompletion *completion,
            const GError *error)
{
  JsonBuilder *line = begin_line (report, "done");

  parley_json_line_add_string (line, "status", status);
  parley_json_line_add_string (line, "error", error != NULL ? error->message : NULL);
  parley_json_line_add_string (line, "code", error != NULL ? parley_error_to_word (error) : NULL);
  parley_json_line_add_string (line, "text", text);
  parley_json_line_add_int (line, "bubbles", report->n_bubbles);
  parley_json_line_begin_object (line, "usage");
  add_count (line, "prompt_tokens", completion != NULL ? completion->prompt_tokens : -1);
  add_count (line, "completion_tokens", completion != NULL ? completion->reply_tokens : -1);
  json_builder_end_object (line);
  add_count (line, "first_delta_ms", report->first_delta_ms);
  add_count (line, "first_bubble_ms", report->first_bubble_ms);
  parley_json_line_add_int (line, "total_ms", get_ms (report));
  print (line);
}

int
parley_ask_report_end (ParleyAskReport *report,
                       const ParleyCompletion *completion,
                       const GError *error)
{
  g_autofree char *text = completion != NULL ? parley_answer_dup_text (completion->text) : NULL;
  const char *status = get_status (completion, text, error);

  if (text != NULL)
    report_bubbles (report, text);
  if (completion != NULL)
    report_calls (report, completion->calls);
  if (!report->for_people)
    print_done (report, status, text, completion, error);
  else if (error != NULL)
    g_printerr ("%s\n", error->message);
  return g_str_equal (status, "complete") || g_str_equal (status, "silent") ? PARLEY_EXIT_OK
                                                                            : PARLEY_EXIT_FAILED;
}
