/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-chat-record.h"

static void
pending_free (gpointer data)
{
  ParleyPending *pending = data;

  g_free (pending->text);
  g_free (pending);
}

ParleyChatRecord *
parley_chat_record_new (void)
{
  ParleyChatRecord *record = g_new0 (ParleyChatRecord, 1);

  record->pending = g_ptr_array_new_with_free_func (pending_free);
  return record;
}

ParleyChatRecord *
parley_chat_record_copy (const ParleyChatRecord *record)
{
  ParleyChatRecord *copy = g_memdup2 (record, sizeof *record);

  copy->heard = NULL;
  copy->draft = NULL;
  copy->drafts_before = NULL;
  copy->pending = g_ptr_array_new_with_free_func (pending_free);
  for (guint i = 0; i < record->pending->len; i++)
    parley_chat_record_add_pending (copy, parley_chat_record_get_pending (record, i));
  return copy;
}

void
parley_chat_record_free (ParleyChatRecord *record)
{
  g_clear_pointer (&record->heard, parley_heard_free);
  g_clear_pointer (&record->draft, parley_proposal_free);
  g_clear_pointer (&record->drafts_before, g_ptr_array_unref);
  g_ptr_array_unref (record->pending);
  g_free (record);
}

void
parley_chat_record_add_pending (ParleyChatRecord *record, const ParleyPending *pending)
{
  ParleyPending *copy = g_memdup2 (pending, sizeof *pending);

  copy->text = g_strdup (pending->text);
  g_ptr_array_add (record->pending, copy);
}

const ParleyPending *
parley_chat_record_get_pending (const ParleyChatRecord *record, guint i)
{
  return g_ptr_array_index (record->pending, i);
}
