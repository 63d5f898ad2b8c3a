/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-shape.h"

#include <string.h>

typedef struct
{
  const char *text;
  ParleyShape shape;
  gboolean completion;
} Case;

#define G PARLEY_SHAPE_GREETING_ONLY
#define F PARLEY_SHAPE_FRAGMENT
#define I PARLEY_SHAPE_INCOMPLETE_ENTITY
#define P PARLEY_SHAPE_POSSIBLY_INCOMPLETE
#define L PARLEY_SHAPE_LIKELY_COMPLETE

static const Case cases[] = {
  /* English */
  { "hey", G, FALSE },
  { "Hello!", G, TRUE },
  { "good morning :)", G, FALSE },
  { "hi 👋🏽", G, FALSE },
  { "hey!!! 👋", G, FALSE },
  { "hello...", G, FALSE }, /* greetings come first; an ellipsis is no completion */
  { "hi there, can you help me with this", L, FALSE },
  { "wait...", F, FALSE },
  { "so then…", F, FALSE },
  { "wait..", F, FALSE },
  { "first of all,", F, FALSE },
  { "the list:", F, FALSE },
  { "what i mean -", F, FALSE },
  { "one more thing –", F, FALSE },
  { "so i just had and", F, FALSE },
  { "I think that THE", F, FALSE },
  { "because  ", F, FALSE },
  { "thanks,", F, FALSE },
  { "sand", P, FALSE }, /* ends in the letters of "and" */
  { "please cancel my order", I, FALSE },
  { "it is ticket #", I, FALSE },
  { "my Case #  ", I, FALSE },
  { "id#", I, FALSE },
  { "re-order", I, FALSE },
  { "my ticket.", L, TRUE },
  { "order #123", P, FALSE },
  { "i have no idea", L, FALSE }, /* "id" is not a word of it */
  { "look at my video", L, FALSE },
  { "of pizza", P, FALSE },
  { "lol", P, FALSE },
  { "?", L, TRUE },
  { "？", L, TRUE },
  { "ok", L, FALSE },
  { "Yes", L, FALSE },
  { "no", L, FALSE },
  { "thanks", L, TRUE },
  { "thank you", L, TRUE },
  { "really?", L, TRUE },
  { "can you send it please", L, TRUE },
  { "i had 3 slices", L, FALSE },
  { "is that bad lol", L, FALSE },
  { "i am also", L, FALSE }, /* a German "so" */
  { "new car", P, FALSE },   /* which would be open in French */

  /* German */
  { "Hallo", G, FALSE },
  { "Guten Morgen!", G, TRUE },
  { "moin zusammen 😊", G, FALSE },
  { "Grüß Gott", G, FALSE },
  { "ich wollte noch sagen, dass", F, FALSE },
  { "Kannst du Brot kaufen und", F, FALSE },
  { "das ist für", F, FALSE },
  { "Ja", L, FALSE },
  { "nein", L, FALSE },
  { "Danke", L, TRUE },
  { "Kannst du das bitte", L, TRUE },
  { "schick mir das mal, vielen Dank", L, TRUE },
  { "kommst du heute mit", L, FALSE },
  { "geht klar", P, FALSE },
  { "es geht um meine Bestellung", I, FALSE },
  { "was ist das", L, FALSE },

  /* French */
  { "Salut !", G, TRUE },
  { "bonjour", G, FALSE },
  { "je voulais te dire que", F, FALSE },
  { "j’ai acheté du pain et", F, FALSE },
  { "c'est pour", F, FALSE },
  { "il faut qu’", F, FALSE },
  { "oui", L, FALSE },
  { "d’accord", L, FALSE },
  { "merci beaucoup", L, TRUE },
  { "tu peux l'envoyer s’il te plaît", L, TRUE },
  { "où es-tu", P, FALSE },
  { "tu viens ce soir", L, FALSE },
  { "on arrive à 9 h.", L, TRUE },
  { "c'est ma commande", I, FALSE },

  /* Spanish */
  { "¡Hola!", G, TRUE },
  { "hola", G, FALSE },
  { "Buenos días", G, FALSE },
  { "quería preguntarte si puedes venir porque", F, FALSE },
  { "voy a la tienda y", F, FALSE },
  { "es que mi", F, FALSE },
  { "sí", L, FALSE },
  { "no", L, FALSE },
  { "gracias", L, TRUE },
  { "me lo mandas por favor", L, TRUE },
  { "¿dónde estás?", L, TRUE },
  { "creo que no", L, FALSE },
  { "mañana voy", P, FALSE },
  { "quiero cancelar mi pedido", I, FALSE },

  /* Portuguese */
  { "oi", G, FALSE },
  { "Bom dia!", G, TRUE },
  { "tudo bem?", G, TRUE },
  { "queria saber se você pode vir porque", F, FALSE },
  { "eu moro no", F, FALSE },
  { "comprei pão e", F, FALSE },
  { "sim", L, FALSE },
  { "não", L, FALSE },
  { "obrigada", L, TRUE },
  { "me manda por favor", L, TRUE },
  { "você vem hoje", L, FALSE },
  { "já vou", P, FALSE },
  { "qual é o número do pedido", I, FALSE },

  /* Russian */
  { "Привет", G, FALSE },
  { "доброе утро!", G, TRUE },
  { "я хотел сказать, что", F, FALSE },
  { "купи хлеб и", F, FALSE },
  { "это для", F, FALSE },
  { "да", L, FALSE },
  { "нет", L, FALSE },
  { "Спасибо", L, TRUE },
  { "пришли мне файл пожалуйста", L, TRUE },
  { "ты где?", L, TRUE },
  { "ты придёшь сегодня вечером", L, FALSE },
  { "сейчас приду", P, FALSE },
  { "где мой заказ", I, FALSE },

  /* Chinese */
  { "你好", G, FALSE },
  { "在吗？", G, TRUE },
  { "早上好～", G, FALSE },
  { "然后，", F, FALSE },
  { "我想去但是", F, FALSE },
  { "如果", F, FALSE },
  { "嗯。。。", F, FALSE },
  { "等等……", F, FALSE },
  { "地址是：", F, FALSE },
  { "我要苹果、", F, FALSE },
  { "好的", L, FALSE },
  { "不是", L, FALSE },
  { "谢谢", L, TRUE },
  { "谢谢～", L, TRUE },
  { "请发给我，谢谢", L, TRUE },
  { "好。", L, TRUE },
  { "你明天有空吗", L, FALSE },
  { "我在路上", L, FALSE },
  { "明天见", P, FALSE },
  { "真的", P, FALSE },
  { "我的订单", I, FALSE },

  /* Japanese */
  { "こんにちは", G, FALSE },
  { "お疲れ様です！", G, TRUE },
  { "と：", F, FALSE },
  { "行きたいけど", F, FALSE },
  { "明日、", F, FALSE },
  { "それで", F, FALSE },
  { "これを", F, FALSE },
  { "はい", L, FALSE },
  { "了解", L, FALSE },
  { "ありがとう", L, TRUE },
  { "送ってください", L, TRUE },
  { "よろしくお願いします", L, TRUE },
  { "何時ですか？", L, TRUE },
  { "明日は休みです｡", L, TRUE },
  { "明日は仕事が休みです", L, FALSE },
  { "ちょっと待って", L, FALSE },
  { "まじか", P, FALSE },

  /* Others have their marks, though no words. */
  { "كيف حالك؟", L, TRUE },
  { "ثم،", F, FALSE },
  { "ठीक है।", L, TRUE },

  /* Quotes are not the sender's words. */
  { "> what time and\nat noon.", L, TRUE },
  { "at noon.\n> when?\n> and", L, TRUE },
  { "> are you there?", P, FALSE },

  /* Nothing to go by. */
  { "", P, FALSE },
  { "   ", P, FALSE },
  { "~", P, FALSE },
  { "👍", P, FALSE },
  { "😂😂😂 ❤️", P, FALSE },
  { "\314\201\314\201\314\201", P, FALSE }, /* marks without letters */
  { "scho\314\210n und", F, FALSE },        /* a mark on its letter */
};

