/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the user said about servers, in a file that only they can read: on each line a server's
 * address, a blank, and its key. A line with nothing but a key names no server. */

/* In place of a key: the server may be asked without one. */
#define PARLEY_KEY_NONE "-"
/* In place of a key: it is in the keyring. */
#define PARLEY_KEY_IN_KEYRING "keyring"

typedef struct
{
  char *origin; /* (nullable): "https://api.example.org" */
  char *key;
} ParleyKeyLine;

/* Returns: (transfer full): array of ParleyKeyLine, empty when there is no such file. On failure
 * NULL with %PARLEY_ERROR_CONFIGURATION and a sentence that says what to do. */
GPtrArray *parley_key_file_load (const char *path, GError **error);

/* Puts @key in place of what the file says of @origin and leaves all else as it is; file and folder
 * are made if need be. Waits for the disk. @key: (nullable): NULL removes the line. */
gboolean
parley_key_file_set (const char *path, const char *origin, const char *key, GError **error);

void parley_key_line_free (ParleyKeyLine *line);

G_END_DECLS
