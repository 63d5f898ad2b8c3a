/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who of several programs with the same folder speaks on an account: whoever holds the lock on
 * "locks/<hash>" in that folder. It is a record lock of fcntl(): the kernel frees it when the
 * process is gone, however it went, and children that libpurple forks to look up names don't keep
 * it, as they would an open-file or flock() lock. The price: at most one of these for the same
 * account at a time in a process. */
typedef struct _ParleySpeakerLock ParleySpeakerLock;

typedef enum
{
  PARLEY_SPEAKER_FREE,     /* not asked for yet */
  PARLEY_SPEAKER_HERE,     /* held by this process */
  PARLEY_SPEAKER_OTHER,    /* held by another process */
  PARLEY_SPEAKER_UNLOCKED, /* the folder can't be written or has no locks */
} ParleySpeaker;

/* @user_dir: Parley's own folder; made, like the one in it, with 0700 when missing. @protocol,
 * @account: as in a ParleyChatKey. Returns: (transfer full): not held. */
ParleySpeakerLock *
parley_speaker_lock_new (const char *user_dir, const char *protocol, const char *account);

/* Gives the lock up. */
void parley_speaker_lock_free (ParleySpeakerLock *lock);

/* Whether it is that account's. */
gboolean
parley_speaker_lock_is_for (ParleySpeakerLock *lock, const char *protocol, const char *account);

/* Tries to get the lock, and does not wait for it. Safe to call again.
 *
 * Returns: where it is now. %PARLEY_SPEAKER_UNLOCKED sets @error to why, in words for the user. */
ParleySpeaker parley_speaker_lock_try (ParleySpeakerLock *lock, GError **error);

/* Returns: what the last try gave. */
ParleySpeaker parley_speaker_lock_get (ParleySpeakerLock *lock);

/* Whether this process is the one that speaks, for all that is known. Where no lock is possible
 * another one may speak as well: then it only writes drafts. */
gboolean parley_speaker_lock_may_speak (ParleySpeakerLock *lock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySpeakerLock, parley_speaker_lock_free)

G_END_DECLS
