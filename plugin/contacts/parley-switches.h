/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-record-file.h"
#include "contacts/parley-choice.h"
#include "parley-instance.h"

G_BEGIN_DECLS

/* What the user switched, written down at once. libpurple writes preferences, accounts and the
 * buddy list five seconds after a change, and a crash in between takes it back: so there is a
 * record of our own beside them. Where the two differ the stricter counts, until the user switches
 * again. People who are not in the buddy list don't stand in it: for them nothing outlives the
 * sitting. */

/* Takes in what the record says. To be called when the preferences are in force. Returns: (transfer
 * full). */
ParleySwitches *parley_switches_new (ParleyInstance *instance);
void parley_switches_free (ParleySwitches *switches);

/* Takes in what another program with the same profile wrote down. */
void parley_switches_take_in (ParleySwitches *switches);

/* The user chose something for the place: it is to be read there. */
void parley_switches_note (ParleySwitches *switches, ParleyPlace place);

/* The same for everybody whom parley_contacts_choose () switches with the person. */
void
parley_switches_note_person (ParleySwitches *switches, PurpleAccount *account, const char *name);

/* The user said whether names on the account's protocol are somebody's own. */
void parley_switches_note_protocol (ParleySwitches *switches, PurpleAccount *account);

/* The user paused everything until @until, in s of the wall clock, or until they say go with 0. */
void parley_switches_set_end_of_pause (ParleySwitches *switches, gint64 until);

/* Whether it is paused may have changed. @switches: (nullable). */
void parley_switches_see_pause (ParleySwitches *switches);

/* Has @func called when all that was switched so far is on the disk, or can't be written. */
void parley_switches_confirm (ParleySwitches *switches,
                              ParleyRecordFunc func,
                              gpointer data,
                              GDestroyNotify destroy);

gboolean parley_switches_are_settled_for_tests (ParleySwitches *switches);

gint64 parley_switches_get_end_of_pause_for_tests (ParleySwitches *switches);

G_END_DECLS
