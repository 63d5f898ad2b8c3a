/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-nick-record.h"

#include <string.h>

/* When somebody was there is told no more exactly than this. */
#define HOUR_S 3600

/* Stands for what is not known. */
#define NONE "-"

/* Returns: (transfer full): %NONE of nothing. */
static char *
dup_digest (const char *salt, const char *what)
{
  g_autofree char *lower = what != NULL ? g_ascii_strdown (what, -1) : NULL;

  return lower != NULL ? g_compute_hmac_for_string (G_CHECKSUM_SHA256, (const guchar *) salt,
                                                    strlen (salt), lower, -1)
                       : g_strdup (NONE);
}

char *
parley_nick_record_write (const char *salt, const char *origin, const char *account, gint64 seen_at)
{
  g_autofree char *from = dup_digest (salt, origin);
  g_autofree char *as = dup_digest (salt, account);

  if (origin == NULL && account == NULL)
    return g_strdup (NONE);
  return g_strdup_printf ("%s %s %s %" G_GINT64_FORMAT, salt, from, as, seen_at - seen_at % HOUR_S);
}

ParleyNickRecord *
parley_nick_record_parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  ParleyNickRecord *record = g_new0 (ParleyNickRecord, 1);

  record->nobody
      = g_strv_length (words) != 4
        || !g_ascii_string_to_signed (words[3], 10, 0, G_MAXINT64, &record->seen_at, NULL);
  if (record->nobody)
    return record;
  record->salt = g_strdup (words[0]);
  record->origin = g_str_equal (words[1], NONE) ? NULL : g_strdup (words[1]);
  record->account = g_str_equal (words[2], NONE) ? NULL : g_strdup (words[2]);
  return record;
}

void
parley_nick_record_free (ParleyNickRecord *record)
{
  g_free (record->salt);
  g_free (record->origin);
  g_free (record->account);
  g_free (record);
}

static gboolean
is_digest_of (const ParleyNickRecord *record, const char *digest, const char *what)
{
  g_autofree char *now = NULL;

  if (record->nobody || digest == NULL || what == NULL)
    return FALSE;
  now = dup_digest (record->salt, what);
  return g_str_equal (digest, now);
}

gboolean
parley_nick_record_is_origin (const ParleyNickRecord *record, const char *origin)
{
  return is_digest_of (record, record->origin, origin);
}

gboolean
parley_nick_record_is_account (const ParleyNickRecord *record, const char *account)
{
  return is_digest_of (record, record->account, account);
}
