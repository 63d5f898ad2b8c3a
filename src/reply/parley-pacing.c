/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-pacing.h"

int
parley_pacing_compute (const ParleyPacing *pacing, const char *text, guint64 seed)
{
  gint64 ms;
  int percent;

  if (pacing->cps == 0)
    return 0;
  ms = (gint64) g_utf8_strlen (text, -1) * 1000 / pacing->cps;
  /* Neighbouring seeds must not give neighbouring times: spread them first. */
  percent = (int) (g_int64_hash (&seed) * 2654435761u >> 16) % (2 * pacing->jitter + 1);
  ms = ms * (100 + percent - pacing->jitter) / 100;
  return (int) CLAMP (ms, pacing->min_ms, pacing->max_ms);
}
