/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

G_BEGIN_DECLS

/* How one protocol behaves, as data: a key file in profiles/, which names the source that it stands
 * for. A group that is absent is a thing that the protocol does not do.
 *
 *   [protocol]  id; liar: no such protocol exists, and it has to be survived; unknown: Parley
 *               was told nothing of it but that the user trusts its names; signals: that it has
 *   [setting]   what the account's settings say
 *   [person]    name, under which they write; typing: under which they are seen to type
 *   [stranger]  the same for somebody who is not in the buddy list
 *   [send]      result of the call; first: its result, and first_line: whether a line comes, while
 *               the service has no conversation with them yet; text: what goes out; escapes:
 * characters that it puts a backslash before; if that is longer than max_bytes or max_chars, the
 * call gives -E2BIG; if longer than late_max_bytes, the error stands in the place of the line;
 * swallow: libpurple's own line never gets into the window [echo]      the line for what was sent
 * that comes later: lines, delay_s, flags, text, author; instead: its words are these [error] what
 * stands in the place of that line: flags, form [receive]   what a person writes: flags, text;
 * whole: a form below is treated as a whole, not the words in it [elsewhere] the user's own words
 * on another device: flags, text, author; now: with the present time, whatever their own [history]
 * delayed: flags that are added to what is old [typing]    expiry_s, stop, away: whether it is seen
 * while the account is away [edit], [deletion], [reaction], [pin], [call], [poll], [quote],
 * [picture], [voice]: form, flags; of [edit] preview: how a message is shown anew that got a
 * preview to its link; of [voice] name: it is offered as a file of that name
 *
 * flags are of send, recv, remote, delayed, system, error, no-log, images. A line with recv goes
 * the way of what is received; any other is written into the window.
 * text lists what is done to it: strip, unescape, escape, as libpurple does it; breaks:
 * lines end in <br>.
 * author is peer or self: under whose name own words are written.
 * A form has {text}, {old}, {time}, {emoji}, {name}, {error}, {image} in it. */
typedef struct _DoubleProfile DoubleProfile;

/* A word of a form and what stands for it; the last one's word is NULL. */
typedef struct
{
  const char *word;
  const char *value; /* plain, but for {image} */
} DoubleWord;

/* Fails the test if the file has a key that is not one of the above. */
DoubleProfile *double_profile_load (const char *path);
void double_profile_free (DoubleProfile *self);

/* Returns: the file's name without its ending. */
const char *double_profile_get_name (DoubleProfile *self);

gboolean double_profile_has (DoubleProfile *self, const char *group);
int double_profile_get_int (DoubleProfile *self, const char *group, const char *key, int fallback);
gboolean double_profile_is (DoubleProfile *self, const char *group, const char *key);

/* Returns: (transfer full) (nullable). */
char *double_profile_dup_string (DoubleProfile *self, const char *group, const char *key);

/* Returns: (transfer full): the keys of a group. */
char **double_profile_dup_keys (DoubleProfile *self, const char *group);

PurpleMessageFlags
double_profile_get_flags (DoubleProfile *self, const char *group, const char *key);

/* Returns: (transfer full): @text with all done to it that the group's "text" says. */
char *double_profile_dup_text (DoubleProfile *self, const char *group, const char *text);

/* Returns: (transfer full): the group's form of that key with these words in it. */
char *double_profile_dup_form (DoubleProfile *self,
                               const char *group,
                               const char *key,
                               const DoubleWord *words);

G_END_DECLS
