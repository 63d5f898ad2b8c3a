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

/* To the byte. */
static void
test_it_is_what_is_sent (Fixture *f, gconstpointer data)
{
  g_auto (Shown) shown = { FALSE };
  g_autofree char *sent = NULL;

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
  g_assert_true (g_str_has_suffix (shown.text, sent));
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
  f->host->facts.encrypted = TRUE;
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
  ADD ("changes-nothing", test_looking_changes_nothing);
  ADD ("keeps-nothing", test_looking_keeps_nothing);
  ADD ("loading", test_in_a_chat_that_is_loading);
  ADD ("why", test_why_nobody_is_asked_is_said);
  ADD ("encrypted", test_an_encrypted_chat_is_not_shown);
  ADD ("no-model", test_without_a_model_nothing_is_told);
  return g_test_run ();
}
