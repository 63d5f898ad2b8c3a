/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-irc-line.h"
#include "base/parley-route.h"

G_BEGIN_DECLS

/* Who has which nick on one IRC account. A nick proves nothing: anybody takes it when it is free. A
 * chat is with whoever had it when the chat began, and they are known again, for a day after they
 * left, by the account that WHOIS shows, or else by user@host as the server has it in each of their
 * lines. That is less: somebody else with the same one could pass for them. A user that begins with
 * "~" is what they say of themselves, so only their host counts. Hosts of many people at once, and
 * what two nicks had at the same time, tell nobody from others.
 *
 * All times in seconds since 1970. Nicks are given folded, but for those in lines. */
typedef struct _ParleyNicks ParleyNicks;

/* What can be said of a nick now. */
typedef enum
{
  PARLEY_SIGHT_NONE,  /* no line of theirs was ever seen */
  PARLEY_SIGHT_FRESH, /* the one whom the chat is with has it */
  PARLEY_SIGHT_STALE, /* they did when they were last seen, but that is a while ago */
  PARLEY_SIGHT_AWAY,  /* they left it, or it can't be said yet if it is them */
  PARLEY_SIGHT_OTHER, /* somebody else has it */
} ParleySight;

/* Returns: (transfer full): a nick as it is compared. */
typedef char *(*ParleyNickFold) (gpointer data, const char *nick);

/* @shared: (transfer full) (nullable): patterns of hosts. @salt: of what is kept, one word.
 * Returns: (transfer full). */
ParleyNicks *parley_nicks_new (GStrv shared, const char *salt, ParleyNickFold fold, gpointer data);
void parley_nicks_free (ParleyNicks *nicks);

/* Whether a nick belongs to who is logged in to the account of that name, and to nobody else. When
 * that changes nobody is known any more. */
void parley_nicks_trust (ParleyNicks *nicks, gboolean trusted);

/* From now on lines are looked at for the nick. Whoever has it first is whom the chat is with,
 * unless
 * @kept says who that is. @kept: (nullable): as parley_nicks_dup_kept () gave it in an earlier run;
 * with one that can't be read nobody is. */
void parley_nicks_watch (ParleyNicks *nicks, const char *nick, const char *kept);
void parley_nicks_unwatch (ParleyNicks *nicks, const char *nick);

/* Whoever left under another nick than the user knows, in a network split or while the user's
 * connection was gone, may be back under it with this line. Called before anybody is watched for
 * its sake, and before it is taken. */
void parley_nicks_recall (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now);

/* A line came, of whatever kind. */
void parley_nicks_take_line (ParleyNicks *nicks, const ParleyIrcLine *line, gint64 now);

/* They are not there any more, as is known from elsewhere. */
void parley_nicks_leave (ParleyNicks *nicks, const char *nick, gint64 now);

/* The user's own connection is gone: nobody is seen. */
void parley_nicks_disconnect (ParleyNicks *nicks, gint64 now);

/* The user says that whoever has the nick, or has it next, is whom they mean. */
void parley_nicks_accept (ParleyNicks *nicks, const char *nick);

ParleySight parley_nicks_look (ParleyNicks *nicks, const char *nick, gint64 now);

/* Returns: whether they would be known again if they left and came back. */
gboolean parley_nicks_knows_again (ParleyNicks *nicks, const char *nick);

/* Returns: (transfer full) (nullable): whom the chat is with; NULL: not known. */
ParleyIdentity *parley_nicks_dup_identity (ParleyNicks *nicks, const char *nick);

/* Returns: (transfer full) (nullable): what is to outlive the program, so that they are known
 * again: salted digests, and the hour in which they were seen; NULL: nothing. */
char *parley_nicks_dup_kept (ParleyNicks *nicks, const char *nick);

/* They change their nick, and as long as that is seen, and nobody else has the one that the user
 * knows them by, the chat goes on. Returns: (transfer none): @nick itself if nothing is known of
 * that: the one that they have now; the one they are known by who have @nick now. */
const char *parley_nicks_get_current (ParleyNicks *nicks, const char *nick);
const char *parley_nicks_get_known (ParleyNicks *nicks, const char *nick);

/* Returns: (transfer none) (nullable): where who has the nick now comes from. */
const char *parley_nicks_get_address (ParleyNicks *nicks, const char *nick);

/* Returns: whether only WHOIS can say more of who has the nick. */
gboolean parley_nicks_wants (ParleyNicks *nicks, const char *nick);

/* Returns: whether WHOIS may be asked for the nick: it was not for 30 s. It is taken to be. */
gboolean parley_nicks_ask (ParleyNicks *nicks, const char *nick, gint64 now);

/* Returns: (transfer full): of whom something came to be known since this was last called. */
GStrv parley_nicks_take_changed (ParleyNicks *nicks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyNicks, parley_nicks_free)

G_END_DECLS