static ParleyLexicon *
load_lexicon (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_lexicon_new (data);
}

static void
test_table (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpstr (parley_shape_to_string (parley_shape_look (cases[i].text, lexicon).shape),
                       ==, parley_shape_to_string (cases[i].shape));
      g_assert_cmpint (parley_shape_look (cases[i].text, lexicon).completion, ==,
                       cases[i].completion);
    }
}

static void
test_short_answers (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();

  g_assert_true (parley_shape_look (" OK ", lexicon).short_answer);
  g_assert_true (parley_shape_look ("?", lexicon).short_answer);
  g_assert_true (parley_shape_look ("yeah", lexicon).short_answer);
  g_assert_true (parley_shape_look ("对", lexicon).short_answer);
  g_assert_false (parley_shape_look ("ok then", lexicon).short_answer);
  g_assert_false (parley_shape_look ("ok,", lexicon).short_answer);
  g_assert_false (parley_shape_look ("", lexicon).short_answer);
}

static void
test_questions (void)
{
  g_assert_true (parley_shape_is_question ("why ? "));
  g_assert_true (parley_shape_is_question ("何時ですか？"));
  g_assert_true (parley_shape_is_question ("كيف حالك؟"));
  g_assert_false (parley_shape_is_question ("why? because."));
  g_assert_false (parley_shape_is_question ("> why?"));
}

