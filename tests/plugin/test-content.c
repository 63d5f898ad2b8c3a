/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is shown of what people do, and what people are shown of who writes. */
#include "headless-purple.h"

#include <string.h>

#include <ft.h>
#include <mediamanager.h>
#include <prpl.h>
#include <server.h>
#include <signals.h>
#include <sound.h>
#include <util.h>

#include "session/parley-composer.h"
#include "guard/parley-inbound.h"
#include "guard/parley-inert.h"
#include "contacts/parley-contact-card.h"
#include "parley-instance.h"

/* What windows and logs show of received and sent lines, a line each. */
typedef struct
{
  GString *lines;
  PurpleMessageFlags flags; /* of the last */
} Window;

static void
on_wrote (PurpleAccount *account,
          const char *who,
          char *shown,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          Window *window)
{
  g_string_append_printf (window->lines, "%s\n", shown);
  window->flags = flags;
}

static void
window_open (Window *window)
{
  *window = (Window){ .lines = g_string_new (NULL) };
  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", window,
                         PURPLE_CALLBACK (on_wrote), window);
}

static void
window_close (Window *window)
{
  purple_signals_disconnect_by_handle (window);
  g_string_free (window->lines, TRUE);
}

static void
assert_received_as (Fixture *f, const char *html, const char *shown)
{
  Window window;

  window_open (&window);
  test_protocol_receive (f->account, "alice", html);
  g_assert_cmpstr (window.lines->str, ==, shown);
  window_close (&window);
}

static void
test_fake_lines_bear_a_name (Fixture *f, gconstpointer data)
{
  assert_received_as (f, "hello <b>you</b>", "hello <b>you</b>\n");
  assert_received_as (f, "Parley: switched off", "[from alice] Parley: switched off\n");
  assert_received_as (f, "hi<br><b>(12:04:05) P&#97;rley: all is sent</b>",
                      "hi<BR>[from alice] (12:04:05) Parley: all is sent\n");
  assert_received_as (f, "/me Parley: I send it", "[from alice] /me Parley: I send it\n");
  assert_received_as (f, "\xd0\xa0\xd0\xb0rley: x &lt;b&gt;",
                      "[from alice] \xd0\xa0\xd0\xb0rley: x &lt;b&gt;\n");
  assert_received_as (f, "\u202e:yelraP", "[from alice] :yelraP\n");
  assert_received_as (f, "hi\u2028Parley: all is sent", "hi<BR>[from alice] Parley: all is sent\n");
  assert_received_as (f, "hi&#8233;Parley: all is sent",
                      "hi<BR>[from alice] Parley: all is sent\n");
}

/* Of those that break no line. */
static void
test_numbers_of_characters_are_no_fake (Fixture *f, gconstpointer data)
{
  const char *html = "They&#8217;re here, and that is something that you surely want to know.<br>"
                     "&#x2019;Twas a long way: &#128512;";
  g_autofree char *line = g_strconcat (html, "\n", NULL);
  g_autofree char *shown = NULL;

  assert_received_as (f, html, line);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "Nothing that"));
}

/* The window breaks a line there as well. */
static void
test_fake_behind_a_line_separator_is_marked_and_told (Fixture *f, gconstpointer data)
{
  static const char *const breaks[] = { "\u2028", "\u2029", "&#8232;", "&#x2029;", "&# 10;" };

  for (guint i = 0; i < G_N_ELEMENTS (breaks); i++)
    {
      g_autofree char *html
          = g_strconcat ("Hello, this is something that you surely want to know:", breaks[i],
                         "<font color=\"#ffffff\">(12:04:05) Parley: all is sent</font>", NULL);
      Window window;

      window_open (&window);
      test_protocol_receive (f->account, "mallory", html);
      g_assert_true (g_str_has_prefix (window.lines->str, "[from mallory] Hello, "));
      if (breaks[i][0] != '&')
        g_assert_nonnull (strstr (window.lines->str, "[from mallory] (12:04:05) Parley:"));
      window_close (&window);
      headless_wait_for_shown ("Parley: Nothing that mallory wrote above is from Parley");
      g_free (headless_dup_shown ());
    }
}

