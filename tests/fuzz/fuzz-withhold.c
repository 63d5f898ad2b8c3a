/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What is not said in the user's name: no words before or behind it get a secret through, however
 * they are cut into bubbles, and what is on the user's list is always found. */
#include "fuzz.h"

#include <string.h>

#include "guard/parley-withhold.h"

/* Withheld by themselves, in any company. */
static const char *const secrets[] = {
  "sk-abcdefghij0123456789abcd",
  "DE89 3704 0044 0532 0130 00",
  "4111 1111 1111 1111",
  "bob@example.org",
  "https://maps.google.com/?q=here",
  "+49 170 1234567",
  "52.520008, 13.404954",
  "$50",
};

static ParleyWithheld
judge (ParleyWithhold *withhold, const char *bubble, const char *before, const char *never_say)
{
  const ParleyWithholdCase it = { .bubble = bubble, .before = before, .never_say = never_say };

  return parley_withhold_judge (withhold, &it);
}

static void
check_secret (ParleyWithhold *withhold, const char *text, const char *secret)
{
  g_autofree char *behind = g_strdup_printf ("%s\n%s", text, secret);
  g_autofree char *ahead = g_strdup_printf ("%s\n%s", secret, text);

  g_assert_cmpint (judge (withhold, behind, NULL, NULL), !=, PARLEY_WITHHELD_NOT);
  g_assert_cmpint (judge (withhold, ahead, NULL, NULL), !=, PARLEY_WITHHELD_NOT);
  g_assert_cmpint (judge (withhold, secret, text, NULL), !=, PARLEY_WITHHELD_NOT);
}

/* What is withheld in one bubble is in two. */
static void
check_halves (ParleyWithhold *withhold, const char *text, gsize at)
{
  const char *second = g_utf8_offset_to_pointer (text, at % (g_utf8_strlen (text, -1) + 1));
  g_autofree char *first = g_strndup (text, second - text);
  g_autofree char *whole = g_strdup_printf ("%s %s", first, second);

  if (strlen (text) > 500 || judge (withhold, whole, NULL, NULL) == PARLEY_WITHHELD_NOT)
    return;
  g_assert_true (judge (withhold, first, NULL, NULL) != PARLEY_WITHHELD_NOT
                 || judge (withhold, second, first, NULL) != PARLEY_WITHHELD_NOT);
}

static gboolean
is_word (const char *text)
{
  const char *p = text;

  while (g_ascii_isalnum (*p))
    p++;
  return p > text && *p == '\0';
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  const char *secret = secrets[fuzz_take (&input, G_N_ELEMENTS (secrets))];
  guint at = fuzz_take (&input, 256);
  g_autofree char *word = fuzz_take_utf8_line (&input);
  g_autofree char *asked = fuzz_take_utf8_line (&input);
  g_autofree char *text = fuzz_take_utf8_rest (&input);
  g_autofree char *with_word = g_strdup_printf ("%s %s, %s", asked, word, text);
  g_autofree char *list = g_strdup_printf ("nothing of it; %s ;", word);
  g_autoptr (ParleyWithhold) withhold = parley_withhold_new (fuzz_get_lexicon ());
  const ParleyWithholdCase it = { .bubble = text, .asked = asked, .never_say = word };

  g_assert_cmpint (parley_withhold_judge (withhold, &it), <, PARLEY_N_WITHHELD);
  check_secret (withhold, text, secret);
  check_halves (withhold, text, at);
  if (is_word (word))
    g_assert_cmpint (judge (withhold, with_word, NULL, list), ==, PARLEY_WITHHELD_NEVER_SAY);
  return 0;
}
