/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What /parley set says. @rest: "NAME VALUE", "NAME", or "". */
void parley_command_set (ParleyInstance *instance, const ParleyChatKey *key, const char *rest);

/* Returns: (transfer full): that the setting is what it is from now on. */
char *parley_command_set_dup_news (ParleyInstance *instance, ParleySetting setting);

/* Returns: (transfer full): what the setting is, what it does, its value and its bounds. */
char *parley_command_set_explain (ParleyInstance *instance, ParleySetting setting);

G_END_DECLS
