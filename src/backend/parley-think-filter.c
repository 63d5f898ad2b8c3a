/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-think-filter.h"

#include <string.h>

#include "base/parley-text.h"

/* Of a block that may turn out to be text; no reply may be longer. */
#define MAX_BLOCK (16 * 1024)

/* What stands at the beginning of what is held back. */
typedef enum
{
  FOUND_NOTHING,
  FOUND_BEGIN,   /* of a block, which is hidden */
  FOUND_MAYBE,   /* the same if its end comes */
  FOUND_UNKNOWN, /* likewise, and not on the list */
  FOUND_END,     /* without a beginning */
  FOUND_ANSWER,
  FOUND_DROPPED,
} Found;

typedef struct
{
  Found what;
  gsize length; /* of the mark */
  GStrv ends;   /* of the block that it begins; of UNKNOWN: owned */
} Hit;

struct _ParleyThinkFilter
{
  const ParleyThinkMarks *marks;
  ParleyRequest *request;
  GString *pending;     /* what may be the beginning of a mark */
  gboolean firsts[256]; /* by which bytes marks begin */

  GStrv ends;     /* (nullable): of the block that is open */
  GString *block; /* (nullable): it, if it may be text after all */
  gboolean is_unknown;
  char *maybe; /* (nullable): the mark that began it */

  gboolean begun;       /* something else than blanks was given out */
  gboolean read_block;  /* one was closed */
  gboolean no_maybe;    /* what looks like a mark is text */
  gboolean skip_blanks; /* right behind a block at the start */
  char *prompt;         /* (nullable): squeezed; NULL until needed */
  guint n_taken_back;
  ParleyThinkResult result; /* of the call under way */
  gsize result_at;          /* where what it gave begins to count */
  char *doubt;
};

static void
note_first (ParleyThinkFilter *filter, const char *mark)
{
  filter->firsts[(guchar) g_ascii_tolower (*mark)] = TRUE;
  filter->firsts[(guchar) g_ascii_toupper (*mark)] = TRUE;
}

static void
note_firsts (ParleyThinkFilter *filter, const GStrv list)
{
  for (guint i = 0; list[i] != NULL; i++)
    note_first (filter, list[i]);
}

ParleyThinkFilter *
parley_think_filter_new (const ParleyThinkMarks *marks, ParleyRequest *request)
{
  ParleyThinkFilter *filter = g_new0 (ParleyThinkFilter, 1);

  filter->marks = marks;
  filter->request = parley_request_ref (request);
  filter->pending = g_string_new (NULL);
  for (guint i = 0; i < marks->hidden->len; i++)
    {
      const ParleyThinkMark *mark = g_ptr_array_index (marks->hidden, i);

      if (!mark->at_start)
        note_first (filter, mark->begin);
      if (!mark->at_start)
        note_firsts (filter, mark->ends);
    }
  note_firsts (filter, marks->answer);
  note_firsts (filter, marks->dropped);
  return filter;
}

static void
close_block (ParleyThinkFilter *filter)
{
  if (filter->maybe != NULL)
    g_clear_pointer (&filter->ends, g_strfreev);
  filter->ends = NULL;
  g_clear_pointer (&filter->maybe, g_free);
}

static void
drop_block (ParleyThinkFilter *filter)
{
  if (filter->block != NULL)
    g_string_free (g_steal_pointer (&filter->block), TRUE);
}

void
parley_think_filter_free (ParleyThinkFilter *filter)
{
  close_block (filter);
  drop_block (filter);
  g_string_free (filter->pending, TRUE);
  parley_request_unref (filter->request);
  g_free (filter->prompt);
  g_free (filter->doubt);
  g_free (filter);
}

static void
doubt (ParleyThinkFilter *filter, const char *mark, gsize length)
{
  if (filter->doubt == NULL)
    filter->doubt = g_strndup (mark, length);
}

static void
show (ParleyThinkFilter *filter, char c, GString *out)
{
  gboolean blank = g_ascii_isspace (c);

  if (filter->skip_blanks && blank)
    return;
  g_string_append_c (out, c);
  filter->skip_blanks = FALSE;
  filter->begun |= !blank;
}

/* What may be a mark */

/* Takes the longest. Returns: whether more must come before it is known which one it is. */
static gboolean
match (ParleyThinkFilter *filter, const char *mark, Found what, GStrv ends, Hit *hit)
{
  gsize length = strlen (mark);
  gsize held = filter->pending->len;
  int differs = what == FOUND_MAYBE
                    ? strncmp (filter->pending->str, mark, MIN (length, held))
                    : g_ascii_strncasecmp (filter->pending->str, mark, MIN (length, held));

  if (differs != 0)
    return FALSE;
  if (held < length)
    return TRUE;
  if (length > hit->length)
    *hit = (Hit){ what, length, ends };
  return FALSE;
}

