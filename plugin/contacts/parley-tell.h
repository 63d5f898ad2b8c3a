/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Tells the user something of a person: in the conversation if there is one, else in a dialog. */
void parley_tell_person (ParleyInstance *instance,
                         PurpleAccount *account,
                         const char *name,
                         const char *text);

/* Tells the user in a chat that what they switched is as they wished, when that is written down: or
 * that it could not be. @key: (nullable): with NULL in a dialog under @title. @text: (nullable). */
void parley_tell_when_written (ParleyInstance *instance,
                               const ParleyChatKey *key,
                               const char *title,
                               const char *text);

G_END_DECLS
