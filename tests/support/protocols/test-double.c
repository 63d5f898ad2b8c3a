/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Each double does what the source does that its profile names: one course of events, without
 * Parley, and all that libpurple and the user get to see of it, against transcripts/ that were
 * compared with the sources by hand. */
#include "double.h"

#include <string.h>

#include <core.h>
#include <eventloop.h>
#include <ft.h>
#include <prefs.h>
#include <signals.h>
#include <util.h>

#include "headless.h"
#include "test-folder.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_disable()
#define __lsan_enable()
#endif

#define TOO_LONG 5000

/* Of longer lines a transcript has the beginning; a line's end is a bar there. */
#define LONG 1000

typedef struct
{
  Double *it;
  PurpleAccount *account;
  GString *seen;
} Course;

/* The program without a screen */

static PurpleEventLoopUiOps event_loop_ops = {
  /* libpurple: wants it not const */
  .timeout_add = g_timeout_add,
  .timeout_remove = g_source_remove,
  .timeout_add_seconds = g_timeout_add_seconds,
};

static PurpleCoreUiOps core_ops = { .ui_init = NULL }; /* libpurple: as above */

static char *
start (void)
{
  char *folder = g_dir_make_tmp ("parley-double-XXXXXX", NULL);

  purple_util_set_user_dir (folder);
  purple_core_set_ui_ops (&core_ops);
  purple_eventloop_set_ui_ops (&event_loop_ops);
  __lsan_disable (); /* libpurple never gives back some of what it takes here */
  g_assert_true (purple_core_init ("double"));
  __lsan_enable ();
  purple_set_blist (purple_blist_new ());
  /* Nobody types here, so libpurple would have the user away by itself. */
  purple_prefs_set_bool ("/purple/away/away_when_idle", FALSE);
  purple_prefs_set_bool ("/purple/logging/log_ims", FALSE);
  return folder;
}

/* What is seen */

static void
append_flags (GString *seen, PurpleMessageFlags flags)
{
  static const struct
  {
    PurpleMessageFlags flag;
    const char *word;
  } words[] = {
    { PURPLE_MESSAGE_SEND, "send" },       { PURPLE_MESSAGE_RECV, "recv" },
    { PURPLE_MESSAGE_SYSTEM, "system" },   { PURPLE_MESSAGE_ERROR, "error" },
    { PURPLE_MESSAGE_DELAYED, "delayed" }, { PURPLE_MESSAGE_NO_LOG, "no-log" },
    { PURPLE_MESSAGE_IMAGES, "images" },   { PURPLE_MESSAGE_REMOTE_SEND, "remote" },
  };
  const char *gap = "";

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if ((flags & words[i].flag) == 0)
        continue;
      g_string_append_printf (seen, "%s%s", gap, words[i].word);
      gap = "|";
    }
}

/* As it stands in a transcript: pictures are numbered as they come, and times are those of the day.
 */
static char *
dup_one_line (const char *html)
{
  g_autoptr (GRegex) number = g_regex_new ("(?<=<img id=['\"])[0-9]+", 0, 0, NULL);
  g_autoptr (GRegex) time = g_regex_new ("[0-9]{2}:[0-9]{2}:[0-9]{2}", 0, 0, NULL);
  g_autofree char *timeless = g_regex_replace_literal (time, html, -1, 0, "HH:MM:SS", 0, NULL);
  g_autofree char *unnumbered = g_regex_replace_literal (number, timeless, -1, 0, "N", 0, NULL);
  gboolean is_long = strlen (unnumbered) > LONG;

  unnumbered[MIN (strlen (unnumbered), is_long ? 10 : LONG)] = '\0';
  for (char *c = unnumbered; *c != '\0'; c++)
    *c = *c == '\n' ? '|' : *c;
  return g_strconcat (unnumbered, is_long ? "…" : "", NULL);
}