static gboolean
match_list (ParleyThinkFilter *filter, const GStrv list, Found what, Hit *hit)
{
  gboolean more = FALSE;

  for (guint i = 0; list[i] != NULL; i++)
    more |= match (filter, list[i], what, NULL, hit);
  return more;
}

static gboolean
match_unknown (ParleyThinkFilter *filter, Hit *hit)
{
  g_auto (GStrv) ends = NULL;
  gssize length = hit->length > 0 ? 0
                                  : parley_think_marks_match_unknown (filter->marks,
                                                                      filter->pending->str, &ends);

  if (length > 0)
    *hit = (Hit){ FOUND_UNKNOWN, (gsize) length, g_steal_pointer (&ends) };
  return length < 0;
}

/* Of equal ones the first in this order counts. Returns: whether more must come. */
static gboolean
match_outside (ParleyThinkFilter *filter, Hit *hit)
{
  const ParleyThinkMarks *marks = filter->marks;
  gboolean maybe = !filter->begun && !filter->no_maybe;
  gboolean more = match_list (filter, marks->answer, FOUND_ANSWER, hit);

  more |= match_list (filter, marks->dropped, FOUND_DROPPED, hit);
  for (guint i = 0; i < marks->hidden->len; i++)
    {
      const ParleyThinkMark *mark = g_ptr_array_index (marks->hidden, i);

      if (!mark->at_start)
        more |= match (filter, mark->begin, FOUND_BEGIN, mark->ends, hit);
      else if (maybe)
        more |= match (filter, mark->begin, FOUND_MAYBE, mark->ends, hit);
      if (!mark->at_start)
        more |= match_list (filter, mark->ends, FOUND_END, hit);
    }
  return more || (maybe && match_unknown (filter, hit));
}

/* Whoever writes to us may put blanks between the letters. */
static void
append_squeezed (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && !parley_text_is_hidden (c))
        g_string_append_unichar (out, c < 128 ? (gunichar) g_ascii_tolower ((char) c) : c);
    }
}

static char *
dup_prompt (const ParleyRequest *request)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < request->messages->len; i++)
    append_squeezed (out, ((ParleyMessage *) g_ptr_array_index (request->messages, i))->text);
  return g_string_free (out, FALSE);
}

static gboolean
stands_in_prompt (ParleyThinkFilter *filter, const char *mark, gsize length)
{
  g_autofree char *whole = g_strndup (mark, length);
  g_autoptr (GString) wanted = g_string_new (NULL);

  append_squeezed (wanted, whole);
  if (filter->prompt == NULL)
    filter->prompt = dup_prompt (filter->request);
  return strstr (filter->prompt, wanted->str) != NULL;
}

/* What was found */

/* Returns: whether all up to the mark was reasoning; if not, the mark is text. */
static gboolean
take_back (ParleyThinkFilter *filter, gsize length, GString *out)
{
  const char *mark = filter->pending->str;
  gboolean quoted = stands_in_prompt (filter, mark, length);

  if (quoted && filter->request->manner == PARLEY_MANNER_PLAIN)
    return FALSE;
  /* A model that reasons may think about the mark that stands in its prompt: the last one counts,
   * but then nobody knows which is whose. */
  if (quoted && (filter->request->manner != PARLEY_MANNER_MUSING || filter->n_taken_back > 0))
    doubt (filter, mark, length);
  filter->n_taken_back++;
  if (filter->result != PARLEY_THINK_TAKEN_BACK)
    filter->result = quoted ? PARLEY_THINK_QUOTED : PARLEY_THINK_TAKEN_BACK;
  g_string_truncate (out, filter->result_at);
  filter->begun = FALSE;
  filter->skip_blanks = TRUE;
  return TRUE;
}

static void
open_block (ParleyThinkFilter *filter, const Hit *hit)
{
  gboolean known = hit->what == FOUND_BEGIN;

  filter->ends = known || hit->what == FOUND_UNKNOWN ? hit->ends : g_strdupv (hit->ends);
  filter->is_unknown = hit->what == FOUND_UNKNOWN;
  if (known)
    return;
  filter->maybe = g_strndup (filter->pending->str, hit->length);
  filter->block = g_string_new (NULL);
}

