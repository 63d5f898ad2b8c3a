/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-heard.h"

static void
test_nothing_covers_nothing (void)
{
  const ParleyMark mark = { 0 };

  g_assert_false (parley_mark_covers (&mark, 1));
}

static void
test_covers_itself_and_what_came_before (void)
{
  ParleyMark mark = { 0 };

  parley_mark_advance (&mark, 100, "second", 2);
  g_assert_true (parley_mark_covers (&mark, 1));
  g_assert_true (parley_mark_covers (&mark, 2));
  g_assert_false (parley_mark_covers (&mark, 3));
}

/* Whatever the clock was. */
static void
test_never_goes_down (void)
{
  ParleyMark mark = { 0 };

  parley_mark_advance (&mark, 100, "third", 3);
  parley_mark_advance (&mark, 999, "first", 1);
  g_assert_cmpint (mark.wall_s, ==, 100);
  g_assert_cmpuint (mark.count, ==, 3);
  parley_mark_advance (&mark, 9, "fourth", 4);
  g_assert_cmpint (mark.wall_s, ==, 9);
}

/* A message is marked when it is answered and again when its turn is over. */
static void
test_marks_a_place_once (void)
{
  ParleyMark mark = { 0 };
  ParleyMark before;

  parley_mark_advance (&mark, 100, "hm?", 1);
  before = mark;
  parley_mark_advance (&mark, 100, "not looked at", 1);
  g_assert_cmpmem (&mark, sizeof mark, &before, sizeof before);
}

/* Kept in a file: the same in every run and on every machine. SHA-256 of "hm?" begins so. */
static void
test_hash_is_stable (void)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "hm?", -1);
  ParleyMark mark = { 0 };
  g_autofree char *hash = NULL;

  parley_mark_advance (&mark, 100, "hm?", 1);
  hash = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", GUINT64_SWAP_LE_BE (mark.hash));
  digest[16] = '\0';
  g_assert_cmpstr (hash, ==, digest);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/mark/zero", test_nothing_covers_nothing);
  g_test_add_func ("/base/mark/covers", test_covers_itself_and_what_came_before);
  g_test_add_func ("/base/mark/never-down", test_never_goes_down);
  g_test_add_func ("/base/mark/once", test_marks_a_place_once);
  g_test_add_func ("/base/mark/hash", test_hash_is_stable);
  return g_test_run ();
}