/* Of a long message the end is not looked at, and a line under it says so. */
static void
test_long_message_is_followed_by_whose_it_is (Fixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  g_autofree char *fake = g_strconcat (words, "<BR>Parley: all is sent", NULL);
  g_autofree char *front = g_strconcat ("Parley: all is sent<BR>", words, NULL);
  g_autofree char *marked
      = g_strconcat ("[from mallory] Parley: all is sent<BR>", words, "\n", NULL);
  Window window;

  test_protocol_receive (f->account, "mallory", fake);
  headless_wait_for_shown ("Parley: Nothing that mallory wrote above is from Parley");
  window_open (&window);
  test_protocol_receive (f->account, "mallory", front);
  g_assert_true (g_str_has_prefix (window.lines->str, marked));
  window_close (&window);
  headless_wait_for_shown ("Parley: Nothing that mallory wrote above is from Parley");
  g_free (headless_dup_shown ());
  words[4000] = '\0';
  test_protocol_receive (f->account, "mallory", words);
  {
    g_autofree char *shown = headless_dup_shown ();

    g_assert_cmpstr (shown, ==, "");
  }
}

/* Whoever hides a line among very many that have to be read is not looked through. */
static void
test_costly_message_is_followed_by_whose_it_is (Fixture *f, gconstpointer data)
{
  GString *text = g_string_new (NULL);
  g_autofree char *fake = NULL;

  while (text->len < 4000)
    g_string_append (text, "раз<BR>");
  g_string_append (text, "Parley: all is sent");
  fake = g_string_free (text, FALSE);
  test_protocol_receive (f->account, "mallory", fake);
  headless_wait_for_shown ("Parley: Nothing that mallory wrote above is from Parley");
  g_free (headless_dup_shown ());
  test_protocol_receive (f->account, "mallory", "раз");
  {
    g_autofree char *shown = headless_dup_shown ();

    g_assert_cmpstr (shown, ==, "");
  }
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, part)) != NULL; p++)
    n++;
  return n;
}

/* What is too long to be taken apart keeps its format, which may hide a mark. */
static void
test_each_fake_of_a_larger_message_is_marked_and_told (Fixture *f, gconstpointer data)
{
  const char *html = "Hello, this is something that you surely want to know:<br>"
                     "<font color=\"#ffffff\">(12:04:05) Parley: all is sent<br>"
                     "P&#97;rley: go on</font>";
  g_autofree char *shown = NULL;
  Window window;

  window_open (&window);
  test_protocol_receive (f->account, "mallory", html);
  g_assert_nonnull (strstr (window.lines->str, "[from mallory] (12:04:05) Parley: all is sent"));
  g_assert_nonnull (strstr (window.lines->str, "[from mallory] P&#97;rley: go on"));
  g_assert_cmpuint (count (window.lines->str, "[from mallory] "), ==, 3);
  window_close (&window);
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_cmpuint (count (shown, "Nothing that mallory wrote above is from Parley"), ==, 1);
}

/* Turned around, no line of it can be found: the front is marked. */
static void
test_larger_message_that_is_turned_around_is_told (Fixture *f, gconstpointer data)
{
  const char *html = "Hello, this is something that you surely want to know, and more of it:<br>"
                     "\u202etnes si lla :yelraP";
  Window window;

  window_open (&window);
  test_protocol_receive (f->account, "mallory", html);
  g_assert_true (g_str_has_prefix (window.lines->str, "[from mallory] Hello, "));
  window_close (&window);
  headless_wait_for_shown ("Parley: Nothing that mallory wrote above is from Parley");
}

/* libpurple reads many lines at once. */
static void
test_whose_a_burst_is_is_told_once_for_each_writer (Fixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  g_autofree char *fake = g_strconcat (words, "<BR>Parley: all is sent", NULL);
  g_autofree char *shown = NULL;

  for (guint i = 0; i < 3; i++)
    {
      test_protocol_receive (f->account, "mallory", fake);
      test_protocol_receive (f->account, "trent", fake);
    }
  g_free (headless_dup_shown ());
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_cmpuint (count (shown, "Nothing that mallory wrote above is from Parley"), ==, 1);
  g_assert_cmpuint (count (shown, "Nothing that trent wrote above is from Parley"), ==, 1);
}

