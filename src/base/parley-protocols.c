/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-protocols.h"

#define FILE_NAME  "protocols.ini"

#define IDENTITY   "identity"

#define MAX_SIGN_S 3600

typedef struct
{
  char *protocol;
  char *key;
} ListName;

typedef struct
{
  ListName name;
  GStrv words;
  GPtrArray *patterns; /* (nullable): of GPatternSpec, the words as such */
} List;

struct _ParleyProtocols
{
  GKeyFile *file;
  GHashTable *lists; /* ListName → List, of those that were asked for */
};

static const char *const keys[PARLEY_N_FORMS] = {
  [PARLEY_FORM_EDIT] = "edit",         [PARLEY_FORM_DELETION] = "deletion",
  [PARLEY_FORM_REACTION] = "reaction", [PARLEY_FORM_ASIDE] = "aside",
  [PARLEY_FORM_FAILURE] = "failure",   [PARLEY_FORM_EXPIRY] = "expiry",
  [PARLEY_FORM_QUOTE] = "quote",
};

static const char *const media_keys[PARLEY_N_MEDIA] = {
  [PARLEY_MEDIA_PICTURE] = "picture", [PARLEY_MEDIA_VOICE] = "voice",
  [PARLEY_MEDIA_VIDEO] = "video",     [PARLEY_MEDIA_STICKER] = "sticker",
  [PARLEY_MEDIA_PLACE] = "place",     [PARLEY_MEDIA_CONTACT] = "contact",
  [PARLEY_MEDIA_FILE] = "file",
};

static void
add_group (GKeyFile *file, const char *group, GKeyFile *former, const char *former_group)
{
  g_auto (GStrv) names = g_key_file_get_keys (former, former_group, NULL, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_value (former, former_group, names[i], NULL);

      if (!g_key_file_has_key (file, group, names[i], NULL))
        g_key_file_set_value (file, group, names[i], value);
    }
}

/* @prefix: of the names that its groups have now. */
static void
add_former (ParleyData *data, GKeyFile *file, const char *name, const char *prefix)
{
  g_autoptr (GKeyFile) former = parley_data_load_own_key_file (data, name);
  g_auto (GStrv) groups = g_key_file_get_groups (former, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_autofree char *group = g_strconcat (prefix, groups[i], NULL);

      add_group (file, group, former, groups[i]);
    }
}

static void
free_list (List *list)
{
  g_free (list->name.protocol);
  g_free (list->name.key);
  g_strfreev (list->words);
  g_clear_pointer (&list->patterns, g_ptr_array_unref);
  g_free (list);
}

static guint
hash_name (gconstpointer name)
{
  const ListName *list = name;

  return g_str_hash (list->protocol) ^ g_str_hash (list->key);
}

static gboolean
equal_names (gconstpointer a, gconstpointer b)
{
  const ListName *first = a;
  const ListName *second = b;

  return g_str_equal (first->protocol, second->protocol) && g_str_equal (first->key, second->key);
}

ParleyProtocols *
parley_protocols_new (ParleyData *data)
{
  ParleyProtocols *protocols = g_new0 (ParleyProtocols, 1);

  protocols->file = parley_data_load_own_key_file (data, FILE_NAME);
  protocols->lists
      = g_hash_table_new_full (hash_name, equal_names, NULL, (GDestroyNotify) free_list);
  add_former (data, protocols->file, "channels.ini", "");
  add_former (data, protocols->file, "services.ini", "services ");
  parley_data_fill (data, FILE_NAME, protocols->file);
  return protocols;
}

void
parley_protocols_free (ParleyProtocols *protocols)
{
  g_key_file_unref (protocols->file);
  g_hash_table_unref (protocols->lists);
  g_free (protocols);
}

GKeyFile *
parley_protocols_get_file (ParleyProtocols *protocols)
{
  return protocols->file;
}

/* Returns: (transfer full): never %NULL. */
static GStrv
load_list (ParleyProtocols *protocols, const char *protocol, const char *key)
{
  g_autofree char *as = g_key_file_get_string (protocols->file, protocol, "as", NULL);
  GStrv list = g_key_file_get_string_list (protocols->file, protocol, key, NULL, NULL);

  if (list == NULL && as != NULL)
    list = g_key_file_get_string_list (protocols->file, as, key, NULL, NULL);
  return list != NULL ? list : g_new0 (char *, 1);
}

static List *
find_list (ParleyProtocols *protocols, const char *protocol, const char *key)
{
  const ListName name = { .protocol = (char *) protocol, .key = (char *) key };
  List *list = g_hash_table_lookup (protocols->lists, &name);

  if (list == NULL)
    {
      list = g_new0 (List, 1);
      list->name = (ListName){ .protocol = g_strdup (protocol), .key = g_strdup (key) };
      list->words = load_list (protocols, protocol, key);
      g_hash_table_insert (protocols->lists, &list->name, list);
    }
  return list;
}

static const char *const *
get_list (ParleyProtocols *protocols, const char *protocol, const char *key)
{
  return (const char *const *) find_list (protocols, protocol, key)->words;
}

const char *const *
parley_protocols_get_forms (ParleyProtocols *protocols, const char *protocol, ParleyForm form)
{
  return keys[form] != NULL ? get_list (protocols, protocol, keys[form]) : NULL;
}

const char *const *
parley_protocols_get_media (ParleyProtocols *protocols, const char *protocol, ParleyMedia media)
{
  return get_list (protocols, protocol, media_keys[media]);
}

const char *const *
parley_protocols_get_endings (ParleyProtocols *protocols, ParleyMedia media)
{
  return get_list (protocols, "endings", media_keys[media]);
}

const char *
parley_protocols_get_unshown (ParleyProtocols *protocols, const char *protocol, const char **value)
{
  const char *const *pair = get_list (protocols, protocol, "unshown");

  if (g_strv_length ((char **) pair) != 2)
    return NULL;
  *value = pair[1];
  return pair[0];
}

const char *
parley_protocols_get_expiry_setting (ParleyProtocols *protocols, const char *protocol)
{
  return get_list (protocols, protocol, "expiry_days")[0];
}

int
parley_protocols_get_sign_ms (ParleyProtocols *protocols, const char *protocol)
{
  const char *const *words = get_list (protocols, protocol, "typing_s");
  guint64 seconds;

  if (words[0] == NULL || !g_ascii_string_to_unsigned (words[0], 10, 1, MAX_SIGN_S, &seconds, NULL))
    return 0;
  return (int) seconds * 1000;
}

static GPtrArray *
new_patterns (GStrv words)
{
  GPtrArray *patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (patterns, g_pattern_spec_new (words[i]));
  return patterns;
}

static gboolean
match_any (List *list, const char *person)
{
  if (list->patterns == NULL)
    list->patterns = new_patterns (list->words);
  for (guint i = 0; i < list->patterns->len; i++)
    {
      if (g_pattern_spec_match_string (g_ptr_array_index (list->patterns, i), person))
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_protocols_is_known (ParleyProtocols *protocols, const char *protocol)
{
  return g_key_file_has_key (protocols->file, IDENTITY, protocol, NULL);
}

gboolean
parley_protocols_name_proves (ParleyProtocols *protocols, const char *protocol, const char *person)
{
  return match_any (find_list (protocols, IDENTITY, protocol), person);
}

gboolean
parley_protocols_is_end_to_end (ParleyProtocols *protocols,
                                const char *protocol,
                                const char *person)
{
  return match_any (find_list (protocols, protocol, "e2e"), person);
}
