/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What other people write, as HTML of any kind: cut before it is looked at, made plain, cleaned,
 * judged and read for the forms of a protocol. What comes out is bounded text that stays the same
 * when it comes in again. */
#include "fuzz.h"

#include <purple.h>
#include <string.h>

#include "base/parley-aside.h"
#include "base/parley-text.h"
#include "guard/parley-inbound.h"
#include "parley-html.h"

#define MAX_LOOK (4 * 1024)
#define NOTE     64 /* what tells that there was more */

static void
check_clean (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (text), <=, PARLEY_INBOUND_MAX_BYTES + NOTE);
  g_assert_null (strchr (text, '\r'));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (parley_text_is_hidden (g_utf8_get_char (p)));
}

/* @html: as it came. Returns: (transfer full). */
static char *
read_message (const char *html, gsize max)
{
  g_autofree char *start = parley_html_dup_start (html, max);
  g_autofree char *plain = parley_html_dup_plain (start);
  g_autofree char *again = NULL;
  g_autofree char *words = NULL;
  char *clean;

  g_assert_cmpuint (strlen (start), <=, max);
  g_assert_true (g_str_has_prefix (html, start));
  clean = parley_inbound_dup_clean (plain, strlen (start) < strlen (html));
  again = parley_inbound_dup_clean (clean, FALSE);
  check_clean (clean);
  words = parley_aside_dup_without (clean); /* that it was cut is ours */
  g_assert_cmpstr (again, ==, words);
  parley_inbound_is_fallback (clean);
  return clean;
}

static void
check_lines (const char *clean)
{
  g_autofree char *line = parley_text_dup_line (clean, 200);
  g_autofree char *own = parley_text_dup_own_words (clean);
  g_autofree char *folded = parley_text_dup_folded (clean);

  check_clean (line);
  check_clean (own);
  g_assert_cmpuint (strlen (line), <=, 200);
  g_assert_null (strchr (line, '\n'));
  g_assert_true (g_utf8_validate (folded, -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  gsize few = fuzz_take (&input, 256);
  g_autofree char *html = fuzz_take_rest (&input);
  g_autofree char *whole = read_message (html, MAX_LOOK);
  g_autofree char *part = read_message (html, few);

  check_lines (whole);
  check_lines (part);
  return 0;
}
