/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What goes out: bubbles, typing, and what other plugins do to them. */
#include "headless-purple.h"

#include <string.h>

#include <server.h>
#include <signals.h>

typedef struct
{
  PurpleAccount *account;
  gsize length;
  GString *wire; /* up to now: asking empties it */
} Expected;

static gboolean
is_long_enough (gpointer data)
{
  Expected *expected = data;
  g_autofree char *more = test_protocol_dup_wire (expected->account);

  g_string_append (expected->wire, more);
  return expected->wire->len >= expected->length;
}

/* Each bubble waits for the disk. */
static void
assert_wire (PurpleAccount *account, const char *expected)
{
  g_autoptr (GString) wire = g_string_new (NULL);
  Expected what = { account, strlen (expected), wire };

  parley_test_wait (is_long_enough, &what);
  headless_settle ();
  is_long_enough (&what);
  g_assert_cmpstr (wire->str, ==, expected);
}

static void
assert_shown (const char *part)
{
  g_autofree char *shown = headless_dup_shown ();

  g_assert_nonnull (strstr (shown, part));
}

static void
test_markup_is_only_text (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "<b>5 < 6 & 7</b>\nnext &#33;line");
  assert_wire (f->account, "alice < &lt;b&gt;5 &lt; 6 &amp; 7&lt;/b&gt;<BR>next &amp;#33;line\n");
}

static void
test_commands_are_only_text (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "!ls\n\n/me waves");
  assert_wire (f->account, "alice <  !ls\nalice <  /me waves\n");
}

/* Where it can be shown, and nowhere else. */
static void
test_markup_is_shown (Fixture *f, gconstpointer data)
{
  PurpleConnection *gc = purple_account_get_connection (f->account);
  const char *answer = "At **two**, `a<b`: [map](https://example.org/?a=1&b=2)\n\n**!ls**";

  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, answer);
  assert_wire (f->account, "alice < At two, a&lt;b: map (https://example.org/?a=1&amp;b=2)\n"
                           "alice <  !ls\n");
  gc->flags |= PURPLE_CONNECTION_HTML;
  test_protocol_receive (f->account, "alice", "and where?");
  headless_answer (f, 1, answer);
  assert_wire (
      f->account,
      "alice < At <b>two</b>, <font face=\"monospace\">a&lt;b</font>: map "
      "(<a href=\"https://example.org/?a=1&amp;b=2\">https://example.org/?a=1&amp;b=2</a>)\n"
      "alice <  !ls\n");
  gc->flags &= ~PURPLE_CONNECTION_HTML;
}

static void
test_address_is_still_our_text (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "See www.example.org for it.\n\nBye.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_nonnull (strstr (wire, "Bye."));
}

static void
test_typing_is_shown_if_the_user_wants_it (Fixture *f, gconstpointer data)
{
  headless_set_int ("reply/pace_cps", 1000);
  headless_set_int ("reply/pace_min_ms", 1500); /* longer than the model takes */
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  assert_wire (f->account, "alice typing\nalice < One.\n");

  purple_prefs_set_bool ("/purple/conversations/im/send_typing", FALSE);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 1, "Two.");
  assert_wire (f->account, "alice < Two.\n");
  purple_prefs_set_bool ("/purple/conversations/im/send_typing", TRUE);
}

/* Known marks hide it, and what only looks like one is for the user to judge. */
static void
test_reasoning_does_not_reach_the_person (Fixture *f, gconstpointer data)
{
  static const char *const known[]
      = { "<THINK>secret</THINK>Pizza!", "[THINK]secret[/THINK]Pizza!",
          "<thought>secret</thought>Pizza!",
          "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>"
          "Pizza!" };
  static const char *const questions[]
      = { "hungry?", "what do you want?", "are you sure?", "nothing else?", "when?" };
  g_autofree char *wire = NULL;
  guint n = 0;

  for (; n < G_N_ELEMENTS (known); n++)
    {
      test_protocol_receive (f->account, "alice", questions[n]);
      headless_answer (f, n, known[n]);
      assert_wire (f->account, "alice < Pizza!\n");
    }
  test_protocol_receive (f->account, "alice", questions[n]);
  headless_answer (f, n, "<plan>secret</plan>Pizza?");
  headless_wait_for_shown ("so some of it may be its reasoning");
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
}

static void
test_failed_send_stops_the_rest (Fixture *f, gconstpointer data)
{
  test_protocol_set_result (f->account, -1);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  assert_wire (f->account, "alice < One.\n");
  assert_shown ("could not be sent");
}

