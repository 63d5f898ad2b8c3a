/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-recorder.h"

#include <string.h>

#include "base/parley-aside.h"
#include "base/parley-text.h"
#include "brain/parley-fence.h"
#include "brain/parley-summarizer.h"

/* What is at hand: more than a prompt has room for, so that it can be summed up. */
#define HISTORY_ENTRIES 400
#define HISTORY_BYTES   65536

/* Of the user's own lines so many tell more than what was learnt elsewhere. */
#define MANY_OWN_LINES 20

/* A model that gives no summary is asked again after 2, 4 … 64 answers. */
#define MAX_BAD 6

struct _ParleyRecorder
{
  ParleyContext *context;
  const ParleyChatKey *key;
  ParleyPrivacy privacy;
  ParleyHistory *history;
  GCancellable *cancellable; /* of the load; NULL otherwise */
  guint forgotten;           /* of %ParleyForgottenFile, when it was made */

  GPtrArray *lessons; /* of ParleyLesson */
  char *nonce;        /* of the fence */
  gboolean is_kept;   /* the nonce is */

  ParleyStyle *style; /* NULL: nothing is known */

  char *summary;           /* NULL: there is none */
  gint64 summarized_until; /* seconds since 1970: what was said until then is in it */
  gint64 until;            /* what is older is left out of prompts */
  gint64 asked_until;      /* and goes into the summary that is asked for */
  guint n_bad;             /* summaries in a row that were none */
  guint to_skip;           /* so often it is not asked for */

  ParleyRecorderFunc loaded;
  gpointer owner;
};

static guint
count_forgotten (ParleyRecorder *recorder)
{
  ParleyForgottenFile *file = recorder->context->stores.forgotten;

  return file != NULL ? parley_forgotten_file_count (file, recorder->key) : 0;
}

static GPtrArray *
new_lessons (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) parley_lesson_free);
}

ParleyRecorder *
parley_recorder_new (ParleyContext *context, const ParleyChatKey *key)
{
  ParleyRecorder *recorder = g_new0 (ParleyRecorder, 1);

  recorder->context = context;
  recorder->key = key;
  recorder->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  recorder->lessons = new_lessons ();
  recorder->nonce = parley_fence_new_nonce ();
  recorder->forgotten = count_forgotten (recorder);
  return recorder;
}

static void
stop_load (ParleyRecorder *recorder)
{
  if (recorder->cancellable != NULL)
    g_cancellable_cancel (recorder->cancellable);
  g_clear_object (&recorder->cancellable);
}

void
parley_recorder_free (ParleyRecorder *recorder)
{
  stop_load (recorder);
  parley_history_free (recorder->history);
  g_ptr_array_unref (recorder->lessons);
  g_clear_pointer (&recorder->style, parley_style_free);
  g_free (recorder->summary);
  g_free (recorder->nonce);
  g_free (recorder);
}

ParleyPrivacy
parley_recorder_get_privacy (ParleyRecorder *recorder)
{
  return recorder->privacy;
}

ParleyChatMemory *
parley_recorder_dup_memory (ParleyRecorder *recorder)
{
  ParleyStore *store = parley_stores_get (&recorder->context->stores, recorder->privacy);

  return parley_chat_memory_new (store, recorder->key);
}

static void
end_load (ParleyRecorder *recorder)
{
  ParleyRecorderFunc loaded = g_steal_pointer (&recorder->loaded);

  g_clear_object (&recorder->cancellable);
  if (loaded != NULL)
    loaded (recorder->owner);
}

/* As the store does. */
static void
drop_oldest_lessons (ParleyRecorder *recorder)
{
  guint n[] = { 0, 0 };

  for (guint i = recorder->lessons->len; i > 0; i--)
    {
      const ParleyLesson *lesson = g_ptr_array_index (recorder->lessons, i - 1);

      if (++n[lesson->wall > recorder->until] > PARLEY_MEMORY_MAX_LESSONS)
        g_ptr_array_remove_index (recorder->lessons, i - 1);
    }
}

/* What was learnt meanwhile is newer. */
static void
take_lessons (ParleyRecorder *recorder, GPtrArray *kept)
{
  g_ptr_array_extend_and_steal (kept, recorder->lessons);
  recorder->lessons = kept;
  drop_oldest_lessons (recorder);
}

/* The recorder is gone if this was cancelled. */
static void
on_lessons (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyRecorder *recorder = data;
  g_autoptr (GError) error = NULL;
  GPtrArray *kept
      = parley_chat_memory_list_lessons_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (kept != NULL)
    take_lessons (recorder, kept);
  end_load (recorder);
}

