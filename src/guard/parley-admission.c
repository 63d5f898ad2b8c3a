/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-admission.h"

#include <string.h>

#include "settings/parley-admission-rules.h"

/* Servers stamp requests with bare addresses. What stands behind a "/" is chosen by whoever writes
 * it, "evil.org/@example.org", and a room's occupants have one.
 * Returns: (transfer none) (nullable): the domain. */
static const char *
get_domain (const char *address)
{
  const char *at = strchr (address, '@');

  if (at == NULL || at == address || strchr (address, '/') != NULL || strchr (at + 1, '@') != NULL)
    return NULL;
  return at + 1;
}

ParleyAdmission
parley_admission_judge (const char *rules, const ParleyAdmissionFacts *facts, ParleyMode *mode)
{
  const ParleyAdmissionName who = {
    .name = facts->person,
    .domain = facts->stamped ? get_domain (facts->address) : NULL,
    .any_case = facts->stamped,
  };
  ParleyMode wanted;

  if (!facts->proven || !facts->eligible || !facts->introduced || !facts->speaker || facts->paused
      || facts->blocked)
    return PARLEY_ADMISSION_ASK;
  if (facts->stamped && who.domain == NULL)
    return PARLEY_ADMISSION_ASK;
  if (!parley_admission_rules_find (rules, &who, &wanted))
    return PARLEY_ADMISSION_ASK;
  if (facts->n_today >= PARLEY_ADMISSION_A_DAY)
    return PARLEY_ADMISSION_FULL;
  *mode = wanted;
  return PARLEY_ADMISSION_ACCEPT;
}
