/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Plays one turn in each of @n chats, and adds to the table what a message costs, what a chat that
 * has become idle keeps, and what @n of them ask of the loop. */
void cost_chats_measure (guint n);

/* The machine alone, without an engine. */
void cost_chats_measure_machine (guint n);

/* From the piece that shows that the first bubble is complete to its sending, with pace 0. */
void cost_chats_measure_first_bubble (void);

/* Statements that write, of a turn with a store in @folder. */
void cost_chats_measure_store (const char *folder, guint n);

/* Does nothing but @n turns. */
void cost_chats_repeat (guint n);

G_END_DECLS
