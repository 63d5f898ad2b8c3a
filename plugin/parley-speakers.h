/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>
#include <plugin.h>

#include "base/parley-timers.h"

G_BEGIN_DECLS

/* One voice an account when Pidgin and Finch run on the same profile: the locks of the accounts
 * that are connected. What another program holds is tried again until it is free, and the user is
 * told of both. */
typedef struct _ParleySpeakers ParleySpeakers;

/* This program may speak now where another one did. */
typedef void (*ParleySpeakersFunc) (gpointer data);

/* Takes the locks of the accounts that are connected already. @plugin: the handle of what is shown
 * to the user. @timers: borrowed, must outlive the result. @user_dir: Parley's own folder.
 * Returns: (transfer full). */
ParleySpeakers *parley_speakers_new (PurplePlugin *plugin,
                                     ParleyTimers *timers,
                                     const char *user_dir,
                                     ParleySpeakersFunc taken_over,
                                     gpointer data);

/* Gives all locks up. */
void parley_speakers_free (ParleySpeakers *speakers);

/* The account signed on, or is about to sign off. */
void parley_speakers_add (ParleySpeakers *speakers, PurpleAccount *account);
void parley_speakers_remove (ParleySpeakers *speakers, PurpleAccount *account);

/* Whether this program may speak on @account: FALSE while another one does, and while the account
 * is not signed on. */
gboolean parley_speakers_may_speak (ParleySpeakers *speakers, PurpleAccount *account);

/* Whether it can't be seen if another program speaks there. */
gboolean parley_speakers_is_unlocked (ParleySpeakers *speakers, PurpleAccount *account);

G_END_DECLS
