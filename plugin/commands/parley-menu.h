/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What Parley does, and when, in the menu of each contact and each group. */
void parley_menu_connect (ParleyInstance *instance);

G_END_DECLS
