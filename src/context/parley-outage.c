/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-outage.h"

#include <glib/gi18n-lib.h>

#include "base/parley-error.h"

/* Whoever was to ask may not have come to it. */
#define LOOK_AGAIN_MS 10000

/* What waits grows old meanwhile, which the user is told then. */
#define LOOK_MS 120000

struct _ParleyOutage
{
  ParleyTimers *timers;
  ParleyOutageProbe probe;
  gpointer data;
  ParleyTimer *timer;

  gboolean passing;     /* turns wait for its end */
  gboolean due;         /* who asks next is the probe */
  gint64 due_at;        /* when that is so */
  gconstpointer prober; /* whose request is under way; NULL: nobody's */
  guint n_failures;     /* of probes, and of the request that began it */
  guint turn;
  GError *error; /* (nullable): why turns wait */
  char *told;    /* what the user heard last; NULL: nothing */
};

static void
arm (ParleyOutage *outage)
{
  gint64 now = parley_timers_now (outage->timers);

  parley_timer_arm (outage->timer, MIN (outage->due_at, now + LOOK_MS));
}

static void
on_due (gpointer data)
{
  ParleyOutage *outage = data;
  gint64 now = parley_timers_now (outage->timers);
  gboolean wait;

  outage->due = now >= outage->due_at;
  wait = outage->probe (outage->data, outage->due, outage->turn);
  outage->turn += outage->due;
  if (!outage->passing || (outage->due && !wait))
    return;
  if (outage->due)
    outage->due_at = now + LOOK_AGAIN_MS;
  arm (outage);
}

ParleyOutage *
parley_outage_new (ParleyTimers *timers, ParleyOutageProbe probe, gpointer data)
{
  ParleyOutage *outage = g_new0 (ParleyOutage, 1);

  outage->timers = timers;
  outage->probe = probe;
  outage->data = data;
  outage->timer = parley_timer_new (timers, on_due, outage);
  return outage;
}

void
parley_outage_free (ParleyOutage *outage)
{
  parley_timer_free (outage->timer);
  g_clear_error (&outage->error);
  g_free (outage->told);
  g_free (outage);
}

gboolean
parley_outage_is_on (const ParleyOutage *outage)
{
  return outage->passing;
}

gboolean
parley_outage_admit (ParleyOutage *outage, gconstpointer asker, gboolean wanted)
{
  if (!outage->passing || wanted)
    return TRUE;
  if (!outage->due || outage->prober != NULL)
    return FALSE;
  outage->prober = asker;
  return TRUE;
}

gboolean
parley_outage_is_probe (const ParleyOutage *outage, gconstpointer asker)
{
  return outage->prober == asker;
}

void
parley_outage_release (ParleyOutage *outage, gconstpointer asker)
{
  if (outage->prober == asker)
    outage->prober = NULL;
}

/* What there was no place to show is shown another time. Telling may run other code, which may come
 * back here. */
static void
tell (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key, const GError *error)
{
  g_autofree char *line = g_strdup_printf (_ ("No answer was sent: %s"), error->message);

  if (g_strcmp0 (outage->told, error->message) == 0)
    return;
  g_free (outage->told);
  outage->told = g_strdup (error->message);
  if (!parley_host_tell_user (host, key, line))
    g_clear_pointer (&outage->told, g_free);
}

void
parley_outage_tell (ParleyOutage *outage, ParleyHost *host, const ParleyChatKey *key)
{
  g_autoptr (GError) error = outage->error != NULL ? g_error_copy (outage->error) : NULL;

  if (outage->told == NULL && error != NULL)
    tell (outage, host, key, error);
}

/* Those that were under way when it began change nothing. @after: how long the server wants to be
 * left alone, in ms. */
static void
wait_for_probe (ParleyOutage *outage, gconstpointer asker, gint64 after)
{
  static const int delays[] = PARLEY_OUTAGE_DELAYS;
  guint n = MIN (outage->n_failures, G_N_ELEMENTS (delays) - 1);
  gint64 delay = MAX ((gint64) delays[n] * 1000, MIN (after, PARLEY_OUTAGE_MAX_AFTER_MS));

  if (outage->passing && outage->prober != asker)
    return;
  outage->prober = NULL;
  outage->due = FALSE;
  outage->n_failures++;
  outage->due_at = parley_timers_now (outage->timers) + delay;
  arm (outage);
}

static void
end (ParleyOutage *outage)
{
  outage->passing = FALSE;
  outage->due = FALSE;
  outage->prober = NULL;
  outage->n_failures = 0;
  g_clear_error (&outage->error);
  parley_timer_disarm (outage->timer);
}

gboolean
parley_outage_note_failure (ParleyOutage *outage,
                            ParleyHost *host,
                            const ParleyChatKey *key,
                            gconstpointer asker,
                            const GError *error,
                            gboolean untold)
{
  gboolean passing = parley_error_is_passing (error);
  gboolean known = passing && outage->passing && outage->told != NULL;

  if (passing)
    {
      wait_for_probe (outage, asker, parley_error_get_after (error));
      g_clear_error (&outage->error);
      outage->error = g_error_copy (error);
      outage->passing = TRUE;
    }
  else
    parley_outage_release (outage, asker);
  if (!untold && !known)
    tell (outage, host, key, error);
  return passing;
}

gboolean
parley_outage_note_success (ParleyOutage *outage,
                            ParleyHost *host,
                            const ParleyChatKey *key,
                            gboolean written)
{
  g_autofree char *told = g_steal_pointer (&outage->told);
  gboolean waited_for = outage->passing;

  end (outage);
  if (told != NULL)
    parley_host_tell_user (host, key,
                           written ? _ ("Parley can write answers again.")
                                   : _ ("The model can be reached again. It wrote nothing."));
  return waited_for;
}

void
parley_outage_hurry (ParleyOutage *outage)
{
  if (!outage->passing || outage->prober != NULL)
    return;
  outage->due_at = parley_timers_now (outage->timers);
  arm (outage);
}
