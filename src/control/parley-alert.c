/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "control/parley-alert.h"

#include <errno.h>
#include <gio/gio.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parley-command-line.h"

struct _ParleyAlert
{
  int max_ms;
  gboolean running;
  char **next; /* (nullable): what is run after it */
  ParleyAlertFailed failed;
  gpointer data;
  GCancellable *gone;
};

typedef struct
{
  char **argv;
  int max_ms;
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  g_strfreev (run->argv);
  g_free (run);
}

/* --- in a thread of its own --- */

static gboolean
is_over (int fd, int max_ms)
{
  struct pollfd end = { .fd = fd, .events = POLLIN };
  int n;

  do
    n = poll (&end, 1, max_ms);
  while (n < 0 && errno == EINTR);
  return n > 0;
}

/* The application may collect every child that ends, as Pidgin and Finch do: its number may be
 * another program's by then, so all goes by a descriptor of the process. */
static void
wait_for (GPid pid, int max_ms)
{
  int fd = (int) syscall (SYS_pidfd_open, pid, 0);
  siginfo_t how;

  if (fd < 0)
    return;
  if (!is_over (fd, max_ms))
    syscall (SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
  while (waitid (P_PIDFD, (id_t) fd, &how, WEXITED) != 0 && errno == EINTR)
    ;
  close (fd);
}

static gpointer
work (gpointer data)
{
  g_autoptr (GTask) task = data;
  const Run *run = g_task_get_task_data (task);
  GError *error = NULL;
  GPid pid;

  if (g_spawn_async ("/", run->argv, NULL,
                     G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL
                         | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, &pid, &error))
    {
      wait_for (pid, run->max_ms);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
  return NULL;
}

/* --- in the main loop --- */

static void start (ParleyAlert *alert, char **argv);

static void
on_over (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyAlert *alert = data;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  alert->running = FALSE;
  if (alert->next != NULL)
    start (alert, g_steal_pointer (&alert->next));
  if (error != NULL)
    alert->failed (alert->data, error);
}

/* A thread of its own: those of GTask are needed for the disk. */
static void
start (ParleyAlert *alert, char **argv)
{
  GTask *task = g_task_new (NULL, alert->gone, on_over, alert);
  Run *run = g_new0 (Run, 1);
  GThread *thread;

  run->argv = argv;
  run->max_ms = alert->max_ms;
  g_task_set_source_tag (task, start);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, run, run_free);
  alert->running = TRUE;
  thread = g_thread_try_new ("parley-alert", work, g_object_ref (task), NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "no thread");
      g_object_unref (task);
    }
  g_object_unref (task);
}

ParleyAlert *
parley_alert_new (int max_ms, ParleyAlertFailed failed, gpointer data)
{
  ParleyAlert *alert = g_new0 (ParleyAlert, 1);

  alert->max_ms = max_ms;
  alert->failed = failed;
  alert->data = data;
  alert->gone = g_cancellable_new ();
  return alert;
}

void
parley_alert_free (ParleyAlert *alert)
{
  g_cancellable_cancel (alert->gone);
  g_object_unref (alert->gone);
  g_strfreev (alert->next);
  g_free (alert);
}

void
parley_alert_tell (ParleyAlert *alert, const char *command, const char *word)
{
  char **argv = parley_command_line_split (command, word);

  if (argv == NULL)
    return;
  if (!alert->running)
    {
      start (alert, argv);
      return;
    }
  g_strfreev (alert->next);
  alert->next = argv;
}

gboolean
parley_alert_is_busy (ParleyAlert *alert)
{
  return alert->running;
}
