/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-forgotten-file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Bytes after which it begins anew. */
#define MAX_BYTES (256 * 1024)

/* The first line: with what names are hashed in this file, so that nobody's can be guessed from
 * another. The others are a digest, a space, and the seconds since 1970. */
#define SALT     "salt "
#define N_SALT   (sizeof SALT - 1 + 32 + 1)
#define N_DIGEST 16

struct _ParleyForgottenFile
{
  char *path;
  char *salt;         /* (nullable): of what was read */
  GHashTable *counts; /* digest → Forgotten */
  goffset read;       /* bytes that were looked at */
  ino_t inode;
};

typedef struct
{
  guint n;     /* how often it was seen */
  gint64 wall; /* when last */
} Forgotten;

ParleyForgottenFile *
parley_forgotten_file_new (const char *folder)
{
  ParleyForgottenFile *file = g_new0 (ParleyForgottenFile, 1);

  file->path = g_build_filename (folder, "forgotten", NULL);
  file->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return file;
}

void
parley_forgotten_file_free (ParleyForgottenFile *file)
{
  g_hash_table_unref (file->counts);
  g_free (file->salt);
  g_free (file->path);
  g_free (file);
}

static char *
dup_digest (const char *salt, const ParleyChatKey *key)
{
  g_autofree char *who = g_strjoin ("\n", key->protocol, key->account, key->person, NULL);
  char *digest = g_compute_hmac_for_string (G_CHECKSUM_SHA256, (const guchar *) salt, strlen (salt),
                                            who, -1);

  digest[N_DIGEST] = '\0';
  return digest;
}

/* --- reading --- */

static void
take_line (ParleyForgottenFile *file, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", 2);
  Forgotten *forgotten;

  if (g_strv_length (parts) != 2)
    return;
  forgotten = g_hash_table_lookup (file->counts, parts[0]);
  if (forgotten == NULL)
    {
      forgotten = g_new0 (Forgotten, 1);
      g_hash_table_insert (file->counts, g_strdup (parts[0]), forgotten);
    }
  forgotten->n++;
  forgotten->wall = MAX (forgotten->wall, g_ascii_strtoll (parts[1], NULL, 10));
}

/* It was begun anew, with another salt. */
static void
begin_anew (ParleyForgottenFile *file, const char *text)
{
  g_free (file->salt);
  file->salt = g_strndup (text, N_SALT);
  file->read = N_SALT;
}

static void
look (ParleyForgottenFile *file)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GStatBuf info;
  gsize length;

  if (g_stat (file->path, &info) != 0 || info.st_size > 2 * MAX_BYTES
      || (info.st_ino == file->inode && info.st_size == file->read)
      || !g_file_get_contents (file->path, &text, &length, NULL))
    return;
  if (!g_str_has_prefix (text, SALT) || length < N_SALT)
    return;
  if (info.st_ino != file->inode || (goffset) length < file->read)
    begin_anew (file, text);
  lines = g_strsplit (text + file->read, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    take_line (file, lines[i]);
  file->read = (goffset) length;
  file->inode = info.st_ino;
}

/* --- writing --- */

/* One that another program makes at the same time stays. */
static void
make (ParleyForgottenFile *file)
{
  g_autofree char *path = g_strdup_printf ("%s.%x", file->path, g_random_int ());
  g_autofree char *text = g_strdup_printf (SALT "%08x%08x%08x%08x\n", g_random_int (),
                                           g_random_int (), g_random_int (), g_random_int ());

  if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    return;
  if (link (path, file->path) != 0)
    g_debug ("there is one");
  g_unlink (path);
}

/* What is full, or of a Parley that had no salt, makes room. */
static gboolean
is_usable (ParleyForgottenFile *file)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (file->path, &text, &length, NULL) && g_str_has_prefix (text, SALT)
         && length >= N_SALT && length < MAX_BYTES;
}

void
parley_forgotten_file_add (ParleyForgottenFile *file, const ParleyChatKey *key, gint64 wall)
{
  g_autofree char *digest = NULL;
  g_autofree char *line = NULL;
  int fd;

  if (!is_usable (file))
    {
      g_unlink (file->path);
      make (file);
    }
  look (file);
  fd = g_open (file->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0 || file->salt == NULL)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  digest = dup_digest (file->salt, key);
  line = g_strdup_printf ("%s %" G_GINT64_FORMAT "\n", digest, wall);
  if (write (fd, line, strlen (line)) < 0)
    g_debug ("other programs don't hear of it");
  close (fd);
}

/* --- asking --- */

/* Returns: (transfer none) (nullable). */
static const Forgotten *
find (ParleyForgottenFile *file, const ParleyChatKey *key)
{
  g_autofree char *digest = NULL;

  look (file);
  if (file->salt == NULL)
    return NULL;
  digest = dup_digest (file->salt, key);
  return g_hash_table_lookup (file->counts, digest);
}

guint
parley_forgotten_file_count (ParleyForgottenFile *file, const ParleyChatKey *key)
{
  const Forgotten *forgotten = find (file, key);

  return forgotten != NULL ? forgotten->n : 0;
}

gint64
parley_forgotten_file_get_wall (ParleyForgottenFile *file, const ParleyChatKey *key)
{
  const Forgotten *forgotten = find (file, key);

  return forgotten != NULL ? forgotten->wall : 0;
}
