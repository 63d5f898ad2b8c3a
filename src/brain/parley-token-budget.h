/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* How much of a model's window a turn may fill. All in tokens. */
typedef struct
{
  guint window;
  guint soft;    /* from here on an answer is urged */
  guint hard;    /* from here on it is due */
  guint history; /* at most this much of earlier talk is given */
} ParleyTokenBudget;

/* In tokens: under it a model gets the short form of a prompt, and no tools. */
#define PARLEY_SMALL_WINDOW 8192

/* Whether @budget is of such a model. */
gboolean parley_token_budget_is_small (const ParleyTokenBudget *budget);

/* @told: the window as the server tells, 0 if it does not: then the setting counts, and where that
 * is 0 too, where the server runs. @remote: whether that is another machine. The history gets a
 * quarter of the window at most, so that a small one has room for an answer. */
ParleyTokenBudget parley_token_budget_new (ParleySettings *settings, guint told, gboolean remote);

/* An estimate without any model's own tables: a quarter of a token for each ASCII character, half
 * of one for each other that takes two bytes (Latin, Greek, Cyrillic, Hebrew, Arabic), a whole one
 * for the rest (Chinese, Japanese, emoji). Common tokenizers give a little less for prose, so a
 * budget kept by it is kept. */
guint parley_tokens_estimate (const char *text);

/* The same for a text of which only the length is known. */
guint parley_tokens_estimate_bytes (gsize bytes);

/* The same for all of a request with its tools, 4 more for each message. */
guint parley_tokens_estimate_request (const ParleyRequest *request);

G_END_DECLS
