/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

#include "settings/parley-settings.h"

G_BEGIN_DECLS

/* Where a model runs is asked where neither its server's address nor the server tells:
 * %PARLEY_WHERE_UNKNOWN. Who just clicks on has said nothing. */

/* @handle: of the dialog. @wish: names the server. @button: what its answer is called. @answered:
 * called with @data and the fields; @cancelled: (nullable). */
void parley_where_question_ask (gpointer handle,
                                ParleySettings *wish,
                                const char *button,
                                GCallback answered,
                                GCallback cancelled,
                                gpointer data);

/* Puts the answer into @wish. */
void parley_where_question_take (ParleySettings *wish, PurpleRequestFields *fields);

G_END_DECLS
