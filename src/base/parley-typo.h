/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether somebody who typed @typed probably meant @name: a part of it, at least three letters, or
 * all of it but for a slip, one in up to four letters, two in more: a letter too many, too few,
 * wrong, or two in the wrong order. */
gboolean parley_typo_is_near (const char *typed, const char *name);

G_END_DECLS
