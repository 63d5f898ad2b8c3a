/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-welcome-back.h"

#include <glib/gi18n-lib.h>

#include <notify.h>
#include <signals.h>

#include "guard/parley-lookalike.h"
#include "dialogs/parley-absence-text.h"
#include "dialogs/parley-finch.h"
#include "contacts/parley-people.h"
#include "parley-unanswered.h"

/* Characters: three columns as wide as Pidgin opens such a window. */
#define MAX_NAME  18
#define MAX_CELL  24

#define N_COLUMNS 3

/* Of people who had no answer; each has a window of their own. */
#define MAX_UNANSWERED 100

struct _ParleyWelcomeBack
{
  ParleyInstance *instance;
  void *window;     /* libpurple's; NULL: none */
  GHashTable *rows; /* what the first column says → Row */
};

typedef struct
{
  ParleyChatKey *key;
  char *html; /* what the columns have no room for */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  parley_chat_key_free (row->key);
  g_free (row->html);
  g_free (row);
}

/* --- what is done with a row --- */

/* @cells: as clients hand them in: the words of the row that is chosen, or nothing. Returns:
 * (transfer none) (nullable). */
static const Row *
find_row (ParleyWelcomeBack *welcome, const GList *cells)
{
  return cells != NULL && cells->data != NULL ? g_hash_table_lookup (welcome->rows, cells->data)
                                              : NULL;
}

static void
on_open (PurpleConnection *gc, GList *cells, gpointer data)
{
  ParleyWelcomeBack *welcome = data;
  const Row *row = find_row (welcome, cells);

  if (row != NULL)
    parley_people_open_chat (welcome->instance, row->key);
}

static void
on_read (PurpleConnection *gc, GList *cells, gpointer data)
{
  ParleyWelcomeBack *welcome = data;
  const Row *row = find_row (welcome, cells);

  if (row != NULL)
    purple_notify_formatted (welcome->instance->plugin, _ ("Parley"), cells->data, NULL, row->html,
                             NULL, NULL);
}

/* --- the window --- */

/* Returns: (transfer full): the person's name as the buddy list has it, without what could make it
 * look like another one. */
static char *
dup_alias (const ParleyChatKey *key)
{
  PurpleAccount *account = parley_contacts_find_account (key);
  PurpleBuddy *buddy = account != NULL ? purple_find_buddy (account, key->person) : NULL;
  g_autofree char *alias = parley_absence_shorten (
      buddy != NULL ? purple_buddy_get_contact_alias (buddy) : "", MAX_NAME);

  if (*alias == '\0' || parley_lookalike_is_name (alias))
    return parley_absence_shorten (key->person, MAX_NAME);
  return g_steal_pointer (&alias);
}

/* Returns: (transfer full): a name that no other row has. */
static char *
dup_name (ParleyWelcomeBack *welcome, const ParleyChatKey *key)
{
  char *name = dup_alias (key);

  if (g_hash_table_contains (welcome->rows, name))
    {
      g_autofree char *alias = name;
      g_autofree char *person = parley_absence_shorten (key->person, MAX_NAME);
      g_autofree char *account = parley_absence_shorten (key->account, MAX_NAME);

      name = g_strdup_printf ("%s (%s, %s)", alias, person, account);
    }
  for (guint n = 2; g_hash_table_contains (welcome->rows, name); n++)
    {
      g_autofree char *taken = name;

      name = g_strdup_printf ("%s %u", taken, n);
    }
  return name;
}

static const char *
get_title (guint column)
{
  switch (column)
    {
    case 0:
      /* Translators: the heading of a column with contacts */
      return _ ("Person");
    case 1:
      return _ ("Left for you");
    default:
      return _ ("They wrote");
    }
}

/* @html: (transfer full): what there is to read. Libpurple takes the list and its texts. */
static void
add_row (ParleyWelcomeBack *welcome,
         PurpleNotifySearchResults *table,
         const ParleyChatKey *key,
         char *name,
         const char *due,
         const char *wanted,
         char *html)
{
  GList *cells = g_list_append (NULL, name);
  Row *row = g_new0 (Row, 1);

  cells = g_list_append (cells, parley_absence_shorten (due, MAX_CELL));
  cells = g_list_append (cells, parley_absence_shorten (wanted, MAX_CELL));
  row->key = parley_chat_key_copy (key);
  row->html = html;
  g_hash_table_insert (welcome->rows, g_strdup (name), row);
  purple_notify_searchresults_row_add (table, cells);
}

