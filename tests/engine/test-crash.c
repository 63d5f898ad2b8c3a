/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A talk in which the program dies again and again, at any moment: nothing is said twice, and what
 * was said is remembered once. */
#include "engine-fixture.h"

#include <stdlib.h>
#include <string.h>

#define N_TALKS     40
#define N_QUESTIONS 8
#define MAX_PASS    900 /* ms from one event to the next */

typedef struct
{
  Fixture *f;
  GRand *rand;
  GString *said; /* in all runs */
} Talk;

/* Answers all questions since something was said last, in two bubbles. */
static char *
write_answer (ParleyTestBackend *backend)
{
  const char *text = parley_test_backend_get_last_message (backend);
  g_autoptr (GString) answer = g_string_new (NULL);
  g_autoptr (GString) more = g_string_new (NULL);

  for (const char *p = text; (p = strstr (p, "question ")) != NULL; p++)
    {
      guint64 number = g_ascii_strtoull (p + strlen ("question "), NULL, 10);

      g_string_append_printf (answer, "answer %" G_GUINT64_FORMAT "! ", number);
      g_string_append_printf (more, "more of %" G_GUINT64_FORMAT ". ", number);
    }
  return g_strconcat (answer->str, "\n\n", more->str, NULL);
}

static void
answer (Talk *talk)
{
  Fixture *f = talk->f;

  while (!g_queue_is_empty (&f->backend->open))
    {
      g_autofree char *text = write_answer (f->backend);

      parley_test_backend_answer (f->backend, text);
      fixture_settle (f);
    }
}

static void
go_on (Talk *talk)
{
  Fixture *f = talk->f;

  pass (f, g_rand_int_range (talk->rand, 10, MAX_PASS));
  if (g_rand_boolean (talk->rand))
    answer (talk);
  if (g_rand_int_range (talk->rand, 0, 6) != 0)
    return;
  fixture_crash (f);
  g_string_append (talk->said, f->host->log->str);
  g_string_truncate (f->host->log, 0);
  f->clock.wall += g_rand_int_range (talk->rand, 1, 60);
  fixture_start (f);
}

static void
finish (Talk *talk)
{
  for (guint i = 0; i < 10; i++)
    {
      pass (talk->f, 2000);
      answer (talk);
    }
  g_string_append (talk->said, talk->f->host->log->str);
  g_string_truncate (talk->f->host->log, 0);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = text; (p = strstr (p, part)) != NULL; p++)
    n++;
  return n;
}

static void
play (Fixture *f, guint seed)
{
  Talk talk = { f, g_rand_new_with_seed (seed), g_string_new (NULL) };

  for (guint i = 0; i < N_QUESTIONS; i++)
    {
      g_autofree char *question = g_strdup_printf ("what of question %u?", seed * 100 + i);

      write_line (f, f->alice, question);
      f->clock.wall += 1;
      for (guint j = g_rand_int_range (talk.rand, 1, 4); j > 0; j--)
        go_on (&talk);
    }
  finish (&talk);
  for (guint i = 0; i < N_QUESTIONS; i++)
    {
      g_autofree char *first = g_strdup_printf ("answer %u!", seed * 100 + i);
      g_autofree char *rest = g_strdup_printf ("more of %u.", seed * 100 + i);

      g_assert_cmpuint (count (talk.said->str, first), <=, 1);
      g_assert_cmpuint (count (talk.said->str, rest), <=, 1);
    }
  g_rand_free (talk.rand);
  g_string_free (talk.said, TRUE);
}

static void
test_nothing_is_said_twice (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_REPLY_PACE_CPS, 20);
  for (guint i = 1; i <= N_TALKS; i++)
    play (f, i);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/engine/crash/nothing-is-said-twice", Fixture, NULL, fixture_setup_kept,
              test_nothing_is_said_twice, fixture_teardown);
  return g_test_run ();
}
