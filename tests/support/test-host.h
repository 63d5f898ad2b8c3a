/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-host.h"

G_BEGIN_DECLS

/* An application that writes down what an engine does in it. */
#define PARLEY_TYPE_TEST_HOST (parley_test_host_get_type ())
G_DECLARE_FINAL_TYPE (ParleyTestHost, parley_test_host, PARLEY, TEST_HOST, GObject)

struct _ParleyTestHost
{
  GObject parent_instance;

  /* What the host answers. */
  ParleyFacts facts;
  const char *stay; /* of whom nothing but that is known: changes with who has the name */
  ParleyAwayStatus status;
  const char *status_text;
  gboolean user_types;
  const char *persona; /* (nullable): to everybody */
  gboolean no_window;  /* to tell the user something in */
  gboolean unwatched;  /* nobody looks at the chats */
  ParleyDelivery delivery;
  void (*during_say) (gpointer data);                     /* (nullable) */
  void (*during_tell) (gpointer data);                    /* likewise */
  void (*during_trace) (gpointer data, const char *json); /* likewise */
  gpointer during_data;

  /* What the engine did, a line each: "person < text", "typing on", … */
  GString *log;
  char *markup;     /* of what was said last */
  GPtrArray *told;  /* of char *: lines for the user */
  GPtrArray *shown; /* of char *: what was true when they looked */
  GPtrArray *trace; /* of char *: lines of JSON */
  guint n_facts;    /* how often it was asked what is known of a chat */
};

/* Returns: (transfer full): allows everything, delivers everything. */
ParleyTestHost *parley_test_host_new (void);

/* Returns: how many lines of the trace are of event @ev. */
guint parley_test_host_count (ParleyTestHost *self, const char *ev);

/* Returns: (transfer none) (nullable): the newest of them. */
const char *parley_test_host_get_last (ParleyTestHost *self, const char *ev);

G_END_DECLS
