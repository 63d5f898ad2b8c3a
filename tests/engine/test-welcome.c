/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is told when they come back, and how often. */
#include "engine-fixture.h"

#include <string.h>

#include "engine/parley-welcome.h"

#define SETTLED 4000

typedef struct
{
  Fixture base;
  GString *notes; /* each note: "since N: person|due|wanted|said;" and so on */
} WelcomeFixture;

static void
on_welcome (gpointer data, const GPtrArray *absences, const GPtrArray *returns)
{
  WelcomeFixture *f = data;

  g_assert_cmpuint (returns->len, >, 0);
  if (absences->len == 0)
    return;
  g_string_append (f->notes, "note:");
  for (guint i = 0; i < absences->len; i++)
    {
      const ParleyAbsence *absence = g_ptr_array_index (absences, i);

      g_string_append_printf (f->notes, " %s|%s|%s|%s;", absence->key->person, absence->due,
                              absence->wanted, absence->said);
    }
  g_string_append_c (f->notes, '\n');
}

static void
watch (WelcomeFixture *f)
{
  parley_welcome_watch (parley_engine_get_welcome (f->base.engine), on_welcome, f);
}

static void
setup (WelcomeFixture *f, gconstpointer data)
{
  fixture_setup_kept (&f->base, NULL);
  f->notes = g_string_new (NULL);
  watch (f);
}

static void
teardown (WelcomeFixture *f, gconstpointer data)
{
  fixture_teardown (&f->base, NULL);
  g_string_free (f->notes, TRUE);
}

static void
be (WelcomeFixture *f, ParleyUserPlace place)
{
  parley_welcome_take_place (parley_engine_get_welcome (f->base.engine), f->base.alice->protocol,
                             f->base.alice->account, place);
}

static void
come_back (WelcomeFixture *f)
{
  be (f, PARLEY_USER_THERE);
  pass (&f->base, SETTLED);
}

static void
talk (WelcomeFixture *f, const ParleyChatKey *key, const char *question, const char *answer)
{
  write_line (&f->base, key, question);
  pass (&f->base, 3000);
  parley_test_backend_answer (f->base.backend, answer);
  pass (&f->base, 1000);
}

#define expect_notes(f, expected)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_cmpstr ((f)->notes->str, ==, expected);                                               \
    g_string_truncate ((f)->notes, 0);                                                             \
  }                                                                                                \
  G_STMT_END

#define ALICE_AND_BOB                                                                              \
  "note: bob@localhost||is the car red?|It is.; alice@localhost||is the boat blue?|It is "         \
  "green.;\n"

static void
test_each_person_once (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  talk (f, f->base.bob, "is the car red?", "It is.");
  come_back (f);
  expect_notes (f, ALICE_AND_BOB);
  come_back (f);
  be (f, PARLEY_USER_UNSEEN);
  come_back (f);
  expect_notes (f, "");
}

static void
test_second_absence_has_its_own (WelcomeFixture *f, gconstpointer data)
{
  talk (f, f->base.bob, "is the car red?", "It is.");
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "all of it", "Yes.");
  come_back (f);
  expect_notes (f, "note: alice@localhost||all of it|Yes.;\n");
}

/* Whoever has many write can't hide by that who wrote last. */
static void
test_of_too_many_the_newest_are_told (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  for (guint i = 0; i <= 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u@localhost", i);
      g_autoptr (ParleyChatKey) key
          = parley_chat_key_new (f->base.alice->protocol, f->base.alice->account, name);

      talk (f, key, "is the boat blue?", "It is green.");
    }
  come_back (f);
  g_assert_nonnull (strstr (f->notes->str, "note: p100@localhost||is the boat blue?|It is green."));
  g_assert_nonnull (strstr (f->notes->str, " p1@localhost|"));
  g_assert_null (strstr (f->notes->str, " p0@localhost|"));
}

static void
test_nothing_happened (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  pass (&f->base, 5000);
  come_back (f);
  expect_notes (f, "");
}

static void
test_away_again_is_the_same_absence (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  be (f, PARLEY_USER_THERE);
  pass (&f->base, 2000);
  be (f, PARLEY_USER_AWAY);
  pass (&f->base, SETTLED);
  expect_notes (f, "");
  talk (f, f->base.bob, "is the car red?", "It is.");
  come_back (f);
  expect_notes (f, ALICE_AND_BOB);
}

/* The answer of the store is on its way when they leave. */
static void
test_away_again_while_reading (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  be (f, PARLEY_USER_THERE);
  parley_test_clock_advance (&f->base.clock, SETTLED);
  parley_timers_dispatch (f->base.timers);
  be (f, PARLEY_USER_AWAY);
  pass (&f->base, SETTLED);
  expect_notes (f, "");
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
}

static void
test_invisible_ends_nothing (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  be (f, PARLEY_USER_UNSEEN);
  pass (&f->base, SETTLED);
  expect_notes (f, "");
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
}

static void
test_other_account_is_still_away (WelcomeFixture *f, gconstpointer data)
{
  ParleyWelcome *welcome = parley_engine_get_welcome (f->base.engine);

  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  parley_welcome_take_place (welcome, "prpl-jabber", "other@localhost", PARLEY_USER_AWAY);
  parley_welcome_take_place (welcome, "prpl-jabber", "other@localhost", PARLEY_USER_THERE);
  pass (&f->base, SETTLED);
  expect_notes (f, "");
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
}

