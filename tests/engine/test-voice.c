/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-voice.h"

#include "test-host.h"

typedef struct
{
  ParleyTestHost *host;
  ParleyChatKey *key;
  ParleyVoice voice;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->host = parley_test_host_new ();
  f->key = parley_chat_key_new ("prpl-jabber", "me@example.org", "alice@example.org");
  parley_voice_init (&f->voice, PARLEY_HOST (f->host), f->key);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  parley_voice_clear (&f->voice);
  parley_chat_key_free (f->key);
  g_object_unref (f->host);
}

static const char *
get_told (Fixture *f, guint i)
{
  g_assert_cmpuint (i, <, f->host->told->len);
  return g_ptr_array_index (f->host->told, i);
}

static void
test_a_line_waits_for_a_conversation (Fixture *f, gconstpointer data)
{
  f->host->no_window = TRUE;
  parley_voice_tell (&f->voice, "one");
  g_assert_false (parley_voice_say (&f->voice, "only now"));
  f->host->no_window = FALSE;
  g_ptr_array_set_size (f->host->told, 0);
  parley_voice_catch_up (&f->voice);
  parley_voice_catch_up (&f->voice);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (get_told (f, 0), "one"));
}

static void
test_of_too_many_the_oldest_is_lost (Fixture *f, gconstpointer data)
{
  f->host->no_window = TRUE;
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *line = g_strdup_printf ("line %u", i);

      parley_voice_tell (&f->voice, line);
    }
  f->host->no_window = FALSE;
  g_ptr_array_set_size (f->host->told, 0);
  parley_voice_catch_up (&f->voice);
  g_assert_cmpuint (f->host->told->len, ==, 8);
  g_assert_nonnull (strstr (get_told (f, 0), "line 1"));
}

static void
test_a_closed_chat_is_silent (Fixture *f, gconstpointer data)
{
  f->host->no_window = TRUE;
  parley_voice_tell (&f->voice, "before");
  f->host->no_window = FALSE;
  g_ptr_array_set_size (f->host->told, 0);
  parley_voice_end (&f->voice);
  parley_voice_catch_up (&f->voice);
  parley_voice_tell (&f->voice, "after");
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_UNSEEN, "once");
  g_assert_false (parley_voice_say (&f->voice, "now"));
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static void
test_once_is_once_if_it_was_heard (Fixture *f, gconstpointer data)
{
  f->host->no_window = TRUE;
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_UNSEEN, "unheard");
  f->host->no_window = FALSE;
  g_ptr_array_set_size (f->host->told, 0);
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_UNSEEN, "heard");
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_UNSEEN, "again");
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_EXPOSED, "another");
  g_assert_cmpuint (f->host->told->len, ==, 2);
  parley_voice_forget (&f->voice, PARLEY_TOLD_UNSEEN);
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_EXPOSED, "another");
  parley_voice_tell_once (&f->voice, PARLEY_TOLD_UNSEEN, "anew");
  g_assert_cmpuint (f->host->told->len, ==, 3);
  g_assert_nonnull (strstr (get_told (f, 2), "anew"));
}

static void
test_a_minute_between_calls (Fixture *f, gconstpointer data)
{
  g_assert_true (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_CALL, 1000));
  g_assert_false (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_CALL, 60999));
  g_assert_true (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_FILE, 2000));
  g_assert_true (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_CALL, 61000));
}

static void
test_urgent_words_once_a_turn (Fixture *f, gconstpointer data)
{
  g_assert_true (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_WORDS, 0));
  g_assert_false (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_WORDS, 600000));
  parley_voice_forget (&f->voice, PARLEY_TOLD_URGENT);
  g_assert_true (parley_voice_take_important (&f->voice, PARLEY_IMPORTANT_WORDS, 600001));
}

#define ADD(path, func) g_test_add ("/voice/" path, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("a-line-waits-for-a-conversation", test_a_line_waits_for_a_conversation);
  ADD ("of-too-many-the-oldest-is-lost", test_of_too_many_the_oldest_is_lost);
  ADD ("a-closed-chat-is-silent", test_a_closed_chat_is_silent);
  ADD ("once-is-once-if-it-was-heard", test_once_is_once_if_it_was_heard);
  ADD ("a-minute-between-calls", test_a_minute_between_calls);
  ADD ("urgent-words-once-a-turn", test_urgent_words_once_a_turn);
  return g_test_run ();
}
