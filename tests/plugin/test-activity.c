/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines about what Parley does, in libpurple: nobody's attention, and nobody's log. */
#include "headless-purple.h"

#include <string.h>

#define LINE "Parley: Thinking about an answer."

/* What is written in a conversation, for a client that says what has the focus. */
typedef struct
{
  PurpleMessageFlags flags; /* of our line */
  guint n;                  /* of our lines */
} Seen;

static void
on_wrote (PurpleAccount *account,
          const char *who,
          char *message,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          gpointer data)
{
  Seen *seen = data;

  if (!g_str_has_prefix (message, "Parley: "))
    return;
  seen->flags = flags;
  seen->n++;
}

static gboolean
has_focus (PurpleConversation *conv)
{
  return purple_conversation_get_data (conv, "has-focus") != NULL;
}

static void
present (PurpleConversation *conv)
{
  g_assert_not_reached ();
}

static PurpleConversation *
open_conversation (PurpleAccount *account,
                   const char *who,
                   PurpleConversationUiOps *ops,
                   gboolean focus)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, account, who);

  *ops = *purple_conversation_get_ui_ops (conv);
  ops->has_focus = has_focus;
  ops->present = present;
  purple_conversation_set_ui_ops (conv, ops);
  purple_conversation_set_data (conv, "has-focus", GINT_TO_POINTER (focus));
  return conv;
}

static void
write_by_hand (PurpleConversation *conv)
{
  purple_conv_im_send (PURPLE_CONV_IM (conv), "I am here.");
  headless_wait_for_trace ("standdown");
}

/* Returns: whether a file in the folder has @needle in it. */
static gboolean
is_in_folder (const char *path, const char *needle)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *content = NULL;
  gboolean found = FALSE;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      found |= is_in_folder (child, needle);
    }
  if (dir == NULL && g_file_get_contents (path, &content, NULL, NULL))
    found = strstr (content, needle) != NULL;
  return found;
}

static void
test_line_is_no_message_and_not_logged (Fixture *f, gconstpointer data)
{
  g_autofree char *logs = g_build_filename (purple_user_dir (), "logs", NULL);
  g_autofree char *wire = NULL;
  PurpleConversationUiOps ops;
  Seen seen = { 0 };
  PurpleConversation *conv = open_conversation (f->account, "alice", &ops, TRUE);

  purple_conversation_set_logging (conv, TRUE);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", &seen,
                         PURPLE_CALLBACK (on_wrote), &seen);
  test_protocol_receive (f->account, "alice", "what of the zebra?");
  headless_wait_for_shown (LINE);
  g_assert_cmpuint (seen.n, ==, 1);
  g_assert_cmphex (seen.flags, ==,
                   PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_NO_LOG | PURPLE_MESSAGE_NO_LINKIFY);
  wire = test_protocol_dup_wire (f->account);
  g_assert_cmpstr (wire, ==, "");
  purple_conversation_close_logs (conv);
  g_assert_true (is_in_folder (logs, "zebra"));
  g_assert_false (is_in_folder (logs, "Thinking"));
  purple_signals_disconnect_by_handle (&seen);
  purple_conversation_destroy (conv);
}

/* There it would mark the tab. The other chat shows that there was time for it. */
static void
test_only_a_chat_with_the_focus_has_lines (Fixture *f, gconstpointer data)
{
  PurpleConversationUiOps ops;
  Seen seen = { 0 };
  PurpleConversation *conv = open_conversation (f->account, "alice", &ops, FALSE);
  PurpleConversation *witness;

  headless_add_buddy (f->other, "witness", TRUE);
  witness = open_conversation (f->other, "witness", &ops, TRUE);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", &seen,
                         PURPLE_CALLBACK (on_wrote), &seen);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_wait_for_state ("thinking");
  test_protocol_receive (f->other, "witness", "hm?");
  headless_wait_for_shown (LINE);
  g_assert_cmpuint (seen.n, ==, 1);
  purple_conversation_set_data (conv, "has-focus", GINT_TO_POINTER (TRUE));
  headless_wait_for_shown (LINE);
  g_assert_cmpuint (seen.n, ==, 2);
  purple_signals_disconnect_by_handle (&seen);
  purple_conversation_destroy (conv);
  purple_conversation_destroy (witness);
}

static void
test_off_means_off (Fixture *f, gconstpointer data)
{
  g_autofree char *on = NULL;
  g_autofree char *off = NULL;
  PurpleConversationUiOps ops;
  PurpleConversation *conv = open_conversation (f->account, "alice", &ops, TRUE);

  write_by_hand (conv);
  on = headless_dup_shown ();
  g_assert_cmpstr (on, ==, "Parley: Stopped: you are writing.\n");
  purple_prefs_set_bool ("/plugins/core/parley/guard/status_lines", FALSE);
  headless_reload (f);
  write_by_hand (conv);
  off = headless_dup_shown ();
  g_assert_cmpstr (off, ==, "");
  purple_prefs_set_bool ("/plugins/core/parley/guard/status_lines", TRUE);
  purple_conversation_destroy (conv);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  g_test_add ("/plugin/activity/no-message", Fixture, NULL, headless_setup,
              test_line_is_no_message_and_not_logged, headless_teardown);
  g_test_add ("/plugin/activity/focus", Fixture, NULL, headless_setup,
              test_only_a_chat_with_the_focus_has_lines, headless_teardown);
  g_test_add ("/plugin/activity/off", Fixture, NULL, headless_setup, test_off_means_off,
              headless_teardown);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
