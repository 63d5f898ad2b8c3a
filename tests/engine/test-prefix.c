/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Servers keep what they have read of a prompt, from its first byte on. So over a long talk each
 * prompt begins with all of the one before but its state and burst, until the summary moves. */
#include "engine-fixture.h"

#include <string.h>

#define N_TURNS 200

/* How much of the front tells that the summary moved. */
#define BEGINNING 160

typedef struct
{
  char *before; /* the last prompt, up to its line on the state of things */
  guint n_prompts;
  guint n_moved;
  guint n_kept;
  guint n_lost;
  gsize n_bytes;  /* of all prompts */
  gsize n_cached; /* of them, that a server had read in the one before */
} Tally;

static char *
flatten (const ParleyRequest *request)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < request->tools->len; i++)
    {
      const ParleyToolSpec *spec = g_ptr_array_index (request->tools, i);

      g_string_append_printf (all, "%s %s\n", spec->name, spec->schema);
    }
  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      g_string_append_printf (all, "%s: %s\n", parley_role_to_string (message->role),
                              message->text);
    }
  return g_string_free (all, FALSE);
}

static gsize
count_common (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

/* What stands behind rules and tools: the oldest that is told of the chat. */
static const char *
find_beginning (const char *prompt)
{
  return strstr (prompt, "\nuser: ");
}

static void
look_at_prompt (Fixture *f, Tally *tally)
{
  const ParleyRequest *request
      = g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);
  g_autofree char *now = flatten (request);
  char *state = g_strrstr (now, "[It is ");

  g_assert_nonnull (state);
  tally->n_prompts++;
  tally->n_bytes += strlen (now);
  if (tally->before != NULL)
    {
      tally->n_cached += count_common (tally->before, now);
      if (g_str_has_prefix (now, tally->before))
        tally->n_kept++;
      else if (strncmp (find_beginning (now), find_beginning (tally->before), BEGINNING) != 0)
        tally->n_moved++;
      else
        tally->n_lost++;
    }
  *state = '\0';
  g_free (tally->before);
  tally->before = g_steal_pointer (&now);
}

static void
wait (Fixture *f, gint64 seconds)
{
  f->clock.ms += seconds * 1000;
  f->clock.wall += seconds;
  pass (f, 10);
}

static void
write_burst (Fixture *f, guint turn)
{
  for (guint i = 0; i < 1 + turn % 3; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("%u: what of number %u, and of the rest of them?", turn, i);

      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_ACTIVE);
      pass (f, 40);
      parley_engine_take_typing (f->engine, f->alice, PARLEY_TYPING_NONE);
      write_line (f, f->alice, line);
    }
}

/* The model looks something up now and then, and they break in. */
static void
answer (Fixture *f, Tally *tally, guint turn)
{
  g_autofree char *text
      = g_strdup_printf ("It is number %u, as it was, and so are all the rest.", turn * 7);

  pass (f, 3000);
  g_assert_cmpuint (f->backend->open.length, ==, 1);
  look_at_prompt (f, tally);
  if (turn % 11 == 7)
    {
      write_line (f, f->alice, "no wait, of another one!");
      pass (f, 3000);
      look_at_prompt (f, tally);
    }
  if (turn % 9 == 4)
    {
      parley_test_backend_call (f->backend, "recall", "{\"about\": \"number\"}");
      fixture_settle (f);
    }
  parley_test_backend_answer (f->backend, text);
  pass (f, 500);
  while (f->backend->open.length > 0)
    {
      parley_test_backend_answer (f->backend, "2027-01-15 they: asked for numbers\n");
      pass (f, 100);
    }
}

static void
test_prompts_begin_as_the_one_before (Fixture *f, gconstpointer data)
{
  Tally tally = { 0 };

  fixture_set_int (f, PARLEY_SETTING_BRAIN_HISTORY_TOKENS, 2000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_TOKENS, 10000000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_TOKENS, 100000000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      wait (f, turn % 5 == 0 ? 1300 : 240);
      write_burst (f, turn);
      answer (f, &tally, turn);
      if (turn % 10 == 9)
        {
          write_own (f, f->alice, "that was me", FALSE);
          wait (f, 3600);
        }
      if (turn % 40 == 39)
        {
          fixture_quit (f);
          fixture_start (f);
        }
    }
  g_test_message ("%u prompts: %u began as the one before, %u did not, %u times the summary moved; "
                  "%.1f %% of their bytes had been read before",
                  tally.n_prompts, tally.n_kept, tally.n_lost, tally.n_moved,
                  100.0 * (double) tally.n_cached / (double) tally.n_bytes);
  g_assert_cmpuint (tally.n_prompts, >=, N_TURNS);
  g_assert_cmpuint (tally.n_moved, >, 0);
  g_assert_cmpuint (tally.n_kept * 100, >=, (tally.n_kept + tally.n_lost) * 97);
  g_free (tally.before);
}

