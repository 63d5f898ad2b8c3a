/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the model runs: what the user is asked of it at the first switch, and when nothing. */
#include "introduction-fixture.h"

#include <string.h>

#include "test-dialog.h"

static void
test_ports_are_asked_after_a_yes (Fixture *f, gconstpointer data)
{
  g_autofree char *port = g_strdup_printf ("Ollama %u.", parley_test_server_get_port (f->server));
  g_autofree char *url = parley_test_server_dup_url (f->server);
  g_autofree char *shown = NULL;

  run_command (f, "bob", "parley on");
  mark_and_answer ("writer", "A model on this machine");
  assert_asks ("May Parley look", port);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 0);
  test_dialog_answer_fields ();
  answer_models (f, MODELS);
  wait_for ("Which model");
  assert_nothing_changed (f);
  mark_and_answer ("model", "large (Ollama)");
  assert_asks ("Where does the model run", url);
  assert_nothing_changed (f);
  mark_and_answer ("where", "On this machine");
  assert_asks ("for “bob”", "“large” on this machine writes the answers; the chat goes to nobody");
  assert_nothing_changed (f);
  test_dialog_answer_fields ();
  assert_mode (f, "bob", "auto");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/kind"), ==, "openai");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/base_url"), ==, url);
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, url);
  g_assert_cmpuint (parley_test_server_count (f->server), ==, 1);
  shown = headless_dup_shown ();
  g_assert_null (strstr (shown, "For everybody switched on")); /* they were told already */
}

/* To click on without reading says nothing. */
static void
test_who_does_not_know_has_it_passed_on (Fixture *f, gconstpointer data)
{
  search (f);
  answer_models (f, MODELS);
  wait_for ("Which model");
  test_dialog_answer_fields ();
  assert_asks ("Where does the model run", "doesn't say");
  test_dialog_answer_fields ();
  assert_asks ("for “bob”", "on this machine, which may pass them on");
  test_dialog_answer_fields ();
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, "");
}

static void
answer_tags (Fixture *f, const char *tags)
{
  ParleyTestPeer *peer = headless_wait_for_request (f, 1);

  g_assert_cmpstr (parley_test_peer_get_path (peer), ==, "/api/tags");
  parley_test_peer_head (peer, 200, "application/json", NULL);
  parley_test_peer_chunk (peer, tags, -1);
  parley_test_peer_end (peer);
}

/* Ollama names what it passes on. */
static void
test_a_server_that_tells_is_believed (Fixture *f, gconstpointer data)
{
  search (f);
  answer_models (f, "{\"data\":[{\"id\":\"small\",\"owned_by\":\"library\"},"
                    "{\"id\":\"large\",\"owned_by\":\"library\"}]}");
  answer_tags (f, "{\"models\":[{\"name\":\"small\"},"
                  "{\"name\":\"large\",\"remote_host\":\"https://ollama.com:443\"}]}");
  wait_for ("Which model");
  mark_and_answer ("model", data);
  assert_asks ("for “bob”",
               g_str_has_prefix (data, "small") ? "goes to nobody else" : "which may pass them on");
  test_dialog_answer_fields ();
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, "");
}

/* The same from the Tools menu */

static void
choose_a_model_later (Fixture *f, const char *models, const char *row)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  headless_set_string ("backend/kind", "openai");
  headless_set_string ("backend/base_url", url);
  headless_run_action (f, "Choose a model…");
  answer_models (f, models);
  wait_for ("Which model");
  mark_and_answer ("model", row);
}

static void
test_later_it_is_asked_as_well (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  choose_a_model_later (f, MODELS, "large");
  assert_asks ("Where does the model run", url);
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "");
  mark_and_answer ("where", "On this machine");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, url);
}

static void
test_later_who_cancels_changes_nothing (Fixture *f, gconstpointer data)
{
  choose_a_model_later (f, MODELS, "large");
  assert_asks ("Where does the model run", "doesn't say");
  test_dialog_cancel ();
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "");
}

/* What was said of a server holds for its other models. */
static void
test_what_was_said_is_not_asked_again (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  headless_set_string ("backend/runs_here", url);
  choose_a_model_later (f, MODELS, "large");
  g_assert_false (test_dialog_get ()->open);
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, url);
}

static void
test_what_is_found_later_is_asked_of (Fixture *f, gconstpointer data)
{
  g_autofree char *url = parley_test_server_dup_url (f->server);

  headless_run_action (f, "Choose a model…");
  test_dialog_answer_fields ();
  answer_models (f, MODELS);
  wait_for ("Which model");
  mark_and_answer ("model", "large (Ollama)");
  assert_asks ("Where does the model run", url);
  mark_and_answer ("where", "On this machine");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/kind"), ==, "openai");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, url);
}

/* A gateway says so itself. */
static void
test_later_a_server_that_tells_is_believed (Fixture *f, gconstpointer data)
{
  choose_a_model_later (f, "{\"data\":[{\"id\":\"large\",\"owned_by\":\"litellm\"}]}", "large");
  g_assert_false (test_dialog_get ()->open);
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/model"), ==, "large");
  g_assert_cmpstr (purple_prefs_get_string (ROOT "backend/runs_here"), ==, "");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/introduction/" name, Fixture, NULL, setup, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE); /* no keyring */
  headless_purple_start ();
  ADD ("here", test_ports_are_asked_after_a_yes);
  ADD ("passed-on", test_who_does_not_know_has_it_passed_on);
  g_test_add ("/plugin/introduction/told/here", Fixture, "small (Ollama)", setup,
              test_a_server_that_tells_is_believed, tear_down);
  g_test_add ("/plugin/introduction/told/passed-on", Fixture, "large (Ollama)", setup,
              test_a_server_that_tells_is_believed, tear_down);
  ADD ("later/here", test_later_it_is_asked_as_well);
  ADD ("later/cancelled", test_later_who_cancels_changes_nothing);
  ADD ("later/said", test_what_was_said_is_not_asked_again);
  ADD ("later/found", test_what_is_found_later_is_asked_of);
  ADD ("later/told", test_later_a_server_that_tells_is_believed);
  status = g_test_run ();
  headless_purple_stop ();
  return status;
}
