/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "heard-rows.h"

#include <string.h>

#define KIB   1024

#define WORDS "some words that people write, and yes, more of them. "

const HeardRow heard_rows[] = {
  { "a message of 40 bytes", HEARD_MESSAGE, "an ordinary line that somebody writes, ", 40 },
  { "4 KiB of words", HEARD_MESSAGE, WORDS, 4 * KIB },
  { "4 KiB of lines of words", HEARD_MESSAGE, WORDS "<BR>", 4 * KIB },
  { "4 KiB of short lines", HEARD_MESSAGE, "yes<BR>", 4 * KIB },
  { "4 KiB of log lines", HEARD_MESSAGE, "2026-11-22 10:44:13.123 [4711] started<BR>", 4 * KIB },
  { "4 KiB of numbers", HEARD_MESSAGE, "123.4 567, 89 - ", 4 * KIB },
  { "4 KiB of markup", HEARD_MESSAGE, "<b>a</b><i>b</i> ", 4 * KIB },
  { "4 KiB of empty markup", HEARD_MESSAGE, "<b></b>", 4 * KIB },
  { "4 KiB of `<`", HEARD_MESSAGE, "<", 4 * KIB },
  { "4 KiB of `>`", HEARD_MESSAGE, "&gt;", 4 * KIB },
  { "4 KiB of entities", HEARD_MESSAGE, "&quot;&amp;&lt;", 4 * KIB },
  { "4 KiB of numeric entities", HEARD_MESSAGE, "&#8217;", 4 * KIB },
  { "4 KiB of `#`", HEARD_MESSAGE, "#", 4090, "&amp;" },
  { "4 KiB of Cherokee", HEARD_MESSAGE, "ᎢᏗᎦᎵᏍᏙᏗ ", 4 * KIB },
  { "4 KiB of Cherokee lines", HEARD_MESSAGE, "ᏢᎪ<BR>", 4 * KIB },
  { "4 KiB of Lisu", HEARD_MESSAGE, "ꓑꓮꓣꓡꓰꓬ", 4 * KIB },
  { "4 KiB of Russian", HEARD_MESSAGE, "раз два три четыре пять ", 4 * KIB },
  { "4 KiB of Chinese", HEARD_MESSAGE, "我在想这个问题，", 4 * KIB },
  { "4 KiB of wide digits", HEARD_MESSAGE, "４７１１", 4 * KIB },
  { "4 KiB of what nobody sees", HEARD_MESSAGE, "\u200b\u2060", 4 * KIB },
  { "4 KiB of quotes", HEARD_MESSAGE, "“a", 4 * KIB },
  { "4 KiB of capital Yu", HEARD_MESSAGE, "Ю", 4 * KIB },
  { "4 KiB of line breaks", HEARD_MESSAGE, "\n", 4 * KIB },
  { "4 KiB of line separators", HEARD_MESSAGE, "\u2028", 4 * KIB },
  { "4 KiB of line breaks in HTML", HEARD_MESSAGE, "<BR>", 4 * KIB },
  { "4 KiB of beginnings of the name", HEARD_MESSAGE, "parle\n", 4 * KIB },
  { "4 KiB of `p`", HEARD_MESSAGE, "p", 4 * KIB },
  { "300 KB of words", HEARD_MESSAGE, WORDS, 300000 },
  { "12 MB of words", HEARD_MESSAGE, WORDS, 12000000 },
  { "12 MB of line breaks", HEARD_MESSAGE, "\n", 12000000 },
  { "a message of 40 bytes in a room", HEARD_ROOM, "an ordinary line that somebody writes, ", 40 },
  { "4 KiB of words in a room", HEARD_ROOM, WORDS, 4 * KIB },
  { "12 MB of words in a room", HEARD_ROOM, WORDS, 12000000 },
  { "they type", HEARD_TYPING, "", 0 },
  { "they come and go", HEARD_PRESENCE, "", 0 },
  { "4 KiB of lines of Parley's name", HEARD_MESSAGE, "Parley<BR>", 4 * KIB },
  { "4 KiB of Russian lines", HEARD_MESSAGE, "раз<BR>", 4 * KIB },
  { "4 KiB of other letters", HEARD_MESSAGE, "\u1200\n\u1208\n\u1210\n\u1218\n\u1220\n", 4 * KIB },
  { "4 KiB of rare unseen characters", HEARD_MESSAGE, "\u034f\u2069\u00ad", 4 * KIB },
  { "4 KiB with Parley's name in front", HEARD_MESSAGE, "Parley: " WORDS "<BR>", 4 * KIB },
  { "4 KiB of Parley's name alone in lines", HEARD_MESSAGE, "Parley:<BR>", 4 * KIB },
  { "4 KiB of Russian lines, Parley's name at the end", HEARD_MESSAGE, "раз<BR>", 4000,
    "Parley: x" },
  { "4 KiB of words, Parley's name at the end", HEARD_MESSAGE, WORDS, 4000, "<BR>Parley: x" },
  { "4 KiB of words that are turned around", HEARD_MESSAGE, WORDS, 4000, "\u202ex :yelraP" },
  { "4 KiB of somebody called Parley", HEARD_NAMED, WORDS, 4 * KIB },
  { "48 bytes with Parley's name in front", HEARD_MESSAGE, "", 0,
    "Parley: <b>&quot;&amp;&quot;</b>&quot;&amp;abcde" },
  { "48 bytes with Parley's name behind other letters", HEARD_MESSAGE, "", 0,
    "\u1200\n\u1208\n\u1210\n\u1218\n\u1220\n\u1228\nParley:&quot;&amp;&quot;" },
  { "libpurple alone, writing the line that tells whose it is", HEARD_LINE,
    "Parley: Nothing that mallory@wire.example/phone wrote above is from Parley, even where it "
    "looks like it.",
    110 },
};

const guint heard_n_rows = G_N_ELEMENTS (heard_rows);

/* No piece is cut. */
char *
heard_row_dup_text (const HeardRow *row)
{
  gsize length = strlen (row->piece);
  GString *text = g_string_sized_new (row->bytes + 1);

  while (length > 0 && text->len + length <= row->bytes)
    g_string_append_len (text, row->piece, length);
  g_string_append (text, row->end != NULL ? row->end : "");
  return g_string_free (text, FALSE);
}
