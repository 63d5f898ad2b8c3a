/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <blist.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* What can be done with a draft, in the menu of its contact: a command that is typed shows the
 * person that one types. */

/* Returns: (transfer full) (nullable) (element-type PurpleMenuAction): one for each draft that
 * waits for the buddy, the newest first. */
GList *parley_draft_menus_new (ParleyInstance *instance, PurpleBuddy *buddy);

G_END_DECLS
