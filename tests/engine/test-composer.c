/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-composer.h"

#include "engine-fixture.h"

#include <string.h>

/* What a composer needs of its surroundings. */
typedef struct
{
  ParleySettings *settings;
  ParleyLimits limits;
  ParleyComposer *composer;
} Composing;

static void
composing_setup (Composing *c, gconstpointer data)
{
  c->settings = parley_settings_new ();
  c->composer = parley_composer_new (c->settings, &c->limits, 1);
}

static void
composing_teardown (Composing *c, gconstpointer data)
{
  parley_composer_free (c->composer);
  parley_settings_free (c->settings);
}

/* @markup: NULL for none. */
static void
assert_next (Composing *c, const char *text, const char *markup)
{
  g_autoptr (ParleyComposed) composed = parley_composer_take (c->composer);

  g_assert_nonnull (composed);
  g_assert_cmpstr (composed->text, ==, text);
  g_assert_cmpstr (composed->markup, ==, markup);
}

static void
assert_none (Composing *c)
{
  g_assert_null (parley_composer_take (c->composer));
}

static void
test_disclosure_goes_before_the_first_words (Composing *c, gconstpointer data)
{
  parley_composer_disclose (c->composer, "(robot)");
  parley_composer_feed (c->composer, " \n");
  parley_composer_feed (c->composer, "**Yes**, of course.\n\nAt two.");
  parley_composer_end (c->composer);
  assert_next (c, "(robot) Yes, of course.", "(robot) <b>Yes</b>, of course.");
  assert_next (c, "At two.", NULL);
  assert_none (c);
}

static void
test_disclosure_leaves_code_alone (Composing *c, gconstpointer data)
{
  parley_composer_disclose (c->composer, "(robot)");
  parley_composer_feed (c->composer, "```\nint i;\n```\n");
  parley_composer_end (c->composer);
  assert_next (c, "(robot)", NULL);
  assert_next (c, "int i;", "<font face=\"monospace\">int i;</font>");
  assert_none (c);
}

static void
test_disclosure_outlives_what_is_taken_back (Composing *c, gconstpointer data)
{
  parley_composer_disclose (c->composer, "(robot)");
  parley_composer_feed (c->composer, "let me think");
  g_assert_true (parley_composer_take_back (c->composer, ""));
  parley_composer_feed (c->composer, "Yes.");
  parley_composer_end (c->composer);
  assert_next (c, "(robot) Yes.", NULL);
  assert_none (c);
}

static void
test_disclosure_alone_says_nothing (Composing *c, gconstpointer data)
{
  parley_composer_disclose (c->composer, "(robot)");
  parley_composer_feed (c->composer, " \n");
  parley_composer_end (c->composer);
  assert_none (c);
}

static void
test_bubble_is_there_when_it_is_complete (Composing *c, gconstpointer data)
{
  parley_composer_feed (c->composer, "**Yes**, of course.\n");
  assert_none (c);
  parley_composer_feed (c->composer, "\n");
  assert_next (c, "Yes, of course.", "<b>Yes</b>, of course.");
  assert_none (c);
  parley_composer_feed (c->composer, "At two.");
  assert_none (c);
  parley_composer_end (c->composer);
  assert_next (c, "At two.", NULL);
  assert_none (c);
}

static void
test_held_text_comes_at_the_end (Composing *c, gconstpointer data)
{
  parley_composer_hold (c->composer);
  parley_composer_feed (c->composer, "They want pizza.\n\nHm.");
  assert_none (c);
  g_assert_true (parley_composer_take_back (c->composer, "Well. "));
  parley_composer_feed (c->composer, "Pizza!\n\nAt eight.");
  assert_none (c);
  parley_composer_end (c->composer);
  assert_next (c, "Well. Pizza!", NULL);
  assert_next (c, "At eight.", NULL);
  assert_none (c);
}

static void
test_what_was_not_taken_is_taken_back (Composing *c, gconstpointer data)
{
  parley_composer_feed (c->composer, "They want pizza.\n\n");
  g_assert_true (parley_composer_take_back (c->composer, ""));
  parley_composer_feed (c->composer, "Pizza!");
  parley_composer_end (c->composer);
  assert_next (c, "Pizza!", NULL);
  assert_none (c);
}

