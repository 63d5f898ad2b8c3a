/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-purple-host.h"

#include <string.h>

#include <accountopt.h>
#include <debug.h>
#include <prefs.h>
#include <privacy.h>
#include <server.h>
#include <sound.h>
#include <util.h>

#include "guard/parley-line-match.h"
#include "contacts/parley-choice.h"
#include "contacts/parley-contact-card.h"
#include "dialogs/parley-finch.h"
#include "parley-purple-proxy.h"

/* One send call, from before it to after it. */
typedef struct
{
  PurpleConversation *conv; /* compared, never followed */
  const char *text;         /* what we hand to libpurple, plain */
  gboolean written;
  gboolean sent;
  gboolean refused; /* another plugin wrote an error instead, or as well */
  gboolean tampered;
} SendCall;

struct _ParleyPurpleHost
{
  GObject parent_instance;

  ParleyContacts *contacts;
  ParleyRooms *rooms;
  ParleyIrc *irc;
  ParleyIrcUnsent *irc_unsent;
  ParleySpeakers *speakers;
  ParleyEncryption *encryption;
  ParleySettings *settings;
  SendCall *call;   /* the one that is being made, or NULL */
  gboolean telling; /* a line for the user is being written */
  gboolean closed;
  GHashTable *away; /* PurpleAccount → ParleyAwayStatus */
};

static void parley_purple_host_iface_init (ParleyHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyPurpleHost,
                               parley_purple_host,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_HOST,
                                                      parley_purple_host_iface_init))

/* Returns: (transfer none) (nullable). */
static PurpleConversation *
find_conversation (ParleyPurpleHost *self, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  return account != NULL ? purple_find_conversation_with_account (
             PURPLE_CONV_TYPE_IM, parley_irc_get_name (self->irc, key), account)
                         : NULL;
}

static PurpleStatusPrimitive
get_status_primitive (PurpleAccount *account)
{
  PurpleStatus *status = purple_presence_get_active_status (purple_account_get_presence (account));

  return status != NULL ? purple_status_type_get_primitive (purple_status_get_type (status))
                        : PURPLE_STATUS_UNSET;
}

static gboolean
is_away (PurpleAccount *account)
{
  PurpleStatusPrimitive primitive = get_status_primitive (account);

  return primitive == PURPLE_STATUS_AWAY || primitive == PURPLE_STATUS_EXTENDED_AWAY
         || primitive == PURPLE_STATUS_UNAVAILABLE;
}

static gboolean
is_same_name (PurpleAccount *account, const char *name, const ParleyChatKey *key)
{
  g_autoptr (ParleyChatKey) own = name != NULL ? parley_contacts_dup_key (account, name) : NULL;

  return own != NULL && g_str_equal (own->person, key->person);
}

/* On IRC the account is nick@server, and the nick may be another one by now. */
static gboolean
is_name_of (PurpleAccount *account, const ParleyChatKey *key)
{
  const char *username = purple_account_get_username (account);
  g_autofree char *local = g_strndup (username, strcspn (username, "@"));
  PurpleConnection *gc = purple_account_get_connection (account);

  if (!g_str_equal (purple_account_get_protocol_id (account), key->protocol))
    return FALSE;
  return is_same_name (account, username, key)
         || (strchr (key->person, '@') == NULL && is_same_name (account, local, key))
         || (gc != NULL && is_same_name (account, purple_connection_get_display_name (gc), key));
}

/* Another message while away is still the same time away. Returns: (transfer none): as it is now.
 */
static const ParleyAwayStatus *
observe_away (ParleyPurpleHost *self, PurpleAccount *account)
{
  ParleyAwayStatus *status = g_hash_table_lookup (self->away, account);
  gboolean away = is_away (account);

  if (status == NULL)
    {
      status = g_new0 (ParleyAwayStatus, 1);
      g_hash_table_insert (self->away, account, status);
    }
  if (away && !status->away)
    status->period++;
  status->away = away;
  return status;
}

/* Any account of this client, connected or not: two of them must never talk to each other. */
static gboolean
is_own_account (const ParleyChatKey *key)
{
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    {
      if (is_name_of (link->data, key))
        return TRUE;
    }
  return FALSE;
}

