/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks every cell of state × event and holds the outcome against this table. */
#include "chat-driver.h"

/* The states, and what they may hold beside the turn. */
typedef enum
{
  I, /* IDLE */
  P, /* IDLE, with a turn that was put off */
  C, /* COLLECTING, one bubble 100 ms old */
  D, /* COLLECTING with a draft under way, one bubble of which is there */
  F, /* COLLECTING with a draft that is finished */
  W, /* COLLECTING while a prediction is waited for */
  T, /* THINKING */
  Q, /* THINKING, with a bubble queued */
  S, /* SPEAKING, one bubble of two was said */
  A, /* SPEAKING, the first of two is declared */
  B, /* SPEAKING, one of two was said, the second is declared */
  G, /* SPEAKING, one of two was given away, and is not shown yet */
  N_PLACES,
} Place;

typedef struct
{
  const char *name;
  ParleyState state;
} PlaceClass;

static const PlaceClass places[] = {
  [I] = { "idle", PARLEY_STATE_IDLE },
  [P] = { "idle-put-off", PARLEY_STATE_IDLE },
  [C] = { "collecting", PARLEY_STATE_COLLECTING },
  [D] = { "collecting-with-draft", PARLEY_STATE_COLLECTING },
  [F] = { "collecting-with-finished-draft", PARLEY_STATE_COLLECTING },
  [W] = { "collecting-with-prediction", PARLEY_STATE_COLLECTING },
  [T] = { "thinking", PARLEY_STATE_THINKING },
  [Q] = { "thinking-with-queued", PARLEY_STATE_THINKING },
  [S] = { "speaking", PARLEY_STATE_SPEAKING },
  [A] = { "speaking-first-declared", PARLEY_STATE_SPEAKING },
  [B] = { "speaking-next-declared", PARLEY_STATE_SPEAKING },
  [G] = { "speaking-given-away", PARLEY_STATE_SPEAKING },
};

typedef struct
{
  Place from;
  ParleyEventType event;
  const char *effects;
} Cell;

