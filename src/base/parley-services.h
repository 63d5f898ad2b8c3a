/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"

G_BEGIN_DECLS

/* Names that are programs or servers, not people: data/protocols.ini. */
typedef struct _ParleyServices ParleyServices;

/* Returns: (transfer full). */
ParleyServices *parley_services_new (ParleyProtocols *protocols);
void parley_services_free (ParleyServices *services);

/* @kind: of the channel. @person: the normalised name. */
gboolean
parley_services_is_service (ParleyServices *services, const char *kind, const char *person);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyServices, parley_services_free)

G_END_DECLS
