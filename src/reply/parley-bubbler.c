/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "reply/parley-bubbler.h"

#include <string.h>

#include "reply/parley-cut.h"
#include "reply/parley-markdown.h"

#define CUT        " …"
#define LINE_MARKS "*_`[]()<>\\"

/* Looking at a line again costs as much as it is long. After so many times in vain it is done only
 * when it has grown by an eighth, so that all looks together cost no more than a few of the last.
 */
#define MAX_VAIN 32

struct _ParleyBubbler
{
  ParleyBubbleRules rules;
  ParleyMarkdown *markdown;
  ParleyMarkup *part; /* whole lines that are in no bubble yet, trimmed at the start */
  gboolean code;      /* the last of them is code */
  GString *line;      /* the unfinished one, as it came */
  gsize line_used;    /* how much of it, as it is shown, is in bubbles already */
  gsize known;        /* how much of it doesn't end within a word */
  gsize looked_at;    /* how much of it has been looked at in vain */
  guint n_vain;       /* how often */
  gboolean kept_back; /* an open mark was the reason */
  GQueue ready;       /* of ParleyMarkup */
  guint n_bubbles;    /* made so far */
};

ParleyBubbler *
parley_bubbler_new (const ParleyBubbleRules *rules)
{
  ParleyBubbler *bubbler = g_new0 (ParleyBubbler, 1);

  bubbler->rules = *rules;
  bubbler->markdown = parley_markdown_new ();
  bubbler->part = parley_markup_new ();
  bubbler->line = g_string_new (NULL);
  g_queue_init (&bubbler->ready);
  return bubbler;
}

void
parley_bubbler_free (ParleyBubbler *bubbler)
{
  g_queue_clear_full (&bubbler->ready, (GDestroyNotify) parley_markup_free);
  g_string_free (bubbler->line, TRUE);
  parley_markup_free (bubbler->part);
  parley_markdown_free (bubbler->markdown);
  g_free (bubbler);
}

/* Whether all that is to come belongs together. */
static gboolean
is_last (const ParleyBubbler *bubbler)
{
  const ParleyBubbleRules *rules = &bubbler->rules;

  if (rules->limits.one_line)
    return rules->limits.max_lines > 0
           && bubbler->n_bubbles + 1 >= MIN (2, rules->limits.max_lines);
  return rules->max_bubbles > 0 && bubbler->n_bubbles + 1 >= rules->max_bubbles;
}

static ParleyCutLimits
get_limits (const ParleyBubbler *bubbler)
{
  const ParleyBubbleRules *rules = &bubbler->rules;
  const ParleyCutLimits limits = {
    .max_chars = rules->limits.one_line ? 0 : rules->max_chars,
    .max_bytes = rules->limits.max_bytes,
    .escaped = rules->limits.escaped,
  };

  return limits;
}

/* @markup: (transfer full) */
static void
add_bubble (ParleyBubbler *bubbler, ParleyMarkup *markup)
{
  if (parley_markup_get_length (markup) == 0)
    {
      parley_markup_free (markup);
      return;
    }
  g_queue_push_tail (&bubbler->ready, markup);
  bubbler->n_bubbles++;
}

static void
cut_part (ParleyBubbler *bubbler, gboolean complete)
{
  const ParleyCutLimits limits = get_limits (bubbler);
  gsize cut;

  while (!is_last (bubbler) && (cut = parley_cut_find (bubbler->part, &limits, complete)) > 0)
    add_bubble (bubbler, parley_markup_take (bubbler->part, cut));
}

/* What belongs to the last bubble keeps its blank lines, where there can be any. */
static void
end_paragraph (ParleyBubbler *bubbler)
{
  cut_part (bubbler, TRUE);
  if (!bubbler->rules.limits.one_line && parley_markup_get_length (bubbler->part) > 0)
    parley_markup_append (bubbler->part, "\n", 1, PARLEY_STYLE_PLAIN);
}

/* Appends what is shown of the line from @start on. */
static void
join_line (ParleyBubbler *bubbler,
           ParleyMarkup *part,
           const ParleyMarkup *shown,
           gsize start,
           gboolean code)
{
  if (parley_markup_get_length (part) > 0)
    parley_markup_append (part, "\n", 1,
                          code && bubbler->code ? PARLEY_STYLE_BLOCK : PARLEY_STYLE_PLAIN);
  parley_markup_append_rest (part, shown, start);
}

