/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-markdown.h"

#include <string.h>

#include "reply/parley-mask.h"

#define CODE(text) "<font face=\"monospace\">" text "</font>"
#define LINK(url)  "<a href=\"" url "\">" url "</a>"

typedef struct
{
  const char *source;
  const char *text;
  const char *html; /* NULL: the text, escaped */
} Case;

static const Case cases[] = {
  { "a **bold** word", "a bold word", "a <b>bold</b> word" },
  { "an *italic* and _another_ one", "an italic and another one",
    "an <i>italic</i> and <i>another</i> one" },
  { "***both***", "both", "<b><i>both</i></b>" },
  { "**bold and *both* here**", "bold and both here",
    "<b>bold and </b><b><i>both</i></b><b> here</b>" },
  { "(*so*), “**too**”!", "(so), “too”!", "(<i>so</i>), “<b>too</b>”!" },
  { "这是**重点**内容", "这是重点内容", "这是<b>重点</b>内容" },
  { "call `g_free (p)` now", "call g_free (p) now", "call " CODE ("g_free (p)") " now" },
  { "`` a`b `` and `*x*`", "a`b and *x*", CODE ("a`b") " and " CODE ("*x*") },
  { "```so what```", "so what", CODE ("so what") },
  { "# Title", "Title", "<b>Title</b>" },
  { "### About *this* ###", "About this", "<b>About </b><b><i>this</i></b>" },
  { "* milk\n* eggs", "- milk\n- eggs", NULL },
  { "- milk\n  * **two** eggs", "- milk\n  - two eggs", "- milk<br>  - <b>two</b> eggs" },
  { "1. **first**\n7. later", "1. first\n7. later", "1. <b>first</b><br>7. later" },
  { "> said *before*", "> said before", "&gt; said <i>before</i>" },
  { "[the map](https://example.org/m?a=1&b=2)", "the map (https://example.org/m?a=1&b=2)",
    "the map (" LINK ("https://example.org/m?a=1&amp;b=2") ")" },
  { "see [**this** one](http://example.org/a(b) \"Title\").",
    "see this one (http://example.org/a(b)).",
    "see <b>this</b> one (" LINK ("http://example.org/a(b)") ")." },
  { "[https://example.org](https://example.org)", "https://example.org", NULL },
  { "<https://example.org/x_y_z>", "https://example.org/x_y_z",
    LINK ("https://example.org/x_y_z") },
  { "![a cat](https://example.org/cat.png)", "a cat (https://example.org/cat.png)",
    "a cat (" LINK ("https://example.org/cat.png") ")" },
  { "[write](mailto:bob@example.org)", "write (bob@example.org)", NULL },
  { "5 \\* 3 and snake\\_case", "5 * 3 and snake_case", NULL },
  { "Try:\n```c\nif (a < b)\n  *p = `x`;\n```\nDone.", "Try:\nif (a < b)\n  *p = `x`;\nDone.",
    "Try:<br>" CODE ("if (a &lt; b)<br>  *p = `x`;") "<br>Done." },
  { "```\nnever closed", "never closed", CODE ("never closed") },
  { "- so:\n  ````\n  ```\n    x\n  ````", "- so:\n```\n  x", "- so:<br>" CODE ("```<br>  x") },
  { "¯\\\\_(ツ)_/¯", "¯\\_(ツ)_/¯", NULL },
};

/* Written by people, or by models that write like people: not one byte may go. */
static const char *const unchanged[] = {
  "2*3*4",
  "2 * 3 * 4 = 24",
  "5*x + 3*y",
  "2**10 and 3**4",
  "snake_case and _private, then trailing_x",
  "__init__ and __main__.py",
  "*args, **kwargs",
  "rm *.txt *.c",
  ":-* and :* kiss",
  "*_* wow *_*",
  "*.* and ^_^ and -_- and >_< and o_O",
  ">:( no",
  ">.<",
  "->",
  "<- there, <3 you, a < b > c",
  "<b>not HTML</b> <script>alert(1)</script>",
  "R&D, AT&amp;T, &#33;cmd, &nbsp;",
  "\\o/ hi \\*there\\*",
  "¯\\_(ツ)_/¯",
  "C:\\dir\\*.txt and \\\\server\\share",
  "#1 and #hashtag",
  "#",
  "1. ",
  "1. one",
  "1) one",
  "3. three\n7. seven",
  "+1",
  "+ 1 more",
  "* * *",
  "***",
  "---",
  "====",
  "text\n---",
  "~~~",
  "~~not this~~",
  "  two spaces before\n    four",
  "trailing  \nbreak\\",
  "the price* (*terms apply)",
  "array[i](j) and f[0](x)",
  "[click](javascript:alert(1))",
  "[file](file:///etc/passwd)",
  "[foo]: http://example.org",
  "* [foo]: http://example.org",
  "it`s",
  "``quoted''",
  "``` well then",
  "| a | b |\n|---|---|",
  "https://example.org/_a_/foo_bar_(baz)*x*y",
  "foo@example.org, @nick: hi!",
  "**",
  "* ",
  "a **b",
  "100% *really",
  "/me *",
  "日本語*です",
  "\xf0\x9f\x98\x80*\xf0\x9f\x98\x80",
  "a\tb",
};

