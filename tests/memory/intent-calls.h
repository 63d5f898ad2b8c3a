/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-intents.h"

/* A process's intents, as calls that turn the main loop until they are done. */

/* Returns: the intent's number; 0 with an error. */
guint64 intent_declare_with (
    ParleyIntents *intents, const char *person, guint bubble, const char *text, GError **error);
guint64 intent_declare (ParleyIntents *intents, const char *person, guint bubble, const char *text);

/* Returns: (transfer full). */
ParleyIntentsLeft *intent_take_left (ParleyIntents *intents);
void intent_forget (ParleyIntents *intents, const char *person);
void intent_settle_down (ParleyIntents *intents);

/* @intents: (transfer full). */
void intent_end (ParleyIntents *intents);
