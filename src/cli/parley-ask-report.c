/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-ask-report.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "cli/parley-options.h"

void
parley_ask_report_init (ParleyAskReport *report, gboolean for_people)
{
  *report = (ParleyAskReport){
    .for_people = for_people,
    .start_us = g_get_monotonic_time (),
    .first_delta_ms = -1,
    .first_bubble_ms = -1,
  };
}

static int
get_ms (const ParleyAskReport *report)
{
  return (int) ((g_get_monotonic_time () - report->start_us) / 1000);
}

/* Returns: (transfer full): a line that has its event and time. */
static ParleyJsonLine *
begin_line (const ParleyAskReport *report, const char *event)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_string (line, "ev", event);
  parley_json_line_add_int (line, "t", get_ms (report));
  return line;
}

/* Whoever reads along wants each line when it happens. @line: (transfer full). */
static void
print (ParleyJsonLine *line)
{
  parley_options_print (parley_json_line_end (line));
  fflush (stdout);
}

static void
print_text (const ParleyAskReport *report, const char *event, const char *text)
{
  ParleyJsonLine *line = begin_line (report, event);

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
parley_ask_report_taken_back (ParleyAskReport *report, const char *left)
{
  if (!report->for_people)
    print_text (report, "taken_back", left);
  else if (report->n_bubbles > 0)
    g_printerr (_ ("All this was the model's reasoning; its answer follows.\n"));
  report->first_delta_ms = -1;
  report->first_bubble_ms = -1;
  report->n_bubbles = 0;
}

void
parley_ask_report_bubble (ParleyAskReport *report, const char *text)
{
  if (report->n_bubbles++ == 0)
    report->first_bubble_ms = get_ms (report);
  if (!report->for_people)
    {
      print_text (report, "bubble", text);
      return;
    }
  g_print ("%s%s\n", report->n_bubbles > 1 ? "\n" : "", text);
  fflush (stdout);
}

void
parley_ask_report_retry (ParleyAskReport *report, int after_ms, const GError *why)
{
  ParleyJsonLine *line;

  if (report->for_people)
    {
      if (after_ms == 0)
        g_printerr ("%s\n", why->message);
      else
        g_printerr (_ ("%s Trying again in %.1f s.\n"), why->message, after_ms / 1000.0);
      return;
    }
  line = begin_line (report, "retry");
  parley_json_line_add_int (line, "after", after_ms);
  parley_json_line_add_string (line, "why", why->message);
  print (line);
}

void
parley_ask_report_call (ParleyAskReport *report, const ParleyToolCall *call, ParleyCallEnd end)
{
  ParleyJsonLine *line;

  if (report->for_people)
    {
      g_printerr (_ ("The model used the tool “%s”: %s.\n"), call->name,
                  parley_call_end_to_string (end));
      return;
    }
  line = begin_line (report, "tool");
  parley_json_line_add_string (line, "id", call->id);
  parley_json_line_add_string (line, "name", call->name);
  parley_json_line_add_string (line, "arguments", call->arguments);
  parley_json_line_add_string (line, "end", parley_call_end_to_string (end));
  print (line);
}

/* The end */

typedef struct
{
  const char *status;
  const char *text; /* (nullable) */
  const char *note; /* (nullable): what a chat does with it, other than saying it */
  const GError *error;
  const ParleyUsage *usage;
} Ending;

static const char *
get_status (const ParleyAgentOutcome *outcome)
{
  if (outcome->end == PARLEY_AGENT_FAILED)
    return "error";
  if (outcome->cut)
    return "stopped";
  return *outcome->text != '\0' ? "complete" : "silent";
}

/* Returns: (transfer full) (nullable): a sentence. */
static char *
dup_note (const ParleyAgentOutcome *outcome)
{
  const char *reason = outcome->reason;

  if (outcome->end != PARLEY_AGENT_FAILED && outcome->cut)
    return g_strdup (_ ("The answer was cut at the greatest length allowed."));
  switch (outcome->end)
    {
    case PARLEY_AGENT_SILENT:
      return *reason != '\0' ? g_strdup_printf (_ ("The model says nothing: “%s”"), reason)
                             : g_strdup (_ ("The model says nothing."));
    case PARLEY_AGENT_WAIT:
      return g_strdup_printf (_ ("The model waits for more, at most %d s."), outcome->wait_s);
    case PARLEY_AGENT_HAND_OVER:
      return *reason != '\0' ? g_strdup_printf (_ ("The model leaves this to you: “%s”"), reason)
                             : g_strdup (_ ("The model leaves this to you."));
    case PARLEY_AGENT_COMPLETE:
    case PARLEY_AGENT_FAILED:
      break;
    }
  return NULL;
}

static void
add_ms (ParleyJsonLine *line, const char *name, int ms)
{
  if (ms >= 0)
    parley_json_line_add_int (line, name, ms);
  else
    parley_json_line_add_null (line, name);
}

static void
add_usage (ParleyJsonLine *line, const ParleyUsage *usage)
{
  parley_json_line_begin_object (line, "usage");
  parley_json_line_add_int (line, "prompt_tokens", usage->prompt_tokens);
  parley_json_line_add_int (line, "completion_tokens", usage->reply_tokens);
  parley_json_line_add_int (line, "requests", usage->requests);
  parley_json_line_add_boolean (line, "estimated", usage->estimated);
  parley_json_line_end_object (line);
}

static void
print_done (const ParleyAskReport *report, const Ending *ending)
{
  const GError *error = ending->error;
  ParleyJsonLine *line = begin_line (report, "done");

  parley_json_line_add_string (line, "status", ending->status);
  parley_json_line_add_string (line, "error", error != NULL ? error->message : NULL);
  parley_json_line_add_string (line, "code", error != NULL ? parley_error_to_word (error) : NULL);
  parley_json_line_add_string (line, "note", ending->note);
  parley_json_line_add_string (line, "text", ending->text);
  parley_json_line_add_int (line, "bubbles", report->n_bubbles);
  add_usage (line, ending->usage);
  add_ms (line, "first_delta_ms", report->first_delta_ms);
  add_ms (line, "first_bubble_ms", report->first_bubble_ms);
  parley_json_line_add_int (line, "total_ms", get_ms (report));
  print (line);
}

static int
finish (ParleyAskReport *report, const Ending *ending)
{
  gboolean good
      = g_str_equal (ending->status, "complete") || g_str_equal (ending->status, "silent");

  if (!report->for_people)
    print_done (report, ending);
  else if (ending->error != NULL || ending->note != NULL)
    g_printerr ("%s\n", ending->error != NULL ? ending->error->message : ending->note);
  return good ? PARLEY_EXIT_OK : PARLEY_EXIT_FAILED;
}

/* The beginning of a reply that failed is no reply. */
int
parley_ask_report_end (ParleyAskReport *report, const ParleyAgentOutcome *outcome)
{
  g_autofree char *text = g_strstrip (g_strdup (outcome->text));
  g_autofree char *note = dup_note (outcome);
  const Ending ending = {
    .status = get_status (outcome),
    .text = outcome->end != PARLEY_AGENT_FAILED && *text != '\0' ? text : NULL,
    .note = note,
    .error = outcome->error,
    .usage = &outcome->usage,
  };

  return finish (report, &ending);
}

int
parley_ask_report_stop (ParleyAskReport *report, const ParleyUsage *usage)
{
  const Ending ending = { .status = "stopped", .usage = usage };

  return finish (report, &ending);
}
