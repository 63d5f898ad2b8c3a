/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the user wrote in one chat, by the logs that libpurple keeps of it. What can't be told to be
 * theirs is none of it. */

#define PARLEY_LOG_MAX_BYTES (1024 * 1024) /* that are read, of the files' ends, newest first */
#define PARLEY_LOG_MAX_LINES 200

typedef struct
{
  char *text;  /* plain, clean */
  gint64 wall; /* seconds; only what lies between two counts */
} ParleyLogLine;

void parley_log_line_free (ParleyLogLine *line);

/* Blocks: for a worker. @folder: that of the chat's logs. @before: seconds since 1970: files that
 * were changed since then are left alone, for what is in them may not be the user's. @names: those
 * of the user, for logs of plain text, which tell no more; NULL-terminated. Logs with a word of
 * encryption in them are left alone, too. Returns: (transfer full) (element-type ParleyLogLine):
 * the newest, oldest first; NULL with an error of #GFileError if the folder can't be read. */
GPtrArray *
parley_log_lines_read (const char *folder, gint64 before, const char *const *names, GError **error);

G_END_DECLS
