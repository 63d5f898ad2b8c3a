/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What Parley did since it was started, counted by kind and reason: words of its own, no name and
 * nothing that anybody wrote. */
typedef struct _ParleyControlTally ParleyControlTally;

/* How it is, for whoever watches over a helper. */
typedef struct
{
  guint accounts; /* that are to be connected */
  guint online;   /* of them */
  guint drafts;   /* that wait for the user */
  gboolean paused;
  gboolean waits_for_model; /* it gives no answers */
} ParleyHealth;

/* Returns: (transfer full): all zero. */
ParleyControlTally *parley_control_tally_new (void);
void parley_control_tally_free (ParleyControlTally *tally);

/* @kind, @reason: as of a deed. @wall: seconds since 1970. */
void parley_control_tally_count (ParleyControlTally *tally,
                                 const char *kind,
                                 const char *reason,
                                 gint64 wall);

/* How many lines of the log file were let go so far. */
void parley_control_tally_set_lost (ParleyControlTally *tally, guint64 lost);

/* Returns: (transfer none) (nullable): a word for what keeps it from its work, the worst first:
 * "offline", "model" or "paused"; NULL: nothing does. */
const char *parley_health_get_trouble (const ParleyHealth *health);

/* Returns: (transfer full): both in Prometheus' text format 0.0.4. */
char *parley_control_tally_dup_text (ParleyControlTally *tally, const ParleyHealth *health);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyControlTally, parley_control_tally_free)

G_END_DECLS
