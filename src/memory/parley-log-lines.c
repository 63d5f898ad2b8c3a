/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-log-lines.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/parley-text.h"

/* Names in one folder that are looked at. */
#define MAX_FILES 5000

/* Of one line. */
#define MAX_LINE 4096

/* Whatever language the line about it is in, these stand in it. */
static const char *const secrets[] = { "otr", "omemo", "ncrypt", "pgp" };

void
parley_log_line_free (ParleyLogLine *line)
{
  g_free (line->text);
  g_free (line);
}

/* --- a line --- */

/* Returns: (transfer full): without tags, with what entities stand for. */
static char *
dup_plain (const char *html)
{
  static const struct
  {
    const char *entity;
    const char *text;
  } entities[] = { { "&lt;", "<" },  { "&gt;", ">" },   { "&quot;", "\"" }, { "&apos;", "'" },
                   { "&#39;", "'" }, { "&nbsp;", " " }, { "&amp;", "&" } };
  g_autoptr (GString) plain = g_string_new (NULL);
  gboolean in_tag = FALSE;

  for (const char *p = html; *p != '\0'; p++)
    {
      if (*p == '<')
        in_tag = TRUE;
      else if (*p == '>' && in_tag)
        in_tag = FALSE;
      else if (!in_tag)
        g_string_append_c (plain, *p);
    }
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    g_string_replace (plain, entities[i].entity, entities[i].text, 0);
  return parley_text_dup_line (plain->str, MAX_LINE);
}

/* "(12:00:01 PM) …". Returns: seconds; -1 for another form. */
static gint64
read_time (const char *line)
{
  guint hour;
  guint minute;
  guint second;

  if (sscanf (line, "(%2u:%2u:%2u", &hour, &minute, &second) != 3)
    return -1;
  return hour * 3600 + minute * 60 + second;
}

/* How a line of the user's begins, and its name ends: as libpurple 2.14 writes it, and as earlier
 * versions did. In small letters. */
typedef struct
{
  const char *begin;
  const char *end;
} Form;

static const Form forms[] = {
  { "<span style=\"color: #16569e\">", ":</b></span>" },
  { "<font color=\"#16569e\">", ":</b></font>" },
};

/* Returns: (nullable): what stands behind the name of a line as HTML, if it is the user's; an
 * answer that a program gave is none. */
static const char *
find_own_html (const char *line)
{
  g_autofree char *folded = g_ascii_strdown (line, -1);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const char *name = g_str_has_prefix (folded, forms[i].begin) ? strstr (folded, "<b>") : NULL;
      const char *end = name != NULL ? strstr (name, forms[i].end) : NULL;

      if (end != NULL && g_strstr_len (name, end - name, "auto-reply") == NULL)
        return line + (end - folded) + strlen (forms[i].end);
    }
  return NULL;
}

/* The same of plain text. */
static const char *
find_own_text (const char *line, const char *const *names)
{
  const char *close = *line == '(' ? strstr (line, ") ") : NULL;

  for (guint i = 0; close != NULL && names[i] != NULL; i++)
    {
      gsize length = strlen (names[i]);

      if (length > 0 && strncmp (close + 2, names[i], length) == 0
          && g_str_has_prefix (close + 2 + length, ": "))
        return close + 2 + length + 2;
    }
  return NULL;
}

/* --- a file --- */

