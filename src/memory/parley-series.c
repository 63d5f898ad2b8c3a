/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-series.h"

#include <gio/gio.h>
#include <string.h>

#include "base/parley-i18n.h"
#include "base/parley-json.h"
#include "base/parley-timers.h"

#define ENDING "_timeseries"

static gboolean
is_in_name (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_' || c == '-' || c == '.';
}

char *
parley_series_dup_name (const char *name, GError **error)
{
  const char *wrong = NULL;
  guint max_name = PARLEY_SERIES_MAX_NAME - (guint) strlen (ENDING);
  gboolean whole = g_str_has_suffix (name, ENDING);

  if (!g_utf8_validate (name, -1, NULL) || *name == '\0')
    wrong = name;
  for (const char *at = name; wrong == NULL && *at != '\0'; at = g_utf8_next_char (at))
    {
      if (!is_in_name (g_utf8_get_char (at)))
        wrong = at;
    }
  if (wrong == NULL && strlen (name) <= (whole ? PARLEY_SERIES_MAX_NAME : max_name))
    return whole ? g_strdup (name) : g_strconcat (name, ENDING, NULL);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               ngettext ("A series is named with letters, digits, “_”, “-” and “.”, at most %u "
                         "byte of them.",
                         "A series is named with letters, digits, “_”, “-” and “.”, at most %u "
                         "bytes of them.",
                         max_name),
               max_name);
  return NULL;
}

/* --- entries --- */

/* Returns: (transfer full) (nullable): a string, or a whole number as one. */
static char *
dup_id (JsonObject *object, const char *field)
{
  JsonNode *node = json_object_get_member (object, field);
  const char *text = parley_json_get_string (object, field);

  if (text != NULL)
    return g_strdup (text);
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
}

static gboolean
read_entry (ParleySeriesEntry *entry,
            JsonObject *object,
            const char *id_field,
            const char *time_field,
            GError **error)
{
  const char *time = parley_json_get_string (object, time_field);

  entry->id = dup_id (object, id_field);
  if (entry->id == NULL || *entry->id == '\0')
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _ ("“%s” must be there, a text or a whole number."), id_field);
  else if (strlen (entry->id) > PARLEY_SERIES_MAX_ID)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 ngettext ("“%s” has more than %d byte.", "“%s” has more than %d bytes.",
                           PARLEY_SERIES_MAX_ID),
                 id_field, PARLEY_SERIES_MAX_ID);
  else if (time == NULL || !parley_iso_time_parse (time, &entry->at))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _ ("“%s” must be there, a time such as 2025-10-25T09:30:00Z."), time_field);
  else
    return TRUE;
  return FALSE;
}

/* Returns: (transfer full): @object with the id and the time where everybody finds them, on one
 * line. */
static char *
dup_json (const ParleySeriesEntry *entry, JsonObject *object, const char *time_field)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) copy = json_object_new ();
  g_autoptr (GList) members = json_object_get_members (object);
  g_autofree char *time = parley_iso_time_dup (entry->at);

  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (copy, link->data,
                            json_node_copy (json_object_get_member (object, link->data)));
  json_object_set_string_member (copy, time_field, time);
  if (!json_object_has_member (copy, "id"))
    json_object_set_string_member (copy, "id", entry->id);
  if (!json_object_has_member (copy, "timestamp"))
    json_object_set_string_member (copy, "timestamp", time);
  json_object_remove_member (copy, "first_seen");
  json_node_set_object (node, copy);
  return json_to_string (node, FALSE);
}

ParleySeriesEntry *
parley_series_entry_new (JsonObject *object,
                         const char *id_field,
                         const char *time_field,
                         GError **error)
{
  g_autoptr (ParleySeriesEntry) entry = g_new0 (ParleySeriesEntry, 1);

  id_field = id_field != NULL ? id_field : "id";
  time_field = time_field != NULL ? time_field : "timestamp";
  if (!read_entry (entry, object, id_field, time_field, error))
    return NULL;
  entry->json = dup_json (entry, object, time_field);
  if (strlen (entry->json) <= PARLEY_SERIES_MAX_ENTRY)
    return g_steal_pointer (&entry);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               ngettext ("An entry has at most %u byte.", "An entry has at most %u bytes.",
                         PARLEY_SERIES_MAX_ENTRY),
               PARLEY_SERIES_MAX_ENTRY);
  return NULL;
}

void
parley_series_entry_free (ParleySeriesEntry *entry)
{
  g_free (entry->id);
  g_free (entry->json);
  g_free (entry);
}

GPtrArray *
parley_series_entries_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_series_entry_free);
}

char *
parley_series_entry_dup_json (const ParleySeriesEntry *entry)
{
  g_autofree char *time = parley_iso_time_dup (entry->first_seen);
  gsize length = strlen (entry->json);

  return g_strdup_printf ("%.*s,\"first_seen\":\"%s\"}", (int) length - 1, entry->json, time);
}

/* --- results --- */

const char *
parley_coverage_to_string (ParleyCoverage coverage)
{
  static const char *const names[] = {
    [PARLEY_COVERAGE_NONE] = "none",
    [PARLEY_COVERAGE_PARTIAL] = "partial",
    [PARLEY_COVERAGE_FULL] = "full",
  };

  return names[coverage];
}

void
parley_series_query_free (ParleySeriesQuery *query)
{
  g_array_unref (query->missing);
  g_ptr_array_unref (query->entries);
  g_free (query->reason);
  g_free (query);
}

void
parley_series_info_free (ParleySeriesInfo *info)
{
  g_free (info->name);
  g_free (info);
}

ParleySeriesBounds
parley_series_bounds_read (ParleySettings *settings)
{
  return (ParleySeriesBounds){
    (guint) parley_settings_get_int (settings, PARLEY_SETTING_MEMORY_KEEP_DAYS),
    (guint) parley_settings_get_int (settings, PARLEY_SETTING_MEMORY_MAX_ENTRIES),
  };
}
