/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "headless-purple.h"

G_BEGIN_DECLS

/* What a user, or the other side, may do to accounts, buddies, groups and plugins at any time, also
 * while a dialog stands open. "alice" is a buddy on the fixture's account. Of an account that is
 * gone afterwards the fixture knows nothing more. */
typedef struct
{
  const char *name;
  void (*happen) (Fixture *f);
} Change;

const Change *changes_get (guint *n_changes);

G_END_DECLS
