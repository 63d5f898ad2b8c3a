/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is known of who had a nick when the program was last there: salted digests, and the hour, so
 * that they are known again and nobody can read who they are. Times in seconds since 1970. */
typedef struct
{
  gboolean nobody; /* they could not be known again, or it can't be read: nobody is them */
  char *salt;
  char *origin;  /* NULL: it told nobody from others */
  char *account; /* NULL: none was known */
  gint64 seen_at;
} ParleyNickRecord;

/* @salt: one word. @origin: (nullable). @account: (nullable); with neither nobody is them. Returns:
 * (transfer full): one line. */
char *parley_nick_record_write (const char *salt,
                                const char *origin,
                                const char *account,
                                gint64 seen_at);

/* Returns: (transfer full). */
ParleyNickRecord *parley_nick_record_parse (const char *text);
void parley_nick_record_free (ParleyNickRecord *record);

/* Capitals do not matter. @origin, @account: (nullable). */
gboolean parley_nick_record_is_origin (const ParleyNickRecord *record, const char *origin);
gboolean parley_nick_record_is_account (const ParleyNickRecord *record, const char *account);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyNickRecord, parley_nick_record_free)

G_END_DECLS
