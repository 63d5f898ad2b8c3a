/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-chat-report.h"

void
parley_chat_report_free (ParleyChatReport *report)
{
  parley_chat_key_free (report->key);
  g_free (report->doing);
  g_free (report->outcome);
  g_free (report->drafts);
  g_free (report->money);
  g_free (report);
}

int
parley_chat_report_compare (gconstpointer a, gconstpointer b)
{
  const ParleyChatReport *left = *(const ParleyChatReport *const *) a;
  const ParleyChatReport *right = *(const ParleyChatReport *const *) b;

  if (left->turn_wall != right->turn_wall)
    return left->turn_wall > right->turn_wall ? -1 : 1;
  return g_strcmp0 (left->key->person, right->key->person);
}
