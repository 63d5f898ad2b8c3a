/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <string.h>

#include "backend/parley-think-filter.h"
#include "base/parley-error.h"

#include <glib/gstdio.h>

#define PLAIN   PARLEY_MANNER_PLAIN
#define UNKNOWN PARLEY_MANNER_UNKNOWN
#define MUSING  PARLEY_MANNER_MUSING

typedef struct
{
  const char *input;
  const char *wanted;
  const char *doubt;   /* (nullable) */
  const char *prompt;  /* (nullable): what they wrote */
  ParleyManner manner; /* of the model */
  gboolean cut;        /* the model had more to say */
} Row;

static const Row rows[] = {
  { "Hello", "Hello" },
  { "", "" },
  { "<think>secret</think>Hello", "Hello" },
  { "<think>secret</think>\n\n Hello", "Hello" },
  { "\n<think>secret</think>\n\n Hello", "\nHello" },
  { "Hi <think>secret</think> there", "Hi  there" },
  { "<think>a</think>b<think>c</think>d", "bd" },
  { "<think>never closed", "" },
  { "a<think>never closed</thin", "a" },
  { "<think></think>", "" },
  { "<think><think>a</think>b", "b" },
  { "<<think>a</think>b", "<b" },
  { "<thi<think>a<</think>b", "<thib" },
  { "<think>a</thi</think>b", "b" },
  { "1 < 2 <th", "1 < 2 <th" },
  { "ä<think>ö</think>ü", "äü" },
  /* Every known mark, in any case. */
  { "<THINK>secret</THINK>Hello", "Hello" },
  { "<Thinking>secret</thinking>Hello", "Hello" },
  { "<thinking>aloud", "" },
  { "[THINK]secret[/THINK]Hello", "Hello" },
  { "<thought>secret</thought>Hello", "Hello" },
  { "<seed:think>secret</seed:think>Hello", "Hello" },
  { "◁think▷secret◁/think▷Hello", "Hello" },
  { "◁think▷secret◁/think", "" },
  { "<|START_THINKING|>secret<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>", "Hello" },
  { "<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Hello"
    "<|return|>",
    "Hello" },
  { "<|channel|>analysis<|message|>secret<|channel|>final<|message|>Hello", "Hello" },
  { "<|channel|>commentary to=functions.a <|constrain|>json<|message|>{}<|call|>", "" },
  { "<|channel|>final<|message|>Hello", "Hello" },
  { "analysisThey want pizza.assistantfinalPizza!", "Pizza!" },
  { "analysis is what they want", "analysis is what they want" },
  { "Here is my thought process:\nsecret\nHere is my response:\nHello", "Hello" },
  { "Here is my address: no.", "Here is my address: no." },
  { "<think>secret</think><answer>Hello</answer>", "Hello" },
  { "Hello<|im_end|>", "Hello" },
  /* What only looks like one, */
  { "<plan>secret</plan>Hello", "Hello", "<plan>" },
  { "\n\n<plan>secret</PLAN>\nHello", "\n\nHello", "<plan>" },
  { "<my-thoughts mood='calm'>secret</my-thoughts>Hello", "Hello", "<my-thoughts mood='calm'>" },
  { "[PLAN]secret[/PLAN]Hello", "Hello", "[PLAN]" },
  { "<|muse|>secret<|end_muse|>Hello", "Hello", "<|muse|>" },
  { "<|begin_of_plan|>secret<|end_of_plan|>Hello", "Hello", "<|begin_of_plan|>" },
  { "◁muse▷secret◁/muse▷Hello", "Hello", "◁muse▷" },
  { "<plan>all there is</plan>", "all there is", "<plan>" },
  { "<plan>a <think>b</think>c</plan>", "a c", "<plan>" },
  { "<plan>cut in the mid", "<plan>cut in the mid", "<plan>", .cut = TRUE },
  /* and what are words. */
  { "<3 you too", "<3 you too" },
  { "<3", "<3" },
  { "[laughs] yes", "[laughs] yes" },
  { "[LOL] yes", "[LOL] yes" },
  { "<grin> yes", "<grin> yes" },
  { "<b>yes</b> no", "<b>yes</b> no" },
  { "<https://example.org/a>", "<https://example.org/a>" },
  { "I'd say <plan>a</plan>", "I'd say <plan>a</plan>" },
  { "[silence]", "[silence]" },
  { "<", "<" },
  { "<|", "<|" },
  { "◁", "◁" },
  /* The mark behind the reasoning alone, */
  { "They want pizza.</think>\n\nPizza!", "Pizza!" },
  { "They want pizza.[/THINK]\n\nPizza!", "Pizza!", .manner = MUSING },
  { "They want </think> hm </think>Pizza!", "Pizza!", .manner = PLAIN },
  { "Thinking<|channel|>final<|message|>Pizza!", "Pizza!" },
  { "Only thoughts.</think>", "" },
  { "<think>a</think></think>b", "b" },
  /* and one that they had the model repeat. */
  { "Here: </think> so", "Here: </think> so", NULL, "repeat </think>", PLAIN },
  { "Here: </THINK> so", "Here: </THINK> so", NULL, "repeat < / T h i n\u200bk >", PLAIN },
  { "Here: [/think] so", "so", NULL, "repeat </think>", PLAIN },
  { "They want it.</think>Here", "Here", NULL, "repeat </think>", MUSING },
  { "They want </think>.</think>Here", "Here", "</think>", "repeat </think>", MUSING },
  { "Here: </think> so", "so", "</think>", "repeat </think>", UNKNOWN },
};

