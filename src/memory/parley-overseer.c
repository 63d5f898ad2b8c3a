/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memory/parley-overseer.h"

#include <string.h>

#include "memory/parley-briefing.h"
#include "memory/parley-relevance.h"
#include "memory/parley-time-range.h"

struct _ParleyOverseer
{
  GObject parent_instance;
  ParleyChatMemory *memory;
  ParleyLexicon *lexicon;
  ParleyOverseerChoose choose;
  gpointer choose_data;
};

G_DEFINE_FINAL_TYPE (ParleyOverseer, parley_overseer, G_TYPE_OBJECT)

/* One look, from its first question to the memory to its last: the data of its task. */
typedef struct
{
  char *text;
  gboolean has_series;
  gboolean has_range;
  ParleyInterval range;
  GPtrArray *names; /* of the series to ask; the likeliest first */
  guint asked;      /* how many of them */
  GString *briefing;
} Look;

static void
look_free (Look *look)
{
  g_free (look->text);
  g_ptr_array_unref (look->names);
  g_string_free (look->briefing, TRUE);
  g_free (look);
}

static void
parley_overseer_finalize (GObject *object)
{
  ParleyOverseer *self = PARLEY_OVERSEER (object);

  g_object_unref (self->memory);
  G_OBJECT_CLASS (parley_overseer_parent_class)->finalize (object);
}

static void
parley_overseer_class_init (ParleyOverseerClass *class)
{
  G_OBJECT_CLASS (class)->finalize = parley_overseer_finalize;
}

static void
parley_overseer_init (ParleyOverseer *self)
{
}

ParleyOverseer *
parley_overseer_new (ParleyChatMemory *memory, ParleyLexicon *lexicon)
{
  ParleyOverseer *self = g_object_new (PARLEY_TYPE_OVERSEER, NULL);

  self->memory = g_object_ref (memory);
  self->lexicon = lexicon;
  return self;
}

void
parley_overseer_set_choose (ParleyOverseer *overseer, ParleyOverseerChoose choose, gpointer data)
{
  overseer->choose = choose;
  overseer->choose_data = data;
}

/* --- the series, one after the other ---------------------------------------------------------- */

static void ask_next_series (GTask *task);

/* What can't be read is left out; the rest is still worth telling. Returns: whether to go on. */
static gboolean
may_go_on (GTask *task)
{
  return !g_task_return_error_if_cancelled (task);
}

static void
on_queried (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Look *look = g_task_get_task_data (task);
  g_autoptr (ParleySeriesQuery) query
      = parley_chat_memory_query_finish (PARLEY_CHAT_MEMORY (source), result, NULL);

  if (!may_go_on (task))
    return;
  if (query != NULL)
    parley_briefing_add_series (look->briefing, g_ptr_array_index (look->names, look->asked),
                                &look->range, query);
  look->asked++;
  ask_next_series (g_steal_pointer (&task));
}

/* @task: (transfer full). */
static void
ask_next_series (GTask *task)
{
  ParleyOverseer *self = g_task_get_source_object (task);
  Look *look = g_task_get_task_data (task);

  if (look->asked < MIN (look->names->len, PARLEY_OVERSEER_MAX_SERIES))
    {
      parley_chat_memory_query_async (self->memory, g_ptr_array_index (look->names, look->asked),
                                      &look->range, PARLEY_OVERSEER_MAX_ENTRIES,
                                      g_task_get_cancellable (task), on_queried, task);
      return;
    }
  g_task_return_pointer (task, g_strdup (look->briefing->str), g_free);
  g_object_unref (task);
}

/* --- which series ----------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  guint words;
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *first = a;
  const Candidate *second = b;

  if (first->words != second->words)
    return first->words > second->words ? -1 : 1;
  return strcmp (first->name, second->name);
}

/* @infos: (element-type ParleySeriesInfo). */
static void
find_names (Look *look, GPtrArray *infos)
{
  g_autoptr (ParleyRelevance) relevance = parley_relevance_new (look->text);
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < infos->len; i++)
    {
      const ParleySeriesInfo *info = g_ptr_array_index (infos, i);
      Candidate candidate = { info->name, parley_relevance_rate (relevance, info->name) };

      if (candidate.words > 0 || infos->len == 1)
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (look->names, g_strdup (g_array_index (candidates, Candidate, i).name));
}

