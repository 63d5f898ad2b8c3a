/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "backend/parley-http-error.h"
#include "base/parley-error.h"
#include "base/parley-json.h"

#define MAX_MODELS     1000
#define MAX_MODEL_NAME 200

/* In tokens: no model has less or more. */
#define MIN_WINDOW 256
#define MAX_WINDOW (32 * 1024 * 1024)

/* In tokens: what Ollama gives a model for which nobody set anything, or more. */
#define OLLAMA_WINDOW 4096

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
judge_window (gint64 tokens)
{
  return tokens >= MIN_WINDOW && tokens <= MAX_WINDOW ? (int) tokens : PARLEY_WINDOW_ODD;
}

/* @object: (nullable). Returns: the window that it names; 0: none. */
static int
get_tokens (JsonObject *object, const char *name)
{
  if (object == NULL || !json_object_has_member (object, name)
      || json_object_get_null_member (object, name))
    return 0;
  return judge_window (parley_json_get_int (object, name, PARLEY_WINDOW_ODD));
}

/* What can't be counts only where nothing else is said. */
static void
take_window (ParleyModel *model, JsonObject *object, const char *name)
{
  int window = model->window <= 0 ? get_tokens (object, name) : 0;

  if (window != 0)
    model->window = window;
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

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    take_window (model, object, names[i]);
  take_window (model, meta, "n_ctx");
  if (model->window <= 0)
    {
      take_window (model, meta, "n_ctx_train");
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

/* @parameters: (nullable): a line for each, "num_ctx 8192". */
static int
find_set_window (const char *parameters)
{
  g_auto (GStrv) lines = g_strsplit (parameters != NULL ? parameters : "", "\n", -1);
  gint64 tokens;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (!g_str_has_prefix (lines[i], "num_ctx "))
        continue;
      if (!g_ascii_string_to_signed (g_strstrip (lines[i] + strlen ("num_ctx ")), 10, G_MININT64,
                                     G_MAXINT64, &tokens, NULL))
        return PARLEY_WINDOW_ODD;
      return judge_window (tokens);
    }
  return 0;
}

static int
find_trained_window (JsonObject *info)
{
  const char *kind = parley_json_get_string (info, "general.architecture");
  g_autofree char *name = g_strdup_printf ("%s.context_length", kind != NULL ? kind : "general");

  return get_tokens (info, name);
}

GPtrArray *
parley_models_parse_show (const char *data, gsize length, const char *key, GError **error)
{
  g_autoptr (JsonNode) root = parse_object (data, length, key, error);
  g_autoptr (GPtrArray) models = parley_models_new ();
  JsonObject *object = root != NULL ? json_node_get_object (root) : NULL;
  int set;
  int trained;

  if (root == NULL)
    return NULL;
  set = find_set_window (parley_json_get_string (object, "parameters"));
  trained = find_trained_window (parley_json_get_object (object, "model_info"));
  if (set == 0 && trained < OLLAMA_WINDOW)
    set = trained;
  add (models, "")->window = trained > 0 ? MIN (set, trained) : set;
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
