/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Where a model runs. An address on this machine alone says nothing: behind it there may be a
 * gateway. What is not known counts as somewhere else. */
typedef enum
{
  PARLEY_WHERE_UNKNOWN,
  PARLEY_WHERE_HERE,
  PARLEY_WHERE_PASSED_ON, /* on another machine, or handed to one */
} ParleyWhere;

/* @said_here: the user said that this server runs its models itself. @told: what the server told
 * of @model; that it is passed on goes before what the user said. */
ParleyWhere
parley_where_judge (GUri *server, const char *model, gboolean said_here, ParleyWhere told);

/* Returns: whether the user said so of @server. */
gboolean parley_where_is_said (ParleySettings *settings, GUri *server);

/* The same for what @settings name; the away note is here. */
ParleyWhere parley_where_find (ParleySettings *settings, ParleyWhere told);

/* Returns: (transfer full): who writes the answers with these settings, and where the chat goes for
 * it, in words. @told: what is known of where the model runs. Nobody is asked. */
char *parley_disclosure_dup (ParleySettings *settings, ParleyWhere told);

G_END_DECLS
