/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-replay-event.h"

G_BEGIN_DECLS

/* A file of recorded dialogues. */
typedef struct
{
  char *path;
  GPtrArray *dialogues; /* of GPtrArray of ParleyReplayEvent, in order of first appearance */
} ParleyRecording;

/* Reads all of a file, "-" is standard input. Returns: (transfer full): NULL with a sentence that
 * names the file, the line and what is wrong. A file without an event is wrong too. */
ParleyRecording *parley_recording_read (const char *path, GError **error);
void parley_recording_free (ParleyRecording *recording);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyRecording, parley_recording_free)

G_END_DECLS
