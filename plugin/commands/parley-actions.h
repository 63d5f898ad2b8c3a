/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Shows the user what Parley did lately, and why. */
void parley_deeds_show (ParleyInstance *instance);

/* What stands in Pidgin's Tools menu and Finch's actions. Returns: (transfer full): of
 * PurplePluginAction. */
GList *parley_actions_new (PurplePlugin *plugin, gpointer context);

G_END_DECLS
