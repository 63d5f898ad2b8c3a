/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is shown of what a model would be told: that, and nothing changes by it. */
#include "engine-fixture.h"

#include <string.h>

#include "backend/parley-request.h"

typedef struct
{
  gboolean done;
  char *text;
  GError *error;
} Shown;

static void
on_shown (GObject *source, GAsyncResult *result, gpointer data)
{
  Shown *shown = data;

  shown->text = parley_engine_preview_finish (result, &shown->error);
  shown->done = TRUE;
}

static void
shown_clear (Shown *shown)
{
  g_free (shown->text);
  g_clear_error (&shown->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static void
look (Fixture *f, const ParleyChatKey *key, Shown *shown)
{
  parley_engine_preview_async (f->engine, key, NULL, on_shown, shown);
  fixture_settle (f);
  while (!shown->done)
    g_main_context_iteration (NULL, TRUE);
}

static char *
dup_last_request (Fixture *f)
{
  return parley_request_text_dup (
      g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1));
}

static void
talk (Fixture *f, const char *question, const char *answer)
{
  write_line (f, f->alice, question);
  pass (f, 3000);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 1000);
}

/* Returns: (transfer full): @text without the lines that say what is missing. */
static char *
dup_without_gaps (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GPtrArray) left = g_ptr_array_new ();

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (!g_str_has_prefix (lines[i], PARLEY_REQUEST_GAP))
        g_ptr_array_add (left, lines[i]);
    }
  g_ptr_array_add (left, NULL);
  return g_strjoinv ("\n", (char **) left->pdata);
}

/* To the byte, but for the lines that say what is missing. */
static void
test_it_is_what_is_sent (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };
  g_autofree char *sent = NULL;
  g_autofree char *bare = NULL;

  g_assert_true (parley_settings_set_string (f->settings, PARLEY_SETTING_BRAIN_NAME, "Alex", NULL));
  fixture_use_scripted_model (f);
  talk (f, "do you sing?", "Like a tap.");
  write_line (f, f->alice, "and dance?");
  look (f, f->alice, &shown);
  g_assert_no_error (shown.error);
  pass (f, 3000);
  sent = dup_last_request (f);
  g_assert_nonnull (strstr (sent, "and dance?"));
  g_assert_nonnull (strstr (sent, "The owner is Alex."));
  bare = dup_without_gaps (shown.text);
  g_assert_true (g_str_has_suffix (bare, sent));
}

static void
assert_gap (const Shown *shown, const char *what, gboolean expected)
{
  g_autofree char *line = g_strdup_printf ("\n" PARLEY_REQUEST_GAP "%s\n", what);

  if ((strstr (shown->text, line) != NULL) != expected)
    g_error ("“%s” is%s there:\n%s", what, expected ? " not" : "", shown->text);
}

/* Each message in full, as the server gets it. */
static void
assert_is_request (const char *text, const ParleyRequest *request)
{
  g_autofree char *bare = dup_without_gaps (text);

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      g_assert_null (strstr (message->text, PARLEY_REQUEST_GAP));
      g_assert_nonnull (strstr (bare, message->text));
    }
}

/* In its place, each by a line of ours, and never told to a model. */
static void
test_what_has_no_value_is_marked (Fixture *f, gconstpointer data)
{
  g_auto (Shown) bare = { FALSE };
  g_auto (Shown) asked = { FALSE };
  g_auto (Shown) full = { FALSE };

  fixture_use_scripted_model (f);
  look (f, f->alice, &bare);
  assert_gap (&bare, "Your name is not given yet.", TRUE);
  assert_gap (&bare, "Nothing about you is given yet.", TRUE);
  assert_gap (&bare, "How you write to them is not known yet.", TRUE);
  assert_gap (&bare, "Nothing was said before this.", TRUE);
  assert_gap (&bare, "What Parley remembers that fits what they write next comes here.", TRUE);
  g_assert_nonnull (strstr (bare.text,
                            "]\n" PARLEY_REQUEST_GAP "What Parley remembers that fits what they "
                            "write next comes here.\n" PARLEY_REQUEST_GAP
                            "What they write next comes here.\n=== tools\n"));
  write_line (f, f->alice, "do you sing?");
  look (f, f->alice, &asked);
  assert_gap (&asked, "Parley remembers nothing that fits what they wrote.", TRUE);
  assert_gap (&asked, "What they write next comes here.", FALSE);
  pass (f, 3000);
  assert_is_request (asked.text, g_ptr_array_index (f->backend->requests, 0));
  parley_test_backend_answer (f->backend, "Like a tap.");
  pass (f, 1000);
  g_assert_true (parley_settings_set_string (f->settings, PARLEY_SETTING_BRAIN_NAME, "Alex", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BRAIN_ABOUT, "I sing.", NULL));
  fixture_use_scripted_model (f);
  look (f, f->alice, &full);
  assert_gap (&full, "Your name is not given yet.", FALSE);
  assert_gap (&full, "Nothing about you is given yet.", FALSE);
  assert_gap (&full, "Nothing was said before this.", FALSE);
  assert_gap (&full, "What was said needs no summary yet.", TRUE);
}