static void
test_announcements (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();
  const char *const yes[] = { "look at this", "look!", "this 👇", "here is the list:", "看这个",
                              "schau mal",    "voici", "смотри", "これ見て",          "地址：" };
  const char *const no[] = { "what is this?", "i know this.", "outlook", "", "this is fine", "👇" };

  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    {
      g_test_message ("“%s”", yes[i]);
      g_assert_true (parley_shape_look (yes[i], lexicon).announces);
    }
  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    {
      g_test_message ("“%s”", no[i]);
      g_assert_false (parley_shape_look (no[i], lexicon).announces);
    }
}

static void
test_links (void)
{
  const char *const yes[]
      = { "https://example.org",  " http://example.org/a?b=c#d\n",     "www.example.org/x",
          "HTTPS://EXAMPLE.ORG/", "https://de.wikipedia.org/wiki/Bär", "https://example.org/a(b)",
          "gopher://example.org" };
  const char *const no[] = { "",
                             "look https://example.org",
                             "https://a.org https://b.org",
                             "example.org",
                             "http://",
                             "mailto:a@example.org",
                             "https:// example.org",
                             "file:///etc/passwd",
                             "ok: great",
                             "://" };

  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    {
      g_test_message ("“%s”", yes[i]);
      g_assert_true (parley_shape_is_link (yes[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    {
      g_test_message ("“%s”", no[i]);
      g_assert_false (parley_shape_is_link (no[i]));
    }
}

/* Returns: (transfer full): @unit again and again, @bytes long or a little less. */
static char *
repeat (const char *unit, gsize bytes)
{
  GString *text = g_string_sized_new (bytes);

  while (text->len + strlen (unit) <= bytes)
    g_string_append (text, unit);
  return g_string_free (text, FALSE);
}

/* The main loop waits for a shape: 5 ms for the longest message that is ever looked at, 64 KiB;
 * what is larger is only survived. */
static void
test_large_texts (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();
  const char *const units[] = { "a",         "word ",    "> quoted\n", "漢字",    "👍🏽",
                                "e\314\201", "\314\201", " \n",        "https://" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *text = repeat (units[i], 64 * 1024);
      g_autofree char *huge = repeat (units[i], 1024 * 1024);

      g_assert_false (parley_shape_look (text, lexicon).completion);
      g_assert_false (parley_shape_look (huge, lexicon).completion);
      g_assert_false (parley_shape_is_link (huge));
    }
}

static void
test_end_of_a_long_text_decides (void)
{
  g_autoptr (ParleyLexicon) lexicon = load_lexicon ();
  g_autofree char *words = repeat ("wort und ", 64 * 1024);
  g_autofree char *thanks = g_strconcat (words, "vielen Dank", NULL);

  g_assert_cmpint (parley_shape_look (words, lexicon).shape, ==, F);
  g_assert_cmpint (parley_shape_look (thanks, lexicon).shape, ==, L);
  g_assert_true (parley_shape_look (thanks, lexicon).completion);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/shape/table", test_table);
  g_test_add_func ("/turn/shape/short-answers", test_short_answers);
  g_test_add_func ("/turn/shape/questions", test_questions);
  g_test_add_func ("/turn/shape/announcements", test_announcements);
  g_test_add_func ("/turn/shape/links", test_links);
  g_test_add_func ("/turn/shape/large", test_large_texts);
  g_test_add_func ("/turn/shape/long", test_end_of_a_long_text_decides);
  return g_test_run ();
}
