/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What moves a window beside the bubbles themselves: predictions, edits, hints, files. “hello”
 * waits 1300 ms, “wait” 1000, “hm?” 500; later bubbles × 0.8. */
#include "chat-driver.h"

typedef struct
{
  ChatDriver d;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  chat_driver_init (&f->d, 800);
  f->d.policy.prediction = TRUE;
}

static void
teardown (Fixture *f, gconstpointer data)
{
  chat_driver_clear (&f->d);
}

static void
forget_log (Fixture *f)
{
  g_string_truncate (f->d.log, 0);
}

static const char *
get_text (const ParleyTurn *turn, guint i)
{
  g_assert_cmpuint (i, <, turn->bubbles->len);
  return ((const ParleyBubble *) turn->bubbles->pdata[i])->text;
}

/* Signs of typing that end unless they are repeated */

static void
see_typing (Fixture *f, gint64 at, ParleyTyping typing, int sign_ms)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TYPING, .typing = typing, .sign_ms = sign_ms };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

typedef struct
{
  const char *name;
  int sign_ms;
  int cap_ms;
  const char *then;
} Sign;

static const Sign signs[] = {
  { "for-ever", 0, 45000, "turn:1:hard_cap@45500 thinking ask" },
  { "renewed", 10000, 45000, "turn:1:hard_cap@120000 thinking ask" },
  { "longer-than-the-user-waits", 10000, 5000, "turn:1:hard_cap@5500 thinking ask" },
};

static void
test_sign (Fixture *f, gconstpointer data)
{
  const Sign *sign = data;

  f->d.policy.cap_typing = sign->cap_ms;
  chat_driver_bubble (&f->d, 0, "hello");
  see_typing (f, 500, PARLEY_TYPING_ACTIVE, sign->sign_ms);
  forget_log (f);
  chat_driver_wait_until (&f->d, 200000);
  chat_driver_expect (&f->d, sign->then);
}

/* What stays in the box is not repeated. */
static void
test_text_that_is_left_is_no_sign (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hello");
  see_typing (f, 500, PARLEY_TYPING_ACTIVE, 10000);
  see_typing (f, 60500, PARLEY_TYPING_PAUSED, 10000);
  forget_log (f);
  chat_driver_wait_until (&f->d, 200000);
  chat_driver_expect (&f->d, "turn:1:hard_cap@75500 thinking ask");
}

/* Predictions */

typedef struct
{
  const char *name;
  gint64 at;
  ParleyPrediction prediction;
  const char *then;
} Answer;

static const Answer answers[] = {
  { "certain", 700, { TRUE, 0.8, 0 }, "turn:1:ai_predicted@700" },
  { "certain-whatever-it-suggests", 700, { TRUE, 1.0, 5000 }, "turn:1:ai_predicted@700" },
  { "uncertain", 700, { TRUE, 0.79, 900 }, "turn:1:timeout@1600" },
  { "not-done-and-sooner", 700, { FALSE, 1.0, 100 }, "turn:1:timeout@800" },
  { "not-done-and-later", 700, { FALSE, 0.9, 4000 }, "turn:1:timeout@4700" },
  { "bounded-by-the-cap", 700, { FALSE, 0.9, 60000 }, "turn:1:hard_cap@10000" },
  { "malformed", 700, { FALSE, 0.9, -50 }, "turn:1:timeout@700" },
};

static void
test_answer (Fixture *f, gconstpointer data)
{
  const Answer *answer = data;
  g_autofree char *expected = g_strdup_printf ("%s thinking ask", answer->then);

  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 600);
  chat_driver_expect (&f->d, "collecting window:1300 predict");
  chat_driver_predict (&f->d, answer->at, answer->prediction);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, expected);
}

static void
test_only_long_windows_are_asked_about (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "collecting window:1000 turn:1:timeout@1000 thinking ask");
}

static void
test_asked_after_half_a_second (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 499);
  chat_driver_expect (&f->d, "collecting window:1300");
  chat_driver_wait_until (&f->d, 500);
  chat_driver_expect (&f->d, "predict");
}

static void
test_off_by_default (Fixture *f, gconstpointer data)
{
  f->d.policy.prediction = FALSE;
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_expect (&f->d, "collecting window:1300");
}

static void
test_no_answer_changes_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:1300 predict turn:1:timeout@1300 thinking ask");
}

static void
test_late_answer_changes_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 2000);
  forget_log (f);
  chat_driver_predict (&f->d, 2100, (ParleyPrediction){ .wait_ms = 5000 });
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "");
}

