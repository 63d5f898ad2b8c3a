/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Whom Parley is on for, in what the client's buddy list tells of somebody under the pointer.
 * Pidgin and Finch have a signal for that, on a handle of their own, which is looked up in the
 * program that runs; elsewhere there is none. */
void parley_tooltip_connect (ParleyInstance *instance);

G_END_DECLS
