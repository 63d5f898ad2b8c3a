/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <libsoup/soup.h>

#include "backend/parley-completion.h"
#include "backend/parley-request.h"

G_BEGIN_DECLS

/* What one kind of model server wants to be told, and how it answers: all that differs between the
 * backends that use the network. Static; its functions are pure, and parse is safe in any thread.
 */
typedef struct
{
  const char *name;         /* as in the settings */
  const char *default_url;  /* (nullable): where it is when nobody says */
  const char *version;      /* (nullable): path put behind an address that does not end in it */
  const char *path;         /* of generations */
  const char *models_query; /* (nullable): behind "/models", for a list that is not cut short */

  /* @key: (nullable). */
  void (*add_headers) (SoupMessageHeaders *headers, const char *key);

  const char *key_host; /* (nullable): the one server that takes a key for its prompt cache */

  /* @cache_key: (nullable): NULL where the server may not know it. Returns: (transfer full): the
   * body that asks for a streamed reply. */
  GBytes *(*new_body) (const ParleyRequest *request, const char *model, const char *cache_key);

  /* @data: an event's data, or a whole object; not blank. @key: (nullable): never quoted.
   * Returns: (transfer full). */
  ParleyChunk *(*parse) (const char *data, gsize length, ParleyChunkForm form, const char *key);
} ParleyDialect;

G_END_DECLS
