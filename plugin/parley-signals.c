/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-signals.h"

#include <string.h>

#include <connection.h>
#include <conversation.h>
#include <ft.h>
#include <mediamanager.h>
#include <signals.h>
#include <util.h>

#include "parley-html.h"
#include "contacts/parley-names.h"
#include "rehearsal/parley-stage.h"
#include "parley-sources.h"

/* libpurple writes an IRC notice as an ordinary message that begins like this, untranslated. */
#define IRC_NOTICE "(notice) "

/* So many lines may be written by others who see a line before us. */
#define MAX_BETWEEN 8

/* No signal carries the time of a message, nor its text before other plugins decorated it for the
 * window. Its line in the conversation has both: the newest of its kind, unless an older one has
 * just that text. Returns: (transfer none) (nullable). */
static PurpleConvMessage *
find_line (PurpleConversation *conv, const char *shown, PurpleMessageFlags flags)
{
  GList *link = purple_conversation_get_message_history (conv);
  PurpleConvMessage *newest = NULL;

  for (guint i = 0; link != NULL && i < MAX_BETWEEN; i++, link = link->next)
    {
      if (purple_conversation_message_get_flags (link->data) != flags)
        continue;
      if (g_str_equal (purple_conversation_message_get_message (link->data), shown))
        return link->data;
      if (newest == NULL)
        newest = link->data;
    }
  return newest;
}

static ParleyLineFacts
read_flags (PurpleAccount *account, PurpleMessageFlags flags, const char *text, gint64 wall)
{
  const PurpleMessageFlags not_a_message = PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_ERROR
                                           | PURPLE_MESSAGE_NOTIFY | PURPLE_MESSAGE_INVISIBLE;
  gboolean irc = g_str_equal (purple_account_get_protocol_id (account), "prpl-irc");
  ParleyLineFacts facts = {
    .sent = (flags & PURPLE_MESSAGE_SEND) != 0,
    .received = (flags & PURPLE_MESSAGE_RECV) != 0,
    .system = (flags & not_a_message) != 0,
    .auto_response = (flags & PURPLE_MESSAGE_AUTO_RESP) != 0,
    .delayed = (flags & PURPLE_MESSAGE_DELAYED) != 0,
    .notice = irc && g_str_has_prefix (text, IRC_NOTICE),
    .age_s = time (NULL) - wall,
  };

  return facts;
}

/* Not all protocols flag as old what the user wrote elsewhere before this client was there. */
static gboolean
is_of_before (ParleyInstance *instance, PurpleAccount *account, gint64 wall)
{
  return parley_sign_ons_is_catching_up (instance->sources->sign_ons, account, wall,
                                         parley_timers_now (instance->timers), time (NULL));
}

static gboolean
has_image (const char *html)
{
  const char *start;
  const char *end;
  GData *attributes = NULL;
  gboolean found = purple_markup_find_tag ("img", html, &start, &end, &attributes);

  g_datalist_clear (&attributes);
  return found;
}

/* Returns: whether anything is to be done in the conversation. A name that somebody had who was
 * chosen is looked at anew. */
static gboolean
is_watched (ParleyInstance *instance, PurpleAccount *account, PurpleConversation *conv)
{
  const char *name = purple_conversation_get_name (conv);

  if (g_hash_table_contains (instance->conversations, conv))
    name = parley_names_see_conversation (instance, conv)->person;
  return parley_contacts_may_be_chosen (instance->contacts, account, name);
}

