/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-completion.h"
#include "backend/parley-request.h"
#include "brain/parley-usage.h"

G_BEGIN_DECLS

/* What a turn has cost, in tokens: of the generations that are over, as the server counts or by
 * estimate, and of the one at work. All zero: nothing. */
typedef struct
{
  ParleyUsage over;
  guint sent;  /* estimated: of the request at work */
  guint mused; /* estimated: of its reasoning */
  guint used;  /* of request and reply that are over, as far as the next one begins with them */
} ParleyCost;

void parley_cost_begin (ParleyCost *cost, const ParleyRequest *request);

/* Some reasoning came. */
void parley_cost_add_reasoning (ParleyCost *cost, guint tokens);

/* It is over. @written: what came of a reply. */
void
parley_cost_complete (ParleyCost *cost, const ParleyCompletion *completion, const char *written);

/* It failed, or a try of it did, which begins anew. Nobody tells what that has cost; one that was
 * refused has cost nothing. */
void parley_cost_fail (ParleyCost *cost, const GError *why, const char *written);

/* Returns: what it comes to if it is given up now. */
ParleyUsage parley_cost_estimate (const ParleyCost *cost, const char *written);

G_END_DECLS
