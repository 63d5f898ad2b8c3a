/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs a program of the user's when something changed, with a word for it as its last argument.
 * Nothing waits for it: one at a time runs, and of what is to be told meanwhile the last word
 * counts. It has no input, and nobody reads what it prints. */
typedef struct _ParleyAlert ParleyAlert;

/* Who is not done by then is killed. */
#define PARLEY_ALERT_MAX_MS 30000

/* A program could not be started: nobody was told. */
typedef void (*ParleyAlertFailed) (gpointer data, const GError *error);

/* @max_ms: how long a program may run. Returns: (transfer full). */
ParleyAlert *parley_alert_new (int max_ms, ParleyAlertFailed failed, gpointer data);

/* One that runs goes on without us; @failed is not called any more. */
void parley_alert_free (ParleyAlert *alert);

/* @command: as parley_command_line_check () lets pass; nothing is done if it is empty. */
void parley_alert_tell (ParleyAlert *alert, const char *command, const char *word);

/* Returns: whether a program runs. */
gboolean parley_alert_is_busy (ParleyAlert *alert);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyAlert, parley_alert_free)

G_END_DECLS
