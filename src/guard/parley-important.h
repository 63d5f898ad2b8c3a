/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the user is shown at once, whoever answers. */
typedef enum
{
  PARLEY_IMPORTANT_WORDS,     /* the message sounds urgent */
  PARLEY_IMPORTANT_FILE,      /* a file is offered */
  PARLEY_IMPORTANT_CALL,      /* a call comes in */
  PARLEY_IMPORTANT_ATTENTION, /* a buzz, a nudge */
} ParleyImportant;

#define PARLEY_N_IMPORTANT (PARLEY_IMPORTANT_ATTENTION + 1)

G_END_DECLS
