/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "turn/parley-shape.h"

#include <string.h>

#include "base/parley-text.h"

/* As much of a text as is looked at: some 80 words of Latin letters, 170 ideographs. */
#define END_BYTES 512

/* No address that somebody sends is longer; browsers refuse longer ones. */
#define MAX_LINK_BYTES 8192

/* All of these after folding, which turns full-width forms into plain ones and "…" into "...". Two
 * stops are an ellipsis too, of somebody in a hurry. */
static const char *const open_ends[]
    = { "..", "⋯", "。。", ",", "、", "،", "-", "‐", "–", "—", "―", "−", ":" };
static const char *const full_stops[] = { ".", "?", "!", "。", "؟", "۔", "।", "॥" };
static const char *const question_marks[] = { "?", "؟" };

static gboolean
ends_with_any (const char *text, const char *const *ends, guint n_ends)
{
  for (guint i = 0; i < n_ends; i++)
    {
      if (g_str_has_suffix (text, ends[i]))
        return TRUE;
    }
  return FALSE;
}

#define ENDS_WITH(text, ends) ends_with_any (text, ends, G_N_ELEMENTS (ends))

/* The other half of a mark at the end: "¡Hola!". */
static gboolean
is_opening (gunichar c)
{
  return g_unichar_isspace (c) || c == 0xA1 || c == 0xBF;
}

/* A tilde draws out what it follows and neither opens nor closes it: "好的～". */
static gboolean
is_silent (gunichar c)
{
  return g_unichar_isspace (c) || c == '~' || c == 0x301C;
}

/* Returns: (transfer full): the end of the sender's own words, folded. */
static char *
dup_end (const char *text)
{
  g_autofree char *own = g_strchomp (parley_text_dup_own_words (text));
  const gsize length = strlen (own);
  const char *start = own + (length > END_BYTES ? length - END_BYTES : 0);
  g_autofree char *folded = NULL;
  const char *end;

  while ((*start & 0xC0) == 0x80)
    start++;
  folded = parley_text_dup_folded (start);
  start = folded;
  while (*start != '\0' && is_opening (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  end = start + strlen (start);
  while (end > start && is_silent (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return g_strndup (start, end - start);
}

static ParleyShape
decide (const ParleyShapeLook *look, const ParleyWording *wording, gboolean open_end)
{
  if (wording->greeting)
    return PARLEY_SHAPE_GREETING_ONLY;
  if (open_end || (wording->connective && !look->short_answer))
    return PARLEY_SHAPE_FRAGMENT;
  if (wording->entity)
    return PARLEY_SHAPE_INCOMPLETE_ENTITY;
  if (look->short_answer || look->completion || wording->words >= 3)
    return PARLEY_SHAPE_LIKELY_COMPLETE;
  return PARLEY_SHAPE_POSSIBLY_INCOMPLETE;
}

ParleyShapeLook
parley_shape_look (const char *text, ParleyLexicon *lexicon)
{
  g_autofree char *end = dup_end (text);
  const ParleyWording wording = parley_lexicon_read (lexicon, end);
  const gboolean open_end = ENDS_WITH (end, open_ends);
  const gboolean stop = !open_end && ENDS_WITH (end, full_stops);
  ParleyShapeLook look = {
    .completion = !open_end && (stop || wording.courtesy),
    .short_answer = g_str_equal (end, "?") || wording.complete,
    .question = ENDS_WITH (end, question_marks),
    .announces
    = g_str_has_suffix (end, ":") || (wording.announces && (!stop || g_str_has_suffix (end, "!"))),
  };

  look.shape = decide (&look, &wording, open_end);
  return look;
}

gboolean
parley_shape_is_question (const char *text)
{
  g_autofree char *end = dup_end (text);

  return ENDS_WITH (end, question_marks);
}

gboolean
parley_shape_is_link (const char *text)
{
  g_autofree char *link = g_strstrip (g_strndup (text, MAX_LINK_BYTES + 1));
  g_autofree char *address = NULL;
  g_autoptr (GUri) uri = NULL;

  if (strlen (link) > MAX_LINK_BYTES || strpbrk (link, " \t\r\n") != NULL)
    return FALSE;
  address = g_ascii_strncasecmp (link, "www.", 4) == 0 ? g_strconcat ("http://", link, NULL)
                                                       : g_strdup (link);
  uri = g_uri_parse (address, G_URI_FLAGS_PARSE_RELAXED, NULL);
  return uri != NULL && strstr (address, "://") != NULL && g_uri_get_host (uri) != NULL
         && *g_uri_get_host (uri) != '\0';
}

const char *
parley_shape_to_string (ParleyShape shape)
{
  static const char *const names[] = {
    [PARLEY_SHAPE_GREETING_ONLY] = "greeting_only",
    [PARLEY_SHAPE_FRAGMENT] = "fragment",
    [PARLEY_SHAPE_INCOMPLETE_ENTITY] = "incomplete_entity",
    [PARLEY_SHAPE_POSSIBLY_INCOMPLETE] = "possibly_incomplete",
    [PARLEY_SHAPE_LIKELY_COMPLETE] = "likely_complete",
  };

  return names[shape];
}
