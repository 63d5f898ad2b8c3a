/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-line-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "base/parley-json.h"

#define ENDING ".lines"

/* Digits of a digest before each line, and the blank behind them. */
#define DIGITS 8
#define BEFORE (DIGITS + 1)

/* A file that grew beyond this is not ours. */
#define MAX_BYTES (64 * 1024 * 1024)

/* More names than these are not free only where something else is wrong. */
#define TRIES 20

struct _ParleyLineFile
{
  char *folder;
  char *kind;
  char *path; /* NULL: none was made yet */
  int fd;     /* -1: likewise */
  goffset size;
  gboolean named;   /* the file's name is on the disk, too */
  gboolean blanked; /* something is overwritten, but perhaps not on the disk */
};

static gboolean
fail (int number, GError **error)
{
  GIOErrorEnum code
      = number == EDQUOT ? G_IO_ERROR_NO_SPACE : (GIOErrorEnum) g_io_error_from_errno (number);

  g_set_error_literal (error, G_IO_ERROR, code, g_strerror (number));
  return FALSE;
}

ParleyLineFile *
parley_line_file_new (const char *folder, const char *kind)
{
  ParleyLineFile *file = g_new0 (ParleyLineFile, 1);

  file->folder = g_strdup (folder);
  file->kind = g_strdup (kind);
  file->fd = -1;
  return file;
}

/* What is removed before it was overwritten never is. */
static void
let_go (ParleyLineFile *file, gboolean remove)
{
  if (remove && parley_line_file_is_current (file))
    {
      parley_line_file_empty (file);
      if (file->blanked)
        parley_line_file_sync (file, NULL);
      g_unlink (file->path);
    }
  if (file->fd >= 0)
    close (file->fd);
  file->fd = -1;
  file->size = 0;
  file->named = FALSE;
  file->blanked = FALSE;
  g_clear_pointer (&file->path, g_free);
}

void
parley_line_file_remove (ParleyLineFile *file)
{
  let_go (file, TRUE);
}

void
parley_line_file_close (ParleyLineFile *file, gboolean remove)
{
  let_go (file, remove);
  g_free (file->folder);
  g_free (file->kind);
  g_free (file);
}

gboolean
parley_line_file_is_current (ParleyLineFile *file)
{
  GStatBuf named;
  struct stat open;

  return file->fd >= 0 && g_stat (file->path, &named) == 0 && fstat (file->fd, &open) == 0
         && named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

const char *
parley_line_file_get_path (ParleyLineFile *file)
{
  return file->path;
}

goffset
parley_line_file_get_size (ParleyLineFile *file)
{
  return file->size;
}

/* --- opening --- */

static gboolean
lock (int fd)
{
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  return fcntl (fd, F_SETLK, &whole) == 0;
}

/* The name is on the disk, too. */
static gboolean
sync_folder (const char *folder, GError **error)
{
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  gboolean well;

  if (fd < 0)
    return fail (errno, error);
  /* Some file systems can't, and some needn't. */
  well = fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP || fail (errno, error);
  close (fd);
  return well;
}

/* Another process may look for files that nobody holds between the making and the locking: it then
 * has taken the file, or is about to. */
static gboolean
make (ParleyLineFile *file, GError **error)
{
  if (g_mkdir_with_parents (file->folder, 0700) != 0)
    return fail (errno, error);
  for (guint i = 0; i < TRIES; i++)
    {
      file->path = g_strdup_printf ("%s/%s-%08x" ENDING, file->folder, file->kind, g_random_int ());
      file->fd = g_open (file->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
      if (file->fd < 0 && errno != EEXIST)
        {
          fail (errno, error);
          let_go (file, FALSE);
          return FALSE;
        }
      if (file->fd >= 0 && lock (file->fd) && parley_line_file_is_current (file))
        return TRUE;
      let_go (file, file->fd >= 0);
    }
  return fail (EEXIST, error);
}

static gboolean
ensure (ParleyLineFile *file, gboolean lasting, GError **error)
{
  if (!parley_line_file_is_current (file))
    {
      let_go (file, FALSE);
      if (!make (file, error))
        return FALSE;
    }
  file->named = file->named || (lasting && sync_folder (file->folder, error));
  if (file->named || !lasting)
    return TRUE;
  let_go (file, TRUE);
  return FALSE;
}

/* --- writing --- */

static char *
dup_digest (const char *line, gsize length)
{
  g_autofree char *digest
      = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) line, length);

  return g_strndup (digest, DIGITS);
}

