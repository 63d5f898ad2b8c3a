/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-said.h"

G_BEGIN_DECLS

/* Whether @said tells where somebody is to be found or reached: a street with a number, e-mail,
 * telephone, coordinates, links to maps. @asked: (nullable): what the person wrote; what stands in
 * it may be repeated to them. */
gboolean parley_address_shape_is_told (const ParleySaid *said, const char *asked);

G_END_DECLS
