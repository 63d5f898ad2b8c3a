/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-style.h"

#include <stdio.h>
#include <string.h>

#include "base/parley-text.h"
#include "brain/parley-echo.h"

/* In seconds: what comes so soon after another is in a row with it. */
#define ROW_GAP 60

/* An example that is otherwise than most is as good as one that is so many characters too long. */
#define ODDNESS 30

/* Of a shorter one there is nothing to be repeated. */
#define MIN_REPEATED_WORDS 5

/* What is told of one message. */
typedef struct
{
  const char *text;
  guint chars;
  gboolean cased; /* it begins with a letter that may be a capital */
  gboolean lower; /* and is none */
  gboolean stop;
  gboolean emoji;
  guint distance; /* how far it is from most */
} Line;

static gboolean
is_emoji (gunichar c)
{
  return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0x2600 && c <= 0x27BF);
}

static gboolean
has_emoji (const char *text)
{
  static const char *const smileys[] = { ":)", ":-)", ";)", ";-)", ":(", ":-(", ":D", "<3", ":P" };

  for (guint i = 0; i < G_N_ELEMENTS (smileys); i++)
    {
      if (strstr (text, smileys[i]) != NULL)
        return TRUE;
    }
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (is_emoji (g_utf8_get_char (p)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
ends_with_stop (const char *text)
{
  return (g_str_has_suffix (text, ".") && !g_str_has_suffix (text, ".."))
         || g_str_has_suffix (text, "。");
}

static Line
look_at (const char *text)
{
  gunichar first = g_utf8_get_char (text);
  Line line = { .text = text, .chars = (guint) g_utf8_strlen (text, -1) };

  line.lower = g_unichar_islower (first);
  line.cased = line.lower || g_unichar_isupper (first);
  line.stop = ends_with_stop (text);
  line.emoji = has_emoji (text);
  return line;
}

/* Numbers */

static int
compare_chars (gconstpointer a, gconstpointer b)
{
  return (int) ((const Line *) a)->chars - (int) ((const Line *) b)->chars;
}

static guint
find_median (const GArray *lines)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *) lines);

  g_array_sort (sorted, compare_chars);
  return g_array_index (sorted, Line, sorted->len / 2).chars;
}

static guint
get_percent (guint part, guint whole)
{
  return whole > 0 ? (part * 100 + whole / 2) / whole : 0;
}

static guint
get_mean_row (const ParleyStyleLine *lines, guint n_lines)
{
  guint n_rows = 1;

  for (guint i = 1; i < n_lines; i++)
    n_rows += ABS (lines[i].wall - lines[i - 1].wall) > ROW_GAP;
  return MAX ((n_lines + n_rows / 2) / n_rows, 1);
}

static void
count (ParleyStyle *style, const GArray *lines)
{
  guint n_cased = 0;
  guint n_lower = 0;
  guint n_stops = 0;
  guint n_emoji = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      n_cased += line->cased;
      n_lower += line->lower;
      n_stops += line->stop;
      n_emoji += line->emoji;
    }
  style->chars = find_median (lines);
  /* In scripts without capitals there is nothing to be told. */
  style->lower = n_cased * 2 >= lines->len ? get_percent (n_lower, n_cased) : 50;
  style->stops = get_percent (n_stops, lines->len);
  style->emoji = get_percent (n_emoji, lines->len);
}

/* Examples */

static gboolean
is_usual (gboolean is_so, guint percent)
{
  return percent == 50 || is_so == (percent > 50);
}

static void
measure (GArray *lines, const ParleyStyle *style)
{
  for (guint i = 0; i < lines->len; i++)
    {
      Line *line = &g_array_index (lines, Line, i);

      line->distance = (guint) ABS ((int) line->chars - (int) style->chars);
      if (line->cased && !is_usual (line->lower, style->lower))
        line->distance += ODDNESS;
      if (!is_usual (line->stop, style->stops))
        line->distance += ODDNESS;
      if (!is_usual (line->emoji, style->emoji))
        line->distance += ODDNESS;
    }
}

/* An address is no way of writing, and neither is what somebody else wrote. */
static gboolean
is_example (const Line *line)
{
  return line->chars >= 2 && line->chars <= PARLEY_STYLE_MAX_CHARS
         && strchr (line->text, '\n') == NULL && strstr (line->text, "://") == NULL
         && strchr (line->text, '@') == NULL && *line->text != '>' && *line->text != '/';
}

/* Returns: (nullable): the best that is not @tried yet; the newest of those as good. */
static const Line *
find_best (const GArray *lines, const gboolean *tried, guint *index)
{
  const Line *best = NULL;

  for (guint i = lines->len; i > 0; i--)
    {
      const Line *line = &g_array_index (lines, Line, i - 1);

      if (tried[i - 1] || !is_example (line) || (best != NULL && line->distance >= best->distance))
        continue;
      best = line;
      *index = i - 1;
    }
  return best;
}

