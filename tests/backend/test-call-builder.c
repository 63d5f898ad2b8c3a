/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-completion.h"

static gboolean
add (ParleyCallBuilder *builder, gint64 index, const char *id, const char *name, const char *text)
{
  g_autoptr (ParleyChunk) chunk = parley_chunk_new ();

  parley_chunk_add_part (chunk, index, id, name, text);
  return parley_call_builder_add (builder, g_ptr_array_index (chunk->parts, 0), NULL);
}

static void
assert_call (
    const GPtrArray *calls, guint index, const char *id, const char *name, const char *text)
{
  const ParleyToolCall *call = g_ptr_array_index (calls, index);

  g_assert_cmpstr (call->id, ==, id);
  g_assert_cmpstr (call->name, ==, name);
  g_assert_cmpstr (call->arguments, ==, text);
}

static void
test_pieces_go_to_the_call_of_their_index (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);
  g_autoptr (GPtrArray) calls = NULL;

  add (builder, 3, "a", "one", "{\"x");
  add (builder, 1, "b", "two", "");
  add (builder, 3, NULL, NULL, "\":1}");
  add (builder, 1, "b", "two", " ");
  calls = parley_call_builder_end (builder, NULL);
  g_assert_cmpuint (calls->len, ==, 2);
  assert_call (calls, 0, "a", "one", "{\"x\":1}");
  assert_call (calls, 1, "b", "two", "{}");
}

static void
test_a_new_id_is_a_new_call (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);
  g_autoptr (GPtrArray) calls = NULL;

  add (builder, 0, "a", "one", "{}");
  add (builder, 0, "b", "one", "{");
  add (builder, 0, NULL, NULL, "}");
  calls = parley_call_builder_end (builder, NULL);
  g_assert_cmpuint (calls->len, ==, 2);
  assert_call (calls, 1, "b", "one", "{}");
}

/* Without ids a name begins another call only when the one before is whole. */
static void
test_names_without_ids (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (7);
  g_autoptr (GPtrArray) calls = NULL;

  add (builder, -1, "", "one", "{\"x\":");
  add (builder, -1, "", "one", "1}");
  add (builder, -1, "", "one", "{}");
  calls = parley_call_builder_end (builder, NULL);
  g_assert_cmpuint (calls->len, ==, 2);
  assert_call (calls, 0, "call_8", "one", "{\"x\":1}");
  assert_call (calls, 1, "call_9", "one", "{}");
}

/* Whether arguments make sense is for others to say. */
static void
test_arguments_stay_as_they_are (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);
  g_autoptr (GPtrArray) calls = NULL;

  add (builder, 0, "a", "one", "not JSON");
  calls = parley_call_builder_end (builder, NULL);
  assert_call (calls, 0, "a", "one", "not JSON");
}

static void
test_a_call_without_a_name_is_an_error (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);
  g_autoptr (GError) error = NULL;

  add (builder, 0, "a", "", "{}");
  g_assert_null (parley_call_builder_end (builder, &error));
  g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE);
}

static void
test_the_number_of_calls_is_bounded (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);

  for (gint64 i = 0; i < PARLEY_MAX_CALLS; i++)
    g_assert_true (add (builder, i, NULL, "one", "{}"));
  g_assert_false (add (builder, PARLEY_MAX_CALLS, NULL, "one", "{}"));
}

static void
test_arguments_are_bounded (void)
{
  g_autoptr (ParleyCallBuilder) builder = parley_call_builder_new (0);
  g_autofree char *all = g_strnfill (PARLEY_MAX_ARGUMENTS, ' ');

  g_assert_true (add (builder, 0, "a", "one", all));
  g_assert_false (add (builder, 0, "a", NULL, " "));
}

#define ADD(name, func) g_test_add_func ("/call-builder/" name, func)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("index", test_pieces_go_to_the_call_of_their_index);
  ADD ("new-id", test_a_new_id_is_a_new_call);
  ADD ("no-ids", test_names_without_ids);
  ADD ("arguments-as-they-are", test_arguments_stay_as_they_are);
  ADD ("no-name", test_a_call_without_a_name_is_an_error);
  ADD ("too-many", test_the_number_of_calls_is_bounded);
  ADD ("too-long", test_arguments_are_bounded);
  return g_test_run ();
}
