/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Asks the user at which hours somebody is answered; one question at a time. */

/* Returns: (transfer full). */
ParleyHoursDialog *parley_hours_dialog_new (ParleyInstance *instance);
void parley_hours_dialog_free (ParleyHoursDialog *dialog);

/* What can't be read is asked again, with what is wrong. The buddy, or the group, may be gone when
 * the answer comes. */
void parley_hours_dialog_ask_for_buddy (ParleyHoursDialog *dialog, PurpleBuddy *buddy);
void parley_hours_dialog_ask_for_group (ParleyHoursDialog *dialog, PurpleGroup *group);

G_END_DECLS
