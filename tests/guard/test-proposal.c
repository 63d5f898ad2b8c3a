/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-proposal.h"

#define CAP 45000

typedef struct
{
  ParleyProposal p;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  parley_proposal_init (&f->p);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  parley_proposal_clear (&f->p);
}

static void
open_one (Fixture *f, gint64 now, int countdown_ms)
{
  parley_proposal_open (&f->p, 7, now, countdown_ms);
  parley_proposal_add (&f->p, "one", NULL);
  parley_proposal_add (&f->p, "two", "<b>two</b>");
}

#define assert_wish(f, number, now, wish)                                                          \
  g_assert_cmpint (parley_proposal_judge (&(f)->p, number, now, FALSE), ==, PARLEY_PROPOSAL_##wish)

static void
test_nothing_waits_at_first (Fixture *f, gconstpointer data)
{
  assert_wish (f, 0, 5000, NONE);
  assert_wish (f, 1, 5000, NONE);
  g_assert_cmpint (parley_proposal_get_deadline (&f->p, CAP), ==, -1);
  g_assert_null (parley_proposal_take (&f->p));
}

static void
test_the_one_that_was_read_is_sent (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  open_one (f, 1000, -1);
  text = parley_proposal_dup_text (&f->p);
  g_assert_cmpstr (text, ==, "one\ntwo");
  assert_wish (f, 0, 1000 + PARLEY_PROPOSAL_READ_MS, SEND);
  assert_wish (f, 1, 1000, SEND);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ParleyProposed) bubble = parley_proposal_take (&f->p);

      g_assert_cmpstr (bubble->text, ==, i == 0 ? "one" : "two");
    }
  g_assert_null (parley_proposal_take (&f->p));
  assert_wish (f, 1, 9000, OUTDATED);
}

/* A newer one took its place just as the user said “send it”. */
static void
test_the_one_that_was_swapped_in_is_not (Fixture *f, gconstpointer data)
{
  open_one (f, 1000, -1);
  open_one (f, 9000, -1);
  assert_wish (f, 0, 9100, UNREAD);
  assert_wish (f, 1, 9100, OUTDATED);
  assert_wish (f, 2, 9100, SEND);
  assert_wish (f, 3, 9100, NONE);
}

static void
test_own_words_are_known (Fixture *f, gconstpointer data)
{
  open_one (f, 1000, -1);
  parley_proposal_edit (&f->p, "mine", 1000);
  assert_wish (f, 0, 1000, SEND);
}

static void
test_withdrawn_is_out_of_date (Fixture *f, gconstpointer data)
{
  open_one (f, 1000, 8000);
  parley_proposal_withdraw (&f->p);
  assert_wish (f, 0, 9000, OUTDATED);
  g_assert_false (parley_proposal_is_due (&f->p, 100000, CAP));
  open_one (f, 20000, -1);
  g_assert_cmpuint (f->p.number, ==, 2);
}

static void
test_countdown_ends (Fixture *f, gconstpointer data)
{
  open_one (f, 1000, 8000);
  g_assert_cmpint (parley_proposal_get_deadline (&f->p, CAP), ==, 9000);
  g_assert_false (parley_proposal_is_due (&f->p, 8999, CAP));
  g_assert_true (parley_proposal_is_due (&f->p, 9000, CAP));
  g_assert_true (parley_proposal_stop (&f->p));
  g_assert_false (parley_proposal_stop (&f->p));
  g_assert_false (parley_proposal_is_due (&f->p, 9000, CAP));
  assert_wish (f, 0, 9000, SEND);
}

static void
test_countdown_waits_while_they_type (Fixture *f, gconstpointer data)
{
  open_one (f, 1000, 8000);
  parley_proposal_note_typing (&f->p, TRUE, 7000);
  parley_proposal_note_typing (&f->p, TRUE, 8000);
  g_assert_false (parley_proposal_is_due (&f->p, 9000, CAP));
  g_assert_true (parley_proposal_is_due (&f->p, 7000 + CAP, CAP));
  parley_proposal_note_typing (&f->p, FALSE, 10000);
  g_assert_true (parley_proposal_is_due (&f->p, 10000, CAP));
}

static void
test_changed_one_knows_what_it_was (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *original = NULL;
  g_autofree char *next = NULL;

  open_one (f, 1000, 5000);
  parley_proposal_edit (&f->p, "mine", 2000);
  parley_proposal_edit (&f->p, "mine at last", 3000);
  text = parley_proposal_dup_text (&f->p);
  original = parley_proposal_dup_original (&f->p);
  g_assert_cmpstr (text, ==, "mine at last");
  g_assert_cmpstr (original, ==, "one\ntwo");
  g_assert_cmpuint (f->p.number, ==, 3);
  g_assert_cmpuint (f->p.turn, ==, 7);
  g_assert_cmpint (parley_proposal_get_deadline (&f->p, CAP), ==, -1);
  open_one (f, 4000, -1);
  next = parley_proposal_dup_original (&f->p);
  g_assert_cmpstr (next, ==, "one\ntwo");
  g_assert_null (f->p.original);
}

#define ADD(name, func) g_test_add ("/guard/proposal/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("nothing", test_nothing_waits_at_first);
  ADD ("send", test_the_one_that_was_read_is_sent);
  ADD ("swapped", test_the_one_that_was_swapped_in_is_not);
  ADD ("own-words", test_own_words_are_known);
  ADD ("withdrawn", test_withdrawn_is_out_of_date);
  ADD ("countdown", test_countdown_ends);
  ADD ("typing", test_countdown_waits_while_they_type);
  ADD ("changed", test_changed_one_knows_what_it_was);
  return g_test_run ();
}
