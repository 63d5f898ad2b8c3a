/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-key.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "base/parley-error.h"

#define MAX_FILE 4096

static gboolean
is_clean (const char *key)
{
  if (!g_utf8_validate (key, -1, NULL))
    return FALSE;
  for (const char *p = key; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Asked of the open file, so that no other can be put in its place in between. @name: for the
 * user's eyes. */
static gboolean
check_file (const struct stat *info, const char *name, GError **error)
{
  if (!S_ISREG (info->st_mode))
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s should be a file with the API key in it, but it is no file."), name);
      return FALSE;
    }
  if ((info->st_mode & 077) != 0)
    {
      g_set_error (
          error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("Other people on this computer can get at the API key in %s. To stop that, run: "
             "chmod 600 \"%s\""),
          name, name);
      return FALSE;
    }
  if (info->st_size > MAX_FILE)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("%s is too large for a file with an API key in it: put only the key there."),
                   name);
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

static char *
read_key (int fd, const char *name, GError **error)
{
  char buffer[MAX_FILE + 1] = { 0 };
  struct stat info;
  gssize length;
  char *line;

  if (fstat (fd, &info) != 0)
    length = -1;
  else if (!check_file (&info, name, error))
    return NULL;
  else
    length = read_all (fd, buffer, MAX_FILE);
  if (length < 0)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("The API key in %s can't be read: %s"), name, g_strerror (errno));
      return NULL;
    }

  /* A NUL would hide what is behind it from all that follows. */
  if (memchr (buffer, '\0', length) == NULL)
    {
      buffer[strcspn (buffer, "\n")] = '\0';
      line = g_strstrip (buffer);
      if (*line != '\0' && is_clean (line))
        return g_strdup (line);
    }
  g_set_error (
      error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
      _ ("There is no API key in the first line of %s: put it there as plain text, or remove "
         "the file if the server needs no key."),
      name);
  return NULL;
}

static char *
load_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  /* Without O_NONBLOCK a named pipe would wait for a writer. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  char *key;

  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
    return NULL;
  if (fd < 0)
    {
      g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                   _ ("The API key in %s can't be read: %s"), name, g_strerror (errno));
      return NULL;
    }
  key = read_key (fd, name, error);
  close (fd);
  return key;
}

char *
parley_key_load (const char *path, GError **error)
{
  g_autofree char *key = g_strstrip (g_strdup (g_getenv (PARLEY_KEY_VARIABLE) ?: ""));

  if (*key == '\0')
    return path != NULL ? load_file (path, error) : NULL;
  if (!is_clean (key))
    {
      g_set_error (
          error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
          _ ("The environment variable %s does not hold an API key: set it anew, or remove it."),
          PARLEY_KEY_VARIABLE);
      return NULL;
    }
  return g_steal_pointer (&key);
}
