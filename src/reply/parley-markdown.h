/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "reply/parley-markup.h"

G_BEGIN_DECLS

/* Reads what a model wrote as Markdown, line by line. What is shown is the text itself without the
 * marks that CommonMark takes as markup; all else, and whatever is as likely to be a smiley, a
 * formula or a name as markup, stays as it was written. Nothing is read as HTML. docs/replies.md
 * has the table. */
typedef struct _ParleyMarkdown ParleyMarkdown;

typedef enum
{
  PARLEY_LINE_SHOWN,
  PARLEY_LINE_CODE,  /* shown, a line of a code block */
  PARLEY_LINE_BLANK, /* nothing to show, sets paragraphs apart */
  PARLEY_LINE_FENCE, /* nothing to show, begins or ends a code block */
} ParleyLine;

/* Returns: (transfer full): at the beginning of a text. */
ParleyMarkdown *parley_markdown_new (void);
void parley_markdown_free (ParleyMarkdown *markdown);

/* Reads the next line and appends what is to be shown to @out.
 * @line: valid UTF-8 without the line break. */
ParleyLine
parley_markdown_read (ParleyMarkdown *markdown, const char *line, gsize length, ParleyMarkup *out);

/* The same for a line of which more is still to come: appends only what will be shown whatever
 * comes, and leaves the line to be read. Returns: FALSE if a mark that is still open keeps back
 * what follows it. */
gboolean parley_markdown_peek (const ParleyMarkdown *markdown,
                               const char *line,
                               gsize length,
                               ParleyMarkup *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyMarkdown, parley_markdown_free)

G_END_DECLS