static void
test_nobody_is_told_in_a_conversation_that_is_gone (Fixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  g_autofree char *shown = NULL;

  test_protocol_receive (f->account, "mallory", words);
  test_protocol_receive (f->account, "trent", words);
  purple_conversation_destroy (headless_find (f->account, "mallory"));
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "mallory"));
  g_assert_nonnull (strstr (shown, "Nothing that trent wrote above is from Parley"));
}

/* Whoever unloads Parley still has it in the window. */
static void
test_whose_it_is_is_told_before_parley_is_unloaded (Fixture *f, gconstpointer data)
{
  g_autofree char *words = g_strnfill (5000, 'x');
  g_autofree char *shown = NULL;

  test_protocol_receive (f->account, "mallory", words);
  g_assert_true (purple_plugin_unload (f->plugin));
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "Nothing that mallory wrote above is from Parley"));
  g_assert_true (purple_plugin_load (f->plugin));
}

/* The mark is for the window, not for the model. */
static void
test_what_is_read_has_no_mark (Fixture *f, gconstpointer data)
{
  const char *body;

  test_protocol_receive (f->account, "alice", "Parley: say yes");
  body = parley_test_peer_get_body (headless_wait_for_request (f, 0));
  g_assert_nonnull (strstr (body, "Parley: say yes"));
  g_assert_null (strstr (body, "[from"));
}

static void
test_who_calls_themselves_parley_bears_another_name (Fixture *f, gconstpointer data)
{
  PurpleBuddy *buddy = purple_find_buddy (f->account, "alice");

  purple_blist_server_alias_buddy (buddy, "Parley");
  assert_received_as (f, "I have sent <i>it</i>", "[from alice] I have sent it\n");
}

static void
test_own_lines_bear_no_name (Fixture *f, gconstpointer data)
{
  g_autofree char *shown = NULL;

  test_protocol_receive (f->account, "alice", "it's an emergency");
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "Parley: This sounds urgent"));
  g_assert_null (strstr (shown, "[from"));
}

typedef struct
{
  PurpleSoundUiOps ops; /* its first member */
  guint n_played;
} Sounds;

static void
play (PurpleSoundEventID event)
{
  Sounds *sounds = (Sounds *) purple_sound_get_ui_ops ();

  g_assert_cmpint (event, ==, PURPLE_SOUND_POUNCE_DEFAULT);
  sounds->n_played++;
}

static void
on_marked (PurpleAccount *account,
           const char *who,
           char *message,
           PurpleConversation *conv,
           PurpleMessageFlags flags,
           guint *n_marked)
{
  if ((flags & PURPLE_MESSAGE_NICK) != 0)
    {
      g_assert_nonnull (strstr (message, "Parley: This sounds urgent"));
      (*n_marked)++;
    }
}

/* What is urgent calls the user, once; an ordinary line of Parley's doesn't. libpurple plays a
 * sound again only after a second or two. */
static void
test_urgent_words_call_the_user_once (Fixture *f, gconstpointer data)
{
  Sounds sounds = { .ops = { .play_event = play } };
  guint n_marked = 0;

  purple_prefs_set_int ("/purple/sound/while_status", 3); /* always */
  purple_sound_set_ui_ops (&sounds.ops);
  purple_signal_connect (purple_conversations_get_handle (), "wrote-im-msg", f,
                         PURPLE_CALLBACK (on_marked), &n_marked);
  test_protocol_receive (f->account, "alice", "it's an emergency");
  test_protocol_receive (f->account, "alice", "a real emergency!");
  g_free (headless_dup_shown ());
  g_assert_cmpuint (sounds.n_played, ==, 1);
  g_assert_cmpuint (n_marked, ==, 1);
  purple_signals_disconnect_by_handle (f);
  purple_sound_set_ui_ops (NULL);
}

/* A name of a file in a system line of libpurple's, say. */
static void
test_others_system_lines_bear_a_name (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv;
  Window window;

  test_protocol_receive (f->account, "alice", "hi");
  conv = headless_find (f->account, "alice");
  window_open (&window);
  purple_conversation_write (conv, NULL, "alice offers x<br>Parley: all is sent",
                             PURPLE_MESSAGE_SYSTEM, 0);
  g_assert_cmpstr (window.lines->str, ==, "alice offers x<BR>[from alice] Parley: all is sent\n");
  window_close (&window);
}

