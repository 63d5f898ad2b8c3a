/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Another program takes the store in the middle of a turn, for 1 and 3 s, with PARLEY_TEST_ALL=1
 * for 10 and 60: nothing is said twice, nothing that was read is lost, and the user is told when it
 * takes long. All cases wait at the same time, each with an engine of its own. */
#include "engine-fixture.h"
#include "test-all.h"

#include <poll.h>
#include <sqlite3.h>
#include <string.h>

#include "memory/parley-store.h"

#define FIRST  "Two questions."
#define SECOND "What is there, and when?"
#define ANSWER "One fine thing.\n\nTwo fine things."
#define ALL    FIRST "|" SECOND "|One fine thing.|Two fine things."

/* --- the other program, which is this one --- */

/* --hold FOLDER MS */
static int
hold (char **argv)
{
  g_autofree char *path = g_build_filename (argv[2], "store.db", NULL);
  sqlite3 *connection = NULL;

  if (sqlite3_open (path, &connection) != SQLITE_OK
      || sqlite3_busy_timeout (connection, 10000) != SQLITE_OK
      || sqlite3_exec (connection, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
    return 1;
  g_print ("held\n");
  poll (NULL, 0, (int) g_ascii_strtoull (argv[3], NULL, 10));
  return sqlite3_exec (connection, "COMMIT", NULL, NULL, NULL) != SQLITE_OK
         || sqlite3_close (connection) != SQLITE_OK;
}

/* --- cases --- */

typedef enum
{
  WHILE_COLLECTING,
  WHILE_WRITING,
  AT_THE_FIRST_SEND,
  AT_THE_SECOND_SEND,
} Moment;

/* The cases are lived at once and in real time, and instrumented code is so much slower. */
#ifdef __SANITIZE_ADDRESS__
#define SLOWNESS 5
#else
#define SLOWNESS 1
#endif

typedef struct
{
  Moment moment;
  gint64 hold_ms;
  gboolean impatient; /* what else takes half a minute takes a moment */

  Fixture f;
  GSubprocess *holder; /* NULL: not yet */
  gboolean released;
  gint64 begun; /* ms by the case's clock, from here on */
  gint64 held;
  gint64 free_again;
  gint64 first; /* when the first bubble was said */
  gint64 last;
  gint64 told;
  gboolean asked_all;
  guint n_said;
} Case;

static const char *const moments[]
    = { "while collecting", "while the model writes", "at the first send", "at the second send" };

static void
on_free (GObject *source, GAsyncResult *result, gpointer data)
{
  Case *it = data;

  g_assert_true (g_subprocess_wait_check_finish (it->holder, result, NULL));
  it->free_again = it->f.clock.ms;
  it->released = TRUE;
}

static void
take_store (Case *it)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *ms = g_strdup_printf ("%d", (int) it->hold_ms);
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char *line = NULL;

  it->holder = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, self, "--hold", it->f.folder,
                                 ms, NULL);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (it->holder));
  line = g_data_input_stream_read_line (output, NULL, NULL, NULL);
  g_assert_cmpstr (line, ==, "held");
  it->held = it->f.clock.ms;
  g_subprocess_wait_check_async (it->holder, NULL, on_free, it);
}

static void
on_say (gpointer data)
{
  Case *it = data;

  it->n_said++;
  it->last = it->f.clock.ms;
  if (it->n_said == 1)
    it->first = it->last;
  if (it->moment == (it->n_said == 1 ? AT_THE_FIRST_SEND : AT_THE_SECOND_SEND))
    take_store (it);
}

static gint64
get_patience (const Case *it)
{
  return it->impatient ? 0 : PARLEY_STORE_PATIENCE_MS;
}

static gboolean
is_to_be_told (const Case *it)
{
  return it->hold_ms > get_patience (it);
}

static void
begin (Case *it)
{
  fixture_setup_kept (&it->f, NULL);
  it->f.host->during_say = on_say;
  it->f.host->during_data = it;
  parley_store_set_patience_for_tests (parley_engine_get_store_for_tests (it->f.engine),
                                       get_patience (it));
  write_while_loading (&it->f, it->f.alice, FIRST);
  it->begun = it->f.clock.ms;
}

