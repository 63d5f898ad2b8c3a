/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-composer.h"

#include <string.h>

#include "guard/parley-inert.h"
#include "reply/parley-bubbler.h"
#include "reply/parley-cut.h"

/* More bubbles than a reply can have, so that no two of a chat share a seed. */
#define SEEDS_PER_EPOCH 64

/* What the marks around bold and italic words take, and what part of a message is left for marks
 * (data/protocols.ini). */
#define MARK_BYTES  6
#define MARKS_SHARE 20

#define INT(name)   parley_settings_get_int (settings, PARLEY_SETTING_##name)

struct _ParleyComposer
{
  ParleyBubbleRules rules;
  ParleyPacing pacing;
  guint64 seed; /* of the next bubble's pace */
  ParleyBubbler *bubbler;
  GString *held;      /* what the bubbler gets at the end; NULL: it gets all at once */
  gboolean begun;     /* a bubble was taken */
  char *left;         /* (nullable): of a bubble that got too long when it was made inert */
  char *disclosure;   /* (nullable): goes before the first visible character */
  gboolean disclosed; /* it was given to the bubbler */
};

void
parley_composed_free (ParleyComposed *composed)
{
  g_free (composed->text);
  g_free (composed->markup);
  g_free (composed);
}

ParleyComposer *
parley_composer_new (ParleySettings *settings, const ParleyLimits *limits, guint64 epoch)
{
  ParleyComposer *composer = g_new0 (ParleyComposer, 1);

  composer->rules = (ParleyBubbleRules){
    .max_bubbles = INT (REPLY_MAX_BUBBLES),
    .max_chars = INT (REPLY_MAX_CHARS),
    .limits = *limits,
  };
  composer->pacing = (ParleyPacing){
    .cps = INT (REPLY_PACE_CPS),
    .min_ms = INT (REPLY_PACE_MIN_MS),
    .max_ms = INT (REPLY_PACE_MAX_MS),
    .jitter = INT (REPLY_PACE_JITTER),
  };
  composer->seed = epoch * SEEDS_PER_EPOCH;
  composer->bubbler = parley_bubbler_new (&composer->rules);
  return composer;
}

void
parley_composer_free (ParleyComposer *composer)
{
  parley_bubbler_free (composer->bubbler);
  if (composer->held != NULL)
    g_string_free (composer->held, TRUE);
  g_free (composer->disclosure);
  g_free (composer->left);
  g_free (composer);
}

void
parley_composer_disclose (ParleyComposer *composer, const char *disclosure)
{
  composer->disclosure = g_strdup (disclosure);
}

/* Whether Markdown wants the line for itself: a heading, a quote, code, a list. */
static gboolean
begins_block (const char *line)
{
  return *line == '#' || *line == '>' || g_str_has_prefix (line, "```")
         || (strchr ("*+-", *line) != NULL && line[1] == ' ');
}

/* On the line of the first words, if that may be. */
static void
push (ParleyComposer *composer, const char *text)
{
  const char *start = text + strspn (text, " \t\r\n");

  if (composer->disclosure != NULL && !composer->disclosed && *start != '\0')
    {
      gboolean block = begins_block (start);

      parley_bubbler_push (composer->bubbler, composer->disclosure);
      parley_bubbler_push (composer->bubbler, block ? "\n\n" : " ");
      composer->disclosed = TRUE;
      text = block ? text : start;
    }
  parley_bubbler_push (composer->bubbler, text);
}

void
parley_composer_hold (ParleyComposer *composer)
{
  composer->held = g_string_new (NULL);
}

void
parley_composer_feed (ParleyComposer *composer, const char *delta)
{
  if (composer->held != NULL)
    g_string_append (composer->held, delta);
  else
    push (composer, delta);
}

gboolean
parley_composer_take_back (ParleyComposer *composer, const char *left)
{
  if (composer->begun)
    return FALSE;
  parley_bubbler_free (composer->bubbler);
  composer->bubbler = parley_bubbler_new (&composer->rules);
  composer->disclosed = FALSE;
  if (composer->held != NULL)
    g_string_truncate (composer->held, 0);
  parley_composer_feed (composer, left);
  return TRUE;
}

void
parley_composer_end (ParleyComposer *composer)
{
  if (composer->held != NULL)
    push (composer, composer->held->str);
  parley_bubbler_end (composer->bubbler);
}

static ParleyMarkup *
new_plain (const char *text)
{
  ParleyMarkup *markup = parley_markup_new ();

  parley_markup_append (markup, text, strlen (text), PARLEY_STYLE_PLAIN);
  return markup;
}

/* The guard puts in blanks; what then passes the limit of a line goes into the next bubble. */
static void
keep_rest (ParleyComposer *composer, char *inert)
{
  gsize blanks = strspn (inert, " ");
  const ParleyLimits *limits = &composer->rules.limits;
  gsize max = limits->max_bytes;
  const ParleyCutLimits rest = { .max_bytes = max - blanks, .escaped = limits->escaped };
  g_autoptr (ParleyMarkup) words = NULL;
  gsize length;

  if (max == 0 || parley_cut_measure (inert, strlen (inert), limits->escaped) <= max
      || blanks >= max)
    return;
  words = new_plain (inert + blanks);
  length = blanks + parley_cut_find (words, &rest, TRUE);
  composer->left = g_strchug (g_strdup (inert + length));
  inert[length] = '\0';
  g_strchomp (inert);
}

/* Some protocols write marks around what looks different, and count them. */
static gboolean
has_room_for_marks (const ParleyComposer *composer, const ParleyMarkup *bubble)
{
  gsize max = composer->rules.limits.max_bytes;
  gsize marks = (gsize) parley_markup_count_stretches (bubble) * MARK_BYTES;
  gsize size
      = parley_cut_measure (parley_markup_get_text (bubble), parley_markup_get_length (bubble),
                            composer->rules.limits.escaped);

  return max == 0 || size + marks <= max + max / MARKS_SHARE;
}

/* What the guard had to change is sent as it stands, without any markup. Two messages on a slow
 * protocol are kept apart, however fast the typist. */
static ParleyComposed *
compose (ParleyComposer *composer, const ParleyMarkup *bubble)
{
  const char *seen = parley_markup_get_text (bubble);
  g_autofree char *inert = parley_inert_dup (seen);
  ParleyComposed *composed;
  int pace;

  keep_rest (composer, inert);
  pace = parley_pacing_compute (&composer->pacing, inert, composer->seed++);
  if (*inert == '\0')
    return NULL;
  composed = g_new0 (ParleyComposed, 1);
  if (g_str_equal (inert, seen) && !parley_markup_is_plain (bubble)
      && has_room_for_marks (composer, bubble))
    composed->markup = parley_markup_dup_html (bubble);
  composed->text = g_steal_pointer (&inert);
  composed->pace_ms = composer->begun ? MAX (pace, composer->rules.limits.min_gap_ms) : pace;
  composer->begun = TRUE;
  return composed;
}

ParleyComposed *
parley_composer_take (ParleyComposer *composer)
{
  ParleyComposed *composed = NULL;

  while (composed == NULL)
    {
      g_autofree char *left = g_steal_pointer (&composer->left);
      g_autoptr (ParleyMarkup) bubble
          = left != NULL ? new_plain (left) : parley_bubbler_take (composer->bubbler);

      if (bubble == NULL)
        return NULL;
      composed = compose (composer, bubble);
    }
  return composed;
}
