/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  PARLEY_GLANCE_HARMLESS, /* no line of it can be taken for one of Parley's */
  PARLEY_GLANCE_ODD,      /* that isn't plain */
  PARLEY_GLANCE_ENDLESS,  /* it would have cost too much to find out */
} ParleyGlance;

#define PARLEY_GLANCE_LINES                                                                        \
  16 /* no more are looked for: what is below them is told of as a whole */

/* Where lines that aren't plain begin, behind the tags and breaks in front of them. */
typedef struct
{
  guint n;
  gsize at[PARLEY_GLANCE_LINES]; /* bytes */
} ParleyGlanceLines;

/* A first look at what anybody may send, before it is taken apart: it costs next to nothing, and
 * whatever they send no more than some 17,000 instructions. @html: @length bytes of it, in any
 * state, 4 KiB at most. @lines: those that were found; there may be more of them, and what is odd
 * may be no single line. */
ParleyGlance parley_glance_look (const char *html, gsize length, ParleyGlanceLines *lines);

G_END_DECLS
