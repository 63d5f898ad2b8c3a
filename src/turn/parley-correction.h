/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once
#include <glib.h>
gboolean parley_correction_is (const char *previous, const char *text);
