/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-wait.h"

#include <stdlib.h>

#define MOST_MS 60000

static gboolean
on_late (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
test_wait_within (
    GMainContext *loop, guint ms, TestCondition condition, gpointer data, const char *what)
{
  g_autoptr (GSource) source = NULL;
  gboolean late = FALSE;

  if (condition (data))
    return;
  source = g_timeout_source_new (ms);
  g_source_set_callback (source, on_late, &late, NULL);
  g_source_attach (source, loop);
  while (!condition (data) && !late)
    g_main_context_iteration (loop, TRUE);
  g_source_destroy (source);
  if (!late)
    return;
  g_printerr ("Waited %u ms in vain for %s.\n", ms, what);
  exit (1);
}

void
test_wait (GMainContext *loop, TestCondition condition, gpointer data, const char *what)
{
  test_wait_within (loop, MOST_MS, condition, data, what);
}