/* What the test does by now: the person, the other program, the model. */
static void
play (Case *it)
{
  gboolean second = it->f.clock.ms - it->begun >= 200;

  if (second && it->moment == WHILE_COLLECTING && it->holder == NULL)
    take_store (it);
  if (second && !it->asked_all)
    write_while_loading (&it->f, it->f.alice, SECOND);
  it->asked_all = it->asked_all || second;
  if (!g_queue_is_empty (&it->f.backend->open))
    {
      if (it->moment == WHILE_WRITING && it->holder == NULL)
        take_store (it);
      parley_test_backend_answer (it->f.backend, ANSWER);
    }
  if (it->told == 0 && it->f.host->told->len > 0)
    it->told = it->f.clock.ms;
}

static gboolean
is_over (const Case *it)
{
  return it->released && it->n_said == 2 && parley_engine_is_settled_for_tests (it->f.engine)
         && (!is_to_be_told (it) || it->f.host->told->len == 2);
}

static gboolean
step (Case *it, gint64 ms)
{
  parley_test_clock_advance (&it->f.clock, ms);
  parley_timers_dispatch (it->f.timers);
  play (it);
  return is_over (it);
}

/* Who waits for what, when it takes too long. */
static void
report (const Case *it)
{
  g_test_message ("%s, for %d ms: released %d, %u bubbles said, settled %d, %u told, %u asked",
                  moments[it->moment], (int) it->hold_ms, it->released, it->n_said,
                  parley_engine_is_settled_for_tests (it->f.engine), it->f.host->told->len,
                  it->f.backend->requests->len);
}

/* As in a client: time goes on, and whoever is ready is called. */
static void
live (Case *cases, guint n)
{
  gint64 now = g_get_monotonic_time () / 1000;
  gint64 give_up = now + (test_wants_all () ? 120000 : 20000) * SLOWNESS;
  guint n_over = 0;

  while (n_over < n)
    {
      gint64 before = now;

      now = g_get_monotonic_time () / 1000;
      for (guint i = 0; i < n && now > give_up; i++)
        report (&cases[i]);
      g_assert_cmpint (now, <=, give_up);
      n_over = 0;
      for (guint i = 0; i < n; i++)
        n_over += step (&cases[i], now - before);
      if (!g_main_context_iteration (NULL, FALSE))
        poll (NULL, 0, 1);
    }
}

/* --- what must hold --- */

