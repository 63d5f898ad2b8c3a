/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A few words under names, in a small file of which each change is written so that neither a crash
 * nor a power cut takes it back. Writing never blocks the caller: a worker reads the file, changes
 * in it what was changed here, and puts the new one in its place. So two programs may share it. */
typedef struct _ParleyRecordFile ParleyRecordFile;

/* @error: (nullable): why what was set so far is not on the disk; NULL: it is. */
typedef void (*ParleyRecordFunc) (gpointer data, const GError *error);

/* @path: in a folder that is made if there is none. Returns: (transfer full). */
ParleyRecordFile *parley_record_file_new (const char *path);

/* What is not on the disk yet goes there for 100 ms at most while the caller waits, and after that
 * without it. Who waits for that is not called any more. */
void parley_record_file_free (ParleyRecordFile *file);

/* Reads the file now; it is small. Returns: (transfer full) (element-type utf8 utf8): all of it,
 * empty if there is no file; NULL with an error if it can't be read or is damaged. */
GHashTable *parley_record_file_read (ParleyRecordFile *file, GError **error);

void parley_record_file_set (ParleyRecordFile *file, const char *name, const char *value);

/* Has @func called once when all that was set so far is on the disk, or could not be written: at
 * once if nothing is on its way. @destroy: (nullable): of @data. */
void parley_record_file_when_written (ParleyRecordFile *file,
                                      ParleyRecordFunc func,
                                      gpointer data,
                                      GDestroyNotify destroy);

/* Returns: whether something is on its way to the disk. */
gboolean parley_record_file_is_busy (ParleyRecordFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRecordFile, parley_record_file_free)

G_END_DECLS
