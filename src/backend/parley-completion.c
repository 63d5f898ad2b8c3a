/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-completion.h"

#include <glib/gi18n-lib.h>

#include "base/parley-json.h"

ParleyCompletion *
parley_completion_new_take (char *text, ParleyFinish finish)
{
  ParleyCompletion *completion = g_new0 (ParleyCompletion, 1);

  completion->text = text;
  completion->calls = parley_tool_calls_new ();
  completion->finish = finish;
  completion->prompt_tokens = -1;
  completion->cached_tokens = -1;
  completion->reply_tokens = -1;
  return completion;
}

void
parley_completion_free (ParleyCompletion *completion)
{
  g_free (completion->text);
  g_ptr_array_unref (completion->calls);
  g_free (completion);
}

ParleyToolCall *
parley_tool_call_new (const char *id, const char *name, const char *arguments)
{
  ParleyToolCall *call = g_new0 (ParleyToolCall, 1);

  call->id = g_utf8_make_valid (id, -1);
  call->name = g_utf8_make_valid (name, -1);
  call->arguments = g_utf8_make_valid (*arguments != '\0' ? arguments : "{}", -1);
  return call;
}

ParleyToolCall *
parley_tool_call_copy (const ParleyToolCall *call)
{
  return parley_tool_call_new (call->id, call->name, call->arguments);
}

void
parley_tool_call_free (ParleyToolCall *call)
{
  g_free (call->id);
  g_free (call->name);
  g_free (call->arguments);
  g_free (call);
}

GPtrArray *
parley_tool_calls_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_tool_call_free);
}

static void
part_free (gpointer data)
{
  ParleyCallPart *part = data;

  g_free (part->id);
  g_free (part->name);
  g_free (part->arguments);
  g_free (part);
}

ParleyChunk *
parley_chunk_new (void)
{
  ParleyChunk *chunk = g_new0 (ParleyChunk, 1);

  chunk->prompt_tokens = -1;
  chunk->cached_tokens = -1;
  chunk->reply_tokens = -1;
  return chunk;
}

void
parley_chunk_free (ParleyChunk *chunk)
{
  g_free (chunk->text);
  g_clear_pointer (&chunk->parts, g_ptr_array_unref);
  g_clear_error (&chunk->error);
  g_free (chunk);
}

void
parley_chunk_fail (ParleyChunk *chunk, ParleyError code, const char *sentence)
{
  if (chunk->error == NULL)
    chunk->error = g_error_new_literal (PARLEY_ERROR, code, sentence);
}

void
parley_chunk_add_part (
    ParleyChunk *chunk, gint64 index, const char *id, const char *name, const char *arguments)
{
  ParleyCallPart *part = g_new0 (ParleyCallPart, 1);

  part->index = index;
  part->id = g_strdup (id);
  part->name = g_strdup (name);
  part->arguments = g_strdup (arguments);
  if (chunk->parts == NULL)
    chunk->parts = g_ptr_array_new_with_free_func (part_free);
  g_ptr_array_add (chunk->parts, part);
}

typedef struct
{
  gint64 index;
  char *id;   /* (nullable) */
  char *name; /* (nullable) */
  GString *arguments;
} Call;

struct _ParleyCallBuilder
{
  GPtrArray *calls; /* of Call */
  guint n_before;
};

static void
call_free (gpointer data)
{
  Call *call = data;

  g_free (call->id);
  g_free (call->name);
  g_string_free (call->arguments, TRUE);
  g_free (call);
}

ParleyCallBuilder *
parley_call_builder_new (guint n_before)
{
  ParleyCallBuilder *builder = g_new0 (ParleyCallBuilder, 1);

  builder->calls = g_ptr_array_new_with_free_func (call_free);
  builder->n_before = n_before;
  return builder;
}

void
parley_call_builder_free (ParleyCallBuilder *builder)
{
  g_ptr_array_unref (builder->calls);
  g_free (builder);
}

static gboolean
fail (GError **error, const char *sentence)
{
  g_set_error_literal (error, PARLEY_ERROR, PARLEY_ERROR_BAD_RESPONSE, sentence);
  return FALSE;
}

static gboolean
says (const char *word)
{
  return word != NULL && *word != '\0';
}

/* Returns: (transfer none) (nullable): the latest call of that index, or of all. */
static Call *
find (ParleyCallBuilder *builder, gint64 index)
{
  for (guint i = builder->calls->len; i > 0; i--)
    {
      Call *call = g_ptr_array_index (builder->calls, i - 1);

      if (index < 0 || call->index == index)
        return call;
    }
  return NULL;
}

static gboolean
is_whole (const Call *call)
{
  g_autoptr (JsonNode) root = parley_json_parse (call->arguments->str, call->arguments->len, NULL);

  return root != NULL;
}

/* A new id is a new call. A name that comes again without an id is one only if the call before has
 * all of its arguments, for some repeat the name with every piece. */
static gboolean
begins_another (const ParleyCallPart *part, const Call *call)
{
  if (says (part->id) && call->id != NULL)
    return !g_str_equal (part->id, call->id);
  return says (part->name) && call->name != NULL && is_whole (call);
}

static Call *
begin (ParleyCallBuilder *builder, gint64 index)
{
  Call *call = g_new0 (Call, 1);

  call->index = index;
  call->arguments = g_string_new (NULL);
  g_ptr_array_add (builder->calls, call);
  return call;
}

gboolean
parley_call_builder_add (ParleyCallBuilder *builder, const ParleyCallPart *part, GError **error)
{
  Call *call = find (builder, part->index);

  if (call == NULL || begins_another (part, call))
    {
      if (builder->calls->len == PARLEY_MAX_CALLS)
        return fail (error, _ ("The model wanted to use far too many tools at once."));
      call = begin (builder, part->index);
    }
  if (call->id == NULL && says (part->id))
    call->id = g_strdup (part->id);
  if (call->name == NULL && says (part->name))
    call->name = g_strdup (part->name);
  if (part->arguments != NULL)
    g_string_append (call->arguments, part->arguments);
  return call->arguments->len <= PARLEY_MAX_ARGUMENTS
         || fail (error, _ ("The model gave a tool far too much text."));
}

guint
parley_call_builder_count (ParleyCallBuilder *builder)
{
  return builder->calls->len;
}

static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return *text == '\0';
}

GPtrArray *
parley_call_builder_end (ParleyCallBuilder *builder, GError **error)
{
  g_autoptr (GPtrArray) calls = parley_tool_calls_new ();

  for (guint i = 0; i < builder->calls->len; i++)
    {
      const Call *call = g_ptr_array_index (builder->calls, i);
      g_autofree char *made_up = g_strdup_printf ("call_%u", builder->n_before + i + 1);
      const char *arguments = is_blank (call->arguments->str) ? "{}" : call->arguments->str;

      if (call->name == NULL)
        {
          fail (error, _ ("The model wanted to use a tool, but didn't say which."));
          return NULL;
        }
      g_ptr_array_add (calls, parley_tool_call_new (call->id != NULL ? call->id : made_up,
                                                    call->name, arguments));
    }
  return g_steal_pointer (&calls);
}
