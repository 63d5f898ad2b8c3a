/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

G_BEGIN_DECLS

/* Returns: whether the OMEMO plugin lurch is loaded and encrypts what is sent to @person, or can't
 * tell. @person: normalised. */
gboolean parley_lurch_encrypts (PurpleAccount *account, const char *person);

G_END_DECLS