/* Where somebody writes to the user alone out of a room, XMPP's name for them is that of the room,
 * and stands for everybody in it. */
static gboolean
is_room (PurpleAccount *account, const char *person)
{
  return purple_find_conversation_with_account (PURPLE_CONV_TYPE_CHAT, person, account) != NULL;
}

/* Without a conversation the preference decides, as it would for a new one. */
static gboolean
is_logged (PurpleAccount *account, const char *person)
{
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, person, account);

  return conv != NULL ? purple_conversation_is_logging (conv)
                      : purple_prefs_get_bool ("/purple/logging/log_ims");
}

static ParleyRuleFacts
read_rule_facts (PurpleAccount *account, GDateTime *local)
{
  PurpleStatusPrimitive primitive = get_status_primitive (account);

  return (ParleyRuleFacts){
    .away = primitive == PURPLE_STATUS_AWAY || primitive == PURPLE_STATUS_EXTENDED_AWAY,
    .idle = purple_presence_is_idle (purple_account_get_presence (account)),
    .unavailable = primitive == PURPLE_STATUS_UNAVAILABLE,
    .local = local,
  };
}

/* Clients keep track of the user's typing only where they may tell the person of it; Finch, as it
 * comes, does not. */
static gboolean
is_typing_unseen (void)
{
  return !purple_prefs_get_bool (parley_finch_is_client ()
                                     ? "/finch/conversations/notify_typing"
                                     : "/purple/conversations/im/send_typing");
}

static void
parley_purple_host_get_facts (ParleyHost *host, const ParleyChatKey *key, ParleyFacts *facts)
{
  ParleyPurpleHost *self = PARLEY_PURPLE_HOST (host);
  PurpleAccount *account = parley_contacts_find_account (key);
  g_autoptr (GDateTime) local = g_date_time_new_now_local ();
  const char *name = parley_irc_get_name (self->irc, key);
  ParleyRuleFacts now;

  if (account == NULL)
    return;
  now = read_rule_facts (account, local);
  parley_contacts_judge (self->contacts, account, key->person, &now, facts);
  facts->rule_broken |= self->closed;
  facts->connected = purple_account_is_connected (account);
  facts->visible = get_status_primitive (account) != PURPLE_STATUS_INVISIBLE;
  facts->speaker = parley_speakers_may_speak (self->speakers, account);
  facts->unlocked = parley_speakers_is_unlocked (self->speakers, account);
  facts->person.blocked
      = !purple_privacy_check (account, key->person) || !purple_privacy_check (account, name);
  facts->person.own_account = is_own_account (key);
  facts->person.group_chat = is_room (account, key->person);
  facts->person.from_room = parley_rooms_is_occupant (key);
  parley_irc_get_person (self->irc, key, &facts->person);
  facts->logged = is_logged (account, name);
  facts->person.protocol_trusted = parley_choice_read_protocol (account) == PARLEY_PROTOCOL_TRUSTED;
  facts->unseen_typing = is_typing_unseen ();
  facts->undisclosed = parley_contact_card_is_undisclosed (account, key->person);
  parley_encryption_get_secrecy (self->encryption, account, name, &facts->secrecy);
}

static ParleyIdentity *
parley_purple_host_dup_identity (ParleyHost *host, const ParleyChatKey *key)
{
  ParleyPurpleHost *self = PARLEY_PURPLE_HOST (host);

  return parley_rooms_is_occupant (key) ? parley_rooms_dup_identity (self->rooms, key)
                                        : parley_irc_dup_identity (self->irc, key);
}

static void
parley_purple_host_seek (ParleyHost *host, const ParleyChatKey *key)
{
  parley_irc_seek (PARLEY_PURPLE_HOST (host)->irc, key);
}

