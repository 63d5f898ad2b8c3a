/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inbound.h"

/* Sent goes before received: libpurple flags every incoming message as received, also our own that
 * come back. */
ParleyLine
parley_inbound_judge (const ParleyLineFacts *facts)
{
  gboolean old = facts->age_s > PARLEY_INBOUND_MAX_AGE_S;

  if (facts->system || facts->auto_response)
    return PARLEY_LINE_IGNORE;
  if (facts->sent && (facts->delayed || old))
    return PARLEY_LINE_OWN_OLD;
  if (facts->sent)
    return facts->received || facts->remote ? PARLEY_LINE_ECHO : PARLEY_LINE_OWN_WORDS;
  if (!facts->received || facts->delayed || facts->notice)
    return PARLEY_LINE_IGNORE;
  return old ? PARLEY_LINE_OLD : PARLEY_LINE_BUBBLE;
}
