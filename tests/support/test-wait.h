/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef gboolean (*TestCondition) (gpointer data);

/* Runs the loop until it is so. After a minute the program ends, and says that it waited for @what:
 * who measures must not wait for ever, nor guess. */
void test_wait (GMainContext *loop, TestCondition condition, gpointer data, const char *what);

/* The same with another bound. */
void test_wait_within (
    GMainContext *loop, guint ms, TestCondition condition, gpointer data, const char *what);

G_END_DECLS
