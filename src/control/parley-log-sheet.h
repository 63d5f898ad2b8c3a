/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* The files of Parley's own log: parley.log in its folder, and behind it parley.log.1 and so on,
 * the older the higher. A line is an object; the first one of a file tells with what its addresses
 * are hashed, so that nobody's can be guessed from another file. Every call waits for the disk:
 * never from the main loop. Several programs may write to it. Errors are fragments for the user
 * that follow a colon. */

#define PARLEY_LOG_MAX_BYTES (1024 * 1024) /* of a file */
#define PARLEY_LOG_N_FILES   5

/* One line of it. */
typedef struct
{
  gint64 wall;        /* seconds since 1970 */
  char *event;        /* a word of Parley's */
  char *reason;       /* likewise; "": none */
  ParleyChatKey *key; /* (nullable): of no one chat */
  gboolean named;     /* who it is stands there as it is */
} ParleyLogDeed;

void parley_log_deed_free (ParleyLogDeed *line);

/* @lines: (element-type ParleyLogDeed). @n_written: (out): how many were written. Returns: whether
 * all were. */
gboolean parley_log_sheet_append (const char *folder,
                                  const GPtrArray *lines,
                                  guint *n_written,
                                  GError **error);

/* Blanks every line of a chat. Returns: FALSE if some may be left. */
gboolean parley_log_sheet_forget (const char *folder, const ParleyChatKey *key, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyLogDeed, parley_log_deed_free)

G_END_DECLS
