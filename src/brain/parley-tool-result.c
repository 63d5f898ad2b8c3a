/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tool-result.h"

#include <stdio.h>

#include "brain/parley-arguments.h"

void
parley_tool_result_text (GTask *task, char *text)
{
  g_task_return_pointer (task, text, g_free);
  g_object_unref (task);
}

void
parley_tool_result_error (GTask *task, GError *error)
{
  gboolean about_arguments = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT)
                             || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA)
                             || error->domain == PARLEY_TOOL_ERROR;

  if (about_arguments)
    g_task_return_new_error (task, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_ARGUMENTS, "%s",
                             error->message);
  else
    g_task_return_new_error (task, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_UNAVAILABLE,
                             "That can't be done now.");
  g_error_free (error);
  g_object_unref (task);
}

gboolean
parley_tool_result_begin (GTask *task, ParleyToolContext *context)
{
  g_task_set_task_data (task, parley_tool_context_ref (context),
                        (GDestroyNotify) parley_tool_context_unref);
  if (context->memory != NULL)
    return TRUE;
  g_task_return_new_error (task, PARLEY_TOOL_ERROR, PARLEY_TOOL_ERROR_UNAVAILABLE,
                           "Nothing is remembered in this chat.");
  g_object_unref (task);
  return FALSE;
}

const char *
parley_tool_speaker_to_string (ParleySpeaker speaker)
{
  switch (speaker)
    {
    case PARLEY_SPEAKER_PERSON:
      return "they";
    case PARLEY_SPEAKER_PARLEY:
      return "you";
    case PARLEY_SPEAKER_USER:
      break;
    }
  return "the owner";
}

gboolean
parley_tool_parse_day (ParleyToolContext *context, const char *text, gboolean end, gint64 *wall)
{
  g_autoptr (GDateTime) day = NULL;
  int date[3];
  int length = 0;

  if (text == NULL)
    return TRUE;
  if (sscanf (text, "%4d-%2d-%2d%n", &date[0], &date[1], &date[2], &length) != 3
      || text[length] != '\0')
    return FALSE;
  day = end ? g_date_time_new (context->zone, date[0], date[1], date[2], 23, 59, 59)
            : g_date_time_new (context->zone, date[0], date[1], date[2], 0, 0, 0);
  if (day == NULL)
    return FALSE;
  *wall = g_date_time_to_unix (day);
  return TRUE;
}