static void
take_line (ParleyInstance *instance,
           PurpleConversation *conv,
           PurpleMessageFlags flags,
           const char *html,
           gint64 wall)
{
  PurpleAccount *account = purple_conversation_get_account (conv);
  g_autofree char *bounded = parley_html_dup_start (html, PARLEY_INBOUND_MAX_BYTES);
  g_autofree char *text = parley_html_dup_plain (bounded);
  ParleyLineFacts facts = read_flags (account, flags, text, wall);
  const ParleyChatKey *key;

  facts.delayed |= facts.sent && is_of_before (instance, account, wall);
  facts.cut = strnlen (html, PARLEY_INBOUND_MAX_BYTES + 1) > PARLEY_INBOUND_MAX_BYTES;
  facts.written = facts.sent ? bounded : NULL;
  facts.media = has_image (bounded) ? PARLEY_MEDIA_PICTURE : PARLEY_MEDIA_NONE;
  parley_names_see_account (instance, account);
  key = parley_names_see_conversation (instance, conv);
  facts.notice |= facts.received && parley_irc_is_request (instance->irc, key);
  facts.unreadable
      = facts.received && parley_encryption_is_unreadable (instance->sources->encryption, key);
  facts.by_parley = facts.sent && parley_carbons_is_writing_parleys (instance->sources->carbons);
  parley_stanzas_add_facts (instance->sources->stanzas, account, key, &facts);
  if (!parley_irc_lines_keep (instance->sources->irc_lines, conv, key, &facts, text, wall))
    parley_engine_take_line (instance->engine, key, &facts, text, wall);
}

static void
take_error (ParleyInstance *instance, PurpleConversation *conv)
{
  if (!parley_purple_host_observe_error (instance->host, conv))
    parley_engine_take_error (instance->engine, parley_names_see_conversation (instance, conv));
}

/* The line stands in the conversation now, so an answer can only come under it. */
static void
on_wrote_im (PurpleAccount *account,
             const char *who,
             char *shown,
             PurpleConversation *conv,
             PurpleMessageFlags flags,
             ParleyInstance *instance)
{
  PurpleConvMessage *line;
  const char *html;
  gint64 wall;

  if (parley_stage_owns (account) || parley_purple_host_is_telling (instance->host))
    return;
  if ((flags & (PURPLE_MESSAGE_SEND | PURPLE_MESSAGE_ERROR)) == 0
      && !is_watched (instance, account, conv))
    return;
  line = find_line (conv, shown, flags);
  html = line != NULL ? purple_conversation_message_get_message (line) : shown;
  wall = line != NULL ? purple_conversation_message_get_timestamp (line) : time (NULL);
  if ((flags & PURPLE_MESSAGE_SEND) != 0 && (flags & PURPLE_MESSAGE_RECV) == 0
      && parley_purple_host_observe_written (instance->host, conv, html))
    return;
  if ((flags & PURPLE_MESSAGE_ERROR) != 0)
    take_error (instance, conv);
  else
    take_line (instance, conv, flags, html, wall);
}

/* libpurple asks the user what to do with the file; here it only counts as something they sent. */
static void
on_file_offered (PurpleXfer *xfer, ParleyInstance *instance)
{
  const ParleyLineFacts facts = { .received = TRUE, .offered = TRUE };
  g_autoptr (ParleyChatKey) key
      = parley_contacts_dup_key (purple_xfer_get_account (xfer), xfer->who);
  const char *name = purple_xfer_get_filename (xfer);

  parley_engine_take_important (instance->engine, key, PARLEY_IMPORTANT_FILE, name);
  parley_engine_take_line (instance->engine, key, &facts, name != NULL ? name : "", time (NULL));
}

static void
on_attention (PurpleAccount *account,
              const char *who,
              PurpleConversation *conv,
              guint type,
              ParleyInstance *instance)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, who);

  parley_engine_take_important (instance->engine, key, PARLEY_IMPORTANT_ATTENTION, NULL);
}

/* A handler would have a say in whether the call is taken; a hook only watches. */
static gboolean
on_call (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  ParleyInstance *instance = data;
  PurpleMedia *media = g_value_get_object (&values[1]);
  PurpleAccount *account = g_value_get_pointer (&values[2]);
  const char *who = g_value_get_string (&values[3]);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, who);

  if (!purple_media_is_initiator (media, NULL, NULL))
    parley_engine_take_important (instance->engine, key, PARLEY_IMPORTANT_CALL, NULL);
  return TRUE;
}

