/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-facts.h"

ParleyPrivacy
parley_facts_get_privacy (const ParleyFacts *facts)
{
  if (facts->encrypted)
    return PARLEY_PRIVACY_ENCRYPTED;
  return facts->logged && facts->proven && !facts->expires ? PARLEY_PRIVACY_NONE
                                                           : PARLEY_PRIVACY_SITTING;
}

gboolean
parley_facts_are_private (const ParleyFacts *facts)
{
  return parley_facts_get_privacy (facts) != PARLEY_PRIVACY_NONE;
}