static void
test_answer_about_an_older_read_is_stale (Fixture *f, gconstpointer data)
{
  ParleyEvent event
      = { .type = PARLEY_EVENT_PREDICTION, .prediction = { .done = TRUE, .confidence = 1 } };

  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_wait_until (&f->d, 600);
  event.epoch = parley_chat_get_epoch (f->d.chat);
  chat_driver_bubble (&f->d, 700, "wait");
  forget_log (f);
  chat_driver_post (&f->d, &event);
  chat_driver_wait_until (&f->d, 2000);
  chat_driver_expect (&f->d, "turn:2:timeout@1500 thinking ask");
  g_assert_cmpuint (parley_chat_get_n_stale (f->d.chat), ==, 1);
}

static void
test_typing_goes_before_an_answer (Fixture *f, gconstpointer data)
{
  const ParleyPrediction done = { .done = TRUE, .confidence = 1 };

  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_typing (&f->d, 600, PARLEY_TYPING_ACTIVE);
  chat_driver_predict (&f->d, 700, done);
  chat_driver_typing (&f->d, 3000, PARLEY_TYPING_NONE);
  chat_driver_predict (&f->d, 3100, done);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:1300 predict hold@45600 "
                             "turn:1:typing_stopped@3900 thinking ask");
}

static void
test_none_is_asked_for_while_they_type (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hello");
  chat_driver_typing (&f->d, 400, PARLEY_TYPING_ACTIVE);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:1300 hold@45400");
}

/* A window may open under their typing: for what was queued. */
static void
test_none_is_asked_for_about_a_queued_bubble (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 100, "hello");
  chat_driver_typing (&f->d, 900, PARLEY_TYPING_ACTIVE);
  chat_driver_reply (&f->d, 1000, "one", 0);
  chat_driver_wait_until (&f->d, 99000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask speaking "
                             "hold@45900 say:one@45900 done:answered idle collecting window:1300 "
                             "turn:1:hard_cap@90900 thinking ask");
}

/* They stop to type while what was queued still waits for an answer that comes to nothing. */
static void
test_queued_turn_keeps_the_grace (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  f->d.policy.prediction = FALSE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 100, "and?");
  chat_driver_typing (&f->d, 700, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 990, PARLEY_TYPING_NONE);
  chat_driver_reply (&f->d, 1000, "", 0);
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask done:silent "
                             "idle collecting window:500 turn:1:typing_stopped@1890 thinking ask");
}

static void
test_bubble_ends_the_grace (Fixture *f, gconstpointer data)
{
  f->d.policy.prediction = FALSE;
  chat_driver_typing (&f->d, 100, PARLEY_TYPING_ACTIVE);
  chat_driver_typing (&f->d, 900, PARLEY_TYPING_NONE);
  chat_driver_bubble (&f->d, 900, "hm?");
  chat_driver_wait_until (&f->d, 3000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@1400 thinking ask");
}

/* Edits */

static void
test_edit_replaces_and_opens_the_window_anew (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "wait");
  chat_driver_bubble (&f->d, 500, "i had pitza.");
  chat_driver_edit (&f->d, 600, "i had pitza.", "i had pizza.");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:1000 window:400 window:400 turn:2:timeout@1000 "
                             "thinking ask");
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 1), ==, "i had pizza.");
}

static void
test_withdrawn_bubble_leaves_the_turn (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 400, "wait");
  chat_driver_edit (&f->d, 600, "wait", NULL);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 window:800 window:500 turn:1:timeout@1100 "
                             "thinking ask");
}

static void
test_emptied_turn_ends_silently (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_edit (&f->d, 1100, "hm?", NULL);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "collecting window:500 turn:1:timeout@500 thinking ask abort "
                             "done:silent idle");
}

static void
test_edit_of_something_else_changes_nothing (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 1000);
  forget_log (f);
  chat_driver_edit (&f->d, 1100, "long ago", "and now");
  chat_driver_expect (&f->d, "");
}

static void
test_edit_after_the_answer_is_news (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 2000);
  chat_driver_wait_until (&f->d, 3000);
  forget_log (f);
  chat_driver_edit (&f->d, 3100, "hm?", "what?");
  chat_driver_expect (&f->d, "drop:1 done:cut collecting window:500 typing-off");
  g_assert_cmpstr (get_text (f->d.done->pdata[0], 0), ==, "hm?");
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 0), ==, "what?");
}