static void
test_crash_while_away (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  fixture_crash (&f->base);
  fixture_start (&f->base);
  watch (f);
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.bob, "is the car red?", "It is.");
  come_back (f);
  expect_notes (f, ALICE_AND_BOB);
}

static void
test_told_before_the_restart (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  come_back (f);
  g_string_truncate (f->notes, 0);
  fixture_quit (&f->base);
  fixture_start (&f->base);
  watch (f);
  come_back (f);
  expect_notes (f, "");
}

static void
test_private_chat_is_told_in_its_sitting (WelcomeFixture *f, gconstpointer data)
{
  f->base.host->facts.logged = FALSE;
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
}

static void
test_private_chat_is_not_told_after_it (WelcomeFixture *f, gconstpointer data)
{
  f->base.host->facts.logged = FALSE;
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  fixture_quit (&f->base);
  fixture_start (&f->base);
  watch (f);
  come_back (f);
  expect_notes (f, "");
}

static void
test_draft_that_waits (WelcomeFixture *f, gconstpointer data)
{
  f->base.host->facts.mode = PARLEY_MODE_DRAFT;
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "the report, please", "Here it is.");
  come_back (f);
  expect_notes (f, "note: alice@localhost|A draft waits: “Here it is.”.|the report, please|;\n");
}

static void
test_model_notes_a_promise (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.bob, "is the car red?", "It is.");
  write_line (&f->base, f->base.alice, "call me tonight.");
  pass (&f->base, 3000);
  parley_test_backend_call (f->base.backend, "remember",
                            "{\"text\": \"A call tonight\", \"kind\": \"promise\"}");
  fixture_settle (&f->base);
  parley_test_backend_answer (f->base.backend, "He will.");
  pass (&f->base, 1000);
  talk (f, f->base.bob, "good", "Yes.");
  come_back (f);
  expect_notes (f, "note: alice@localhost|Promised: “A call tonight”.|call me tonight.|He will.; "
                   "bob@localhost||is the car red?|Yes.;\n");
}

static void
test_model_leaves_it_to_the_user (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  write_line (&f->base, f->base.alice, "lend me 50 euros.");
  pass (&f->base, 3000);
  parley_test_backend_call (f->base.backend, "hand_over", "{\"reason\": \"It is about money.\"}");
  pass (&f->base, 1000);
  come_back (f);
  expect_notes (f, "note: alice@localhost|Left the answer to you. “It is about money.”|"
                   "lend me 50 euros.|;\n");
}

/* The model could not be reached until their words were too old. */
static void
test_unanswered_are_listed (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.bob, "is the car red?", "It is.");
  write_line (&f->base, f->base.alice, "shall we sing?");
  for (guint i = 0; i < 13 * 60; i++)
    {
      pass (&f->base, 1000);
      if (f->base.backend->open.length > 0)
        parley_test_backend_fail (f->base.backend, "The server is busy.");
    }
  come_back (f);
  expect_notes (
      f, "note: alice@localhost|Their question waits for you. Not answered. The model was out of "
         "reach for too long.|shall we sing?|; bob@localhost||is the car red?|It is.;\n");
}

static void
test_call_is_told (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  parley_engine_take_important (f->base.engine, f->base.alice, PARLEY_IMPORTANT_CALL, NULL);
  come_back (f);
  expect_notes (f, "note: alice@localhost|They called.||;\n");
}

static void
test_switched_off (WelcomeFixture *f, gconstpointer data)
{
  fixture_set_int (&f->base, PARLEY_SETTING_GUARD_WELCOME_BACK, FALSE);
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  come_back (f);
  fixture_set_int (&f->base, PARLEY_SETTING_GUARD_WELCOME_BACK, TRUE);
  be (f, PARLEY_USER_UNSEEN);
  come_back (f);
  expect_notes (f, "");
}

/* Valgrind and the sanitizers see what is touched then. */
static void
test_program_ends_while_reading (WelcomeFixture *f, gconstpointer data)
{
  be (f, PARLEY_USER_AWAY);
  talk (f, f->base.alice, "is the boat blue?", "It is green.");
  be (f, PARLEY_USER_THERE);
  parley_test_clock_advance (&f->base.clock, SETTLED);
  parley_timers_dispatch (f->base.timers);
  fixture_quit (&f->base);
  expect_notes (f, "");
  fixture_start (&f->base);
  watch (f);
  come_back (f);
  expect_notes (f, "note: alice@localhost||is the boat blue?|It is green.;\n");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/welcome/" name, WelcomeFixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("each-person", test_each_person_once);
  ADD ("second-absence", test_second_absence_has_its_own);
  ADD ("too-many", test_of_too_many_the_newest_are_told);
  ADD ("nothing", test_nothing_happened);
  ADD ("away-again", test_away_again_is_the_same_absence);
  ADD ("away-again-while-reading", test_away_again_while_reading);
  ADD ("invisible", test_invisible_ends_nothing);
  ADD ("other-account", test_other_account_is_still_away);
  ADD ("crash", test_crash_while_away);
  ADD ("told-before-restart", test_told_before_the_restart);
  ADD ("private", test_private_chat_is_told_in_its_sitting);
  ADD ("private-restart", test_private_chat_is_not_told_after_it);
  ADD ("draft", test_draft_that_waits);
  ADD ("promise", test_model_notes_a_promise);
  ADD ("hand-over", test_model_leaves_it_to_the_user);
  ADD ("unanswered", test_unanswered_are_listed);
  ADD ("call", test_call_is_told);
  ADD ("off", test_switched_off);
  ADD ("end-while-reading", test_program_ends_while_reading);
  return g_test_run ();
}
