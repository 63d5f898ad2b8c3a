/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "settings/parley-settings.h"
#include "base/parley-timers.h"
#include "brain/parley-usage.h"
#include "context/parley-host.h"
#include "guard/parley-meter.h"
#include "memory/parley-store.h"

G_BEGIN_DECLS

/* How often each chat was answered and what that cost, and what it may be: kept across restarts, as
 * numbers without names or words. */
typedef struct _ParleyMeters ParleyMeters;

/* @host, @settings, @timers: borrowed. @store: (nullable): likewise; NULL: for this sitting.
 * Returns: (transfer full). */
ParleyMeters *parley_meters_new (ParleyHost *host,
                                 ParleySettings *settings,
                                 ParleyTimers *timers,
                                 ParleyStore *store);
void parley_meters_free (ParleyMeters *meters);

/* Those of a rehearsal, told to the user by @host: what is asked there is paid for by @real, whose
 * budget counts; nobody is pestered there, so nothing else is limited. @real: borrowed, must
 * outlive them. Returns: (transfer full). */
ParleyMeters *parley_meters_new_rehearsal (ParleyMeters *real, ParleyHost *host);

/* The user was told of a limit. @key: of the chat in which they were. */
typedef void (*ParleyMetersFunc) (gpointer data, const ParleyChatKey *key, ParleyCause cause);

/* @told: called whenever that happens. */
void parley_meters_watch (ParleyMeters *meters, ParleyMetersFunc told, gpointer data);

/* @here: the model is known to run on this machine; it is not, until this is said. Of a rehearsal
 * the real ones are told. */
void parley_meters_set_here (ParleyMeters *meters, gboolean here);

/* What happens in a chat. The user hears of none of it before parley_meters_tell (). */

/* The person said something. */
void parley_meters_hear (ParleyMeters *meters, const ParleyChatKey *key, const char *text);
void parley_meters_note_typing (ParleyMeters *meters, const ParleyChatKey *key, gboolean typing);

/* A message of an answer that nobody looked at first was said. @shows_typing: people's typing is
 * seen on this kind of channel. */
void parley_meters_note_said (ParleyMeters *meters,
                              const ParleyChatKey *key,
                              const char *text,
                              gboolean shows_typing);
void parley_meters_end_answer (ParleyMeters *meters, const ParleyChatKey *key);

/* The user wrote, sent a draft, or wants Parley to go on. */
void parley_meters_note_user (ParleyMeters *meters, const ParleyChatKey *key);

/* A model is asked for the chat, once more or again. */
void parley_meters_note_request (ParleyMeters *meters, const ParleyChatKey *key);

/* What that has cost. */
void parley_meters_spend (ParleyMeters *meters, const ParleyChatKey *key, const ParleyUsage *usage);

/* Nothing is known of the person any more; what they cost still counts for all. */
void parley_meters_forget (ParleyMeters *meters, const ParleyChatKey *key);

ParleyLimit parley_meters_get_limit (ParleyMeters *meters, const ParleyChatKey *key);

/* Returns: ms until there may be an answer in the chat again, as far as rates are concerned; 0:
 * now.
 */
gint64 parley_meters_get_wait (ParleyMeters *meters, const ParleyChatKey *key);

/* Returns: the same until a model may be asked for the chat again. */
gint64 parley_meters_get_request_wait (ParleyMeters *meters, const ParleyChatKey *key);

/* Returns: how many answers there may be now, over all chats. */
guint parley_meters_get_room (ParleyMeters *meters);

/* Returns: whether nothing is to be asked for the chat that can be done without. */
gboolean parley_meters_save (ParleyMeters *meters, const ParleyChatKey *key);

/* Tells the user in the chat what they don't know yet of its limits: once for each cause, until
 * that is over. The host may do anything meanwhile but free the meters. */
void parley_meters_tell (ParleyMeters *meters, const ParleyChatKey *key);

/* Returns: (transfer full) (nullable): the tokens of the chat and of all, and their price, in a
 * sentence; NULL if there were none. */
char *parley_meters_dup_usage (ParleyMeters *meters, const ParleyChatKey *key);

/* Of the last 24 hours. Returns: tokens that models read and wrote for the chat. @money: (out)
 * (transfer full) (nullable): what they cost; NULL: nothing, or no price is known. */
gint64 parley_meters_get_tokens (ParleyMeters *meters, const ParleyChatKey *key, char **money);

/* Returns: (transfer full): the tokens of all chats against their limit, and their price, in a
 * sentence. */
char *parley_meters_dup_total (ParleyMeters *meters);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMeters, parley_meters_free)

G_END_DECLS