static void
on_wrote (PurpleAccount *account,
          const char *who,
          char *html,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          Course *course)
{
  PurpleConvMessage *line = purple_conversation_get_message_history (conv)->data;
  int age_s = (int) (time (NULL) - purple_conversation_message_get_timestamp (line));
  g_autofree char *one_line = dup_one_line (html);

  g_string_append (course->seen, "    ");
  append_flags (course->seen, flags);
  if (age_s > 30) /* the course itself takes a moment */
    g_string_append_printf (course->seen, " (%d h ago)", (age_s + 30) / 3600);
  g_string_append_printf (course->seen, " %s: %s\n", who != NULL ? who : "-", one_line);
}

static void
on_typing (PurpleAccount *account, const char *who, Course *course)
{
  g_string_append_printf (course->seen, "    %s types\n", who);
}

static void
on_stopped (PurpleAccount *account, const char *who, Course *course)
{
  g_string_append_printf (course->seen, "    %s no longer types\n", who);
}

static void
on_offered (PurpleXfer *xfer, Course *course)
{
  g_string_append_printf (course->seen, "    %s offers %s\n", xfer->who,
                          purple_xfer_get_filename (xfer));
}

static void
watch (Course *course)
{
  void *handle = purple_conversations_get_handle ();

  purple_signal_connect (handle, "wrote-im-msg", course, PURPLE_CALLBACK (on_wrote), course);
  purple_signal_connect (handle, "buddy-typing", course, PURPLE_CALLBACK (on_typing), course);
  purple_signal_connect (handle, "buddy-typing-stopped", course, PURPLE_CALLBACK (on_stopped),
                         course);
  purple_signal_connect (purple_xfers_get_handle (), "file-recv-request", course,
                         PURPLE_CALLBACK (on_offered), course);
}