static void
take_out (PurpleAccount *account, const char *who, char **message, gpointer data)
{
  g_free (*message);
  *message = NULL;
}

static void
add_another (PurpleAccount *account, const char *who, char **message, gpointer data)
{
  gboolean *done = data;

  if (*done)
    return;
  *done = TRUE;
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (account, who)), "output of a command");
}

static void
test_veto_stops_the_rest (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;
  int handle;

  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (take_out), NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  purple_signals_disconnect_by_handle (&handle);
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  assert_shown ("removed the answer");
}

static void
test_other_text_in_our_call_pauses_the_chat (Fixture *f, gconstpointer data)
{
  gboolean done = FALSE;
  int handle;

  purple_signal_connect (purple_conversations_get_handle (), "sending-im-msg", &handle,
                         PURPLE_CALLBACK (add_another), &done);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  purple_signals_disconnect_by_handle (&handle);
  assert_wire (f->account, "alice < output of a command\nalice < One.\n");
  assert_shown ("Something else was sent");
  test_protocol_receive (f->account, "alice", "hm?");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
}

/* As libpurple's own "New Line" plugin does. */
static gboolean
decorate (PurpleAccount *account,
          const char *who,
          char **message,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          gpointer data)
{
  g_autofree char *plain = *message;

  *message = g_strconcat ("<br/>decorated: ", plain, NULL);
  return FALSE;
}

static void
test_decoration_for_the_window_is_not_our_text (Fixture *f, gconstpointer data)
{
  int handle;

  purple_signal_connect (purple_conversations_get_handle (), "writing-im-msg", &handle,
                         PURPLE_CALLBACK (decorate), NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "One.\n\nTwo.");
  headless_wait_for_state ("speaking");
  headless_wait_for_state ("idle");
  purple_signals_disconnect_by_handle (&handle);
  assert_wire (f->account, "alice < One.\nalice < Two.\n");
  g_assert_null (
      strstr (parley_test_peer_get_body (headless_wait_for_request (f, 0)), "decorated"));
}

/* Alice takes another nick in the middle of a reply, and somebody else takes hers. */
static void
test_reply_does_not_follow_a_name (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "what is the secret?");
  headless_wait_for_request (f, 0);
  purple_conversation_set_name (headless_find (f->account, "alice"), "alice2");
  purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  headless_answer (f, 0, "The secret.");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  test_protocol_receive (f->account, "alice", "who is there?");
  g_assert_null (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)), "secret"));
}

static void
test_own_words_stand_it_down (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_request (f, 0);
  purple_conv_im_send (PURPLE_CONV_IM (headless_find (f->account, "alice")), "It's me");
  test_protocol_receive (f->account, "alice", "good");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  assert_wire (f->account, "alice < It's me\n");
}

static void
test_own_typing_stands_it_down (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_set_int ("turn/fixed_ms", 100);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "hm?");
  purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (headless_find (f->account, "alice")));
  headless_wait_for_state ("idle");
  purple_conv_im_stop_send_typed_timeout (PURPLE_CONV_IM (headless_find (f->account, "alice")));
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

