/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Has contact requests accepted that the user has a rule for (guard/parley-admission.h): who asks
 * comes into the buddy list, and is switched on as the rule says. Who is there already keeps what
 * was chosen for them. All others the client asks the user about, as without Parley, and other
 * plugins are heard first. */
void parley_admissions_connect (ParleyInstance *instance);

G_END_DECLS
