/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <locale.h>

#include "cli/parley-ask.h"
#include "cli/parley-control.h"
#include "cli/parley-explain.h"
#include "cli/parley-memory.h"
#include "cli/parley-options.h"
#include "cli/parley-replay.h"
#include "cli/parley-stats.h"

/* A text for each command and for the options of each, so that a change leaves the other
 * translations as they are. @verb: NULL: of all. */
typedef struct
{
  const char *verb;
  const char *text;
} Usage;

static const Usage usage[] = {
  /* Translators: keep the columns; words in capitals stand for what the user types. */
  { "explain", N_ ("Usage: parley explain [OPTION…] TEXT\n"
                   "           how long Parley would wait for more after TEXT, and why\n") },
  { "replay", N_ ("       parley replay [OPTION…] FILE\n"
                  "           what Parley would do in the recorded chats of FILE; “-” is standard\n"
                  "           input\n") },
  { "replay",
    N_ ("       parley replay --summary|--bursts [OPTION…] FILE…\n"
        "           how it would do on their bursts: a line for each file and for all of them,\n"
        "           or one for each burst\n") },
  { "ask", N_ ("       parley ask [OPTION…] [TEXT]\n"
               "           asks the model to answer TEXT, as if it had come in a new chat; doesn't "
               "wait\n") },
  { "memory",
    N_ ("       parley memory merge|query|cleanup SERIES --chat ACCOUNT/PERSON [OPTION…]\n"
        "           puts entries, one a line, from standard input into a series; looks into it;\n"
        "           takes out what is old\n") },
  { "memory", N_ ("       parley memory series|forget --chat ACCOUNT/PERSON [OPTION…]\n"
                  "           lists the series of a chat; forgets all of the chat\n") },
  { "memory", N_ ("       parley memory chats|export [--store FILE]\n"
                  "           lists the chats that are remembered; exports everything\n") },
  { "memory", N_ ("       parley memory journal [--chat ACCOUNT/PERSON] [OPTION…]\n"
                  "           what Parley did and why, newest first\n") },
  { "memory", N_ ("       parley memory restore --store FILE\n"
                  "           makes a backup of store.db yours again\n") },
  { "memory", N_ ("       parley memory when TEXT [--now ISO]\n"
                  "           which time TEXT means\n") },
  { "stats", N_ ("       parley stats [--user-dir DIR]\n"
                 "           what Parley counted in your chats, for Prometheus\n") },
  { "ctl", N_ ("       parley ctl status|health|metrics|drafts|pause [SECONDS]|go|reload|watch\n"
               "           controls the Parley that runs in Pidgin or Finch\n") },
  { "ctl", N_ ("       parley ctl on|off ACCOUNT/PERSON, mode ACCOUNT/PERSON MODE\n"
               "           what it may do for somebody\n") },
  { "ctl", N_ ("       parley ctl send|drop NUMBER [ACCOUNT/PERSON]\n"
               "           sends or drops a draft that waits\n") },
  { NULL, N_ ("       parley --version | --help\n") },
  { NULL, N_ ("\n"
              "Output is JSON, one object a line; times are in milliseconds.\n"
              "\n") },
  { NULL, N_ ("Options of all commands:\n"
              "  --profile swift|patient|learned[:MS]|fixed:MS   how to tell when a burst is over\n"
              "  --channel KIND           what the chat goes over: xmpp, irc, web … (other)\n"
              "  --user-dir DIR           whose preferences to read (~/.purple)\n"
              "  --settings FILE          settings that override them\n") },
  { "explain", N_ ("Options of explain:\n"
                   "  --n N                    TEXT is the Nth message of its burst (1)\n"
                   "  --cadence P50,P95,COUNT  gaps between the person's messages so far\n"
                   "  --hint KEY=VALUE         what the last answer said of the next turn; may be "
                   "repeated\n") },
  { "replay", N_ ("Options of replay:\n"
                  "  --typing gate|ignore     whether to look at typing (gate)\n"
                  "  --think MS               how long the model takes (0)\n"
                  "  --bubbles N              how many messages it answers with (1)\n"
                  "  --bubble-gap MS          how far apart (0)\n"
                  "  --speculate              begin to write while still waiting\n"
                  "  --person ID              who is answered (A)\n") },
  { "ask",
    N_ ("Options of ask:\n"
        "  --backend builtin|openai|anthropic   who writes the answer\n"
        "  --url URL                the server's address (or set PARLEY_URL)\n"
        "  --model NAME             one of its models\n"
        "  --key-file FILE          the file with the API key (or set PARLEY_API_KEY)\n"
        "  --plain-http             allow an unencrypted connection\n"
        "  --max-tokens N           the longest answer\n"
        "  --chat FILE              answer this chat, a JSON file, instead of TEXT\n"
        "  --tools                  offer the model its tools; the memory behind them is empty\n"
        "  --timeout-first MS       how long to wait for its first word\n"
        "  --timeout-idle MS        the longest pause within the answer\n"
        "  --text                   print the answer for people\n"
        "  --show-request           print what the model would get, and ask nobody\n") },
  { "memory",
    N_ ("Options of memory:\n"
        "  --store FILE             the file to use (your own)\n"
        "  --protocol ID            the protocol, if several have a chat of that name\n"
        "  --start ISO --end ISO    the time to look at, or that was fetched\n"
        "  --id-field F, --time-field F   the members of an entry (id, timestamp)\n"
        "  --keep-days N, --max N   how much to keep (90 days, 10000 entries); 0: no limit\n"
        "  --limit N                the newest N entries of the journal\n"
        "  --text                   print the journal for people\n") },
  { "ctl",
    N_ ("Options of ctl:\n"
        "  --protocol ID            the protocol, if several have an account of that name\n") },
};

