/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a line of a recorded chat can tell. */
typedef enum
{
  PARLEY_REPLAY_MSG,
  PARLEY_REPLAY_FILE,
  PARLEY_REPLAY_TYPING,
  PARLEY_REPLAY_PAUSED,
  PARLEY_REPLAY_STOPPED,
  PARLEY_REPLAY_EDIT,
  PARLEY_REPLAY_WITHDRAW,
  PARLEY_REPLAY_OWN,
  PARLEY_REPLAY_ECHO,
  PARLEY_REPLAY_BLOCK,
  PARLEY_REPLAY_UNLOAD,
  PARLEY_REPLAY_OFFLINE,
  PARLEY_REPLAY_ONLINE,
  PARLEY_REPLAY_CLOSE,
  PARLEY_REPLAY_N_EVENTS,
} ParleyReplayEventType;

typedef struct
{
  ParleyReplayEventType type;
  char *dialogue;
  gint64 t;            /* ms, 0 or more */
  char *who;           /* (nullable): the person, or nobody in particular */
  char *text;          /* (nullable) */
  char *id;            /* (nullable) */
  gboolean skip;       /* the burst is not scored */
  gboolean typed_only; /* of OWN: nothing was sent */
} ParleyReplayEvent;

/* @line: of any bytes, without its end. Returns: (transfer full): NULL with a sentence that says
 * what is wrong. */
ParleyReplayEvent *parley_replay_event_parse (const char *line, gsize length, GError **error);
void parley_replay_event_free (ParleyReplayEvent *event);

/* Whether it is of the person called @person, or of nobody in particular. */
gboolean parley_replay_event_is_of (const ParleyReplayEvent *event, const char *person);

/* Whether something was said with it: a text or a file. */
gboolean parley_replay_event_is_message (const ParleyReplayEvent *event);

gboolean parley_replay_event_is_typing (const ParleyReplayEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyReplayEvent, parley_replay_event_free)

G_END_DECLS
