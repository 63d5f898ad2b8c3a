/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <account.h>

#include "double-profile.h"

G_BEGIN_DECLS

/* A protocol plugin inside the process that stands for another one, which is named by its profile,
 * and the world behind it: tests say what a person, the user on another device, and the server do.
 * It stands on libpurple alone and shares nothing with what is tested. It waits by libpurple's
 * timeouts and time (NULL), so a test's clock moves it.
 *
 * Texts of people are plain. What a protocol does not show comes to nothing, and the call returns
 * FALSE. */
typedef struct _Double Double;

typedef enum
{
  DOUBLE_ACCEPT, /* as the profile says */
  DOUBLE_LOSE,   /* what is sent arrives, but its line never comes */
  DOUBLE_REFUSE  /* it does not arrive; where the protocol notices, an error stands in the place of
                    the line */
} DoubleFate;

/* Registers the protocol under its real id, in the place of any other of that id. One of an id at a
 * time; libpurple runs. @profile: "telegram". */
Double *double_new (const char *profile);

/* After its account is gone. */
void double_free (Double *self);

/* Returns: (transfer full): the names of all profiles, in order. */
char **double_dup_names (void);

DoubleProfile *double_get_profile (Double *self);

/* Returns: (transfer none): the name of the person, and of one who is not in the buddy list. */
const char *double_get_person (Double *self);
const char *double_get_stranger (Double *self);

/* Returns: (transfer none): the account, connected. */
PurpleAccount *double_connect (Double *self, const char *username);

/* The connection breaks, and is there again. Lines that are due meanwhile come then. */
void double_reconnect (Double *self);

/* What the protocol was handed since the last call: "alice < html", "alice typing", a line each.
 * Returns: (transfer full). */
char *double_dup_wire (Double *self);

/* What becomes of all that is sent from now on. */
void double_set_fate (Double *self, DoubleFate fate);

/* The service has no conversation with them yet, so the next message opens it. FALSE where that
 * makes no difference. */
gboolean double_close_room (Double *self, const char *who);

/* The server's clock goes ahead of the user's by this much, and its stamps with it. */
void double_set_clock (Double *self, int ahead_s);

/* Lines that are awaited come now. */
void double_echo_now (Double *self);

/* People. @age_s: how old it is by the server's stamp; from 60 on it is history. */
void double_write (Double *self, const char *who, const char *text);
void double_write_at (Double *self, const char *who, const char *text, int age_s);
gboolean double_edit (Double *self, const char *who, const char *old, const char *text);
/* Where only the time of it is told, it is the last one. */
gboolean double_delete (Double *self, const char *who, const char *text);
gboolean double_react (Double *self, const char *who, const char *emoji, const char *text);
gboolean double_pin (Double *self, const char *who, const char *text);
gboolean double_call (Double *self, const char *who);
gboolean double_poll (Double *self, const char *who, const char *question);
/* What is written in the chat disappears from now on, and the user gets to see so. */
gboolean double_expire (Double *self, const char *who);
gboolean double_quote (Double *self, const char *who, const char *quoted, const char *text);
gboolean double_send_picture (Double *self, const char *who);
gboolean double_send_voice (Double *self, const char *who);

/* Each call with TRUE is one sign from the server, as their program renews it. */
gboolean double_type (Double *self, const char *who, gboolean typing);

/* The last line that somebody wrote comes once more, just the same. */
void double_deliver_again (Double *self);

/* The user, on another device. */
gboolean double_write_elsewhere (Double *self, const char *who, const char *text);
gboolean double_write_elsewhere_at (Double *self, const char *who, const char *text, int age_s);

/* They send a picture there. */
gboolean double_send_own_picture (Double *self, const char *who);

/* The user edits a message there. */
gboolean double_edit_own (Double *self, const char *who, const char *old, const char *text);

/* The server puts a preview to the link in an own message, wherever that was sent, and the protocol
 * shows it anew. */
gboolean double_preview_own (Double *self, const char *who, const char *text);

G_END_DECLS