static const Cell cells[] = {
  { I, PARLEY_EVENT_BUBBLE, "collecting window:500" },
  { I, PARLEY_EVENT_EDIT, "" },
  { I, PARLEY_EVENT_TYPING, "" },
  { I, PARLEY_EVENT_DEADLINE, "" },
  { I, PARLEY_EVENT_PREDICTION, "" },
  { I, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { I, PARLEY_EVENT_REPLY_END, "" },
  { I, PARLEY_EVENT_INTENDED, "" },
  { I, PARLEY_EVENT_SAID, "" },
  { I, PARLEY_EVENT_ARRIVED, "" },
  { I, PARLEY_EVENT_TAKEOVER, "standdown@6000" },
  { I, PARLEY_EVENT_RESUME, "" },
  { I, PARLEY_EVENT_OFFLINE, "" },
  { I, PARLEY_EVENT_ONLINE, "" },
  { I, PARLEY_EVENT_AGAIN, "" },
  { I, PARLEY_EVENT_WITHDRAW, "" },

  { P, PARLEY_EVENT_BUBBLE, "collecting window:400" },
  { P, PARLEY_EVENT_EDIT, "" },
  { P, PARLEY_EVENT_TYPING, "" },
  { P, PARLEY_EVENT_DEADLINE, "" },
  { P, PARLEY_EVENT_PREDICTION, "" },
  { P, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { P, PARLEY_EVENT_REPLY_END, "" },
  { P, PARLEY_EVENT_INTENDED, "" },
  { P, PARLEY_EVENT_SAID, "" },
  { P, PARLEY_EVENT_ARRIVED, "" },
  { P, PARLEY_EVENT_TAKEOVER, "done:withdrawn standdown@1400" },
  { P, PARLEY_EVENT_RESUME, "" },
  { P, PARLEY_EVENT_OFFLINE, "" },
  { P, PARLEY_EVENT_ONLINE, "collecting window:500" },
  { P, PARLEY_EVENT_AGAIN, "collecting thinking ask" },
  { P, PARLEY_EVENT_WITHDRAW, "done:withdrawn" },

  { C, PARLEY_EVENT_BUBBLE, "window:400" },
  { C, PARLEY_EVENT_EDIT, "window:500" },
  { C, PARLEY_EVENT_TYPING, "hold@45100" },
  { C, PARLEY_EVENT_DEADLINE, "" }, /* not yet due */
  { C, PARLEY_EVENT_PREDICTION, "" },
  { C, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { C, PARLEY_EVENT_REPLY_END, "" },
  { C, PARLEY_EVENT_INTENDED, "" },
  { C, PARLEY_EVENT_SAID, "" },
  { C, PARLEY_EVENT_ARRIVED, "" },
  { C, PARLEY_EVENT_TAKEOVER, "done:withdrawn idle standdown@1100" },
  { C, PARLEY_EVENT_RESUME, "" },
  { C, PARLEY_EVENT_OFFLINE, "idle" },
  { C, PARLEY_EVENT_ONLINE, "" },
  { C, PARLEY_EVENT_AGAIN, "thinking ask" },
  { C, PARLEY_EVENT_WITHDRAW, "done:withdrawn idle" },

  { D, PARLEY_EVENT_BUBBLE, "abort drop:1 window:400" },
  { D, PARLEY_EVENT_EDIT, "abort drop:1 window:500" },
  { D, PARLEY_EVENT_TYPING, "hold@45300" },
  { D, PARLEY_EVENT_DEADLINE, "" },
  { D, PARLEY_EVENT_PREDICTION, "" },
  { D, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { D, PARLEY_EVENT_REPLY_END, "" }, /* it waits for the window */
  { D, PARLEY_EVENT_INTENDED, "" },
  { D, PARLEY_EVENT_SAID, "" },
  { D, PARLEY_EVENT_ARRIVED, "" },
  { D, PARLEY_EVENT_TAKEOVER, "abort drop:1 done:withdrawn idle standdown@1300" },
  { D, PARLEY_EVENT_RESUME, "" },
  { D, PARLEY_EVENT_OFFLINE, "abort drop:1 idle" },
  { D, PARLEY_EVENT_ONLINE, "" },
  { D, PARLEY_EVENT_AGAIN, "abort drop:1 thinking ask" },
  { D, PARLEY_EVENT_WITHDRAW, "abort drop:1 done:withdrawn idle" },

  { F, PARLEY_EVENT_BUBBLE, "drop:1 window:400" },
  { F, PARLEY_EVENT_EDIT, "drop:1 window:500" },
  { F, PARLEY_EVENT_TYPING, "hold@45300" },
  { F, PARLEY_EVENT_DEADLINE, "" },
  { F, PARLEY_EVENT_PREDICTION, "" },
  { F, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { F, PARLEY_EVENT_REPLY_END, "" },
  { F, PARLEY_EVENT_INTENDED, "" },
  { F, PARLEY_EVENT_SAID, "" },
  { F, PARLEY_EVENT_ARRIVED, "" },
  { F, PARLEY_EVENT_TAKEOVER, "drop:1 done:withdrawn idle standdown@1300" },
  { F, PARLEY_EVENT_RESUME, "" },
  { F, PARLEY_EVENT_OFFLINE, "drop:1 idle" },
  { F, PARLEY_EVENT_ONLINE, "" },
  { F, PARLEY_EVENT_AGAIN, "drop:1 thinking ask" },
  { F, PARLEY_EVENT_WITHDRAW, "drop:1 done:withdrawn idle" },

  { W, PARLEY_EVENT_BUBBLE, "window:400" },
  { W, PARLEY_EVENT_EDIT, "window:500" },
  { W, PARLEY_EVENT_TYPING, "hold@45600" },
  { W, PARLEY_EVENT_DEADLINE, "" },
  { W, PARLEY_EVENT_PREDICTION, "" }, /* the deadline is now */
  { W, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { W, PARLEY_EVENT_REPLY_END, "" },
  { W, PARLEY_EVENT_INTENDED, "" },
  { W, PARLEY_EVENT_SAID, "" },
  { W, PARLEY_EVENT_ARRIVED, "" },
  { W, PARLEY_EVENT_TAKEOVER, "done:withdrawn idle standdown@1600" },
  { W, PARLEY_EVENT_RESUME, "" },
  { W, PARLEY_EVENT_OFFLINE, "idle" },
  { W, PARLEY_EVENT_ONLINE, "" },
  { W, PARLEY_EVENT_AGAIN, "thinking ask" },
  { W, PARLEY_EVENT_WITHDRAW, "done:withdrawn idle" },

  { T, PARLEY_EVENT_BUBBLE, "abort collecting window:400" },
  { T, PARLEY_EVENT_EDIT, "abort collecting window:500" },
  { T, PARLEY_EVENT_TYPING, "" },
  { T, PARLEY_EVENT_DEADLINE, "" },
  { T, PARLEY_EVENT_PREDICTION, "" },
  { T, PARLEY_EVENT_REPLY_BUBBLE, "speaking" },
  { T, PARLEY_EVENT_REPLY_END, "done:silent idle" },
  { T, PARLEY_EVENT_INTENDED, "" },
  { T, PARLEY_EVENT_SAID, "" },
  { T, PARLEY_EVENT_ARRIVED, "" },
  { T, PARLEY_EVENT_TAKEOVER, "abort done:withdrawn idle standdown@2000" },
  { T, PARLEY_EVENT_RESUME, "" },
  { T, PARLEY_EVENT_OFFLINE, "abort idle" },
  { T, PARLEY_EVENT_ONLINE, "" },
  { T, PARLEY_EVENT_AGAIN, "abort collecting thinking ask" },
  { T, PARLEY_EVENT_WITHDRAW, "abort done:withdrawn idle" },

  { Q, PARLEY_EVENT_BUBBLE, "" }, /* queued too */
  { Q, PARLEY_EVENT_EDIT, "abort collecting window:500" },
  { Q, PARLEY_EVENT_TYPING, "" },
  { Q, PARLEY_EVENT_DEADLINE, "" },
  { Q, PARLEY_EVENT_PREDICTION, "" },
  { Q, PARLEY_EVENT_REPLY_BUBBLE, "speaking" },
  { Q, PARLEY_EVENT_REPLY_END, "done:silent idle collecting window:500" },
  { Q, PARLEY_EVENT_INTENDED, "" },
  { Q, PARLEY_EVENT_SAID, "" },
  { Q, PARLEY_EVENT_ARRIVED, "" },
  { Q, PARLEY_EVENT_TAKEOVER, "abort done:withdrawn idle standdown@2000" },
  { Q, PARLEY_EVENT_RESUME, "" },
  { Q, PARLEY_EVENT_OFFLINE, "abort idle" },
  { Q, PARLEY_EVENT_ONLINE, "" },
  { Q, PARLEY_EVENT_AGAIN, "abort collecting thinking ask" },
  { Q, PARLEY_EVENT_WITHDRAW, "abort done:withdrawn idle" },

  { S, PARLEY_EVENT_BUBBLE, "drop:1 done:cut collecting window:500 typing-off" },
  { S, PARLEY_EVENT_EDIT, "drop:1 done:cut collecting window:500 typing-off" },
  { S, PARLEY_EVENT_TYPING, "typing-off" },
  { S, PARLEY_EVENT_DEADLINE, "" }, /* not yet due */
  { S, PARLEY_EVENT_PREDICTION, "" },
  { S, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { S, PARLEY_EVENT_REPLY_END, "" },
  { S, PARLEY_EVENT_INTENDED, "" },
  { S, PARLEY_EVENT_SAID, "" },
  { S, PARLEY_EVENT_ARRIVED, "" },
  { S, PARLEY_EVENT_TAKEOVER, "drop:1 done:withdrawn idle standdown@3000 typing-off" },
  { S, PARLEY_EVENT_RESUME, "" },
  { S, PARLEY_EVENT_OFFLINE, "drop:1 done:cut idle typing-off" },
  { S, PARLEY_EVENT_ONLINE, "" },
  { S, PARLEY_EVENT_AGAIN, "" },
  { S, PARLEY_EVENT_WITHDRAW, "drop:1 done:withdrawn idle typing-off" },

  { A, PARLEY_EVENT_BUBBLE, "retract drop:2 collecting window:400 typing-off" },
  { A, PARLEY_EVENT_EDIT, "retract drop:2 collecting window:500 typing-off" },
  { A, PARLEY_EVENT_TYPING, "hold@47000 retract typing-off" },
  { A, PARLEY_EVENT_DEADLINE, "" }, /* the disk has its time */
  { A, PARLEY_EVENT_PREDICTION, "" },
  { A, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { A, PARLEY_EVENT_REPLY_END, "" },
  { A, PARLEY_EVENT_INTENDED, "say:one@2000 typing" },
  { A, PARLEY_EVENT_SAID, "" },
  { A, PARLEY_EVENT_ARRIVED, "" },
  { A, PARLEY_EVENT_TAKEOVER, "retract drop:2 done:withdrawn idle standdown@3000 typing-off" },
  { A, PARLEY_EVENT_RESUME, "" },
  { A, PARLEY_EVENT_OFFLINE, "retract drop:2 idle typing-off" },
  { A, PARLEY_EVENT_ONLINE, "" },
  { A, PARLEY_EVENT_AGAIN, "" },
  { A, PARLEY_EVENT_WITHDRAW, "retract drop:2 done:withdrawn idle typing-off" },

  { B, PARLEY_EVENT_BUBBLE, "retract drop:1 done:cut collecting window:500 typing-off" },
  { B, PARLEY_EVENT_EDIT, "retract drop:1 done:cut collecting window:500 typing-off" },
  { B, PARLEY_EVENT_TYPING, "retract typing-off" },
  { B, PARLEY_EVENT_DEADLINE, "" },
  { B, PARLEY_EVENT_PREDICTION, "" },
  { B, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { B, PARLEY_EVENT_REPLY_END, "" },
  { B, PARLEY_EVENT_INTENDED, "say:two@3500 done:answered idle" },
  { B, PARLEY_EVENT_SAID, "" },
  { B, PARLEY_EVENT_ARRIVED, "" },
  { B, PARLEY_EVENT_TAKEOVER, "retract drop:1 done:withdrawn idle standdown@4500 typing-off" },
  { B, PARLEY_EVENT_RESUME, "" },
  { B, PARLEY_EVENT_OFFLINE, "retract drop:1 done:cut idle typing-off" },
  { B, PARLEY_EVENT_ONLINE, "" },
  { B, PARLEY_EVENT_AGAIN, "" },
  { B, PARLEY_EVENT_WITHDRAW, "retract drop:1 done:withdrawn idle typing-off" },

  { G, PARLEY_EVENT_BUBBLE, "drop:1 done:cut collecting window:500" },
  { G, PARLEY_EVENT_EDIT, "drop:1 done:cut collecting window:500" },
  { G, PARLEY_EVENT_TYPING, "" },
  { G, PARLEY_EVENT_DEADLINE, "" }, /* it has none of its own */
  { G, PARLEY_EVENT_PREDICTION, "" },
  { G, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { G, PARLEY_EVENT_REPLY_END, "" },
  { G, PARLEY_EVENT_INTENDED, "" },
  { G, PARLEY_EVENT_SAID, "" },
  { G, PARLEY_EVENT_ARRIVED, "typing" },
  { G, PARLEY_EVENT_TAKEOVER, "drop:1 done:withdrawn idle standdown@3000" },
  { G, PARLEY_EVENT_RESUME, "" },
  { G, PARLEY_EVENT_OFFLINE, "drop:1 done:cut idle" },
  { G, PARLEY_EVENT_ONLINE, "" },
  { G, PARLEY_EVENT_AGAIN, "" },
  { G, PARLEY_EVENT_WITHDRAW, "drop:1 done:withdrawn idle" },
};

static void
bring_to_collecting (ChatDriver *driver, Place place)
{
  driver->policy.drafts = place == D || place == F;
  driver->policy.prediction = place == W;
  if (place == Q)
    driver->policy.max_bubbles = 1;
  chat_driver_bubble (driver, 0, place == W ? "hello" : "hm?");
  chat_driver_wait_until (driver, place == W ? 600 : place == C ? 100 : 300);
  if (place == F)
    chat_driver_reply (driver, 300, "one", 0);
  if (place == D)
    chat_driver_reply_bubble (driver, 300, parley_chat_get_epoch (driver->chat), "one");
}

static void
bring_to (ChatDriver *driver, Place place)
{
  if (place != I)
    bring_to_collecting (driver, place);
  if (place == I)
    driver->now = 5000;
  if (place == P)
    chat_driver_simple (driver, 400, PARLEY_EVENT_OFFLINE);
  if (places[place].state == PARLEY_STATE_THINKING || places[place].state == PARLEY_STATE_SPEAKING)
    chat_driver_wait_until (driver, 1000);
  if (place == Q)
    chat_driver_bubble (driver, 1000, "and?");
  driver->slow = place == A;
  if (place == G)
    driver->said = PARLEY_SAID_GIVEN;
  if (places[place].state == PARLEY_STATE_SPEAKING)
    {
      chat_driver_reply (driver, 1000, "one|two", 1300);
      chat_driver_wait_until (driver, 2000);
    }
  driver->slow = place == A || place == B;
  if (place == B)
    chat_driver_wait_until (driver, 3500);
  g_assert_cmpint (parley_chat_get_state (driver->chat), ==, places[place].state);
  g_string_truncate (driver->log, 0);
}

static void
test_cell (gconstpointer data)
{
  const Cell *cell = data;
  ChatDriver driver;
  ParleyEvent event = { .type = cell->event };

  chat_driver_init (&driver, 800);
  bring_to (&driver, cell->from);
  event.epoch = parley_chat_get_epoch (driver.chat);
  if (cell->event == PARLEY_EVENT_BUBBLE)
    event.bubble.text = "so what?";
  if (cell->event == PARLEY_EVENT_EDIT)
    {
      event.edit.id = cell->from == W ? "hello" : "hm?";
      event.edit.text = "hm!";
    }
  if (cell->event == PARLEY_EVENT_TYPING)
    event.typing = PARLEY_TYPING_ACTIVE;
  if (cell->event == PARLEY_EVENT_PREDICTION)
    event.prediction = (ParleyPrediction){ .done = TRUE, .confidence = 1 };
  if (cell->event == PARLEY_EVENT_REPLY_BUBBLE)
    event.reply_bubble.text = "more";
  if (cell->event == PARLEY_EVENT_INTENDED)
    {
      event.intended.number = driver.intent;
      event.intended.held = TRUE;
    }
  if (cell->event == PARLEY_EVENT_ARRIVED)
    event.said = PARLEY_SAID_DELIVERED;
  if (cell->event == PARLEY_EVENT_TAKEOVER)
    event.stand_down_ms = 1000;
  chat_driver_post (&driver, &event);
  chat_driver_expect (&driver, cell->effects);
  chat_driver_clear (&driver);
}

static void
test_table_is_whole (void)
{
  gboolean seen[N_PLACES][PARLEY_N_EVENTS] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_assert_false (seen[cells[i].from][cells[i].event]);
      seen[cells[i].from][cells[i].event] = TRUE;
    }
  g_assert_cmpuint (G_N_ELEMENTS (cells), ==, N_PLACES * PARLEY_N_EVENTS);
}

static void
test_edges (void)
{
  const char *const table[] = { ".c..", "i.t.", "ic.s", "ic.." };

  for (ParleyState from = 0; from < PARLEY_N_STATES; from++)
    for (ParleyState to = 0; to < PARLEY_N_STATES; to++)
      g_assert_cmpint (parley_chat_has_edge (from, to), ==, table[from][to] != '.');
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/chat-table/whole", test_table_is_whole);
  g_test_add_func ("/turn/chat-table/edges", test_edges);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autofree char *path = g_strdup_printf ("/turn/chat-table/%s/%s", places[cells[i].from].name,
                                               parley_event_type_to_string (cells[i].event));

      g_test_add_data_func (path, &cells[i], test_cell);
    }
  return g_test_run ();
}
