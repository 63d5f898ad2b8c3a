/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of all of them in a prompt: a small model's window is soon full. */
#define PARLEY_LESSONS_MAX_BYTES 4000

/* @lessons: of ParleyLesson, oldest first; those after @since, up to @until, seconds since 1970,
 * count. Returns: (transfer full) (nullable): the newest that
 * have room, oldest first, two lines each, to be fenced: a draft may repeat what somebody wrote;
 * NULL if there are none. */
char *parley_lessons_dup_text (const GPtrArray *lessons, gint64 since, gint64 until);

G_END_DECLS
