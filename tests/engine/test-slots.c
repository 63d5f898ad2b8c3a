/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-slots.h"

static void
granted (gpointer owner)
{
  (*(guint *) owner)++;
}

static void
test_limit_and_order (void)
{
  g_autoptr (ParleySlots) slots = parley_slots_new (granted);
  guint a = 0;
  guint b = 0;
  guint c = 0;
  guint d = 0;

  parley_slots_request (slots, &a, 2);
  parley_slots_request (slots, &b, 2);
  parley_slots_request (slots, &c, 2);
  parley_slots_request (slots, &d, 2);
  g_assert_cmpuint (a + b, ==, 2);
  g_assert_cmpuint (c + d, ==, 0);
  parley_slots_release (slots, &b, 2);
  g_assert_cmpuint (c, ==, 1);
  g_assert_cmpuint (d, ==, 0);
  parley_slots_release (slots, &d, 2); /* stops waiting */
  parley_slots_release (slots, &a, 2);
  parley_slots_release (slots, &c, 2);
  g_assert_cmpuint (d, ==, 0);
  parley_slots_release (slots, &c, 2); /* twice does nothing */
}

static void
test_limit_of_none_grants_nobody (void)
{
  g_autoptr (ParleySlots) slots = parley_slots_new (granted);
  guint a = 0;
  guint b = 0;

  parley_slots_request (slots, &a, 1);
  parley_slots_request (slots, &b, 1);
  parley_slots_release (slots, &a, 0);
  g_assert_cmpuint (b, ==, 0);
  parley_slots_release (slots, &b, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/slots/limit-and-order", test_limit_and_order);
  g_test_add_func ("/engine/slots/limit-of-none", test_limit_of_none_grants_nobody);
  return g_test_run ();
}