static void
add_absence (ParleyWelcomeBack *welcome,
             PurpleNotifySearchResults *table,
             const ParleyAbsence *absence)
{
  char *name = dup_name (welcome, absence->key);
  /* Translators: nothing is left to do for the user, because Parley answered this person. */
  const char *due = *absence->due != '\0' ? absence->due : _ ("Nothing, answered");

  add_row (welcome, table, absence->key, name, due, absence->wanted,
           parley_absence_text_dup_html (absence, name));
}

static gboolean
has_row (ParleyWelcomeBack *welcome, const ParleyChatKey *key)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, welcome->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    {
      if (parley_chat_key_equal (((Row *) row)->key, key))
        return TRUE;
    }
  return FALSE;
}

/* Of them only the number is told: what they wrote stands in their window. */
static void
add_unanswered (ParleyWelcomeBack *welcome,
                PurpleNotifySearchResults *table,
                const ParleyReturn *back)
{
  g_autoptr (GPtrArray) list = parley_unanswered_list (back->account, back->since);

  for (guint i = 0; i < MIN (list->len, MAX_UNANSWERED); i++)
    {
      const ParleyUnanswered *unanswered = g_ptr_array_index (list, i);
      PurpleAccount *account = purple_conversation_get_account (unanswered->conv);
      g_autoptr (ParleyChatKey) key = parley_irc_dup_key (
          welcome->instance->irc, account, purple_conversation_get_name (unanswered->conv));
      g_autofree char *due = parley_absence_dup_ignored (unanswered->n);

      if (!has_row (welcome, key))
        add_row (welcome, table, key, dup_name (welcome, key), due, "", g_strdup (due));
    }
}

/* Returns: (transfer full). */
static PurpleNotifySearchResults *
make_table (ParleyWelcomeBack *welcome, const GPtrArray *absences, const GPtrArray *returns)
{
  PurpleNotifySearchResults *table = purple_notify_searchresults_new ();

  for (guint i = 0; i < N_COLUMNS; i++)
    purple_notify_searchresults_column_add (table,
                                            purple_notify_searchresults_column_new (get_title (i)));
  for (guint i = 0; i < absences->len; i++)
    add_absence (welcome, table, g_ptr_array_index (absences, i));
  for (guint i = 0; i < returns->len; i++)
    add_unanswered (welcome, table, g_ptr_array_index (returns, i));
  /* It puts each row above the one before. */
  if (parley_finch_is_client ())
    table->rows = g_list_reverse (table->rows);
  purple_notify_searchresults_button_add_labeled (table, _ ("Open the chat"), on_open);
  purple_notify_searchresults_button_add_labeled (table, _ ("Read all of it"), on_read);
  return table;
}

static void
on_closed (gpointer data)
{
  ((ParleyWelcomeBack *) data)->window = NULL;
}

static void
close_window (ParleyWelcomeBack *welcome)
{
  if (welcome->window != NULL)
    purple_notify_close (PURPLE_NOTIFY_SEARCHRESULTS, welcome->window);
  welcome->window = NULL;
  g_hash_table_remove_all (welcome->rows);
}

/* Returns: (transfer none) (nullable): a connection, which Pidgin wants for such a window. @since:
 * (out): when the first of the accounts was left. */
static PurpleConnection *
find_connection (const GPtrArray *returns, gint64 *since)
{
  PurpleConnection *gc = NULL;

  for (guint i = 0; i < returns->len; i++)
    {
      const ParleyReturn *back = g_ptr_array_index (returns, i);
      PurpleAccount *account = parley_contacts_find_account (back->account);

      *since = i == 0 ? back->since : MIN (*since, back->since);
      if (account != NULL && purple_account_is_connected (account))
        gc = purple_account_get_connection (account);
    }
  return gc;
}