static void
test_what_was_taken_is_not (Composing *c, gconstpointer data)
{
  parley_composer_feed (c->composer, "They want pizza.\n\n");
  assert_next (c, "They want pizza.", NULL);
  g_assert_false (parley_composer_take_back (c->composer, ""));
}

typedef struct
{
  const char *source;
  const char *text;
  const char *markup; /* NULL: none is needed */
} Case;

/* Whatever a model makes its text of: without its tags, no line begins as a command does. */
static const Case hostile[] = {
  { "!cmd", " !cmd", NULL },
  { "**!cmd**", " !cmd", NULL },
  { "`/quit`", " /quit", NULL },
  { "*fine*\n**/quit**", "fine\n /quit", NULL },
  { "# !cmd", " !cmd", NULL },
  { "```\n!cmd\n```", " !cmd", NULL },
  { "[!cmd](https://example.org)", " !cmd (https://example.org)", NULL },
  { "&#33;cmd", " &#33;cmd", NULL },
  { "**&#33;cmd**", " &#33;cmd", NULL },
  { "<b>!cmd</b>", " < b>!cmd< /b>", NULL },
  { "?**OTR**:AAMC", ":AAMC", NULL },
  { "**fine** !cmd", "fine !cmd", "<b>fine</b> !cmd" },
  { "**a** <img src=x>", "a <img src=x>", "<b>a</b> &lt;img src=x&gt;" },
  { "[a](javascript:alert) *b*", "[a](javascript:alert) b", "[a](javascript:alert) <i>b</i>" },
};

static void
test_markup_is_inert (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      Composing c = { 0 };

      composing_setup (&c, NULL);
      parley_composer_feed (c.composer, hostile[i].source);
      parley_composer_end (c.composer);
      assert_next (&c, hostile[i].text, hostile[i].markup);
      assert_none (&c);
      composing_teardown (&c, NULL);
    }
}

static void
test_marks_pass_no_limit (void)
{
  Composing c = { .limits = { .max_bytes = 100 } };
  g_autoptr (ParleyComposed) composed = NULL;

  composing_setup (&c, NULL);
  parley_composer_feed (c.composer, "**Yes**, of course.\n\n");
  assert_next (&c, "Yes, of course.", "<b>Yes</b>, of course.");
  for (guint i = 0; i < 40; i++)
    parley_composer_feed (c.composer, "**a** ");
  parley_composer_end (c.composer);
  composed = parley_composer_take (c.composer);
  g_assert_cmpuint (strlen (composed->text), ==, 79);
  g_assert_null (composed->markup);
  composing_teardown (&c, NULL);
}

static void
test_bubbles_on_a_slow_protocol_are_kept_apart (void)
{
  Composing c
      = { .limits = { .max_bytes = 400, .max_lines = 4, .one_line = TRUE, .min_gap_ms = 2000 } };
  g_autoptr (ParleyComposed) first = NULL;
  g_autoptr (ParleyComposed) second = NULL;

  c.settings = parley_settings_new ();
  g_assert_true (parley_settings_set_int (c.settings, PARLEY_SETTING_REPLY_PACE_CPS, 0, NULL));
  c.composer = parley_composer_new (c.settings, &c.limits, 1);
  parley_composer_feed (c.composer, "one\ntwo");
  first = parley_composer_take (c.composer);
  g_assert_cmpstr (first->text, ==, "one");
  g_assert_cmpint (first->pace_ms, ==, 0);
  parley_composer_end (c.composer);
  second = parley_composer_take (c.composer);
  g_assert_cmpint (second->pace_ms, ==, 2000);
  composing_teardown (&c, NULL);
}

/* The blank before a command is a byte more. */
static void
test_blank_in_front_passes_no_limit (void)
{
  Composing c = { .limits = { .max_bytes = 16, .max_lines = 4, .one_line = TRUE } };
  g_autoptr (GString) all = g_string_new (NULL);
  ParleyComposed *composed;

  composing_setup (&c, NULL);
  parley_composer_feed (c.composer, "!one two three44");
  parley_composer_end (c.composer);
  while ((composed = parley_composer_take (c.composer)) != NULL)
    {
      g_assert_cmpuint (strlen (composed->text), <=, 16);
      g_string_append_printf (all, "%s|", composed->text);
      parley_composed_free (composed);
    }
  g_assert_cmpstr (all->str, ==, " !one two|three44|");
  composing_teardown (&c, NULL);
}