static ParleyMarkup *
read (const char *source)
{
  g_autoptr (ParleyMarkdown) markdown = parley_markdown_new ();
  ParleyMarkup *markup = parley_markup_new ();
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  ParleyLine before = PARLEY_LINE_FENCE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (ParleyMarkup) line = parley_markup_new ();
      ParleyLine kind = parley_markdown_read (markdown, lines[i], strlen (lines[i]), line);

      if (kind == PARLEY_LINE_FENCE)
        continue;
      if (parley_markup_get_length (markup) > 0)
        parley_markup_append (markup, "\n", 1,
                              kind == PARLEY_LINE_CODE && before == kind ? PARLEY_STYLE_BLOCK
                                                                         : PARLEY_STYLE_PLAIN);
      parley_markup_append_rest (markup, line, 0);
      before = kind;
    }
  return markup;
}

static char *
escape (const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_auto (GStrv) lines = g_strsplit (escaped, "\n", -1);

  return g_strjoinv ("<br>", lines);
}

static void
assert_read (const Case *row)
{
  g_autoptr (ParleyMarkup) markup = read (row->source);
  g_autofree char *html = parley_markup_dup_html (markup);
  g_autofree char *escaped = escape (row->text);

  g_assert_cmpstr (parley_markup_get_text (markup), ==, row->text);
  g_assert_cmpstr (html, ==, row->html != NULL ? row->html : escaped);
  g_assert_true (parley_markup_is_plain (markup) == (row->html == NULL));
}

static void
test_markup_is_shown (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_read (&cases[i]);
}

static void
test_other_text_is_unchanged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unchanged); i++)
    assert_read (&(const Case){ unchanged[i], unchanged[i], NULL });
}

/* Of a line in the middle of a sentence, too. */
static void
test_other_text_is_unchanged_beside_markup (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unchanged); i++)
    {
      g_autofree char *source = g_strconcat ("**x** ", unchanged[i], NULL);
      g_autofree char *text = g_strconcat ("x ", unchanged[i], NULL);
      g_autoptr (ParleyMarkup) markup = read (source);

      if (strchr (unchanged[i], '\n') == NULL)
        g_assert_cmpstr (parley_markup_get_text (markup), ==, text);
    }
}

/* Whatever a line is made of, no tag but ours comes out, and each that is opened is closed. */
static void
assert_html_is_ours (const char *html)
{
  g_autofree char *closed = g_strconcat ("<x>", html, "</x>", NULL);
  g_auto (GStrv) parts = g_strsplit (closed, "<br>", -1);
  g_autofree char *xml = g_strjoinv ("<br/>", parts);
  const GMarkupParser nothing = { NULL };
  GMarkupParseContext *context = g_markup_parse_context_new (&nothing, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, xml, -1, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, NULL));
  g_markup_parse_context_free (context);
  for (const char *p = html; (p = strchr (p, '<')) != NULL; p++)
    g_assert_true (g_regex_match_simple (
        "^</?(b|i|br|font|a)>|^<font face=\"monospace\">|^<a href=\"(https?://|xmpp:)[^\"<>]*\">",
        p, 0, 0));
}

static char *
make_line (GRand *rand)
{
  static const char *const alphabet[] = { "*",
                                          "**",
                                          "_",
                                          "`",
                                          "``",
                                          "[",
                                          "](",
                                          ")",
                                          "!",
                                          "<",
                                          ">",
                                          "#",
                                          "\\",
                                          "&",
                                          "&lt;",
                                          "-",
                                          "1.",
                                          "a",
                                          "b c",
                                          " ",
                                          " ",
                                          "é",
                                          "漢",
                                          "。",
                                          "😀",
                                          "\"",
                                          "'",
                                          "|",
                                          "~",
                                          "://",
                                          "https://x.org/",
                                          "<https://y.org>",
                                          "</b>" };
  GString *line = g_string_new (NULL);

  for (int i = g_rand_int_range (rand, 0, 30); i > 0; i--)
    g_string_append (line, alphabet[g_rand_int_range (rand, 0, G_N_ELEMENTS (alphabet))]);
  return g_string_free (line, FALSE);
}

