/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib/gi18n-lib.h>

/* <glib/gi18n-lib.h> has _(), N_() and C_() for our own texts, but no ngettext (): that of libc
 * looks among the texts of the application we are loaded into, where none of ours is. */
#undef ngettext
#define ngettext(one, many, n) g_dngettext (GETTEXT_PACKAGE, one, many, n)
