/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-model-search.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-local-server.h"
#include "dialogs/parley-finch.h"

typedef struct
{
  ParleyModelSearchFunc func;
  gpointer data;
} Search;

static GPtrArray *
load_servers (ParleyInstance *instance)
{
  ParleyData *data = parley_data_new (instance->user_dir);
  GPtrArray *servers = parley_local_servers_load (data);

  parley_data_free (data);
  return servers;
}

/* Returns: (transfer full): "Ollama 11434, LM Studio 1234". */
static char *
dup_ports (const GPtrArray *servers)
{
  g_autoptr (GString) ports = g_string_new (NULL);

  for (guint i = 0; i < servers->len; i++)
    {
      const ParleyLocalServer *server = g_ptr_array_index (servers, i);

      g_string_append_printf (ports, "%s%s %u", i > 0 ? ", " : "", server->name, server->port);
    }
  return g_string_free (g_steal_pointer (&ports), FALSE);
}

void
parley_model_search_ask_leave (ParleyInstance *instance,
                               gpointer handle,
                               const char *before,
                               GCallback yes,
                               GCallback no,
                               gpointer data)
{
  g_autoptr (GPtrArray) servers = load_servers (instance);
  g_autofree char *ports = dup_ports (servers);
  /* Translators: %s is a list of programs and their ports: "Ollama 11434, LM Studio 1234". */
  g_autofree char *what = g_strdup_printf (
      _ ("Parley asks these ports which models they have, and sends nothing else:\n%s."), ports);
  g_autofree char *text = g_strdup_printf ("%s%s%s", before != NULL ? before : "",
                                           before != NULL ? "\n\n" : "", what);
  g_autofree char *wrapped = parley_finch_dup_wrapped (text);

  purple_request_fields (handle, _ ("Parley"),
                         _ ("May Parley look whether a model server runs on this machine?"),
                         wrapped, purple_request_fields_new (),
                         /* Translators: a button: search this machine for a model server */
                         _ ("Look"), yes, _ ("Don't look"), no, NULL, NULL, NULL, data);
}

/* What came of it */

static void
add_line (GString *report, const char *line)
{
  g_string_append_printf (report, "%s%s", report->len > 0 ? "\n" : "", line);
}

static void
report_on (GString *report, const ParleyLocalServer *server)
{
  g_autofree char *line = NULL;

  if (server->error != NULL)
    /* Translators: the program, its port, and what is wrong. */
    line = g_strdup_printf (_ ("%s, port %u: %s"), server->name, server->port,
                            server->error->message);
  else if (server->models != NULL && server->models->len == 0)
    line = g_strdup_printf (_ ("%s, port %u, answers, but has no models yet."), server->name,
                            server->port);
  if (line != NULL)
    add_line (report, line);
}

/* Returns: (transfer full) (nullable). */
static char *
dup_report (const GPtrArray *servers, gboolean found)
{
  g_autoptr (GString) report = g_string_new (NULL);
  g_autofree char *ports = dup_ports (servers);

  for (guint i = 0; i < servers->len; i++)
    report_on (report, g_ptr_array_index (servers, i));
  if (!found)
    {
      g_autofree char *line = g_strdup_printf (
          _ ("No model was found on this machine (%s). Start a model server and look again, or "
             "choose something else."),
          ports);

      add_line (report, line);
    }
  return report->len > 0 ? g_string_free (g_steal_pointer (&report), FALSE) : NULL;
}

/* Cancelled means that whoever asked is gone. */
static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Search *search = data;
  g_autoptr (GPtrArray) servers = parley_local_servers_ask_finish (result, NULL);
  g_autoptr (ParleyModelOffers) offers = parley_model_offers_new ();
  g_autofree char *report = NULL;

  if (servers == NULL)
    return;
  for (guint i = 0; i < servers->len; i++)
    {
      const ParleyLocalServer *server = g_ptr_array_index (servers, i);

      if (server->models != NULL)
        parley_model_offers_add (offers, server->models, server->base_url, server->name);
    }
  report = dup_report (servers, parley_model_offers_count (offers) > 0);
  search->func (g_steal_pointer (&offers), report, search->data);
}

void
parley_model_search_start (ParleyInstance *instance,
                           GCancellable *cancellable,
                           ParleyModelSearchFunc func,
                           gpointer data)
{
  g_autoptr (GPtrArray) servers = load_servers (instance);
  Search *search = g_new0 (Search, 1);

  search->func = func;
  search->data = data;
  parley_local_servers_ask_async (servers, instance->timers, cancellable, on_asked, search);
}
