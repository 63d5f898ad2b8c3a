/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-request.h"
#include "base/parley-prediction.h"
#include "turn/parley-turn.h"

G_BEGIN_DECLS

/* Asking a model whether somebody is done, while their turn is still being read. */

/* @rules: data/prompts/prediction.txt. @nonce: of the fence. Returns: (transfer full). */
ParleyRequest *
parley_predictor_build (const char *rules, const ParleyTurn *turn, const char *nonce);

/* Reads what the model wrote. @prediction: untouched on failure. Returns: FALSE if it is not what
 * was asked for. */
gboolean parley_predictor_parse (const char *text, ParleyPrediction *prediction);

G_END_DECLS
