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

/* P1 */
gboolean row_concerns_real (DoubleProfile *profile);
gboolean row_concerns_given_away (DoubleProfile *profile);
gboolean row_concerns_late_errors (DoubleProfile *profile);
gboolean row_concerns_liars (DoubleProfile *profile);
char *row_three (World *w);
char *row_signs (World *w);
char *row_lost (World *w);
char *row_refused (World *w);
char *row_again (World *w);
char *row_reconnect (World *w);
char *row_liar (World *w);
char *row_liar_lost (World *w);
char *row_liar_edits (World *w);

/* P2 */
gboolean row_concerns_elsewhere (DoubleProfile *profile);
gboolean row_concerns_delayed (DoubleProfile *profile);
gboolean row_concerns_stamps (DoubleProfile *profile);
char *row_catch_up (World *w);
char *row_sign_on (World *w);
char *row_live (World *w);
char *row_live_idle (World *w);
char *row_yesterday (World *w);
char *row_recent (World *w);
char *row_slow_clock (World *w);
char *row_fast_clock (World *w);

/* P7 */
gboolean row_concerns_typing (DoubleProfile *profile);
gboolean row_concerns_stops (DoubleProfile *profile);
gboolean row_concerns_endless_typing (DoubleProfile *profile);
gboolean row_concerns_renewed_typing (DoubleProfile *profile);
gboolean row_concerns_other_names (DoubleProfile *profile);
char *row_typing_holds (World *w);
char *row_typing_stops (World *w);
char *row_typing_long (World *w);
char *row_typing_for_ever (World *w);
char *row_typing_elsewhere (World *w);
char *row_typing_away (World *w);

/* P12 */
gboolean row_concerns_expiry (DoubleProfile *profile);
char *row_expiry (World *w);

/* P13 */
gboolean row_concerns_pictures (DoubleProfile *profile);
gboolean row_concerns_voices (DoubleProfile *profile);
gboolean row_concerns_own_pictures (DoubleProfile *profile);
char *row_picture (World *w);
char *row_voice (World *w);
char *row_picture_with_words (World *w);
char *row_own_picture (World *w);

/* P4 to P6, P10 */
gboolean row_concerns_edits (DoubleProfile *profile);
gboolean row_concerns_previews (DoubleProfile *profile);
gboolean row_concerns_deletions (DoubleProfile *profile);
gboolean row_concerns_reactions (DoubleProfile *profile);
gboolean row_concerns_asides (DoubleProfile *profile);
gboolean row_concerns_quotes (DoubleProfile *profile);
gboolean row_concerns_lengths (DoubleProfile *profile);
gboolean row_concerns_unmarked (DoubleProfile *profile);
char *row_edit_unmarked (World *w);
char *row_edit (World *w);
char *row_edit_answered (World *w);
char *row_edit_alone (World *w);
char *row_preview (World *w);
char *row_deletion (World *w);
char *row_reaction (World *w);
char *row_aside (World *w);
char *row_quote (World *w);
char *row_length (World *w);
char *row_length_in_bytes (World *w);
char *row_length_of_marks (World *w);

G_END_DECLS
