/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is told of a reading: the record, the counts, why there is a wait or a silence. */
#include "base/parley-json.h"
#include "base/parley-metrics.h"
#include "engine-fixture.h"
#include "memory/parley-store-texts.h"

#include <string.h>

/* The record */

static void
test_record_of_a_turn (Fixture *f, gconstpointer data)
{
  const char *const keys[]
      = { "turn_id",           "chat",    "message_count", "wait_ms", "suggested_wait_ms",
          "completion_reason", "channel", "message_shape", "epoch" };
  g_autoptr (JsonNode) root = NULL;
  const char *line;
  JsonObject *record;

  write_line (f, f->alice, "so yesterday");
  pass (f, 300);
  write_line (f, f->alice, "what do you say?");
  pass (f, 2000);
  g_assert_cmpuint (parley_test_host_count (f->host, "accumulation_complete"), ==, 1);
  line = parley_test_host_get_last (f->host, "accumulation_complete");
  root = parley_json_parse (line, strlen (line), NULL);
  record = json_node_get_object (root);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_true (json_object_has_member (record, keys[i]));
  g_assert_cmpint (json_object_get_int_member (record, "message_count"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (record, "wait_ms"), ==, 400); /* 500 × 0.8 */
  g_assert_cmpint (json_object_get_int_member (record, "suggested_wait_ms"), ==, 400);
  g_assert_cmpint (json_object_get_int_member (record, "epoch"), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (record, "completion_reason"), ==, "timeout");
  g_assert_cmpstr (json_object_get_string_member (record, "message_shape"), ==, "likely_complete");
  g_assert_null (strstr (line, "alice"));
}

/* Counts */

static void
on_text (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = parley_store_get_text_finish (PARLEY_STORE (source), result, NULL);
  g_assert_nonnull (*(char **) data);
}

static void
expect_counted (Fixture *f, const char *line)
{
  g_autoptr (ParleyMetrics) metrics = parley_metrics_new ();
  g_autofree char *state = NULL;
  g_autofree char *text = NULL;

  parley_store_get_text_async (parley_engine_get_store_for_tests (f->engine), PARLEY_METRICS_NAME,
                               NULL, on_text, &state);
  while (state == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (parley_metrics_load_state (metrics, state));
  text = parley_metrics_dup_text (metrics);
  g_assert_nonnull (strstr (text, line));
}

static void
finish_turn (Fixture *f, const char *text)
{
  write_line (f, f->alice, text);
  pass (f, 1500);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
}

static void
test_counts_outlive_a_restart (Fixture *f, gconstpointer data)
{
  finish_turn (f, "what do you say?");
  expect_counted (f, "parley_turn_completion_reason_total{reason=\"timeout\"} 1\n");
  fixture_crash (f);
  fixture_start (f);
  finish_turn (f, "and what now?");
  expect_counted (f, "parley_turn_completion_reason_total{reason=\"timeout\"} 2\n");
  fixture_quit (f);
  fixture_start (f);
  finish_turn (f, "or later, maybe?");
  expect_counted (f, "parley_turn_completion_reason_total{reason=\"timeout\"} 3\n");
  expect_counted (f, "parley_turn_message_count_count 3\n");
}

/* Why */

static void
expect_why (Fixture *f, const char *words)
{
  g_autofree char *why = parley_engine_dup_why (f->engine, f->alice);

  g_test_message ("%s", why);
  g_assert_nonnull (strstr (why, words));
  g_assert_true (g_str_has_suffix (why, ".") || strchr (why, '=') != NULL);
  g_assert_null (strstr (why, ". ")); /* one sentence */
  g_assert_null (strchr (why, '\n'));
}

static void
test_why_of_each_state (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_BACKEND_MAX_REQUESTS, 1);
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 1);
  expect_why (f, "nothing came that Parley may answer");
  write_line (f, f->bob, "hm?");
  pass (f, 510);
  write_line (f, f->alice, "wait");
  expect_why (f, "only a word or two");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  expect_why (f, "they type, at most 45 more seconds");
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  expect_why (f, "its turn");
  parley_test_backend_answer (f->backend, "[silence]");
  expect_why (f, "it is writing");
  parley_test_backend_answer (f->backend, "Hello.");
  expect_why (f, "one message at a time");
  pass (f, 9000);
  expect_why (f, "is answered");
}

static void
test_why_of_each_outcome (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "[silence]");
  expect_why (f, "no answer was written");
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_fail (f->backend, "The server is busy.");
  expect_why (f, "failed");
  write_line (f, f->alice, "hm?");
  parley_engine_withdraw (f->engine, f->alice);
  expect_why (f, "was stopped");
  pass (f, 1000);
  write_line (f, f->alice, "hm?");
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  expect_why (f, "waits for the connection");
  write_own (f, f->alice, "I am here myself.", FALSE);
  expect_why (f, "15 more minutes");
}

