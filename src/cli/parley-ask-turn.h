/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "base/parley-data.h"
#include "settings/parley-settings.h"
#include "base/parley-timers.h"
#include "cli/parley-ask-chat.h"

G_BEGIN_DECLS

/* One turn of `parley ask`: what was said last in a chat is answered as if it had come now, and
 * what happens is printed. All borrowed. */
typedef struct
{
  ParleyBackend *backend;
  ParleySettings *settings;
  ParleyTimers *timers;
  ParleyData *data;    /* prompts and words */
  const char *persona; /* how to sound */
  const ParleyAskChat *chat;
  gboolean with_tools;
  gboolean for_people;
} ParleyAskTurn;

/* Prints what the model would be told, and asks nobody. */
void parley_ask_turn_show (const ParleyAskTurn *turn);

/* Runs the main loop until the turn is over, or SIGINT or SIGTERM ends it. Returns: the exit
 * status. */
int parley_ask_turn_run (const ParleyAskTurn *turn);

G_END_DECLS
