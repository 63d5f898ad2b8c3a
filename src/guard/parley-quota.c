/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-quota.h"

static guint
get (ParleySettings *settings, ParleySetting setting)
{
  return (guint) parley_settings_get_int (settings, setting);
}

ParleyQuota
parley_quota_read (ParleySettings *settings)
{
  ParleyQuota quota = {
    .loop = get (settings, PARLEY_SETTING_GUARD_LOOP_REPLIES),
    .in_a_row = get (settings, PARLEY_SETTING_GUARD_IN_A_ROW),
    .contact_10min = get (settings, PARLEY_SETTING_GUARD_CONTACT_10MIN),
    .contact_hour = get (settings, PARLEY_SETTING_GUARD_CONTACT_HOUR),
    .all_hour = get (settings, PARLEY_SETTING_GUARD_ALL_HOUR),
    .contact_tokens = get (settings, PARLEY_SETTING_GUARD_CONTACT_TOKENS),
    .all_tokens = get (settings, PARLEY_SETTING_GUARD_ALL_TOKENS),
    .near = get (settings, PARLEY_SETTING_GUARD_NEAR),
    .spent = get (settings, PARLEY_SETTING_GUARD_SPENT),
  };
  gint64 share = quota.all_tokens * get (settings, PARLEY_SETTING_GUARD_SHARE) / 100;

  quota.contact_tokens = MIN (quota.contact_tokens, share);
  return quota;
}
