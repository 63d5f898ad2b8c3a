/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-absence-reading.h"

G_BEGIN_DECLS

/* What the user is told when they come back. Each account has absences of its own; of those that
 * end about the same time there is one note. Each absence is told once, also across restarts. */
typedef struct _ParleyWelcome ParleyWelcome;

/* An account that the user is back on. */
typedef struct
{
  ParleyChatKey *account; /* without a person */
  gint64 since;           /* when they left it, seconds since 1970 */
} ParleyReturn;

/* @absences: (element-type ParleyAbsence): borrowed, the most pressing first; may be empty, for
 * only what is remembered is known here. @returns: (element-type ParleyReturn): borrowed, at least
 * one. */
typedef void (*ParleyWelcomeFunc) (gpointer data,
                                   const GPtrArray *absences,
                                   const GPtrArray *returns);

/* @context: borrowed. @draft_waits: called with @owner. Both must outlive the result. Returns:
 * (transfer full). */
ParleyWelcome *
parley_welcome_new (ParleyContext *context, ParleyDraftWaitsFunc draft_waits, gpointer owner);
void parley_welcome_free (ParleyWelcome *welcome);

/* Who shows the note. @func: (nullable): NULL: nobody any more. */
void parley_welcome_watch (ParleyWelcome *welcome, ParleyWelcomeFunc func, gpointer data);

typedef enum
{
  PARLEY_USER_UNSEEN, /* not to be told: not connected, invisible; neither begins nor ends it */
  PARLEY_USER_AWAY,
  PARLEY_USER_THERE,
} ParleyUserPlace;

/* Where the user is, by the account's status. May be called again and again. */
void parley_welcome_take_place (ParleyWelcome *welcome,
                                const char *protocol,
                                const char *account,
                                ParleyUserPlace place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyWelcome, parley_welcome_free)

G_END_DECLS
