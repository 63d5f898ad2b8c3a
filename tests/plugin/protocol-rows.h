/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "protocol-world.h"

G_BEGIN_DECLS

/* One row of the table in test-protocols.c: what has to hold on every protocol that it concerns.
 * Returns: (transfer full) (nullable): what is wrong. */
typedef char *(*RowFunc) (World *w);

typedef struct
{
  const char *id;   /* short, and of the paths of its tests */
  const char *what; /* that holds */
  RowFunc run;
  gboolean (*concerns) (DoubleProfile *profile); /* NULL: all protocols */
} Row;

/* In a row: ends it here unless this is so. The rest says what is wrong. */
#define ROW_EXPECT(condition, ...)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (!(condition))                                                                              \
      return g_strdup_printf (__VA_ARGS__);                                                        \
  }                                                                                                \
  G_STMT_END

/* What they write */
char *row_words (World *w);
char *row_old (World *w);

G_END_DECLS