static void
show (gpointer data, const GPtrArray *absences, const GPtrArray *returns)
{
  ParleyWelcomeBack *welcome = data;
  gint64 since = 0;
  PurpleConnection *gc = find_connection (returns, &since);
  g_autoptr (GDateTime) left = g_date_time_new_from_unix_local (since);
  g_autofree char *when = left != NULL ? g_date_time_format (left, "%x %H:%M") : g_strdup ("?");
  /* Translators: %s: date and time. */
  g_autofree char *secondary
      = g_strdup_printf (_ ("Since %s. What is left for you comes first."), when);
  PurpleNotifySearchResults *table;

  if (gc == NULL)
    return;
  close_window (welcome);
  table = make_table (welcome, absences, returns);
  if (table->rows != NULL)
    welcome->window = purple_notify_searchresults (gc, _ ("Parley"), _ ("While you were away"),
                                                   secondary, table, on_closed, welcome);
  /* A client that shows no such window leaves it to us. */
  if (welcome->window == NULL)
    purple_notify_searchresults_free (table);
}

/* --- the status --- */

static ParleyUserPlace
find_place (ParleyInstance *instance, PurpleAccount *account)
{
  PurpleStatus *status = purple_presence_get_active_status (purple_account_get_presence (account));

  if (status == NULL || !purple_account_is_connected (account)
      || !parley_speakers_may_speak (instance->speakers, account))
    return PARLEY_USER_UNSEEN;
  switch ((int) purple_status_type_get_primitive (purple_status_get_type (status)))
    {
    case PURPLE_STATUS_AVAILABLE:
      return PARLEY_USER_THERE;
    case PURPLE_STATUS_AWAY:
    case PURPLE_STATUS_EXTENDED_AWAY:
    case PURPLE_STATUS_UNAVAILABLE:
      return PARLEY_USER_AWAY;
    }
  return PARLEY_USER_UNSEEN;
}

static void
look_at (ParleyWelcomeBack *welcome, PurpleAccount *account)
{
  parley_welcome_take_place (parley_engine_get_welcome (welcome->instance->engine),
                             purple_account_get_protocol_id (account),
                             purple_account_get_username (account),
                             find_place (welcome->instance, account));
}

static void
on_status_changed (PurpleAccount *account,
                   PurpleStatus *before,
                   PurpleStatus *after,
                   ParleyWelcomeBack *welcome)
{
  look_at (welcome, account);
}

static void
on_connection (PurpleConnection *gc, ParleyWelcomeBack *welcome)
{
  look_at (welcome, purple_connection_get_account (gc));
}

/* Who may speak on an account is settled first: the highest priority comes last. */
static void
watch_connections (ParleyWelcomeBack *welcome)
{
  static const char *const signals[] = { "signed-on", "signed-off" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    parley_listening_add_at (welcome->instance->listening, purple_connections_get_handle (),
                             signals[i], PURPLE_SIGNAL_PRIORITY_HIGHEST,
                             purple_marshal_VOID__POINTER, PURPLE_CALLBACK (on_connection),
                             welcome);
}

ParleyWelcomeBack *
parley_welcome_back_new (ParleyInstance *instance)
{
  ParleyWelcomeBack *welcome = g_new0 (ParleyWelcomeBack, 1);

  welcome->instance = instance;
  welcome->rows = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  parley_welcome_watch (parley_engine_get_welcome (instance->engine), show, welcome);
  parley_listening_add (instance->listening, purple_accounts_get_handle (),
                        "account-status-changed", purple_marshal_VOID__POINTER_POINTER_POINTER,
                        PURPLE_CALLBACK (on_status_changed), welcome);
  watch_connections (welcome);
  for (GList *link = purple_accounts_get_all (); link != NULL; link = link->next)
    look_at (welcome, link->data);
  return welcome;
}

void
parley_welcome_back_free (ParleyWelcomeBack *welcome)
{
  parley_welcome_watch (parley_engine_get_welcome (welcome->instance->engine), NULL, NULL);
  close_window (welcome);
  g_hash_table_unref (welcome->rows);
  g_free (welcome);
}
