/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Lets the user choose one of the models of the server in use, or look for others on this machine.
 * One dialog at a time. */

/* Returns: (transfer full). */
ParleyModelPicker *parley_model_picker_new (ParleyInstance *instance);
void parley_model_picker_free (ParleyModelPicker *picker);

/* What goes wrong the user is told. */
void parley_model_picker_open (ParleyModelPicker *picker);

G_END_DECLS