static gboolean
has_secret (const char *text)
{
  g_autofree char *folded = g_ascii_strdown (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      if (strstr (folded, secrets[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A time of day that goes back is one of the next day. */
static void
add_line (GPtrArray *lines, const char *words, const char *stamp, gint64 *wall)
{
  g_autofree char *text = dup_plain (words);
  gint64 time = stamp != NULL ? read_time (stamp) : -1;
  ParleyLogLine *line;

  while (time >= 0 && time < *wall)
    time += 86400;
  *wall = time >= 0 ? time : *wall + 3600;
  /* Of what is in another encoding nobody can say what it was. */
  if (*text == '\0' || strstr (text, "\357\277\275") != NULL)
    return;
  line = g_new0 (ParleyLogLine, 1);
  line->text = g_steal_pointer (&text);
  line->wall = *wall;
  g_ptr_array_add (lines, line);
}

static void
add_lines (GPtrArray *lines, char *text, gboolean html, const char *const *names)
{
  gint64 wall = 0;
  char *end;

  for (char *line = text; line != NULL; line = end != NULL ? end + 1 : NULL)
    {
      const char *words;

      end = strchr (line, '\n');
      if (end != NULL)
        *end = '\0';
      if (strlen (line) > MAX_LINE)
        continue;
      words = html ? find_own_html (line) : find_own_text (line, names);
      if (words != NULL)
        add_line (lines, words, strchr (line, '('), &wall);
    }
}

/* Only a regular file, which nobody wrote into since @before: no pipe holds it up. @left: bytes
 * that may be read. Returns: (transfer full) (nullable): its end, from the first whole line on. */
static char *
read_end (int folder, const char *name, gint64 before, gsize *left)
{
  int fd = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  g_autofree char *text = NULL;
  struct stat info;
  gssize n = -1;
  gsize size = 0;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && info.st_mtime < before
      && info.st_size > 0)
    {
      size = MIN ((guint64) info.st_size, *left);
      text = g_malloc (size + 1);
      n = pread (fd, text, size, info.st_size - (off_t) size);
    }
  close (fd);
  if (n <= 0)
    return NULL;
  *left -= (gsize) n;
  text[n] = '\0';
  if ((gsize) info.st_size > size)
    {
      const char *first = strchr (text, '\n');

      return first != NULL ? g_strdup (first + 1) : NULL;
    }
  return g_steal_pointer (&text);
}

/* --- the folder --- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) b, *(const char *const *) a);
}

/* Returns: (transfer full) (nullable): of char *, the newest first, for they begin with the day. */
static GPtrArray *
list_names (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  GPtrArray *names;
  const char *name;

  if (dir == NULL)
    return NULL;
  names = g_ptr_array_new_with_free_func (g_free);
  while (names->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    {
      if (g_ascii_isdigit (*name)
          && (g_str_has_suffix (name, ".html") || g_str_has_suffix (name, ".txt")))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Returns: (transfer full): of ParleyLogLine. */
static GPtrArray *
new_lines (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_log_line_free);
}

/* Each file is a day of its own. */
static GPtrArray *
put_before (GPtrArray *older, GPtrArray *newer)
{
  gint64 begin = older->len > 0
                     ? ((ParleyLogLine *) g_ptr_array_index (older, older->len - 1))->wall + 86400
                     : 0;

  for (guint i = 0; i < newer->len; i++)
    ((ParleyLogLine *) g_ptr_array_index (newer, i))->wall += begin;
  g_ptr_array_extend_and_steal (older, newer);
  return older;
}

GPtrArray *
parley_log_lines_read (const char *folder, gint64 before, const char *const *names, GError **error)
{
  g_autoptr (GPtrArray) files = list_names (folder, error);
  GPtrArray *lines = files != NULL ? new_lines () : NULL;
  gsize left = PARLEY_LOG_MAX_BYTES;
  int fd = files != NULL ? open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

  for (guint i = 0; fd >= 0 && i < files->len && left > 0 && lines->len < PARLEY_LOG_MAX_LINES; i++)
    {
      const char *name = g_ptr_array_index (files, i);
      g_autofree char *text = read_end (fd, name, before, &left);
      GPtrArray *older;

      if (text == NULL || has_secret (text))
        continue;
      older = new_lines ();
      add_lines (older, text, g_str_has_suffix (name, ".html"), names);
      lines = put_before (older, lines);
    }
  if (fd >= 0)
    close (fd);
  if (lines != NULL && lines->len > PARLEY_LOG_MAX_LINES)
    g_ptr_array_remove_range (lines, 0, lines->len - PARLEY_LOG_MAX_LINES);
  return lines;
}
