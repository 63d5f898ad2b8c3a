/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-host.h"
#include "rehearsal/parley-stage.h"

G_BEGIN_DECLS

/* What a rehearsal offers an engine: one chat, in which the user plays the person and Parley may
 * always answer, as if it were for somebody for whom it was chosen. */
#define PARLEY_TYPE_REHEARSAL_HOST (parley_rehearsal_host_get_type ())
G_DECLARE_FINAL_TYPE (ParleyRehearsalHost, parley_rehearsal_host, PARLEY, REHEARSAL_HOST, GObject)

/* @stage: borrowed, must outlive the host. Returns: (transfer full). */
ParleyRehearsalHost *parley_rehearsal_host_new (ParleyStage *stage);

G_END_DECLS