static char *
parley_purple_host_dup_status (ParleyHost *host, const ParleyChatKey *key, ParleyAwayStatus *status)
{
  ParleyPurpleHost *self = PARLEY_PURPLE_HOST (host);
  PurpleAccount *account = parley_contacts_find_account (key);
  PurpleStatus *active = NULL;
  const char *html = NULL;

  if (account == NULL)
    return NULL;
  *status = *observe_away (self, account);
  active = purple_presence_get_active_status (purple_account_get_presence (account));
  html = active != NULL ? purple_status_get_attr_string (active, "message") : NULL;
  return html != NULL ? purple_markup_strip_html (html) : NULL;
}

/* Its protocol alone says of what type a setting is, and libpurple reads it as no other. */
static gboolean
is_number (PurpleAccount *account, const char *name)
{
  PurplePlugin *prpl = purple_find_prpl (purple_account_get_protocol_id (account));
  GList *options = prpl != NULL ? PURPLE_PLUGIN_PROTOCOL_INFO (prpl)->protocol_options : NULL;

  for (; options != NULL; options = options->next)
    {
      if (g_strcmp0 (purple_account_option_get_setting (options->data), name) == 0)
        return purple_account_option_get_type (options->data) == PURPLE_PREF_INT;
    }
  return FALSE;
}

static char *
parley_purple_host_dup_setting (ParleyHost *host, const ParleyChatKey *key, const char *name)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  if (account == NULL)
    return NULL;
  if (is_number (account, name))
    return g_strdup_printf ("%d", purple_account_get_int (account, name, 0));
  return g_strdup (purple_account_get_string (account, name, NULL));
}

static ParleyContactInfo *
parley_purple_host_dup_contact (ParleyHost *host, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  return account != NULL ? parley_contact_card_read (account, key->person) : NULL;
}

static char *
parley_purple_host_dup_persona (ParleyHost *host, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);

  return account != NULL ? parley_contact_card_dup_persona (account, key->person) : NULL;
}

/* Both clients keep this timeout while "notify buddies that you are typing" is on. */
static gboolean
parley_purple_host_user_is_typing (ParleyHost *host, const ParleyChatKey *key)
{
  PurpleConversation *conv = find_conversation (PARLEY_PURPLE_HOST (host), key);

  return conv != NULL && purple_conv_im_get_send_typed_timeout (PURPLE_CONV_IM (conv)) != 0;
}

static ParleyDelivery
judge_call (const SendCall *call)
{
  if (call->tampered)
    return PARLEY_DELIVERY_TAMPERED;
  if (call->written)
    return call->refused ? PARLEY_DELIVERY_UNKNOWN : PARLEY_DELIVERY_SHOWN;
  if (call->refused)
    return PARLEY_DELIVERY_REFUSED;
  return call->sent ? PARLEY_DELIVERY_GIVEN : PARLEY_DELIVERY_VETOED;
}

/* What an earlier run left unanswered has no conversation yet, and what is said in the user's name
 * must stand where they read it. Closing one withdraws the turn, so none is opened again. Returns:
 * (transfer none) (nullable). */
static PurpleConversation *
get_conversation (ParleyPurpleHost *self, const ParleyChatKey *key)
{
  PurpleConversation *conv = find_conversation (self, key);
  PurpleAccount *account = parley_contacts_find_account (key);

  if (conv != NULL || account == NULL || !purple_account_is_connected (account))
    return conv;
  return purple_conversation_new (PURPLE_CONV_TYPE_IM, account,
                                  parley_irc_get_name (self->irc, key));
}

/* @markup: (nullable). Returns: (transfer full): what libpurple is to send there. */
static char *
dup_html (PurpleConnection *gc, const char *text, const char *markup)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  if (markup != NULL && (gc->flags & PURPLE_CONNECTION_HTML))
    return g_strdup (markup);
  return purple_strdup_withhtml (escaped);
}

