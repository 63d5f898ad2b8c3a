/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

#include "base/parley-data.h"
#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Exit statuses of the program. */
#define PARLEY_EXIT_OK     0
#define PARLEY_EXIT_FAILED 1 /* the work failed */
#define PARLEY_EXIT_USAGE  2 /* bad arguments or input */

/* What all verbs are told in the same way: whose settings are read. All zero is what a user gets
 * who says nothing. */
typedef struct
{
  char *user_dir;   /* (nullable): ~/.purple */
  char *settings;   /* (nullable): a file that goes before the user's preferences */
  char **arguments; /* (nullable): what is no option; any bytes */
} ParleyOptions;

void parley_options_clear (ParleyOptions *options);

/* @args: from the verb's name on. @own: the verb's own options, ends with an empty one.
 * Options stand before or after arguments, "--" ends them. Returns: FALSE with a sentence. */
gboolean
parley_options_parse (ParleyOptions *options, char **args, const GOptionEntry *own, GError **error);

guint parley_options_count_arguments (const ParleyOptions *options);

/* Returns: (transfer full): the settings of the user, with those of the file before them; NULL with
 * a sentence that names the file and the line. */
ParleySettings *parley_options_load_settings (const ParleyOptions *options, GError **error);

/* Returns: (transfer full): Parley's own folder in that of the user. */
char *parley_options_dup_folder (const ParleyOptions *options);

/* Returns: (transfer full): the user's data files before the compiled ones. */
ParleyData *parley_options_load_data (const ParleyOptions *options);

/* @chat: "ACCOUNT/PERSON", as a chat is named on the command line; a "/" in ACCOUNT is "%2F".
 * @person: (out): within @chat. Returns: (transfer full) (nullable): the account; NULL if it is
 * none. */
char *parley_options_dup_account (const char *chat, const char **person);

/* Says on standard error what is wrong. Returns: %PARLEY_EXIT_USAGE. */
int parley_options_complain (const char *verb, const GError *error);

/* Prints a line of JSON in UTF-8, whatever the locale. @json: (transfer full). */
void parley_options_print (char *json);

/* Returns: the exit status of a verb that did its work: %PARLEY_EXIT_FAILED, having said so, if
 * what it printed could not be written. */
int parley_options_finish (const char *verb);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyOptions, parley_options_clear)

G_END_DECLS
