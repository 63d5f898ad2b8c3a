/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-control-tally.h"

#include <string.h>

struct _ParleyControlTally
{
  GHashTable *counts; /* "kind=\"said\",reason=\"\"" → guint64 */
  gint64 last;        /* seconds since 1970; 0: nothing was done yet */
  guint64 lost;
};

ParleyControlTally *
parley_control_tally_new (void)
{
  ParleyControlTally *tally = g_new0 (ParleyControlTally, 1);

  tally->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return tally;
}

void
parley_control_tally_free (ParleyControlTally *tally)
{
  g_hash_table_unref (tally->counts);
  g_free (tally);
}

void
parley_control_tally_count (ParleyControlTally *tally,
                            const char *kind,
                            const char *reason,
                            gint64 wall)
{
  g_autofree char *labels = g_strdup_printf ("kind=\"%s\",reason=\"%s\"", kind, reason);
  guint64 *count = g_hash_table_lookup (tally->counts, labels);

  tally->last = wall;
  if (count == NULL)
    {
      count = g_new0 (guint64, 1);
      g_hash_table_insert (tally->counts, g_steal_pointer (&labels), count);
    }
  ++*count;
}

void
parley_control_tally_set_lost (ParleyControlTally *tally, guint64 lost)
{
  tally->lost = lost;
}

const char *
parley_health_get_trouble (const ParleyHealth *health)
{
  if (health->online < health->accounts || health->accounts == 0)
    return "offline";
  if (health->waits_for_model)
    return "model";
  return health->paused ? "paused" : NULL;
}

static void
add_gauge (GString *text, const char *name, const char *help, gint64 value)
{
  g_string_append_printf (text, "# HELP parley_%s %s\n# TYPE parley_%s gauge\n", name, help, name);
  g_string_append_printf (text, "parley_%s %" G_GINT64_FORMAT "\n", name, value);
}

static void
add_counts (GString *text, GHashTable *counts)
{
  g_autoptr (GList) labels = g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp);

  g_string_append (text, "# HELP parley_deeds_total What Parley did since it was started.\n"
                         "# TYPE parley_deeds_total counter\n");
  for (GList *link = labels; link != NULL; link = link->next)
    {
      const guint64 *count = g_hash_table_lookup (counts, link->data);

      g_string_append_printf (text, "parley_deeds_total{%s} %" G_GUINT64_FORMAT "\n",
                              (const char *) link->data, *count);
    }
}

char *
parley_control_tally_dup_text (ParleyControlTally *tally, const ParleyHealth *health)
{
  GString *text = g_string_new (NULL);

  add_gauge (text, "accounts", "Accounts that are to be connected.", health->accounts);
  add_gauge (text, "accounts_online", "Accounts that are connected.", health->online);
  add_gauge (text, "model_reachable", "Whether no answer waits for the model.",
             !health->waits_for_model);
  add_gauge (text, "paused", "Whether all chats are paused.", health->paused);
  add_gauge (text, "drafts_waiting", "Drafts that wait to be sent.", health->drafts);
  add_gauge (text, "last_activity_seconds", "When something was done last, seconds since 1970.",
             tally->last);
  g_string_append_printf (text,
                          "# HELP parley_log_lines_lost_total Lines of the log file that could not "
                          "be written.\n"
                          "# TYPE parley_log_lines_lost_total counter\n"
                          "parley_log_lines_lost_total %" G_GUINT64_FORMAT "\n",
                          tally->lost);
  add_counts (text, tally->counts);
  return g_string_free (text, FALSE);
}