static ParleyDelivery
parley_purple_host_say (ParleyHost *host,
                        const ParleyRoute *route,
                        const char *text,
                        const char *markup)
{
  g_autoptr (ParleyPurpleHost) self = g_object_ref (PARLEY_PURPLE_HOST (host));
  PurpleConversation *conv = get_conversation (self, route->key);
  PurpleConnection *gc = conv != NULL ? purple_conversation_get_gc (conv) : NULL;
  g_autofree char *html = gc != NULL ? dup_html (gc, text, markup) : NULL;
  SendCall call = { .conv = conv, .text = text };
  PurpleMessageFlags flags = 0;

  if (gc == NULL || self->call != NULL)
    return PARLEY_DELIVERY_REFUSED;
  if (parley_settings_get_bool (self->settings, PARLEY_SETTING_GUARD_AUTO_FLAG))
    flags |= PURPLE_MESSAGE_AUTO_RESP;
  self->call = &call;
  purple_conv_im_send_with_flags (PURPLE_CONV_IM (conv), html, flags);
  self->call = NULL;
  if (call.sent)
    parley_irc_unsent_add (self->irc_unsent, route->key, text);
  return judge_call (&call);
}

static void
parley_purple_host_show_typing (ParleyHost *host, const ParleyRoute *route, gboolean typing)
{
  PurpleConversation *conv = find_conversation (PARLEY_PURPLE_HOST (host), route->key);
  PurpleConnection *gc = conv != NULL ? purple_conversation_get_gc (conv) : NULL;

  if (gc == NULL || !purple_prefs_get_bool ("/purple/conversations/im/send_typing"))
    return;
  serv_send_typing (gc, purple_conversation_get_name (conv),
                    typing ? PURPLE_TYPING : PURPLE_NOT_TYPING);
}

/* Returns: (transfer full): in HTML. Most lines are it as they are. */
static char *
dup_line_html (const char *text)
{
  g_autofree char *escaped = NULL;
  const char *p = text;

  while (g_ascii_isalnum (*p) || (*p != '\0' && strchr (" .,:;@/-", *p) != NULL))
    p++;
  if (*p == '\0')
    return g_strdup (text);
  escaped = g_markup_escape_text (text, -1);
  return purple_strdup_withhtml (escaped);
}

/* It may quote a server or a person: no links. */
static void
write_line (ParleyPurpleHost *self,
            PurpleConversation *conv,
            const char *text,
            PurpleMessageFlags flags)
{
  g_autoptr (ParleyPurpleHost) alive = g_object_ref (self);
  g_autofree char *html = dup_line_html (text);
  g_autofree char *line = g_strconcat ("Parley: ", html, NULL);

  self->telling = TRUE;
  purple_conversation_write (conv, NULL, line,
                             flags | PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_NO_LOG
                                 | PURPLE_MESSAGE_NO_LINKIFY,
                             time (NULL));
  self->telling = FALSE;
}

void
parley_purple_host_tell_in (ParleyPurpleHost *self, PurpleConversation *conv, const char *text)
{
  write_line (self, conv, text, 0);
}

static gboolean
parley_purple_host_tell_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  PurpleConversation *conv = find_conversation (PARLEY_PURPLE_HOST (host), key);

  if (conv == NULL)
    return FALSE;
  write_line (PARLEY_PURPLE_HOST (host), conv, text, 0);
  return TRUE;
}

/* The tab is marked as for the user's own name, and what sounds is the user's to set. */
static gboolean
parley_purple_host_alert_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  PurpleConversation *conv = find_conversation (PARLEY_PURPLE_HOST (host), key);

  if (conv == NULL)
    return FALSE;
  if (!purple_conversation_has_focus (conv))
    purple_sound_play_event (PURPLE_SOUND_POUNCE_DEFAULT, purple_conversation_get_account (conv));
  write_line (PARLEY_PURPLE_HOST (host), conv, text, PURPLE_MESSAGE_NICK);
  return TRUE;
}

/* In any other chat it would mark the tab, and be old when it is read. A client that doesn't tell
 * what has the focus may make a message of it. */
static gboolean
parley_purple_host_show_status (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  PurpleConversation *conv = find_conversation (PARLEY_PURPLE_HOST (host), key);

  if (conv == NULL || !purple_conversation_has_focus (conv))
    return FALSE;
  write_line (PARLEY_PURPLE_HOST (host), conv, text, 0);
  return TRUE;
}

static void
parley_purple_host_trace (ParleyHost *host, const char *json)
{
  purple_debug_info ("parley", "%s\n", json);
}