static void
test_emptied_while_put_off_leaves_the_queue_waiting (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 100, "and");
  chat_driver_simple (&f->d, 200, PARLEY_EVENT_OFFLINE);
  forget_log (f);
  chat_driver_edit (&f->d, 300, "hm?", NULL);
  chat_driver_wait_until (&f->d, 60000);
  chat_driver_expect (&f->d, "done:silent");
  chat_driver_simple (&f->d, 61000, PARLEY_EVENT_ONLINE);
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 0), ==, "and");
}

static void
test_edit_of_something_else_does_not_cut_the_answer (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_reply (&f->d, 1000, "one|two", 2000);
  chat_driver_wait_until (&f->d, 3000);
  forget_log (f);
  chat_driver_edit (&f->d, 3100, "long ago", "and now");
  chat_driver_expect (&f->d, "");
}

/* “hm?” is being answered, “and” and “the” wait behind it. */
static void
speak_with_two_queued (Fixture *f)
{
  f->d.policy.max_bubbles = 1;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 100, "and");
  chat_driver_bubble (&f->d, 200, "the");
  chat_driver_reply (&f->d, 1000, "one|two", 2000);
  chat_driver_wait_until (&f->d, 3000);
  forget_log (f);
}

static void
test_queued_bubble_is_edited_where_it_waits (Fixture *f, gconstpointer data)
{
  speak_with_two_queued (f);
  chat_driver_edit (&f->d, 3100, "and", "but");
  chat_driver_wait_until (&f->d, 4600);
  chat_driver_expect (&f->d, "say:two@4500 done:answered idle collecting window:1200");
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 0), ==, "but");
}

static void
test_queued_bubble_is_taken_back (Fixture *f, gconstpointer data)
{
  speak_with_two_queued (f);
  chat_driver_edit (&f->d, 3100, "and", NULL);
  chat_driver_wait_until (&f->d, 4600);
  chat_driver_expect (&f->d, "say:two@4500 done:answered idle collecting window:1200");
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 0), ==, "the");
}

/* The turn was full; what was queued has room now. */
static void
test_queued_bubble_takes_the_place_of_a_withdrawn_one (Fixture *f, gconstpointer data)
{
  f->d.policy.max_bubbles = 2;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_bubble (&f->d, 100, "wait");
  chat_driver_bubble (&f->d, 200, "and");
  chat_driver_edit (&f->d, 300, "wait", NULL);
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:500 window:800 window:960 turn:2:timeout@1260 "
                             "thinking ask");
  g_assert_cmpstr (get_text (parley_chat_get_turn (f->d.chat), 1), ==, "and");
}

/* Hints */

static void
end_with_hint (Fixture *f, gint64 at, ParleyHint hint)
{
  const ParleyEvent end = { .type = PARLEY_EVENT_REPLY_END,
                            .epoch = parley_chat_get_epoch (f->d.chat),
                            .reply_end = { .how = PARLEY_REPLY_COMPLETE, .hint = hint } };

  chat_driver_reply_bubble (&f->d, at, end.epoch, "one");
  chat_driver_post (&f->d, &end);
  chat_driver_wait_until (&f->d, at);
}

static void
test_hint_holds_for_the_next_turn_only (Fixture *f, gconstpointer data)
{
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 600);
  end_with_hint (f, 700, (ParleyHint){ .expects_followup = TRUE });
  forget_log (f);
  chat_driver_bubble (&f->d, 1000, "hm?");
  chat_driver_bubble (&f->d, 1100, "hm?");
  chat_driver_reply (&f->d, 9000, "two", 0);
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_bubble (&f->d, 10000, "hm?");
  chat_driver_expect (&f->d, "collecting window:1000 window:800 turn:2:timeout@1900 thinking ask "
                             "speaking say:two@9000 done:answered idle collecting window:500");
}

static void
test_expected_input_ends_the_turn (Fixture *f, gconstpointer data)
{
  f->d.habits.hint.expected_input_type = PARLEY_EXPECT_NUMBER;
  chat_driver_bubble (&f->d, 0, "42");
  chat_driver_wait_until (&f->d, 1000);
  chat_driver_expect (&f->d, "collecting window:200 turn:1:explicit_signal@200 thinking ask");
}

static void
test_hint_of_a_draft_thrown_away_is_forgotten (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 300);
  end_with_hint (f, 350, (ParleyHint){ .awaiting_required_field = TRUE });
  chat_driver_bubble (&f->d, 400, "hm?");
  chat_driver_edit (&f->d, 450, "hm?", NULL);
  chat_driver_edit (&f->d, 460, "hm?", NULL);
  g_assert_cmpint (parley_chat_get_state (f->d.chat), ==, PARLEY_STATE_IDLE);
  g_assert_false (f->d.habits.hint.awaiting_required_field);
}

