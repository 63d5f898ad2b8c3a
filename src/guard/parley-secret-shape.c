/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-secret-shape.h"

#include <string.h>

#define IBAN_MIN 15
#define IBAN_MAX 34
#define CARD_MIN 13
#define CARD_MAX 19

/* As their makers document them: OpenAI, Anthropic, Stripe; AWS; Google; GitHub; GitLab; Slack;
 * Hugging Face; npm; JSON web tokens; PEM. */
#define KNOWN_KEYS                                                                                 \
  "(?<![A-Za-z0-9])(?:[spr]k[-_][A-Za-z0-9_-]{16,}|A[KS]IA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}"      \
  "|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"              \
  "|xox[abeprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{20,}"                        \
  "|eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,})|-----BEGIN [A-Z ]*PRIVATE KEY"

/* Not in a path or an address. */
#define GENERATED                                                                                  \
  "(?<![\\w/.:#=+-])(?:(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{32,}"                                 \
  "|(?=[A-Za-z0-9_+-]*[a-z])(?=[A-Za-z0-9_+-]*[A-Z])(?=(?:[A-Za-z_+-]*[0-9]){3})"                  \
  "[A-Za-z0-9_+-]{32,})=*(?![\\w/-])"

gboolean
parley_secret_shape_is_key (const char *text)
{
  return g_regex_match_simple (KNOWN_KEYS "|" GENERATED, text, 0, 0);
}

/* The number that the letters and digits stand for, the first four last, modulo 97. */
static guint
compute_mod_97 (const char *iban, gsize length)
{
  guint rest = 0;

  for (gsize i = 0; i < length; i++)
    {
      char c = iban[(i + 4) % length];
      guint value
          = g_ascii_isdigit (c) ? (guint) (c - '0') : (guint) (g_ascii_toupper (c) - 'A' + 10);

      rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
    }
  return rest;
}

/* What follows may be words: wherever a group ends, the number may. */
static gboolean
begins_with_iban (const char *text)
{
  char iban[IBAN_MAX];
  gsize length = 0;

  for (const char *p = text; length < IBAN_MAX; p++)
    {
      if (g_ascii_isalnum (*p))
        iban[length++] = *p;
      else if ((*p != ' ' && *p != '-') || !g_ascii_isalnum (p[1]))
        break;
      if (length >= IBAN_MIN && !g_ascii_isalnum (p[1]) && compute_mod_97 (iban, length) == 1)
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_secret_shape_is_iban (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_ascii_isalpha (p[0]) && g_ascii_isalpha (p[1]) && g_ascii_isdigit (p[2])
          && g_ascii_isdigit (p[3]) && (p == text || !g_ascii_isalnum (p[-1]))
          && begins_with_iban (p))
        return TRUE;
    }
  return FALSE;
}

/* Every second digit from the last but one on counts twice. */
static gboolean
has_check_digit (const char *digits, gsize length)
{
  guint sum = 0;

  for (gsize i = 0; i < length; i++)
    {
      guint digit = (guint) (digits[length - 1 - i] - '0');

      digit = i % 2 == 1 ? digit * 2 : digit;
      sum += digit > 9 ? digit - 9 : digit;
    }
  return sum % 10 == 0;
}

/* Cards begin with 2 to 6; most long numbers that are none do not. */
static gboolean
begins_with_card (const char *text)
{
  char digits[CARD_MAX];
  gsize length = 0;

  if (*text < '2' || *text > '6')
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_ascii_isdigit (*p) && length == CARD_MAX)
        return FALSE;
      if (g_ascii_isdigit (*p))
        digits[length++] = *p;
      else if (strchr (" -\n", *p) == NULL || !g_ascii_isdigit (p[1]))
        break;
    }
  return length >= CARD_MIN && has_check_digit (digits, length);
}

gboolean
parley_secret_shape_is_card (const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_ascii_isdigit (*p) && (p == text || !g_ascii_isalnum (p[-1])) && begins_with_card (p))
        return TRUE;
    }
  return FALSE;
}
