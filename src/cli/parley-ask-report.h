/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "brain/parley-agent.h"

G_BEGIN_DECLS

/* What `parley ask` prints: for programs a line of JSON for everything that happens, for people the
 * answer alone. Times are counted from its making. */
typedef struct
{
  gboolean for_people;
  gint64 start_us;
  int first_delta_ms;  /* -1: none came */
  int first_bubble_ms; /* likewise */
  guint n_bubbles;
} ParleyAskReport;

void parley_ask_report_init (ParleyAskReport *report, gboolean for_people);

void parley_ask_report_delta (ParleyAskReport *report, const char *text);
void parley_ask_report_bubble (ParleyAskReport *report, const char *text);

/* What was told so far was reasoning, but for @left, whose bubbles are told again. */
void parley_ask_report_taken_back (ParleyAskReport *report, const char *left);

void parley_ask_report_retry (ParleyAskReport *report, int after_ms, const GError *why);
void
parley_ask_report_call (ParleyAskReport *report, const ParleyToolCall *call, ParleyCallEnd end);

/* Ends the report. Returns: the exit status. */
int parley_ask_report_end (ParleyAskReport *report, const ParleyAgentOutcome *outcome);

/* The same when the user stopped it. */
int parley_ask_report_stop (ParleyAskReport *report, const ParleyUsage *usage);

G_END_DECLS
