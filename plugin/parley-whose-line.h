/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

#include "parley-instance.h"

G_BEGIN_DECLS

/* Handlers of libpurple's signals: nobody's line looks as if Parley told it. */

/* Only how a line is shown and logged is changed, never what is read. Returns: FALSE, it is to be
 * written. */
gboolean parley_whose_line_on_writing (PurpleAccount *account,
                                       const char *who,
                                       char **shown,
                                       PurpleConversation *conv,
                                       PurpleMessageFlags flags,
                                       ParleyInstance *instance);

/* Where not all of it was looked at, the user is told under it whose it is. */
void parley_whose_line_on_wrote (PurpleAccount *account,
                                 const char *who,
                                 char *shown,
                                 PurpleConversation *conv,
                                 PurpleMessageFlags flags,
                                 ParleyInstance *instance);

G_END_DECLS
