/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A file beside the store that one process adds lines to, each a JSON object after the start of its
 * own digest. It is locked while it is open, so a process that starts knows which files nobody
 * writes any more. Every call waits for the disk: never from the main loop. Errors are
 * %G_IO_ERROR's, with fragments for the user that follow a colon.
 *
 * POSIX locks, not flock (): a child that libpurple forked to look up a name outlives a killed
 * program, and would keep the latter. They hold between processes only. */
typedef struct _ParleyLineFile ParleyLineFile;

/* @folder: made, for the user alone, when there is none; one that is there is left as it is, for it
 * may be somebody else's. @kind: what the file's name begins with.
 * Nothing is made before the first line. Returns: (transfer full). */
ParleyLineFile *parley_line_file_new (const char *folder, const char *kind);

/* @remove: and its file goes, as parley_line_file_remove () says. */
void parley_line_file_close (ParleyLineFile *file, gboolean remove);

/* Its file goes, its lines overwritten on the disk before; the next line makes another one. */
void parley_line_file_remove (ParleyLineFile *file);

/* Whether what was added is where the next process will look for it: nobody removed the file. */
gboolean parley_line_file_is_current (ParleyLineFile *file);

/* @line: one JSON object. Adds it to @lines as it stands in a file. */
void parley_line_file_format (GString *lines, const char *line);

/* @lines: of parley_line_file_format (). @lasting: comes back when not even a power cut takes them.
 * Returns: where they begin; -1 on error: then none of them is in the file. */
goffset
parley_line_file_add (ParleyLineFile *file, const GString *lines, gboolean lasting, GError **error);

/* Returns: (transfer none) (nullable): NULL as long as there is no file. */
const char *parley_line_file_get_path (ParleyLineFile *file);

/* Bytes. */
goffset parley_line_file_get_size (ParleyLineFile *file);

/* No line is in the file any more: it is overwritten, and stays as long as it was, for what is cut
 * off never would be. On the disk, too, once the next lasting line is, or a sync came back. */
void parley_line_file_empty (ParleyLineFile *file);

/* Overwrites what stands there, on the disk too once parley_line_file_sync () came back. */
gboolean parley_line_file_blank (ParleyLineFile *file, goffset at, gsize length, GError **error);
gboolean parley_line_file_sync (ParleyLineFile *file, GError **error);

/* Puts one with @lines in the place of its file. Returns: FALSE, and it is as it was, on error. */
gboolean parley_line_file_replace (ParleyLineFile *file, const GString *lines, GError **error);

/* One line that was read. */
typedef struct
{
  goffset at;
  gsize length;
  gboolean sound;     /* it is as it was written */
  JsonObject *object; /* (nullable): NULL: not even damaged it can be read */
} ParleyFileLine;

/* Returns: (transfer full) (element-type ParleyFileLine): without what was cut short: it was being
 * written when the program died, and nobody was told that it was, or being overwritten. */
GPtrArray *parley_line_file_read (ParleyLineFile *file, GError **error);

/* Returns: (transfer full) (element-type ParleyLineFile): the files of @kind in @folder that no
 * process holds, locked, oldest first. @own: (nullable): the path of one to be left out, as must be
 * all others that this process holds: closing one would give up the lock of the other. */
GPtrArray *parley_line_file_take_left (const char *folder, const char *kind, const char *own);

G_END_DECLS
