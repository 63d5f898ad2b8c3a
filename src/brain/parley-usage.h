/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a turn has cost so far, over all its generations. */
typedef struct
{
  gint64 prompt_tokens;
  gint64 reply_tokens;
  gint64 measured_tokens; /* of the prompts of which the server told what it had read before */
  gint64 cached_tokens;   /* of these, that it had */
  guint requests;
  gboolean estimated; /* the server did not tell all of it */
} ParleyUsage;

G_END_DECLS
