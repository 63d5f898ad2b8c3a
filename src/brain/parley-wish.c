/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-wish.h"

void
parley_wish_clear (ParleyWish *wish)
{
  g_clear_pointer (&wish->reason, g_free);
}
