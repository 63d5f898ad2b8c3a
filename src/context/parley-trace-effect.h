/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "base/parley-json-line.h"
#include "turn/parley-chat.h"

G_BEGIN_DECLS

/* What an effect is called where it is told as JSON: in the trace and by the program `parley`. */

/* Returns: (transfer none): "window" and so on; the end of a turn that needed no words is "silent".
 */
const char *parley_trace_effect_get_name (const ParleyEffect *effect);

/* Adds what the effect says. */
void parley_trace_effect_add (const ParleyEffect *effect, ParleyJsonLine *line);

G_END_DECLS
