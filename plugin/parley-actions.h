/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What stands in Pidgin's Tools menu and Finch's actions. Returns: (transfer full): of
 * PurplePluginAction. */
GList *parley_actions_new (PurplePlugin *plugin, gpointer context);

G_END_DECLS
