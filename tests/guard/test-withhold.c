/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-withhold.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <time.h>

typedef struct
{
  const char *bubble;
  ParleyWithheld withheld;
} Case;

#define NOT         PARLEY_WITHHELD_NOT
#define SECRET      PARLEY_WITHHELD_SECRET
#define MONEY       PARLEY_WITHHELD_MONEY
#define ADDRESS     PARLEY_WITHHELD_ADDRESS
#define WHEREABOUTS PARLEY_WITHHELD_WHEREABOUTS
#define HEALTH      PARLEY_WITHHELD_HEALTH
#define LEGAL       PARLEY_WITHHELD_LEGAL
#define APPOINTMENT PARLEY_WITHHELD_APPOINTMENT
#define DENIAL      PARLEY_WITHHELD_DENIAL

static const Case cases[] = {
  { "the password is hunter2", SECRET },
  { "Password: swordfish", SECRET },
  { "the wifi password at the cabin is “blue door”", SECRET },
  { "the code is 4711", SECRET },
  { "your verification code: 123 456", SECRET },
  { "123456 is your security code", SECRET },
  { "das WLAN-Passwort lautet sommer19", SECRET },
  { "Der Code ist 8812.", SECRET },
  { "le mot de passe est azerty1", SECRET },
  { "la contraseña es perro99", SECRET },
  { "a senha é gato123", SECRET },
  { "пароль: секрет", SECRET },
  { "パスワードはneko123です", SECRET },
  { "密码是abc123", SECRET },
  { "验证码 884211", SECRET },
  { "PASSWORD： full-width", SECRET },
  { "sk-abcdefghij0123456789abcd", PARLEY_WITHHELD_KEY },
  { "DE89 3704 0044 0532 0130 00", PARLEY_WITHHELD_ACCOUNT },
  { "4111 1111 1111 1111", PARLEY_WITHHELD_ACCOUNT },
  { "4111 1111 1111 1111 12/27", PARLEY_WITHHELD_ACCOUNT },
  { "４１１１　１１１１　１１１１　１１１１", PARLEY_WITHHELD_ACCOUNT },
  { "I forgot my password too", NOT },
  { "the password was changed, ask the owner", NOT },
  { "what a strange error code", NOT },

  { "that would be $50", MONEY },
  { "I can give you 200 euros", MONEY },
  { "I'll pay you back", MONEY },
  { "Ich überweise dir das morgen früh", MONEY },
  { "je te rembourse", MONEY },
  { "te presto el coche no, el dinero: 20 euros", MONEY },
  { "я переведу завтра", MONEY },
  { "5000円です", MONEY },
  { "我转给你", MONEY },
  { "vou transferir", MONEY },
  { "money isn't everything", NOT },
  { "it costs nothing", NOT },

  { "come to 221 Baker Street", ADDRESS },
  { "we live near 12 rue de Rivoli", ADDRESS },
  { "Hauptstraße 12, Hinterhaus", ADDRESS },
  { "Marktplatz 3", ADDRESS },
  { "calle Mayor 5, tercero", ADDRESS },
  { "rua Augusta 100", ADDRESS },
  { "улица Ленина 5", ADDRESS },
  { "渋谷2丁目", ADDRESS },
  { "中山路12号", ADDRESS },
  { "write to bob@example.org", ADDRESS },
  { "call +49 170 1234567", ADDRESS },
  { "call 0170 1234567", ADDRESS },
  { "52.520008, 13.404954", ADDRESS },
  { "https://maps.google.com/?q=here", ADDRESS },
  { "Hauptstr.12", ADDRESS },
  { "221B Baker Street", ADDRESS },
  { "52.520008,13.404954", ADDRESS },
  { "geo:52.5,13.4", ADDRESS },
  { "it was 12.5, 13.5 of 20", NOT },
  { "Weg vom Platz, 3 von uns", NOT },
  { "a mail to him @home. ok", NOT },
  { "it took 2 weeks on the road", NOT },
  { "platz 1 beim rennen", NOT },

  { "I’m at home right now", WHEREABOUTS },
  { "ich bin gerade in Berlin", WHEREABOUTS },
  { "je suis chez moi", WHEREABOUTS },
  { "estoy en casa", WHEREABOUTS },
  { "я сейчас дома", WHEREABOUTS },
  { "家にいます", WHEREABOUTS },
  { "我在家", WHEREABOUTS },
  { "tô em casa", WHEREABOUTS },

  { "I was diagnosed with asthma", HEALTH },
  { "nimm zwei Tabletten", HEALTH },
  { "mi médico dice que no", HEALTH },
  { "我生病了", HEALTH },

  { "I accept your offer", LEGAL },
  { "hiermit kündige ich", LEGAL },
  { "je signe demain", LEGAL },
  { "同意します", LEGAL },

  { "see you at 7", APPOINTMENT },
  { "bis morgen um 8", APPOINTMENT },
  { "nos vemos a las 8", APPOINTMENT },
  { "estarei lá", APPOINTMENT },
  { "увидимся завтра", APPOINTMENT },
  { "明天见", APPOINTMENT },

  { "haha no, I'm not a bot", DENIAL },
  { "ich bin ein Mensch", DENIAL },
  { "я не бот", DENIAL },
  { "我不是机器人", DENIAL },
  { "Yes, I'm a program that writes for him.", NOT },

  { "I'll pass it on, they will get back to you.", NOT },
  { "Ich gebe es weiter!", NOT },
  { "thanks, sounds great", NOT },
  { "2 + 2 is 4", NOT },
  { "", NOT },
};