void
parley_line_file_format (GString *lines, const char *line)
{
  g_autofree char *digest = dup_digest (line, strlen (line));

  g_string_append_printf (lines, "%s %s\n", digest, line);
}

static gboolean
write_at (int fd, const char *data, gsize length, goffset at, GError **error)
{
  while (length > 0)
    {
      ssize_t n = pwrite (fd, data, length, at);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return fail (n < 0 ? errno : ENOSPC, error);
      data += n;
      at += n;
      length -= (gsize) n;
    }
  return TRUE;
}

gboolean
parley_line_file_sync (ParleyLineFile *file, GError **error)
{
  if (file->fd >= 0 && fdatasync (file->fd) != 0)
    return fail (errno, error);
  file->blanked = FALSE;
  return TRUE;
}

/* The error is told; what can't be taken back is overwritten by the next lines. */
static void
take_back (ParleyLineFile *file, goffset at)
{
  struct stat info;

  if (fstat (file->fd, &info) == 0
      && (info.st_size <= at
          || parley_line_file_blank (file, at, (gsize) (info.st_size - at), NULL)))
    return;
  if (ftruncate (file->fd, at) != 0)
    g_debug ("a line that failed stays: %s", g_strerror (errno));
}

goffset
parley_line_file_add (ParleyLineFile *file, const GString *lines, gboolean lasting, GError **error)
{
  goffset at;

  if (!ensure (file, lasting, error))
    return -1;
  at = file->size;
  if (write_at (file->fd, lines->str, lines->len, at, error)
      && (!lasting || parley_line_file_sync (file, error)))
    {
      file->size += (goffset) lines->len;
      return at;
    }
  take_back (file, at);
  return -1;
}

gboolean
parley_line_file_blank (ParleyLineFile *file, goffset at, gsize length, GError **error)
{
  g_autofree char *blank = g_strnfill (length - 1, ' ');
  g_autofree char *line = g_strconcat (blank, "\n", NULL);

  file->blanked = TRUE;
  return write_at (file->fd, line, length, at, error);
}

gboolean
parley_line_file_replace (ParleyLineFile *file, const GString *lines, GError **error)
{
  ParleyLineFile *fresh = parley_line_file_new (file->folder, file->kind);

  if (parley_line_file_add (fresh, lines, TRUE, error) < 0)
    {
      parley_line_file_close (fresh, TRUE);
      return FALSE;
    }
  let_go (file, TRUE);
  file->path = g_steal_pointer (&fresh->path);
  file->fd = fresh->fd;
  file->size = fresh->size;
  file->named = fresh->named;
  fresh->fd = -1;
  parley_line_file_close (fresh, FALSE);
  return TRUE;
}

void
parley_line_file_empty (ParleyLineFile *file)
{
  if (file->size > 0 && parley_line_file_blank (file, 0, (gsize) file->size, NULL))
    file->size = 0;
}

/* --- reading --- */

static void
file_line_free (gpointer data)
{
  ParleyFileLine *line = data;

  g_clear_pointer (&line->object, json_object_unref);
  g_free (line);
}

