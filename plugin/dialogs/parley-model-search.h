/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"
#include "dialogs/parley-model-offers.h"

G_BEGIN_DECLS

/* Looking for model servers on this machine. Nobody is asked before the user said yes. */

/* What was found. @offers: (transfer full). @report: (nullable): what the user should know of it;
 * if nothing was found what to do. */
typedef void (*ParleyModelSearchFunc) (ParleyModelOffers *offers,
                                       const char *report,
                                       gpointer data);

/* Asks for leave. @handle: of the dialog, for libpurple. @before: (nullable): what led here. @yes,
 * @no: PurpleRequestFieldsCb; @no: (nullable). Closing the dialog is a no. */
void parley_model_search_ask_leave (ParleyInstance *instance,
                                    gpointer handle,
                                    const char *before,
                                    GCallback yes,
                                    GCallback no,
                                    gpointer data);

/* Takes some seconds at most. @func: not called when cancelled. */
void parley_model_search_start (ParleyInstance *instance,
                                GCancellable *cancellable,
                                ParleyModelSearchFunc func,
                                gpointer data);

G_END_DECLS