static void
draft (Fixture *f, ParleyMode mode)
{
  f->host->facts.mode = mode;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Hello.");
  pass (f, 5000);
}

static void
test_why_of_a_draft_ends_with_it (Fixture *f, gconstpointer data)
{
  draft (f, PARLEY_MODE_DRAFT);
  expect_why (f, "waits for you to send it");
  send_draft (f, f->alice, 0);
  expect_why (f, "is answered");
  draft (f, PARLEY_MODE_DRAFT);
  expect_why (f, "waits for you to send it");
  parley_engine_drop_proposal (f->engine, f->alice, 0);
  expect_why (f, "was stopped");
}

static void
test_what_was_only_watched_waits_for_nobody (Fixture *f, gconstpointer data)
{
  g_autofree char *watched = NULL, *answered = NULL;

  draft (f, PARLEY_MODE_SHADOW);
  expect_why (f, "Parley only watches");
  watched = parley_engine_dup_status (f->engine, f->alice);
  g_assert_nonnull (strstr (watched, "would have answered"));
  draft (f, PARLEY_MODE_AUTO);
  expect_why (f, "is answered");
  answered = parley_engine_dup_status (f->engine, f->alice);
  g_assert_null (strstr (answered, "would have answered"));
}

static void
test_what_came_in_a_pause_is_not_called_answered (Fixture *f, gconstpointer data)
{
  draft (f, PARLEY_MODE_AUTO);
  expect_why (f, "is answered");
  f->host->facts.paused = TRUE;
  write_line (f, f->alice, "are you there?");
  expect_why (f, "paused in all chats");
  f->host->facts.paused = FALSE;
  expect_why (f, "nothing came that Parley may answer");
}

static void
test_one_minute_is_one (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_TURN_TAKEOVER_MS, 60000);
  fixture_set_int (f, PARLEY_SETTING_TURN_CAP_TYPING_MS, 1000);
  write_line (f, f->alice, "hm?");
  parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
  expect_why (f, "1 more second");
  write_own (f, f->alice, "I am here myself.", FALSE);
  expect_why (f, "1 more minute,");
}

static void
test_why_of_each_verdict (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "hm?");
  f->host->facts.speaker = FALSE;
  expect_why (f, "Another Pidgin or Finch");
  f->host->facts.visible = FALSE;
  expect_why (f, "invisible");
  f->host->facts.connected = FALSE;
  expect_why (f, "not connected");
  f->host->facts.person.blocked = TRUE;
  expect_why (f, "block");
  f->host->facts.mode = PARLEY_MODE_OFF;
  expect_why (f, "off");
  f->host->facts.person.own_account = TRUE;
  expect_why (f, "own accounts");
  f->host->facts.person.group_chat = TRUE;
  expect_why (f, "group chats");
}

/* C13: only the verdict is the engine's. */
static void
test_second_program_is_silent (Fixture *f, gconstpointer data)
{
  f->host->facts.speaker = FALSE;
  write_line (f, f->alice, "words for the other one.");
  pass (f, 5000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpuint (f->host->trace->len, ==, 0);
  f->host->facts.speaker = TRUE;
  write_line (f, f->alice, "hm?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

/* What could not be read */

static void
test_fallback_is_told_once_and_not_answered (Fixture *f, gconstpointer data)
{
  const char *const texts[] = {
    "I sent you an OMEMO encrypted message but your client doesn’t seem to support that.",
    "[This message is OMEMO encrypted]",
    "?OTRv23?",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      write_line (f, f->alice, texts[i]);
      pass (f, 5000);
    }
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  write_line (f, f->bob, texts[0]);
  g_assert_cmpuint (f->host->told->len, ==, 2);
  write_line (f, f->alice, "can you read this?");
  pass (f, 1000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  g_assert_false (parley_test_backend_was_told (f->backend, "OMEMO"));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/record/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("turn", test_record_of_a_turn);
  g_test_add ("/engine/record/counts", Fixture, NULL, fixture_setup_kept,
              test_counts_outlive_a_restart, fixture_teardown);
  ADD ("why-state", test_why_of_each_state);
  ADD ("why-outcome", test_why_of_each_outcome);
  ADD ("why-draft", test_why_of_a_draft_ends_with_it);
  ADD ("why-watched", test_what_was_only_watched_waits_for_nobody);
  ADD ("why-pause", test_what_came_in_a_pause_is_not_called_answered);
  ADD ("why-singular", test_one_minute_is_one);
  ADD ("why-verdict", test_why_of_each_verdict);
  ADD ("second-program", test_second_program_is_silent);
  ADD ("fallback", test_fallback_is_told_once_and_not_answered);
  return g_test_run ();
}
