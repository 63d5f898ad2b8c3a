/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Two programs on one store: while this one was offline the other began to speak. */
#include "engine-fixture.h"
#include "memory/parley-store-chats.h"
#include "memory/parley-store-heard.h"

static ParleyStore *
get_store (Fixture *f)
{
  return parley_engine_get_store_for_tests (f->engine);
}

static void
lose_lock (Fixture *f)
{
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", FALSE);
  f->host->facts.speaker = FALSE;
  parley_engine_set_online (f->engine, "prpl-jabber", "me@localhost", TRUE);
  fixture_settle (f);
}

static void
get_lock_back (Fixture *f)
{
  f->host->facts.speaker = TRUE;
  parley_engine_take_up (f->engine);
  fixture_settle (f);
}

static void
answer_once (Fixture *f)
{
  write_line (f, f->alice, "shall we sing?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  f->clock.wall += 20;
}

static void
test_leaves_what_is_pending_to_it (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "shall we sing?");
  lose_lock (f);
  pass (f, 3000);
  g_assert_cmpuint (f->backend->requests->len, ==, 0);
  g_assert_cmpuint (count_pending (f), ==, 1);
}

static void
test_takes_up_what_it_left (Fixture *f, gconstpointer data)
{
  answer_once (f);
  lose_lock (f);
  parley_store_hear (
      get_store (f), f->alice, NULL,
      &(ParleyPending){ .when = parley_when_at (f->clock.wall), .text = (char *) "tomorrow?" });
  get_lock_back (f);
  pass (f, 1500);
  g_assert_cmpuint (f->backend->requests->len, ==, 2);
}

static void
test_stands_down_as_it_did (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = parley_chat_record_new ();

  answer_once (f);
  lose_lock (f);
  record->stand_down_until = f->clock.wall + 800;
  parley_store_save_chat (get_store (f), f->alice, record);
  get_lock_back (f);
  write_line (f, f->alice, "tomorrow?");
  pass (f, 3000);
  g_assert_cmpuint (f->backend->requests->len, ==, 1);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/other-program/" name, Fixture, NULL, fixture_setup_kept, func,              \
              fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("pending-is-left-to-it", test_leaves_what_is_pending_to_it);
  ADD ("what-it-left-is-taken-up", test_takes_up_what_it_left);
  ADD ("its-stand-down-holds", test_stands_down_as_it_did);
  return g_test_run ();
}
