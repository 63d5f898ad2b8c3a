/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "heard-rows.h"

#include <string.h>

#define KIB 1024
/* Of more than 4 KiB no more is looked at, and a line tells whose it is. */
#define MOST 25000
/* Lines of which none tells by its first letters that it isn't Parley's: what is left when too much
 * was spent is told of by a line as well, half of which is libpurple's writing it. */
#define HARD 40000
/* A line is marked: for that libpurple takes the markup out of 4 KiB and makes HTML of it again. */
#define FAKE  600000

#define WORDS "some words that people write, and yes, more of them. "

const HeardRow heard_rows[] = {
  { "a message of 40 bytes", HEARD_MESSAGE, "an ordinary line that somebody writes, ", 40, MOST },
  { "4 KiB of words", HEARD_MESSAGE, WORDS, 4 * KIB, MOST },
  { "4 KiB of lines of words", HEARD_MESSAGE, WORDS "<BR>", 4 * KIB, MOST },
  { "4 KiB of short lines", HEARD_MESSAGE, "yes<BR>", 4 * KIB, MOST },
  { "4 KiB of log lines", HEARD_MESSAGE, "2026-11-22 10:44:13.123 [4711] started<BR>", 4 * KIB,
    MOST },
  { "4 KiB of numbers", HEARD_MESSAGE, "123.4 567, 89 - ", 4 * KIB, MOST },
  { "4 KiB of markup", HEARD_MESSAGE, "<b>a</b><i>b</i> ", 4 * KIB, MOST },
  { "4 KiB of empty markup", HEARD_MESSAGE, "<b></b>", 4 * KIB, MOST },
  { "4 KiB of `<`", HEARD_MESSAGE, "<", 4 * KIB, MOST },
  { "4 KiB of `>`", HEARD_MESSAGE, "&gt;", 4 * KIB, MOST },
  { "4 KiB of entities", HEARD_MESSAGE, "&quot;&amp;&lt;", 4 * KIB, MOST },
  { "4 KiB of Cherokee", HEARD_MESSAGE, "ᎢᏗᎦᎵᏍᏙᏗ ", 4 * KIB, MOST },
  { "4 KiB of Cherokee lines", HEARD_MESSAGE, "ᏢᎪ<BR>", 4 * KIB, HARD },
  { "4 KiB of Lisu", HEARD_MESSAGE, "ꓑꓮꓣꓡꓰꓬ", 4 * KIB, MOST },
  { "4 KiB of Russian", HEARD_MESSAGE, "раз два три четыре пять ", 4 * KIB, MOST },
  { "4 KiB of Chinese", HEARD_MESSAGE, "我在想这个问题，", 4 * KIB, MOST },
  { "4 KiB of wide digits", HEARD_MESSAGE, "４７１１", 4 * KIB, MOST },
  { "4 KiB of what nobody sees", HEARD_MESSAGE, "\u200b\u2060", 4 * KIB, MOST },
  { "4 KiB of line breaks", HEARD_MESSAGE, "\n", 4 * KIB, MOST },
  { "4 KiB of line breaks in HTML", HEARD_MESSAGE, "<BR>", 4 * KIB, MOST },
  { "4 KiB of beginnings of the name", HEARD_MESSAGE, "parle\n", 4 * KIB, MOST },
  { "4 KiB of `p`", HEARD_MESSAGE, "p", 4 * KIB, MOST },
  { "300 KB of words", HEARD_MESSAGE, WORDS, 300000, MOST },
  { "12 MB of words", HEARD_MESSAGE, WORDS, 12000000, MOST },
  { "12 MB of line breaks", HEARD_MESSAGE, "\n", 12000000, MOST },
  { "a message of 40 bytes in a room", HEARD_ROOM, "an ordinary line that somebody writes, ", 40,
    MOST },
  { "4 KiB of words in a room", HEARD_ROOM, WORDS, 4 * KIB, MOST },
  { "12 MB of words in a room", HEARD_ROOM, WORDS, 12000000, MOST },
  { "they type", HEARD_TYPING, "", 0, MOST },
  { "they come and go", HEARD_PRESENCE, "", 0, MOST },
  { "4 KiB of lines of Parley's name", HEARD_MESSAGE, "Parley<BR>", 4 * KIB, HARD },
  { "4 KiB of Russian lines", HEARD_MESSAGE, "раз<BR>", 4 * KIB, HARD },
  { "4 KiB of other letters", HEARD_MESSAGE, "\u1200\n\u1208\n\u1210\n\u1218\n\u1220\n", 4 * KIB,
    HARD },
  { "4 KiB of rare unseen characters", HEARD_MESSAGE, "\u034f\u2069\u00ad", 4 * KIB, HARD },
  { "4 KiB with Parley's name in front", HEARD_MESSAGE, "Parley: " WORDS "<BR>", 4 * KIB, FAKE },
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
  return g_string_free (text, FALSE);
}
