/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "headless-purple.h"

G_BEGIN_DECLS

/* A new user, nobody of whose contacts is on and who chose no server, and what they are asked. */

#define ROOT   "/plugins/core/parley/"
#define MODELS "{\"data\":[{\"id\":\"small\"},{\"id\":\"large\"}]}"

/* Returns: (transfer full): of a file of the user's. */
char *dup_path (const char *name);
/* Which ports are looked at. */
void write_table (guint16 port);
void setup (Fixture *f, gconstpointer data);
void tear_down (Fixture *f, gconstpointer data);
void run_command (Fixture *f, const char *who, const char *command);
void assert_shown (const char *part);
/* The dialog that is open. */
void assert_asks (const char *question, const char *part);
/* Until that is asked. */
void wait_for (const char *question);
void assert_mode (Fixture *f, const char *who, const char *mode);
void assert_nothing_changed (Fixture *f);
/* Chooses the row that begins so, and goes on. */
void mark_and_answer (const char *field, const char *row);
/* The first request is for the list of models. */
void answer_models (Fixture *f, const char *models);
/* Up to the question which model. */
void search (Fixture *f);
void fill_in (const char *field, const char *text);
/* What the user answered up to there. */
void go_to (Fixture *f, const char *step);

G_END_DECLS
