/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A program of another user that opens and closes the port of the user's model server, between any
 * two of our steps. Neither the key nor a word of the chat ever gets to it. */
#define _GNU_SOURCE /* accept4 (), ppoll () */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "openai-fixture.h"
#include "test-all.h"

#define SQUATTER  12345
#define TRIES     50
#define ALL_TRIES 1000
#define LOOK_US   100
/* As long as the longest plan. */
#define TRY_MS 45
/* What a player reads is looked through for the key afterwards. */
#define MAX_READ 4096

/* What a player does in a try, in milliseconds from its beginning, or from its own step before. */
typedef struct
{
  guint16 port; /* 0: there are no more tries */
  int open;     /* -1: never */
  int accept;   /* after it opened; -1: never */
  int close;    /* after it opened; the connection it has stays */
} Plan;

/* What came of it. */
typedef struct
{
  gboolean opened;
  gboolean accepted;
  gsize received; /* bytes */
  gboolean key;
  gboolean text;
} Outcome;

/* A process that plays the squatter, or the user's own server. */
typedef struct
{
  pid_t pid;
  int control;
} Player;

typedef struct
{
  const Plan *plan;
  gint64 start;
  gint64 opened_at;
  int listener;
  int connection;
  gboolean over;
  char text[MAX_READ];
  Outcome outcome;
} Try;

static int
try_to_listen (guint16 port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons (port) };
  int yes = 1;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes), ==, 0);
  if (bind (fd, (struct sockaddr *) &address, sizeof address) == 0 && listen (fd, 8) == 0)
    return fd;
  g_assert_cmpint (errno, ==, EADDRINUSE);
  close (fd);
  return -1;
}

