/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a test does all that it can, however long that takes: `./dev test --all`. */
static inline gboolean
test_wants_all (void)
{
  return g_strcmp0 (g_getenv ("PARLEY_TEST_ALL"), "1") == 0;
}

G_END_DECLS
