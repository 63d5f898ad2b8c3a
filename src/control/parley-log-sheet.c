/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-log-sheet.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parley-json-line.h"
#include "base/parley-json.h"

#define NAME       "parley.log"
#define MAX_HEADER 128
#define MAX_TRIES  10 /* another program may begin a new file meanwhile */

/* A file that is open, and locked. */
typedef struct
{
  int fd; /* -1: none */
  char *salt;
} Sheet;

void
parley_log_deed_free (ParleyLogDeed *line)
{
  g_free (line->event);
  g_free (line->reason);
  g_clear_pointer (&line->key, parley_chat_key_free);
  g_free (line);
}

/* --- what stands in a line --- */

static char *
dup_salt (void)
{
  return g_strdup_printf ("%08x%08x%08x%08x", g_random_int (), g_random_int (), g_random_int (),
                          g_random_int ());
}

static char *
dup_tag (const char *salt, const ParleyChatKey *key)
{
  g_autofree char *who = g_strjoin ("\n", key->protocol, key->account, key->person, NULL);
  char *digest = g_compute_hmac_for_string (G_CHECKSUM_SHA256, (const guchar *) salt, strlen (salt),
                                            who, -1);

  digest[16] = '\0';
  return digest;
}

static void
add_time (ParleyJsonLine *json, gint64 wall)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_utc (wall);
  g_autofree char *text = at != NULL ? g_date_time_format_iso8601 (at) : NULL;

  parley_json_line_add_string (json, "at", text);
}

static char *
dup_text (const ParleyLogDeed *line, const char *salt)
{
  ParleyJsonLine *json = parley_json_line_new ();
  g_autofree char *text = NULL;

  add_time (json, line->wall);
  parley_json_line_add_string (json, "event", line->event);
  if (*line->reason != '\0')
    parley_json_line_add_string (json, "reason", line->reason);
  if (line->key != NULL)
    {
      g_autofree char *tag = dup_tag (salt, line->key);

      parley_json_line_add_string (json, "chat", tag);
    }
  if (line->key != NULL && line->named)
    {
      parley_json_line_add_string (json, "protocol", line->key->protocol);
      parley_json_line_add_string (json, "account", line->key->account);
      parley_json_line_add_string (json, "address", line->key->person);
    }
  text = parley_json_line_end (json);
  return g_strconcat (text, "\n", NULL);
}

/* --- the files --- */

static void
sheet_clear (Sheet *sheet)
{
  if (sheet->fd >= 0)
    close (sheet->fd);
  sheet->fd = -1;
  g_clear_pointer (&sheet->salt, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sheet, sheet_clear)

/* Returns: (transfer full): the path of the file @i, from 0, the newest. */
static char *
dup_path (const char *folder, guint i)
{
  g_autofree char *name = i > 0 ? g_strdup_printf (NAME ".%u", i) : g_strdup (NAME);

  return g_build_filename (folder, name, NULL);
}

static gboolean
fail (GError **error, const char *path, int code)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", shown, g_strerror (code));
  return FALSE;
}

/* A link would have us write into what it names, and so would a second name of the file. */
static int
look_at (int fd)
{
  struct stat there;

  if (fstat (fd, &there) != 0)
    return errno;
  if (!S_ISREG (there.st_mode) || there.st_uid != geteuid () || there.st_nlink > 1)
    return EEXIST;
  return (there.st_mode & 0777) != 0600 && fchmod (fd, 0600) != 0 ? errno : 0;
}

/* A lock of POSIX's goes with the program that holds it. */
static int
lock (int fd)
{
  struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  while (fcntl (fd, F_SETLKW, &all) != 0)
    {
      if (errno != EINTR)
        return errno;
    }
  return 0;
}

/* Whether the file that is open is still the one of that name. */
static gboolean
is_current (int fd, const char *path)
{
  struct stat open;
  GStatBuf named;

  return fstat (fd, &open) == 0 && g_lstat (path, &named) == 0 && open.st_ino == named.st_ino
         && open.st_dev == named.st_dev;
}

/* Reads how addresses are hashed in the file. Returns: (transfer full) (nullable): NULL if it
 * doesn't say so. */