typedef struct
{
  ParleyData *data;
  ParleyLexicon *lexicon;
  ParleyWithhold *withhold;
} Fixture;

static void
set_up (Fixture *f, gconstpointer unused)
{
  f->data = parley_data_new (NULL);
  f->lexicon = parley_lexicon_new (f->data);
  f->withhold = parley_withhold_new (f->lexicon);
}

static void
tear_down (Fixture *f, gconstpointer unused)
{
  parley_withhold_free (f->withhold);
  parley_lexicon_free (f->lexicon);
  parley_data_free (f->data);
}

static ParleyWithheld
judge (Fixture *f, ParleyWithholdCase it)
{
  return parley_withhold_judge (f->withhold, &it);
}

static void
test_table (Fixture *f, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ParleyWithheld found = judge (f, (ParleyWithholdCase){ .bubble = cases[i].bubble });

      if (found != cases[i].withheld)
        g_test_fail_printf ("%s is %s, not %s", cases[i].bubble, parley_withheld_to_string (found),
                            parley_withheld_to_string (cases[i].withheld));
    }
}

/* Runs that made a look at them give up, with what is not to be said before, behind or in them. */
static void
test_no_run_hides_what_is_told (Fixture *f, gconstpointer unused)
{
  static const struct
  {
    const char *before;
    const char *run;
    const char *behind;
    ParleyWithheld withheld;
  } rows[] = {
    { "Street ", "A", " x 221 Baker Street.", ADDRESS },
    { "Street ", "A", "7", ADDRESS },
    { "", "1 ", "221 Baker Street", ADDRESS },
    { "", "1a Aa Aa ", "Baker Street", ADDRESS },
    { "", "straße", "1 Hauptstraße 12", ADDRESS },
    { "", "Aastraße1", "", ADDRESS },
    { "", "a.", "bob@example.org", ADDRESS },
    { "bob@", "a-", ".example.org", ADDRESS },
    { "call ", "+", "49 170 1234567", ADDRESS },
    { "call +49", " 1", " please", ADDRESS },
    { "", "1.12345", " 52.520008, 13.404954", ADDRESS },
    { "", "1,", " euros", MONEY },
    { "", "$ ", "5", MONEY },
    { "", "password ", "is hunter2", SECRET },
    { "the password is ", "中", "1", SECRET },
    { "密码", "是", "1", SECRET },
    { "code ", "1", "", SECRET },
    { "", "code ", "is 4711", SECRET },
    { "", "eyJ-", " sk-abcdefghij0123456789abcd", PARLEY_WITHHELD_KEY },
    { "", "-----BEGIN A", "-----BEGIN RSA PRIVATE KEY-----", PARLEY_WITHHELD_KEY },
    { "", "fe0", "", PARLEY_WITHHELD_KEY },
    { "", "aB1_", "", PARLEY_WITHHELD_KEY },
  };
  static const guint lengths[] = { 10, 100, 1000, 8000 };

  for (guint i = 0; i < G_N_ELEMENTS (rows) * G_N_ELEMENTS (lengths); i++)
    {
      guint row = i / G_N_ELEMENTS (lengths);
      guint bytes = lengths[i % G_N_ELEMENTS (lengths)];
      GString *run = g_string_new (rows[row].before);
      g_autofree char *bubble = NULL;
      ParleyWithheld found;

      while (run->len + strlen (rows[row].run) < bytes)
        g_string_append (run, rows[row].run);
      g_string_append (run, rows[row].behind);
      bubble = g_string_free (run, FALSE);
      found = judge (f, (ParleyWithholdCase){ .bubble = bubble });
      if (found != rows[row].withheld && strlen (bubble) >= 40)
        g_test_fail_printf ("%s, %u bytes of %s, %s is %s", rows[row].before, bytes, rows[row].run,
                            rows[row].behind, parley_withheld_to_string (found));
    }
}