/* Returns: 0 where libpurple was built without calls. */
static guint
find_call_signal (void)
{
  GType type = PURPLE_TYPE_MEDIA_MANAGER;
  gpointer class = type != G_TYPE_NONE ? g_type_class_ref (type) : NULL;
  guint id = class != NULL ? g_signal_lookup ("init-media", type) : 0;

  if (class != NULL)
    g_type_class_unref (class);
  return id;
}

static void
on_conversation_created (PurpleConversation *conv, ParleyInstance *instance)
{
  PurpleAccount *account = purple_conversation_get_account (conv);
  g_autoptr (ParleyChatKey) key = NULL;

  if (purple_conversation_get_type (conv) != PURPLE_CONV_TYPE_IM || parley_stage_owns (account))
    return;
  key = parley_irc_dup_key (instance->irc, account, purple_conversation_get_name (conv));
  parley_engine_look_at (instance->engine, key);
}

static void
on_conversation_updated (PurpleConversation *conv,
                         PurpleConvUpdateType type,
                         ParleyInstance *instance)
{
  if (g_hash_table_contains (instance->conversations, conv))
    parley_names_see_conversation (instance, conv);
}

static void
on_sent_im (PurpleAccount *account, const char *who, const char *html, ParleyInstance *instance)
{
  g_autoptr (ParleyChatKey) key = NULL;

  if (parley_stage_owns (account) || parley_purple_host_observe_sent (instance->host))
    return;
  key = parley_irc_dup_key (instance->irc, account, who);
  parley_engine_take_sent (instance->engine, key);
}

static gboolean
is_settling (ParleyInstance *instance, PurpleAccount *account)
{
  int settle = parley_settings_get_int (instance->settings, PARLEY_SETTING_TURN_SETTLE_MS);

  return parley_sign_ons_is_recent (instance->sources->sign_ons, account,
                                    parley_timers_now (instance->timers), settle);
}

static void
take_typing (ParleyInstance *instance, PurpleAccount *account, const char *who, ParleyTyping typing)
{
  g_autoptr (ParleyChatKey) key = NULL;

  if (!parley_contacts_may_be_chosen (instance->contacts, account, who))
    return;
  key = parley_contacts_dup_key (account, who);
  if (!is_settling (instance, account))
    parley_engine_take_typing (instance->engine, key, typing);
}

static void
on_typing (PurpleAccount *account, const char *who, ParleyInstance *instance)
{
  take_typing (instance, account, who, PARLEY_TYPING_ACTIVE);
}

static void
on_typed (PurpleAccount *account, const char *who, ParleyInstance *instance)
{
  take_typing (instance, account, who, PARLEY_TYPING_PAUSED);
}

static void
on_typing_stopped (PurpleAccount *account, const char *who, ParleyInstance *instance)
{
  take_typing (instance, account, who, PARLEY_TYPING_NONE);
}

/* Just after signing on everybody seems to come who was there already. */
static void
take_presence (ParleyInstance *instance, PurpleBuddy *buddy, ParleyPresenceState state)
{
  PurpleAccount *account = purple_buddy_get_account (buddy);
  const char *name = purple_buddy_get_name (buddy);
  g_autoptr (ParleyChatKey) key = NULL;

  if (!parley_contacts_may_be_chosen (instance->contacts, account, name))
    return;
  key = parley_contacts_dup_key (account, name);
  if (!is_settling (instance, account))
    parley_engine_take_presence (instance->engine, key, state);
}

static void
on_buddy_signed_on (PurpleBuddy *buddy, ParleyInstance *instance)
{
  take_presence (instance, buddy, PARLEY_PRESENCE_SIGNED_ON);
}

static void
on_buddy_signed_off (PurpleBuddy *buddy, ParleyInstance *instance)
{
  PurpleAccount *account = purple_buddy_get_account (buddy);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, purple_buddy_get_name (buddy));

  parley_irc_leave (instance->irc, key, FALSE);
  take_presence (instance, buddy, PARLEY_PRESENCE_SIGNED_OFF);
  if (purple_account_is_connected (account) && !parley_engine_name_proves (instance->engine, key))
    parley_names_end_sitting (instance, key);
}

