/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a small model thinks of a turn that is still being read. A value. */
typedef struct
{
  gboolean done;     /* the person is */
  double confidence; /* 0..1, of @done */
  int wait_ms;       /* how much longer to wait if they are not */
} ParleyPrediction;

G_END_DECLS
