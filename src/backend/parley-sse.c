/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-sse.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

#define BOM "\xef\xbb\xbf"

struct _ParleySse
{
  gsize max_line;
  gsize max_event;
  GByteArray *input; /* pushed, gone through up to position */
  gsize position;
  guint
      bom_seen; /* bytes of a byte order mark at the very start; 3 once that question is settled */
  gboolean after_cr;
  gboolean ended;
  gboolean failed;
  GString *line;
  GString *data;
  gboolean has_data;
  GString *type;
  gboolean taken; /* data and type were given out and are to be cleared */
};

ParleySse *
parley_sse_new (gsize max_line, gsize max_event)
{
  ParleySse *sse = g_new0 (ParleySse, 1);

  sse->max_line = max_line;
  sse->max_event = max_event;
  sse->input = g_byte_array_new ();
  sse->line = g_string_new (NULL);
  sse->data = g_string_new (NULL);
  sse->type = g_string_new (NULL);
  return sse;
}

void
parley_sse_free (ParleySse *sse)
{
  g_byte_array_unref (sse->input);
  g_string_free (sse->line, TRUE);
  g_string_free (sse->data, TRUE);
  g_string_free (sse->type, TRUE);
  g_free (sse);
}

void
parley_sse_push (ParleySse *sse, const void *data, gsize length)
{
  g_return_if_fail (!sse->ended);

  g_byte_array_append (sse->input, data, length);
}

void
parley_sse_end (ParleySse *sse)
{
  sse->ended = TRUE;
}

static ParleySseResult
fail (ParleySse *sse, GError **error)
{
  sse->failed = TRUE;
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE,
                       _ ("The server sent one piece that is far too long."));
  return PARLEY_SSE_FAILED;
}

static void
clear_taken (ParleySse *sse)
{
  if (!sse->taken)
    return;
  g_string_truncate (sse->data, 0);
  g_string_truncate (sse->type, 0);
  sse->has_data = FALSE;
  sse->taken = FALSE;
}

static ParleySseResult
give_event (ParleySse *sse, ParleySseEvent *event)
{
  event->is_error = FALSE;
  event->type = sse->type->len > 0 ? sse->type->str : NULL;
  event->data = sse->data->str;
  event->length = sse->data->len;
  sse->taken = TRUE;
  return PARLEY_SSE_EVENT;
}

static ParleySseResult
add_data (ParleySse *sse, const char *value, gsize length, GError **error)
{
  if (sse->data->len + length + 1 > sse->max_event)
    return fail (sse, error);
  if (sse->has_data)
    g_string_append_c (sse->data, '\n');
  g_string_append_len (sse->data, value, length);
  sse->has_data = TRUE;
  return PARLEY_SSE_MORE;
}

static gboolean
is_field (const char *name, gsize name_length, const char *wanted)
{
  return name_length == strlen (wanted) && memcmp (name, wanted, name_length) == 0;
}

/* The line is complete. An event that is given out still points into the line, so the line is
 * cleared by whoever begins the next. */
static ParleySseResult
take_line (ParleySse *sse, ParleySseEvent *event, GError **error)
{
  const char *line = sse->line->str;
  gsize length = sse->line->len;
  const char *colon = memchr (line, ':', length);
  gsize name_length = colon != NULL ? (gsize) (colon - line) : length;
  const char *value = colon != NULL ? colon + 1 : line + length;

  if (length == 0)
    {
      if (sse->has_data)
        return give_event (sse, event);
      g_string_truncate (sse->type, 0);
      return PARLEY_SSE_MORE;
    }
  if (*value == ' ')
    value++;
  length -= value - line;

  if (is_field (line, name_length, "data"))
    return add_data (sse, value, length, error);
  if (is_field (line, name_length, "event"))
    {
      g_string_truncate (sse->type, 0);
      g_string_append_len (sse->type, value, length);
    }
  else if (is_field (line, name_length, "error"))
    {
      *event = (ParleySseEvent){ .is_error = TRUE, .data = value, .length = length };
      return PARLEY_SSE_EVENT;
    }
  return PARLEY_SSE_MORE;
}

/* Passes over one byte order mark at the very start. Returns: whether the start is settled. */
static gboolean
skip_bom (ParleySse *sse)
{
  while (sse->bom_seen < 3 && sse->position < sse->input->len)
    {
      if (sse->input->data[sse->position] != (guint8) BOM[sse->bom_seen])
        {
          g_string_append_len (sse->line, BOM, sse->bom_seen);
          sse->bom_seen = 3;
          return TRUE;
        }
      sse->position++;
      sse->bom_seen++;
    }
  if (sse->bom_seen < 3 && sse->ended)
    {
      g_string_append_len (sse->line, BOM, sse->bom_seen);
      sse->bom_seen = 3;
    }
  return sse->bom_seen == 3;
}

/* Moves bytes up to the end of a line to the line. Returns: whether the line is complete. */
static gboolean
gather_line (ParleySse *sse)
{
  const char *input = (const char *) sse->input->data;
  gsize start;
  gsize stop;

  if (sse->after_cr && sse->position < sse->input->len)
    {
      sse->after_cr = FALSE;
      if (input[sse->position] == '\n')
        sse->position++;
    }
  start = stop = sse->position;
  while (stop < sse->input->len && input[stop] != '\n' && input[stop] != '\r'
         && sse->line->len + (stop - start) <= sse->max_line)
    stop++;
  if (stop > start)
    g_string_append_len (sse->line, input + start, stop - start);
  sse->position = stop;
  if (stop == sse->input->len || sse->line->len > sse->max_line)
    return FALSE;
  sse->after_cr = input[stop] == '\r';
  sse->position++;
  return TRUE;
}

static ParleySseResult
finish (ParleySse *sse, ParleySseEvent *event, GError **error)
{
  if (sse->line->len > 0)
    {
      ParleySseResult result = take_line (sse, event, error);

      if (result == PARLEY_SSE_EVENT)
        {
          /* An "error" field without a newline behind it. Its text stays in the line's memory. */
          sse->line->len = 0;
          return result;
        }
      g_string_truncate (sse->line, 0);
      if (result == PARLEY_SSE_FAILED)
        return result;
    }
  return sse->has_data ? give_event (sse, event) : PARLEY_SSE_MORE;
}

ParleySseResult
parley_sse_next (ParleySse *sse, ParleySseEvent *event, GError **error)
{
  if (sse->failed)
    return fail (sse, error);
  clear_taken (sse);

  while (skip_bom (sse) && gather_line (sse))
    {
      ParleySseResult result = take_line (sse, event, error);

      /* Only the length: the event may point to the text. */
      sse->line->len = 0;
      if (result != PARLEY_SSE_MORE)
        return result;
    }
  if (sse->line->len > sse->max_line)
    return fail (sse, error);
  g_byte_array_set_size (sse->input, 0);
  sse->position = 0;
  return sse->ended ? finish (sse, event, error) : PARLEY_SSE_MORE;
}
