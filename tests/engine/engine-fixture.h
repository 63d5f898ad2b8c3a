/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "engine/parley-engine.h"
#include "test-backend.h"
#include "test-clock.h"
#include "test-host.h"

G_BEGIN_DECLS

/* What every test of the engine begins with: a scripted model, a host that allows and delivers
 * everything, no typing times, and a clock that stands. */
typedef struct
{
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleySettings *settings;
  ParleyTestHost *host;
  ParleyTestBackend *backend;
  ParleyEngine *engine;
  ParleyChatKey *alice;
  ParleyChatKey *bob;
  char *top;    /* of a test with a store: its temporary folder */
  char *folder; /* in it, of the run */
  guint n_crashes;
} Fixture;

void fixture_setup (Fixture *f, gconstpointer data);
void fixture_teardown (Fixture *f, gconstpointer data);

/* The same, with a store, which is opened. */
void fixture_setup_kept (Fixture *f, gconstpointer data);

/* The same in a folder that is there, and stays. */
void fixture_setup_in (Fixture *f, const char *folder);

/* Comes back when all that the store was asked for is done, and what followed from it. */
void fixture_settle (Fixture *f);

/* The user wants the draft sent, which waits for the disk. @number: 0: the one that waits. */
void send_draft (Fixture *f, const ParleyChatKey *key, guint number);

/* The program is closed; it is killed, with what it kept up to now; it starts, as after a boot. */
void fixture_quit (Fixture *f);
void fixture_crash (Fixture *f);
void fixture_start (Fixture *f);

/* Has the scripted model asked again, after a setting changed. */
void fixture_use_scripted_model (Fixture *f);

/* For this test, with the scripted model. */
void fixture_set_int (Fixture *f, ParleySetting setting, int value);

/* Lets time pass, in steps, so that what is armed meanwhile gets its time. */
void pass (Fixture *f, gint64 ms);

/* The person writes, and it was read, for which the store is waited for; the user writes, or
 * something of theirs comes back. */
void write_line (Fixture *f, const ParleyChatKey *key, const char *text);
void write_own (Fixture *f, const ParleyChatKey *key, const char *text, gboolean echo);

/* The person writes; the chat's record may still be on its way then. */
void write_while_loading (Fixture *f, const ParleyChatKey *key, const char *text);

/* The server hands in what was written at @wall. */
void write_at (Fixture *f, const ParleyChatKey *key, const char *text, gint64 wall);

/* How many chats have something pending in the store. */
guint count_pending (Fixture *f);

/* Whether any file of the run's folder has @needle in it. */
gboolean is_in_files (Fixture *f, const char *needle);

/* Compares what the host was asked to do with what is expected, and forgets it. */
#define expect_log(f, expected)                                                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_assert_cmpstr ((f)->host->log->str, ==, expected);                                           \
    g_string_truncate ((f)->host->log, 0);                                                         \
  }                                                                                                \
  G_STMT_END

G_END_DECLS