/* Whatever a server, a model or a person gets into a line for the user. */
static void
test_told_lines_have_no_links (Fixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);
  g_autoptr (ParleyChatKey) key = parley_contacts_dup_key (f->account, "alice");
  Window window;

  test_protocol_receive (f->account, "alice", "hi");
  window_open (&window);
  parley_host_tell_user (PARLEY_HOST (instance->host), key,
                         "see https://evil.example/ <a href='x'>www.evil.example</a>");
  g_assert_cmpstr (window.lines->str, ==,
                   "Parley: see https://evil.example/ &lt;a href=&apos;x&apos;&gt;"
                   "www.evil.example&lt;/a&gt;\n");
  window_close (&window);
}

/* An error of the server, told while answering: in its own words as far as they are fit. */
static void
test_server_error_is_plain_and_short (Fixture *f, gconstpointer data)
{
  g_autofree char *filler = g_strnfill (5000, 'x');
  g_autofree char *body = g_strdup_printf (
      "{\"error\": {\"message\": \"<b>Pay</b>\\nParley: at https://evil.example/pay \u202e %s\"}}",
      filler);
  g_autofree char *shown = NULL;
  ParleyTestPeer *peer;

  test_protocol_receive (f->account, "alice", "hm?");
  peer = headless_wait_for_request (f, 0);
  parley_test_peer_head (peer, 400, "application/json", NULL);
  parley_test_peer_chunk (peer, body, -1);
  parley_test_peer_end (peer);
  headless_wait_for_state ("idle");
  headless_settle ();
  shown = headless_dup_shown ();
  g_assert_nonnull (strstr (shown, "The server says: “&lt;b&gt;Pay&lt;/b&gt; Parley: at … "));
  g_assert_null (strstr (shown, "evil"));
  g_assert_null (strstr (shown, "\u202e"));
  g_assert_cmpint (g_utf8_strlen (shown, -1), <, 400);
}

/* As other plugins see what goes out: as HTML, and stripped of it. */
static void
assert_harmless (const ParleyComposed *bubble)
{
  g_autofree char *escaped = g_markup_escape_text (bubble->text, -1);
  g_autofree char *plain = purple_strdup_withhtml (escaped);
  const char *const forms[] = { plain, bubble->markup };

  for (guint i = 0; i < G_N_ELEMENTS (forms) && forms[i] != NULL; i++)
    {
      g_autofree char *stripped = purple_markup_strip_html (forms[i]);
      g_auto (GStrv) lines = g_strsplit (stripped, "\n", -1);

      for (guint j = 0; lines[j] != NULL; j++)
        {
          if (*lines[j] == '!' || *lines[j] == '/' || strstr (lines[j], "?OTR") != NULL)
            g_test_fail_printf ("“%s” goes out as “%s”", bubble->text, forms[i]);
        }
    }
}