typedef struct
{
  const char *name;
  int (*run) (char **args);
} Verb;

static const Verb verbs[] = {
  { "ask", parley_ask_run },         { "ctl", parley_control_run },
  { "explain", parley_explain_run }, { "memory", parley_memory_run },
  { "replay", parley_replay_run },   { "stats", parley_stats_run },
};

/* @verb: (nullable): of that one only. */
static char *
dup_usage (const char *verb)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (usage); i++)
    {
      if (verb == NULL || usage[i].verb == NULL || g_str_equal (usage[i].verb, verb))
        g_string_append (text, _ (usage[i].text));
    }
  return g_string_free (text, FALSE);
}

/* @args: from the verb's name on, of which "--help" may be the last. */
static int
run (const Verb *verb, char **args)
{
  guint n = g_strv_length (args);

  if (n > 1 && g_str_equal (args[n - 1], "--help"))
    {
      g_autofree char *help = dup_usage (verb->name);

      g_print ("%s", g_strchug (help));
      return PARLEY_EXIT_OK;
    }
  return verb->run (args);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) args = g_strdupv (argv);
  g_autofree char *all = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PARLEY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  all = dup_usage (NULL);
  if (argc == 2 && g_str_equal (argv[1], "--version"))
    {
      g_print ("parley %s\n", PARLEY_VERSION);
      return PARLEY_EXIT_OK;
    }
  if (argc == 2 && g_str_equal (argv[1], "--help"))
    {
      g_print ("%s", all);
      return PARLEY_EXIT_OK;
    }
  for (guint i = 0; argc >= 2 && i < G_N_ELEMENTS (verbs); i++)
    {
      if (g_str_equal (argv[1], verbs[i].name))
        return run (&verbs[i], args + 1);
    }
  if (argc >= 2)
    g_printerr (_ ("parley: there is no command “%s”. “parley --help” lists them.\n"), argv[1]);
  else
    g_printerr ("%s", all);
  return PARLEY_EXIT_USAGE;
}
