/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* Runs the loops of three applications, with 0, 1,000 and 10,000 chats that wait, by the system's
 * own clock, and adds to the table what one turn of each loop costs. */
void cost_loop_measure (void);
