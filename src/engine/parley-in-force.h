/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-hours.h"
#include "base/parley-settings.h"
#include "turn/parley-turn-policy.h"

G_BEGIN_DECLS

/* The settings in the form in which each event needs them. */
typedef struct
{
  guint serial;            /* of the settings that were read */
  ParleyTurnPolicy policy; /* as they were then */
  ParleyHours quiet;       /* likewise */
  gboolean has_quiet;      /* there are quiet hours */
  gboolean paused;         /* as the journal has it */
  gint64 paused_until;     /* seconds since 1970; 0: until the user says so */
} ParleyInForce;

/* @learned: (nullable): borrowed, must outlive what was read. */
void
parley_in_force_read (ParleyInForce *in_force, ParleySettings *settings, ParleyLearned *learned);

/* @wall: seconds since 1970. */
gboolean parley_in_force_is_quiet (const ParleyInForce *in_force, gint64 wall);

/* Returns: how long the quiet hour goes on, in seconds; -1 if there is none. */
gint64 parley_in_force_get_quiet_left (const ParleyInForce *in_force, gint64 wall);

G_END_DECLS