/* Returns: (transfer full): all that the store has of the conversation. */
static char *
dup_talk (Case *it)
{
  g_autofree char *path = g_build_filename (it->f.folder, "store.db", NULL);
  g_autoptr (GString) talk = g_string_new (NULL);
  sqlite3 *connection = NULL;
  sqlite3_stmt *statement = NULL;

  /* A worker that nobody waited for may still be at it. */
  g_assert_cmpint (sqlite3_open (path, &connection), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_busy_timeout (connection, 10000), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (connection, "SELECT text FROM utterances ORDER BY id", -1,
                                       &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (talk, "%s%s", talk->len > 0 ? "|" : "",
                            (const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  sqlite3_close (connection);
  return g_string_free (g_steal_pointer (&talk), FALSE);
}

/* What is about to be said is written down where nobody holds it up; what is to be read first waits
 * for the store, but not for ever. */
static void
check_waiting (Case *it)
{
  if (it->moment != WHILE_COLLECTING || is_to_be_told (it))
    /* On a busy machine one turn of the loop may see both. */
    g_assert_cmpint (it->last, <=, it->free_again);
  else
    g_assert_cmpint (it->first, <, it->free_again + 2000 * SLOWNESS);
}

static void
check_told (Case *it)
{
  GPtrArray *told = it->f.host->told;

  if (!is_to_be_told (it))
    {
      g_assert_cmpuint (told->len, ==, 0);
      return;
    }
  g_assert_cmpint (it->told - it->held, >=, get_patience (it));
  g_assert_cmpint (it->told - it->held, <, get_patience (it) + 1000);
  g_assert_nonnull (strstr (told->pdata[0], "Until it lets go"));
  g_assert_nonnull (strstr (told->pdata[1], "has saved what it kept"));
}

/* The next run says nothing and asks nothing, and knows all. */
static void
check_next_run (Case *it)
{
  Fixture *f = &it->f;
  g_autofree char *talk = NULL;
  guint n = f->backend->requests->len;

  f->host->during_say = NULL;
  g_ptr_array_set_size (f->host->told, 0);
  fixture_quit (f);
  talk = dup_talk (it);
  g_assert_cmpstr (talk, ==, ALL);
  fixture_start (f);
  pass (f, 20000);
  g_assert_cmpuint (f->backend->requests->len, ==, n);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_cmpuint (count_pending (f), ==, 0);
  expect_log (f, "");
}

static void
check (Case *it)
{
  g_test_message ("%s, for %d ms: first bubble %d ms, last %d ms after the store was taken; told "
                  "after %d ms",
                  moments[it->moment], (int) it->hold_ms, (int) (it->first - it->held),
                  (int) (it->last - it->held), it->told > 0 ? (int) (it->told - it->held) : -1);
  expect_log (&it->f, "alice@localhost < One fine thing.\nalice@localhost < Two fine things.\n");
  check_waiting (it);
  check_told (it);
  check_next_run (it);
  g_clear_object (&it->holder);
  fixture_teardown (&it->f, NULL);
}

/* --- */

static void
test_nothing_is_lost_or_said_twice (void)
{
  const gint64 some[] = { 1000 * SLOWNESS, 3000 * SLOWNESS };
  const gint64 all[] = { 10000, 60000 };
  Case cases[2 * G_N_ELEMENTS (moments) + 1] = { 0 };
  const guint n = G_N_ELEMENTS (cases);

  for (guint i = 0; i + 1 < n; i++)
    {
      cases[i].moment = (Moment) (i / 2);
      cases[i].hold_ms = (test_wants_all () ? all : some)[i % 2];
    }
  cases[n - 1].hold_ms = 5000;
  cases[n - 1].impatient = TRUE;
  for (guint i = 0; i < n; i++)
    begin (&cases[i]);
  live (cases, n);
  for (guint i = 0; i < n; i++)
    check (&cases[i]);
}

/* Returns: whether it is there within half a second. */
static gboolean
gets_into_files (Fixture *f, const char *words)
{
  gint64 end = g_get_monotonic_time () + 500 * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end && !is_in_files (f, words))
    g_main_context_iteration (NULL, FALSE);
  return is_in_files (f, words);
}

static void
test_private_words_are_held_in_memory_only (void)
{
  Case it = { .hold_ms = 3000 };

  fixture_setup_kept (&it.f, NULL);
  take_store (&it);
  write_while_loading (&it.f, it.f.alice, FIRST);
  g_assert_true (gets_into_files (&it.f, FIRST));
  it.f.host->facts.logged = FALSE;
  write_while_loading (&it.f, it.f.bob, SECOND);
  g_assert_false (gets_into_files (&it.f, SECOND));
  while (!it.released)
    g_main_context_iteration (NULL, TRUE);
  fixture_settle (&it.f);
  fixture_quit (&it.f);
  g_assert_false (is_in_files (&it.f, SECOND));
  g_clear_object (&it.holder);
  fixture_start (&it.f);
  fixture_teardown (&it.f, NULL);
}

int
main (int argc, char **argv)
{
  if (argc == 4 && g_str_equal (argv[1], "--hold"))
    return hold (argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/store-held/nothing-is-lost-or-said-twice",
                   test_nothing_is_lost_or_said_twice);
  g_test_add_func ("/engine/store-held/private-words-are-held-in-memory-only",
                   test_private_words_are_held_in_memory_only);
  return g_test_run ();
}
