/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"
#include "parley-prefs.h"

#include <request.h>

G_BEGIN_DECLS

/* Who the user is, as far as they want the model to know: fields of a dialog. */

/* Adds them with what is known already. */
void parley_who_add_fields (PurpleRequestFieldGroup *group, ParleyInstance *instance);

/* Keeps what was answered. Returns: FALSE with a sentence for the user; what can't be kept stays as
 * it was. */
gboolean parley_who_store (PurpleRequestFields *fields, ParleyInstance *instance, GError **error);

G_END_DECLS