static void
end_line (ParleyBubbler *bubbler)
{
  g_autoptr (ParleyMarkup) shown = parley_markup_new ();
  ParleyLine kind
      = parley_markdown_read (bubbler->markdown, bubbler->line->str, bubbler->line->len, shown);
  gboolean is_text = kind == PARLEY_LINE_SHOWN || kind == PARLEY_LINE_CODE;

  if (is_text)
    {
      join_line (bubbler, bubbler->part, shown, bubbler->line_used, kind == PARLEY_LINE_CODE);
      parley_markup_trim_start (bubbler->part);
      bubbler->code = kind == PARLEY_LINE_CODE;
    }
  g_string_truncate (bubbler->line, 0);
  bubbler->line_used = 0;
  bubbler->known = 0;
  bubbler->looked_at = 0;
  bubbler->n_vain = 0;
  bubbler->kept_back = FALSE;
  if (kind == PARLEY_LINE_BLANK || (is_text && bubbler->rules.limits.one_line))
    end_paragraph (bubbler);
  else
    cut_part (bubbler, FALSE);
}

/* Words of scripts without blanks end anywhere. */
static gboolean
ends_word (char c)
{
  return c == ' ' || c == '\t' || (c & 0x80) != 0;
}

static void
append_to_line (ParleyBubbler *bubbler, const char *text)
{
  gsize length = strlen (text);

  g_string_append_len (bubbler->line, text, length);
  while (length > 0 && !ends_word (text[length - 1]))
    length--;
  if (length > 0)
    bubbler->known = bubbler->line->len - strlen (text) + length;
}

static gboolean
may_be_too_long (const ParleyBubbler *bubbler)
{
  const ParleyCutLimits limits = get_limits (bubbler);
  gsize length = parley_markup_get_length (bubbler->part) + bubbler->line->len;
  gsize most = limits.max_chars;

  if (limits.max_bytes > 0 && (most == 0 || limits.max_bytes < most))
    most = *limits.escaped != '\0' ? limits.max_bytes / 2 : limits.max_bytes;
  return most > 0 && length > bubbler->line_used + most;
}

/* Looking is done only where it may find something. */
static gboolean
is_worth_a_look (const ParleyBubbler *bubbler)
{
  gsize looked_at = bubbler->looked_at;

  if (is_last (bubbler) || bubbler->known <= looked_at || !may_be_too_long (bubbler))
    return FALSE;
  if (bubbler->n_vain > MAX_VAIN && bubbler->known < looked_at + looked_at / 8)
    return FALSE;
  return !bubbler->kept_back || strpbrk (bubbler->line->str + looked_at, LINE_MARKS) != NULL;
}

/* Whole lines before it that are blank code go with the blanks of the unfinished line. */
static void
trim_start (ParleyBubbler *bubbler, ParleyMarkup *both)
{
  gsize before = parley_markup_get_length (bubbler->part);
  gsize trimmed = parley_markup_trim_start (both);

  if (trimmed == 0)
    return;
  parley_markup_truncate (bubbler->part, 0);
  bubbler->line_used += trimmed - before - (before > 0);
}

/* @cut bytes of @length went from the part and what is known of the unfinished line together, and
 * with them the blanks behind, so that @left are left. */
static void
drop_both (ParleyBubbler *bubbler, gsize cut, gsize length, gsize left)
{
  gsize before = parley_markup_get_length (bubbler->part);

  if (cut <= before)
    parley_markup_free (parley_markup_take (bubbler->part, cut));
  else
    {
      bubbler->line_used += length - left - before - (before > 0);
      parley_markup_truncate (bubbler->part, 0);
    }
}

/* Returns: whether a bubble could be cut off the part and what is known of the unfinished line. */
static gboolean
cut_shown (ParleyBubbler *bubbler, const ParleyMarkup *shown)
{
  const ParleyCutLimits limits = get_limits (bubbler);
  g_autoptr (ParleyMarkup) both = NULL;
  gboolean code;
  gsize length;
  gsize cut;

  if (parley_markup_get_length (shown) <= bubbler->line_used)
    return FALSE;
  both = parley_markup_copy (bubbler->part);
  code = (parley_markup_get_style (shown, 0) & PARLEY_STYLE_BLOCK) != 0;
  join_line (bubbler, both, shown, bubbler->line_used, code);
  trim_start (bubbler, both);
  length = parley_markup_get_length (both);
  cut = parley_cut_find (both, &limits, FALSE);
  if (cut == 0)
    return FALSE;
  add_bubble (bubbler, parley_markup_take (both, cut));
  drop_both (bubbler, cut, length, parley_markup_get_length (both));
  return TRUE;
}

