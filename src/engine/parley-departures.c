/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-departures.h"

#include "memory/parley-store-texts.h"

#define NAME "departures"
/* Protocol, account, since when. */
#define TYPE "a(ssx)"

typedef struct
{
  gboolean away;
  gint64 since;
  gint64 told_until; /* of this sitting; a second that was told is not told again */
} Departure;

struct _ParleyDepartures
{
  ParleyStore *store;        /* borrowed; (nullable) */
  GCancellable *cancellable; /* of the load */
  GHashTable *accounts;      /* "protocol\naccount" → Departure */
  ParleyDeparturesFunc loaded;
  gpointer owner;
};

static char *
dup_name (const char *protocol, const char *account)
{
  return g_strdup_printf ("%s\n%s", protocol, account);
}

/* Returns: (transfer none). */
static Departure *
get_departure (ParleyDepartures *departures, const char *protocol, const char *account)
{
  g_autofree char *name = dup_name (protocol, account);
  Departure *departure = g_hash_table_lookup (departures->accounts, name);

  if (departure == NULL)
    {
      departure = g_new0 (Departure, 1);
      departure->told_until = -1;
      g_hash_table_insert (departures->accounts, g_steal_pointer (&name), departure);
    }
  return departure;
}

static void
save (ParleyDepartures *departures)
{
  GVariantBuilder builder;
  g_autoptr (GVariant) value = NULL;
  g_autofree char *text = NULL;
  GHashTableIter iter;
  gpointer name;
  gpointer departure;

  if (departures->store == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TYPE));
  g_hash_table_iter_init (&iter, departures->accounts);
  while (g_hash_table_iter_next (&iter, &name, &departure))
    {
      g_auto (GStrv) parts = g_strsplit (name, "\n", 2);

      if (((Departure *) departure)->away)
        g_variant_builder_add (&builder, "(ssx)", parts[0], parts[1],
                               ((Departure *) departure)->since);
    }
  value = g_variant_ref_sink (g_variant_builder_end (&builder));
  text = g_variant_print (value, FALSE);
  parley_store_set_text (departures->store, NAME, text);
}

/* Of a departure that goes on across a restart the first moment counts. */
static void
load (ParleyDepartures *departures, const char *text)
{
  g_autoptr (GVariant) value = g_variant_parse (G_VARIANT_TYPE (TYPE), text, NULL, NULL, NULL);
  GVariantIter iter;
  const char *protocol;
  const char *account;
  gint64 since;

  if (value == NULL)
    return;
  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(&s&sx)", &protocol, &account, &since))
    {
      Departure *departure = get_departure (departures, protocol, account);

      if (!departure->away || since < departure->since)
        departure->since = since;
      departure->away = TRUE;
    }
}

/* The departures are gone if this was cancelled. */
static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyDepartures *departures = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = parley_store_get_text_finish (PARLEY_STORE (source), result, &error);

  if (error != NULL)
    return;
  if (text != NULL)
    {
      load (departures, text);
      save (departures);
    }
  departures->loaded (departures->owner);
}

ParleyDepartures *
parley_departures_new (ParleyStore *store, ParleyDeparturesFunc loaded, gpointer owner)
{
  ParleyDepartures *departures = g_new0 (ParleyDepartures, 1);

  departures->store = store;
  departures->accounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  departures->cancellable = g_cancellable_new ();
  departures->loaded = loaded;
  departures->owner = owner;
  if (store != NULL)
    parley_store_get_text_async (store, NAME, departures->cancellable, on_loaded, departures);
  return departures;
}

void
parley_departures_free (ParleyDepartures *departures)
{
  g_cancellable_cancel (departures->cancellable);
  g_object_unref (departures->cancellable);
  g_hash_table_unref (departures->accounts);
  g_free (departures);
}

void
parley_departures_begin (ParleyDepartures *departures,
                         const char *protocol,
                         const char *account,
                         gint64 wall)
{
  Departure *departure = get_departure (departures, protocol, account);

  if (departure->away)
    return;
  departure->away = TRUE;
  departure->since = MAX (wall, departure->told_until + 1);
  save (departures);
}

gint64
parley_departures_get (ParleyDepartures *departures, const char *protocol, const char *account)
{
  const Departure *departure = get_departure (departures, protocol, account);

  return departure->away ? departure->since : -1;
}

void
parley_departures_end (ParleyDepartures *departures,
                       const char *protocol,
                       const char *account,
                       gint64 wall)
{
  Departure *departure = get_departure (departures, protocol, account);

  departure->told_until = wall;
  if (!departure->away)
    return;
  departure->away = FALSE;
  save (departures);
}