static char *
read_salt (int fd)
{
  char header[MAX_HEADER];
  ssize_t length = pread (fd, header, sizeof header, 0);
  const char *end = length > 0 ? memchr (header, '\n', (size_t) length) : NULL;
  g_autoptr (JsonNode) node = NULL;
  const char *salt;

  if (end == NULL)
    return NULL;
  node = parley_json_parse (header, (gsize) (end - header), NULL);
  if (node == NULL)
    return NULL;
  salt = parley_json_get_string (json_node_get_object (node), "salt");
  return salt != NULL && *salt != '\0' ? g_strdup (salt) : NULL;
}

/* @flags: how it is opened. Returns: FALSE with an error; TRUE without a file if there is none. */
static gboolean
open_sheet (Sheet *sheet, const char *path, int flags, GError **error)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      int code;

      sheet->fd = g_open (path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
      if (sheet->fd < 0)
        return (errno == ENOENT && (flags & O_CREAT) == 0) || fail (error, path, errno);
      code = look_at (sheet->fd);
      if (code == 0)
        code = lock (sheet->fd);
      if (code != 0)
        {
          sheet_clear (sheet);
          return fail (error, path, code);
        }
      if (is_current (sheet->fd, path))
        {
          sheet->salt = read_salt (sheet->fd);
          return TRUE;
        }
      sheet_clear (sheet);
    }
  return fail (error, path, EBUSY);
}

/* --- writing --- */

/* It goes to the end even where the lock does not hold: between two writers of one process, such as
 * one that is unloaded while its last lines are on their way.
 * What is written in part is taken away again: a line is there or not. */
static gboolean
write_text (int fd, const char *text, goffset size)
{
  gsize length = strlen (text);
  gsize at = 0;

  while (at < length)
    {
      ssize_t n = pwrite (fd, text + at, length - at, size + (off_t) at);
      int code = errno;

      if (n > 0)
        at += (gsize) n;
      else if (n == 0 || code != EINTR)
        {
          if (at > 0 && ftruncate (fd, size) != 0)
            g_debug ("half a line stays in the log");
          errno = n == 0 ? ENOSPC : code;
          return FALSE;
        }
    }
  return TRUE;
}

/* The files behind it move on by one. */
static gboolean
move_on (const char *folder, GError **error)
{
  for (guint i = PARLEY_LOG_N_FILES - 1; i > 0; i--)
    {
      g_autofree char *from = dup_path (folder, i - 1);
      g_autofree char *to = dup_path (folder, i);

      if (g_rename (from, to) != 0 && errno != ENOENT)
        return fail (error, to, errno);
    }
  return TRUE;
}

static gboolean
begin (Sheet *sheet, const char *path, GError **error)
{
  ParleyJsonLine *json = parley_json_line_new ();
  g_autofree char *header = NULL;
  g_autofree char *line = NULL;

  sheet->salt = dup_salt ();
  parley_json_line_add_int (json, "log", 1);
  parley_json_line_add_string (json, "salt", sheet->salt);
  header = parley_json_line_end (json);
  line = g_strconcat (header, "\n", NULL);
  return write_text (sheet->fd, line, 0) || fail (error, path, errno);
}

/* Opens the file for one more line of @length. What is no log of ours moves on like a full one. */
static gboolean
open_for (Sheet *sheet, const char *folder, gsize length, goffset *size, GError **error)
{
  g_autofree char *path = dup_path (folder, 0);

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      struct stat info;

      if (sheet->fd < 0 && !open_sheet (sheet, path, O_RDWR | O_CREAT | O_APPEND, error))
        return FALSE;
      if (fstat (sheet->fd, &info) != 0)
        return fail (error, path, errno);
      *size = info.st_size;
      if (*size == 0)
        {
          if (!begin (sheet, path, error))
            return FALSE;
        }
      else if (sheet->salt != NULL && *size + (goffset) length <= PARLEY_LOG_MAX_BYTES)
        return TRUE;
      else if (!move_on (folder, error))
        return FALSE;
      else
        sheet_clear (sheet);
    }
  return fail (error, path, EBUSY);
}