/* They began to write, and paused over it, before anything was going on. */
static void
test_own_typing_while_idle_stands_it_down (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");

  purple_conv_im_start_send_typed_timeout (PURPLE_CONV_IM (conv));
  headless_wait_for_trace ("standdown");
  purple_conv_im_stop_send_typed_timeout (PURPLE_CONV_IM (conv));
  test_protocol_receive (f->account, "alice", "hm?");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
test_own_words_while_invisible_count (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  purple_account_set_status (f->account, "invisible", TRUE, NULL);
  purple_conv_im_send (
      PURPLE_CONV_IM (purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice")), "psst");
  purple_account_set_status (f->account, "available", TRUE, NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_settle ();
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < psst\n");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

/* A protocol that sends us our own messages back, as carbons do. */
static void
test_echo_is_not_the_user (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Yes.");
  assert_wire (f->account, "alice < Yes.\n");
  test_protocol_receive_at (f->account, "alice", "Yes.", PURPLE_MESSAGE_SEND, time (NULL));
  test_protocol_receive (f->account, "alice", "good.");
  headless_answer (f, 1, "Indeed.");
  assert_wire (f->account, "alice < Indeed.\n");
}

static void
test_words_from_another_device_stand_it_down (Fixture *f, gconstpointer data)
{
  test_protocol_receive_at (f->account, "alice", "I wrote this on the phone",
                            PURPLE_MESSAGE_SEND | PURPLE_MESSAGE_REMOTE_SEND, time (NULL));
  test_protocol_receive (f->account, "alice", "good.");
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

static void
test_barge_in_stops_and_answers_both (Fixture *f, gconstpointer data)
{
  headless_set_int ("reply/pace_cps", 10);
  headless_set_int ("reply/pace_min_ms", 0);
  headless_reload (f);
  test_protocol_receive (f->account, "alice", "how is pizza made?");
  headless_answer (f, 0, "Dough.\n\nThen a very long story that is never told to the end.");
  g_free (headless_wait_for_wire (f->account));
  test_protocol_receive (f->account, "alice", "and calzone?");
  headless_answer (f, 1, "Folded.");
  assert_wire (f->account, "alice typing\nalice < Folded.\n");
  g_assert_nonnull (strstr (parley_test_peer_get_body (headless_wait_for_request (f, 1)),
                            "\\nDough.\\n</notes-"));
}

static void
test_away_note_needs_no_server (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_set_string ("backend/kind", "builtin");
  headless_reload (f);
  purple_account_set_status (f->account, "away", TRUE, "message", "Gone <i>fishing</i>", NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  wire = headless_wait_for_wire (f->account);
  g_assert_nonnull (strstr (wire, "Gone fishing"));
  g_clear_pointer (&wire, g_free);
  test_protocol_receive (f->account, "alice", "hello?");
  headless_wait_for_state ("thinking");
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
}

/* Two messages of one time away: the second person gets the newer, the first no other note. */
static void
test_another_away_message_is_the_same_time_away (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_set_string ("backend/kind", "builtin");
  headless_reload (f);
  purple_account_set_status (f->account, "away", TRUE, "message", "Listening to a song", NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  g_free (headless_wait_for_wire (f->account));
  purple_account_set_status (f->account, "away", TRUE, "message", "Listening to another", NULL);
  headless_add_buddy (f->account, "bob", TRUE);
  test_protocol_receive (f->account, "alice", "still there?");
  test_protocol_receive (f->account, "bob", "hm?");
  wire = headless_wait_for_wire (f->account);
  g_assert_true (g_str_has_prefix (wire, "bob < "));
  g_assert_null (strstr (wire, "alice < "));
}

/* The user comes back while the note is being typed. */
static void
test_note_is_not_sent_after_the_return (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  headless_set_string ("backend/kind", "builtin");
  headless_set_int ("reply/pace_cps", 1000);
  headless_set_int ("reply/pace_min_ms", 300);
  headless_reload (f);
  purple_account_set_status (f->account, "away", TRUE, NULL);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state ("speaking");
  purple_account_set_status (f->account, "available", TRUE, NULL);
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_null (strstr (wire, " < "));
}

static void
test_server_in_trouble_is_told (Fixture *f, gconstpointer data)
{
  ParleyTestPeer *peer;
  g_autofree char *wire = NULL;

  test_protocol_receive (f->account, "alice", "hm?");
  peer = headless_wait_for_request (f, 0);
  parley_test_peer_head (peer, 500, "text/plain", NULL);
  parley_test_peer_end (peer);
  headless_wait_for_state ("idle");
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  assert_shown ("No answer was sent");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/send/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("markup", test_markup_is_only_text);
  ADD ("markup-shown", test_markup_is_shown);
  ADD ("commands", test_commands_are_only_text);
  ADD ("address", test_address_is_still_our_text);
  ADD ("typing", test_typing_is_shown_if_the_user_wants_it);
  ADD ("reasoning", test_reasoning_does_not_reach_the_person);
  ADD ("failed", test_failed_send_stops_the_rest);
  ADD ("veto", test_veto_stops_the_rest);
  ADD ("other-text", test_other_text_in_our_call_pauses_the_chat);
  ADD ("decoration", test_decoration_for_the_window_is_not_our_text);
  ADD ("renamed-person", test_reply_does_not_follow_a_name);
  ADD ("own-typing-while-idle", test_own_typing_while_idle_stands_it_down);
  ADD ("own-words-while-invisible", test_own_words_while_invisible_count);
  ADD ("away-message", test_another_away_message_is_the_same_time_away);
  ADD ("note-after-the-return", test_note_is_not_sent_after_the_return);
  ADD ("own-words", test_own_words_stand_it_down);
  ADD ("own-typing", test_own_typing_stands_it_down);
  ADD ("echo", test_echo_is_not_the_user);
  ADD ("other-device", test_words_from_another_device_stand_it_down);
  ADD ("barge-in", test_barge_in_stops_and_answers_both);
  ADD ("away-note", test_away_note_needs_no_server);
  ADD ("server-in-trouble", test_server_in_trouble_is_told);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
