/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Watches the user's status on each account, and shows what happened while they were away: a table
 * of people, from which their chats can be opened. Returns: (transfer full). */
ParleyWelcomeBack *parley_welcome_back_new (ParleyInstance *instance);

/* Closes the window. */
void parley_welcome_back_free (ParleyWelcomeBack *welcome);

G_END_DECLS
