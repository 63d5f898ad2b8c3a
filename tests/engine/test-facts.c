/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine-fixture.h"

/* How often the application is asked what is known of a chat: once an event, and anew where that
 * protects. */

static guint
take_count (Fixture *f)
{
  guint n = f->host->n_facts;

  f->host->n_facts = 0;
  return n;
}

static void
test_a_burst_and_its_answer (Fixture *f, gconstpointer data)
{
  guint n;

  take_count (f);
  write_line (f, f->alice, "wait");
  write_line (f, f->alice, "so i just had like 3 slices");
  write_line (f, f->alice, "of pizza");
  n = take_count (f);
  g_test_message ("reading: %u", n);
  pass (f, 1000);
  g_test_message ("closing: %u", f->host->n_facts);
  n += take_count (f);
  parley_test_backend_answer (f->backend, "Not bad.\n\nEnjoy.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Not bad.\nalice@localhost < Enjoy.\n");
  g_test_message ("saying: %u", f->host->n_facts);
  n += take_count (f);
  g_assert_cmpuint (n, <=, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/facts/a-burst-and-its-answer", Fixture, NULL, fixture_setup,
              test_a_burst_and_its_answer, fixture_teardown);
  return g_test_run ();
}
