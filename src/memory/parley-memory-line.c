/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-memory-line.h"

#include "memory/parley-iso-time.h"

char *
parley_memory_dup_chat (const ParleyChatKey *key)
{
  GString *name = g_string_new (key->account);

  g_string_replace (name, "/", "%2F", 0);
  g_string_append_printf (name, "/%s", key->person);
  return g_string_free (name, FALSE);
}

void
parley_memory_line_add_chat (ParleyJsonLine *line, const ParleyChatKey *key)
{
  g_autofree char *name = key != NULL ? parley_memory_dup_chat (key) : NULL;

  parley_json_line_add_string (line, "chat", name);
  parley_json_line_add_string (line, "protocol", key != NULL ? key->protocol : NULL);
}

void
parley_memory_line_add_wall (ParleyJsonLine *line, const char *name, gint64 wall)
{
  g_autofree char *text = parley_iso_time_dup (wall * G_USEC_PER_SEC);

  parley_json_line_add_string (line, name, text);
}

void
parley_memory_line_add_deed (ParleyJsonLine *line, const ParleyJournalEntry *entry)
{
  parley_memory_line_add_wall (line, "time", entry->wall);
  parley_json_line_add_string (line, "ev", parley_journal_kind_to_string (entry->kind));
  if (*entry->reason != '\0')
    parley_json_line_add_string (line, "reason", entry->reason);
  if (entry->n > 0)
    parley_json_line_add_int (line, "n", entry->n);
  if (entry->ms > 0)
    parley_json_line_add_int (line, "ms", entry->ms);
  if (*entry->text != '\0')
    parley_json_line_add_string (line, "text", entry->text);
}
