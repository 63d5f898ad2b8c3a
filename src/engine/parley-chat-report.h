/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"
#include "guard/parley-mode.h"

G_BEGIN_DECLS

/* What Parley does in one chat and what it did there in the last 24 hours, for the user. */
typedef struct
{
  ParleyChatKey *key;
  ParleyMode mode;
  char *doing;         /* in words: what it does now */
  gint64 turn_wall;    /* the last turn, seconds since 1970; 0: none */
  guint turn_messages; /* read in it; 0: not known */
  char *outcome;       /* (nullable): of it, in words */
  guint replies;       /* turns that were answered */
  char *drafts;        /* (nullable): how the user took the last of them, in words */
  gint64 tokens;       /* that a model read and wrote */
  char *money;         /* (nullable): what they cost; NULL: no price is known, or nothing */
} ParleyChatReport;

void parley_chat_report_free (ParleyChatReport *report);

/* Compares two pointers to reports, for g_ptr_array_sort (): the last turn first, then by name. */
int parley_chat_report_compare (gconstpointer a, gconstpointer b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatReport, parley_chat_report_free)

G_END_DECLS