/* Examples stay in the order in which they were written. */
static void
choose (ParleyStyle *style,
        const GArray *lines,
        gboolean (*may) (const char *line, gpointer data),
        gpointer data)
{
  g_autofree gboolean *tried = g_new0 (gboolean, lines->len);
  g_autofree gboolean *chosen = g_new0 (gboolean, lines->len);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const Line *line;
  gsize bytes = 0;
  guint n = 0;
  guint i;

  while (n < PARLEY_STYLE_MAX_EXAMPLES && (line = find_best (lines, tried, &i)) != NULL)
    {
      gsize size = strlen (line->text) + 1;

      tried[i] = TRUE;
      if (bytes + size > PARLEY_STYLE_MAX_BYTES
          || !g_hash_table_add (seen, parley_text_dup_folded (line->text))
          || !may (line->text, data))
        continue;
      chosen[i] = TRUE;
      bytes += size;
      n++;
    }
  for (i = 0; i < lines->len; i++)
    {
      if (chosen[i])
        g_ptr_array_add (style->examples, g_strdup (g_array_index (lines, Line, i).text));
    }
}

static ParleyStyle *
style_new (void)
{
  ParleyStyle *style = g_new0 (ParleyStyle, 1);

  style->examples = g_ptr_array_new_with_free_func (g_free);
  return style;
}

void
parley_style_free (ParleyStyle *style)
{
  g_ptr_array_unref (style->examples);
  g_free (style);
}

ParleyStyle *
parley_style_learn (const ParleyStyleLine *lines,
                    guint n_lines,
                    gboolean (*may) (const char *line, gpointer data),
                    gpointer data)
{
  guint first = n_lines > PARLEY_STYLE_MAX_LINES ? n_lines - PARLEY_STYLE_MAX_LINES : 0;
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (Line));
  ParleyStyle *style;

  for (guint i = first; i < n_lines; i++)
    {
      Line line = look_at (lines[i].text);

      if (line.chars > 0)
        g_array_append_val (seen, line);
    }
  if (seen->len < PARLEY_STYLE_MIN_LINES)
    return NULL;
  style = style_new ();
  count (style, seen);
  style->row = get_mean_row (lines + first, n_lines - first);
  measure (seen, style);
  choose (style, seen, may, data);
  return style;
}

/* Keeping */

char *
parley_style_dup_kept (const ParleyStyle *style)
{
  GString *kept = g_string_new (NULL);

  g_string_printf (kept, "%u %u %u %u %u", style->chars, style->lower, style->stops, style->emoji,
                   style->row);
  for (guint i = 0; i < style->examples->len; i++)
    g_string_append_printf (kept, "\n%s", (const char *) g_ptr_array_index (style->examples, i));
  return g_string_free (kept, FALSE);
}

ParleyStyle *
parley_style_parse (const char *kept)
{
  g_auto (GStrv) lines = g_strsplit (kept, "\n", 1 + PARLEY_STYLE_MAX_EXAMPLES);
  g_autoptr (ParleyStyle) style = style_new ();

  if (lines[0] == NULL
      || sscanf (lines[0], "%5u %3u %3u %3u %3u", &style->chars, &style->lower, &style->stops,
                 &style->emoji, &style->row)
             != 5)
    return NULL;
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_autofree char *line = parley_text_dup_line (lines[i], PARLEY_STYLE_MAX_BYTES);

      if (*line != '\0')
        g_ptr_array_add (style->examples, g_steal_pointer (&line));
    }
  return g_steal_pointer (&style);
}

/* For a model */

char *
parley_style_dup_sentence (const ParleyStyle *style)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text, "To them: ~%u characters", style->chars);
  if (style->row > 1)
    g_string_append_printf (text, ", %u in a row", style->row);
  if (style->lower >= 70)
    g_string_append (text, ", lower case");
  else if (style->lower <= 30)
    g_string_append (text, ", capitals first");
  if (style->stops >= 70)
    g_string_append (text, ", full stops");
  else if (style->stops <= 30)
    g_string_append (text, ", no full stops");
  if (style->emoji >= 5)
    g_string_append_printf (text, ", emoji in %u %%.", style->emoji);
  else
    g_string_append (text, ", no emoji.");
  return g_string_free (text, FALSE);
}

gboolean
parley_style_is_repeated (const ParleyStyle *style, const char *words)
{
  for (guint i = 0; i < style->examples->len; i++)
    {
      if (parley_echo_holds (words, g_ptr_array_index (style->examples, i), MIN_REPEATED_WORDS))
        return TRUE;
    }
  return FALSE;
}