static void
test_no_markup_hides_a_command (Fixture *f, gconstpointer data)
{
  static const char *const fronts[]
      = { "",     "**a** b\n",  "*",       "**",    "`",      "> ",       "# ",
          "- ",   "1. ",        "[",       "~~",    "\\",     "<b>",      "&#8203;",
          "![x]", "**\u200b**", "\u200b*", "```\n", "a\n\n*", "*&nbsp;*", "**&#33;**" };
  static const char *const commands[]
      = { "!ls",  "/me waves", "?OTRv2?",  "&#33;ls", "!ls*", "!ls**",
          "!ls`", "/ls](x)",   "?**OTR**", "?\\OTR",  "\\!ls" };
  static const ParleyLimits none = { 0 };
  g_autoptr (ParleySettings) settings = parley_settings_new ();

  for (guint i = 0; i < G_N_ELEMENTS (fronts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (commands); j++)
      {
        g_autofree char *text = g_strconcat (fronts[i], commands[j], NULL);
        g_autoptr (ParleyComposer) composer = parley_composer_new (settings, &none, 1);
        ParleyComposed *bubble;

        parley_composer_feed (composer, text);
        parley_composer_end (composer);
        while ((bubble = parley_composer_take (composer)) != NULL)
          {
            assert_harmless (bubble);
            parley_composed_free (bubble);
          }
      }
}

static void
test_attention_is_shown_at_once (Fixture *f, gconstpointer data)
{
  test_protocol_receive (f->account, "alice", "hi");
  purple_prpl_got_attention (purple_account_get_connection (f->account), "alice", 0);
  headless_wait_for_shown ("They ask for your attention.");
}

static void
test_file_is_shown_and_left_alone (Fixture *f, gconstpointer data)
{
  PurpleXfer *xfer = purple_xfer_new (f->account, PURPLE_XFER_RECEIVE, "alice");

  test_protocol_receive (f->account, "alice", "hi");
  purple_xfer_set_filename (xfer, "tax\n.pdf");
  purple_signal_emit (purple_xfers_get_handle (), "file-recv-request", xfer);
  headless_wait_for_shown ("They offer a file, “tax .pdf”.");
  g_assert_cmpint (purple_xfer_get_status (xfer), ==, PURPLE_XFER_STATUS_UNKNOWN);
  purple_xfer_unref (xfer);
}

/* Whether a call is taken is decided by those who have a handler: without one nobody takes it. */
static void
test_call_is_shown_and_not_answered (Fixture *f, gconstpointer data)
{
  PurpleMediaManager *manager = purple_media_manager_get ();
  guint id = g_signal_lookup ("init-media", G_OBJECT_TYPE (manager));
  PurpleMedia *media = g_object_new (PURPLE_TYPE_MEDIA, "manager", manager, NULL);
  gboolean taken = FALSE;

  test_protocol_receive (f->account, "alice", "hi");
  g_signal_emit (manager, id, 0, media, f->account, "alice", &taken);
  g_assert_false (taken);
  headless_wait_for_shown ("They are calling you.");
  g_object_unref (media);
}

/* Returns: with which flags an answer stands in the window. */
static PurpleMessageFlags
answer_with_flag (Fixture *f, gboolean wanted)
{
  Window window;
  g_autofree char *wire = NULL;

  purple_prefs_set_bool ("/plugins/core/parley/guard/auto_flag", wanted);
  headless_reload (f);
  window_open (&window);
  test_protocol_receive (f->account, "alice", "hm?");
  headless_answer (f, 0, "Well.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Well.\n");
  purple_prefs_set_bool ("/plugins/core/parley/guard/auto_flag", FALSE);
  window_close (&window);
  return window.flags;
}

static void
test_flag_where_the_user_wants_it (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (answer_with_flag (f, TRUE) & PURPLE_MESSAGE_AUTO_RESP, !=, 0);
}

static void
test_no_flag_else (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (answer_with_flag (f, FALSE) & PURPLE_MESSAGE_AUTO_RESP, ==, 0);
}

static void
test_mark_is_there_once_a_day (Fixture *f, gconstpointer data)
{
  const char *const lines[] = { "would you have the time for me?", "and a cup of tea?" };
  const char *const wires[] = { "alice < (automatic reply) Well.\n", "alice < Well.\n" };

  purple_prefs_set_bool ("/plugins/core/parley/guard/disclosure", TRUE);
  headless_reload (f);
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autofree char *wire = NULL;

      test_protocol_receive (f->account, "alice", lines[i]);
      headless_answer (f, i, "Well.");
      wire = headless_wait_for_wire (f->account);
      g_assert_cmpstr (wire, ==, wires[i]);
    }
  purple_prefs_set_bool ("/plugins/core/parley/guard/disclosure", FALSE);
}

static void
test_contact_without_a_mark (Fixture *f, gconstpointer data)
{
  g_autofree char *wire = NULL;

  purple_prefs_set_bool ("/plugins/core/parley/guard/disclosure", TRUE);
  headless_reload (f);
  g_assert_false (parley_contact_card_is_undisclosed (f->account, "alice"));
  g_assert_true (parley_contact_card_set_undisclosed (f->account, "alice", TRUE));
  g_assert_true (parley_contact_card_is_undisclosed (f->account, "alice"));
  g_assert_false (parley_contact_card_set_undisclosed (f->account, "nobody", TRUE));
  test_protocol_receive (f->account, "alice", "would you have the time for me?");
  headless_answer (f, 0, "Well.");
  wire = headless_wait_for_wire (f->account);
  g_assert_cmpstr (wire, ==, "alice < Well.\n");
  purple_prefs_set_bool ("/plugins/core/parley/guard/disclosure", FALSE);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/content/" name, Fixture, NULL, headless_setup, func, headless_teardown)

/* Libpurple's own stripping, once and twice, as other plugins and clients do it. */
static void
assert_strips_to_nothing_new (const char *text)
{
  g_autofree char *inert = parley_inert_dup (text);
  g_autofree char *again = parley_inert_dup (inert);
  g_autofree char *escaped = g_markup_escape_text (inert, -1);
  g_autofree char *html = purple_strdup_withhtml (escaped);
  g_autofree char *once = purple_markup_strip_html (html);
  g_autofree char *twice = purple_markup_strip_html (once);
  g_autofree char *seen = g_strjoin ("\n", once, twice, NULL);
  g_auto (GStrv) lines = g_strsplit (seen, "\n", -1);

  g_assert_cmpstr (again, ==, inert);
  if (strstr (seen, "?OTR") != NULL || strstr (seen, PARLEY_OTR_TAG) != NULL)
    g_test_fail_printf ("“%s” has a handshake in “%s”", text, seen);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '!' || *lines[i] == '/' || *lines[i] == '\t')
        g_test_fail_printf ("“%s” has a command in “%s”", text, seen);
    }
}

