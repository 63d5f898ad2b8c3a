/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-think-marks.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-data.h"
#include "base/parley-error.h"

#define FILE_NAME "reasoning.ini"
#define MAX_FILE  (64 * 1024)
/* Longer ones are hardly names, and a reply is held back meanwhile. In bytes. */
#define MAX_NAME   32
#define MAX_PARAMS 96

/* What unknown marks look like. */
typedef struct
{
  const char *front;
  const char *back;
  gboolean upper;  /* in capitals only: "[laughs]" is a word */
  gboolean params; /* there may be more behind the name */
  const char *ends[5];
} Form;

static const Form forms[] = {
  { "<|", "|>", FALSE, FALSE, { "<|/%s|>", "<|end_%s|>", "<|end_of_%s|>", "<|%s_end|>" } },
  { "<", ">", FALSE, TRUE, { "</%s>" } },
  { "[", "]", TRUE, FALSE, { "[/%s]" } },
  { "◁", "▷", FALSE, FALSE, { "◁/%s▷" } },
};

static void
mark_free (gpointer data)
{
  ParleyThinkMark *mark = data;

  g_free (mark->begin);
  g_strfreev (mark->ends);
  g_free (mark);
}

void
parley_think_marks_free (ParleyThinkMarks *marks)
{
  g_ptr_array_unref (marks->hidden);
  g_strfreev (marks->answer);
  g_strfreev (marks->dropped);
  g_strfreev (marks->words);
  g_free (marks);
}

static gboolean
has_empty (GStrv list)
{
  for (guint i = 0; list[i] != NULL; i++)
    if (*list[i] == '\0')
      return TRUE;
  return FALSE;
}

static gboolean
read_pairs (ParleyThinkMarks *marks, GKeyFile *file, const char *group, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, error);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_auto (GStrv) list = g_key_file_get_string_list (file, group, keys[i], NULL, error);
      ParleyThinkMark *mark;

      if (list == NULL)
        return FALSE;
      if (g_strv_length (list) < 2 || has_empty (list))
        {
          g_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                       /* Translators: where in a file, and what is wrong there. */
                       _ ("[%s] %s: an opening mark needs a closing one"), group, keys[i]);
          return FALSE;
        }
      mark = g_new0 (ParleyThinkMark, 1);
      mark->begin = g_strdup (list[0]);
      mark->ends = g_strdupv (list + 1);
      mark->at_start = g_str_equal (group, "start");
      g_ptr_array_add (marks->hidden, mark);
    }
  return keys != NULL;
}

static gboolean
read_all (ParleyThinkMarks *marks, const char *text, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_data (file, text, -1, G_KEY_FILE_NONE, error)
      || !read_pairs (marks, file, "hidden", error) || !read_pairs (marks, file, "start", error))
    return FALSE;
  marks->answer = g_key_file_get_string_list (file, "answer", "marks", NULL, error);
  if (marks->answer == NULL)
    return FALSE;
  marks->dropped = g_key_file_get_string_list (file, "dropped", "marks", NULL, error);
  if (marks->dropped == NULL)
    return FALSE;
  marks->words = g_key_file_get_string_list (file, "words", "words", NULL, error);
  if (marks->words == NULL)
    return FALSE;
  if (!has_empty (marks->answer) && !has_empty (marks->dropped))
    return TRUE;
  g_set_error_literal (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                       _ ("a mark is empty"));
  return FALSE;
}

ParleyThinkMarks *
parley_think_marks_load (const char *user_dir, GError **error)
{
  g_autoptr (ParleyData) data = parley_data_new (user_dir);
  g_autofree char *text = parley_data_load_text (data, FILE_NAME, MAX_FILE, error);
  g_autoptr (ParleyThinkMarks) marks = g_new0 (ParleyThinkMarks, 1);
  g_autoptr (GError) damage = NULL;

  marks->hidden = g_ptr_array_new_with_free_func (mark_free);
  if (text == NULL)
    return NULL;
  if (read_all (marks, text, &damage))
    return g_steal_pointer (&marks);
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               /* Translators: %s is what is wrong in the file. */
               _ ("Your file %s is damaged, so Parley can't tell reasoning from answers: %s"),
               FILE_NAME, damage->message);
  return NULL;
}

/* Unknown marks */

static gboolean
is_name_char (const Form *form, char c, gsize i)
{
  if (g_ascii_isalpha (c))
    return !form->upper || g_ascii_isupper (c);
  return i > 0 && (g_ascii_isdigit (c) || strchr ("_-.:", c) != NULL);
}

static gsize
measure_name (const Form *form, const char *p)
{
  gsize n = 0;

  while (p[n] != '\0' && is_name_char (form, p[n], n))
    n++;
  return n;
}

static gboolean
is_word (const ParleyThinkMarks *marks, const char *name)
{
  for (guint i = 0; marks->words[i] != NULL; i++)
    if (g_ascii_strcasecmp (marks->words[i], name) == 0)
      return TRUE;
  return FALSE;
}

static GStrv
dup_ends (const Form *form, const char *name)
{
  static const char *const beginnings[] = { "begin_of_", "start_of_", "begin_", "start_" };
  g_autoptr (GStrvBuilder) ends = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (g_ascii_strncasecmp (name, beginnings[i], strlen (beginnings[i])) == 0)
      {
        name += strlen (beginnings[i]);
        break;
      }
  for (guint i = 0; form->ends[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (form->ends[i], "%s", 2);
      g_autofree char *end = g_strconcat (parts[0], name, parts[1], NULL);

      g_strv_builder_add (ends, end);
    }
  return g_strv_builder_end (ends);
}

/* Returns: how many bytes there are in @front at @p; -1: only its beginning. */
static gssize
match_literal (const char *p, const char *literal)
{
  gsize length = strlen (p);

  if (g_str_has_prefix (p, literal))
    return (gssize) strlen (literal);
  return length < strlen (literal) && strncmp (p, literal, length) == 0 ? -1 : 0;
}

static gssize
match_form (const ParleyThinkMarks *marks, const Form *form, const char *text, GStrv *ends)
{
  gssize front = match_literal (text, form->front);
  const char *p = text + MAX (front, 0);
  g_autofree char *name = NULL;
  gssize back;

  if (front <= 0)
    return front;
  name = g_strndup (p, measure_name (form, p));
  p += strlen (name);
  if (strlen (name) > MAX_NAME || (*name == '\0' && *p != '\0'))
    return 0;
  if (form->params && *p == ' ')
    p += MIN (strcspn (p, "<>\n"), MAX_PARAMS);
  back = match_literal (p, form->back);
  if (back > 0 && !is_word (marks, name))
    {
      *ends = dup_ends (form, name);
      return p + back - text;
    }
  return *p == '\0' || back < 0 ? -1 : 0;
}

gssize
parley_think_marks_match_unknown (const ParleyThinkMarks *marks, const char *text, GStrv *ends)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      gssize length = match_form (marks, &forms[i], text, ends);

      if (length != 0)
        return length;
    }
  return 0;
}