/* A request would be one more, a hint would be gone, and the store would have another nonce. */
static void
test_looking_changes_nothing (Fixture *f, gconstpointer data)
{
  g_autofree char *status = NULL;
  g_autofree char *after = NULL;
  g_autofree char *sent = NULL;
  guint n;

  talk (f, "do you sing?", "Like a tap.");
  status = parley_engine_dup_status (f->engine, f->alice);
  n = f->backend->requests->len;
  for (guint i = 0; i < 5; i++)
    {
      g_auto (Shown) shown = { FALSE };

      look (f, f->alice, &shown);
      g_assert_no_error (shown.error);
      pass (f, 1000);
    }
  after = parley_engine_dup_status (f->engine, f->alice);
  g_assert_cmpstr (after, ==, status);
  g_assert_cmpuint (f->backend->requests->len, ==, n);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  talk (f, "and dance?", "No.");
  sent = dup_last_request (f);
  g_assert_nonnull (strstr (sent, "Like a tap."));
}

/* What stands in a prompt is kept for the next one; this one went nowhere. */
static void
test_looking_keeps_nothing (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };
  g_autofree char *nonce = NULL;

  look (f, f->alice, &shown);
  g_assert_no_error (shown.error);
  g_assert_nonnull (strstr (shown.text, "They wrote nothing that waits for an answer."));
  g_assert_nonnull (strstr (shown.text, "=== system\n"));
  nonce = g_strndup (strstr (shown.text, "<they-") + strlen ("<they-"), 6);
  g_assert_false (is_in_files (f, nonce));
  write_line (f, f->alice, "hm?");
  pass (f, 3000);
  g_assert_true (parley_test_backend_was_told (f->backend, nonce));
  g_assert_true (is_in_files (f, nonce));
}

/* While the store is still being read, and where the chat is closed meanwhile. */
static void
test_in_a_chat_that_is_loading (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };
  g_auto (Shown) other = { FALSE };

  talk (f, "do you sing?", "Like a tap.");
  fixture_quit (f);
  fixture_start (f);
  look (f, f->alice, &shown);
  g_assert_nonnull (strstr (shown.text, "Like a tap."));
  parley_engine_preview_async (f->engine, f->bob, NULL, on_shown, &other);
  parley_engine_forget (f->engine, f->bob);
  while (!other.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (other.text);
  g_assert_nonnull (other.error);
}

static void
test_why_nobody_is_asked_is_said (Fixture *f, gconstpointer data)
{
  g_auto (Shown) paused = { FALSE };
  g_auto (Shown) off = { FALSE };

  talk (f, "do you sing?", "Like a tap.");
  fixture_set_int (f, PARLEY_SETTING_GUARD_PAUSED, TRUE);
  look (f, f->alice, &paused);
  g_assert_nonnull (strstr (paused.text, "\nNot now: "));
  g_assert_nonnull (strstr (paused.text, "Like a tap."));
  f->host->facts.mode = PARLEY_MODE_OFF;
  look (f, f->alice, &off);
  g_assert_null (off.text);
  g_test_message ("%s", off.error->message);
}

/* Nothing of it would be told, so nothing of it is shown as if it was. */
static void
test_an_encrypted_chat_is_not_shown (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };

  talk (f, "do you sing?", "Like a tap.");
  f->host->facts.secrecy.encrypted = TRUE;
  f->backend->remote = TRUE;
  look (f, f->alice, &shown);
  g_assert_null (shown.text);
  g_assert_nonnull (strstr (shown.error->message, "encrypted"));
}

static void
test_without_a_model_nothing_is_told (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };

  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "openai", NULL));
  g_assert_true (
      parley_settings_set_string (f->settings, PARLEY_SETTING_BACKEND_KIND, "builtin", NULL));
  look (f, f->alice, &shown);
  g_assert_null (shown.text);
  g_assert_cmpstr (shown.error->message, ==, "An away note answers; no model is asked.");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/preview/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("sent", test_it_is_what_is_sent);
  ADD ("gaps", test_what_has_no_value_is_marked);
  ADD ("changes-nothing", test_looking_changes_nothing);
  ADD ("keeps-nothing", test_looking_keeps_nothing);
  ADD ("loading", test_in_a_chat_that_is_loading);
  ADD ("why", test_why_nobody_is_asked_is_said);
  ADD ("encrypted", test_an_encrypted_chat_is_not_shown);
  ADD ("no-model", test_without_a_model_nothing_is_told);
  return g_test_run ();
}
