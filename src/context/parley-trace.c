/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-trace.h"

#include "base/parley-error.h"
#include "base/parley-json-line.h"
#include "context/parley-trace-effect.h"

static ParleyJsonLine *
begin (const char *event, const char *tag, gint64 at)
{
  ParleyJsonLine *line = parley_json_line_new ();

  parley_json_line_add_string (line, "ev", event);
  parley_json_line_add_string (line, "chat", tag);
  parley_json_line_add_int (line, "t", at);
  return line;
}

char *
parley_trace_effect (const char *tag, const ParleyEffect *effect)
{
  ParleyJsonLine *line = begin (parley_trace_effect_get_name (effect), tag, effect->at);

  parley_trace_effect_add (effect, line);
  if (effect->type == PARLEY_EFFECT_WINDOW)
    {
      g_autofree char *reason = parley_window_dup_reason (&effect->window.found);

      parley_json_line_add_string (line, "reason", reason);
    }
  return parley_json_line_end (line);
}

char *
parley_trace_record (const char *tag, const char *kind, const ParleyEffect *effect)
{
  ParleyJsonLine *line = begin ("accumulation_complete", tag, effect->at);

  parley_json_line_add_int (line, "turn_id", effect->turn_id);
  parley_json_line_add_int (line, "message_count", effect->record.n);
  parley_json_line_add_int (line, "wait_ms", effect->record.wait);
  parley_json_line_add_int (line, "suggested_wait_ms", effect->record.suggested);
  parley_json_line_add_string (line, "completion_reason",
                               parley_reason_to_string (effect->record.reason));
  parley_json_line_add_string (line, "channel", kind);
  parley_json_line_add_string (line, "message_shape",
                               parley_shape_to_string (effect->record.shape));
  parley_json_line_add_int (line, "epoch", effect->epoch);
  return parley_json_line_end (line);
}

char *
parley_trace_typing (const char *tag, gint64 now, ParleyTyping typing)
{
  ParleyJsonLine *line = begin ("typing", tag, now);

  parley_json_line_add_string (line, "state", parley_typing_to_string (typing));
  return parley_json_line_end (line);
}

char *
parley_trace_bubble (const char *tag, gint64 now)
{
  return parley_json_line_end (begin ("bubble", tag, now));
}

char *
parley_trace_first_token (const char *tag, gint64 now, guint64 epoch)
{
  ParleyJsonLine *line = begin ("first_token", tag, now);

  parley_json_line_add_int (line, "epoch", epoch);
  return parley_json_line_end (line);
}

char *
parley_trace_error (const char *tag, gint64 now, const char *message)
{
  ParleyJsonLine *line = begin ("error", tag, now);

  parley_json_line_add_string (line, "message", message);
  return parley_json_line_end (line);
}

char *
parley_trace_shelved (const char *tag, gint64 now, ParleyVerdict why)
{
  ParleyJsonLine *line = begin ("shelved", tag, now);

  parley_json_line_add_string (line, "why", parley_verdict_to_string (why));
  return parley_json_line_end (line);
}

char *
parley_trace_retry (const char *tag, gint64 now, int after_ms, const GError *why)
{
  ParleyJsonLine *line = begin ("retry", tag, now);

  parley_json_line_add_int (line, "after", after_ms);
  parley_json_line_add_string (line, "why", parley_error_to_word (why));
  return parley_json_line_end (line);
}

char *
parley_trace_call (const char *tag, gint64 now, const ParleyToolCall *call, ParleyCallEnd end)
{
  ParleyJsonLine *line = begin ("tool", tag, now);
  gboolean known = parley_tools_find (call->name) != NULL;

  parley_json_line_add_string (line, "name", known ? call->name : "unknown");
  parley_json_line_add_string (line, "end", parley_call_end_to_string (end));
  return parley_json_line_end (line);
}

char *
parley_trace_decision (const char *tag, gint64 now, const ParleyContinuation *decision)
{
  ParleyJsonLine *line = begin ("decision", tag, now);

  parley_json_line_add_int (line, "iteration", decision->iteration);
  parley_json_line_add_string (line, "action",
                               parley_continuation_action_to_string (decision->action));
  parley_json_line_add_string (line, "rule", parley_continuation_rule_to_string (decision->rule));
  parley_json_line_add_double (line, "score", decision->score);
  return parley_json_line_end (line);
}

char *
parley_trace_usage (const char *tag, gint64 now, const ParleyUsage *usage)
{
  ParleyJsonLine *line = begin ("usage", tag, now);

  parley_json_line_add_int (line, "prompt_tokens", usage->prompt_tokens);
  parley_json_line_add_int (line, "reply_tokens", usage->reply_tokens);
  parley_json_line_add_int (line, "requests", usage->requests);
  parley_json_line_add_boolean (line, "estimated", usage->estimated);
  return parley_json_line_end (line);
}