/* Returns: what the quickest of some looks took of the processor. */
static double
measure_ms (Fixture *f, const ParleyWithholdCase *it)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 5; i++)
    {
      struct timespec from;
      struct timespec to;

      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &from);
      parley_withhold_judge (f->withhold, it);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &to);
      best = MIN (best, (to.tv_sec - from.tv_sec) * 1e3 + (to.tv_nsec - from.tv_nsec) / 1e6);
    }
  return best;
}

/* The largest bubble takes the main loop no 5 ms, whatever it is made of. The sanitizers take their
 * share of it. */
static void
test_no_run_is_slow (Fixture *f, gconstpointer unused)
{
  static const char *const runs[] = {
    "A",        "1",          "1 ",      "street ",    "Street A",     "a.",       "a@",
    "a@b",      "+1 ",        "01(-",    "$ ",         "password ",    "12 rue ",  "0.1234",
    "1.12345,", "code ",      "是",      "密码是",     "1丁目",        "straße1",  "Straße 1",
    "AB12",     "eyJ-",       "eyJ-a.b", "-----BEGIN", "-----BEGIN A", "1 A ",     "Street Aa ",
    "code 1 ",  "code is 1-", "is ",     "路A",        "号楼1",        "maps.app", "login is ",
    "x: ",      "' ",         "de ",     "1 de ",      "I see you. ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      GString *bubble = g_string_new (NULL);
      double ms;

      while (bubble->len + strlen (runs[i]) < 8192)
        g_string_append (bubble, runs[i]);
      ms = measure_ms (f, &(ParleyWithholdCase){ .bubble = bubble->str, .asked = bubble->str });
      g_test_message ("%s: %.2f ms", runs[i], ms);
#if !defined(__SANITIZE_ADDRESS__)
      g_assert_cmpfloat (ms, <, 5);
#endif
      g_string_free (bubble, TRUE);
    }
}

