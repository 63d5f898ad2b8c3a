/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-mode.h"

G_BEGIN_DECLS

/* Whose contact requests are accepted without asking the user, as a setting has it: addresses, and
 * whole domains with an "@" before them, parted by commas, each with what Parley is to do for those
 * people from then on: "anna@example.org=auto, @example.org". Where that is not said it is drafts.
 * The empty text: nobody. */

/* What may be taken for the same. */
typedef struct
{
  const char *name;   /* as the protocol normalises it */
  const char *domain; /* (nullable): the domain that the server says they are of */
  gboolean any_case;  /* "Anna" and "anna" are the same person there */
} ParleyAdmissionName;

/* A person's own rule goes before one for their domain; of several the first counts. @mode: (out):
 * untouched if there is none. Returns: whether there is one; not if @rules has a fault. */
gboolean
parley_admission_rules_find (const char *rules, const ParleyAdmissionName *who, ParleyMode *mode);

/* Returns: FALSE with %PARLEY_ERROR_CONFIGURATION and a sentence for people that says what is
 * wrong. */
gboolean parley_admission_rules_check (const char *rules, GError **error);

G_END_DECLS