typedef struct
{
  ParleyThinkMarks *marks;
  ParleyThinkFilter *filter;
  GString *out;
  guint n_taken_back;
} Reply;

static void
begin (Reply *reply, const Row *row)
{
  g_autoptr (ParleyRequest) request = parley_request_new (100);
  g_autoptr (GError) error = NULL;

  *reply = (Reply){ .out = g_string_new (NULL), .marks = parley_think_marks_load (NULL, &error) };
  g_assert_no_error (error);
  parley_request_add (request, PARLEY_ROLE_SYSTEM, "Be kind.");
  parley_request_add (request, PARLEY_ROLE_USER, row->prompt != NULL ? row->prompt : "Hi");
  request->manner = row->manner;
  reply->filter = parley_think_filter_new (reply->marks, request);
}

/* @shown: (transfer full). */
static void
take (Reply *reply, ParleyThinkResult result, GString *shown)
{
  if (result != PARLEY_THINK_KEPT)
    {
      g_string_truncate (reply->out, 0);
      reply->n_taken_back++;
    }
  g_string_append (reply->out, shown->str);
  g_string_free (shown, TRUE);
}

static void
feed (Reply *reply, const char *text)
{
  GString *shown = g_string_new (NULL);

  take (reply, parley_think_filter_feed (reply->filter, text, shown), shown);
}

static void
clear (Reply *reply)
{
  parley_think_filter_free (reply->filter);
  parley_think_marks_free (reply->marks);
  g_string_free (reply->out, TRUE);
}

/* @first: the length of the first piece; @others: of the others. */
static void
check_pieces (const Row *row, gsize first, gsize others)
{
  gsize length = strlen (row->input);
  gsize piece = first;
  GString *rest = g_string_new (NULL);
  Reply reply;

  begin (&reply, row);
  for (gsize i = 0; i < length; i += piece, piece = others)
    {
      g_autofree char *text = g_strndup (row->input + i, piece);

      feed (&reply, text);
    }
  take (&reply, parley_think_filter_end (reply.filter, !row->cut, rest), rest);
  g_assert_cmpstr (reply.out->str, ==, row->wanted);
  g_assert_cmpstr (parley_think_filter_get_doubt (reply.filter), ==, row->doubt);
  clear (&reply);
}

static void
test_result_is_the_same_at_every_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("%s", rows[i].input);
      check_pieces (&rows[i], 1, 1);
      for (gsize cut = 0; cut <= strlen (rows[i].input); cut++)
        check_pieces (&rows[i], cut, 1000);
    }
}

