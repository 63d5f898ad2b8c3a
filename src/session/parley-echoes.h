/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-strays.h"

G_BEGIN_DECLS

/* What we said in a chat and may still come back from the server, so that it is not taken for the
 * user's own words. */
typedef struct
{
  GQueue echoes; /* of ParleyEcho, oldest first */
} ParleyEchoes;

void parley_echoes_init (ParleyEchoes *echoes);
void parley_echoes_clear (ParleyEchoes *echoes);

/* We said @text. @now: monotonic ms. */
void parley_echoes_add (ParleyEchoes *echoes, const char *text, gint64 now);

/* Returns: whether @text, cleaned as inbound lines are, is ours come back: once or more, for a
 * server and a carbons plugin may both show it. */
gboolean parley_echoes_match (ParleyEchoes *echoes, const char *text, gint64 now);

/* Leaves in @strays what may still come back in @chat. */
void parley_echoes_leave (ParleyEchoes *echoes, ParleyStrays *strays, const ParleyChatKey *chat);

G_END_DECLS