static gboolean
append (Sheet *sheet, const char *folder, const ParleyLogDeed *line, GError **error)
{
  g_autofree char *path = dup_path (folder, 0);
  g_autofree char *text = NULL;
  goffset size = 0;

  /* How long it is does not depend on the salt. */
  text = dup_text (line, "");
  if (!open_for (sheet, folder, strlen (text), &size, error))
    return FALSE;
  g_free (text);
  text = dup_text (line, sheet->salt);
  return write_text (sheet->fd, text, size) || fail (error, path, errno);
}

gboolean
parley_log_sheet_append (const char *folder,
                         const GPtrArray *lines,
                         guint *n_written,
                         GError **error)
{
  g_auto (Sheet) sheet = { .fd = -1 };

  for (*n_written = 0; *n_written < lines->len; ++*n_written)
    {
      if (!append (&sheet, folder, g_ptr_array_index (lines, *n_written), error))
        return FALSE;
    }
  return TRUE;
}

/* --- forgetting --- */

static gboolean
is_of (const char *text, gsize length, const char *tag, const ParleyChatKey *key)
{
  g_autoptr (JsonNode) node = parley_json_parse (text, length, NULL);
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;

  return g_strcmp0 (parley_json_get_string (object, "chat"), tag) == 0
         || (g_strcmp0 (parley_json_get_string (object, "protocol"), key->protocol) == 0
             && g_strcmp0 (parley_json_get_string (object, "account"), key->account) == 0
             && g_strcmp0 (parley_json_get_string (object, "address"), key->person) == 0);
}

static gboolean
blank (int fd, gsize at, gsize length)
{
  g_autofree char *nothing = g_strnfill (length, ' ');

  return pwrite (fd, nothing, length, (off_t) at) == (ssize_t) length;
}

static gboolean
forget_in (Sheet *sheet, const char *text, gsize length, const ParleyChatKey *key)
{
  g_autofree char *tag = dup_tag (sheet->salt != NULL ? sheet->salt : "", key);

  for (gsize at = 0; at < length;)
    {
      const char *end = memchr (text + at, '\n', length - at);
      gsize n = end != NULL ? (gsize) (end - (text + at)) : length - at;

      if (n > 0 && text[at] == '{' && is_of (text + at, n, tag, key) && !blank (sheet->fd, at, n))
        return FALSE;
      at += n + 1;
    }
  return fdatasync (sheet->fd) == 0;
}

/* By the file that is open: closing another one of the same would give up its lock. Returns:
 * (transfer full) (nullable): what stands in it. */
static char *
read_all (int fd, gsize *length)
{
  g_autofree char *text = NULL;
  struct stat info;

  if (fstat (fd, &info) != 0)
    return NULL;
  if (info.st_size > 2 * PARLEY_LOG_MAX_BYTES)
    {
      errno = EFBIG;
      return NULL;
    }
  text = g_malloc ((gsize) info.st_size + 1);
  for (*length = 0; *length < (gsize) info.st_size;)
    {
      ssize_t n = pread (fd, text + *length, (gsize) info.st_size - *length, (off_t) *length);

      if (n < 0 && errno != EINTR)
        return NULL;
      if (n == 0)
        break;
      *length += n > 0 ? (gsize) n : 0;
    }
  return g_steal_pointer (&text);
}

static gboolean
forget (const char *path, const ParleyChatKey *key, GError **error)
{
  g_auto (Sheet) sheet = { .fd = -1 };
  g_autofree char *text = NULL;
  gsize length = 0;

  if (!open_sheet (&sheet, path, O_RDWR, error))
    return FALSE;
  if (sheet.fd < 0)
    return TRUE;
  text = read_all (sheet.fd, &length);
  return (text != NULL && forget_in (&sheet, text, length, key)) || fail (error, path, errno);
}

gboolean
parley_log_sheet_forget (const char *folder, const ParleyChatKey *key, GError **error)
{
  gboolean gone = TRUE;

  /* The newest first: one that moves on meanwhile is met again. */
  for (guint i = 0; i < PARLEY_LOG_N_FILES; i++)
    {
      g_autofree char *path = dup_path (folder, i);

      gone &= forget (path, key, error != NULL && *error == NULL ? error : NULL);
    }
  return gone;
}
