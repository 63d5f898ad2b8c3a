/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

G_BEGIN_DECLS

/* A client that shows dialogs: the one that was opened last and is not closed yet. */
typedef struct
{
  gboolean open;
  char *primary;
  char *secondary;             /* NULL: none */
  char *text;                  /* of one that asks for a text: what stands there at first */
  PurpleRequestFields *fields; /* of one with fields */
  GCallback ok;
  GCallback cancel; /* (nullable) */
  gpointer data;
} TestDialog;

/* From here on dialogs are shown, up to here. */
void test_dialogs_begin (void);
void test_dialogs_end (void);

/* Returns: (transfer none). */
TestDialog *test_dialog_get (void);

/* The user answers with a text, or with the fields as they are, and the dialog is gone. */
void test_dialog_answer_text (const char *text);
void test_dialog_answer_fields (void);

/* The user marks one of several rows in it. @row: how it begins. */
void test_dialog_mark (const char *field, const char *row);

/* Returns: (transfer full): the row that is marked. */
char *test_dialog_dup_marked (const char *field);

/* The user cancels one with fields, or closes its window. */
void test_dialog_cancel (void);

/* The same for one with buttons: the first is pressed. */
void test_dialog_press_first (void);

G_END_DECLS
