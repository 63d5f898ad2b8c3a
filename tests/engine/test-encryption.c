/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* G12 and M8: chats that are encrypted, become so, or are so no longer. */
#include "engine-fixture.h"

#include <string.h>

#define SECRET "the key is under the third flowerpot, ok?"
#define ANSWER "Under the flowerpot, got it."
#define OPEN   "what do you say to a walk?"

static void
set_encrypted (Fixture *f, gboolean encrypted)
{
  f->host->facts.secrecy.encrypted = encrypted;
}

static void
finish_turn (Fixture *f, const char *text, const char *answer)
{
  write_line (f, f->alice, text);
  pass (f, 1500);
  parley_test_backend_answer (f->backend, answer);
  pass (f, 500);
}

static guint
count_told (Fixture *f, const char *words)
{
  guint n = 0;

  for (guint i = 0; i < f->host->told->len; i++)
    n += strstr (g_ptr_array_index (f->host->told, i), words) != NULL;
  return n;
}

static gboolean
was_ever_told (Fixture *f, const char *words)
{
  for (guint i = 0; i < f->backend->requests->len; i++)
    {
      ParleyRequest *request = g_ptr_array_index (f->backend->requests, i);

      for (guint j = 0; j < request->messages->len; j++)
        {
          const ParleyMessage *message = g_ptr_array_index (request->messages, j);

          if (strstr (message->text, words) != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

static void
test_remote_model_is_asked_nothing (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  pass (f, 60000);
  write_line (f, f->alice, "hello?");
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpuint (count_told (f, "encrypted"), ==, 1);
  expect_log (f, "");
}

static void
test_remote_model_is_asked_where_allowed (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  f->host->facts.secrecy.remote_allowed = TRUE;
  set_encrypted (f, TRUE);
  finish_turn (f, SECRET, ANSWER);
  expect_log (f, "alice@localhost < " ANSWER "\n");
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

/* Not even as history, in a later prompt or in a summary. */
static void
test_what_was_encrypted_never_reaches_a_remote_model (Fixture *f, gconstpointer data)
{
  gboolean logged = GPOINTER_TO_INT (data);

  f->backend->remote = TRUE;
  f->host->facts.logged = logged;
  finish_turn (f, OPEN, "A walk, gladly.");
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  write_own (f, f->alice, "my own words on the flowerpot", FALSE);
  pass (f, 60000);
  set_encrypted (f, FALSE);
  pass (f, 20 * 60000);
  finish_turn (f, "and when do we go?", "At noon.");
  g_assert_true (parley_test_backend_was_told (f->backend, OPEN));
  g_assert_false (was_ever_told (f, "flowerpot"));
}

/* While it was encrypted somebody else took the name. */
static void
test_who_comes_while_encrypted_is_told_nothing_of_the_one_before (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  f->host->facts.person.from_room = TRUE;
  f->host->stay = "the first";
  finish_turn (f, "the red boat is mine, ok?", "Aye, a walk to it.");
  g_assert_true (was_ever_told (f, "red boat"));
  f->host->stay = "the second";
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  pass (f, 60000);
  set_encrypted (f, FALSE);
  pass (f, 20 * 60000);
  finish_turn (f, OPEN, "A walk, gladly.");
  g_assert_true (parley_test_backend_was_told (f->backend, OPEN));
  g_assert_false (parley_test_backend_was_told (f->backend, "red boat"));
  g_assert_false (parley_test_backend_was_told (f->backend, "Aye"));
}

/* The server refused the answer, which is tried again when the connection is. */
static void
test_what_waited_is_not_answered_behind_it (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  f->host->delivery = PARLEY_DELIVERY_REFUSED;
  finish_turn (f, OPEN, "With pleasure.");
  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  set_encrypted (f, TRUE);
  write_line (f, f->alice, "or not, " SECRET);
  set_encrypted (f, FALSE);
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

static void
test_local_model_forgets_when_encryption_ends (Fixture *f, gconstpointer data)
{
  set_encrypted (f, TRUE);
  finish_turn (f, SECRET, ANSWER);
  finish_turn (f, "and where was that?", "Third one.");
  g_assert_true (parley_test_backend_was_told (f->backend, SECRET));
  set_encrypted (f, FALSE);
  finish_turn (f, OPEN, "A walk, gladly.");
  g_assert_false (parley_test_backend_was_told (f->backend, "flowerpot"));
}

static void
test_chat_that_becomes_encrypted_is_not_kept (Fixture *f, gconstpointer data)
{
  finish_turn (f, OPEN, "A walk, gladly.");
  set_encrypted (f, TRUE);
  finish_turn (f, SECRET, ANSWER);
  g_assert_true (parley_test_backend_was_told (f->backend, OPEN));
  write_line (f, f->alice, "and a second pot of flowers?");
  fixture_settle (f);
  g_assert_cmpuint (count_pending (f), ==, 0);
  set_encrypted (f, FALSE);
  fixture_quit (f);
  fixture_start (f);
  g_assert_true (is_in_files (f, "to a walk"));
  g_assert_false (is_in_files (f, "flower"));
}

static void
take (Fixture *f, const char *text, const char *id, const char *replaces)
{
  const ParleyLineFacts facts = { .received = TRUE, .id = id, .replaces = replaces };

  parley_engine_take_line (f->engine, f->alice, &facts, text, f->clock.wall);
  fixture_settle (f);
}

static void
test_open_message_that_is_changed_while_encrypted_is_not_kept (Fixture *f, gconstpointer data)
{
  take (f, OPEN, "a", NULL);
  set_encrypted (f, TRUE);
  take (f, SECRET, "b", "a");
  g_assert_cmpuint (count_pending (f), ==, 0);
  g_assert_false (is_in_files (f, "flowerpot"));
}

static void
test_answered_message_that_is_changed_while_encrypted_is_told_nobody (Fixture *f,
                                                                      gconstpointer data)
{
  f->backend->remote = TRUE;
  take (f, OPEN, "a", NULL);
  pass (f, 1500);
  parley_test_backend_answer (f->backend, "A walk, gladly.");
  pass (f, 500);
  set_encrypted (f, TRUE);
  take (f, SECRET, "b", "a");
  pass (f, 60000);
  set_encrypted (f, FALSE);
  finish_turn (f, "well?", "Well.");
  g_assert_false (was_ever_told (f, "flowerpot"));
  g_assert_false (is_in_files (f, "flowerpot"));
}

static void
test_turn_is_over_when_encryption_begins (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  write_line (f, f->alice, OPEN);
  pass (f, 1500);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  g_assert_cmpuint (f->backend->n_cancelled, ==, 1);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
  expect_log (f, "");
}

static void
test_answer_is_stopped_when_encryption_ends (Fixture *f, gconstpointer data)
{
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  pass (f, 1500);
  set_encrypted (f, FALSE);
  if (GPOINTER_TO_INT (data))
    parley_test_backend_answer (f->backend, ANSWER);
  pass (f, 5000);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "They wrote encrypted"), ==, 1);
  finish_turn (f, OPEN, "A walk, gladly.");
  expect_log (f, "alice@localhost < A walk, gladly.\n");
  g_assert_true (is_in_files (f, "to a walk"));
  g_assert_false (is_in_files (f, "flowerpot"));
}

/* What comes in the open then is a turn of its own. */
static void
test_open_words_are_answered_without_the_encrypted (Fixture *f, gconstpointer data)
{
  set_encrypted (f, TRUE);
  write_line (f, f->alice, SECRET);
  set_encrypted (f, FALSE);
  finish_turn (f, OPEN, "A walk, gladly.");
  expect_log (f, "alice@localhost < A walk, gladly.\n");
  g_assert_false (was_ever_told (f, "flowerpot"));
  g_assert_cmpuint (count_told (f, "They wrote encrypted"), ==, 1);
}

/* A draft that answers what came encrypted is not for sending in the open, nor is the next one kept
 * back by it. */
static void
test_draft_is_not_sent_in_the_open (Fixture *f, gconstpointer data)
{
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  set_encrypted (f, TRUE);
  finish_turn (f, SECRET, ANSWER);
  set_encrypted (f, FALSE);
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "They wrote encrypted"), ==, 1);
  finish_turn (f, OPEN, "A walk, gladly.");
  g_assert_false (parley_test_backend_was_told (f->backend, "flowerpot"));
  pass (f, 5000);
  send_draft (f, f->alice, 0);
  expect_log (f, "alice@localhost < A walk, gladly.\n");
}

static void
test_one_way_encryption_is_not_answered (Fixture *f, gconstpointer data)
{
  set_encrypted (f, TRUE);
  f->host->facts.secrecy.exposed = TRUE;
  write_line (f, f->alice, SECRET);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  expect_log (f, "");
  g_assert_cmpuint (count_told (f, "They wrote encrypted"), ==, 1);
}

static void
test_unreadable_is_not_answered (Fixture *f, gconstpointer data)
{
  const ParleyLineFacts facts = { .received = TRUE, .unreadable = TRUE };

  parley_engine_take_line (f->engine, f->alice, &facts, "Nachricht unlesbar", f->clock.wall);
  pass (f, 60000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpuint (count_told (f, "can't be read here"), ==, 1);
}

#define ADD(name, data, func)                                                                      \
  g_test_add ("/engine/encryption/" name, Fixture, GINT_TO_POINTER (data), fixture_setup_kept,     \
              func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("not-answered-behind-it", 0, test_what_waited_is_not_answered_behind_it);
  ADD ("remote", 0, test_remote_model_is_asked_nothing);
  ADD ("remote-allowed", 0, test_remote_model_is_asked_where_allowed);
  ADD ("remote-later", TRUE, test_what_was_encrypted_never_reaches_a_remote_model);
  ADD ("remote-later-unlogged", FALSE, test_what_was_encrypted_never_reaches_a_remote_model);
  ADD ("another-person", 0, test_who_comes_while_encrypted_is_told_nothing_of_the_one_before);
  ADD ("local-later", 0, test_local_model_forgets_when_encryption_ends);
  ADD ("becomes", 0, test_chat_that_becomes_encrypted_is_not_kept);
  ADD ("changed", 0, test_open_message_that_is_changed_while_encrypted_is_not_kept);
  ADD ("changed-later", 0, test_answered_message_that_is_changed_while_encrypted_is_told_nobody);
  ADD ("begins", 0, test_turn_is_over_when_encryption_begins);
  ADD ("ends-while-thinking", FALSE, test_answer_is_stopped_when_encryption_ends);
  ADD ("ends-before-sending", TRUE, test_answer_is_stopped_when_encryption_ends);
  ADD ("ends-and-goes-on", 0, test_open_words_are_answered_without_the_encrypted);
  ADD ("draft", 0, test_draft_is_not_sent_in_the_open);
  ADD ("one-way", 0, test_one_way_encryption_is_not_answered);
  ADD ("unreadable", 0, test_unreadable_is_not_answered);
  return g_test_run ();
}
