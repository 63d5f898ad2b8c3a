/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>
#include <purple.h>

/* A libpurple application without a screen. Whoever runs it (the tests, the demo) writes line
 * commands to its standard input and reads line events from its standard output. Nothing here
 * knows the plugin but by its id, so what it shows is what any libpurple client would do. */

#define HEADLESS_UI     "parley-headless"
#define HEADLESS_PLUGIN "core-parley"

/* Output: one event a line, flushed at once. */

/* Prints one line to standard output; adds the newline. */
void headless_print (const gchar *format, ...) G_GNUC_PRINTF (1, 2);
/* Prints "WORD TEXT", TEXT as a JSON string, so that no text can break the line. */
void headless_print_text (const gchar *word, const gchar *text);
/* Returns: (transfer full): `text` as a JSON string with its quotes. Invalid UTF-8 is replaced. */
gchar *headless_quote (const gchar *text);

/* UI: what libpurple asks of an application. */

void headless_ui_set_verbose (gboolean verbose);
/* Must run before purple_core_init (). */
void headless_ui_register (void);
/* Starts to report conversations, messages and connections; after purple_core_init (). */
void headless_ui_watch (void);
/* Warnings and criticals of every domain become a `critical` line instead of ending the program:
 * libpurple raises a few of its own. Whoever reads them decides. */
void headless_ui_catch_logs (void);

/* Time. */

/* Has time go on, or back, for this program: the wall clock and the monotonic one. */
void headless_clock_step (gint seconds);

/* Commands. */

/* Carries out one line. Returns: FALSE when the line was `quit`. */
gboolean headless_command (const gchar *line);
/* Loads the plugin by its id; prints `loaded` or `load-failed MESSAGE`. */
gboolean headless_load_plugin (void);
