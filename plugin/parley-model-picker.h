/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* Lets the user choose one of the models of @backend's server, in a dialog for both clients. What
 * goes wrong they are told. Comes to nothing when the plugin is unloaded meanwhile. */
void parley_model_picker_open (ParleyInstance *instance, ParleyBackend *backend);

G_END_DECLS
