/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <notify.h>

G_BEGIN_DECLS

/* Tells the user something in a window of its own.
 * @handle: closing the windows of that one closes it, too.
 * @text: (nullable): more than @primary says, of any length.
 * Returns: (transfer none) (nullable): libpurple's handle of the window. */
void *
parley_notice (gpointer handle, PurpleNotifyMsgType type, const char *primary, const char *text);

G_END_DECLS
