/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Tells the user, once, of all buddies, groups and accounts at which there stands something of
 * Parley's that can't be read. It stays as it is until they choose anew, and nothing is sent where
 * it counts. */
void parley_damage_tell (ParleyInstance *instance);

G_END_DECLS
