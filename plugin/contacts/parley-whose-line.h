/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* Nobody's line looks as if Parley told it. Its handlers of libpurple's signals cost the same,
 * whatever is written. */

/* @instance: borrowed; has its host and timers. Returns: (transfer full). */
ParleyWhoseLine *parley_whose_line_new (ParleyInstance *instance);

/* The user is told what they were to be told. */
void parley_whose_line_free (ParleyWhoseLine *self);

/* Only how a line is shown and logged is changed, never what is read. Returns: FALSE, it is to be
 * written. */
gboolean parley_whose_line_on_writing (PurpleAccount *account,
                                       const char *who,
                                       char **shown,
                                       PurpleConversation *conv,
                                       PurpleMessageFlags flags,
                                       ParleyInstance *instance);

/* Where not all of it was looked at, the user is told under it whose it is, as soon as libpurple is
 * done with what came. */
void parley_whose_line_on_wrote (PurpleAccount *account,
                                 const char *who,
                                 char *shown,
                                 PurpleConversation *conv,
                                 PurpleMessageFlags flags,
                                 ParleyInstance *instance);

void parley_whose_line_on_deleting (PurpleConversation *conv, ParleyInstance *instance);

G_END_DECLS
