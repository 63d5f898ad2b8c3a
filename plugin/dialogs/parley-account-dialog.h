/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Asks what Parley does for all who are in the list of an account, and when: libpurple lets only
 * protocols put something into the menu of an account. */
void parley_account_dialog_open (ParleyInstance *instance);

G_END_DECLS
