/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-forgotten-file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Bytes after which it begins anew; each line is a digest of eight. */
#define MAX_BYTES 4096

struct _ParleyForgottenFile
{
  char *path;
  GHashTable *counts; /* digest → how often it was seen */
  goffset read;       /* bytes that were looked at */
  ino_t inode;
};

ParleyForgottenFile *
parley_forgotten_file_new (const char *folder)
{
  ParleyForgottenFile *file = g_new0 (ParleyForgottenFile, 1);

  file->path = g_build_filename (folder, "forgotten", NULL);
  file->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return file;
}

void
parley_forgotten_file_free (ParleyForgottenFile *file)
{
  g_hash_table_unref (file->counts);
  g_free (file->path);
  g_free (file);
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
  /* It was begun anew. */
  if (info.st_ino != file->inode || (goffset) length < file->read)
    file->read = 0;
  lines = g_strsplit (text + file->read, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (file->counts, lines[i]));

      g_hash_table_insert (file->counts, g_strdup (lines[i]), GUINT_TO_POINTER (n + 1));
    }
  file->read = (goffset) length;
  file->inode = info.st_ino;
}

void
parley_forgotten_file_add (ParleyForgottenFile *file, const ParleyChatKey *key)
{
  g_autofree char *digest = parley_chat_key_dup_tag (key);
  g_autofree char *line = g_strconcat (digest, "\n", NULL);
  GStatBuf info;
  int fd;

  if (g_stat (file->path, &info) == 0 && info.st_size >= MAX_BYTES)
    g_unlink (file->path);
  fd = g_open (file->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return;
  if (write (fd, line, strlen (line)) < 0)
    g_debug ("other programs don't hear of it");
  close (fd);
}

guint
parley_forgotten_file_count (ParleyForgottenFile *file, const ParleyChatKey *key)
{
  g_autofree char *digest = NULL;

  look (file);
  if (g_hash_table_size (file->counts) == 0)
    return 0;
  digest = parley_chat_key_dup_tag (key);
  return GPOINTER_TO_UINT (g_hash_table_lookup (file->counts, digest));
}
