/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/parley-scripted-model.h"

void
parley_scripted_model_ask (ParleyScriptedModel *model, guint64 epoch, gint64 now)
{
  model->writing = TRUE;
  model->epoch = epoch;
  model->asked_at = now;
  model->n_written = 0;
}

void
parley_scripted_model_abort (ParleyScriptedModel *model, guint64 epoch)
{
  if (model->epoch == epoch)
    model->writing = FALSE;
}

gint64
parley_scripted_model_get_due (const ParleyScriptedModel *model)
{
  guint n_gaps = model->n_bubbles > 0 ? MIN (model->n_written, model->n_bubbles - 1) : 0;

  return model->writing ? model->asked_at + model->think_ms + (gint64) n_gaps * model->gap_ms : -1;
}

ParleyEvent
parley_scripted_model_take (ParleyScriptedModel *model)
{
  const ParleyEvent bubble = { .type = PARLEY_EVENT_REPLY_BUBBLE,
                               .epoch = model->epoch,
                               .reply_bubble.text = "an answer" };
  const ParleyEvent end
      = { .type = PARLEY_EVENT_REPLY_END,
          .epoch = model->epoch,
          .reply_end.how = model->n_bubbles > 0 ? PARLEY_REPLY_COMPLETE : PARLEY_REPLY_SILENT };

  if (model->n_written < model->n_bubbles)
    {
      model->n_written++;
      return bubble;
    }
  model->writing = FALSE;
  return end;
}
