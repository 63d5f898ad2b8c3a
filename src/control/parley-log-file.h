/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "control/parley-log-sheet.h"

G_BEGIN_DECLS

/* Parley's own log. A worker writes it: no call waits for the disk, and what can't be written is
 * counted and let go. */
typedef struct _ParleyLogFile ParleyLogFile;

/* So many lines may wait for a disk that is slow. */
#define PARLEY_LOG_MAX_WAITING 1000

/* Called when something could not be written, or forgotten, that could before. */
typedef void (*ParleyLogFailed) (gpointer data, const GError *error);

/* Nothing is made before the first line. Returns: (transfer full). */
ParleyLogFile *parley_log_file_new (const char *folder, ParleyLogFailed failed, gpointer data);

/* What is not written yet is, for 100 ms at most while the caller waits, and after that without it;
 * @failed is not called any more. */
void parley_log_file_free (ParleyLogFile *log);

/* @line: (transfer full). */
void parley_log_file_add (ParleyLogFile *log, ParleyLogDeed *line);

/* Blanks every line of a chat, also those that wait. */
void parley_log_file_forget (ParleyLogFile *log, const ParleyChatKey *key);

/* Returns: how many lines were let go. */
guint64 parley_log_file_get_lost (ParleyLogFile *log);

/* Returns: whether something is on its way to the disk. */
gboolean parley_log_file_is_busy (ParleyLogFile *log);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLogFile, parley_log_file_free)

G_END_DECLS
