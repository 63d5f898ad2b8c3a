/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "dialogs/parley-hours-dialog.h"
#include "dialogs/parley-log-dialog.h"
#include "dialogs/parley-memory-dialog.h"
#include "dialogs/parley-model-picker.h"
#include "dialogs/parley-persona-dialog.h"
#include "dialogs/parley-prompt-window.h"
#include "dialogs/parley-status-dialog.h"

G_BEGIN_DECLS

/* What the user opens from a menu or with a command. Each is there as long as the plugin is, and
 * open once at most. */
struct _ParleyDialogs
{
  ParleyHoursDialog *hours;
  ParleyLogDialog *log;
  ParleyMemoryDialog *memory;
  ParleyModelPicker *models;
  ParleyPersonaDialog *persona;
  ParleyPromptWindow *prompt;
  ParleyStatusDialog *status;
};

/* Called before the engine is there, as parley_log_dialog_new () is. Returns: (transfer full). */
ParleyDialogs *parley_dialogs_new (ParleyInstance *instance);

/* Closes what is open. */
void parley_dialogs_free (ParleyDialogs *dialogs);

G_END_DECLS
