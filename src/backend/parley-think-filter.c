/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-think-filter.h"

struct _ParleyThinkFilter
{
  gboolean inside;
  gsize matched;        /* bytes of the tag that is looked for */
  gboolean shown;       /* something was given out */
  gboolean skip_blanks; /* right behind a block at the start */
};

static const char *
get_tag (const ParleyThinkFilter *filter)
{
  return filter->inside ? "</think>" : "<think>";
}

ParleyThinkFilter *
parley_think_filter_new (void)
{
  return g_new0 (ParleyThinkFilter, 1);
}

void
parley_think_filter_free (ParleyThinkFilter *filter)
{
  g_free (filter);
}

static void
show (ParleyThinkFilter *filter, const char *text, gsize length, GString *out)
{
  if (filter->inside || length == 0)
    return;
  if (filter->skip_blanks && length == 1 && g_ascii_isspace (*text))
    return;
  g_string_append_len (out, text, length);
  filter->shown = TRUE;
  filter->skip_blanks = FALSE;
}

/* A tag has its "<" only in front, so after a mismatch a new one can begin only at this byte. */
void
parley_think_filter_feed (ParleyThinkFilter *filter, const char *text, GString *out)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      const char *tag = get_tag (filter);

      if (*p != tag[filter->matched])
        {
          show (filter, tag, filter->matched, out);
          filter->matched = 0;
        }
      if (*p != tag[filter->matched])
        show (filter, p, 1, out);
      else if (tag[++filter->matched] == '\0')
        {
          filter->skip_blanks = filter->inside && !filter->shown;
          filter->inside = !filter->inside;
          filter->matched = 0;
        }
    }
}

void
parley_think_filter_end (ParleyThinkFilter *filter, GString *out)
{
  show (filter, get_tag (filter), filter->matched, out);
  filter->matched = 0;
}