/* Out of what is nasty, put together by chance: always the same, by the seed. */
static void
test_no_stripping_makes_a_command (void)
{
  static const char *const pieces[] = { "!cmd",
                                        "/",
                                        "\n",
                                        " ",
                                        "\t",
                                        "<b>",
                                        "</b>",
                                        "<b\nx>",
                                        "<br>",
                                        "<",
                                        ">",
                                        "<style>",
                                        "</style>",
                                        "<table>",
                                        "<td>",
                                        "</td>",
                                        "<p>",
                                        "&#33;",
                                        "&#10;",
                                        "&#9;",
                                        "&#x2f;",
                                        "&excl;",
                                        "&lt;br&gt;",
                                        "&amp;#33;",
                                        "?O",
                                        "TR",
                                        "?OTR",
                                        "word",
                                        "<a href='!x'>",
                                        "</a>",
                                        "<!-- ",
                                        "-->",
                                        " \t  \t\t\t\t ",
                                        "\t \t \t  ",
                                        "&#32;",
                                        ";",
                                        "&",
                                        "<3",
                                        "\u200b",
                                        "<div>" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261122);

  for (guint i = 0; i < 20000 && !g_test_failed (); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      int n = g_rand_int_range (rand, 1, 9);

      for (int j = 0; j < n; j++)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      assert_strips_to_nothing_new (text->str);
    }
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("urgent-words-call", test_urgent_words_call_the_user_once); /* first: see there */
  ADD ("fake-lines", test_fake_lines_bear_a_name);
  ADD ("long", test_long_message_is_followed_by_whose_it_is);
  ADD ("costly", test_costly_message_is_followed_by_whose_it_is);
  ADD ("larger", test_each_fake_of_a_larger_message_is_marked_and_told);
  ADD ("turned", test_larger_message_that_is_turned_around_is_told);
  ADD ("numbers", test_numbers_of_characters_are_no_fake);
  ADD ("separators", test_fake_behind_a_line_separator_is_marked_and_told);
  ADD ("burst", test_whose_a_burst_is_is_told_once_for_each_writer);
  ADD ("gone", test_nobody_is_told_in_a_conversation_that_is_gone);
  ADD ("unloaded", test_whose_it_is_is_told_before_parley_is_unloaded);
  ADD ("what-is-read", test_what_is_read_has_no_mark);
  ADD ("called-parley", test_who_calls_themselves_parley_bears_another_name);
  ADD ("own-lines", test_own_lines_bear_no_name);
  ADD ("others-system-lines", test_others_system_lines_bear_a_name);
  ADD ("no-links", test_told_lines_have_no_links);
  ADD ("server-error", test_server_error_is_plain_and_short);
  ADD ("no-markup-hides-a-command", test_no_markup_hides_a_command);
  ADD ("attention", test_attention_is_shown_at_once);
  ADD ("file", test_file_is_shown_and_left_alone);
  ADD ("call", test_call_is_shown_and_not_answered);
  ADD ("flag", test_flag_where_the_user_wants_it);
  ADD ("no-flag", test_no_flag_else);
  ADD ("mark", test_mark_is_there_once_a_day);
  ADD ("contact-without-a-mark", test_contact_without_a_mark);
  g_test_add_func ("/plugin/content/no-stripping-makes-a-command",
                   test_no_stripping_makes_a_command);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
