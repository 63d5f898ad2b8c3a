/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The program itself, run as a user runs it who has no preferences yet. */
typedef struct
{
  char *out;
  char *err;
  int status; /* of the exit; a crash fails the test */
} CliResult;

void cli_result_clear (CliResult *result);

/* Starts the program with pipes for its output. @arguments: separated by "|". @with_input: whether
 * it gets a pipe for its input too. Returns: (transfer full). */
GSubprocess *cli_spawn (const char *program, const char *arguments, gboolean with_input);

/* @arguments: separated by "|". @input: (nullable): standard input, any bytes, to be read
 * to its end. @length: -1 for all of a string. */
CliResult cli_run (const char *program, const char *arguments, const char *input, gssize length);

/* The same for what must succeed. Returns: (transfer full): standard output. */
char *cli_run_ok (const char *program, const char *arguments, const char *input);

/* That the program refuses @arguments with @input: exit status 2, nothing printed, and @words, in
 * this order and separated by "|", in what it says. */
void cli_assert_refused (const char *program,
                         const char *arguments,
                         const char *input,
                         const char *words);

/* Returns: (transfer full): a folder for files, and its removal with all that is in it. */
char *cli_make_folder (void);
void cli_remove_folder (char *folder);

/* Returns: (transfer full): the path of a file in @folder that holds @text. */
char *cli_write (const char *folder, const char *name, const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliResult, cli_result_clear)

G_END_DECLS
