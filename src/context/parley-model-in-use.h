/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "context/parley-manners.h"
#include "context/parley-outage.h"
#include "context/parley-slots.h"

G_BEGIN_DECLS

/* The model of the settings, what is known of it, and who may ask it. */
typedef struct
{
  ParleyBackend *backend; /* as the settings are; NULL until needed */
  gboolean window_asked;  /* of the backend */
  gboolean window_told;   /* to the user: that what the server says of it can't be */
  int window;             /* as parley_backend_find_window_finish () has it */
  ParleyManners *manners;
  ParleySlots *slots;
  ParleyOutage *outage;
  gboolean closing; /* no more requests */
} ParleyModelInUse;

G_END_DECLS
