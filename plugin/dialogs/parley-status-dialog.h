/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What Parley does in all chats: a list, and for each person a closer look with what can be done.
 * A table of libpurple's (searchresults) would be nearer, but needs a connected account and goes
 * with it, Pidgin shows no button of ours on it, and Finch crashes on one that was closed. */

/* @memory: borrowed. Returns: (transfer full). */
ParleyStatusDialog *parley_status_dialog_new (ParleyInstance *instance, ParleyMemoryDialog *memory);
void parley_status_dialog_free (ParleyStatusDialog *dialog);

void parley_status_dialog_open (ParleyStatusDialog *dialog);

G_END_DECLS
