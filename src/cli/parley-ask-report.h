/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "reply/parley-bubbler.h"

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
  ParleyBubbleRules rules;
} ParleyAskReport;

/* @rules: how the answer is cut. */
void parley_ask_report_init (ParleyAskReport *report, gboolean for_people, ParleyBubbleRules rules);

void parley_ask_report_delta (ParleyAskReport *report, const char *text);
void parley_ask_report_retry (ParleyAskReport *report, int after_ms, const GError *why);

/* Ends the report. One of the two is NULL. Returns: the exit status. */
int parley_ask_report_end (ParleyAskReport *report,
                           const ParleyCompletion *completion,
                           const GError *error);

G_END_DECLS
