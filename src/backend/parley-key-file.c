/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-key-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "backend/parley-url.h"
#include "backend/parley-key.h"
#include "base/parley-error.h"

#define MAX_FILE (16 * 1024)

void
parley_key_line_free (ParleyKeyLine *line)
{
  g_free (line->origin);
  parley_key_free (line->key);
  g_free (line);
}

/* Asked of the open file, so that no other can be put in its place in between. @name: for the
 * user's eyes. */
static gboolean
check_file (const struct stat *info, const char *name, GError **error)
{
  if (!S_ISREG (info->st_mode))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s should be a file with the API key in it, but it is not a file."), name);
      return FALSE;
    }
  if ((info->st_mode & 077) != 0)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("Other people on this computer can read the API key in %s. To stop that, "
                      "run: chmod 600 \"%s\""),
                   name, name);
      return FALSE;
    }
  if (info->st_size > MAX_FILE)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s is too large for a file with API keys. Put only the keys in it."), name);
      return FALSE;
    }
  return TRUE;
}

/* Returns: how much was read into @buffer, -1 with errno. */
static gssize
read_all (int fd, char *buffer, gsize size)
{
  gsize length = 0;

  while (length < size)
    {
      gssize n = read (fd, buffer + length, size - length);

      if (n == 0)
        break;
      if (n < 0 && errno != EINTR)
        return -1;
      length += MAX (n, 0);
    }
  return length;
}

/* Returns: (transfer full): "" when there is no such file. */
static char *
read_text (int fd, const char *name, GError **error)
{
  char buffer[MAX_FILE + 1] = { 0 };
  struct stat info;
  gssize length;
  char *text = NULL;

  if (fstat (fd, &info) != 0)
    length = -1;
  else if (!check_file (&info, name, error))
    return NULL;
  else
    length = read_all (fd, buffer, MAX_FILE);

  /* A NUL would hide what is behind it from all that follows. */
  if (length < 0)
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("Parley can't read the API key in %s: %s"), name, g_strerror (errno));
  else if (memchr (buffer, '\0', length) != NULL)
    g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                 _ ("%s is not a text file, so Parley finds no API key in it."), name);
  else
    text = g_strdup (buffer);
  explicit_bzero (buffer, sizeof buffer);
  return text;
}

static char *
load_text (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  /* Without O_NONBLOCK a named pipe would wait for a writer. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  char *text;

  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
    return g_strdup ("");
  if (fd < 0)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("Parley can't read the API key in %s: %s"), name, g_strerror (errno));
      return NULL;
    }
  text = read_text (fd, name, error);
  close (fd);
  return text;
}

/* Returns: (transfer full) (nullable). */
static char *
parse_origin (const char *address)
{
  g_autoptr (GUri) uri = parley_url_check (address, TRUE, NULL);

  return uri != NULL ? parley_url_dup_origin (uri) : NULL;
}

/* Returns: (transfer full) (nullable): NULL when it is no such line. */
static ParleyKeyLine *
parse_line (const char *text)
{
  g_autofree char *first = g_strndup (text, strcspn (text, " \t"));
  const char *rest = text + strlen (first);
  g_autofree char *origin = NULL;
  ParleyKeyLine *line;

  rest += strspn (rest, " \t");
  if (*rest != '\0')
    origin = parse_origin (first);
  else
    rest = strstr (first, "://") == NULL ? text : "";
  if (!parley_key_is_valid (rest) || (rest != text && origin == NULL))
    return NULL;
  line = g_new0 (ParleyKeyLine, 1);
  line->origin = g_steal_pointer (&origin);
  line->key = g_strdup (rest);
  return line;
}

static gboolean
is_empty (const char *line)
{
  return *line == '\0' || *line == '#';
}

static void
lines_free (char **lines)
{
  for (char **line = lines; line != NULL && *line != NULL; line++)
    parley_key_free (*line);
  g_free (lines);
}

/* Returns: (transfer full): the lines of the file, stripped. */
static char **
load_lines (const char *path, GError **error)
{
  char *text = load_text (path, error);
  char **lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;

  for (char **line = lines; line != NULL && *line != NULL; line++)
    g_strstrip (*line);
  parley_key_free (text);
  return lines;
}

GPtrArray *
parley_key_file_load (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_key_line_free);
  char **lines = load_lines (path, error);
  gboolean good = lines != NULL;

  for (guint i = 0; good && lines[i] != NULL; i++)
    {
      ParleyKeyLine *line = is_empty (lines[i]) ? NULL : parse_line (lines[i]);

      if (line != NULL)
        g_ptr_array_add (found, line);
      good = line != NULL || is_empty (lines[i]);
      if (!good)
        g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                     _ ("Line %u of %s is not an API key. Write the server's address, a space and "
                        "the key, or “-” instead of a key if the server needs none."),
                     i + 1, name);
    }
  lines_free (lines);
  return good ? g_steal_pointer (&found) : NULL;
}

static gboolean
is_about (const char *text, const char *origin)
{
  ParleyKeyLine *line = is_empty (text) ? NULL : parse_line (text);
  gboolean about = line != NULL && g_strcmp0 (line->origin, origin) == 0;

  g_clear_pointer (&line, parley_key_line_free);
  return about;
}

/* Returns: (transfer full): "" when nothing is left. */
static GString *
rewrite (char **lines, const char *origin, const char *key)
{
  GString *text = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    if ((**line != '\0' || line[1] != NULL) && !is_about (*line, origin))
      g_string_append_printf (text, "%s\n", *line);
  if (key != NULL)
    g_string_append_printf (text, "%s %s\n", origin, key);
  return text;
}

static gboolean
store (const char *path, const GString *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (text->len == 0)
    return g_unlink (path) == 0 || errno == ENOENT;
  g_mkdir_with_parents (folder, 0700);
  return g_file_set_contents_full (path, text->str, text->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                   error);
}

gboolean
parley_key_file_set (const char *path, const char *origin, const char *key, GError **error)
{
  char **lines = load_lines (path, error);
  GString *text;
  gboolean stored;

  if (lines == NULL)
    return FALSE;
  text = rewrite (lines, origin, key);
  stored = store (path, text, error);
  lines_free (lines);
  parley_key_free (g_string_free (text, FALSE));
  return stored;
}