static void
test_never_say_list (Fixture *f, gconstpointer unused)
{
  const struct
  {
    const char *list;
    const char *bubble;
    gboolean withheld;
  } rows[] = {
    { "Zürich; project falcon", "we are going to ZÜRICH", TRUE },
    { "Zürich; project falcon", "Project  Falcon", TRUE },
    { "Zürich; project falcon", "p-r-o-j-e-c-t f.a.l.c.o.n", TRUE },
    { "Zürich; project falcon", "a falcon flew by", FALSE },
    { "ann", "ask Ann", TRUE },
    { "ann", "my cannon", FALSE },
    { "ann", "a n n", FALSE },
    { "0170 1234567", "(0170) 123-45-67", TRUE },
    { "one\ntwo", "it takes two", TRUE },
    { "", "anything", FALSE },
    { " ; ;", "anything", FALSE },
    { "東京", "明日は 東京 へ", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ParleyWithheld found
          = judge (f, (ParleyWithholdCase){ .bubble = rows[i].bubble, .never_say = rows[i].list });

      if ((found == PARLEY_WITHHELD_NEVER_SAY) != rows[i].withheld)
        g_test_fail_printf ("%s in %s", rows[i].list, rows[i].bubble);
    }
}

static void
test_nothing_by_halves (Fixture *f, gconstpointer unused)
{
  g_assert_cmpint (
      judge (f, (ParleyWithholdCase){ .bubble = "is hunter2", .before = "ah, the password" }), ==,
      PARLEY_WITHHELD_SECRET);
  g_assert_cmpint (judge (f, (ParleyWithholdCase){ .bubble = "falcon, of course",
                                                   .before = "it's project",
                                                   .never_say = "project falcon" }),
                   ==, PARLEY_WITHHELD_NEVER_SAY);
  g_assert_cmpint (
      judge (f, (ParleyWithholdCase){ .bubble = "1111 1111", .before = "it is 4111 1111" }), ==,
      PARLEY_WITHHELD_ACCOUNT);
  /* What the user let out is no reason to keep back the rest. */
  g_assert_cmpint (
      judge (f, (ParleyWithholdCase){ .bubble = "have fun", .before = "the password is hunter2" }),
      ==, PARLEY_WITHHELD_NOT);
}

static void
test_yes_counts_by_its_question (Fixture *f, gconstpointer unused)
{
  const struct
  {
    const char *asked;
    const char *bubble;
    gboolean withheld;
  } rows[] = {
    { "Do you accept the contract?", "Yes!", TRUE },
    { "will you pay for it", "sure, no problem", TRUE },
    { "kommst du morgen?", "Ja, gern", TRUE },
    { "tu viens demain ?", "oui", TRUE },
    { "¿estás en casa?", "Sí", TRUE },
    { "você confirma?", "sim", TRUE },
    { "ты дома?", "да", TRUE },
    { "会えますか", "はい", TRUE },
    { "你同意吗", "同意", TRUE },
    { "Do you accept the contract?", "I'll pass that on.", FALSE },
    { "Do you like tea?", "Yes!", FALSE },
    { "will you pay for it", "nobody told me", FALSE },
    { NULL, "Yes!", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ParleyWithheld found
          = judge (f, (ParleyWithholdCase){ .bubble = rows[i].bubble, .asked = rows[i].asked });

      if ((found == PARLEY_WITHHELD_ANSWER) != rows[i].withheld)
        g_test_fail_printf ("%s to %s", rows[i].bubble, rows[i].asked);
    }
}

static void
test_their_own_address_may_be_repeated (Fixture *f, gconstpointer unused)
{
  g_assert_cmpint (judge (f, (ParleyWithholdCase){ .bubble = "I noted bob@example.org",
                                                   .asked = "mail me at bob@example.org" }),
                   ==, PARLEY_WITHHELD_NOT);
  g_assert_cmpint (judge (f, (ParleyWithholdCase){ .bubble = "Hauptstraße 1, right?",
                                                   .asked = "ist es die Hauptstraße 12?" }),
                   ==, PARLEY_WITHHELD_ADDRESS);
  g_assert_cmpint (
      judge (f, (ParleyWithholdCase){ .bubble = "not bob@example.org but eve@example.org",
                                      .asked = "mail me at bob@example.org" }),
      ==, PARLEY_WITHHELD_ADDRESS);
}

/* Somebody who only adds greetings takes nothing away from what is kept back. */
static void
test_lexicon_of_the_user_leaves_ours (void)
{
  g_autofree char *top = g_dir_make_tmp ("parley-lexicon-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "lexicon", NULL);
  g_autofree char *file = g_build_filename (folder, "en.ini", NULL);
  Fixture f = { .data = parley_data_new (top) };

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (
      file, "[lexicon]\ngreetings=ahoy;\n[phrases]\nhealth=#scurvy;\n", -1, NULL));
  f.lexicon = parley_lexicon_new (f.data);
  f.withhold = parley_withhold_new (f.lexicon);
  g_assert_null (parley_data_get_trouble (f.data));
  g_assert_cmpint (judge (&f, (ParleyWithholdCase){ .bubble = "I'll pay you back" }), ==, MONEY);
  g_assert_cmpint (judge (&f, (ParleyWithholdCase){ .bubble = "it is #scurvy" }), ==, HEALTH);
  tear_down (&f, NULL);
  g_assert_cmpint (g_remove (file), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_cmpint (g_rmdir (top), ==, 0);
}

static void
test_each_has_a_sentence (void)
{
  for (guint i = 0; i < PARLEY_N_WITHHELD; i++)
    {
      g_assert_cmpstr (parley_withheld_explain (i), !=, "");
      g_assert_cmpstr (parley_withheld_to_string (i), !=, "");
    }
}

/* Of chats between people nobody keeps anything back: each message that would be is a false alarm.
 */
typedef struct
{
  guint messages;
  guint withheld;
  char *asked; /* what the other one said last */
  char *speaker;
} Tally;

static void
judge_message (Fixture *f, Tally *tally, const char *speaker, const char *text)
{
  ParleyWithheld found;

  if (tally->speaker != NULL && !g_str_equal (tally->speaker, speaker))
    g_clear_pointer (&tally->asked, g_free);
  found = judge (f, (ParleyWithholdCase){ .bubble = text, .asked = tally->asked });
  tally->messages++;
  tally->withheld += found != PARLEY_WITHHELD_NOT;
  if (found != PARLEY_WITHHELD_NOT)
    g_test_message ("%s: %s", parley_withheld_to_string (found), text);
}

static void
read_line (Fixture *f, Tally *tally, const char *line)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object;
  const char *speaker;

  if (*line == '\0' || !json_parser_load_from_data (parser, line, -1, NULL))
    return;
  object = json_node_get_object (json_parser_get_root (parser));
  if (g_strcmp0 (json_object_get_string_member_with_default (object, "ev", ""), "msg") != 0)
    return;
  speaker = json_object_get_string_member (object, "who");
  if (g_strcmp0 (speaker, "B") == 0)
    judge_message (f, tally, "B", json_object_get_string_member (object, "text"));
  else
    {
      g_free (tally->asked);
      tally->asked = g_strdup (json_object_get_string_member (object, "text"));
    }
}

static void
test_people_are_rarely_kept_back (Fixture *f, gconstpointer unused)
{
  static const char *const names[] = { "meetup.jsonl", "i2p.jsonl", "sorts.jsonl" };
  Tally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path
          = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "bursts", names[i], NULL);
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;
      Tally before = tally;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        {
          g_test_skip ("the recorded chats are not beside the project (shared/bursts)");
          return;
        }
      lines = g_strsplit (text, "\n", -1);
      for (guint j = 0; lines[j] != NULL; j++)
        read_line (f, &tally, lines[j]);
      g_test_message ("%s: %u of %u messages", names[i], tally.withheld - before.withheld,
                      tally.messages - before.messages);
    }
  g_free (tally.asked);
  g_assert_cmpuint (tally.messages, >, 1000);
  g_assert_cmpfloat (100.0 * tally.withheld / tally.messages, <, 0.5);
}

static void
add (const char *path, void (*func) (Fixture *f, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/guard/withhold/table", test_table);
  add ("/guard/withhold/no-run-hides-what-is-told", test_no_run_hides_what_is_told);
  add ("/guard/withhold/no-run-is-slow", test_no_run_is_slow);
  add ("/guard/withhold/never-say-list", test_never_say_list);
  add ("/guard/withhold/nothing-by-halves", test_nothing_by_halves);
  add ("/guard/withhold/yes-counts-by-its-question", test_yes_counts_by_its_question);
  add ("/guard/withhold/their-own-address-may-be-repeated", test_their_own_address_may_be_repeated);
  add ("/guard/withhold/people-are-rarely-kept-back", test_people_are_rarely_kept_back);
  g_test_add_func ("/guard/withhold/lexicon-of-the-user", test_lexicon_of_the_user_leaves_ours);
  g_test_add_func ("/guard/withhold/each-has-a-sentence", test_each_has_a_sentence);
  return g_test_run ();
}
