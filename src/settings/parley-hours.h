/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PARLEY_HOURS_PER_WEEK_MIN (7 * 24 * 60)

/* Hours of a week, by the clock on the wall: "22:00-07:00" every day, or
 * "Mon-Fri 09:00-17:00, Sat 10:00-12:00". What goes over midnight belongs to the day on which it
 * begins, and its end is not in it. All zero: none. */
typedef struct
{
  guint8 minutes[PARLEY_HOURS_PER_WEEK_MIN / 8]; /* a bit for each, from Monday 00:00 on */
} ParleyHours;

/* @text: "" for none. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people
 * that says what is wrong; @hours is untouched then. */
gboolean parley_hours_parse (const char *text, ParleyHours *hours, GError **error);

/* The same for a setting. */
gboolean parley_hours_check (const char *text, GError **error);

/* @local: the user's time, with their zone. */
gboolean parley_hours_contain (const ParleyHours *hours, GDateTime *local);

/* Returns: the seconds from @local on after which parley_hours_contain() gives the other answer, at
 * least 1; -1 if it never does. An hour that the clock leaves out or repeats is reckoned with. */
gint64 parley_hours_get_change_s (const ParleyHours *hours, GDateTime *local);

G_END_DECLS