void
parley_overseer_choose (GTask *question, const char *const *names)
{
  Look *look = g_task_get_task_data (question);

  for (guint i = look->names->len; names != NULL && i > 0; i--)
    {
      if (!g_strv_contains (names, g_ptr_array_index (look->names, i - 1)))
        g_ptr_array_remove_index (look->names, i - 1);
    }
  if (may_go_on (question))
    ask_next_series (question);
  else
    g_object_unref (question);
}

/* @task: (transfer full). */
static void
choose_series (GTask *task)
{
  ParleyOverseer *self = g_task_get_source_object (task);
  Look *look = g_task_get_task_data (task);
  g_auto (GStrv) names = NULL;

  if (self->choose == NULL || look->names->len < 2)
    {
      ask_next_series (task);
      return;
    }
  /* A copy: an answer changes the list, perhaps while the names are still read. */
  names = g_new0 (char *, look->names->len + 1);
  for (guint i = 0; i < look->names->len; i++)
    names[i] = g_strdup (g_ptr_array_index (look->names, i));
  self->choose (task, look->text, (const char *const *) names, g_task_get_cancellable (task),
                self->choose_data);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Look *look = g_task_get_task_data (task);
  g_autoptr (GPtrArray) infos
      = parley_chat_memory_list_series_finish (PARLEY_CHAT_MEMORY (source), result, NULL);

  if (!may_go_on (task))
    return;
  look->has_series = infos != NULL && infos->len > 0;
  if (infos != NULL && look->has_range)
    find_names (look, infos);
  choose_series (g_steal_pointer (&task));
}

/* @task: (transfer full). */
static void
list_series (GTask *task)
{
  ParleyOverseer *self = g_task_get_source_object (task);

  parley_chat_memory_list_series_async (self->memory, g_task_get_cancellable (task), on_listed,
                                        task);
}

/* --- the facts, and the look as a whole ------------------------------------------------------- */

static void
on_recalled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Look *look = g_task_get_task_data (task);
  g_autoptr (GPtrArray) facts
      = parley_chat_memory_recall_finish (PARLEY_CHAT_MEMORY (source), result, NULL);

  if (!may_go_on (task))
    return;
  if (facts != NULL)
    parley_briefing_add_facts (look->briefing, facts);
  list_series (g_steal_pointer (&task));
}

/* Returns: (transfer full): the end of @text, from a character on. */
static char *
dup_end (const char *text)
{
  gsize length = strlen (text);
  const char *start
      = length > PARLEY_OVERSEER_MAX_TEXT ? text + length - PARLEY_OVERSEER_MAX_TEXT : text;

  while ((*start & 0xC0) == 0x80)
    start++;
  return g_strdup (start);
}

void
parley_overseer_look_async (ParleyOverseer *overseer,
                            const char *text,
                            gint64 now,
                            GTimeZone *zone,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  GTask *task = g_task_new (overseer, cancellable, callback, user_data);
  Look *look = g_new0 (Look, 1);

  g_task_set_source_tag (task, parley_overseer_look_async);
  g_task_set_task_data (task, look, (GDestroyNotify) look_free);
  look->text = dup_end (text);
  look->names = g_ptr_array_new_with_free_func (g_free);
  look->briefing = g_string_new (NULL);
  look->has_range = parley_time_range_find (overseer->lexicon, look->text, now, zone, &look->range);
  /* Of no words at all, the memory would recall everything. */
  if (*g_strstrip (look->text) == '\0')
    {
      list_series (task);
      return;
    }
  parley_chat_memory_recall_async (overseer->memory, look->text, PARLEY_OVERSEER_MAX_FACTS,
                                   cancellable, on_recalled, task);
}

char *
parley_overseer_look_finish (ParleyOverseer *overseer,
                             GAsyncResult *result,
                             gboolean *has_series,
                             GError **error)
{
  const Look *look;

  g_return_val_if_fail (g_task_is_valid (result, overseer), NULL);

  look = g_task_get_task_data (G_TASK (result));
  *has_series = look->has_series;
  return g_task_propagate_pointer (G_TASK (result), error);
}
