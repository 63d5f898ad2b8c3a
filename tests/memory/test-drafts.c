/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Drafts that wait, and those before them, in the store's file. */
#include <string.h>

#include "memory/parley-store-drafts.h"
#include "store-fixture.h"

#define WALL G_GINT64_CONSTANT (1700000000)

static void
set_up (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
  store_fixture_open (fixture);
}

static void
tear_down (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_close (fixture);
  store_fixture_clear (fixture);
}

static ParleyProposal *
draft_new (guint number, const char *text)
{
  ParleyProposal *draft = g_new0 (ParleyProposal, 1);

  parley_proposal_init (draft);
  parley_proposal_open (draft, 3, 0, -1);
  draft->number = draft->last = number;
  draft->written = WALL + number;
  parley_proposal_add (draft, text, NULL);
  return draft;
}

/* Three for ann: the newest is “Third.” */
static void
keep_three (StoreFixture *fixture)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyProposal) first = draft_new (1, "First.");
  g_autoptr (ParleyProposal) second = draft_new (2, "Second.");
  g_autoptr (ParleyProposal) third = draft_new (3, "Third.");
  g_autoptr (GPtrArray) before = g_ptr_array_new ();

  g_ptr_array_add (before, first);
  g_ptr_array_add (before, second);
  parley_store_keep_drafts (fixture->store, key, third, before);
  store_fixture_flush (fixture);
}

/* Returns: (transfer full): "1 First.|2 Second.|3 Third.", the newest last. */
static char *
dup_list (const ParleyChatRecord *record)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < record->drafts_before->len; i++)
    {
      const ParleyProposal *draft = g_ptr_array_index (record->drafts_before, i);
      g_autofree char *text = parley_proposal_dup_text (draft);

      g_string_append_printf (list, "%u %s|", draft->number, text);
    }
  if (parley_proposal_is_open (record->draft))
    {
      g_autofree char *text = parley_proposal_dup_text (record->draft);

      g_string_append_printf (list, "%u %s", record->draft->number, text);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static void
assert_list (StoreFixture *fixture, const char *expected)
{
  g_autoptr (ParleyChatRecord) record = store_fixture_load (fixture, "ann");
  g_autofree char *list = dup_list (record);

  g_assert_cmpstr (list, ==, expected);
}

static void
test_all_are_kept (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;
  const ParleyProposal *first;

  keep_three (fixture);
  store_fixture_reopen (fixture);
  assert_list (fixture, "1 First.|2 Second.|3 Third.");
  record = store_fixture_load (fixture, "ann");
  first = g_ptr_array_index (record->drafts_before, 0);
  g_assert_cmpint (first->written, ==, WALL + 1);
  g_assert_cmpuint (first->turn, ==, 3);
}

static void
test_all_are_dropped (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");
  g_autoptr (ParleyChatRecord) record = NULL;

  keep_three (fixture);
  parley_store_drop_draft (fixture->store, key);
  store_fixture_flush (fixture);
  store_fixture_reopen (fixture);
  assert_list (fixture, "");
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->draft->last, ==, 3);
}

/* With the person, all that was ever drafted. */
static void
test_all_are_forgotten (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key ("ann");

  keep_three (fixture);
  g_assert_true (store_fixture_holds (fixture, "Second."));
  parley_store_forget (fixture->store, key);
  store_fixture_flush (fixture);
  store_fixture_close (fixture);
  g_assert_false (store_fixture_holds (fixture, "First."));
  g_assert_false (store_fixture_holds (fixture, "Second."));
  g_assert_false (store_fixture_holds (fixture, "Third."));
  store_fixture_open (fixture);
  assert_list (fixture, "");
}

typedef struct
{
  const char *name;
  const char *sql; /* what becomes of the row of draft 1 */
} Damage;

#define SET      "UPDATE drafts_before SET "
#define OF_FIRST " WHERE number = 1"

/* Of what can't be read nothing is shown; the others wait as before. */
static const Damage damages[] = {
  { "gone", "DELETE FROM drafts_before WHERE number = 1" },
  { "empty", SET "bubbles = ''" OF_FIRST },
  { "text", SET "bubbles = 'First.'" OF_FIRST },
  { "half", SET "bubbles = substr (bubbles, 1, 14)" OF_FIRST },
  { "array", SET "bubbles = '[\"First.\"]'" OF_FIRST },
  { "nothing", SET "bubbles = '{\"bubbles\":[]}'" OF_FIRST },
  { "null", SET "bubbles = '{\"bubbles\":null}'" OF_FIRST },
  { "numbers", SET "bubbles = '{\"bubbles\":[1,2,[],{\"text\":7}]}'" OF_FIRST },
  { "invisible", SET "bubbles = '{\"bubbles\":[{\"text\":\"\"}]}'" OF_FIRST },
  { "utf-8", SET "bubbles = CAST (X'7b2262756262ff' AS TEXT)" OF_FIRST },
  { "deep", SET "bubbles = printf ('%.*c', 100000, '[')" OF_FIRST },
  { "number", SET "number = -7, bubbles = ''" OF_FIRST },
};

static void
test_damaged_row (StoreFixture *fixture, gconstpointer data)
{
  const Damage *damage = data;

  keep_three (fixture);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture, damage->sql);
  store_fixture_open (fixture);
  assert_list (fixture, "2 Second.|3 Third.");
  keep_three (fixture);
  assert_list (fixture, "1 First.|2 Second.|3 Third.");
  store_fixture_assert_quiet (fixture);
}

/* What is shown and sent is text as anything else that is read: no signs that nobody sees, and no
 * more than fits. */
static void
test_tampered_text_is_clean (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autofree char *second = NULL;
  g_autofree char *first = NULL;

  keep_three (fixture);
  store_fixture_close (fixture);
  store_fixture_tamper (
      fixture, "UPDATE drafts_before SET bubbles = '{\"bubbles\":[{\"text\":\"a\\u0007b\\u202ec\","
               "\"markup\":\"<b>a\\u0007</b>\"}]}' WHERE number = 1;"
               "UPDATE drafts_before SET bubbles = '{\"bubbles\":[{\"text\":\"'"
               " || printf ('%.*c', 900000, 'x') || '\"}]}' WHERE number = 2;");
  store_fixture_open (fixture);
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->drafts_before->len, ==, 2);
  first = parley_proposal_dup_text (g_ptr_array_index (record->drafts_before, 0));
  g_assert_cmpstr (first, ==, "abc");
  second = parley_proposal_dup_text (g_ptr_array_index (record->drafts_before, 1));
  g_assert_cmpuint (strlen (second), <=, 64 * 1024);
}

/* A number means one draft, and the next one gets another. */
static void
test_tampered_numbers (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  keep_three (fixture);
  store_fixture_close (fixture);
  store_fixture_tamper (fixture, "UPDATE drafts_before SET number = 3 WHERE number = 1;"
                                 "UPDATE drafts_before SET number = 9 WHERE number = 2;");
  store_fixture_open (fixture);
  assert_list (fixture, "9 Second.|3 Third.");
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpuint (record->draft->last, ==, 9);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/memory/drafts/" name, StoreFixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("kept", test_all_are_kept);
  ADD ("dropped", test_all_are_dropped);
  ADD ("forgotten", test_all_are_forgotten);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/memory/drafts/damaged/", damages[i].name, NULL);

      g_test_add (path, StoreFixture, &damages[i], set_up, test_damaged_row, tear_down);
    }
  ADD ("tampered/text", test_tampered_text_is_clean);
  ADD ("tampered/numbers", test_tampered_numbers);
  return g_test_run ();
}
