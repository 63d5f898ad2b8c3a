/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-log-learning.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"
#include "engine/parley-engine-private.h"
#include "session/parley-session-private.h"
#include "memory/parley-log-lines.h"

/* All a worker needs; nothing of it is shared with the main loop. */
typedef struct
{
  char *folder;
  gint64 before;
  GStrv names;
  char *user_dir;
  char *never_say;
} Learning;

static void
learning_free (gpointer data)
{
  Learning *learning = data;

  g_free (learning->folder);
  g_strfreev (learning->names);
  g_free (learning->user_dir);
  g_free (learning->never_say);
  g_free (learning);
}

typedef struct
{
  ParleyWithhold *withhold;
  const char *never_say;
} Judge;

/* What is for the user alone to say is no example. */
static gboolean
may_be_said (const char *line, gpointer data)
{
  const Judge *judge = data;
  const ParleyWithholdCase it = { .bubble = line, .never_say = judge->never_say };

  return parley_withhold_judge (judge->withhold, &it) == PARLEY_WITHHELD_NOT;
}

static ParleyStyle *
learn (const Learning *learning, const GPtrArray *lines)
{
  g_autoptr (ParleyKnowledge) knowledge = parley_knowledge_new (learning->user_dir);
  g_autofree ParleyStyleLine *own = g_new0 (ParleyStyleLine, lines->len + 1);
  Judge judge = { knowledge->withhold, learning->never_say };

  for (guint i = 0; i < lines->len; i++)
    {
      const ParleyLogLine *line = g_ptr_array_index (lines, i);

      own[i] = (ParleyStyleLine){ line->text, line->wall };
    }
  /* What nobody can judge is shown to no model. */
  if (knowledge->trouble != NULL)
    return NULL;
  return parley_style_learn (own, lines->len, may_be_said, &judge);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Learning *learning = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = parley_log_lines_read (
      learning->folder, learning->before, (const char *const *) learning->names, &error);
  ParleyStyle *style = lines != NULL ? learn (learning, lines) : NULL;

  if (style != NULL)
    g_task_return_pointer (task, style, (GDestroyNotify) parley_style_free);
  else if (lines == NULL && !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_task_return_new_error (task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
                             _ ("The logs of this chat can't be read: %s."), error->message);
  else
    g_task_return_new_error (
        task, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION, "%s",
        _ ("The logs of this chat have too few lines of yours from before you used Parley there."));
}

void
parley_log_learning_start_async (ParleyEngine *engine,
                                 const char *folder,
                                 gint64 before,
                                 const char *const *names,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  ParleyContext *context = engine->context;
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Learning *learning = g_new0 (Learning, 1);

  learning->folder = g_strdup (folder);
  learning->before = before;
  learning->names = g_strdupv ((char **) names);
  learning->user_dir = g_strdup (context->user_dir);
  learning->never_say
      = g_strdup (parley_settings_get_string (context->settings, PARLEY_SETTING_GUARD_NEVER_SAY));
  g_task_set_source_tag (task, parley_log_learning_start_async);
  g_task_set_task_data (task, learning, learning_free);
  g_task_run_in_thread (task, run);
}

ParleyStyle *
parley_log_learning_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
parley_log_learning_dup_objection (ParleyEngine *engine, const ParleyChatKey *key)
{
  ParleyFacts facts;
  ParleySession *session = parley_engine_open_session (engine, key, &facts);
  ParleyVerdict verdict = session != NULL ? parley_session_decide (session, PARLEY_ACT_ASK).verdict
                                          : parley_policy_decide (&facts, PARLEY_ACT_READ).verdict;

  if (session == NULL || verdict == PARLEY_VERDICT_ENCRYPTED || verdict == PARLEY_VERDICT_EXPOSED)
    return g_strdup (parley_verdict_explain (verdict));
  if (!parley_session_get_facts (session).person.proven)
    return g_strdup (
        _ ("Tomorrow somebody else may have this name, so Parley learns nothing here."));
  return NULL;
}

gboolean
parley_log_learning_take (ParleyEngine *engine, const ParleyChatKey *key, ParleyStyle *style)
{
  g_autoptr (ParleyStyle) taken = style;
  g_autofree char *objection = parley_log_learning_dup_objection (engine, key);
  ParleyFacts facts;
  ParleySession *session
      = objection == NULL ? parley_engine_open_session (engine, key, &facts) : NULL;

  if (session == NULL)
    return FALSE;
  parley_recorder_take_style (session->record.recorder, g_steal_pointer (&taken));
  return TRUE;
}