static void
look_ahead (ParleyBubbler *bubbler)
{
  g_autoptr (ParleyMarkup) shown = parley_markup_new ();
  guint n_before = bubbler->n_bubbles;

  bubbler->kept_back
      = !parley_markdown_peek (bubbler->markdown, bubbler->line->str, bubbler->line->len, shown);
  bubbler->looked_at = bubbler->known;
  while (!is_last (bubbler) && cut_shown (bubbler, shown))
    ;
  bubbler->n_vain = bubbler->n_bubbles == n_before ? bubbler->n_vain + 1 : 0;
}

void
parley_bubbler_push (ParleyBubbler *bubbler, const char *text)
{
  const char *end;

  while ((end = strchr (text, '\n')) != NULL)
    {
      g_string_append_len (bubbler->line, text, end - text);
      end_line (bubbler);
      text = end + 1;
    }
  append_to_line (bubbler, text);
  if (is_worth_a_look (bubbler))
    look_ahead (bubbler);
}

ParleyMarkup *
parley_bubbler_take (ParleyBubbler *bubbler)
{
  return g_queue_pop_head (&bubbler->ready);
}

/* The end */

static GPtrArray *
cut_all (const ParleyMarkup *markup, gsize max_bytes)
{
  const ParleyCutLimits limits = { .max_bytes = max_bytes };
  g_autoptr (ParleyMarkup) rest = parley_markup_copy (markup);
  GPtrArray *pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_markup_free);

  while (parley_markup_get_length (rest) > 0)
    g_ptr_array_add (pieces, parley_markup_take (rest, parley_cut_find (rest, &limits, TRUE)));
  return pieces;
}

/* Returns: (transfer full): each line by itself, cut where it is too long. */
static GPtrArray *
cut_lines (const ParleyMarkup *markup, gsize max_bytes)
{
  g_autoptr (ParleyMarkup) rest = parley_markup_copy (markup);
  GPtrArray *pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_markup_free);

  while (parley_markup_get_length (rest) > 0)
    {
      g_autoptr (ParleyMarkup) line
          = parley_markup_take (rest, strcspn (parley_markup_get_text (rest), "\n"));

      g_ptr_array_extend_and_steal (pieces, cut_all (line, max_bytes));
    }
  return pieces;
}

/* Too many lines are run together first, and what then still is too much is cut and marked. */
static void
add_last_lines (ParleyBubbler *bubbler)
{
  const ParleyLimits *limits = &bubbler->rules.limits;
  guint room = limits->max_lines > 0 ? limits->max_lines - bubbler->n_bubbles : G_MAXUINT;
  g_autoptr (GPtrArray) pieces = cut_lines (bubbler->part, limits->max_bytes);

  if (pieces->len > room)
    {
      parley_markup_join_lines (bubbler->part);
      g_ptr_array_unref (g_steal_pointer (&pieces));
      pieces = cut_all (bubbler->part, MAX (0, limits->max_bytes - (int) strlen (CUT)));
    }
  if (pieces->len > room)
    {
      parley_markup_append (g_ptr_array_index (pieces, room - 1), CUT, strlen (CUT),
                            PARLEY_STYLE_PLAIN);
      g_ptr_array_set_size (pieces, room);
    }
  while (pieces->len > 0)
    add_bubble (bubbler, g_ptr_array_steal_index (pieces, 0));
}

static void
add_last_bubble (ParleyBubbler *bubbler)
{
  g_autoptr (GPtrArray) pieces = cut_all (bubbler->part, bubbler->rules.limits.max_bytes);

  while (pieces->len > 0)
    add_bubble (bubbler, g_ptr_array_steal_index (pieces, 0));
}

void
parley_bubbler_end (ParleyBubbler *bubbler)
{
  if (bubbler->line->len > 0)
    end_line (bubbler);
  cut_part (bubbler, TRUE);
  parley_markup_trim_end (bubbler->part);
  if (bubbler->rules.limits.one_line)
    add_last_lines (bubbler);
  else
    add_last_bubble (bubbler);
}

int
parley_pacing_compute (const ParleyPacing *pacing, const char *text, guint64 seed)
{
  gint64 ms;
  int percent;

  if (pacing->cps == 0)
    return 0;
  ms = (gint64) g_utf8_strlen (text, -1) * 1000 / pacing->cps;
  /* Neighbouring seeds must not give neighbouring times: spread them first. */
  percent = (int) (g_int64_hash (&seed) * 2654435761u >> 16) % (2 * pacing->jitter + 1);
  ms = ms * (100 + percent - pacing->jitter) / 100;
  return (int) CLAMP (ms, pacing->min_ms, pacing->max_ms);
}
