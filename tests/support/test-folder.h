/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes a file, or a folder with all that is in it. */
void parley_test_folder_remove (const char *path);

G_END_DECLS