/* Streamed or whole, the same read is typed in the same time. */
static void
test_pace_does_not_hang_on_pieces (Composing *c, gconstpointer data)
{
  const char *text = "One thing.\n\nAnother thing.\n\nAnd a third.";
  g_autoptr (ParleyComposer) whole = parley_composer_new (c->settings, &c->limits, 1);

  parley_composer_feed (whole, text);
  parley_composer_end (whole);
  for (const char *p = text; *p != '\0'; p++)
    parley_composer_feed (c->composer, (const char[]){ *p, '\0' });
  parley_composer_end (c->composer);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (ParleyComposed) expected = parley_composer_take (whole);
      g_autoptr (ParleyComposed) composed = parley_composer_take (c->composer);

      g_assert_cmpstr (composed->text, ==, expected->text);
      g_assert_cmpint (composed->pace_ms, ==, expected->pace_ms);
    }
  assert_none (c);
}

/* The host gets both forms; what is remembered and compared is what is seen. */
static void
test_host_gets_markup (Fixture *f, gconstpointer data)
{
  write_line (f, f->alice, "Is it at two?");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "It is at **two**.");
  pass (f, 1000);
  g_assert_cmpstr (f->host->log->str, ==, "alice@localhost < It is at two.\n");
  g_assert_cmpstr (f->host->markup, ==, "It is at <b>two</b>.");
}

typedef struct
{
  Fixture *f;
  GString *looks; /* of all that was said */
} Looking;

static void
look (gpointer data)
{
  Looking *looking = data;
  const char *markup = looking->f->host->markup;

  g_string_append_printf (looking->looks, "%s;", markup != NULL ? markup : "plain");
}

/* What was said before says nothing of how a bubble looks. */
static void
test_same_words_look_as_each_was_written (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) looks = g_string_new (NULL);
  Looking looking = { f, looks };

  f->host->during_say = look;
  f->host->during_data = &looking;
  write_line (f, f->alice, "Is it at two?");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "It is.\n\n**It is.**\n\nIt is.");
  pass (f, 1000);
  g_assert_cmpstr (looks->str, ==, "plain;<b>It is.</b>;plain;");
}

static void
test_same_words_of_a_draft_look_as_each_was_written (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) looks = g_string_new (NULL);
  Looking looking = { f, looks };

  f->host->during_say = look;
  f->host->during_data = &looking;
  f->host->facts.mode = PARLEY_MODE_DRAFT;
  write_line (f, f->alice, "Is it at two?");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "It is.\n\n**It is.**\n\nIt is.");
  pass (f, 3000);
  send_draft (f, f->alice, 0);
  pass (f, 1000);
  g_assert_cmpstr (looks->str, ==, "plain;<b>It is.</b>;plain;");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/engine/composer/" name, Composing, NULL, composing_setup, func, composing_teardown)
  ADD ("disclosure", test_disclosure_goes_before_the_first_words);
  ADD ("disclosure-code", test_disclosure_leaves_code_alone);
  ADD ("disclosure-taken-back", test_disclosure_outlives_what_is_taken_back);
  ADD ("disclosure-alone", test_disclosure_alone_says_nothing);
  ADD ("complete", test_bubble_is_there_when_it_is_complete);
  ADD ("held", test_held_text_comes_at_the_end);
  ADD ("taken-back", test_what_was_not_taken_is_taken_back);
  ADD ("too-late", test_what_was_taken_is_not);
  ADD ("pieces", test_pace_does_not_hang_on_pieces);
  g_test_add_func ("/engine/composer/inert", test_markup_is_inert);
  g_test_add_func ("/engine/composer/limit", test_blank_in_front_passes_no_limit);
  g_test_add_func ("/engine/composer/marks", test_marks_pass_no_limit);
  g_test_add_func ("/engine/composer/slow", test_bubbles_on_a_slow_protocol_are_kept_apart);
  g_test_add ("/engine/composer/host", Fixture, NULL, fixture_setup, test_host_gets_markup,
              fixture_teardown);
  g_test_add ("/engine/composer/same-words", Fixture, NULL, fixture_setup,
              test_same_words_look_as_each_was_written, fixture_teardown);
  g_test_add ("/engine/composer/same-words-of-a-draft", Fixture, NULL, fixture_setup,
              test_same_words_of_a_draft_look_as_each_was_written, fixture_teardown);
  return g_test_run ();
}