/* A line whose digest is wrong may still tell whom it is about. */
static ParleyFileLine *
read_line (const char *text, gsize length)
{
  ParleyFileLine *line = g_new0 (ParleyFileLine, 1);
  const char *json = length > BEFORE ? text + BEFORE : "";
  gsize json_length = length > BEFORE ? length - BEFORE : 0;
  g_autofree char *digest = dup_digest (json, json_length);
  g_autoptr (JsonNode) node = NULL;

  if (json_length > 0 && g_utf8_validate_len (json, json_length, NULL))
    node = parley_json_parse_line (json, json_length);
  if (node != NULL)
    line->object = json_object_ref (json_node_get_object (node));
  line->sound = node != NULL && memcmp (digest, text, DIGITS) == 0 && text[DIGITS] == ' ';
  return line;
}

/* A line begins with a digit and ends with a brace: one with a blank there was being written where
 * others had stood, or overwritten. Blocks that a power cut left out are zeros. */
static gboolean
is_blank (const char *text, gsize length)
{
  gsize zeros = 0;

  while (zeros < length && text[zeros] == '\0')
    zeros++;
  return zeros == length || text[zeros] == ' ' || text[length - 1] == ' ';
}

GPtrArray *
parley_line_file_read (ParleyLineFile *file, GError **error)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (file_line_free);
  g_autofree char *bytes = NULL;
  const char *from;
  const char *stop;
  ssize_t n;

  if (file->fd < 0)
    return g_steal_pointer (&lines);
  bytes = g_malloc ((gsize) file->size + 1);
  n = pread (file->fd, bytes, (gsize) file->size, 0);
  if (n < 0)
    {
      fail (errno, error);
      return NULL;
    }
  from = bytes;
  stop = bytes + n;
  while (from < stop)
    {
      const char *end = memchr (from, '\n', (gsize) (stop - from));

      if (end == NULL)
        break;
      if (!is_blank (from, (gsize) (end - from)))
        {
          ParleyFileLine *line = read_line (from, (gsize) (end - from));

          line->at = from - bytes;
          line->length = (gsize) (end + 1 - from);
          g_ptr_array_add (lines, line);
        }
      from = end + 1;
    }
  return g_steal_pointer (&lines);
}

/* --- what other processes left --- */

static void
close_left (gpointer data)
{
  parley_line_file_close (data, FALSE);
}

/* Returns: (transfer full) (nullable): NULL if it is in use, or no file of ours. */
static ParleyLineFile *
open_left (const char *folder, const char *kind, const char *name)
{
  ParleyLineFile *file = parley_line_file_new (folder, kind);
  struct stat info;

  file->path = g_build_filename (folder, name, NULL);
  file->fd = g_open (file->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  if (file->fd >= 0 && fstat (file->fd, &info) == 0 && S_ISREG (info.st_mode)
      && info.st_size <= MAX_BYTES && lock (file->fd) && parley_line_file_is_current (file))
    {
      file->size = info.st_size;
      return file;
    }
  parley_line_file_close (file, FALSE);
  return NULL;
}

static int
compare_age (gconstpointer a, gconstpointer b)
{
  const ParleyLineFile *left = *(const ParleyLineFile *const *) a;
  const ParleyLineFile *right = *(const ParleyLineFile *const *) b;
  struct stat first = { 0 };
  struct stat second = { 0 };

  if (fstat (left->fd, &first) != 0 || fstat (right->fd, &second) != 0)
    return 0;
  if (first.st_mtim.tv_sec != second.st_mtim.tv_sec)
    return first.st_mtim.tv_sec < second.st_mtim.tv_sec ? -1 : 1;
  return first.st_mtim.tv_nsec < second.st_mtim.tv_nsec ? -1 : 1;
}

GPtrArray *
parley_line_file_take_left (const char *folder, const char *kind, const char *own)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (close_left);
  g_autofree char *prefix = g_strconcat (kind, "-", NULL);
  g_autofree char *own_name = own != NULL ? g_path_get_basename (own) : NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      ParleyLineFile *file = NULL;

      if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, ENDING)
          && g_strcmp0 (name, own_name) != 0)
        file = open_left (folder, kind, name);
      if (file != NULL)
        g_ptr_array_add (files, file);
    }
  g_ptr_array_sort (files, compare_age);
  return files;
}
