/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* One life in which everything happens once: a burst, a tool, two bubbles, an end and a start, a
 * kill and a start. Its calls that may fail are counted; then it is lived again for each of them,
 * with that one failing, and again with all from there on. */
#include <locale.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "world.h"

#define FOR_EVER (G_MAXUINT64 / 2)
/* A life takes a tenth of a second. */
#define PATIENCE_S 60

static const SimEvent events[] = {
  { 1000, SIM_MODEL_TURNS, 0, SIM_MOOD_REMEMBERS },
  { 10000, SIM_WRITES, 0, 3 },
  { 11000, SIM_TYPES, 0, 0 },
  { 12500, SIM_WRITES, 0, 7 },
  { 14000, SIM_WRITES, 0, 4 },
  { 120000, SIM_QUITS, 0, 10 },
  { 200000, SIM_WRITES, 0, 11 },
  { 300000, SIM_IS_KILLED, 0, 10 },
  { 400000, SIM_WRITES, 0, 1 },
};

typedef struct
{
  guint64 seed;
  gboolean tell;
} Torture;

/* Returns: a seed whose world has one person, on XMPP, with a log, outside of all rooms. */
static guint64
find_seed (const GArray *plan)
{
  for (guint64 seed = 1;; seed++)
    {
      SimWorld *world = sim_world_new (seed, 1, plan);
      const SimChat *chat = g_ptr_array_index (world->chats, 0);
      gboolean fits = chat->lasts && g_str_equal (chat->key->protocol, "prpl-jabber");

      sim_world_free (world);
      if (fits)
        return seed;
    }
}

static guint
count_descriptors (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Returns: (transfer full) (nullable): the fault. @faults: (inout): what is to fail, and how many
 * calls there were. */
static char *
live (const Torture *torture, const GArray *plan, SimFaults *faults)
{
  guint n_open = count_descriptors ();
  SimWorld *world = sim_world_new (torture->seed, 1, plan);
  char *fault;

  world->faults = *faults;
  world->faults.on = TRUE;
  sim_world_run (world);
  *faults = world->faults;
  fault = g_strdup (world->fault);
  if (torture->tell || fault != NULL)
    g_print ("%s", world->story->str);
  sim_world_free (world);
  if (fault == NULL && count_descriptors () > n_open)
    fault = g_strdup ("A file stays open.");
  return fault;
}

/* In a process of its own, for it may end it. Returns: whether all promises were kept. */
static gboolean
try_one (const Torture *torture, const GArray *plan, guint64 from, guint64 length)
{
  pid_t child = fork ();
  int status = 0;

  if (child == 0)
    {
      SimFaults faults = { .from = from, .length = length };
      g_autofree char *fault = NULL;

      alarm (PATIENCE_S);
      fault = live (torture, plan, &faults);

      if (fault != NULL)
        g_print ("Call %" G_GUINT64_FORMAT " (%s) fails%s: %s\n", from,
                 sim_call_to_string (faults.first), length == 1 ? "" : " for ever", fault);
      exit (fault != NULL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (!WIFEXITED (status))
    g_print ("Call %" G_GUINT64_FORMAT " fails%s: the program ends by signal %d\n", from,
             length == 1 ? "" : " for ever", WTERMSIG (status));
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static void
tell_calls (const SimFaults *faults)
{
  g_print ("%" G_GUINT64_FORMAT " calls that may fail:", faults->n);
  for (SimCall call = 0; call < SIM_N_CALLS; call++)
    g_print (" %s %u", sim_call_to_string (call), faults->of[call]);
  g_print ("\n");
}

/* Returns: how many lives broke a promise. */
static guint
run (const Torture *torture, const GArray *plan, guint64 first, guint64 step)
{
  SimFaults none = { 0 };
  /* What libraries keep for good they open in the first one. */
  g_autofree char *untold = live (&(Torture){ .seed = torture->seed }, plan, &(SimFaults){ 0 });
  g_autofree char *fault = live (torture, plan, &none);
  guint n_bad = fault != NULL;
  guint n = 0;

  tell_calls (&none);
  if (fault != NULL)
    g_print ("Nothing fails: %s\n", fault);
  for (guint64 from = first; fault == NULL && from < none.n; from += step)
    {
      n_bad += !try_one (torture, plan, from, 1);
      n_bad += !try_one (torture, plan, from, FOR_EVER);
      n += 2;
    }
  g_print ("%u of %u lives with a fault\n", n_bad, n);
  return n_bad;
}

int
main (int argc, char **argv)
{
  gint64 call = -1;
  int every = 1;
  Torture torture = { 0 };
  const GOptionEntry entries[] = {
    { "call", 'c', 0, G_OPTION_ARG_INT64, &call, "The only call to fail, or the first", "N" },
    { "every", 'e', 0, G_OPTION_ARG_INT, &every,
      "Only one in N; which ones is another matter each day", "N" },
    { "story", 0, 0, G_OPTION_ARG_NONE, &torture.tell, "Tell all that happens", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GArray) plan = g_array_new (FALSE, FALSE, sizeof (SimEvent));
  g_autoptr (GError) error = NULL;
  gint64 day = g_get_real_time () / G_TIME_SPAN_DAY;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || every < 1)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "--every wants a number from 1");
      return 2;
    }
  g_setenv ("GIO_USE_NETWORK_MONITOR", "base", TRUE);
  g_setenv ("TZ", "UTC", TRUE);
  g_array_append_vals (plan, events, G_N_ELEMENTS (events));
  torture.seed = find_seed (plan);
  if (call >= 0)
    return run (&torture, plan, (guint64) call, FOR_EVER) > 0;
  return run (&torture, plan, (guint64) (day % every), (guint64) every) > 0;
}
