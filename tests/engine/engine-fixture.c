/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine-fixture.h"

void
fixture_use_scripted_model (Fixture *f)
{
  parley_engine_set_backend_for_tests (f->engine, PARLEY_BACKEND (f->backend));
}

void
fixture_set_int (Fixture *f, ParleySetting setting, int value)
{
  g_assert_true (parley_settings_set_int (f->settings, setting, value, NULL));
  fixture_use_scripted_model (f);
}

void
fixture_setup (Fixture *f, gconstpointer data)
{
  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->settings = parley_settings_new ();
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
  g_assert_true (parley_settings_set_int (f->settings, PARLEY_SETTING_TURN_DRAFTS, FALSE, NULL));
  f->host = parley_test_host_new ();
  f->backend = parley_test_backend_new ();
  f->engine = parley_engine_new (PARLEY_HOST (f->host), f->settings, f->timers, NULL);
  fixture_use_scripted_model (f);
  f->alice = parley_chat_key_new ("prpl-jabber", "me@localhost", "alice@localhost");
  f->bob = parley_chat_key_new ("prpl-jabber", "me@localhost", "bob@localhost");
}

void
fixture_teardown (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->engine, parley_engine_free);
  parley_test_backend_settle ();
  g_assert_finalize_object (f->backend);
  g_assert_finalize_object (f->host);
  parley_settings_free (f->settings);
  parley_timers_unref (f->timers);
  parley_chat_key_free (f->alice);
  parley_chat_key_free (f->bob);
}

void
pass (Fixture *f, gint64 ms)
{
  for (; ms > 0; ms -= 10)
    {
      parley_test_clock_advance (&f->clock, MIN (ms, 10));
      parley_timers_dispatch (f->timers);
    }
}

void
write_line (Fixture *f, const ParleyChatKey *key, const char *text)
{
  const ParleyLineFacts facts = { .received = TRUE };

  parley_engine_take_line (f->engine, key, &facts, text, f->clock.wall);
}

void
write_own (Fixture *f, const ParleyChatKey *key, const char *text, gboolean echo)
{
  const ParleyLineFacts facts = { .sent = TRUE, .received = echo };

  parley_engine_take_line (f->engine, key, &facts, text, f->clock.wall);
}
