/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The files of data/: compiled in, so that nothing has to be installed for them to be found. A file
 * of the same name under $PARLEY_DATA_DIR, or in the user's folder, goes before the compiled one.
 */
typedef struct _ParleyData ParleyData;

/* @user_dir: (nullable): the user's folder of replacements. Returns: (transfer full). */
ParleyData *parley_data_new (const char *user_dir);
void parley_data_free (ParleyData *data);

/* Returns: (transfer full) (nullable): of ours alone. @name: as below. */
char *parley_data_dup_compiled_text (ParleyData *data, const char *name);

/* @name: as under data/, "lexicon/en.ini". Returns: (transfer full): valid UTF-8. A replacement
 * that can't be read is named in a log message and the compiled file is taken; NULL only if there
 * is no such file at all. */
char *parley_data_dup_text (ParleyData *data, const char *name);

/* The same where the compiled file can't stand in for one of the user's: a replacement that can't
 * be read, is no text, or is longer than @max_bytes is %PARLEY_ERROR_CONFIGURATION, with a sentence
 * for people that names it. */
char *parley_data_load_text (ParleyData *data, const char *name, gsize max_bytes, GError **error);

/* The same of the user's alone: (nullable): NULL without an error if there is none. */
char *
parley_data_load_own_text (ParleyData *data, const char *name, gsize max_bytes, GError **error);

/* @folder: as under data/, "lexicon". Returns: (transfer full) (not nullable): the names of the
 * .ini files in it, "lexicon/en.ini", sorted: those compiled in and those of both folders. */
GStrv parley_data_dup_names (ParleyData *data, const char *folder);

/* Returns: (transfer none) (nullable): a sentence for people about the first of the user's own
 * files that dup_text () or load_key_file () could not use. What they say is not known then. */
const char *parley_data_get_trouble (ParleyData *data);

/* A text of dup_text (), parsed. Returns: (transfer full) (not nullable): empty if there is no such
 * file. */
GKeyFile *parley_data_load_key_file (ParleyData *data, const char *name);

/* The same of the user's own file alone. Returns: (transfer full): empty if there is none, or it
 * can't be used, which is trouble. */
GKeyFile *parley_data_load_own_key_file (ParleyData *data, const char *name);

/* parley_data_fill_group () of all groups of the compiled file. */
void parley_data_fill (ParleyData *data, const char *name, GKeyFile *file);

/* Adds to @group of @file, read from the file @name, what only the compiled one has. A value in it
 * that can't be read is trouble. */
void parley_data_fill_group (ParleyData *data, const char *name, const char *group, GKeyFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyData, parley_data_free)

G_END_DECLS
