/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-settings.h"

G_BEGIN_DECLS

/* No setting allows more requests in an hour. */
#define PARLEY_QUOTA_MAX_REQUESTS 100000

/* How often and how much, as the settings say. */
typedef struct
{
  guint loop;          /* answers after which a loop has to end */
  guint in_a_row;      /* answers without a word of the user's */
  guint contact_10min; /* answers to one person in ten minutes */
  guint contact_hour;
  guint all_hour;         /* answers to all of them */
  guint contact_requests; /* for one person in an hour, to models */
  guint all_requests;     /* for all of them */
  gint64 contact_tokens;  /* in a day; 0: any number */
  gint64 all_tokens;      /* likewise */
  guint near;             /* percent of a limit that are close to it */
  guint spent;            /* percent of the tokens after which nothing is asked any more */
} ParleyQuota;

/* @here: the model is known to run on this machine: then tokens are not limited, unless the user
 * set a limit of theirs or a price. One contact's tokens are at most the share of all that the
 * settings allow. */
ParleyQuota parley_quota_read (ParleySettings *settings, gboolean here);

G_END_DECLS