static void
drop (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void
take_what_came (Try *try)
{
  gsize have = MIN (try->outcome.received, MAX_READ - 1);
  gssize n;

  while (try->connection >= 0
         && (n = recv (try->connection, try->text + have, MAX_READ - 1 - have, MSG_DONTWAIT)) > 0)
    {
      try->outcome.received += n;
      have += n;
    }
}

/* One look at the clock and at the sockets. */
static void
step (Try *try)
{
  gint64 now = g_get_monotonic_time ();

  if (try->listener < 0 && !try->over && try->plan->open >= 0
      && now >= try->start + try->plan->open * 1000)
    {
      try->listener = try_to_listen (try->plan->port);
      try->opened_at = now;
      try->outcome.opened |= try->listener >= 0;
    }
  if (try->listener >= 0 && try->connection < 0 && try->plan->accept >= 0
      && now >= try->opened_at + try->plan->accept * 1000)
    try->connection = accept4 (try->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  try->outcome.accepted |= try->connection >= 0;
  take_what_came (try);
  if (try->listener >= 0 && now >= try->opened_at + try->plan->close * 1000)
    {
      drop (&try->listener);
      try->over = TRUE;
    }
}

/* Until the other side says that the try is over. What has come by then counts as well. */
static Outcome
play (int control, const Plan *plan)
{
  Try try = { .plan = plan, .listener = -1, .connection = -1, .start = g_get_monotonic_time () };
  struct pollfd wait = { .fd = control, .events = POLLIN };
  const struct timespec look = { .tv_nsec = LOOK_US * 1000 };

  do
    step (&try);
  while (ppoll (&wait, 1, &look, NULL) == 0);
  take_what_came (&try);
  drop (&try.listener);
  drop (&try.connection);
  try.outcome.key = strstr (try.text, KEY) != NULL;
  try.outcome.text = strstr (try.text, "messages") != NULL;
  return try.outcome;
}

static void
play_on (int control)
{
  Plan plan;
  char end;

  while (read (control, &plan, sizeof plan) == sizeof plan && plan.port != 0)
    {
      Outcome outcome = play (control, &plan);

      if (read (control, &end, 1) != 1 || write (control, &outcome, sizeof outcome) < 0)
        break;
    }
}

static Player
player_new (uid_t user)
{
  int ends[2];
  Player player;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  player.pid = fork ();
  g_assert_cmpint (player.pid, >=, 0);
  player.control = ends[player.pid == 0];
  close (ends[player.pid != 0]);
  if (player.pid != 0)
    return player;
  if (setresgid (user, user, user) != 0 || setresuid (user, user, user) != 0)
    _exit (1);
  play_on (player.control);
  _exit (0);
}

static void
player_begin (Player *player, const Plan *plan)
{
  g_assert_cmpint (write (player->control, plan, sizeof *plan), ==, sizeof *plan);
}

static void
player_free (Player *player)
{
  int status;

  player_begin (player, &(Plan){ 0 });
  close (player->control);
  g_assert_cmpint (waitpid (player->pid, &status, 0), ==, player->pid);
  g_assert_cmpint (status, ==, 0);
}

static Outcome
player_end (Player *player)
{
  Outcome outcome;

  g_assert_cmpint (write (player->control, "", 1), ==, 1);
  g_assert_cmpint (read (player->control, &outcome, sizeof outcome), ==, sizeof outcome);
  return outcome;
}

static guint16
find_free_port (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);

  g_socket_listener_close (listener);
  return port;
}

static ParleyBackend *
new_backend (Fixture *f, guint16 port, guint try)
{
  static const char *const hosts[] = { "127.0.0.1", "localhost" };
  g_autofree char *url = g_strdup_printf ("http://%s:%u/v1", hosts[try % 2], port);
  g_autoptr (GError) error = NULL;
  const ParleyServerConfig config = { .base_url = url, .model = "a-model", .key = KEY };
  ParleyBackend *backend = parley_openai_new (&config, f->timers, &error);

  g_assert_no_error (error);
  return backend;
}

/* The squatter alone, the user's server before it, and the user's server after it; each step of
 * theirs comes 0, 1, 3 or 10 ms after another one. */
static void
make_plans (guint try, guint16 port, Plan *own, Plan *foreign)
{
  static const int ms[] = { 0, 1, 3, 10 };
  guint kind = try % 3;
  int first = ms[try / 3 % 4];
  int second = ms[try / 12 % 4];
  int third = ms[try / 48 % 4];

  *foreign = (Plan){ .port = port, .open = first, .accept = second, .close = second + third + 1 };
  *own = (Plan){ .port = port, .open = -1, .accept = -1 };
  if (kind == 1)
    *own = (Plan){ .port = port, .open = 0, .accept = 20, .close = first + 1 };
  else if (kind == 2)
    *own = (Plan){ .port = port, .open = first + second, .accept = third, .close = TRY_MS };
}

typedef struct
{
  guint opened;
  guint met;   /* a connection of ours got to the squatter */
  guint asked; /* a request got to the user's own server */
} Tally;

static gboolean
is_over (gpointer data)
{
  Call *call = data;

  return call->n_callbacks > 0;
}

static gboolean
on_long_enough (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

/* What gets to somebody, who says nothing, is taken back when the plans are over. */
static void
ask (Fixture *f, gint64 until)
{
  gint64 left = MAX (0, until - g_get_monotonic_time ());
  g_autoptr (GSource) enough = g_timeout_source_new ((guint) (left / 1000));
  Call *call = call_new (f);

  g_source_set_callback (enough, on_long_enough, call->cancellable, NULL);
  g_source_attach (enough, NULL);
  parley_test_wait (is_over, call);
  g_source_destroy (enough);
  call_free (call);
}

static void
run_try (Fixture *f, Player *own, Player *foreign, guint number, Tally *tally)
{
  guint16 port = find_free_port ();
  gint64 until = g_get_monotonic_time () + TRY_MS * 1000;
  Plan owns;
  Plan foreigns;
  Outcome ours;
  Outcome theirs;

  make_plans (number, port, &owns, &foreigns);
  g_clear_object (&f->backend);
  f->backend = new_backend (f, port, number);
  player_begin (own, &owns);
  player_begin (foreign, &foreigns);
  while (g_get_monotonic_time () < until)
    ask (f, until);
  theirs = player_end (foreign);
  ours = player_end (own);
  if (theirs.received > 0)
    g_test_fail_printf ("try %u: the squatter got %zu bytes%s%s", number, theirs.received,
                        theirs.key ? ", the key" : "", theirs.text ? ", the text" : "");
  tally->opened += theirs.opened;
  tally->met += theirs.accepted;
  tally->asked += ours.received > 0;
}

static void
test_a_squatter_gets_nothing (void)
{
  guint tries = test_wants_all () ? ALL_TRIES : TRIES;
  Fixture fixture = { 0 };
  Tally tally = { 0 };
  Player own;
  Player foreign;

  if (getuid () != 0)
    {
      g_test_skip ("only root can start a program of another user");
      return;
    }
  own = player_new (0);
  foreign = player_new (SQUATTER);
  fixture_set_up (&fixture, NULL);
  for (guint i = 0; i < tries && !g_test_failed (); i++)
    run_try (&fixture, &own, &foreign, i, &tally);
  g_test_message ("%u tries: the squatter listened in %u, was connected to in %u; the user's own "
                  "server was asked in %u",
                  tries, tally.opened, tally.met, tally.asked);
  if (!g_test_failed ())
    {
      g_assert_cmpuint (tally.opened, >, tries / 4);
      g_assert_cmpuint (tally.asked, >, 0);
    }
  fixture_tear_down (&fixture, NULL);
  player_free (&own);
  player_free (&foreign);
}

int
main (int argc, char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backend/squatter/gets-nothing", test_a_squatter_gets_nothing);
  return g_test_run ();
}
