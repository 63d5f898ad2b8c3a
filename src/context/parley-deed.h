/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-chat-key.h"

G_BEGIN_DECLS

/* Something that Parley did. */
typedef struct
{
  const char *kind;         /* as parley_journal_kind_to_string () names it */
  const char *reason;       /* a word for a program; "": none */
  const ParleyChatKey *key; /* (nullable): of no one chat */
  gboolean private_chat;    /* nothing of it may outlive the sitting */
} ParleyDeed;

G_END_DECLS
