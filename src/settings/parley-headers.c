/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-headers.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

#define MAX_HEADERS 8
#define MAX_NAME    64
#define MAX_VALUE   200

/* So many letters and digits in a row, of both kinds, may be a key: no word has them. */
#define KEY_LENGTH 20

#define TOKEN      G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_"

/* One of the list. */
typedef struct
{
  char *name;
  char *value; /* within the allocation of the name */
} Header;

/* @text: "Name: value", cut apart. Returns: FALSE if there is no colon; @header stays as it was. */
static gboolean
split (char *text, Header *header)
{
  char *colon = strchr (text, ':');

  if (colon == NULL)
    return FALSE;
  *colon = '\0';
  header->name = g_strstrip (text);
  header->value = g_strstrip (colon + 1);
  return TRUE;
}

/* What stands between "-" and "_". */
static gboolean
has_word (const char *name, gboolean (*is_it) (const char *word))
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_auto (GStrv) words = g_strsplit_set (lower, "-_", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (is_it (words[i]))
        return TRUE;
    }
  return FALSE;
}

/* "x-api-key", "apikey", "cf-access-client-secret"; Portkey is a gateway. */
static gboolean
is_of_keys (const char *word)
{
  static const char *const parts[] = { "auth",   "token",      "cookie",  "secret",   "passw",
                                       "bearer", "credential", "session", "signature" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (strstr (word, parts[i]) != NULL)
        return TRUE;
    }
  return g_str_has_suffix (word, "key") && !g_str_equal (word, "portkey");
}

/* What makes the request what it is. */
static gboolean
is_of_request (const char *name)
{
  static const char *const names[] = { "host",
                                       "content-type",
                                       "content-length",
                                       "content-encoding",
                                       "accept",
                                       "connection",
                                       "transfer-encoding",
                                       "keep-alive",
                                       "te",
                                       "trailer",
                                       "upgrade",
                                       "expect",
                                       "http2-settings",
                                       "proxy-connection",
                                       "anthropic-version" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_ascii_strcasecmp (name, names[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
looks_like_key (const char *value)
{
  for (const char *p = value; *p != '\0'; p += MAX (strspn (p, TOKEN), 1))
    {
      gsize run = strspn (p, TOKEN);
      g_autofree char *word = g_strndup (p, run);

      if (run >= KEY_LENGTH && strpbrk (word, G_CSET_DIGITS) != NULL
          && strpbrk (word, G_CSET_a_2_z G_CSET_A_2_Z) != NULL)
        return TRUE;
    }
  return g_ascii_strncasecmp (value, "Bearer ", strlen ("Bearer ")) == 0
         || g_ascii_strncasecmp (value, "Basic ", strlen ("Basic ")) == 0
         || g_str_has_prefix (value, "sk-");
}

static gboolean
is_plain (const char *value)
{
  for (const char *p = value; *p != '\0'; p++)
    {
      if (!g_ascii_isprint (*p))
        return FALSE;
    }
  return *value != '\0' && strlen (value) <= MAX_VALUE;
}

G_GNUC_PRINTF (2, 3)
static gboolean
fail (GError **error, const char *format, ...)
{
  va_list words;

  va_start (words, format);
  g_propagate_error (error,
                     g_error_new_valist (PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, format, words));
  va_end (words);
  return FALSE;
}

static gboolean
check (const Header *header, GError **error)
{
  const char *name = header->name;

  if (*name == '\0' || name[strspn (name, TOKEN)] != '\0' || strlen (name) > MAX_NAME)
    return fail (error, _ ("headers are written like “%s”."), "X-Title: Parley; X-Team: chat");
  if (has_word (name, is_of_keys) || looks_like_key (header->value))
    return fail (
        error,
        _ ("“%s” may be a key. A key is not a setting: use “Set the key…” in Parley's menu."),
        name);
  if (is_of_request (name))
    return fail (error, _ ("Parley sets “%s” itself."), name);
  if (!is_plain (header->value))
    return fail (error, _ ("the value of “%s” is empty, too long or not plain ASCII."), name);
  return TRUE;
}

static GStrv
split_all (const char *value)
{
  return g_strsplit (value, ";", -1);
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " ")] == '\0';
}

gboolean
parley_headers_check (const char *value, GError **error)
{
  g_auto (GStrv) all = split_all (value);

  if (g_strv_length (all) > MAX_HEADERS)
    return fail (error, _ ("there are more than %d headers."), MAX_HEADERS);
  for (guint i = 0; all[i] != NULL; i++)
    {
      Header header = { .name = all[i] + strlen (all[i]) };

      if (is_blank (all[i]))
        continue;
      split (all[i], &header);
      if (!check (&header, error))
        return FALSE;
    }
  return TRUE;
}

void
parley_headers_foreach (const char *value, ParleyHeaderFunc func, gpointer data)
{
  g_auto (GStrv) all = split_all (value);

  for (guint i = 0; all[i] != NULL; i++)
    {
      Header header;

      if (split (all[i], &header))
        func (header.name, header.value, data);
    }
}