/* Nothing is kept of who goes and did not matter before: rooms are large. */
static void
on_left_room (PurpleConversation *room,
              const char *name,
              const char *reason,
              ParleyInstance *instance)
{
  PurpleAccount *account = purple_conversation_get_account (room);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);

  if (purple_find_buddy (account, name) == NULL && parley_names_is_on (instance, key)
      && !parley_engine_name_proves (instance->engine, key))
    parley_names_end_sitting (instance, key);
}

/* They left, or were thrown out, or are called otherwise now, or the room was closed. */
static void
on_occupant_gone (PurpleConvChatBuddy *occupant, ParleyInstance *instance)
{
  g_autoptr (ParleyChatKey) key = parley_rooms_take_gone (instance->sources->rooms, occupant);

  if (key != NULL)
    parley_names_end_sitting (instance, key);
}

static void
on_buddy_idle (PurpleBuddy *buddy, gboolean was_idle, gboolean idle, ParleyInstance *instance)
{
  if (was_idle != idle)
    take_presence (instance, buddy, idle ? PARLEY_PRESENCE_IDLE : PARLEY_PRESENCE_BACK);
}

static void
on_buddy_status (PurpleBuddy *buddy,
                 PurpleStatus *before,
                 PurpleStatus *after,
                 ParleyInstance *instance)
{
  gboolean was_there = purple_status_is_available (before);
  gboolean there = purple_status_is_available (after);

  if (was_there != there && purple_status_is_online (before) && purple_status_is_online (after))
    take_presence (instance, buddy, there ? PARLEY_PRESENCE_BACK : PARLEY_PRESENCE_AWAY);
}

static void
on_deleting_conversation (PurpleConversation *conv, ParleyInstance *instance)
{
  const ParleyChatKey *known = g_hash_table_lookup (instance->conversations, conv);
  g_autoptr (ParleyChatKey) key = NULL;

  if (purple_conversation_get_type (conv) != PURPLE_CONV_TYPE_IM)
    return;
  key = known != NULL ? parley_chat_key_copy (known)
                      : parley_irc_dup_key (instance->irc, purple_conversation_get_account (conv),
                                            purple_conversation_get_name (conv));
  parley_engine_withdraw (instance->engine, key);
  g_hash_table_remove (instance->conversations, conv);
}

static void
set_online (ParleyInstance *instance, PurpleConnection *gc, gboolean online)
{
  PurpleAccount *account = purple_connection_get_account (gc);

  parley_engine_set_online (instance->engine, purple_account_get_protocol_id (account),
                            purple_account_get_username (account), online);
}

static void
on_signed_on (PurpleConnection *gc, ParleyInstance *instance)
{
  PurpleAccount *account = purple_connection_get_account (gc);

  parley_names_see_account (instance, account);
  parley_sign_ons_add (instance->sources->sign_ons, account, parley_timers_now (instance->timers));
  parley_speakers_add (instance->speakers, account);
  set_online (instance, gc, TRUE);
}

static void
on_signing_off (PurpleConnection *gc, ParleyInstance *instance)
{
  parley_names_see_account (instance, purple_connection_get_account (gc));
  parley_names_end_sittings (instance, purple_connection_get_account (gc));
  set_online (instance, gc, FALSE);
  parley_irc_disconnect (instance->irc, purple_connection_get_account (gc));
  parley_irc_unsent_disconnect (instance->sources->irc_unsent, purple_connection_get_account (gc));
  parley_speakers_remove (instance->speakers, purple_connection_get_account (gc));
}

static void
on_status_changed (PurpleAccount *account,
                   PurpleStatus *before,
                   PurpleStatus *after,
                   ParleyInstance *instance)
{
  parley_purple_host_observe_status (instance->host, account);
}

