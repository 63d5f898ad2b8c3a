/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What other programs of the user's may ask and tell Parley, by a socket in Parley's own folder:
 * docs/control.md. It is there only while the user wants it, or whoever started the client did. */

/* Begins to listen if that is wanted. Returns: (transfer full). */
ParleyControl *parley_control_new (ParleyInstance *instance);
void parley_control_free (ParleyControl *control);

/* Whether it is wanted may have changed. @control: (nullable). */
void parley_control_look_again (ParleyControl *control);

G_END_DECLS
