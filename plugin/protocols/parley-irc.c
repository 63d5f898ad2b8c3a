/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocols/parley-irc.h"

#include <string.h>

#include <prpl.h>
#include <signals.h>

#include "base/parley-data.h"
#include "contacts/parley-contacts.h"

/* IRC's own bound is 512. */
#define MAX_LINE 2048

/* In accounts.xml, where no protocol looks. */
#define UI    "parley"
#define TRUST "parley-trust-names"

/* At a buddy: who had the nick. */
#define HOLDER        "parley-irc-holder"

#define LOOK_AGAIN_MS 2000

struct _ParleyIrc
{
  ParleyTimers *timers;
  GKeyFile *hosts;
  ParleyIrcFunc func;
  gpointer data;
  GHashTable *networks;   /* PurpleAccount → ParleyNicks */
  GHashTable *sought;     /* set of ParleyChatKey: of whom WHOIS is to be asked */
  ParleyChatKey *request; /* whose program asks, in the line that is being read; NULL: nobody's */
  ParleyTimer *report;
  ParleyTimer *look_again;
};

static char *
fold (gpointer account, const char *nick)
{
  const char *folded = purple_normalize (account, nick);

  return g_strdup (folded != NULL ? folded : nick);
}

/* Returns: (transfer none) (nullable). */
static ParleyNicks *
find (ParleyIrc *irc, const ParleyChatKey *key)
{
  PurpleAccount *account = g_str_equal (key->protocol, PARLEY_IRC_PROTOCOL)
                               ? parley_contacts_find_account (key)
                               : NULL;

  return account != NULL ? g_hash_table_lookup (irc->networks, account) : NULL;
}

static ParleyNicks *
get_nicks (ParleyIrc *irc, PurpleAccount *account)
{
  ParleyNicks *nicks = g_hash_table_lookup (irc->networks, account);
  g_autofree char *salt = NULL;

  if (nicks == NULL)
    {
      salt = g_uuid_string_random ();
      nicks = parley_nicks_new (
          g_key_file_get_string_list (irc->hosts, "hosts", "shared", NULL, NULL), salt, fold,
          account);
      parley_nicks_trust (nicks, parley_irc_is_trusting (account));
      g_hash_table_insert (irc->networks, account, nicks);
    }
  return nicks;
}

static gint64
now (ParleyIrc *irc)
{
  return parley_timers_wall (irc->timers);
}

/* Whoever stands in the list several times is the same. Returns: (transfer none) (nullable): who
 * had the nick in an earlier run. */
static const char *
get_kept (PurpleAccount *account, const char *nick)
{
  PurpleBuddy *buddy = purple_find_buddy (account, nick);

  return buddy != NULL ? purple_blist_node_get_string (PURPLE_BLIST_NODE (buddy), HOLDER) : NULL;
}

static void
keep (PurpleAccount *account, ParleyNicks *nicks, const char *nick)
{
  g_autofree char *who = parley_nicks_dup_kept (nicks, nick);
  g_autoptr (GSList) buddies = who != NULL ? purple_find_buddies (account, nick) : NULL;

  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      if (g_strcmp0 (purple_blist_node_get_string (link->data, HOLDER), who) != 0)
        purple_blist_node_set_string (link->data, HOLDER, who);
    }
}

/* They may have stayed until the end. */
static void
keep_again (PurpleAccount *account, ParleyNicks *nicks)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, NULL);

  for (GSList *link = buddies; link != NULL; link = link->next)
    {
      g_autofree char *nick = fold (account, purple_buddy_get_name (link->data));

      if (purple_blist_node_get_string (link->data, HOLDER) != NULL)
        keep (account, nicks, nick);
    }
}

static void
watch (PurpleAccount *account, ParleyNicks *nicks, const char *nick)
{
  parley_nicks_watch (nicks, nick, get_kept (account, nick));
}

/* WHOIS */

/* What comes back libpurple shows to nobody, for it did not ask. Returns: FALSE if it may not be
 * asked yet. */
static gboolean
ask (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);
  PurpleAccount *account = parley_contacts_find_account (key);
  PurpleConnection *gc = account != NULL ? purple_account_get_connection (account) : NULL;
  const char *nick = parley_irc_get_name (irc, key);
  PurplePluginProtocolInfo *info;
  g_autofree char *line = NULL;

  if (nicks == NULL || gc == NULL || !PURPLE_CONNECTION_IS_CONNECTED (gc))
    return TRUE;
  info = PURPLE_PLUGIN_PROTOCOL_INFO (purple_connection_get_prpl (gc));
  if (info->send_raw == NULL || strpbrk (nick, " \r\n,*?") != NULL)
    return TRUE;
  if (!parley_nicks_ask (nicks, key->person, now (irc)))
    return FALSE;
  line = g_strdup_printf ("WHOIS %s\r\n", nick);
  info->send_raw (gc, line, (int) strlen (line));
  return TRUE;
}

