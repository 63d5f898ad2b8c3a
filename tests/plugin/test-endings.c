/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Every end, in every state: closed, signed off, switched off, unloaded. */
#include "headless-purple.h"

#include <string.h>

typedef void (*Ending) (Fixture *f);

static void
end_close (Fixture *f)
{
  purple_conversation_destroy (headless_find (f->account, "alice"));
}

static void
end_sign_off (Fixture *f)
{
  purple_account_disconnect (f->account);
}

static void
end_unload (Fixture *f)
{
  g_assert_true (purple_plugin_unload (f->plugin));
}

static void
end_remove_account (Fixture *f)
{
  GString *wire = f->account->ui_data;

  f->account->ui_data = NULL;
  if (wire != NULL)
    g_string_free (wire, TRUE);
  purple_accounts_delete (f->account);
  f->account = NULL;
}

static void
end_remove_buddy (Fixture *f)
{
  purple_blist_remove_buddy (purple_find_buddy (f->account, "alice"));
}

static void
end_own_words (Fixture *f)
{
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (f->account, "alice")), "I'm here");
}

/* Here it comes back as a carbon of what another device sent. */
static void
end_own_words_elsewhere (Fixture *f)
{
  test_protocol_receive_at (f->account, "alice", "I'm here",
                            PURPLE_MESSAGE_SEND | PURPLE_MESSAGE_REMOTE_SEND, time (NULL));
}

typedef struct
{
  const char *name;
  Ending end;
  const char *wire; /* what may still go out, besides what was said before */
} EndingCase;

static const EndingCase endings[] = {
  { "close", end_close, "" },
  { "sign-off", end_sign_off, "" },
  { "unload", end_unload, "" },
  { "remove-account", end_remove_account, "" },
  { "remove-buddy", end_remove_buddy, "" },
  { "own-words", end_own_words, "alice < I'm here\n" },
  { "own-words-elsewhere", end_own_words_elsewhere, "" },
};

static const char *const states[] = { "idle", "collecting", "thinking", "speaking" };

typedef struct
{
  const char *state;
  guint ending;
} Cell;

static gboolean
is_hung_up (gpointer data)
{
  return parley_test_peer_is_closed (data);
}

static void
test_ending (gconstpointer data)
{
  const Cell *cell = data;
  Fixture f;
  g_autofree char *wire = NULL;

  headless_setup (&f, NULL);
  headless_bring_to (&f, cell->state);
  endings[cell->ending].end (&f);
  if (g_str_equal (cell->state, "thinking") && endings[cell->ending].end != end_remove_buddy)
    parley_test_wait (is_hung_up, headless_wait_for_request (&f, 0));
  headless_settle ();
  wire = f.account != NULL ? test_protocol_dup_wire (f.account) : g_strdup ("");
  g_assert_cmpstr (wire, ==, endings[cell->ending].wire);
  headless_teardown (&f, NULL);
}

/* There is no signal for it: a chat looks when it is about to do something, and the watch looks
 * every three seconds. */
static void
test_own_typing_ends_it (gconstpointer data)
{
  const char *state = data;
  Fixture f;
  g_autofree char *wire = NULL;
  gint64 since;

  headless_setup (&f, NULL);
  headless_bring_to (&f, state);
  since = g_get_monotonic_time ();
  purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (headless_find (f.account, "alice")));
  headless_wait_for_trace ("standdown");
  g_assert_cmpint (g_get_monotonic_time () - since, <, 4 * G_USEC_PER_SEC);
  parley_test_wait (is_hung_up, headless_wait_for_request (&f, 0));
  headless_settle ();
  wire = test_protocol_dup_wire (f.account);
  g_assert_cmpstr (wire, ==, "");
  headless_teardown (&f, NULL);
}

/* The person goes on while Parley thinks: the server sees the connection closed at once, not only
 * when it is asked again. */
static void
test_restart_hangs_up (Fixture *f, gconstpointer data)
{
  ParleyTestPeer *peer;

  test_protocol_receive (f->account, "alice", "hm?");
  peer = headless_wait_for_request (f, 0);
  test_protocol_receive (f->account, "alice", "wait");
  parley_test_wait (is_hung_up, peer);
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  headless_answer (f, 1, "Yes.");
  g_free (headless_wait_for_wire (f->account));
}

static void
test_turn_is_read_again_after_a_reconnect (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  purple_account_disconnect (f->account);
  headless_settle ();
  purple_account_connect (f->account);
  headless_answer (f, 1, "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yes.\n");
}

static void
on_sending (PurpleAccount *account, const char *who, char **message, gpointer data)
{
  purple_plugin_unload (purple_plugins_find_with_id ("core-parley"));
}

/* After a start there is no conversation yet. */
static void
test_turn_of_an_earlier_run_is_answered_in_a_new_conversation (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "are you there?");
  headless_wait_for_request (f, 0);
  end_unload (f);
  end_close (f);
  g_assert_true (purple_plugin_load (f->plugin));
  headless_answer (f, 1, "Yes.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Yes.\n");
  g_assert_nonnull (headless_find (f->account, "alice"));
}

static void
test_unloaded_while_sending (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;
  int handle;

  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (on_sending), NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  wire = headless_wait_for_wire (f->account);
  purple_signals_disconnect_by_handle (&handle);
  g_assert_cmpstr (wire, ==, "alice < One.\n");
  g_assert_false (purple_plugin_is_loaded (f->plugin));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/endings/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  for (guint s = 0; s < G_N_ELEMENTS (states); s++)
    for (guint e = 0; e < G_N_ELEMENTS (endings); e++)
      {
        g_autofree char *path
            = g_strdup_printf ("/plugin/endings/%s/%s", states[s], endings[e].name);
        Cell *cell = g_new0 (Cell, 1);

        cell->state = states[s];
        cell->ending = e;
        g_test_add_data_func_full (path, cell, test_ending, g_free);
      }
  g_test_add_data_func ("/plugin/endings/thinking/own-typing", "thinking", test_own_typing_ends_it);
  g_test_add_data_func ("/plugin/endings/speaking/own-typing", "speaking", test_own_typing_ends_it);
  ADD ("restart-hangs-up", test_restart_hangs_up);
  ADD ("reconnect", test_turn_is_read_again_after_a_reconnect);
  ADD ("earlier-run", test_turn_of_an_earlier_run_is_answered_in_a_new_conversation);
  ADD ("unloaded-while-sending", test_unloaded_while_sending);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
