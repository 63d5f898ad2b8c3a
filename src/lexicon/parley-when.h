/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The two times of what was said, in seconds since 1970. Order and pauses go by the one clock of
 * receipt; when it was written is what its sender or a server says, and worth telling. */
typedef struct
{
  gint64 written; /* never after it was received */
  gint64 received;
} ParleyWhen;

/* Of what was said here and now. */
static inline ParleyWhen
parley_when_at (gint64 wall)
{
  return (ParleyWhen){ wall, wall };
}

/* @stamp: as it was told; a clock ahead of ours makes nothing younger than it is. */
static inline ParleyWhen
parley_when_received (gint64 stamp, gint64 received)
{
  return (ParleyWhen){ CLAMP (stamp, 0, received), received };
}

G_END_DECLS
