/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-secret-shape.h"

#include <string.h>

#define IBAN_MIN 15
#define IBAN_MAX 34
#define CARD_MIN 13
#define CARD_MAX 19

/* A key that only a generator writes. */
#define GENERATED_MIN    32
#define GENERATED_DIGITS 3
#define TOKEN_MIN        8

typedef struct
{
  const char *prefix; /* a "?" in it is one of the letters @any */
  const char *any;
  const char *others; /* what stands in it beside letters and digits */
  gsize min;          /* characters behind the prefix */
} Maker;

/* As they document them: OpenAI, Anthropic, Stripe; AWS; Google; GitHub; GitLab; Slack; Hugging
 * Face; npm. */
static const Maker makers[] = {
  { "?k-", "spr", "_-", 16 },     { "?k_", "spr", "_-", 16 }, { "AKIA", "", "", 16 },
  { "ASIA", "", "", 16 },         { "AIza", "", "_-", 35 },   { "gh?_", "pousr", "", 20 },
  { "github_pat_", "", "_", 20 }, { "glpat-", "", "_-", 16 }, { "xox?-", "abeprs", "-", 10 },
  { "hf_", "", "", 20 },          { "npm_", "", "", 20 },
};

static gsize
span (const char *text, const char *others)
{
  const char *p = text;

  while (g_ascii_isalnum (*p) || (*p != '\0' && strchr (others, *p) != NULL))
    p++;
  return p - text;
}

static gboolean
begins_with (const char *text, const char *prefix, const char *any)
{
  for (; *prefix != '\0'; prefix++, text++)
    {
      if (*text == '\0' || (*prefix == '?' ? strchr (any, *text) == NULL : *text != *prefix))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_makers_key (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    {
      if (begins_with (text, makers[i].prefix, makers[i].any)
          && span (text + strlen (makers[i].prefix), makers[i].others) >= makers[i].min)
        return TRUE;
    }
  return FALSE;
}

/* A JSON web token, "eyJ….…": the point stands behind the run. */
static gboolean
has_web_token (const char *run, gsize length)
{
  gsize i = length;

  if (run[length] != '.' || span (run + length + 1, "_-") < TOKEN_MIN)
    return FALSE;
  while (i > 0 && run[i - 1] != '+')
    i--;
  for (; i + strlen ("eyJ") + TOKEN_MIN <= length; i++)
    {
      if (strncmp (run + i, "eyJ", 3) == 0 && (i == 0 || !g_ascii_isalnum (run[i - 1])))
        return TRUE;
    }
  return FALSE;
}

/* In a run of letters, digits, "_", "+" and "-", wherever no letter or digit stands before. */
static gboolean
has_makers_key (const char *run, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isalnum (run[i]) && (i == 0 || !g_ascii_isalnum (run[i - 1]))
          && is_makers_key (run + i))
        return TRUE;
    }
  return FALSE;
}

/* Letters of both kinds with digits, or the digits and the letters of base 16. */
static gboolean
looks_generated (const char *run, gsize length)
{
  gsize upper = 0, lower = 0, digits = 0, hexadecimal = 0;

  for (gsize i = 0; i < length; i++)
    {
      upper += g_ascii_isupper (run[i]);
      lower += g_ascii_islower (run[i]);
      digits += g_ascii_isdigit (run[i]);
      hexadecimal += g_ascii_isdigit (run[i]) || (run[i] >= 'a' && run[i] <= 'f');
    }
  return (upper > 0 && lower > 0 && digits >= GENERATED_DIGITS)
         || (hexadecimal == length && lower > 0 && digits > 0);
}

/* Not what goes on as a path or an address. */
static gboolean
is_generated (const char *run, gsize length)
{
  const char *end = run + length;

  while (*end == '=')
    end++;
  return length >= GENERATED_MIN && looks_generated (run, length) && *end != '/'
         && !g_unichar_isalnum (g_utf8_get_char (end));
}

/* Whether a run that begins behind @before may be a key, and no part of a path or an address. */
static gboolean
may_begin (gunichar before)
{
  return !g_unichar_isalnum (before) && before != '_'
         && (before == 0 || before >= 0x80 || strchr ("/.:#=+-", (char) before) == NULL);
}

static gboolean
is_pem (const char *text)
{
  static const char end[] = "PRIVATE KEY";
  const char *begin = strstr (text, "-----BEGIN ");

  for (; begin != NULL; begin = strstr (begin + 1, "-----BEGIN "))
    {
      const char *label = begin + strlen ("-----BEGIN ");

      if (g_strstr_len (label, strspn (label, "ABCDEFGHIJKLMNOPQRSTUVWXYZ "), end) != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_secret_shape_is_key (const char *text)
{
  gunichar before = 0;

  for (const char *p = text; *p != '\0';)
    {
      gsize length = span (p, "_+-");
      const char *end = length > 0 ? p + length : g_utf8_next_char (p);

      if (length > 0 && may_begin (before) && is_generated (p, length))
        return TRUE;
      if (length > 0 && (has_makers_key (p, length) || has_web_token (p, length)))
        return TRUE;
      before = length > 0 ? (gunichar) end[-1] : g_utf8_get_char (p);
      p = end;
    }
  return is_pem (text);
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

/* What may stand between two groups of a number. */
static const char *
skip_between (const char *p)
{
  while (g_unichar_isspace (g_utf8_get_char (p)) || *p == '-' || *p == '.')
    p = g_utf8_next_char (p);
  return p;
}

/* What follows may be words: wherever a group ends, the number may. */
static gboolean
begins_with_iban (const char *text)
{
  char iban[IBAN_MAX];
  gsize length = 0;

  for (const char *p = text; length < IBAN_MAX && g_ascii_isalnum (*p); p = skip_between (p))
    {
      iban[length++] = *p++;
      if (length >= IBAN_MIN && !g_ascii_isalnum (*p) && compute_mod_97 (iban, length) == 1)
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

/* Cards begin with 2 to 6; most long numbers that are none do not. The date until which it is good
 * may follow: wherever a group ends, the number may. */
static gboolean
begins_with_card (const char *text)
{
  char digits[CARD_MAX];
  gsize length = 0;

  if (*text < '2' || *text > '6')
    return FALSE;
  for (const char *p = text; length < CARD_MAX && g_ascii_isdigit (*p); p = skip_between (p))
    {
      digits[length++] = *p++;
      if (length >= CARD_MIN && !g_ascii_isdigit (*p) && has_check_digit (digits, length))
        return TRUE;
    }
  return FALSE;
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