static void
test_hint_of_an_answer_nobody_saw_is_forgotten (Fixture *f, gconstpointer data)
{
  f->d.policy.drafts = TRUE;
  chat_driver_bubble (&f->d, 0, "hm?");
  chat_driver_wait_until (&f->d, 300);
  end_with_hint (f, 350, (ParleyHint){ .awaiting_required_field = TRUE });
  chat_driver_takeover (&f->d, 400, 0);
  g_assert_false (f->d.habits.hint.awaiting_required_field);
}

/* Files */

static void
post_file (Fixture *f, gint64 at)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE,
                              .bubble = { .text = "", .media = "[picture]", .id = "cat" } };

  chat_driver_wait_until (&f->d, at);
  chat_driver_post (&f->d, &event);
}

static void
test_file_waits_for_its_caption (Fixture *f, gconstpointer data)
{
  f->d.policy.prediction = FALSE;
  post_file (f, 0);
  chat_driver_bubble (&f->d, 1900, "is she yours?");
  chat_driver_wait_until (&f->d, 5000);
  chat_driver_expect (&f->d, "collecting window:2000 window:400 turn:2:timeout@2300 thinking ask");
}

/* What was announced may be a file, and what a link is about comes behind it. */
static void
test_halves_of_a_pair_wait_for_each_other (Fixture *f, gconstpointer data)
{
  f->d.policy.prediction = FALSE;
  chat_driver_bubble (&f->d, 0, "have a look at this:");
  post_file (f, 1900);
  chat_driver_bubble (&f->d, 3800, "https://example.org/cats");
  chat_driver_wait_until (&f->d, 9000);
  chat_driver_expect (&f->d, "collecting window:2000 window:2000 window:2000 turn:3:timeout@5800 "
                             "thinking ask");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/turn/chat-signals/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/turn/chat-signals/predicted-%s", answers[i].name);

      g_test_add (path, Fixture, &answers[i], setup, test_answer, teardown);
    }
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/turn/chat-signals/sign/%s", signs[i].name);

      g_test_add (path, Fixture, &signs[i], setup, test_sign, teardown);
    }
  ADD ("sign/left", test_text_that_is_left_is_no_sign);
  ADD ("prediction-of-long-windows", test_only_long_windows_are_asked_about);
  ADD ("prediction-after-half-a-second", test_asked_after_half_a_second);
  ADD ("prediction-off", test_off_by_default);
  ADD ("prediction-without-answer", test_no_answer_changes_nothing);
  ADD ("prediction-late", test_late_answer_changes_nothing);
  ADD ("prediction-stale", test_answer_about_an_older_read_is_stale);
  ADD ("prediction-while-typing", test_typing_goes_before_an_answer);
  ADD ("prediction-not-while-typing", test_none_is_asked_for_while_they_type);
  ADD ("prediction-not-for-queued", test_none_is_asked_for_about_a_queued_bubble);
  ADD ("edit", test_edit_replaces_and_opens_the_window_anew);
  ADD ("withdrawn", test_withdrawn_bubble_leaves_the_turn);
  ADD ("emptied", test_emptied_turn_ends_silently);
  ADD ("edit-of-something-else", test_edit_of_something_else_changes_nothing);
  ADD ("emptied-while-put-off", test_emptied_while_put_off_leaves_the_queue_waiting);
  ADD ("edit-of-something-else-when-spoken", test_edit_of_something_else_does_not_cut_the_answer);
  ADD ("edit-after-the-answer", test_edit_after_the_answer_is_news);
  ADD ("edit-of-a-queued-bubble", test_queued_bubble_is_edited_where_it_waits);
  ADD ("queued-bubble-taken-back", test_queued_bubble_is_taken_back);
  ADD ("room-for-a-queued-bubble", test_queued_bubble_takes_the_place_of_a_withdrawn_one);
  ADD ("queued-turn-keeps-the-grace", test_queued_turn_keeps_the_grace);
  ADD ("bubble-ends-the-grace", test_bubble_ends_the_grace);
  ADD ("hint-for-one-turn", test_hint_holds_for_the_next_turn_only);
  ADD ("expected-input", test_expected_input_ends_the_turn);
  ADD ("hint-of-a-draft", test_hint_of_a_draft_thrown_away_is_forgotten);
  ADD ("hint-nobody-saw", test_hint_of_an_answer_nobody_saw_is_forgotten);
  ADD ("file", test_file_waits_for_its_caption);
  ADD ("halves-of-a-pair", test_halves_of_a_pair_wait_for_each_other);
  return g_test_run ();
}
