/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "intent-calls.h"

#include "memory-calls.h"
#include "store-fixture.h"

guint64
intent_declare_with (
    ParleyIntents *intents, const char *person, guint bubble, const char *text, GError **e)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);
  g_autoptr (ParleyIntent) intent
      = parley_intent_new (key, "ann@example.org/home", 7, bubble, text, 1700000000);
  g_autoptr (GAsyncResult) result = NULL;

  parley_intents_declare_async (intents, intent, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  return parley_intents_declare_finish (intents, result, e);
}

guint64
intent_declare (ParleyIntents *intents, const char *person, guint bubble, const char *text)
{
  g_autoptr (GError) error = NULL;
  guint64 number = intent_declare_with (intents, person, bubble, text, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (number, >, 0);
  return number;
}

ParleyIntentsLeft *
intent_take_left (ParleyIntents *intents)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  ParleyIntentsLeft *left;

  parley_intents_take_left_async (intents, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  left = parley_intents_take_left_finish (intents, result, &error);
  g_assert_no_error (error);
  return left;
}

void
intent_forget (ParleyIntents *intents, const char *person)
{
  g_autoptr (ParleyChatKey) key = store_fixture_new_key (person);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  parley_intents_forget_async (intents, key, NULL, store_fixture_take_result, &result);
  memory_wait (&result);
  g_assert_true (parley_intents_forget_finish (intents, result, &error));
  g_assert_no_error (error);
}

void
intent_settle_down (ParleyIntents *intents)
{
  while (!parley_intents_is_idle (intents))
    g_main_context_iteration (NULL, TRUE);
}

void
intent_end (ParleyIntents *intents)
{
  parley_intents_close (intents, g_get_monotonic_time () + 10 * G_USEC_PER_SEC);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (intents);
}
