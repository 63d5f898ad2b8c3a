/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is expected of the person next, as far as the last answer to them told. */
typedef enum
{
  PARLEY_EXPECT_ANYTHING,
  PARLEY_EXPECT_ORDER_NUMBER,
  PARLEY_EXPECT_CONFIRMATION,
  PARLEY_EXPECT_EMAIL,
  PARLEY_EXPECT_PHONE,
  PARLEY_EXPECT_DATE,
  PARLEY_EXPECT_NUMBER,
} ParleyExpectation;

/* A value: all zero says nothing. Holds for one turn. */
typedef struct
{
  gboolean awaiting_required_field;
  gboolean expects_followup;
  double input_complete_confidence; /* 0..1 */
  ParleyExpectation expected_input_type;
} ParleyHint;

/* Takes over one field. @key: "expects_followup" and so on. @value: "true" or "false", a number,
 * or "order_number" and so on. Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence. */
gboolean parley_hint_set (ParleyHint *hint, const char *key, const char *value, GError **error);

/* Returns: whether @text, all of it, is what was expected; never for ANYTHING. */
gboolean parley_expectation_matches (ParleyExpectation expectation, const char *text);

/* Returns: (transfer none): "order_number" and so on; "" for ANYTHING. */
const char *parley_expectation_to_string (ParleyExpectation expectation);

G_END_DECLS