static void
look_again (ParleyIrc *irc)
{
  parley_timer_arm (irc->look_again, parley_timers_now (irc->timers) + LOOK_AGAIN_MS);
}

static void
on_look_again (gpointer data)
{
  ParleyIrc *irc = data;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, irc->sought);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (parley_irc_look (irc, key) == PARLEY_SIGHT_FRESH || ask (irc, key))
        g_hash_table_iter_remove (&iter);
    }
  if (g_hash_table_size (irc->sought) > 0)
    look_again (irc);
}

void
parley_irc_seek (ParleyIrc *irc, const ParleyChatKey *key)
{
  if (ask (irc, key))
    return;
  g_hash_table_add (irc->sought, parley_chat_key_copy (key));
  if (!parley_timer_is_armed (irc->look_again))
    look_again (irc);
}

/* Reporting */

static void
report_network (ParleyIrc *irc, PurpleAccount *account, ParleyNicks *nicks)
{
  g_auto (GStrv) changed = parley_nicks_take_changed (nicks);

  for (guint i = 0; changed[i] != NULL; i++)
    {
      g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, changed[i]);

      irc->func (key, irc->data);
    }
}

static void
on_report (gpointer data)
{
  ParleyIrc *irc = data;
  g_autoptr (GList) accounts = g_hash_table_get_keys (irc->networks);

  for (GList *link = accounts; link != NULL; link = link->next)
    {
      ParleyNicks *nicks = g_hash_table_lookup (irc->networks, link->data);

      if (nicks != NULL)
        report_network (irc, link->data, nicks);
    }
}

/* Not from here: libpurple is in the middle of a line. */
static void
report_soon (ParleyIrc *irc)
{
  parley_timer_arm (irc->report, parley_timers_now (irc->timers));
}

/* Whoever writes to the user alone is known from then on. */
static gboolean
is_for_user (const ParleyIrcLine *line)
{
  return line->nick != NULL && parley_irc_line_is (line, "PRIVMSG") && line->n_words > 1
         && strchr ("#&+!@%", line->words[0][0]) == NULL;
}

/* Of a name that is in the buddy list it is said there what is to be done for whoever has it. */
static void
watch_if_listed (PurpleAccount *account, ParleyNicks *nicks, const char *name)
{
  g_autofree char *nick = NULL;

  if (purple_find_buddy (account, name) == NULL)
    return;
  nick = fold (account, name);
  watch (account, nicks, nick);
}

static void
on_line (PurpleConnection *gc, char **text, ParleyIrc *irc)
{
  PurpleAccount *account = purple_connection_get_account (gc);
  g_autofree char *start = *text != NULL ? g_strndup (*text, MAX_LINE) : NULL;
  g_autoptr (ParleyIrcLine) line = start != NULL ? parley_irc_line_parse (start) : NULL;
  ParleyNicks *nicks;

  if (line == NULL)
    return;
  nicks = get_nicks (irc, account);
  g_clear_pointer (&irc->request, parley_chat_key_free);
  if (parley_irc_line_is_request (line))
    irc->request = parley_irc_dup_key (irc, account, line->nick);
  parley_nicks_recall (nicks, line, now (irc));
  if (is_for_user (line))
    {
      g_autofree char *nick = fold (account, line->nick);

      watch (account, nicks, nick);
    }
  if (line->nick != NULL)
    watch_if_listed (account, nicks, line->nick);
  if (line->nick != NULL && parley_irc_line_is (line, "NICK") && line->n_words > 0)
    watch_if_listed (account, nicks, line->words[0]);
  parley_nicks_take_line (nicks, line, now (irc));
  report_soon (irc);
}

ParleyIrc *
parley_irc_new (ParleyListening *listening,
                ParleyTimers *timers,
                const char *user_dir,
                ParleyIrcFunc func,
                gpointer data)
{
  ParleyIrc *irc = g_new0 (ParleyIrc, 1);
  g_autoptr (ParleyData) files = parley_data_new (user_dir);
  PurplePlugin *protocol = purple_find_prpl (PARLEY_IRC_PROTOCOL);

  irc->timers = timers;
  irc->report = parley_timer_new (timers, on_report, irc);
  irc->look_again = parley_timer_new (timers, on_look_again, irc);
  irc->hosts = parley_data_load_key_file (files, "irc-hosts.ini");
  irc->func = func;
  irc->data = data;
  irc->networks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) parley_nicks_free);
  irc->sought = g_hash_table_new_full (parley_chat_key_hash, parley_chat_key_equal,
                                       (GDestroyNotify) parley_chat_key_free, NULL);
  /* Another plugin may have taken its id, and has no such signal. */
  if (protocol != NULL && protocol->path != NULL)
    parley_listening_add (listening, protocol, "irc-receiving-text",
                          purple_marshal_VOID__POINTER_POINTER, PURPLE_CALLBACK (on_line), irc);
  return irc;
}

