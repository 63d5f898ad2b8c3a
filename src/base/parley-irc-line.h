/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One line of an IRC server as it came, taken apart. Nothing in it is trusted to be UTF-8. */
typedef struct
{
  char *nick;    /* (nullable): of who sent it; NULL: the server itself */
  char *address; /* (nullable): "user@host" of them, likewise */
  char *command; /* "PRIVMSG", "311" */
  GStrv words;   /* its parameters; the last may hold blanks */
  guint n_words;
} ParleyIrcLine;

/* @text: with or without its end. Returns: (transfer full) (nullable): NULL: it is no such line. */
ParleyIrcLine *parley_irc_line_parse (const char *text);

gboolean parley_irc_line_is (const ParleyIrcLine *line, const char *command);

/* Returns: whether what it is about is in a channel. */
gboolean parley_irc_line_is_in_channel (const ParleyIrcLine *line);

/* Returns: whether a program asks another, or answers it; what somebody is said to do is none. */
gboolean parley_irc_line_is_request (const ParleyIrcLine *line);

void parley_irc_line_free (ParleyIrcLine *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyIrcLine, parley_irc_line_free)

G_END_DECLS
