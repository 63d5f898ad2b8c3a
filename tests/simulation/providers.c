/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The servers that models are on, of which the user chooses now this one, now that: each has its
 * own key, but for the last, and none is shown another's, or asked once it is left. */
#include "oracles.h"

#include <string.h>

#define LAST (G_N_ELEMENTS (providers) - 1)

typedef struct
{
  const char *host;
  const char *key; /* NULL: the user gave none */
} Provider;

static const Provider providers[] = {
  { "models.example", "sk-simulated-secret" },
  { "others.example", "sk-simulated-other" },
  { "keyless.example", NULL },
};

static const char *const models[] = { "a-model", "b-model" };

static void
set_string (SimWorld *world, ParleySetting setting, const char *value)
{
  g_assert_true (parley_settings_set_string (world->settings, setting, value, NULL));
}

void
sim_providers_begin (SimWorld *world)
{
  g_autofree char *path = g_build_filename (world->top, "key", NULL);
  GString *keys = g_string_new (NULL);

  for (guint i = 0; i < LAST; i++)
    g_string_append_printf (keys, "https://%s %s\n", providers[i].host, providers[i].key);
  g_assert_true (
      g_file_set_contents_full (path, keys->str, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  g_string_free (keys, TRUE);
  set_string (world, PARLEY_SETTING_BACKEND_KEY_FILE, path);
  sim_providers_choose (world, 0);
}

/* Half of all worlds begin with one sort of server, half with the other. */
void
sim_providers_choose (SimWorld *world, guint n)
{
  guint provider = n % G_N_ELEMENTS (providers);
  gboolean other = (sim_mix (world->seed) + n / 6) % 2 == 0;
  g_autofree char *url = g_strdup_printf ("https://%s/v1", providers[provider].host);

  world->provider = provider;
  world->model = models[n / G_N_ELEMENTS (providers) % G_N_ELEMENTS (models)];
  set_string (world, PARLEY_SETTING_BACKEND_KIND, other ? "anthropic" : "openai");
  set_string (world, PARLEY_SETTING_BACKEND_BASE_URL, url);
  set_string (world, PARLEY_SETTING_BACKEND_MODEL, world->model);
}

void
sim_providers_check (SimWorld *world, const SimAsked *asked)
{
  g_autofree char *model = g_strdup_printf ("\"%s\"", world->model);
  const char *key = providers[world->provider].key;

  if (!g_str_equal (asked->host, providers[world->provider].host))
    sim_world_fail (world, "A server is asked that the user has left.");
  if (asked->key != NULL && (key == NULL || strstr (asked->key, key) == NULL))
    sim_world_fail (world, "A server is shown the key of another.");
  if (asked->body != NULL && strstr (asked->body, model) == NULL)
    sim_world_fail (world, "A model is asked that the user has left.");
}
