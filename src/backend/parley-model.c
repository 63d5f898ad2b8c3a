/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-model.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-http-error.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

#define MAX_MODELS     1000
#define MAX_MODEL_NAME 200

static void
model_free (gpointer data)
{
  ParleyModel *model = data;

  g_free (model->id);
  g_free (model);
}

GPtrArray *
parley_models_new (void)
{
  return g_ptr_array_new_with_free_func (model_free);
}

static ParleyModel *
add (GPtrArray *models, const char *id)
{
  ParleyModel *model = g_new0 (ParleyModel, 1);

  model->id = g_strdup (id);
  g_ptr_array_add (models, model);
  return model;
}

static int
get_tokens (JsonObject *object, const char *name)
{
  gint64 tokens = parley_json_get_int (object, name, 0);

  return tokens > 0 && tokens <= G_MAXINT ? (int) tokens : 0;
}

/* What is in force goes before what is possible. */
static void
read_window (ParleyModel *model, JsonObject *object)
{
  static const char *const names[] = {
    "loaded_context_length", /* LM Studio */
    "context_length",        /* OpenRouter */
    "max_model_len",         /* vLLM */
    "context_window",        /* Groq */
    "max_context_length",    /* LM Studio, Mistral */
    "max_input_tokens",      /* Anthropic */
  };
  JsonObject *meta = parley_json_get_object (object, "meta"); /* llama.cpp */

  for (guint i = 0; i < G_N_ELEMENTS (names) && model->window == 0; i++)
    model->window = get_tokens (object, names[i]);
  if (model->window == 0)
    model->window = get_tokens (meta, "n_ctx");
  if (model->window == 0)
    {
      model->window = get_tokens (meta, "n_ctx_train");
      model->is_trained = model->window > 0;
    }
}

/* A gateway, or the maker of a model that nobody can run: LiteLLM owns as "openai". */
static gboolean
is_gateway (const char *owner)
{
  static const char *const owners[]
      = { "openai", "anthropic", "google", "litellm", "openrouter", NULL };

  return owner != NULL && g_strv_contains (owners, owner);
}

static void
read_owner (ParleyModel *model, JsonObject *object)
{
  const char *owner = parley_json_get_string (object, "owned_by");

  model->where = is_gateway (owner) ? PARLEY_WHERE_PASSED_ON : PARLEY_WHERE_UNKNOWN;
  model->of_ollama = g_strcmp0 (owner, "library") == 0;
}

static gboolean
is_good_name (const char *name)
{
  glong length = 0;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p), length++)
    if (!g_unichar_isprint (g_utf8_get_char (p)) || length == MAX_MODEL_NAME)
      return FALSE;
  return length > 0;
}

/* Returns: (transfer full): an object that reports no error. */
static JsonNode *
parse_object (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parley_json_parse (data, length, error);
  GError *reported;

  if (root == NULL)
    return NULL;
  reported = parley_http_error_from_object (json_node_get_object (root), key);
  if (reported == NULL)
    return g_steal_pointer (&root);
  g_propagate_error (error, reported);
  return NULL;
}

GPtrArray *
parley_models_parse (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parse_object (data, length, key, error);
  g_autoptr (GPtrArray) models = parley_models_new ();
  JsonArray *list;

  if (root == NULL)
    return NULL;
  list = parley_json_get_array (json_node_get_object (root), "data");
  if (list == NULL)
    {
      g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                           _ ("The server's answer is not a list of models: check the address."));
      return NULL;
    }
  for (guint i = 0; i < json_array_get_length (list) && models->len < MAX_MODELS; i++)
    {
      JsonObject *object = parley_json_get_element (list, i);
      const char *name = parley_json_get_string (object, "id");

      if (name == NULL || !is_good_name (name))
        continue;
      read_window (add (models, name), object);
      read_owner (g_ptr_array_index (models, models->len - 1), object);
    }
  return g_steal_pointer (&models);
}

GPtrArray *
parley_models_parse_props (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parse_object (data, length, key, error);
  g_autoptr (GPtrArray) models = parley_models_new ();

  if (root == NULL)
    return NULL;
  add (models, "")->window = get_tokens (
      parley_json_get_object (json_node_get_object (root), "default_generation_settings"), "n_ctx");
  return g_steal_pointer (&models);
}

GPtrArray *
parley_models_parse_tags (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parse_object (data, length, key, error);
  g_autoptr (GPtrArray) models = parley_models_new ();
  JsonArray *list
      = root != NULL ? parley_json_get_array (json_node_get_object (root), "models") : NULL;

  if (root == NULL)
    return NULL;
  for (guint i = 0; list != NULL && i < json_array_get_length (list) && i < MAX_MODELS; i++)
    {
      JsonObject *object = parley_json_get_element (list, i);
      const char *name = parley_json_get_string (object, "name");
      gboolean handed_on = object != NULL
                           && (json_object_has_member (object, "remote_host")
                               || json_object_has_member (object, "remote_model"));

      if (name != NULL)
        add (models, name)->where = handed_on ? PARLEY_WHERE_PASSED_ON : PARLEY_WHERE_HERE;
    }
  return g_steal_pointer (&models);
}

gboolean
parley_models_need_tags (const GPtrArray *models)
{
  for (guint i = 0; i < models->len; i++)
    {
      if (((const ParleyModel *) g_ptr_array_index (models, i))->of_ollama)
        return TRUE;
    }
  return FALSE;
}

void
parley_models_take_tags (GPtrArray *models, const GPtrArray *tags)
{
  for (guint i = 0; i < models->len; i++)
    {
      ParleyModel *model = g_ptr_array_index (models, i);
      const ParleyModel *tag = parley_models_find (tags, model->id);

      if (tag != NULL && model->where == PARLEY_WHERE_UNKNOWN)
        model->where = tag->where;
    }
}

const ParleyModel *
parley_models_find (const GPtrArray *models, const char *id)
{
  for (guint i = 0; i < models->len; i++)
    {
      const ParleyModel *model = g_ptr_array_index (models, i);

      if (g_str_equal (model->id, id))
        return model;
    }
  return NULL;
}
