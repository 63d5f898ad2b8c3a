/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Accounts, buddies, groups and plugins may change while a chat or any dialog stands open. The user
 * answers the dialog all the same, and chats go on. */
#include "changes.h"

#include <string.h>

#include <cmds.h>
#include <request.h>

#include "dialogs/parley-dialogs.h"
#include "parley-instance.h"
#include "dialogs/parley-introduction.h"
#include "test-dialog.h"

#define MODELS "{\"data\":[{\"id\":\"small\"},{\"id\":\"large\"}]}"

static gboolean
is_asked (gpointer data)
{
  const TestDialog *dialog = test_dialog_get ();

  return dialog->open && strstr (dialog->primary, data) != NULL;
}

static void
wait_for (const char *question)
{
  parley_test_wait (is_asked, (gpointer) question);
}

static ParleyInstance *
get_instance (Fixture *f)
{
  return parley_instance_get (f->plugin);
}

static PurpleBuddy *
get_alice (Fixture *f)
{
  return purple_find_buddy (f->account, "alice");
}

/* What stands open */

static void
open_chat (Fixture *f)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 1);
}

static void
open_draft (Fixture *f)
{
  g_autofree char *error = NULL;

  purple_cmd_do_command (headless_find (f->account, "alice"), "parley draft", "parley draft",
                         &error);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 1, "A draft.");
  headless_wait_for_shown ("A draft.");
}

static void
open_status (Fixture *f)
{
  headless_run_action (f, "Status of all chats");
  wait_for ("Status of all chats");
}

static void
open_status_of_one (Fixture *f)
{
  open_status (f);
  test_dialog_answer_fields ();
  wait_for ("alice");
}

static void
open_memory_list (Fixture *f)
{
  headless_run_action (f, "What Parley remembers…");
  wait_for ("Which person");
}

static void
open_memory (Fixture *f)
{
  open_memory_list (f);
  test_dialog_answer_fields ();
  wait_for ("What Parley remembers");
}

static void
open_forgetting (Fixture *f)
{
  open_memory (f);
  test_dialog_press ("Forget…");
  wait_for ("Forget all");
}

static void
open_account_dialog (Fixture *f)
{
  headless_run_action (f, "Answer for a whole account…");
  wait_for ("Mode for everybody");
}

static void
open_persona (Fixture *f)
{
  headless_run_action (f, "Your style…");
  wait_for ("How do you want to sound?");
}

static void
open_persona_for_one (Fixture *f)
{
  parley_persona_dialog_open_for (get_instance (f)->dialogs->persona, get_alice (f));
  wait_for ("How do you want to sound");
}

static void
open_hours (Fixture *f)
{
  parley_hours_dialog_ask_for_buddy (get_instance (f)->dialogs->hours, get_alice (f));
  wait_for ("At which hours");
}

static void
open_hours_of_group (Fixture *f)
{
  parley_hours_dialog_ask_for_group (get_instance (f)->dialogs->hours,
                                     purple_buddy_get_group (get_alice (f)));
  wait_for ("At which hours");
}

static void
open_key (Fixture *f)
{
  headless_run_action (f, "Set the key…");
  parley_test_wait (is_asked, (gpointer) "");
}

static void
open_models (Fixture *f)
{
  ParleyTestPeer *peer;

  headless_run_action (f, "Choose a model…");
  peer = headless_wait_for_request (f, 1);
  parley_test_peer_head (peer, 200, "application/json", NULL);
  parley_test_peer_chunk (peer, MODELS, -1);
  parley_test_peer_end (peer);
  wait_for ("model");
}

static void
open_rehearsal (Fixture *f)
{
  guint n = g_list_length (purple_get_ims ());

  headless_run_action (f, "Talk to my Parley");
  while (g_list_length (purple_get_ims ()) == n)
    g_main_context_iteration (NULL, TRUE);
}

/* It is asked while nobody is on. */
static void
prepare_introduction (Fixture *f)
{
  purple_blist_node_remove_setting (PURPLE_BLIST_NODE (get_alice (f)), "parley-answer");
  purple_blist_node_remove_setting (PURPLE_BLIST_NODE (get_alice (f)), "parley-mode");
  headless_set_string ("backend/kind", "builtin");
  purple_prefs_set_bool ("/plugins/core/parley/introduced", FALSE);
}

