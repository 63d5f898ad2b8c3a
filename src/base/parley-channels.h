/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"

G_BEGIN_DECLS

/* The window of kinds of channel that have no row in data/protocols.ini, in ms. */
#define PARLEY_DEFAULT_BASE_MS 800

/* So many characters a protocol may put one before. */
#define PARLEY_MAX_ESCAPED 8

/* What one message may be on a channel. 0 is no bound. */
typedef struct
{
  int max_bytes;                        /* of one message */
  char escaped[PARLEY_MAX_ESCAPED + 1]; /* ASCII characters each of which is sent as two */
  int max_lines;                        /* messages a reply may have in all */
  gboolean one_line;                    /* a message can't hold a line break */
  int min_gap_ms;                       /* between two messages */
} ParleyLimits;

/* Kinds of channel and what is known of them. */
typedef struct _ParleyChannels ParleyChannels;

/* Returns: (transfer full). */
ParleyChannels *parley_channels_new (ParleyProtocols *protocols);
void parley_channels_free (ParleyChannels *channels);

/* @protocol: libpurple's id, "prpl-jabber". Returns: (transfer none): "xmpp", or "other". */
const char *parley_channels_get_kind (ParleyChannels *channels, const char *protocol);

/* Returns: the base window in ms, 0 for never to wait. What @overrides says of the account goes
 * before what it says of the kind, and that before data/protocols.ini. @overrides: as
 * parley_channels_check_overrides () allows; what it would not is passed over. @kind: any word.
 * @account: (nullable): the user's own name; "alice@example.org" is meant with every resource. */
int parley_channels_get_base_ms (ParleyChannels *channels,
                                 const char *overrides,
                                 const char *kind,
                                 const char *account);

/* @overrides: "irc=1200; alice@example.org=400", "" for none; each 0 to 60000 ms, as the bounds of
 * a window. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people. */
gboolean parley_channels_check_overrides (const char *overrides, GError **error);

/* Returns: FALSE where it means nothing that they were not seen to type. */
gboolean parley_channels_show_typing (ParleyChannels *channels, const char *kind);

ParleyLimits parley_channels_get_limits (ParleyChannels *channels, const char *kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChannels, parley_channels_free)

G_END_DECLS