static void
wait (Course *course, int seconds)
{
  g_string_append_printf (course->seen, "  %d s later\n", seconds);
  for (int i = 0; i < seconds; i++)
    {
      headless_clock_step (1);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

static void
heading (Course *course, const char *text)
{
  g_string_append_printf (course->seen, "%s\n", text);
}

/* What the protocol cannot show is said, so that nobody takes it for forgotten. */
static void
did (Course *course, gboolean shown)
{
  if (!shown)
    g_string_append (course->seen, "    nothing\n");
}

/* The course of events */

static void
say (Course *course, const char *html)
{
  const char *who = double_get_person (course->it);
  PurpleConversation *conv
      = purple_find_conversation_with_account (PURPLE_CONV_TYPE_IM, who, course->account);
  g_autofree char *wire = NULL;

  if (conv == NULL)
    conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, course->account, who);
  purple_conv_im_send (PURPLE_CONV_IM (conv), html);
  wire = double_dup_wire (course->it);
  if (wire[0] == '\0')
    g_string_append (course->seen, "    nothing goes out\n");
}

static void
run_sending (Course *course)
{
  g_autofree char *long_text = g_strnfill (TOO_LONG, 'x');

  heading (course, "a message is sent");
  say (course, "5 &lt; 6 &amp; <b>7</b><BR>a line");
  wait (course, 2);
  heading (course, "the line for it is lost");
  double_set_fate (course->it, DOUBLE_LOSE);
  say (course, "lost");
  wait (course, 70);
  heading (course, "the server refuses it");
  double_set_fate (course->it, DOUBLE_REFUSE);
  say (course, "refused");
  wait (course, 70);
  double_set_fate (course->it, DOUBLE_ACCEPT);
  heading (course, "to somebody with whom the service has no conversation yet");
  if (double_close_room (course->it, double_get_person (course->it)))
    say (course, "first");
  wait (course, 70);
  heading (course, "5000 letters");
  say (course, long_text);
  wait (course, 70);
}

static void
run_own_words (Course *course)
{
  const char *who = double_get_person (course->it);

  heading (course, "the user writes on another device");
  did (course, double_write_elsewhere (course->it, who, "5 < 6 & 7\na line"));
  heading (course, "what the user wrote a day ago on another device");
  did (course, double_write_elsewhere_at (course->it, who, "old", 86400));
  heading (course, "the user edits it there");
  did (course, double_edit_own (course->it, who, "before", "after"));
  heading (course, "an own message gets a preview");
  did (course, double_preview_own (course->it, who, "https://example.org/"));
}

static void
run_person (Course *course)
{
  const char *who = double_get_person (course->it);

  heading (course, "they write");
  double_write (course->it, who, "5 < 6 & 7\na line");
  heading (course, "what they wrote a day ago");
  double_write_at (course->it, who, "old", 86400);
  heading (course, "it comes again");
  double_deliver_again (course->it);
  heading (course, "somebody who is not in the list writes");
  double_write (course->it, double_get_stranger (course->it), "hello");
  heading (course, "an edit");
  did (course, double_edit (course->it, who, "at 6", "at 7"));
  heading (course, "a deletion");
  did (course, double_delete (course->it, who, "at 7"));
  heading (course, "a reaction");
  did (course, double_react (course->it, who, "👍", "see you"));
  heading (course, "a pin");
  did (course, double_pin (course->it, who, "at 7"));
  heading (course, "a call");
  did (course, double_call (course->it, who));
  heading (course, "a poll");
  did (course, double_poll (course->it, who, "which day?"));
  heading (course, "what is written disappears after a while");
  did (course, double_expire (course->it, who));
  heading (course, "an answer with a quote");
  did (course, double_quote (course->it, who, "at 6?", "at 7"));
  heading (course, "a picture");
  did (course, double_send_picture (course->it, who));
  heading (course, "a voice message");
  did (course, double_send_voice (course->it, who));
}

static void
run_typing (Course *course)
{
  const char *who = double_get_person (course->it);

  heading (course, "they type");
  did (course, double_type (course->it, who, TRUE));
  wait (course, 30);
  heading (course, "they type and stop");
  double_type (course->it, who, TRUE);
  did (course, double_type (course->it, who, FALSE));
  heading (course, "somebody who is not in the list types");
  did (course, double_type (course->it, double_get_stranger (course->it), TRUE));
  wait (course, 30);
  heading (course, "they type while the account is away");
  purple_account_set_status (course->account, "away", TRUE, NULL);
  did (course, double_type (course->it, who, TRUE));
  wait (course, 30);
}

static void
run_reconnect (Course *course)
{
  heading (course, "the connection breaks with a line under way");
  say (course, "under way");
  purple_account_disconnect (course->account);
  wait (course, 70);
  purple_account_connect (course->account);
}

static void
end (Course *course)
{
  purple_signals_disconnect_by_handle (course);
  while (purple_get_ims () != NULL)
    purple_conversation_destroy (purple_get_ims ()->data);
  purple_account_set_enabled (course->account, purple_core_get_ui (), FALSE);
  purple_accounts_delete (course->account);
  double_free (course->it);
  g_string_free (course->seen, TRUE);
}

static char *
dup_transcript (const char *profile)
{
  g_autofree char *name = g_strdup_printf ("%s.txt", profile);
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "support", "protocols", "transcripts", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_does_as_its_source (gconstpointer data)
{
  const char *profile = data;
  g_autofree char *expected = dup_transcript (profile);
  Course course = { .seen = g_string_new (NULL) };

  course.it = double_new (profile);
  course.account = double_connect (course.it, "me");
  watch (&course);
  run_sending (&course);
  run_own_words (&course);
  run_person (&course);
  run_typing (&course);
  run_reconnect (&course);
  g_assert_cmpstr (course.seen->str, ==, expected);
  end (&course);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) names = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = start ();
  names = double_dup_names ();
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/protocols/double/%s", names[i]);

      g_test_add_data_func (path, names[i], test_does_as_its_source);
    }
  result = g_test_run ();
  purple_core_quit ();
  parley_test_folder_remove (folder);
  return result;
}
