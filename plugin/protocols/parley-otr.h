/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

#include "guard/parley-policy.h"

G_BEGIN_DECLS

/* Adds what the plugin pidgin-otr knows of a chat, if it is loaded: whether it is encrypted, and
 * whether an answer would be. A conversation that the other side has ended still counts, for the
 * plugin sends nothing in it. @person: normalised. */
void parley_otr_add_secrecy (PurpleAccount *account, const char *person, ParleySecrecy *secrecy);

G_END_DECLS