/* The recorder is gone if this was cancelled. */
static void
on_summary (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyRecorder *recorder = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyChatSummary) summary
      = parley_chat_memory_get_summary_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (summary != NULL && *summary->text != '\0')
    {
      g_free (recorder->summary);
      recorder->summary = g_steal_pointer (&summary->text);
      recorder->summarized_until = summary->until;
    }
  if (summary != NULL && parley_fence_is_nonce (summary->nonce))
    {
      g_free (recorder->nonce);
      recorder->nonce = g_steal_pointer (&summary->nonce);
      recorder->is_kept = TRUE;
    }
  if (summary != NULL && summary->style != NULL && recorder->style == NULL)
    recorder->style = parley_style_parse (summary->style);
  if (summary != NULL)
    recorder->until = MAX (summary->left_out, recorder->summarized_until);
  parley_chat_memory_list_lessons_async (PARLEY_CHAT_MEMORY (source), recorder->cancellable,
                                         on_lessons, recorder);
}

static void
append (ParleyHistory *history, ParleyHistory *rest)
{
  for (guint i = 0; i < parley_history_get_length (rest); i++)
    {
      const ParleyUtterance *next = parley_history_get (rest, i);

      parley_history_add (history, next->speaker, next->text, next->when, next->turn);
    }
}

/* The recorder is gone if this was cancelled. What was noted meanwhile is newer. */
static void
on_history (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyRecorder *recorder = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyHistory) newer = NULL;
  g_autoptr (ParleyHistory) history
      = parley_chat_memory_load_history_finish (PARLEY_CHAT_MEMORY (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  newer = g_steal_pointer (&recorder->history);
  recorder->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  if (history != NULL)
    append (recorder->history, history);
  append (recorder->history, newer);
  parley_chat_memory_get_summary_async (PARLEY_CHAT_MEMORY (source), recorder->cancellable,
                                        on_summary, recorder);
}

static void
drop_what_is_at_hand (ParleyRecorder *recorder)
{
  parley_history_free (recorder->history);
  recorder->history = parley_history_new (HISTORY_ENTRIES, HISTORY_BYTES);
  g_ptr_array_set_size (recorder->lessons, 0);
  g_clear_pointer (&recorder->style, parley_style_free);
  g_clear_pointer (&recorder->summary, g_free);
  g_free (recorder->nonce);
  recorder->nonce = parley_fence_new_nonce ();
  recorder->is_kept = FALSE;
  recorder->summarized_until = recorder->until = recorder->asked_until = 0;
  recorder->n_bad = recorder->to_skip = 0;
}

/* What was noted before now comes back with the rest. */
static void
load (ParleyRecorder *recorder)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);

  stop_load (recorder);
  drop_what_is_at_hand (recorder);
  recorder->cancellable = g_cancellable_new ();
  parley_chat_memory_load_history_async (memory, HISTORY_ENTRIES, HISTORY_BYTES,
                                         recorder->cancellable, on_history, recorder);
}

void
parley_recorder_load (ParleyRecorder *recorder, ParleyRecorderFunc loaded, gpointer owner)
{
  if (recorder->privacy != PARLEY_PRIVACY_NONE || recorder->context->stores.kept == NULL)
    {
      loaded (owner);
      return;
    }
  recorder->loaded = loaded;
  recorder->owner = owner;
  load (recorder);
}

gboolean
parley_recorder_is_forgotten (ParleyRecorder *recorder)
{
  return count_forgotten (recorder) != recorder->forgotten;
}

void
parley_recorder_refresh (ParleyRecorder *recorder)
{
  if (parley_recorder_is_forgotten (recorder))
    drop_what_is_at_hand (recorder);
}

/* What a model was told in private it could note down where it is kept, and what it was told of an
 * encrypted chat could be sent to a model on another machine. */
void
parley_recorder_set_privacy (ParleyRecorder *recorder, ParleyPrivacy privacy)
{
  gboolean less = privacy < recorder->privacy;

  recorder->privacy = privacy;
  if (less)
    load (recorder);
}

void
parley_recorder_add (ParleyRecorder *recorder,
                     ParleySpeaker speaker,
                     const char *text,
                     ParleyWhen when,
                     guint64 turn)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);
  g_autofree char *clean = parley_text_dup_clean (text, PARLEY_MEMORY_MAX_TEXT);

  /* What is at hand and what is read back in the next run are the same bytes. */
  if (*clean == '\0')
    return;
  parley_history_add (recorder->history, speaker, clean, when, turn);
  parley_chat_memory_add_utterance (memory, speaker, clean, when, turn);
}

void
parley_recorder_amend (ParleyRecorder *recorder,
                       ParleySpeaker speaker,
                       const char *text,
                       const char *amended)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);
  g_autofree char *was = parley_text_dup_clean (text, PARLEY_MEMORY_MAX_TEXT);
  g_autofree char *is = parley_text_dup_clean (amended, PARLEY_MEMORY_MAX_TEXT);

  parley_history_amend (recorder->history, speaker, was, is);
  parley_chat_memory_amend_utterance (memory, speaker, was, is);
}

void
parley_recorder_add_lesson (ParleyRecorder *recorder, const char *drafted, const char *sent)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);
  ParleyLesson *lesson
      = parley_lesson_new (drafted, sent, parley_timers_wall (recorder->context->timers));

  parley_chat_memory_add_lesson (memory, lesson);
  g_ptr_array_add (recorder->lessons, lesson);
  drop_oldest_lessons (recorder);
}

