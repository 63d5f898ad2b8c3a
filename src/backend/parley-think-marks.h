/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The marks by which models tell reasoning from what is to be said: data/reasoning.ini. */

typedef struct
{
  char *begin;
  GStrv ends;
  gboolean at_start; /* only at the beginning of a reply, and only if one of the ends comes */
} ParleyThinkMark;

typedef struct
{
  GPtrArray *hidden; /* of ParleyThinkMark */
  GStrv answer;      /* behind one of these the answer begins */
  GStrv dropped;     /* these are taken out */
  GStrv words;       /* these look like marks and are none */
} ParleyThinkMarks;

/* @user_dir: (nullable): where a file may be that goes before ours. Returns: (transfer full): NULL
 * with %PARLEY_ERROR_CONFIGURATION and a sentence that names the file if it can't be used: what a
 * model writes can't be judged then. */
ParleyThinkMarks *parley_think_marks_load (const char *user_dir, GError **error);
void parley_think_marks_free (ParleyThinkMarks *marks);

/* @text: what a reply begins with. Returns: the length of what looks like a mark that nobody knows:
 * "<word>", "[WORD]", "<|word|>", "◁word▷"; 0 if it is none; -1 if more must come before that is
 * known. @ends: (out) (transfer full): what would be its other half, if it is one. */
gssize
parley_think_marks_match_unknown (const ParleyThinkMarks *marks, const char *text, GStrv *ends);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyThinkMarks, parley_think_marks_free)

G_END_DECLS
