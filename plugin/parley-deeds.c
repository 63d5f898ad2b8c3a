/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-deeds.h"

#include <glib/gi18n-lib.h>

#include <notify.h>

#include "engine/parley-diary.h"

#define MAX_SHOWN 200

/* As HTML, which is what such a window takes; Finch shows the words of it. */
static void
append (GString *html, const ParleyJournalEntry *entry)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (entry->wall);
  g_autofree char *when = g_date_time_format (at, "%x %X");
  g_autofree char *person
      = g_markup_escape_text (entry->key != NULL ? entry->key->person : _ ("Parley"), -1);
  g_autofree char *plain = parley_diary_dup_sentence (entry);
  g_autofree char *sentence = g_markup_escape_text (g_strdelimit (plain, "\n", ' '), -1);

  g_string_append_printf (html, "%s <b>%s</b>: %s<br>", when, person, sentence);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  PurplePlugin *plugin = data;
  g_autoptr (GPtrArray) entries = parley_diary_list_finish (result, NULL);
  g_autoptr (GString) html = g_string_new (NULL);

  /* The plugin was unloaded meanwhile: nothing of it may be touched. */
  if (entries == NULL)
    return;
  for (guint i = 0; i < entries->len; i++)
    append (html, g_ptr_array_index (entries, i));
  if (entries->len == 0)
    g_string_append (html, _ ("Nothing yet."));
  purple_notify_formatted (plugin, _ ("Parley"), _ ("What Parley did"),
                           _ ("The newest first. What people wrote to you is not in it."),
                           html->str, NULL, NULL);
}

void
parley_deeds_show (ParleyInstance *instance)
{
  parley_engine_list_deeds_async (instance->engine, MAX_SHOWN, instance->cancellable, on_listed,
                                  instance->plugin);
}