const ParleyStyle *
parley_recorder_get_style (ParleyRecorder *recorder)
{
  return recorder->style;
}

void
parley_recorder_take_style (ParleyRecorder *recorder, ParleyStyle *style)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);
  g_autofree char *kept = parley_style_dup_kept (style);

  g_clear_pointer (&recorder->style, parley_style_free);
  recorder->style = style;
  parley_chat_memory_set_style (memory, kept);
}

/* What is for the user alone to say is no example. */
static gboolean
may_be_said (const char *line, gpointer data)
{
  const ParleyRecorder *recorder = data;
  const ParleyWithholdCase it = {
    .bubble = line,
    .never_say
    = parley_settings_get_string (recorder->context->settings, PARLEY_SETTING_GUARD_NEVER_SAY),
  };

  return parley_withhold_judge (recorder->context->knowledge->withhold, &it) == PARLEY_WITHHELD_NOT;
}

/* Returns: (transfer full): of ParleyStyleLine: what they wrote by hand; a picture is no line. */
static GArray *
list_own_lines (ParleyRecorder *recorder)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (ParleyStyleLine));

  for (guint i = 0; i < parley_history_get_length (recorder->history); i++)
    {
      const ParleyUtterance *said = parley_history_get (recorder->history, i);
      const ParleyStyleLine line = { said->text, said->when.written };

      if (said->speaker == PARLEY_SPEAKER_USER && strstr (said->text, PARLEY_ASIDE_OPEN) == NULL)
        g_array_append_val (lines, line);
    }
  return lines;
}

void
parley_recorder_learn_style (ParleyRecorder *recorder, gint64 until)
{
  g_autoptr (GArray) lines = NULL;
  ParleyStyle *style;

  if (recorder->style != NULL && until == recorder->until)
    return;
  lines = list_own_lines (recorder);
  if (recorder->style != NULL && lines->len < MANY_OWN_LINES)
    return;
  style = parley_style_learn ((const ParleyStyleLine *) lines->data, lines->len, may_be_said,
                              recorder);
  if (style != NULL)
    parley_recorder_take_style (recorder, style);
}

const GPtrArray *
parley_recorder_get_lessons (ParleyRecorder *recorder)
{
  return recorder->lessons;
}

ParleyHistory *
parley_recorder_get_history (ParleyRecorder *recorder)
{
  return recorder->history;
}

const char *
parley_recorder_get_summary (ParleyRecorder *recorder)
{
  return recorder->summary != NULL ? recorder->summary : "";
}

static void
save_summary (ParleyRecorder *recorder)
{
  g_autoptr (ParleyChatMemory) memory = parley_recorder_dup_memory (recorder);
  const ParleyChatSummary summary = {
    .text = (char *) parley_recorder_get_summary (recorder),
    .until = recorder->summarized_until,
    .left_out = recorder->until,
    .nonce = recorder->nonce,
  };

  recorder->is_kept = TRUE;
  parley_chat_memory_set_summary (memory, &summary);
}

const char *
parley_recorder_get_nonce (ParleyRecorder *recorder)
{
  return recorder->nonce;
}

void
parley_recorder_renew_nonce (ParleyRecorder *recorder)
{
  g_free (recorder->nonce);
  recorder->nonce = parley_fence_new_nonce ();
  save_summary (recorder);
}

gint64
parley_recorder_find_until (ParleyRecorder *recorder, guint max_tokens)
{
  return parley_summarizer_find_until (recorder->history, recorder->until, max_tokens);
}

void
parley_recorder_leave_out (ParleyRecorder *recorder, gint64 until)
{
  if (until == recorder->until && recorder->is_kept)
    return;
  recorder->until = until;
  save_summary (recorder);
}

ParleyRequest *
parley_recorder_build_summary_request (ParleyRecorder *recorder)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  parley_recorder_refresh (recorder);
  if (recorder->until <= recorder->summarized_until)
    return NULL;
  if (recorder->to_skip > 0)
    {
      recorder->to_skip--;
      return NULL;
    }
  recorder->asked_until = recorder->until;
  return parley_summarizer_build (recorder->context->knowledge->summarizer,
                                  parley_recorder_get_nonce (recorder),
                                  parley_recorder_get_summary (recorder), recorder->history,
                                  recorder->summarized_until, recorder->asked_until, zone);
}

void
parley_recorder_take_summary (ParleyRecorder *recorder, const char *text)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  char *summary;

  /* What it was to be made of was dropped meanwhile. */
  if (recorder->asked_until == 0)
    return;
  summary = parley_summarizer_parse (text, recorder->asked_until, zone);
  if (summary == NULL)
    {
      recorder->n_bad = MIN (recorder->n_bad + 1, MAX_BAD);
      recorder->to_skip = (1u << recorder->n_bad) - 1;
      return;
    }
  recorder->n_bad = 0;
  g_free (recorder->summary);
  recorder->summary = summary;
  recorder->summarized_until = recorder->asked_until;
  save_summary (recorder);
}
