/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-settings.h"

G_BEGIN_DECLS

/* libpurple writes down all values, also those that nobody chose: so a default that changes would
 * reach nobody who has Parley already. A stored value that was the default when it was stored
 * counts as not set. Who wants a former default sets it anew, once, and keeps it.
 *
 * Whoever changes a default adds its former value to the table, with a new number. */

/* The number of the defaults that there are now. What was stored without a number has 0. */
#define PARLEY_DEFAULTS_NUMBER 1

/* Under which name it stands among the preferences, beside the rooms. */
#define PARLEY_DEFAULTS_NAME "defaults"

/* @stored: the number of the defaults when the value was stored. @number, @text: the one that
 * counts for the type. Returns: whether the value was the default then and is no longer. */
gboolean
parley_setting_was_default (ParleySetting setting, guint stored, int number, const char *text);

G_END_DECLS
