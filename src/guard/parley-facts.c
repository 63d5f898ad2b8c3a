/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-facts.h"

void
parley_person_facts_prove (ParleyPersonFacts *person, gboolean known, gboolean proves)
{
  person->unknown_protocol = !known && !person->protocol_trusted;
  person->proven = !person->from_room && (known ? proves : person->protocol_trusted);
}

gboolean
parley_secrecy_forbids_model (const ParleySecrecy *secrecy)
{
  return secrecy->remote && !secrecy->remote_allowed
         && (secrecy->encrypted || (secrecy->end_to_end && !secrecy->e2e_allowed));
}

ParleyPrivacy
parley_facts_get_privacy (const ParleyFacts *facts)
{
  if (facts->secrecy.encrypted)
    return PARLEY_PRIVACY_ENCRYPTED;
  return facts->logged && facts->person.proven && !facts->expires ? PARLEY_PRIVACY_NONE
                                                                  : PARLEY_PRIVACY_SITTING;
}

gboolean
parley_facts_are_private (const ParleyFacts *facts)
{
  return parley_facts_get_privacy (facts) != PARLEY_PRIVACY_NONE;
}
