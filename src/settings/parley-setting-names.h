/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Settings by what somebody types: "turn.min_ms", or "min_ms" where only one room has it. */

/* Returns: (transfer full): "turn.min_ms". */
char *parley_setting_dup_name (ParleySetting setting);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people that gives the names
 * that were perhaps meant; @setting is untouched then. */
gboolean parley_setting_resolve (const char *name, ParleySetting *setting, GError **error);

G_END_DECLS
