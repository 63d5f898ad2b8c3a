/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "double-profile.h"

#include <string.h>

#include <util.h>

struct _DoubleProfile
{
  char *name;
  GKeyFile *file;
};

typedef struct
{
  const char *group;
  const char *keys;
} Known;

static const Known known_groups[] = {
  { "protocol", "id;liar;signals;unknown;" },
  { "setting", NULL }, /* as the plugin calls them */
  { "person", "name;typing;" },
  { "stranger", "name;typing;" },
  { "send", "result;first;first_line;text;escapes;max_bytes;max_chars;late_max_bytes;swallow;" },
  { "echo", "lines;delay_s;flags;text;author;instead;" },
  { "error", "flags;form;" },
  { "receive", "flags;text;whole;" },
  { "elsewhere", "flags;text;author;now;" },
  { "history", "delayed;" },
  { "typing", "expiry_s;stop;away;" },
  { "edit", "form;flags;preview;" },
  { "deletion", "form;flags;" },
  { "reaction", "form;flags;" },
  { "pin", "form;flags;" },
  { "call", "form;flags;" },
  { "poll", "form;flags;" },
  { "expiry", "form;flags;setting;" },
  { "quote", "form;flags;" },
  { "picture", "form;flags;" },
  { "voice", "form;flags;name;" },
};

static const char *
find_known_keys (const char *path, const char *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_groups); i++)
    {
      if (g_str_equal (known_groups[i].group, group))
        return known_groups[i].keys;
    }
  g_error ("%s: nobody knows [%s]", path, group);
}

static void
check_group (GKeyFile *file, const char *path, const char *group)
{
  const char *known = find_known_keys (path, group);
  g_auto (GStrv) allowed = known != NULL ? g_strsplit (known, ";", -1) : NULL;
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; allowed != NULL && keys[i] != NULL; i++)
    {
      if (!g_strv_contains ((const char *const *) allowed, keys[i]))
        g_error ("%s: nobody knows %s in [%s]", path, keys[i], group);
    }
}

DoubleProfile *
double_profile_load (const char *path)
{
  DoubleProfile *self = g_new0 (DoubleProfile, 1);
  g_autofree char *base = g_path_get_basename (path);
  g_auto (GStrv) groups = NULL;
  g_autoptr (GError) error = NULL;

  self->name = g_strndup (base, strcspn (base, "."));
  self->file = g_key_file_new ();
  if (!g_key_file_load_from_file (self->file, path, G_KEY_FILE_NONE, &error))
    g_error ("%s: %s", path, error->message);
  groups = g_key_file_get_groups (self->file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    check_group (self->file, path, groups[i]);
  return self;
}

void
double_profile_free (DoubleProfile *self)
{
  g_free (self->name);
  g_key_file_free (self->file);
  g_free (self);
}

const char *
double_profile_get_name (DoubleProfile *self)
{
  return self->name;
}

gboolean
double_profile_has (DoubleProfile *self, const char *group)
{
  return g_key_file_has_group (self->file, group);
}

int
double_profile_get_int (DoubleProfile *self, const char *group, const char *key, int fallback)
{
  return g_key_file_has_key (self->file, group, key, NULL)
             ? g_key_file_get_integer (self->file, group, key, NULL)
             : fallback;
}

gboolean
double_profile_is (DoubleProfile *self, const char *group, const char *key)
{
  return g_key_file_get_boolean (self->file, group, key, NULL);
}

char *
double_profile_dup_string (DoubleProfile *self, const char *group, const char *key)
{
  return g_key_file_get_string (self->file, group, key, NULL);
}

char **
double_profile_dup_keys (DoubleProfile *self, const char *group)
{
  return double_profile_has (self, group) ? g_key_file_get_keys (self->file, group, NULL, NULL)
                                          : g_new0 (char *, 1);
}

static PurpleMessageFlags
parse_flag (const char *word)
{
  static const struct
  {
    const char *word;
    PurpleMessageFlags flag;
  } flags[] = {
    { "send", PURPLE_MESSAGE_SEND },     { "recv", PURPLE_MESSAGE_RECV },
    { "system", PURPLE_MESSAGE_SYSTEM }, { "remote", PURPLE_MESSAGE_REMOTE_SEND },
    { "error", PURPLE_MESSAGE_ERROR },   { "delayed", PURPLE_MESSAGE_DELAYED },
    { "no-log", PURPLE_MESSAGE_NO_LOG }, { "images", PURPLE_MESSAGE_IMAGES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      if (g_str_equal (flags[i].word, word))
        return flags[i].flag;
    }
  g_error ("nobody knows the flag %s", word);
}

PurpleMessageFlags
double_profile_get_flags (DoubleProfile *self, const char *group, const char *key)
{
  g_auto (GStrv) words = g_key_file_get_string_list (self->file, group, key, NULL, NULL);
  PurpleMessageFlags flags = 0;

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    flags |= parse_flag (words[i]);
  return flags;
}

static char *
dup_step (const char *step, const char *text)
{
  if (g_str_equal (step, "strip"))
    return purple_markup_strip_html (text);
  if (g_str_equal (step, "unescape"))
    return purple_unescape_html (text);
  if (g_str_equal (step, "escape"))
    return purple_markup_escape_text (text, -1);
  if (g_str_equal (step, "breaks"))
    return purple_strreplace (text, "\n", "<br>");
  g_error ("nobody knows how to %s a text", step);
}

char *
double_profile_dup_text (DoubleProfile *self, const char *group, const char *text)
{
  g_auto (GStrv) steps = g_key_file_get_string_list (self->file, group, "text", NULL, NULL);
  char *result = g_strdup (text);

  for (guint i = 0; steps != NULL && steps[i] != NULL; i++)
    {
      g_autofree char *before = result;

      result = dup_step (steps[i], before);
    }
  return result;
}

/* Returns: the word that @form goes on with, or NULL. */
static const DoubleWord *
find_word (const DoubleWord *words, const char *form)
{
  for (; words->word != NULL; words++)
    {
      if (words->value != NULL && g_str_has_prefix (form, words->word))
        return words;
    }
  return NULL;
}

char *
double_profile_dup_form (DoubleProfile *self,
                         const char *group,
                         const char *key,
                         const DoubleWord *words)
{
  gboolean whole = double_profile_is (self, "receive", "whole") && !g_str_equal (group, "picture")
                   && !g_str_equal (group, "voice");
  g_autofree char *form = double_profile_dup_string (self, group, key);
  g_autoptr (GString) filled = g_string_new (NULL);

  for (const char *c = form; *c != '\0';)
    {
      const DoubleWord *word = find_word (words, c);
      g_autofree char *value = NULL;

      if (word == NULL)
        {
          g_string_append_c (filled, *c++);
          continue;
        }
      value = whole || g_str_equal (word->word, "{image}")
                  ? g_strdup (word->value)
                  : double_profile_dup_text (self, "receive", word->value);
      g_string_append (filled, value);
      c += strlen (word->word);
    }
  return whole ? double_profile_dup_text (self, "receive", filled->str) : g_strdup (filled->str);
}