void
parley_irc_free (ParleyIrc *irc)
{
  parley_timer_free (irc->report);
  parley_timer_free (irc->look_again);
  g_hash_table_unref (irc->networks);
  g_hash_table_unref (irc->sought);
  g_key_file_unref (irc->hosts);
  g_clear_pointer (&irc->request, parley_chat_key_free);
  g_free (irc);
}

ParleySight
parley_irc_look (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  return nicks != NULL ? parley_nicks_look (nicks, key->person, now (irc)) : PARLEY_SIGHT_NONE;
}

void
parley_irc_get_person (ParleyIrc *irc, const ParleyChatKey *key, ParleyPersonFacts *person)
{
  ParleySight sight = parley_irc_look (irc, key);

  person->absent = sight == PARLEY_SIGHT_AWAY || sight == PARLEY_SIGHT_OTHER;
  person->unsighted = sight == PARLEY_SIGHT_STALE;
  person->recognised = parley_irc_knows_again (irc, key);
}

ParleyIdentity *
parley_irc_dup_identity (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  return nicks != NULL ? parley_nicks_dup_identity (nicks, key->person) : NULL;
}

ParleyChatKey *
parley_irc_dup_key (ParleyIrc *irc, PurpleAccount *account, const char *name)
{
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (account, name);
  ParleyNicks *nicks = find (irc, key);
  const char *known = nicks != NULL ? parley_nicks_get_known (nicks, key->person) : key->person;

  return parley_chat_key_new (key->protocol, key->account, known);
}

const char *
parley_irc_get_name (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  return nicks != NULL ? parley_nicks_get_current (nicks, key->person) : key->person;
}

void
parley_irc_keep (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  if (nicks != NULL)
    keep (parley_contacts_find_account (key), nicks, key->person);
}

void
parley_irc_forget (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);
  PurpleAccount *account = parley_contacts_find_account (key);
  g_autoptr (GSList) buddies = nicks != NULL ? purple_find_buddies (account, key->person) : NULL;

  for (GSList *link = buddies; link != NULL; link = link->next)
    purple_blist_node_remove_setting (link->data, HOLDER);
}

const char *
parley_irc_get_address (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  return nicks != NULL ? parley_nicks_get_address (nicks, key->person) : NULL;
}

gboolean
parley_irc_knows_again (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);
  PurpleAccount *account = parley_contacts_find_account (key);

  /* They may not have written yet in this run. */
  if (nicks != NULL && get_kept (account, key->person) != NULL)
    watch (account, nicks, key->person);
  return nicks != NULL && parley_nicks_knows_again (nicks, key->person);
}

gboolean
parley_irc_can_trust (PurpleAccount *account)
{
  return g_str_equal (purple_account_get_protocol_id (account), PARLEY_IRC_PROTOCOL);
}

gboolean
parley_irc_is_trusting (PurpleAccount *account)
{
  return purple_account_get_ui_bool (account, UI, TRUST, FALSE);
}

void
parley_irc_trust (ParleyIrc *irc, PurpleAccount *account, gboolean trusted)
{
  purple_account_set_ui_bool (account, UI, TRUST, trusted);
  parley_nicks_trust (get_nicks (irc, account), trusted);
}

gboolean
parley_irc_is_request (ParleyIrc *irc, const ParleyChatKey *key)
{
  return irc->request != NULL && parley_chat_key_equal (irc->request, key);
}

gboolean
parley_irc_has_left (ParleyIrc *irc, const ParleyChatKey *key)
{
  return parley_irc_look (irc, key) == PARLEY_SIGHT_AWAY
         && parley_irc_get_address (irc, key) == NULL;
}

gboolean
parley_irc_wants (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  return nicks != NULL && parley_nicks_wants (nicks, key->person);
}

void
parley_irc_accept (ParleyIrc *irc, const ParleyChatKey *key)
{
  ParleyNicks *nicks = find (irc, key);

  if (nicks != NULL)
    {
      watch (parley_contacts_find_account (key), nicks, key->person);
      parley_nicks_accept (nicks, key->person);
    }
  report_soon (irc);
}

void
parley_irc_leave (ParleyIrc *irc, const ParleyChatKey *key, gboolean forget)
{
  ParleyNicks *nicks = find (irc, key);

  if (nicks == NULL)
    return;
  parley_nicks_leave (nicks, key->person, now (irc));
  if (forget)
    parley_nicks_unwatch (nicks, key->person);
  report_soon (irc);
}

void
parley_irc_disconnect (ParleyIrc *irc, PurpleAccount *account)
{
  ParleyNicks *nicks = g_hash_table_lookup (irc->networks, account);

  if (nicks == NULL)
    return;
  parley_nicks_disconnect (nicks, now (irc));
  keep_again (account, nicks);
}

void
parley_irc_remove (ParleyIrc *irc, PurpleAccount *account)
{
  g_hash_table_remove (irc->networks, account);
}
