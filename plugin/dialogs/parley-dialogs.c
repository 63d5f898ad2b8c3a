/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-dialogs.h"

ParleyDialogs *
parley_dialogs_new (ParleyInstance *instance)
{
  ParleyDialogs *dialogs = g_new0 (ParleyDialogs, 1);

  dialogs->hours = parley_hours_dialog_new (instance);
  dialogs->log = parley_log_dialog_new (instance);
  dialogs->memory = parley_memory_dialog_new (instance);
  dialogs->models = parley_model_picker_new (instance);
  dialogs->persona = parley_persona_dialog_new (instance);
  dialogs->prompt = parley_prompt_window_new (instance);
  dialogs->status = parley_status_dialog_new (instance, dialogs->memory);
  return dialogs;
}

void
parley_dialogs_free (ParleyDialogs *dialogs)
{
  parley_status_dialog_free (dialogs->status);
  parley_prompt_window_free (dialogs->prompt);
  parley_persona_dialog_free (dialogs->persona);
  parley_model_picker_free (dialogs->models);
  parley_memory_dialog_free (dialogs->memory);
  parley_log_dialog_free (dialogs->log);
  parley_hours_dialog_free (dialogs->hours);
  g_free (dialogs);
}
