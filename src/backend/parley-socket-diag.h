/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the kernel says of one socket. */
typedef struct
{
  guint state; /* as TCP's are numbered; 0: there is none */
  guint user;
  gulong inode; /* 0: no program has it yet, or none any more */
} ParleySocketFacts;

/* Asks the kernel for the end at @theirs of the connection to @ours, on this machine: at once,
 * where /proc/net/tcp has to be walked through. Returns: FALSE if it can't be asked so. */
gboolean parley_socket_diag_find (GInetSocketAddress *theirs,
                                  GInetSocketAddress *ours,
                                  ParleySocketFacts *facts);

G_END_DECLS
