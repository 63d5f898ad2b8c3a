/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Twenty people who never lived, and how each of them is told to write. */
#include "brain/parley-style.h"

#include <string.h>

#include "brain/parley-echo.h"

typedef struct
{
  const char *who;
  const char *lines; /* parted by "|" */
  gint64 gap;        /* seconds between two */
  const char *told;  /* parts of the sentence, likewise */
} User;

static const User users[] = {
  { "lower", "hey whats up|on my way now|nah not today|ok cool see ya|what did she say", 600,
    "lower case|no full stops|no emoji.|~13 characters" },
  { "stops", "I am on the train.|That is fine.|See you there.|It was good.|Not yet.|Perhaps later.",
    600, "capitals first, full stops|no emoji." },
  { "emoji", "Haha 😂😂|So cute 🥰|Yay! 🎉|Miss you ❤|Nooo 😭|Love it 😍", 600,
    "emoji in 100 %." },
  { "smileys", "see you :)|sure ;)|that's bad :(|nice :D|okay then", 600, "emoji in 80 %." },
  { "one word", "ok|sure|yes|no|later|fine|cool|what", 600, "~4 characters, lower" },
  { "formal",
    "Dear Anna, thank you very much for your kind letter.|I shall reply in due course.|"
    "With kind regards, Alex.|I remain at your disposal.|It would be a pleasure to see it.",
    86400, "capitals first, full stops" },
  { "bursts", "so|i was thinking|maybe not|we could ask her|dunno|anyway|bye|lol", 5,
    ", 8 in a row|lower case" },
  { "pairs", "hm|let me see|right|got it|ok|bye", 59, ", 6 in a row" },
  { "german", "Bin gleich da|Hast du Hunger?|Ich hol noch Brot|Na gut|Bis nachher", 600,
    "capitals first, no full stops" },
  { "german lower", "bin gleich da|hast du hunger?|ich hol noch brot|na gut|übermorgen", 600,
    "lower case" },
  { "french", "J'arrive !|Pas encore.|À tout de suite.|C'est gentil.|On verra.", 600,
    "capitals first, full stops" },
  { "spanish", "¿vienes?|ya voy|que va|mañana mejor|dime", 600, "no full stops" },
  { "russian", "привет|уже еду|не знаю|давай завтра|ладно)", 600, "lower case" },
  { "russian formal", "Добрый день.|Уже еду.|Не знаю.|Давайте завтра.|Хорошо.", 600,
    "capitals first, full stops" },
  { "chinese", "你好|我在路上|明天吧|好的|知道了", 600, "~3 characters, no full stops" },
  { "japanese", "今行きます。|わかりました。|まだです。|あとで。|はい。", 600, ", full stops" },
  { "arabic", "مرحبا|أنا في الطريق|غدا|حسنا|لا أعرف", 600, "no full stops" },
  { "dots", "well...|I don't know...|maybe...|if you say so...|hm...", 600, "no full stops" },
  { "shouting", "WHAT|NO WAY|ARE YOU SERIOUS|OMG|STOP IT", 600, "capitals first" },
  { "mixed", "Hi|on my way|Ok.|see you :)|Fine|later.", 600, "~6 characters, emoji in 17 %" },
};

static gboolean
any (const char *line, gpointer data)
{
  return TRUE;
}

static ParleyStyle *
learn (const char *text, gint64 gap, gboolean (*may) (const char *, gpointer))
{
  g_auto (GStrv) each = g_strsplit (text, "|", -1);
  guint n = g_strv_length (each);
  g_autofree ParleyStyleLine *lines = g_new0 (ParleyStyleLine, n);

  for (guint i = 0; i < n; i++)
    lines[i] = (ParleyStyleLine){ each[i], 1000000 + i * gap };
  return parley_style_learn (lines, n, may, NULL);
}

