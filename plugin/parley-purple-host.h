/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "settings/parley-settings.h"
#include "context/parley-host.h"
#include "contacts/parley-contacts.h"
#include "contacts/parley-encryption.h"
#include "protocols/parley-irc-unsent.h"
#include "contacts/parley-rooms.h"
#include "parley-speakers.h"

G_BEGIN_DECLS

/* What libpurple offers an engine. */
#define PARLEY_TYPE_PURPLE_HOST (parley_purple_host_get_type ())
G_DECLARE_FINAL_TYPE (ParleyPurpleHost, parley_purple_host, PARLEY, PURPLE_HOST, GObject)

/* @contacts, @rooms, @speakers, @encryption, @settings: borrowed, must outlive the host. Returns:
 * (transfer full). */
ParleyPurpleHost *parley_purple_host_new (ParleyContacts *contacts,
                                          ParleyRooms *rooms,
                                          ParleyIrc *irc,
                                          ParleyIrcUnsent *irc_unsent,
                                          ParleySpeakers *speakers,
                                          ParleyEncryption *encryption,
                                          ParleySettings *settings);

/* Whether the line that is being written is one of Parley's own for the user. */
gboolean parley_purple_host_is_telling (ParleyPurpleHost *self);

/* Whether what is being sent right now is Parley's. */
gboolean parley_purple_host_is_saying (ParleyPurpleHost *self);

/* Shows the user a line of Parley's in the conversation, whatever it is called. @text: plain,
 * translated. */
void
parley_purple_host_tell_in (ParleyPurpleHost *self, PurpleConversation *conv, const char *text);

/* A sent line was written into a conversation. Returns: whether it is the bubble that is being said
 * right now, and so nobody's own words. */
gboolean parley_purple_host_observe_written (ParleyPurpleHost *self,
                                             PurpleConversation *conv,
                                             const char *html);

/* An error was written into a conversation. Returns: whether that was while a bubble was being said
 * there. */
gboolean parley_purple_host_observe_error (ParleyPurpleHost *self, PurpleConversation *conv);

/* A message was handed to a protocol. Returns: whether that was while a bubble was being said. */
gboolean parley_purple_host_observe_sent (ParleyPurpleHost *self);

/* The user's status on @account is another one. */
void parley_purple_host_observe_status (ParleyPurpleHost *self, PurpleAccount *account);

/* What the user set is not known, so nothing may be sent to anybody. */
void parley_purple_host_set_closed (ParleyPurpleHost *self, gboolean closed);

/* The account is about to be gone. */
void parley_purple_host_forget_account (ParleyPurpleHost *self, PurpleAccount *account);

G_END_DECLS
