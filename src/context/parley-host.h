/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

#include "base/parley-route.h"
#include "brain/parley-contact-info.h"
#include "guard/parley-policy.h"

G_BEGIN_DECLS

/* What an application must offer for Parley to live in it. All calls come from the main loop, never
 * from inside a call into the engine that the application made for an incoming message. */
#define PARLEY_TYPE_HOST (parley_host_get_type ())
G_DECLARE_INTERFACE (ParleyHost, parley_host, PARLEY, HOST, GObject)

/* What became of a bubble. */
typedef enum
{
  PARLEY_DELIVERY_SHOWN,    /* written and handed to the protocol */
  PARLEY_DELIVERY_GIVEN,    /* handed to the protocol, which shows it later: then its line comes */
  PARLEY_DELIVERY_UNKNOWN,  /* perhaps: it was written, and an error beside it */
  PARLEY_DELIVERY_REFUSED,  /* there was no way to send it, or the protocol refused */
  PARLEY_DELIVERY_VETOED,   /* another plugin took it out */
  PARLEY_DELIVERY_TAMPERED, /* something else was sent in the user's name meanwhile */
} ParleyDelivery;

struct _ParleyHostInterface
{
  GTypeInterface parent_iface;

  void (*get_facts) (ParleyHost *self, const ParleyChatKey *key, ParleyFacts *facts);
  ParleyIdentity *(*dup_identity) (ParleyHost *self, const ParleyChatKey *key);
  void (*seek) (ParleyHost *self, const ParleyChatKey *key);
  char *(*dup_status) (ParleyHost *self, const ParleyChatKey *key, ParleyAwayStatus *status);
  char *(*dup_setting) (ParleyHost *self, const ParleyChatKey *key, const char *name);
  ParleyContactInfo *(*dup_contact) (ParleyHost *self, const ParleyChatKey *key);
  char *(*dup_persona) (ParleyHost *self, const ParleyChatKey *key);
  gboolean (*user_is_typing) (ParleyHost *self, const ParleyChatKey *key);
  ParleyDelivery (*say) (ParleyHost *self,
                         const ParleyRoute *route,
                         const char *text,
                         const char *markup);
  void (*show_typing) (ParleyHost *self, const ParleyRoute *route, gboolean typing);
  gboolean (*tell_user) (ParleyHost *self, const ParleyChatKey *key, const char *text);
  gboolean (*alert_user) (ParleyHost *self, const ParleyChatKey *key, const char *text);
  gboolean (*show_status) (ParleyHost *self, const ParleyChatKey *key, const char *text);
  void (*trace) (ParleyHost *self, const char *json);
  GProxyResolver *(*dup_proxy) (ParleyHost *self);
};

/* Fills in what the application knows of the chat. @facts: all zero before. */
void parley_host_get_facts (ParleyHost *self, const ParleyChatKey *key, ParleyFacts *facts);

/* Returns: (transfer full) (nullable): what is proven now about whoever has the name; NULL: no more
 * than their kind of channel proves of all. May be left out. */
ParleyIdentity *parley_host_dup_identity (ParleyHost *self, const ParleyChatKey *key);

/* Finds out, without waiting for it, whether whoever has the name is still the same; when that is
 * known parley_engine_note_sight () is called. May be left out. */
void parley_host_seek (ParleyHost *self, const ParleyChatKey *key);

/* Returns: (transfer full) (nullable): the status text the user shows there, plain. */
char *parley_host_dup_status (ParleyHost *self, const ParleyChatKey *key, ParleyAwayStatus *status);

/* Returns: (transfer full) (nullable): what the account's setting of its protocol says; NULL: it
 * was never set. May be left out. */
char *parley_host_dup_setting (ParleyHost *self, const ParleyChatKey *key, const char *name);

/* Returns: (transfer full) (nullable): what the person publishes of themselves. */
ParleyContactInfo *parley_host_dup_contact (ParleyHost *self, const ParleyChatKey *key);

/* Returns: (transfer full) (nullable): how the user wants to sound to this person; NULL: as to
 * everybody. */
char *parley_host_dup_persona (ParleyHost *self, const ParleyChatKey *key);

/* Whether the user has begun to write to the person by hand. */
gboolean parley_host_user_is_typing (ParleyHost *self, const ParleyChatKey *key);

/* Says one bubble, now. @text: as it is seen. @markup: (nullable): the same as HTML, for where that
 * can be shown. */
ParleyDelivery
parley_host_say (ParleyHost *self, const ParleyRoute *route, const char *text, const char *markup);

/* Shows the person that the user types, or stops it. */
void parley_host_show_typing (ParleyHost *self, const ParleyRoute *route, gboolean typing);

/* Shows the user a line in the chat, never sent. @text: plain, translated. Returns: FALSE if there
 * is no place to show it. */
gboolean parley_host_tell_user (ParleyHost *self, const ParleyChatKey *key, const char *text);

/* The same, and the client is to call the user to it in its own way, where it has one. */
gboolean parley_host_alert_user (ParleyHost *self, const ParleyChatKey *key, const char *text);

/* The same with what is true only now, and so only for a user who looks at the chat. Returns: FALSE
 * if nobody does. May be left out. */
gboolean parley_host_show_status (ParleyHost *self, const ParleyChatKey *key, const char *text);

/* Takes one line of what Parley does, a JSON object without any chat text. */
void parley_host_trace (ParleyHost *self, const char *json);

/* Returns: (transfer full) (nullable): how the application gets out of this machine; NULL when it
 * has no wishes of its own, then it is the system's way. May be left out. */
GProxyResolver *parley_host_dup_proxy (ParleyHost *self);

G_END_DECLS
