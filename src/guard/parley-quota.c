/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-quota.h"

static guint
get (ParleySettings *settings, ParleySetting setting)
{
  return (guint) parley_settings_get_int (settings, setting);
}

static gboolean
is_default (ParleySettings *settings, ParleySetting setting)
{
  const ParleySettingSpec *spec = parley_setting_get_spec (setting);

  return spec->default_string != NULL
             ? g_str_equal (parley_settings_get_string (settings, setting), spec->default_string)
             : parley_settings_get_int (settings, setting) == spec->default_int;
}

/* Who set one of these counts what it costs. */
static gboolean
is_counting (ParleySettings *settings)
{
  static const ParleySetting of_cost[] = {
    PARLEY_SETTING_GUARD_CONTACT_TOKENS, PARLEY_SETTING_GUARD_ALL_TOKENS,
    PARLEY_SETTING_GUARD_SHARE,          PARLEY_SETTING_GUARD_PRICE_READ,
    PARLEY_SETTING_GUARD_PRICE_WRITTEN,
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_cost); i++)
    {
      if (!is_default (settings, of_cost[i]))
        return TRUE;
    }
  return FALSE;
}

ParleyQuota
parley_quota_read (ParleySettings *settings, gboolean here)
{
  ParleyQuota quota = {
    .loop = get (settings, PARLEY_SETTING_GUARD_LOOP_REPLIES),
    .in_a_row = get (settings, PARLEY_SETTING_GUARD_IN_A_ROW),
    .contact_10min = get (settings, PARLEY_SETTING_GUARD_CONTACT_10MIN),
    .contact_hour = get (settings, PARLEY_SETTING_GUARD_CONTACT_HOUR),
    .all_hour = get (settings, PARLEY_SETTING_GUARD_ALL_HOUR),
    .contact_requests = get (settings, PARLEY_SETTING_GUARD_CONTACT_REQUESTS),
    .all_requests = get (settings, PARLEY_SETTING_GUARD_ALL_REQUESTS),
    .contact_tokens = get (settings, PARLEY_SETTING_GUARD_CONTACT_TOKENS),
    .all_tokens = get (settings, PARLEY_SETTING_GUARD_ALL_TOKENS),
    .near = get (settings, PARLEY_SETTING_GUARD_NEAR),
    .spent = get (settings, PARLEY_SETTING_GUARD_SPENT),
  };
  gint64 share = quota.all_tokens * get (settings, PARLEY_SETTING_GUARD_SHARE) / 100;

  quota.contact_tokens = MIN (quota.contact_tokens, share);
  if (here && !is_counting (settings))
    quota.contact_tokens = quota.all_tokens = 0;
  return quota;
}