/* Returns: whether it was a mark. */
static gboolean
take (ParleyThinkFilter *filter, const Hit *hit, GString *out)
{
  switch (hit->what)
    {
    case FOUND_NOTHING:
      return FALSE;
    case FOUND_BEGIN:
    case FOUND_MAYBE:
    case FOUND_UNKNOWN:
      open_block (filter, hit);
      return TRUE;
    case FOUND_END:
      return (filter->read_block && !filter->begun) || take_back (filter, hit->length, out);
    case FOUND_ANSWER:
      return !filter->begun || take_back (filter, hit->length, out);
    case FOUND_DROPPED:
      return TRUE;
    }
  g_return_val_if_reached (FALSE);
}

/* Returns: whether there is more to look at. */
static gboolean
step_outside (ParleyThinkFilter *filter, gboolean last, GString *out)
{
  Hit hit = { FOUND_NOTHING, 0, NULL };
  gboolean more = match_outside (filter, &hit) && !last;

  if (more)
    {
      if (hit.what == FOUND_UNKNOWN)
        g_strfreev (hit.ends);
      return FALSE;
    }
  if (take (filter, &hit, out))
    {
      g_string_erase (filter->pending, 0, (gssize) hit.length);
      return filter->pending->len > 0;
    }
  /* A mark has its first byte only in front, or is text as a whole. */
  for (gsize n = MAX (hit.length, 1); n > 0; n--)
    {
      show (filter, filter->pending->str[0], out);
      g_string_erase (filter->pending, 0, 1);
    }
  return filter->pending->len > 0;
}

/* Returns: whether there is more to look at. */
static gboolean
step_inside (ParleyThinkFilter *filter, gboolean last)
{
  Hit hit = { FOUND_NOTHING, 0, NULL };

  if (match_list (filter, filter->ends, FOUND_END, &hit) && !last)
    return FALSE;
  if (hit.what == FOUND_NOTHING)
    {
      if (filter->block != NULL && filter->block->len < MAX_BLOCK)
        g_string_append_c (filter->block, filter->pending->str[0]);
      g_string_erase (filter->pending, 0, 1);
      return filter->pending->len > 0;
    }
  if (filter->maybe != NULL && filter->is_unknown)
    doubt (filter, filter->maybe, strlen (filter->maybe));
  filter->skip_blanks = !filter->begun;
  filter->read_block = TRUE;
  filter->no_maybe = TRUE;
  close_block (filter);
  g_string_erase (filter->pending, 0, (gssize) hit.length);
  return filter->pending->len > 0;
}

static void
look (ParleyThinkFilter *filter, gboolean last, GString *out)
{
  while (filter->pending->len > 0
         && (filter->ends != NULL ? step_inside (filter, last) : step_outside (filter, last, out)))
    continue;
}

static void
feed (ParleyThinkFilter *filter, const char *text, GString *out)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (filter->pending->len == 0 && filter->ends == NULL && filter->begun
          && !filter->firsts[(guchar) *p])
        g_string_append_c (out, *p);
      else
        {
          g_string_append_c (filter->pending, *p);
          look (filter, FALSE, out);
        }
    }
}

ParleyThinkResult
parley_think_filter_feed (ParleyThinkFilter *filter, const char *text, GString *out)
{
  filter->result = PARLEY_THINK_KEPT;
  filter->result_at = out->len;
  feed (filter, text, out);
  return filter->result;
}

/* What was held as a block is text. @front: (nullable): what stood before it. */
static void
release (ParleyThinkFilter *filter, const char *front, GString *out)
{
  g_autofree char *held = g_strdup (filter->block->str);

  drop_block (filter);
  close_block (filter);
  filter->no_maybe = TRUE;
  filter->skip_blanks = FALSE;
  if (front != NULL)
    feed (filter, front, out);
  feed (filter, held, out);
  look (filter, TRUE, out);
}

ParleyThinkResult
parley_think_filter_end (ParleyThinkFilter *filter, gboolean whole, GString *out)
{
  filter->result = PARLEY_THINK_KEPT;
  filter->result_at = out->len;
  look (filter, TRUE, out);
  if (filter->maybe != NULL)
    {
      g_autofree char *front = g_strdup (filter->maybe);

      /* The other half may be what is missing. */
      if (!whole)
        doubt (filter, front, strlen (front));
      release (filter, front, out);
    }
  else if (filter->block != NULL && filter->doubt != NULL && !filter->begun)
    release (filter, NULL, out);
  return filter->result;
}

const char *
parley_think_filter_get_doubt (const ParleyThinkFilter *filter)
{
  return filter->doubt;
}
