/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the user lets Parley do for a person. The order is that of how much that is. */
typedef enum
{
  PARLEY_MODE_OFF,       /* nothing, not even read */
  PARLEY_MODE_SHADOW,    /* answers are written and logged, never sent */
  PARLEY_MODE_DRAFT,     /* answers are shown to the user, who sends them or not */
  PARLEY_MODE_COUNTDOWN, /* shown to the user, and sent if they don't stop it */
  PARLEY_MODE_AUTO,      /* sent */
  PARLEY_N_MODES,
} ParleyMode;

/* Returns: (transfer none): "off" and so on, as it is stored. */
const char *parley_mode_to_string (ParleyMode mode);

/* Returns: FALSE if @name is none; @mode is untouched then. */
gboolean parley_mode_parse (const char *name, ParleyMode *mode);

G_END_DECLS
