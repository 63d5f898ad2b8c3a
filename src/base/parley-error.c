/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-error.h"

G_DEFINE_QUARK (parley - error - quark, parley_error)
