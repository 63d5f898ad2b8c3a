/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-mode.h"

G_BEGIN_DECLS

/* Somebody asks to have the user's account in their list, and the user has rules for that
 * (settings/parley-admission-rules.h). */

/* The most in a day. */
#define PARLEY_ADMISSION_A_DAY 20

/* What is known of a request. All zero is nobody whom a rule can let in. */
typedef struct
{
  const char *address; /* who asks, as it came */
  const char *person;  /* likewise, as the protocol normalises it */
  gboolean stamped;    /* the user's server says who asks: XMPP */
  gboolean proven;     /* nobody else can take the name */
  gboolean eligible;   /* Parley may be switched on for them */
  gboolean introduced; /* the user answered what is asked before Parley does anything */
  gboolean speaker;    /* no other program answers on this account */
  gboolean paused;     /* the user wants silence everywhere */
  gboolean blocked;    /* the user blocks the person */
  guint n_today;       /* accepted in the last 24 hours, without this person */
} ParleyAdmissionFacts;

typedef enum
{
  PARLEY_ADMISSION_ASK,    /* the user decides, as without Parley */
  PARLEY_ADMISSION_FULL,   /* so they do because enough were accepted for today */
  PARLEY_ADMISSION_ACCEPT, /* a rule lets them in */
} ParleyAdmission;

/* @mode: (out): what the rule that lets them in has Parley do; else untouched. */
ParleyAdmission
parley_admission_judge (const char *rules, const ParleyAdmissionFacts *facts, ParleyMode *mode);

G_END_DECLS
