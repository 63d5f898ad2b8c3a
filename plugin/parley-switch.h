/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Switches Parley on or off for a person and tells the user in the chat what that means.
 * Returns: whether it is as wished now. */
gboolean
parley_switch (ParleyInstance *instance, PurpleAccount *account, const char *name, gboolean on);

G_END_DECLS
