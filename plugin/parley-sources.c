/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-sources.h"

ParleySources *
parley_sources_new (ParleyInstance *instance, ParleyIrcUnsentFunc unsent)
{
  ParleySources *sources = g_new0 (ParleySources, 1);

  sources->rooms = parley_rooms_new ();
  sources->encryption = parley_encryption_new (instance->listening);
  sources->irc_lines = parley_irc_lines_new (instance);
  sources->irc_unsent = parley_irc_unsent_new (instance->listening, instance->irc, instance->timers,
                                               unsent, instance);
  sources->carbons = parley_carbons_new (instance);
  sources->stanzas = parley_stanzas_new (instance);
  sources->sign_ons = parley_sign_ons_new ();
  return sources;
}

void
parley_sources_free (ParleySources *sources)
{
  parley_sign_ons_free (sources->sign_ons);
  parley_stanzas_free (sources->stanzas);
  parley_carbons_free (sources->carbons);
  parley_irc_unsent_free (sources->irc_unsent);
  parley_irc_lines_free (sources->irc_lines);
  parley_encryption_free (sources->encryption);
  parley_rooms_free (sources->rooms);
  g_free (sources);
}
