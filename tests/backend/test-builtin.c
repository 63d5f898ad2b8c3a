/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-builtin.h"
#include "test-server.h"

typedef struct
{
  GString *deltas;
  ParleyCompletion *completion;
  GError *error;
  guint n_callbacks;
  GCancellable *cancel_at_delta; /* (nullable) */
} Answer;

static void
on_delta (const char *text, gpointer data)
{
  Answer *answer = data;

  g_assert_cmpuint (answer->n_callbacks, ==, 0);
  g_string_append (answer->deltas, text);
  if (answer->cancel_at_delta != NULL)
    g_cancellable_cancel (answer->cancel_at_delta);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->completion
      = parley_backend_generate_finish (PARLEY_BACKEND (source), result, &answer->error);
  answer->n_callbacks++;
}

static gboolean
is_done (gpointer data)
{
  return ((Answer *) data)->n_callbacks > 0;
}

static void
clear_answer (Answer *answer)
{
  g_string_free (answer->deltas, TRUE);
  g_clear_pointer (&answer->completion, parley_completion_free);
  g_clear_error (&answer->error);
}

static void
ask (Answer *answer,
     gboolean note_due,
     const char *status,
     guint n_bubbles,
     GCancellable *cancellable)
{
  static const ParleyBackendFuncs funcs = { .delta = on_delta };
  ParleyBackend *backend = parley_builtin_new ();
  g_autoptr (ParleyRequest) request = parley_request_new (100);

  answer->deltas = g_string_new (NULL);
  request->away.note_due = note_due;
  request->away.status_text = g_strdup (status);
  request->n_bubbles = n_bubbles;
  g_object_add_weak_pointer (G_OBJECT (backend), (gpointer *) &backend);
  parley_backend_generate_async (backend, request, &funcs, answer, cancellable, on_done, answer);
  g_assert_cmpuint (answer->n_callbacks, ==, 0);
  g_assert_cmpuint (answer->deltas->len, ==, 0);
  g_object_unref (backend);
  parley_test_wait (is_done, answer);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (backend);
  g_assert_cmpuint (answer->n_callbacks, ==, 1);
}

static void
assert_note (const char *status, guint n_bubbles, const char *wanted)
{
  Answer answer = { 0 };

  ask (&answer, TRUE, status, n_bubbles, NULL);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.completion->text, ==, wanted);
  g_assert_cmpstr (answer.deltas->str, ==, wanted);
  g_assert_cmpint (answer.completion->finish, ==, PARLEY_FINISH_STOP);
  g_assert_cmpint (answer.completion->prompt_tokens, ==, -1);
  clear_answer (&answer);
}

static void
test_the_note_follows_status_and_burst (void)
{
  assert_note ("at lunch", 1,
               "I'm away at the moment (at lunch). Your message has arrived, and I'll answer when "
               "I'm back.");
  assert_note ("at\n lunch\x1b", 3,
               "I'm away at the moment (at  lunch). Your messages have arrived, and I'll answer "
               "when I'm back.");
  assert_note (NULL, 1,
               "I'm away at the moment. Your message has arrived, and I'll answer when I'm back.");
  assert_note (
      " \n", 2,
      "I'm away at the moment. Your messages have arrived, and I'll answer when I'm back.");
  assert_note ("%s%n", 1,
               "I'm away at the moment (%s%n). Your message has arrived, and I'll answer when I'm "
               "back.");
}

/* @count characters @c, of which the note may keep @kept and an ellipsis. */
static void
assert_status_cut (const char *c, guint count, guint kept)
{
  g_autoptr (GString) status = g_string_new (NULL);
  g_autoptr (GString) wanted = g_string_new ("I'm away at the moment (");

  for (guint i = 0; i < count; i++)
    g_string_append (status, c);
  for (guint i = 0; i < kept; i++)
    g_string_append (wanted, c);
  if (kept < count)
    g_string_append (wanted, "…");
  g_string_append (wanted, "). Your message has arrived, and I'll answer when I'm back.");
  assert_note (status->str, 1, wanted->str);
}

static void
test_a_long_status_is_cut_between_characters (void)
{
  assert_status_cut ("ä", 200, 200);
  assert_status_cut ("ä", 201, 199);
  /* e and an acute accent of its own: 199 would leave an e without it. */
  assert_status_cut ("e\xcc\x81", 101, 99);
  assert_status_cut ("x", 100000, 199);
}

static void
test_no_note_is_a_silence (void)
{
  Answer answer = { 0 };

  ask (&answer, FALSE, "at lunch", 1, NULL);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (answer.completion->text, ==, "");
  g_assert_cmpuint (answer.deltas->len, ==, 0);
  clear_answer (&answer);
}

static void
test_a_cancelled_note_is_not_given (void)
{
  g_autoptr (GCancellable) before = g_cancellable_new ();
  g_autoptr (GCancellable) during = g_cancellable_new ();
  Answer answer = { 0 };
  Answer late = { .cancel_at_delta = during };

  g_cancellable_cancel (before);
  ask (&answer, TRUE, NULL, 1, before);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (answer.deltas->len, ==, 0);
  clear_answer (&answer);

  ask (&late, TRUE, NULL, 1, during);
  g_assert_error (late.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  clear_answer (&late);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GPtrArray **) data = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, NULL);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

static void
test_it_has_no_models_and_no_network (void)
{
  g_autoptr (ParleyBackend) backend = parley_builtin_new ();
  g_autoptr (GPtrArray) models = NULL;

  g_assert_cmpstr (parley_backend_get_name (backend), ==, "builtin");
  g_assert_false (parley_backend_is_remote (backend));
  parley_backend_list_models_async (backend, NULL, on_listed, &models);
  parley_test_wait (is_set, &models);
  g_assert_cmpuint (models->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builtin/note-follows-status-and-burst",
                   test_the_note_follows_status_and_burst);
  g_test_add_func ("/builtin/long-status-is-cut", test_a_long_status_is_cut_between_characters);
  g_test_add_func ("/builtin/no-note-is-a-silence", test_no_note_is_a_silence);
  g_test_add_func ("/builtin/cancelled-note-is-not-given", test_a_cancelled_note_is_not_given);
  g_test_add_func ("/builtin/no-models-no-network", test_it_has_no_models_and_no_network);
  return g_test_run ();
}
