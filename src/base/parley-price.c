/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-price.h"

#include <math.h>
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

/* A million tokens cost less, in any currency. */
#define MAX_PRICE 1e9

/* Returns: below 0 if it is none. */
static double
read_price (const char *price)
{
  g_autofree char *text = g_strdelimit (g_strstrip (g_strdup (price)), ",", '.');
  char *end = NULL;
  double value = g_ascii_strtod (text, &end);

  return *end == '\0' && isfinite (value) && value <= MAX_PRICE ? value : -1;
}

gboolean
parley_price_check (const char *price, GError **error)
{
  if (read_price (price) >= 0)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” is no price; write it like 0.15, or nothing."), price);
  return FALSE;
}

double
parley_price_parse (const char *price)
{
  return MAX (read_price (price), 0);
}
