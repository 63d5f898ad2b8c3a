/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Recorded chats that somebody hands to `parley replay`: each line is an event, or a sentence. */
#include "fuzz.h"

#include "cli/parley-replay-event.h"

static void
check_event (const ParleyReplayEvent *event)
{
  g_assert_cmpint (event->type, <, PARLEY_REPLAY_N_EVENTS);
  g_assert_nonnull (event->dialogue);
  g_assert_cmpint (event->t, >=, 0);
  g_assert_true (event->text == NULL || g_utf8_validate (event->text, -1, NULL));
  parley_replay_event_is_of (event, "anna");
  g_assert_false (parley_replay_event_is_message (event) && parley_replay_event_is_typing (event));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *line = g_memdup2 (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyReplayEvent) event = parley_replay_event_parse (line, size, &error);

  g_assert_true ((event == NULL) == (error != NULL));
  if (event != NULL)
    check_event (event);
  else
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  return 0;
}
