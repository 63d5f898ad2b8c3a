/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-outage.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

void
parley_outage_clear (ParleyOutage *outage)
{
  g_clear_pointer (&outage->told, g_free);
}

/* What there was no place to show is shown another time. Telling may run other code, which may come
 * back here. */
static void
tell (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key, const GError *error)
{
  g_autofree char *line = g_strdup_printf (_ ("No answer was sent: %s"), error->message);

  if (g_strcmp0 (outage->told, error->message) == 0)
    return;
  g_free (outage->told);
  outage->told = g_strdup (error->message);
  if (!parley_host_tell_user (host, key, line))
    g_clear_pointer (&outage->told, g_free);
}

gboolean
parley_outage_note_failure (ParleyOutage *outage,
                            ParleyHost *host,
                            const ParleyChatKey *key,
                            const GError *error,
                            gboolean untold)
{
  gboolean passing = parley_error_is_passing (error);
  gboolean known = passing && outage->passing && outage->told != NULL;

  outage->passing |= passing;
  if (!untold && !known)
    tell (outage, host, key, error);
  return passing;
}

gboolean
parley_outage_note_success (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key)
{
  g_autofree char *told = g_steal_pointer (&outage->told);
  gboolean waited_for = outage->passing;

  outage->passing = FALSE;
  if (told != NULL)
    parley_host_tell_user (host, key, _ ("Answers are being written again."));
  return waited_for;
}
