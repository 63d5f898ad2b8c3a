/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-correction.h"

#include <string.h>

typedef struct
{
  const char *previous;
  const char *text;
  gboolean correction;
} Pair;

static const Pair pairs[] = {
  { "I'll be their at noon", "I'll be there at noon", TRUE },
  { "did you recieve teh package?", "did you receive the package?", TRUE },
  { "can you send me the adress", "can you send me the address?", TRUE },
  { "that is alot of work for one person", "that is a lot of work for one person", TRUE },
  { "i can do it on friday", "i can't do it on friday", TRUE },
  { "Where is the nearest station", "where is the nearest station", TRUE },
  { "see you at the office tomorow", "see you at the office tomorrow", TRUE },
  { "are you coming tonight?", "are you coming tonight?", TRUE },
  { "  are you coming tonight?", "are you coming tonight?  ", TRUE },
  { "ich komme um 9 zum Banhof", "ich komme um 9 zum Bahnhof", TRUE },
  { "das weis ich leider auch nicht", "das weiß ich leider auch nicht", TRUE },
  { "je suis arriver à la maison", "je suis arrivé à la maison", TRUE },
  { "cuando vas a yegar a casa", "cuando vas a llegar a casa", FALSE }, /* another first letter */
  { "mañana vamos ala playa con ellos", "mañana vamos a la playa con ellos", TRUE },
  { "você vai na reuniao amanhã", "você vai na reunião amanhã", TRUE },
  { "я скоро прийду домой", "я скоро приду домой", TRUE },
  { "今天晚上我再家里等你一下", "今天晚上我在家里等你一下", TRUE },
  { "明日の会議は何字からですか", "明日の会議は何時からですか", TRUE },

  { "is it a kitchen?", "is it a bedroom?", FALSE },
  { "is table A free tonight?", "is table B free tonight?", FALSE },
  { "i would like the red one", "i would like the bed one", FALSE },
  { "can we meet on monday?", "can we meet on sunday?", FALSE },
  { "the train leaves at 10:15", "the train leaves at 10:45", FALSE },
  { "my order is 123456789", "my order is 123456798", FALSE },
  { "my order is 1234", "my order is 12345", FALSE },
  { "kommst du heute Abend?", "kommst du morgen Abend?", FALSE },
  { "tu viens avec ta sœur ?", "tu viens avec ton frère ?", FALSE },
  { "我们下周一下午见面可以吗", "我们下周二下午见面可以吗", FALSE },
  { "ты приедешь в среду?", "ты приедешь в пятницу?", FALSE },
  { "look at https://example.org/a1", "look at https://example.org/b1", FALSE },
  { "look at https://example.org/cats", "look at https://example.org/cars", FALSE },
  { "write to ann@example.org please", "write to anne@example.org please", FALSE },
  { "buy milk and some eggs", "buy milk and some eggs and a loaf of bread", FALSE },
  { "hello?", "hello?", FALSE }, /* too short to be sure */
  { "yes", "yes", FALSE },
  { "", "", FALSE },
  { "there is a long first message", "", FALSE },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_test_message ("“%s” “%s”", pairs[i].previous, pairs[i].text);
      g_assert_cmpint (parley_correction_is (pairs[i].previous, pairs[i].text), ==,
                       pairs[i].correction);
      g_assert_cmpint (parley_correction_is (pairs[i].text, pairs[i].previous), ==,
                       pairs[i].correction);
    }
}

static void
test_composition_is_no_difference (void)
{
  g_assert_true (parley_correction_is ("demain \303\240 midi", "demain a\314\200 midi"));
}

static void
test_long_texts_must_be_the_same (void)
{
  g_autofree char *text = g_strnfill (1024 * 1024, 'a');
  g_autofree char *other = g_strnfill (1024 * 1024, 'a');

  g_assert_true (parley_correction_is (text, other));
  other[500000] = 'b';
  g_assert_false (parley_correction_is (text, other));
}

/* Two texts of the largest compared length that share nothing: the dearest case. */
static void
test_cost_is_bounded (void)
{
  g_autofree char *a = g_strnfill (2048, 'a');
  g_autofree char *b = g_strnfill (2048, 'b');
  const gint64 start = g_get_monotonic_time ();

  a[450] = b[450] = ' ';
  for (guint i = 0; i < 100; i++)
    g_assert_false (parley_correction_is (a, b));
  g_assert_cmpint ((g_get_monotonic_time () - start) / 100, <, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/correction/table", test_table);
  g_test_add_func ("/turn/correction/composition", test_composition_is_no_difference);
  g_test_add_func ("/turn/correction/long", test_long_texts_must_be_the_same);
  g_test_add_func ("/turn/correction/cost", test_cost_is_bounded);
  return g_test_run ();
}