/* What the user did with drafts stands in front of the talk. */
typedef struct
{
  char *lessons;
  char *talk; /* how it begins */
  guint n_full;
  guint n_moved;
  guint n_lost;
} Front;

#define LESSON "The owner sent instead: "

static guint
count_lessons (const char *lessons)
{
  guint n = 0;

  for (const char *at = lessons; (at = strstr (at, LESSON)) != NULL; at += strlen (LESSON))
    n++;
  return n;
}

static void
look_at_front (Fixture *f, Front *front)
{
  const ParleyRequest *request
      = g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);
  g_autofree char *prompt = flatten (request);
  const char *begin = find_beginning (prompt);
  const char *end = g_str_has_prefix (begin, "\nuser: What the owner did")
                        ? strstr (begin, "\n</notes-")
                        : begin;
  g_autofree char *lessons = g_strndup (begin, end - begin);
  g_autofree char *beginning = g_strndup (end, 3 * BEGINNING); /* past the summary */

  if (g_strcmp0 (beginning, front->talk) != 0)
    front->n_moved++;
  else if (g_strcmp0 (lessons, front->lessons) != 0)
    front->n_lost++;
  if (count_lessons (lessons) == 10)
    front->n_full++;
  g_free (front->lessons);
  g_free (front->talk);
  front->lessons = g_steal_pointer (&lessons);
  front->talk = g_steal_pointer (&beginning);
}

static void
change_draft (Fixture *f, Front *front, guint turn)
{
  g_autofree char *much = g_strnfill (900, 'a' + turn % 26);
  g_autofree char *question = g_strdup_printf ("%u: and what do you say of this: %s?", turn, much);
  g_autofree char *drafted = g_strdup_printf ("One could say this of number %u.", turn);
  g_autofree char *sent = g_strdup_printf ("of %u? nothing", turn);

  wait (f, 240);
  write_line (f, f->alice, question);
  pass (f, 3000);
  look_at_front (f, front);
  parley_test_backend_answer (f->backend, drafted);
  pass (f, 2000);
  while (f->backend->open.length > 0)
    {
      parley_test_backend_answer (f->backend, "2027-01-15 they: asked for numbers\n");
      pass (f, 100);
    }
  parley_engine_edit_proposal (f->engine, f->alice, sent);
  pass (f, 2000);
  send_draft (f, f->alice, 0);
  pass (f, 100);
}

static void
test_new_lessons_leave_the_front_alone (Fixture *f, gconstpointer data)
{
  Front front = { 0 };

  f->host->facts.mode = PARLEY_MODE_DRAFT;
  fixture_set_int (f, PARLEY_SETTING_BRAIN_HISTORY_TOKENS, 2000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_TOKENS, 10000000);
  fixture_set_int (f, PARLEY_SETTING_GUARD_ALL_TOKENS, 100000000);
  for (guint turn = 0; turn < 100; turn++)
    {
      change_draft (f, &front, turn);
      if (turn % 40 == 39)
        {
          fixture_quit (f);
          fixture_start (f);
        }
    }
  g_test_message ("the talk began anew %u times, the lessons before it did %u times; %u times "
                  "there were ten",
                  front.n_moved, front.n_lost, front.n_full);
  g_assert_cmpuint (front.n_moved, >, 1);
  g_assert_cmpuint (front.n_lost, ==, 0);
  g_assert_cmpuint (front.n_full, >, 20);
  g_free (front.lessons);
  g_free (front.talk);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/engine/prefix/200-turns", Fixture, NULL, fixture_setup_kept,
              test_prompts_begin_as_the_one_before, fixture_teardown);
  g_test_add ("/engine/prefix/lessons", Fixture, NULL, fixture_setup_kept,
              test_new_lessons_leave_the_front_alone, fixture_teardown);
  return g_test_run ();
}
