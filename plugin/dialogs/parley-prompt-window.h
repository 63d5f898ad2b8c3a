/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What a model would be told in a chat now, in full, in a window of its own. Looking at it asks
 * nobody and changes nothing. */

/* Returns: (transfer full). */
ParleyPromptWindow *parley_prompt_window_new (ParleyInstance *instance);
void parley_prompt_window_free (ParleyPromptWindow *window);

/* Asks of which chat, where Parley is on in more than one. */
void parley_prompt_window_choose (ParleyPromptWindow *window);

void parley_prompt_window_open (ParleyPromptWindow *window, const ParleyChatKey *key);

G_END_DECLS
