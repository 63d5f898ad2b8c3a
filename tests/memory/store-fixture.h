/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memory/parley-store-chats.h"
#include "memory/parley-store-heard.h"
#include "memory/parley-store-texts.h"

/* A store in a folder that goes away with it. The calls that wait turn the main loop. */
typedef struct
{
  char *top;    /* the temporary folder */
  char *folder; /* the store's, in it; the store makes it */
  char *path;   /* of the file */
  ParleyStore *store;
  GPtrArray *troubles; /* what the user was told */
} StoreFixture;

/* The store is opened by store_fixture_open (). */
void store_fixture_init (StoreFixture *fixture);
void store_fixture_clear (StoreFixture *fixture);

void store_fixture_begin (StoreFixture *fixture);
void store_fixture_open (StoreFixture *fixture); /* comes back when it is open */
void store_fixture_close (StoreFixture *fixture);
void store_fixture_reopen (StoreFixture *fixture);

/* Removes what @path names, with all in it. */
void store_fixture_remove (const char *path);

/* Runs @sql on the closed store's file. */
void store_fixture_tamper (StoreFixture *fixture, const char *sql);

/* Returns: (transfer full) (nullable): the name of the file set aside, less the folder. */
char *store_fixture_dup_aside (StoreFixture *fixture);

void store_fixture_assert_quiet (StoreFixture *fixture);
void store_fixture_assert_trouble (StoreFixture *fixture, const char *words);

/* Whether a file in the folder holds @words. */
gboolean store_fixture_holds (StoreFixture *fixture, const char *words);

/* @person: of an account that all chats here have. */
ParleyChatKey *store_fixture_new_key (const char *person);

void store_fixture_flush (StoreFixture *fixture);
ParleyChatRecord *store_fixture_load (StoreFixture *fixture, const char *person);
void store_fixture_save_count (StoreFixture *fixture, const char *person, guint count);
/* What brings a store of version 9 back to 5. */
#define STORE_UNDO_6                                                                               \
  "DROP TABLE draft_bubbles; DROP TABLE drafts; DROP TABLE heard;"                                 \
  "DROP INDEX utterances_in_order; ALTER TABLE utterances DROP COLUMN received;"                   \
  "ALTER TABLE pending DROP COLUMN received; ALTER TABLE pending DROP COLUMN number;"              \
  "ALTER TABLE chats DROP COLUMN draft_number; ALTER TABLE summaries DROP COLUMN left_out;"        \
  "ALTER TABLE summaries DROP COLUMN nonce; ALTER TABLE summaries DROP COLUMN style;"              \
  "ALTER TABLE chats DROP COLUMN left_to_parley; DROP TABLE drafts_before;"

/* A bubble came, and is pending. */
void
store_fixture_hear (StoreFixture *fixture, const ParleyChatKey *key, gint64 wall, const char *text);
void store_fixture_add (StoreFixture *fixture, const char *person, const char *text);
GPtrArray *store_fixture_list (StoreFixture *fixture);
char *store_fixture_get_text (StoreFixture *fixture, const char *name);

/* For the callbacks of further reads. @data: a #GAsyncResult pointer. */
void store_fixture_take_result (GObject *source, GAsyncResult *result, gpointer data);
