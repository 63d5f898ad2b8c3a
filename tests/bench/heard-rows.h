/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What people do who were not chosen. */

/* Instructions, whatever they do: while libpurple hands it out, and as many in the loop's next
 * turn, in which the user may be told whose it is. */
#define HEARD_MOST 25000

typedef enum
{
  HEARD_MESSAGE,
  HEARD_NAMED, /* a message of somebody who calls themselves Parley */
  HEARD_ROOM,
  HEARD_TYPING,
  HEARD_PRESENCE,
  HEARD_LINE, /* libpurple alone writes a line for the user */
} HeardKind;

typedef struct
{
  const char *what;
  HeardKind kind;
  const char *piece; /* the text is this again and again, in libpurple's HTML */
  gsize bytes;       /* of it, without the end */
  const char *end;   /* (nullable): and then this */
} HeardRow;

extern const HeardRow heard_rows[];
extern const guint heard_n_rows;

/* Returns: (transfer full). */
char *heard_row_dup_text (const HeardRow *row);

G_END_DECLS
