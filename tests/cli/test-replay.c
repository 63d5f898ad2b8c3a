/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What replay says the machine did, event by event, and that it is exact. */
#include "cli-fixture.h"

#include <string.h>

/* Apostrophes are quotation marks here. */
static char *
dup_json (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

#define MSG(t, text) "{'d':'x','t':" t ",'who':'A','ev':'msg','text':'" text "'}\n"
#define DOES(t, ev)  "{'d':'x','t':" t ",'who':'A','ev':'" ev "'}\n"
#define ONE          MSG ("0", "come over here now")

typedef struct
{
  const char *name;
  const char *options; /* separated by "|" */
  const char *input;
  const char *expected; /* "t ev" and what matters of its keys */
} Script;

/* A window of a whole sentence is 800, the second one of a turn 640. */
static const Script scripts[] = {
  { "one-bubble", "", ONE, "0 window 800, 800 turn 1 timeout, 800 ask, 800 say 1/1, 800 idle" },
  { "event-goes-before-deadline", "", ONE MSG ("800", "or later if you like"),
    "0 window 800, 800 window 640, 1440 turn 2 timeout, 1440 ask, 1440 say 1/1, 1440 idle" },
  { "event-goes-before-model", "--think|200", ONE MSG ("1000", "or later if you like"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 1000 abort, 1000 window 640, "
    "1640 turn 2 timeout, 1640 ask, 1840 say 1/1, 1840 idle" },
  { "model-goes-before-deadline", "--speculate|--think|500", ONE,
    "0 window 800, 300 ask draft, 800 turn 1 timeout, 800 say 1/1, 800 idle" },
  { "typing-holds", "", ONE DOES ("300", "typing") DOES ("2000", "paused") DOES ("3000", "stopped"),
    "0 window 800, 300 hold 45300, 2000 hold 17000, 3900 turn 1 typing_stopped, 3900 ask, "
    "3900 say 1/1, 3900 idle" },
  { "typing-stuck", "--bubbles|0", ONE DOES ("300", "typing"),
    "0 window 800, 300 hold 45300, 45300 turn 1 hard_cap, 45300 ask, 45300 silent, 45300 idle" },
  { "typing-ignored", "--typing|ignore", ONE DOES ("300", "typing"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 800 say 1/1, 800 idle" },
  { "typing-of-others", "", ONE "{'d':'x','t':300,'who':'B','ev':'typing'}",
    "0 window 800, 800 turn 1 timeout, 800 ask, 800 say 1/1, 800 idle" },
  { "reply-held-while-typing", "--bubbles|2", ONE DOES ("800", "typing") DOES ("1000", "stopped"),
    "0 window 800, 800 hold 45800, 1900 turn 1 typing_stopped, 1900 ask, 1900 say 1/2, "
    "1900 say 2/2, 1900 idle" },
  { "call-back", "--think|1000", ONE MSG ("1000", "or later if you like"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 1000 abort, 1000 window 640, "
    "1640 turn 2 timeout, 1640 ask, 2640 say 1/1, 2640 idle" },
  { "barge-in", "--bubbles|3|--bubble-gap|500", ONE MSG ("1000", "or later if you like"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 800 say 1/3, 1000 abort, 1000 window 800, "
    "1800 turn 1 timeout, 1800 ask, 1800 say 1/3, 2300 say 2/3, 2800 say 3/3, 2800 idle" },
  { "rest-dropped", "--bubbles|3|--think|100",
    ONE DOES ("850", "typing") MSG ("1000", "or later if you like"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 900 hold 45850, 1000 drop 3, 1000 window 640, "
    "1640 turn 2 timeout, 1640 ask, 1740 say 1/3, 1740 say 2/3, 1740 say 3/3, 1740 idle" },
  { "silent", "--bubbles|0", ONE,
    "0 window 800, 800 turn 1 timeout, 800 ask, 800 silent, 800 idle" },
  { "draft-called-back", "--speculate|--think|1000", ONE MSG ("500", "or later if you like"),
    "0 window 800, 300 ask draft, 500 abort, 500 window 640, 800 ask draft, 1140 turn 2 timeout, "
    "1800 say 1/1, 1800 idle" },
  { "own-words", "", ONE "{'d':'x','t':100,'ev':'own'}\n" MSG ("200", "or later if you like"),
    "0 window 800, 100 idle, 100 standdown 900100, 900100 resume" },
  { "own-typing", "--think|5000", ONE "{'d':'x','t':1000,'ev':'own','typing':true}",
    "0 window 800, 800 turn 1 timeout, 800 ask, 1000 abort, 1000 idle, 1000 standdown 121000, "
    "121000 resume" },
  { "answered-by-somebody-else", "--think|5000",
    ONE "{'d':'x','t':900,'who':'B','ev':'msg','text':''}",
    "0 window 800, 800 turn 1 timeout, 800 ask, 900 abort, 900 idle" },
  { "echo", "", ONE "{'d':'x','t':100,'ev':'echo'}",
    "0 window 800, 800 turn 1 timeout, 800 ask, 800 say 1/1, 800 idle" },
  { "closed", "", ONE DOES ("100", "close") MSG ("5000", "come over here now"),
    "0 window 800, 100 idle, 5000 window 800, 5800 turn 1 timeout, 5800 ask, 5800 say 1/1, "
    "5800 idle" },
  { "blocked", "", ONE DOES ("100", "block") MSG ("5000", "come over here now"),
    "0 window 800, 100 idle" },
  { "unloaded", "", ONE DOES ("100", "unload") MSG ("5000", "come over here now"),
    "0 window 800, 100 idle" },
  { "offline", "--think|5000",
    ONE DOES ("1000", "offline") DOES ("2000", "online") DOES ("2900", "typing"),
    "0 window 800, 800 turn 1 timeout, 800 ask, 1000 abort, 1000 idle, 2000 window 800, "
    "2800 turn 1 timeout, 2800 ask, 7800 say 1/1, 7800 idle" },
  { "edited", "",
    "{'d':'x','t':0,'who':'A','ev':'msg','text':'come over and','id':'1'}\n"
    "{'d':'x','t':100,'who':'A','ev':'edit','text':'come over here now','id':'1'}",
    "0 window 1200, 100 window 800, 900 turn 1 timeout, 900 ask, 900 say 1/1, 900 idle" },
  { "taken-back", "",
    "{'d':'x','t':0,'who':'A','ev':'msg','text':'come over','id':'1'}\n"
    "{'d':'x','t':100,'who':'A','ev':'withdraw','id':'1'}",
    "0 window 1000, 100 silent, 100 idle" },
  { "file-waits-for-caption", "", DOES ("0", "file"),
    "0 window 2000, 2000 turn 1 timeout, 2000 ask, 2000 say 1/1, 2000 idle" },
  { "person", "--person|B", ONE "{'d':'x','t':100,'who':'B','ev':'msg','text':'oh I see that'}",
    "100 window 800, 900 turn 1 timeout, 900 ask, 900 say 1/1, 900 idle" },
  { "channel", "--channel|email", ONE,
    "0 window 0, 0 turn 1 explicit_signal, 0 ask, 0 say 1/1, 0 idle" },
  { "profile", "--profile|fixed:2000", ONE,
    "0 window 2000, 2000 turn 1 timeout, 2000 ask, 2000 say 1/1, 2000 idle" },
};

static void
describe_line (GString *log, const char *json)
{
  g_autoptr (JsonNode) root = json_from_string (json, NULL);
  JsonObject *line = json_node_get_object (root);
  const char *ev = json_object_get_string_member (line, "ev");

  g_string_append_printf (log, "%s%" G_GINT64_FORMAT " %s", log->len > 0 ? ", " : "",
                          json_object_get_int_member (line, "t"), ev);
  if (g_str_equal (ev, "window"))
    g_string_append_printf (log, " %d", (int) json_object_get_int_member (line, "wait"));
  if (g_str_equal (ev, "hold") || g_str_equal (ev, "standdown"))
    g_string_append_printf (log, " %d", (int) json_object_get_int_member (line, "until"));
  if (g_str_equal (ev, "turn"))
    g_string_append_printf (log, " %d %s", (int) json_object_get_int_member (line, "n"),
                            json_object_get_string_member (line, "reason"));
  if (g_str_equal (ev, "ask") && json_object_get_boolean_member (line, "draft"))
    g_string_append (log, " draft");
  if (g_str_equal (ev, "say"))
    g_string_append_printf (log, " %d/%d", (int) json_object_get_int_member (line, "bubble"),
                            (int) json_object_get_int_member (line, "of"));
  if (g_str_equal (ev, "drop"))
    g_string_append_printf (log, " %d", (int) json_object_get_int_member (line, "bubbles"));
}

/* Returns: (transfer full). */
static char *
replay (const char *program, const char *options, const char *input)
{
  g_autofree char *arguments
      = g_strdup_printf ("replay|-%s%s", *options != '\0' ? "|" : "", options);
  g_autofree char *json = dup_json (input);

  return cli_run_ok (program, arguments, json);
}

static void
test_scripts (gconstpointer program)
{
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autofree char *out = replay (program, scripts[i].options, scripts[i].input);
      g_auto (GStrv) lines = g_strsplit (out, "\n", -1);
      g_autoptr (GString) log = g_string_new (NULL);

      for (guint j = 0; lines[j] != NULL && *lines[j] != '\0'; j++)
        describe_line (log, lines[j]);
      g_test_message ("%s", scripts[i].name);
      g_assert_cmpstr (log->str, ==, scripts[i].expected);
    }
}

/* Every key of every line, once. */
static void
test_lines (gconstpointer program)
{
  g_autofree char *out = replay (program, "--think|100|--bubbles|2",
                                 ONE DOES ("850", "typing") MSG ("1000", "or later if you like")
                                     DOES ("1200", "own") MSG ("1300", "oh well"));
  g_autofree char *expected = dup_json (
      "{'d':'x','t':0,'ev':'window','wait':800,'suggested':800,'shape':'likely_complete',"
      "'until':800,'epoch':1}\n"
      "{'d':'x','t':800,'ev':'turn','n':1,'reason':'timeout','wait':800,'turn':1,'epoch':1}\n"
      "{'d':'x','t':800,'ev':'ask','draft':false,'epoch':1}\n"
      "{'d':'x','t':900,'ev':'hold','until':45850,'epoch':1}\n"
      "{'d':'x','t':1000,'ev':'drop','bubbles':2,'epoch':1}\n"
      "{'d':'x','t':1000,'ev':'window','wait':640,'suggested':640,'shape':'likely_complete',"
      "'until':1640,'epoch':2}\n"
      "{'d':'x','t':1200,'ev':'idle'}\n"
      "{'d':'x','t':1200,'ev':'standdown','until':901200,'epoch':3}\n"
      "{'d':'x','t':901200,'ev':'resume','epoch':4}\n");

  g_assert_cmpstr (out, ==, expected);
}

/* Dialogues are independent, and printed in order of first appearance. */
static void
test_dialogues (gconstpointer program)
{
  g_autofree char *mixed = replay (program, "",
                                   "{'d':'y','t':500,'who':'A','ev':'msg','text':'ok'}\n" ONE
                                   "{'d':'y','t':600,'who':'A','ev':'msg','text':'good'}\n");
  g_autofree char *y = replay (program, "",
                               "{'d':'y','t':500,'who':'A','ev':'msg','text':'ok'}\n"
                               "{'d':'y','t':600,'who':'A','ev':'msg','text':'good'}\n");
  g_autofree char *x = replay (program, "", ONE);
  g_autofree char *expected = g_strconcat (y, x, NULL);

  g_assert_cmpstr (mixed, ==, expected);
}

/* What was learned of earlier bursts moves the window from five gaps on. */
static void
test_cadence (gconstpointer program)
{
  g_autoptr (GString) input = g_string_new (NULL);
  g_autofree char *out = NULL;

  for (guint i = 0; i < 6; i++)
    g_string_append_printf (
        input, "{'d':'x','t':%u,'who':'A','ev':'msg','text':'and then we went'}\n", i * 2000);
  g_string_append (input, "{'d':'x','t':20000,'who':'B','ev':'msg','text':'I see.'}\n");
  g_string_append (input, "{'d':'x','t':30000,'who':'A','ev':'msg','text':'and then we went'}\n");
  out = replay (program, "", input->str);
  /* 0.6 × 800 + 0.4 × (2000 + 2000) / 2 */
  g_assert_nonnull (strstr (out, "\"t\":30000,\"ev\":\"window\",\"wait\":1280,"));
  g_assert_null (strstr (out, "\"t\":10000,\"ev\":\"window\",\"wait\":1280,"));
}

static char *
make_random_input (guint n)
{
  static const char *const events[]
      = { "msg",      "msg",  "msg", "msg",  "typing", "typing", "paused",  "stopped", "file",
          "withdraw", "edit", "own", "echo", "block",  "unload", "offline", "online",  "close" };
  static const char *const texts[] = { "hm", "? ok.", "wait,", "hello there", "order #", "" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  GString *input = g_string_new (NULL);
  gint64 t = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean pause = g_rand_int_range (rand, 0, 4) == 0;
      gboolean rare = g_rand_int_range (rand, 0, 20) == 0;

      t += g_rand_int_range (rand, 0, pause ? 20000 : 700);
      g_string_append_printf (
          input,
          "{\"d\":\"%u\",\"t\":%" G_GINT64_FORMAT
          ",\"who\":\"%s\",\"ev\":\"%s\",\"text\":\"%s\",\"id\":\"%d\",\"typing\":%s}\n",
          i / 100, t, g_rand_int_range (rand, 0, 5) == 0 ? "B" : "A",
          events[g_rand_int_range (rand, 0, rare ? (int) G_N_ELEMENTS (events) : 11)],
          texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))], g_rand_int_range (rand, 0, 9),
          g_rand_boolean (rand) ? "true" : "false");
    }
  return g_string_free (input, FALSE);
}

/* Nothing crashes, nothing hangs, and the same comes out twice: 100,000 events in all. */
static void
test_random (gconstpointer program)
{
  static const char *const arguments[]
      = { "replay|-|--think|1500|--bubbles|3|--bubble-gap|700|--speculate",
          "replay|--summary|-|--think|800|--profile|patient" };
  g_autofree char *input = make_random_input (25000);

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_autofree char *once = cli_run_ok (program, arguments[i], input);
      g_autofree char *again = cli_run_ok (program, arguments[i], input);

      g_test_message ("%s", arguments[i]);
      g_assert_cmpuint (strlen (once), >, 0);
      g_assert_cmpint (strcmp (once, again), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  const char *program = argv[argc - 1];

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/replay/scripts", program, test_scripts);
  g_test_add_data_func ("/cli/replay/lines", program, test_lines);
  g_test_add_data_func ("/cli/replay/dialogues", program, test_dialogues);
  g_test_add_data_func ("/cli/replay/cadence", program, test_cadence);
  g_test_add_data_func ("/cli/replay/random", program, test_random);
  return g_test_run ();
}
