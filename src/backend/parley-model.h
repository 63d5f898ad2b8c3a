/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-where.h"

G_BEGIN_DECLS

/* What a server says of a window that no model has: -1, 7, 10⁹, "many". */
#define PARLEY_WINDOW_ODD (-1)

/* A model that a server has. */
typedef struct
{
  char *id;   /* as the server names it; can be shown safely */
  int window; /* tokens that prompt and reply may have together; 0 when the server does not say,
                 or %PARLEY_WINDOW_ODD */
  ParleyWhere where;   /* it runs, as far as the server told */
  gboolean of_ollama;  /* the server can be asked for that, and more: /api/tags, /api/show */
  gboolean is_trained; /* the window is the one it was trained for: the server may give it less */
} ParleyModel;

/* @data: an answer to "/models" of any server. @key: (nullable). Returns: (transfer full): array of
 * ParleyModel, those whose names can't be shown left out; NULL with %PARLEY_ERROR_BAD_RESPONSE when
 * it is no such list. Safe in any thread. */
GPtrArray *parley_models_parse (const char *data, gsize length, const char *key, GError **error);

/* @data: llama.cpp's answer to "/props". Returns: (transfer full): as a list of one, unnamed. */
GPtrArray *
parley_models_parse_props (const char *data, gsize length, const char *key, GError **error);

/* @data: Ollama's answer to "/api/show". Returns: (transfer full): as a list of one, unnamed, with
 * the window that was set for it, or a smaller one that it was trained for; what a server gives
 * where nobody set it stands nowhere. */
GPtrArray *
parley_models_parse_show (const char *data, gsize length, const char *key, GError **error);

/* @data: Ollama's answer to "/api/tags", which names the models that it hands on. Returns:
 * (transfer full): a list in which @where is known. */
GPtrArray *
parley_models_parse_tags (const char *data, gsize length, const char *key, GError **error);

/* Returns: whether the server of @models is to be asked for its tags. */
gboolean parley_models_need_tags (const GPtrArray *models);

/* Says in @models where they run, from @tags. */
void parley_models_take_tags (GPtrArray *models, const GPtrArray *tags);

/* Returns: (transfer full): an empty list. */
GPtrArray *parley_models_new (void);

/* Returns: (transfer none) (nullable). */
const ParleyModel *parley_models_find (const GPtrArray *models, const char *id);

G_END_DECLS
