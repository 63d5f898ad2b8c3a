/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PARLEY_KEY_VARIABLE "PARLEY_API_KEY"

/* Finds the API key: the environment variable, if it is set and not empty; else the first line of
 * the file, which nobody but its owner may be able to read. @path: (nullable).
 * Returns: (transfer full) (nullable): NULL without an error when there is neither, because a
 * server on this machine needs no key; NULL with %PARLEY_ERROR_CONFIGURATION and a sentence that
 * says what to do. */
char *parley_key_load (const char *path, GError **error);

G_END_DECLS
