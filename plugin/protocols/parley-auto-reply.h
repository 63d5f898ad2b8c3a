/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* libpurple answers by itself while an account is away. To people whom Parley is switched on for it
 * must not: they would get two answers. Everybody else is left to it. */
ParleyAutoReply *parley_auto_reply_new (ParleyInstance *instance);
void parley_auto_reply_free (ParleyAutoReply *auto_reply);

G_END_DECLS