static void
open_introduction_with (Fixture *f, ParleySubject *subject)
{
  prepare_introduction (f);
  g_assert_true (
      parley_introduction_take (get_instance (f)->introduction, subject, PARLEY_MODE_AUTO));
  wait_for ("Who writes the answers?");
}

static void
open_introduction (Fixture *f)
{
  open_introduction_with (f, parley_subject_new_person (f->account, "alice"));
}

static void
open_introduction_to_group (Fixture *f)
{
  open_introduction_with (
      f, parley_subject_new_place (parley_place_of_group (purple_buddy_get_group (get_alice (f)))));
}

static void
open_introduction_to_account (Fixture *f)
{
  open_introduction_with (f, parley_subject_new_place (parley_place_of_account (f->account)));
}

typedef struct
{
  const char *name;
  void (*open) (Fixture *f);
} Opening;

static const Opening openings[] = {
  { "chat", open_chat },
  { "draft", open_draft },
  { "status", open_status },
  { "status-of-one", open_status_of_one },
  { "memory-list", open_memory_list },
  { "memory", open_memory },
  { "forgetting", open_forgetting },
  { "account", open_account_dialog },
  { "persona", open_persona },
  { "persona-for-one", open_persona_for_one },
  { "hours", open_hours },
  { "hours-of-group", open_hours_of_group },
  { "key", open_key },
  { "models", open_models },
  { "rehearsal", open_rehearsal },
  { "introduction", open_introduction },
  { "introduction-to-group", open_introduction_to_group },
  { "introduction-to-account", open_introduction_to_account },
};

/* The user answers what is asked as it stands, and whatever comes of it. */
static void
answer_all (void)
{
  for (guint i = 0; i < 5 && test_dialog_get ()->open; i++)
    {
      if (test_dialog_get ()->fields != NULL)
        test_dialog_answer_fields ();
      else if (test_dialog_get ()->n_buttons > 0)
        test_dialog_press_first ();
      else
        test_dialog_answer_text ("Mon-Fri 09:00-17:00");
      headless_settle ();
    }
}

/* What may happen in every window and menu afterwards. */
static void
use_everything (Fixture *f)
{
  if (purple_plugin_is_loaded (f->plugin))
    {
      g_autoptr (GSList) buddies = parley_choice_list_buddies ((ParleyPlace){ 0 });
      GList *convs = g_list_copy (purple_get_ims ());

      for (GList *link = convs; link != NULL; link = link->next)
        {
          g_autofree char *error = NULL;

          if (g_list_find (purple_get_ims (), link->data) == NULL)
            continue;
          purple_conversation_update (link->data, PURPLE_CONV_UPDATE_ACCOUNT);
          purple_cmd_do_command (link->data, "parley status", "parley status", &error);
          headless_settle ();
        }
      g_list_free (convs);
      headless_run_action (f, "Status of all chats");
      headless_settle ();
      answer_all ();
    }
  if (f->account != NULL && purple_account_is_connected (f->account))
    test_protocol_receive (f->account, "alice", "are you still there?");
  if (purple_account_is_connected (f->other))
    test_protocol_receive (f->other, "alice", "and here?");
  headless_settle ();
}

typedef struct
{
  const Opening *opening;
  const Change *change;
} Cell;

static void
test_nothing_breaks (gconstpointer data)
{
  const Cell *cell = data;
  Fixture f;

  headless_setup (&f, NULL);
  /* The group outlives a cell, and with it hours that may not be now. */
  parley_choice_clear (PURPLE_BLIST_NODE (purple_buddy_get_group (get_alice (&f))));
  test_dialogs_begin ();
  headless_talk (&f, 0, "Do you remember me?", "Yes.");
  cell->opening->open (&f);
  cell->change->happen (&f);
  headless_settle ();
  answer_all ();
  use_everything (&f);
  headless_teardown (&f, NULL);
  test_dialogs_end ();
}

/* What was chosen for one is not for another who comes to have the place in the list. */

typedef struct
{
  const char *name;
  void (*happen) (Fixture *f);
  const char *who;  /* writes then */
  const char *told; /* (nullable) */
} Heir;

static void
rename_account (Fixture *f)
{
  purple_account_set_username (f->account, "somebody else");
}

static void
change_protocol (Fixture *f)
{
  purple_account_disconnect (f->account);
  purple_account_set_protocol_id (f->account, TEST_PROTOCOL_B);
  purple_account_connect (f->account);
}

