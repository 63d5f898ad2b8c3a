/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "world.h"

G_BEGIN_DECLS

/* Who looks on, and knows what is promised. */

/* A model is about to read @body. Returns: the number of the request. */
guint sim_oracle_request (SimWorld *world, const char *body);

/* A server is asked for whatever it may be. */
void sim_providers_check (SimWorld *world, const SimAsked *asked);

/* Something of what was done is written down, for anybody. */
void sim_oracle_trace (SimWorld *world, const char *json);

/* The engine wants @text said. */
void sim_oracle_say (SimWorld *world, SimChat *chat, const ParleyRoute *route, const char *text);

/* The user is shown @text, perhaps a draft. @chat: (nullable): it is about none of them. */
void sim_oracle_tell (SimWorld *world, SimChat *chat, const char *text);

/* Nobody has to answer what was written there until now. */
void sim_oracle_excuse (SimWorld *world, SimChat *chat);

/* Nor is what is not answered there kept for sure. */
void sim_oracle_loosen (SimWorld *world, SimChat *chat);

/* Nor does the engine have to know of it. */
void sim_oracle_lose (SimWorld *world, SimChat *chat);

/* Limits: those of the world; a model is asked; an answer is said, or its next bubble. */
void sim_limits_choose (SimWorld *world);
void sim_limits_check_request (SimWorld *world, SimRequest *request);
void
sim_limits_check_answer (SimWorld *world, SimChat *chat, SimRequest *request, gboolean by_itself);

/* Looks at what a program that ended left behind. */
void sim_files_check (SimWorld *world);

/* All is over, and nothing more comes by itself. */
void sim_oracle_end (SimWorld *world);

G_END_DECLS
