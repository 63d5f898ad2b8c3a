/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool-result.h"

static const char schema[]
    = "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {}}";

static void
run (ParleyToolContext *context, JsonObject *arguments, GTask *task)
{
  g_autofree char *text = parley_contact_info_dup_text (context->contact);

  parley_tool_result_text (task, *text != '\0' ? g_steal_pointer (&text)
                                               : g_strdup ("They publish nothing."));
}

const ParleyTool parley_tool_contact_info = {
  .spec = { "contact_info", "Tells the name and status that the person shows the world.", schema },
  .kind = PARLEY_TOOL_READ,
  .run = run,
};