static void
assert_told (const ParleyStyle *style, const User *user)
{
  g_autofree char *sentence = parley_style_dup_sentence (style);
  g_auto (GStrv) parts = g_strsplit (user->told, "|", -1);

  g_test_message ("%s: %s", user->who, sentence);
  for (guint i = 0; parts[i] != NULL; i++)
    g_assert_nonnull (strstr (sentence, parts[i]));
}

/* The numbers are theirs, and so are the examples. */
static void
test_twenty_users (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (users); i++)
    {
      g_autoptr (ParleyStyle) style = learn (users[i].lines, users[i].gap, any);
      g_auto (GStrv) own = g_strsplit (users[i].lines, "|", -1);

      g_assert_nonnull (style);
      assert_told (style, &users[i]);
      g_assert_cmpuint (style->examples->len, >=, 3);
      for (guint j = 0; j < style->examples->len; j++)
        g_assert_true (
            g_strv_contains ((const char *const *) own, g_ptr_array_index (style->examples, j)));
    }
}

static void
test_too_few_tell_nothing (void)
{
  g_assert_null (learn ("a|b|c|d", 600, any));
  g_assert_null (learn ("", 600, any));
  g_assert_null (parley_style_learn (NULL, 0, any, NULL));
}

static gboolean
is_no_secret (const char *line, gpointer data)
{
  return strstr (line, "secret") == NULL;
}

/* Nor what is for nobody to say, nor somebody else's words, nor the same twice. */
static void
test_what_is_no_example (void)
{
  g_autoptr (ParleyStyle) style = learn (
      "the secret is 7|OK|ok|> you said so|https://a.example/b|/me sings|mail me@b.c|"
      "this one is much longer than anything that anybody would ever call short|fine|right",
      600, is_no_secret);
  g_autofree char *kept = parley_style_dup_kept (style);

  g_assert_true (g_str_has_suffix (kept, "\nok\nfine\nright"));
}

static void
test_examples_are_bounded (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ParleyStyle) style = NULL;
  g_autofree char *kept = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%snumber %u is one of very many lines of them", i > 0 ? "|" : "",
                            i);
  style = learn (text->str, 1, any);
  kept = parley_style_dup_kept (style);
  g_assert_cmpuint (style->examples->len, <=, PARLEY_STYLE_MAX_EXAMPLES);
  g_assert_cmpuint (strlen (kept), <=, PARLEY_STYLE_MAX_BYTES + 40);
  g_assert_nonnull (strstr (kept, "number 4999 is")); /* the newest */
}

static void
test_kept_and_read_again (void)
{
  g_autoptr (ParleyStyle) style = learn (users[2].lines, 600, any);
  g_autofree char *kept = parley_style_dup_kept (style);
  g_autoptr (ParleyStyle) read = parley_style_parse (kept);
  g_autofree char *again = parley_style_dup_kept (read);
  static const char *const none[] = { "", "x", "1 2 3 4", "\n\n", "one two three four five" };

  g_assert_cmpstr (again, ==, kept);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_null (parley_style_parse (none[i]));
}

static gboolean
is_repeated (const ParleyStyle *style, const char *said)
{
  g_autofree char *words = parley_echo_dup_words (said);

  return parley_style_is_repeated (style, words);
}

/* Of five words on, however they are written. */
static void
test_repeated_example (void)
{
  g_autoptr (ParleyStyle) style
      = learn ("i will bring the ladder back|see you then|ok|fine|what did she say", 600, any);

  g_assert_true (is_repeated (style, "Hi! I will bring: the ladder, back."));
  g_assert_false (is_repeated (style, "I will bring the ladder"));
  g_assert_false (is_repeated (style, "see you then"));
  g_assert_false (is_repeated (style, ""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/style/twenty-users", test_twenty_users);
  g_test_add_func ("/brain/style/too-few", test_too_few_tell_nothing);
  g_test_add_func ("/brain/style/no-example", test_what_is_no_example);
  g_test_add_func ("/brain/style/bounds", test_examples_are_bounded);
  g_test_add_func ("/brain/style/kept", test_kept_and_read_again);
  g_test_add_func ("/brain/style/repeated", test_repeated_example);
  return g_test_run ();
}
