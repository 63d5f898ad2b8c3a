/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Times that people write of, on any day in any zone: a span has its ends in order, doesn't begin
 * in the future, and both can be written down and read again. */
#include "fuzz.h"

#include "base/parley-timers.h"
#include "memory/parley-time-range.h"

/* µs since 1970: also days on which clocks are changed, leap days, ends of years. */
static const gint64 nows[] = { 0,
                               G_GINT64_CONSTANT (951782400000000),
                               G_GINT64_CONSTANT (1000036800000000),
                               G_GINT64_CONSTANT (1711846800000000),
                               G_GINT64_CONSTANT (1767225599999999),
                               G_GINT64_CONSTANT (1795374000000000),
                               -1,
                               PARLEY_ISO_TIME_MAX };

static const char *const zones[]
    = { "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "-12:00" };

static void
check_iso (gint64 time)
{
  g_autofree char *text = parley_iso_time_dup (time);
  gint64 again = 0;

  g_assert_true (parley_iso_time_parse (text, &again));
  g_assert_cmpint (again, ==, time);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  gint64 now = nows[fuzz_take (&input, G_N_ELEMENTS (nows))];
  const char *name = zones[fuzz_take (&input, G_N_ELEMENTS (zones))];
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (name);
  g_autofree char *text = fuzz_take_utf8_rest (&input);
  ParleyInterval range = { 0 };
  gint64 time;

  if (parley_iso_time_parse (text, &time))
    check_iso (time);
  if (zone == NULL)
    zone = g_time_zone_new_utc ();
  if (!parley_time_range_find (fuzz_get_lexicon (), text, now, zone, &range))
    return 0;
  g_assert_cmpint (range.start, <=, range.end);
  g_assert_cmpint (range.start, <=, now);
  check_iso (range.start);
  check_iso (range.end);
  return 0;
}