static void
rename_buddy (Fixture *f)
{
  purple_blist_rename_buddy (get_alice (f), "carol");
}

static const Heir heirs[] = {
  { "account-renamed", rename_account, "alice", "Your account has another name now" },
  { "protocol-changed", change_protocol, "alice", "Your account has another name now" },
  { "buddy-renamed", rename_buddy, "carol", NULL },
};

static void
test_nobody_inherits_what_was_chosen (gconstpointer data)
{
  const Heir *heir = data;
  Fixture f;
  g_autofree char *shown = NULL;

  headless_setup (&f, NULL);
  headless_reload (&f);
  headless_talk (&f, 0, "The key is under the mat.", "Yes.");
  g_free (headless_dup_shown ());
  heir->happen (&f);
  test_protocol_receive (f.account, heir->who, "what about it?");
  /* Somebody else is answered, so they would have been by now. */
  headless_add_buddy (f.other, "dora", TRUE);
  test_protocol_receive (f.other, "dora", "hi");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (&f, 1)), "hi"));
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (&f, 1)), "about it"));
  g_assert_cmpuint (parley_test_server_count (f.server), ==, 2);
  shown = headless_dup_shown ();
  if (heir->told != NULL)
    g_assert_nonnull (strstr (shown, heir->told));
  headless_teardown (&f, NULL);
}

static void
reconnect (PurpleAccount *account)
{
  purple_account_disconnect (account);
  purple_account_connect (account);
}

/* Who is not in the list was switched on under the name that the account had, and the user has
 * closed the window. */
static void
test_sitting_ends_with_the_accounts_name (Fixture *f, gconstpointer data)
{
  g_autofree char *error = NULL;
  g_autofree char *shown = NULL;

  test_protocol_receive (f->account, "carol", "hi");
  purple_cmd_do_command (headless_find (f->account, "carol"), "parley on", "parley on", &error);
  test_protocol_receive (f->account, "carol", "are you there?");
  headless_answer (f, 0, "Yes.");
  g_free (headless_wait_for_wire (f->account));
  purple_conversation_destroy (headless_find (f->account, "carol"));
  g_free (headless_dup_shown ());
  purple_account_set_username (f->account, "somebody else");
  reconnect (f->account);
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "[carol] Your account has another name now"));
  purple_account_set_username (f->account, "me");
  reconnect (f->account);
  test_protocol_receive (f->account, "carol", "and now?");
  headless_add_buddy (f->other, "dora", TRUE);
  test_protocol_receive (f->other, "dora", "hi");
  g_assert_null (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "and now?"));
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 2);
}

/* One name can be written in several ways, and the user can take theirs back. */
static void
test_same_name_keeps_what_was_chosen (Fixture *f, gconstpointer data)
{
  headless_reload (f);
  purple_account_set_username (f->account, "me/elsewhere");
  purple_blist_rename_buddy (get_alice (f), "alice/phone");
  headless_talk (f, 0, "are you there?", "Yes.");
  purple_account_set_username (f->account, "somebody else");
  purple_account_set_username (f->account, "me");
  headless_talk (f, 1, "and now?", "Yes.");
}

int
main (int argc, char **argv)
{
  guint n_changes;
  const Change *changes = changes_get (&n_changes);
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  for (guint o = 0; o < G_N_ELEMENTS (openings); o++)
    for (guint c = 0; c < n_changes; c++)
      {
        g_autofree char *path
            = g_strdup_printf ("/plugin/changes/%s/%s", openings[o].name, changes[c].name);
        Cell *cell = g_new0 (Cell, 1);

        *cell = (Cell){ &openings[o], &changes[c] };
        g_test_add_data_func_full (path, cell, test_nothing_breaks, g_free);
      }
  for (guint i = 0; i < G_N_ELEMENTS (heirs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/changes/inherits/%s", heirs[i].name);

      g_test_add_data_func (path, &heirs[i], test_nobody_inherits_what_was_chosen);
    }
  g_test_add ("/plugin/changes/same-name", Fixture, NULL, headless_setup,
              test_same_name_keeps_what_was_chosen, headless_teardown);
  g_test_add ("/plugin/changes/sitting", Fixture, NULL, headless_setup,
              test_sitting_ends_with_the_accounts_name, headless_teardown);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
