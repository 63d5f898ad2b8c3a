/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What people do who were not chosen, and what it may cost. */

typedef enum
{
  HEARD_MESSAGE,
  HEARD_ROOM,
  HEARD_TYPING,
  HEARD_PRESENCE,
} HeardKind;

typedef struct
{
  const char *what;
  HeardKind kind;
  const char *piece; /* the text is this again and again, in libpurple's HTML */
  gsize bytes;       /* of it */
  guint64 most;      /* instructions */
} HeardRow;

extern const HeardRow heard_rows[];
extern const guint heard_n_rows;

/* Returns: (transfer full). */
char *heard_row_dup_text (const HeardRow *row);

G_END_DECLS
