/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-hint.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

/* An e-mail address has 254 bytes at most. In a long text the patterns would go back and forth. */
#define MAX_BYTES 320

typedef struct
{
  const char *name;
  const char *pattern; /* the whole text, less the space around it; NULL matches nothing */
} ParleyExpectationClass;

#define MONTHS "(jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[\\p{L}]*\\.?"

static const ParleyExpectationClass expectations[] = {
  [PARLEY_EXPECT_ANYTHING] = { "", NULL },
  [PARLEY_EXPECT_ORDER_NUMBER]
  = { "order_number", "#?\\s*(?=[\\p{L}-]*\\d)[\\p{L}\\d-]{3,20}[.!]?" },
  [PARLEY_EXPECT_CONFIRMATION]
  = { "confirmation",
      "(yes|yeah|yep|yup|no|nope|ok|okay|sure|correct|right|wrong|ja|nein|oui|non|"
      "d'accord|s[ií]|sim|n[ãa]o|да|нет|是|是的|对|不|不是|好|好的|はい|いいえ|うん)"
      "[.!。！]*" },
  [PARLEY_EXPECT_EMAIL] = { "email", "[^\\s@]+@[^\\s@]+\\.[^\\s@.]{2,}" },
  [PARLEY_EXPECT_PHONE] = { "phone", "\\+?(?:[\\s()/.-]*\\d){6,15}" },
  [PARLEY_EXPECT_DATE] = { "date", "\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-](\\d{2,4})?|"
                                   "\\d{1,2}\\.?\\s*" MONTHS "(\\s*\\d{4})?|" MONTHS
                                   "\\s*\\d{1,2}(st|nd|rd|th)?(,?\\s*\\d{4})?|"
                                   "(\\d{2,4}年)?\\d{1,2}月\\d{1,2}日" },
  [PARLEY_EXPECT_NUMBER] = { "number", "[+-]?\\d[\\d\\s.,']*" },
};

static gboolean
set_boolean (gboolean *field, const char *value)
{
  gboolean yes = g_str_equal (value, "true");

  if (!yes && !g_str_equal (value, "false"))
    return FALSE;
  *field = yes;
  return TRUE;
}

static gboolean
set_confidence (double *field, const char *value)
{
  char *end = NULL;
  double number = g_ascii_strtod (value, &end);

  if (end == value || *end != '\0' || !(number >= 0 && number <= 1))
    return FALSE;
  *field = number;
  return TRUE;
}

static gboolean
set_expectation (ParleyExpectation *field, const char *value)
{
  for (guint i = 1; i < G_N_ELEMENTS (expectations); i++)
    {
      if (!g_str_equal (expectations[i].name, value))
        continue;
      *field = i;
      return TRUE;
    }
  return FALSE;
}

gboolean
parley_hint_set (ParleyHint *hint, const char *key, const char *value, GError **error)
{
  gboolean set = FALSE;

  if (g_str_equal (key, "awaiting_required_field"))
    set = set_boolean (&hint->awaiting_required_field, value);
  else if (g_str_equal (key, "expects_followup"))
    set = set_boolean (&hint->expects_followup, value);
  else if (g_str_equal (key, "input_complete_confidence"))
    set = set_confidence (&hint->input_complete_confidence, value);
  else if (g_str_equal (key, "expected_input_type"))
    set = set_expectation (&hint->expected_input_type, value);
  if (!set)
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("Parley knows no hint “%s=%s”."), key, value);
  return set;
}

gboolean
parley_expectation_matches (ParleyExpectation expectation, const char *text)
{
  const char *pattern
      = strnlen (text, MAX_BYTES + 1) <= MAX_BYTES ? expectations[expectation].pattern : NULL;
  g_autofree char *whole = pattern != NULL ? g_strdup_printf ("^\\s*(?:%s)\\s*$", pattern) : NULL;

  return whole != NULL && g_regex_match_simple (whole, text, G_REGEX_CASELESS, 0);
}

const char *
parley_expectation_to_string (ParleyExpectation expectation)
{
  return expectations[expectation].name;
}
