/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-form.h"

#include <string.h>

#include "base/parley-aside.h"

/* An emoji with its skin, its sex and what joins them has no more characters. */
#define MAX_EMOJI_CHARS 10

/* Below are letters and marks of text. */
#define FIRST_EMOJI 0x203C

/* A part of a text. */
typedef struct
{
  const char *start;
  gsize length;
} Part;

typedef struct
{
  Part text;
  Part old;
  Part sign;
  Part name;
} Parts;

/* @at: a "{". Returns: (transfer none) (nullable): where in @parts the word belongs; @anything: for
 * what nobody needs. */
static Part *
get_place (Parts *parts, Part *anything, const char *at)
{
  if (g_str_has_prefix (at, "{text}"))
    return &parts->text;
  if (g_str_has_prefix (at, "{old}"))
    return &parts->old;
  if (g_str_has_prefix (at, "{sign}"))
    return &parts->sign;
  if (g_str_has_prefix (at, "{name}"))
    return &parts->name;
  return g_str_has_prefix (at, "{any}") ? anything : NULL;
}

/* Returns: how long the text is that stands in a form as it is, up to the next word. */
static gsize
get_literal (const char *form)
{
  Parts parts;
  Part anything;
  const char *at = form;

  while (*at != '\0' && (*at != '{' || get_place (&parts, &anything, at) == NULL))
    at++;
  return (gsize) (at - form);
}

/* Returns: (transfer none) (nullable): where what stands behind a word begins: as early as it can,
 * or, where it ends the form, at the end. */
static const char *
find_literal (const char *text, const char *literal, gboolean last)
{
  gsize length = strlen (literal);
  gsize rest = strlen (text);

  if (!last)
    return strstr (text, literal);
  return g_str_has_suffix (text, literal) ? text + rest - length : NULL;
}

/* Words are taken from the left, each as short as it can be, so nothing is ever tried twice. */
static gboolean
match (const char *form, const char *text, Parts *parts)
{
  gsize length = get_literal (form);

  if (strncmp (text, form, length) != 0)
    return FALSE;
  text += length;
  form += length;
  while (*form != '\0')
    {
      Part anything;
      Part *place = get_place (parts, &anything, form);
      g_autofree char *literal = NULL;
      const char *end;

      form = strchr (form, '}') + 1;
      length = get_literal (form);
      literal = g_strndup (form, length);
      form += length;
      end = find_literal (text, literal, *form == '\0');
      if (end == NULL)
        return FALSE;
      *place = (Part){ text, (gsize) (end - text) };
      text = end + length;
    }
  return *text == '\0';
}

static gboolean
is_emoji (Part sign)
{
  const char *end = sign.start + sign.length;
  guint n = 0;

  for (const char *at = sign.start; at < end; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c < FIRST_EMOJI || g_unichar_isalnum (c) || ++n > MAX_EMOJI_CHARS)
        return FALSE;
    }
  return n > 0;
}

static char *
dup_part (Part part)
{
  return part.start != NULL ? g_strndup (part.start, part.length) : NULL;
}

/* Returns: (transfer full): as everybody quotes: so it is known as nobody's own words. */
static char *
dup_quoted (const Parts *parts)
{
  g_autofree char *old = dup_part (parts->old);
  g_auto (GStrv) lines = g_strsplit (old != NULL ? old : "", "\n", -1);
  g_autofree char *quoted = g_strjoinv ("\n> ", lines);

  return g_strdup_printf ("> %s\n%.*s", quoted, (int) parts->text.length,
                          parts->text.start != NULL ? parts->text.start : "");
}

/* Of what others chose as a sign no words go to a model. */
static char *
dup_reaction (Part sign)
{
  if (sign.start == NULL || !is_emoji (sign))
    return g_strdup (PARLEY_ASIDE ("a reaction"));
  return g_strdup_printf (PARLEY_ASIDE_WITH ("a reaction", "%.*s"), (int) sign.length, sign.start);
}

static char *
dup_words (ParleyForm form, const Parts *parts)
{
  if (form == PARLEY_FORM_REACTION)
    return dup_reaction (parts->sign);
  return form == PARLEY_FORM_QUOTE ? dup_quoted (parts) : dup_part (parts->text);
}

static gboolean
try_forms (const char *const *forms, gboolean has_words, const char *text, Parts *parts)
{
  for (guint i = 0; forms[i] != NULL; i++)
    {
      *parts = (Parts){ { NULL, 0 } };
      if (*forms[i] != '\0' && match (forms[i], text, parts)
          && (!has_words || parts->text.length > 0))
        return TRUE;
    }
  return FALSE;
}

/* @name: in an address, which has no blanks and stands in brackets. Returns: (transfer full): what
 * is before that. */
static char *
dup_before_address (const char *text, Part name)
{
  const char *end = name.start;

  while (end > text && !g_str_has_prefix (end, " ("))
    end--;
  return g_strndup (text, (gsize) (end - text));
}

/* The file's name stands behind what was written, and once more in its address. */
static char *
dup_caption (const char *text, Part place, const char *name)
{
  g_autofree char *before = dup_before_address (text, place);

  if (g_str_has_suffix (before, name))
    before[strlen (before) - strlen (name)] = '\0';
  return g_strdup (g_strstrip (before));
}

char *
parley_form_dup_file (const char *const *forms, const char *text, char **caption)
{
  Parts parts;
  char *name;

  if (!try_forms (forms, FALSE, text, &parts))
    return NULL;
  if (parts.name.start == NULL)
    return parts.text.start != NULL ? dup_part (parts.text) : g_strdup ("");
  name = g_uri_unescape_segment (parts.name.start, parts.name.start + parts.name.length, NULL);
  if (name == NULL)
    name = dup_part (parts.name);
  *caption = dup_caption (text, parts.name, name);
  return name;
}

/* Nobody's words are those of a person, and what a person says is none of this. */
static gboolean
tells_of_chat (ParleyForm form)
{
  return form == PARLEY_FORM_FAILURE || form == PARLEY_FORM_EXPIRY;
}

void
parley_form_read (ParleyProtocols *protocols,
                  const char *protocol,
                  gboolean system,
                  const char *text,
                  ParleyFormed *formed)
{
  Parts parts;

  *formed = (ParleyFormed){ .form = PARLEY_FORM_NONE };
  for (ParleyForm form = PARLEY_FORM_NONE + 1; form < PARLEY_N_FORMS; form++)
    {
      gboolean may_be = system ? tells_of_chat (form) || form == PARLEY_FORM_REACTION
                                     || form == PARLEY_FORM_DELETION
                               : !tells_of_chat (form);
      gboolean has_words = form == PARLEY_FORM_EDIT || form == PARLEY_FORM_QUOTE;
      const char *const *forms = parley_protocols_get_forms (protocols, protocol, form);

      if (!may_be || !try_forms (forms, has_words, text, &parts))
        continue;
      formed->form = form;
      formed->text = dup_words (form, &parts);
      formed->old = dup_part (parts.old);
      return;
    }
}

void
parley_formed_clear (ParleyFormed *formed)
{
  g_clear_pointer (&formed->text, g_free);
  g_clear_pointer (&formed->old, g_free);
}
