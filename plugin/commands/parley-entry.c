/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-entry.h"

#include <glib/gi18n-lib.h>

#include <conversation.h>
#include <request.h>
#include <util.h>

typedef struct
{
  ParleyChatKey *key;
  guint number;
} Wanted;

struct _ParleyEntry
{
  ParleyInstance *instance;
  ParleyTimer *timer;
  GQueue wanted;
  Wanted asked; /* what stands in a dialog; its key is NULL: none was opened */
};

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  parley_chat_key_free (wanted->key);
  g_free (wanted);
}

static PurpleConversation *
find_conversation (ParleyEntry *entry, const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  const char *name = parley_irc_get_name (entry->instance->irc, key);

  return account != NULL
             ? purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, name, account)
             : NULL;
}

/* Returns: (transfer full): an entry takes HTML, and so does a connection. */
static char *
dup_html (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  return purple_strdup_withhtml (escaped);
}

/* The dialog may stand open for long: who has the name by then may be somebody else, for whom no
 * draft waits. */
static void
on_send (ParleyEntry *entry, const char *text)
{
  PurpleConversation *conv = find_conversation (entry, entry->asked.key);
  guint number = 0;
  g_autofree char *draft
      = parley_engine_dup_proposal (entry->instance->engine, entry->asked.key, &number);
  g_autofree char *html = dup_html (text);

  if (draft == NULL || number != entry->asked.number)
    parley_host_tell_user (PARLEY_HOST (entry->instance->host), entry->asked.key,
                           _ ("That draft is out of date, so nothing was sent."));
  else if (conv != NULL && *text != '\0')
    purple_conv_im_send (PURPLE_CONV_IM (conv), html);
}

static void
ask (ParleyEntry *entry, PurpleConversation *conv, const Wanted *wanted, const char *text)
{
  purple_request_close_with_handle (entry);
  g_clear_pointer (&entry->asked.key, parley_chat_key_free);
  entry->asked.key = parley_chat_key_copy (wanted->key);
  entry->asked.number = 0;
  g_free (parley_engine_dup_proposal (entry->instance->engine, wanted->key, &entry->asked.number));
  purple_request_input (entry, _ ("Parley"), _ ("Your message"),
                        _ ("Change it as you like. Nothing is sent before you press Send."), text,
                        TRUE, FALSE, NULL, _ ("Send"), G_CALLBACK (on_send), _ ("Cancel"), NULL,
                        purple_conversation_get_account (conv), purple_conversation_get_name (conv),
                        conv, entry);
}

static void
put (ParleyEntry *entry, const Wanted *wanted)
{
  PurpleConversation *conv = find_conversation (entry, wanted->key);
  PurpleConversationUiOps *ops = conv != NULL ? purple_conversation_get_ui_ops (conv) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *html = NULL;

  if (conv == NULL)
    return;
  text = parley_engine_take_proposal (entry->instance->engine, wanted->key, wanted->number);
  if (text == NULL)
    return;
  html = dup_html (text);
  if (ops != NULL && ops->send_confirm != NULL)
    purple_conv_send_confirm (conv, html);
  else
    ask (entry, conv, wanted, text);
}

static void
on_timer (gpointer data)
{
  ParleyEntry *entry = data;
  Wanted *wanted;

  while ((wanted = g_queue_pop_head (&entry->wanted)) != NULL)
    {
      put (entry, wanted);
      wanted_free (wanted);
    }
}

ParleyEntry *
parley_entry_new (ParleyInstance *instance)
{
  ParleyEntry *entry = g_new0 (ParleyEntry, 1);

  entry->instance = instance;
  entry->timer = parley_timer_new (instance->timers, on_timer, entry);
  g_queue_init (&entry->wanted);
  return entry;
}

void
parley_entry_free (ParleyEntry *entry)
{
  purple_request_close_with_handle (entry);
  g_clear_pointer (&entry->asked.key, parley_chat_key_free);
  parley_timer_free (entry->timer);
  g_queue_clear_full (&entry->wanted, wanted_free);
  g_free (entry);
}

void
parley_entry_take_draft (ParleyEntry *entry, const ParleyChatKey *key, guint number)
{
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->key = parley_chat_key_copy (key);
  wanted->number = number;
  g_queue_push_tail (&entry->wanted, wanted);
  parley_timer_arm (entry->timer, parley_timers_now (entry->instance->timers));
}

gboolean
parley_entry_is_in_use (PurpleConversation *conv)
{
  return purple_conv_im_get_send_typed_timeout (PURPLE_CONV_IM (conv)) != 0;
}