/* Without links, @text is @source with some bytes left out; a bullet may be another one. */
static void
assert_nothing_is_invented (const char *source, const char *text)
{
  for (; *text != '\0'; text++)
    {
      const char *found = *text == '-' ? strpbrk (source, "*-") : strchr (source, *text);

      g_assert_nonnull (found);
      source = found + 1;
    }
}

static void
test_random_lines (void)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (guint run = 0; run < 10000; run++)
    {
      g_autofree char *line = make_line (rand);
      g_autoptr (ParleyMarkup) markup = read (line);
      g_autofree char *html = parley_markup_dup_html (markup);

      g_assert_true (g_utf8_validate (parley_markup_get_text (markup), -1, NULL));
      assert_html_is_ours (html);
      if (strstr (line, "](") == NULL)
        assert_nothing_is_invented (line, parley_markup_get_text (markup));
    }
  g_rand_free (rand);
}

/* What is given of an unfinished line is the beginning of what the line will be, text and looks. */
static void
test_unfinished_line_is_a_beginning (void)
{
  GRand *rand = g_rand_new_with_seed (12);
  guint given = 0;

  for (guint run = 0; run < 4000; run++)
    {
      g_autofree char *line = make_line (rand);
      g_autoptr (ParleyMarkdown) markdown = parley_markdown_new ();
      g_autoptr (ParleyMarkup) whole = read (line);

      for (gsize n = 0; n <= strlen (line); n++)
        {
          g_autoptr (ParleyMarkup) start = parley_markup_new ();
          g_autofree char *part = g_strndup (line, n);

          if (!g_utf8_validate (part, -1, NULL))
            continue;
          parley_markdown_peek (markdown, part, n, start);
          if (!g_str_has_prefix (parley_markup_get_text (whole), parley_markup_get_text (start)))
            g_error ("“%s” → “%s”, but “%s” → “%s”", part, parley_markup_get_text (start), line,
                     parley_markup_get_text (whole));
          for (gsize i = 0; i < parley_markup_get_length (start); i++)
            g_assert_cmpint (parley_markup_get_style (start, i), ==,
                             parley_markup_get_style (whole, i));
          given += parley_markup_get_length (start) > 0;
        }
    }
  g_assert_cmpuint (given, >, 4000);
  g_rand_free (rand);
}

static void
test_unfinished_line_is_given_behind_markup (void)
{
  g_autoptr (ParleyMarkdown) markdown = parley_markdown_new ();
  g_autoptr (ParleyMarkup) start = parley_markup_new ();
  const char *line = "a **b** and `c` and *open wi";

  g_assert_false (parley_markdown_peek (markdown, line, strlen (line), start));
  g_assert_cmpstr (parley_markup_get_text (start), ==, "a b and c and ");
}

/* What is nested deeper than anybody would is text, and costs no more than text. */
static void
test_hostile_nesting (void)
{
  const char *const pieces[]
      = { "*a ", "**a ", "_a ", "`a ", "[a ", "![", "> ", "- ", "*. ", "<http://" };
  const char *const ends[]
      = { "a*", "a**", "a_", "`", "](https://x.org)", "](u)", "", "", ".*", ">" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (ParleyMarkup) markup = NULL;
      g_autofree char *html = NULL;
      gint64 start = g_get_monotonic_time ();

      while (text->len < 4096)
        g_string_append (text, pieces[i]);
      while (text->len < 8192)
        g_string_append (text, *ends[i] != '\0' ? ends[i] : "x");
      markup = read (text->str);
      html = parley_markup_dup_html (markup);
      assert_html_is_ours (html);
      g_assert_cmpint (g_get_monotonic_time () - start, <, G_USEC_PER_SEC / 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reply/markdown/shown", test_markup_is_shown);
  g_test_add_func ("/reply/markdown/unchanged", test_other_text_is_unchanged);
  g_test_add_func ("/reply/markdown/unchanged-beside", test_other_text_is_unchanged_beside_markup);
  g_test_add_func ("/reply/markdown/random", test_random_lines);
  g_test_add_func ("/reply/markdown/unfinished", test_unfinished_line_is_a_beginning);
  g_test_add_func ("/reply/markdown/behind-markup", test_unfinished_line_is_given_behind_markup);
  g_test_add_func ("/reply/markdown/nesting", test_hostile_nesting);
  return g_test_run ();
}