static GProxyResolver *
parley_purple_host_dup_proxy (ParleyHost *host)
{
  return parley_purple_proxy_new ();
}

static void
parley_purple_host_iface_init (ParleyHostInterface *iface)
{
  iface->get_facts = parley_purple_host_get_facts;
  iface->dup_identity = parley_purple_host_dup_identity;
  iface->seek = parley_purple_host_seek;
  iface->dup_status = parley_purple_host_dup_status;
  iface->dup_setting = parley_purple_host_dup_setting;
  iface->dup_contact = parley_purple_host_dup_contact;
  iface->dup_persona = parley_purple_host_dup_persona;
  iface->user_is_typing = parley_purple_host_user_is_typing;
  iface->say = parley_purple_host_say;
  iface->show_typing = parley_purple_host_show_typing;
  iface->tell_user = parley_purple_host_tell_user;
  iface->alert_user = parley_purple_host_alert_user;
  iface->show_status = parley_purple_host_show_status;
  iface->trace = parley_purple_host_trace;
  iface->dup_proxy = parley_purple_host_dup_proxy;
}

static void
parley_purple_host_finalize (GObject *object)
{
  g_hash_table_unref (PARLEY_PURPLE_HOST (object)->away);
  G_OBJECT_CLASS (parley_purple_host_parent_class)->finalize (object);
}

static void
parley_purple_host_class_init (ParleyPurpleHostClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = parley_purple_host_finalize;
}

static void
parley_purple_host_init (ParleyPurpleHost *self)
{
  self->away = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

ParleyPurpleHost *
parley_purple_host_new (ParleyContacts *contacts,
                        ParleyRooms *rooms,
                        ParleyIrc *irc,
                        ParleyIrcUnsent *irc_unsent,
                        ParleySpeakers *speakers,
                        ParleyEncryption *encryption,
                        ParleySettings *settings)
{
  ParleyPurpleHost *self = g_object_new (PARLEY_TYPE_PURPLE_HOST, NULL);

  self->contacts = contacts;
  self->rooms = rooms;
  self->irc = irc;
  self->irc_unsent = irc_unsent;
  self->speakers = speakers;
  self->encryption = encryption;
  self->settings = settings;
  return self;
}

gboolean
parley_purple_host_is_saying (ParleyPurpleHost *self)
{
  return self->call != NULL;
}

gboolean
parley_purple_host_is_telling (ParleyPurpleHost *self)
{
  return self->telling;
}

/* libpurple makes links of addresses before it writes, and a protocol that writes it itself may
 * change more. What counts is the text. */
static gboolean
is_our_text (const SendCall *call, const char *html)
{
  g_autofree char *plain = purple_markup_strip_html (html);

  return parley_line_match (call->text, plain);
}

gboolean
parley_purple_host_observe_written (ParleyPurpleHost *self,
                                    PurpleConversation *conv,
                                    const char *html)
{
  SendCall *call = self->call;

  if (call == NULL || call->conv != conv)
    return FALSE;
  if (is_our_text (call, html))
    call->written = TRUE;
  else
    call->tampered = TRUE;
  return TRUE;
}

/* An OMEMO plugin that can't encrypt a message drops it behind libpurple's back, and says so; one
 * that can't for another device of theirs says so, too, and sends it. */
gboolean
parley_purple_host_observe_error (ParleyPurpleHost *self, PurpleConversation *conv)
{
  if (self->call == NULL || self->call->conv != conv)
    return FALSE;
  self->call->refused = TRUE;
  return TRUE;
}

gboolean
parley_purple_host_observe_sent (ParleyPurpleHost *self)
{
  if (self->call == NULL)
    return FALSE;
  self->call->sent = TRUE;
  return TRUE;
}

void
parley_purple_host_observe_status (ParleyPurpleHost *self, PurpleAccount *account)
{
  observe_away (self, account);
}

void
parley_purple_host_set_closed (ParleyPurpleHost *self, gboolean closed)
{
  self->closed = closed;
}

void
parley_purple_host_forget_account (ParleyPurpleHost *self, PurpleAccount *account)
{
  g_hash_table_remove (self->away, account);
}