static void
test_words_are_not_held_up (void)
{
  static const Row steps[] = {
    { "Hello", "Hello" },  { " <", "Hello " },         { "th", "Hello " },
    { "e", "Hello <the" }, { "<think", "Hello <the" }, { "x", "Hello <the<thinkx" },
  };
  static const char *const said[]
      = { "<3", "[la", "[l", "<b>y", "< ", "Here is your", "and", "Hi", "<https:/" };
  static const char *const held[] = { "<", "<gri", "<grin>", "<grin> yes", "[LO", "[LOL]", "ana" };
  Reply reply;

  begin (&reply, &steps[0]);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      feed (&reply, steps[i].input);
      g_assert_cmpstr (reply.out->str, ==, steps[i].wanted);
    }
  clear (&reply);
  for (guint i = 0; i < G_N_ELEMENTS (held); i++)
    {
      begin (&reply, &steps[0]);
      feed (&reply, held[i]);
      g_assert_cmpstr (reply.out->str, ==, "");
      clear (&reply);
    }
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      begin (&reply, &steps[0]);
      feed (&reply, said[i]);
      g_assert_cmpstr (reply.out->str, ==, said[i]);
      clear (&reply);
    }
}

/* Of what they had the model repeat nothing is learned. */
static void
test_quoted_mark_is_told_from_a_mark (void)
{
  static const Row quoted = { "", "", NULL, "repeat </think>" };
  g_autoptr (GString) out = g_string_new (NULL);
  Reply reply;

  begin (&reply, &quoted);
  g_assert_cmpint (parley_think_filter_feed (reply.filter, "a</think>b", out), ==,
                   PARLEY_THINK_QUOTED);
  g_assert_cmpint (parley_think_filter_feed (reply.filter, "c", out), ==, PARLEY_THINK_KEPT);
  g_assert_cmpint (parley_think_filter_feed (reply.filter, "d</thought>e", out), ==,
                   PARLEY_THINK_TAKEN_BACK);
  clear (&reply);
}

/* A megabyte of what may be a mark, or of marks, is read in time. */
static void
test_much_of_it_is_read_in_time (void)
{
  static const char *const pieces[] = { "<think", "</think>", "[", "<|channel|>", "<plan>", "◁" };
  static const Row quoted = { "", "", NULL, "repeat </think>" };
  gint64 before = g_get_monotonic_time ();

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      Reply reply;

      begin (&reply, &quoted);
      for (guint n = 0; n < 256 * 1024 / strlen (pieces[i]); n++)
        feed (&reply, pieces[i]);
      clear (&reply);
    }
  g_assert_cmpint (g_get_monotonic_time () - before, <, 20 * G_USEC_PER_SEC);
}

/* What can't be judged is not judged by half a list. */
static void
test_damaged_list_is_refused (void)
{
  static const char *const files[] = {
    "no list",
    "[hidden]\nthink=<think>\n[start]\n[answer]\nmarks=\n[dropped]\nmarks=\n[words]\nwords=\n",
    "[hidden]\nthink=<think>;</think>\n[start]\n[answer]\nmarks=\n",
  };
  g_autofree char *folder = g_dir_make_tmp ("parley-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "reasoning.ini", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, files[i], -1, NULL));
      g_assert_null (parley_think_marks_load (folder, &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_nonnull (strstr (error->message, "reasoning.ini"));
    }
  g_remove (path);
  g_rmdir (folder);
}

/* A list of the user's goes before ours. */
static void
test_own_list_counts (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "reasoning.ini", NULL);
  g_autoptr (ParleyRequest) request = parley_request_new (100);
  g_autoptr (ParleyThinkMarks) marks = NULL;
  g_autoptr (ParleyThinkFilter) filter = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert_true (g_file_set_contents (path,
                                      "[hidden]\nmuse=((;))\n[start]\n[answer]\nmarks=\n"
                                      "[dropped]\nmarks=\n[words]\nwords=\n",
                                      -1, NULL));
  marks = parley_think_marks_load (folder, NULL);
  filter = parley_think_filter_new (marks, request);
  parley_think_filter_feed (filter, "((secret)) Hello", out);
  g_assert_cmpstr (out->str, ==, "Hello");
  g_remove (path);
  g_rmdir (folder);
}

#define ADD(name, func) g_test_add_func ("/think-filter/" name, func)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("same-at-every-cut", test_result_is_the_same_at_every_cut);
  ADD ("words-are-not-held-up", test_words_are_not_held_up);
  ADD ("quoted-mark-teaches-nothing", test_quoted_mark_is_told_from_a_mark);
  ADD ("much-of-it", test_much_of_it_is_read_in_time);
  ADD ("damaged-list-is-refused", test_damaged_list_is_refused);
  ADD ("own-list", test_own_list_counts);
  return g_test_run ();
}
