/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* "Answer for me" in the menu of each contact. */
void parley_menu_connect (ParleyInstance *instance);

G_END_DECLS
