/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-copy.h"

#include <string.h>

static void
test_each_parley_of_the_user_knows_it (void)
{
  for (guint64 nonce = 0; nonce < 1000; nonce++)
    {
      g_autofree char *id = parley_own_id_new ("me@wire.example/here", nonce * nonce * nonce);

      g_assert_cmpuint (strlen (id), ==, 32);
      g_assert_true (parley_own_id_is (id, "me@wire.example/there"));
      g_assert_true (parley_own_id_is (id, "Me@wire.example"));
      g_assert_false (parley_own_id_is (id, "you@wire.example"));
    }
}

static void
test_no_other_id_is_one (void)
{
  static const char *const others[] = { "",
                                        "purple1234",
                                        "s1",
                                        "00000000000000000000000000000000",
                                        "550e8400-e29b-41d4-a716-446655440000",
                                        "0123456789abcdef0123456789abcdef" };

  g_assert_false (parley_own_id_is (NULL, "me@wire.example"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (parley_own_id_is (others[i], "me@wire.example"));
}

static void
test_two_are_different (void)
{
  g_autofree char *a = parley_own_id_new ("me@wire.example", 1);
  g_autofree char *b = parley_own_id_new ("me@wire.example", 2);

  g_assert_cmpstr (a, !=, b);
  g_assert_cmpint (strncmp (a + 16, b + 16, 16), !=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/own-id/known", test_each_parley_of_the_user_knows_it);
  g_test_add_func ("/guard/own-id/others", test_no_other_id_is_one);
  g_test_add_func ("/guard/own-id/different", test_two_are_different);
  return g_test_run ();
}
