/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-manners.h"

struct _ParleyManners
{
  GHashTable *models; /* of Learned, by name */
};

typedef struct
{
  ParleyManner manner;     /* in chats of which nothing else is known */
  ParleyChatKey *mused_in; /* (nullable): where it was seen to muse first */
  gboolean sure;           /* it was seen elsewhere too */
  guint n_plain;           /* answers elsewhere, since, in which it did not */
  gboolean no_tools;       /* its server refused them */
  gboolean caches;         /* its server told so */
} Learned;

static void
learned_free (gpointer data)
{
  Learned *learned = data;

  g_clear_pointer (&learned->mused_in, parley_chat_key_free);
  g_free (learned);
}

ParleyManners *
parley_manners_new (void)
{
  ParleyManners *manners = g_new0 (ParleyManners, 1);

  manners->models = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, learned_free);
  return manners;
}

void
parley_manners_free (ParleyManners *manners)
{
  g_hash_table_unref (manners->models);
  g_free (manners);
}

ParleyManner
parley_manners_get (ParleyManners *manners, const char *model, const ParleyChatKey *key)
{
  const Learned *learned = g_hash_table_lookup (manners->models, model);

  if (learned == NULL)
    return PARLEY_MANNER_UNKNOWN;
  if (learned->mused_in != NULL && parley_chat_key_equal (learned->mused_in, key))
    return PARLEY_MANNER_MUSING;
  return learned->manner;
}

static void
note_musing (Learned *learned, const ParleyChatKey *key)
{
  if (learned->mused_in == NULL)
    learned->mused_in = parley_chat_key_copy (key);
  else if (!parley_chat_key_equal (learned->mused_in, key))
    learned->sure = TRUE;
  learned->n_plain = 0;
  if (learned->sure || learned->manner == PARLEY_MANNER_UNKNOWN)
    learned->manner = PARLEY_MANNER_MUSING;
}

static void
note_plain (Learned *learned, const ParleyChatKey *key)
{
  if (learned->sure
      || (learned->mused_in != NULL && parley_chat_key_equal (learned->mused_in, key)))
    return;
  learned->n_plain++;
  if (learned->manner == PARLEY_MANNER_UNKNOWN || learned->n_plain >= PARLEY_MANNERS_ENOUGH)
    learned->manner = PARLEY_MANNER_PLAIN;
}

static Learned *
get_learned (ParleyManners *manners, const char *model)
{
  Learned *learned = g_hash_table_lookup (manners->models, model);

  if (learned == NULL)
    {
      learned = g_new0 (Learned, 1);
      g_hash_table_insert (manners->models, g_strdup (model), learned);
    }
  return learned;
}

void
parley_manners_note (ParleyManners *manners,
                     const char *model,
                     const ParleyChatKey *key,
                     gboolean musing)
{
  Learned *learned = get_learned (manners, model);

  if (musing)
    note_musing (learned, key);
  else
    note_plain (learned, key);
}

gboolean
parley_manners_takes_tools (ParleyManners *manners, const char *model)
{
  const Learned *learned = g_hash_table_lookup (manners->models, model);

  return learned == NULL || !learned->no_tools;
}

void
parley_manners_note_no_tools (ParleyManners *manners, const char *model)
{
  get_learned (manners, model)->no_tools = TRUE;
}

gboolean
parley_manners_caches (ParleyManners *manners, const char *model)
{
  const Learned *learned = g_hash_table_lookup (manners->models, model);

  return learned != NULL && learned->caches;
}

void
parley_manners_note_cache (ParleyManners *manners, const char *model)
{
  get_learned (manners, model)->caches = TRUE;
}