/* Its address may be given to another account. */
static void
on_account_destroying (PurpleAccount *account, ParleyInstance *instance)
{
  parley_sign_ons_remove (instance->sources->sign_ons, account);
  parley_irc_remove (instance->irc, account);
  parley_purple_host_forget_account (instance->host, account);
}

typedef struct
{
  void *(*get_handle) (void);
  const char *name;
  PurpleSignalMarshalFunc marshal;
  PurpleCallback callback;
} Signal;

static const Signal signals[] = {
  { purple_conversations_get_handle, "wrote-im-msg",
    purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER_UINT, PURPLE_CALLBACK (on_wrote_im) },
  { purple_conversations_get_handle, "sent-im-msg", purple_marshal_VOID__POINTER_POINTER_POINTER,
    PURPLE_CALLBACK (on_sent_im) },
  { purple_conversations_get_handle, "buddy-typing", purple_marshal_VOID__POINTER_POINTER,
    PURPLE_CALLBACK (on_typing) },
  { purple_conversations_get_handle, "buddy-typed", purple_marshal_VOID__POINTER_POINTER,
    PURPLE_CALLBACK (on_typed) },
  { purple_conversations_get_handle, "buddy-typing-stopped", purple_marshal_VOID__POINTER_POINTER,
    PURPLE_CALLBACK (on_typing_stopped) },
  { purple_conversations_get_handle, "conversation-created", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_conversation_created) },
  { purple_conversations_get_handle, "conversation-updated", purple_marshal_VOID__POINTER_UINT,
    PURPLE_CALLBACK (on_conversation_updated) },
  { purple_conversations_get_handle, "deleting-conversation", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_deleting_conversation) },
  { purple_conversations_get_handle, "chat-buddy-left",
    purple_marshal_VOID__POINTER_POINTER_POINTER, PURPLE_CALLBACK (on_left_room) },
  { purple_conversations_get_handle, "deleting-chat-buddy", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_occupant_gone) },
  { purple_blist_get_handle, "buddy-signed-on", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_buddy_signed_on) },
  { purple_blist_get_handle, "buddy-signed-off", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_buddy_signed_off) },
  { purple_blist_get_handle, "buddy-idle-changed", purple_marshal_VOID__POINTER_INT_INT,
    PURPLE_CALLBACK (on_buddy_idle) },
  { purple_blist_get_handle, "buddy-status-changed", purple_marshal_VOID__POINTER_POINTER_POINTER,
    PURPLE_CALLBACK (on_buddy_status) },
  { purple_xfers_get_handle, "file-recv-request", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_file_offered) },
  { purple_conversations_get_handle, "got-attention",
    purple_marshal_VOID__POINTER_POINTER_POINTER_UINT, PURPLE_CALLBACK (on_attention) },
  { purple_connections_get_handle, "signed-on", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_signed_on) },
  { purple_connections_get_handle, "signing-off", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_signing_off) },
  { purple_accounts_get_handle, "account-status-changed",
    purple_marshal_VOID__POINTER_POINTER_POINTER, PURPLE_CALLBACK (on_status_changed) },
  { purple_accounts_get_handle, "account-destroying", purple_marshal_VOID__POINTER,
    PURPLE_CALLBACK (on_account_destroying) },
};

struct _ParleySignals
{
  guint call_signal; /* libpurple's of a call; 0: it knows none */
  gulong call_hook;
};

ParleySignals *
parley_signals_new (ParleyInstance *instance)
{
  ParleySignals *self = g_new0 (ParleySignals, 1);

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    parley_listening_add (instance->listening, signals[i].get_handle (), signals[i].name,
                          signals[i].marshal, signals[i].callback, instance);
  self->call_signal = find_call_signal ();
  if (self->call_signal != 0)
    self->call_hook = g_signal_add_emission_hook (self->call_signal, 0, on_call, instance, NULL);
  return self;
}

void
parley_signals_free (ParleySignals *self)
{
  if (self->call_signal != 0)
    g_signal_remove_emission_hook (self->call_signal, self->call_hook);
  g_free (self);
}
