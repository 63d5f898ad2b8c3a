/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Walks every cell of state × event and holds the outcome against this table. */
#include "chat-driver.h"

typedef struct
{
  ParleyState from;
  ParleyEventType event;
  const char *effects;
} Cell;

#define I PARLEY_STATE_IDLE
#define C PARLEY_STATE_COLLECTING
#define T PARLEY_STATE_THINKING
#define S PARLEY_STATE_SPEAKING

/* COLLECTING holds one bubble 100 ms old; in SPEAKING one bubble of two was said. */
static const Cell cells[] = {
  { I, PARLEY_EVENT_BUBBLE, "collecting window:500" },
  { I, PARLEY_EVENT_EDIT, "" },
  { I, PARLEY_EVENT_TYPING, "" },
  { I, PARLEY_EVENT_DEADLINE, "" },
  { I, PARLEY_EVENT_PREDICTION, "" },
  { I, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { I, PARLEY_EVENT_REPLY_END, "" },
  { I, PARLEY_EVENT_SAID, "" },
  { I, PARLEY_EVENT_TAKEOVER, "standdown@6000" },
  { I, PARLEY_EVENT_RESUME, "" },
  { I, PARLEY_EVENT_OFFLINE, "" },
  { I, PARLEY_EVENT_ONLINE, "" },
  { I, PARLEY_EVENT_WITHDRAW, "" },

  { C, PARLEY_EVENT_BUBBLE, "window:400" },
  { C, PARLEY_EVENT_EDIT, "window:500" },
  { C, PARLEY_EVENT_TYPING, "hold@45100" },
  { C, PARLEY_EVENT_DEADLINE, "" }, /* not yet due */
  { C, PARLEY_EVENT_PREDICTION, "" },
  { C, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { C, PARLEY_EVENT_REPLY_END, "" },
  { C, PARLEY_EVENT_SAID, "" },
  { C, PARLEY_EVENT_TAKEOVER, "done:withdrawn idle standdown@1100" },
  { C, PARLEY_EVENT_RESUME, "" },
  { C, PARLEY_EVENT_OFFLINE, "idle" },
  { C, PARLEY_EVENT_ONLINE, "" },
  { C, PARLEY_EVENT_WITHDRAW, "done:withdrawn idle" },

  { T, PARLEY_EVENT_BUBBLE, "abort collecting window:400" },
  { T, PARLEY_EVENT_EDIT, "abort collecting window:500" },
  { T, PARLEY_EVENT_TYPING, "" },
  { T, PARLEY_EVENT_DEADLINE, "" },
  { T, PARLEY_EVENT_PREDICTION, "" },
  { T, PARLEY_EVENT_REPLY_BUBBLE, "speaking" },
  { T, PARLEY_EVENT_REPLY_END, "done:silent idle" },
  { T, PARLEY_EVENT_SAID, "" },
  { T, PARLEY_EVENT_TAKEOVER, "abort done:withdrawn idle standdown@2000" },
  { T, PARLEY_EVENT_RESUME, "" },
  { T, PARLEY_EVENT_OFFLINE, "abort idle" },
  { T, PARLEY_EVENT_ONLINE, "" },
  { T, PARLEY_EVENT_WITHDRAW, "abort done:withdrawn idle" },

  { S, PARLEY_EVENT_BUBBLE, "drop:1 done:cut collecting window:500 typing-off" },
  { S, PARLEY_EVENT_EDIT, "drop:1 done:cut collecting window:500 typing-off" },
  { S, PARLEY_EVENT_TYPING, "typing-off" },
  { S, PARLEY_EVENT_DEADLINE, "" }, /* not yet due */
  { S, PARLEY_EVENT_PREDICTION, "" },
  { S, PARLEY_EVENT_REPLY_BUBBLE, "" },
  { S, PARLEY_EVENT_REPLY_END, "" },
  { S, PARLEY_EVENT_SAID, "" },
  { S, PARLEY_EVENT_TAKEOVER, "drop:1 done:withdrawn idle standdown@3000 typing-off" },
  { S, PARLEY_EVENT_RESUME, "" },
  { S, PARLEY_EVENT_OFFLINE, "drop:1 done:cut idle typing-off" },
  { S, PARLEY_EVENT_ONLINE, "" },
  { S, PARLEY_EVENT_WITHDRAW, "drop:1 done:withdrawn idle typing-off" },
};

static void
bring_to (ChatDriver *driver, ParleyState state)
{
  if (state == I)
    driver->now = 5000;
  if (state != I)
    {
      chat_driver_bubble (driver, 0, "hm?");
      chat_driver_wait_until (driver, 100);
    }
  if (state == T || state == S)
    chat_driver_wait_until (driver, 1000);
  if (state == S)
    {
      chat_driver_reply (driver, 1000, "one|two", 1300);
      chat_driver_wait_until (driver, 2000);
    }
  g_assert_cmpint (parley_chat_get_state (driver->chat), ==, state);
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
    event.bubble.text = "hm?";
  if (cell->event == PARLEY_EVENT_EDIT)
    {
      event.edit.id = "hm?";
      event.edit.text = "hm!";
    }
  if (cell->event == PARLEY_EVENT_TYPING)
    event.typing = PARLEY_TYPING_ACTIVE;
  if (cell->event == PARLEY_EVENT_REPLY_BUBBLE)
    event.reply_bubble.text = "more";
  if (cell->event == PARLEY_EVENT_TAKEOVER)
    event.stand_down_ms = 1000;
  chat_driver_post (&driver, &event);
  chat_driver_expect (&driver, cell->effects);
  chat_driver_clear (&driver);
}

static void
test_table_is_whole (void)
{
  gboolean seen[PARLEY_N_STATES][PARLEY_N_EVENTS] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_assert_false (seen[cells[i].from][cells[i].event]);
      seen[cells[i].from][cells[i].event] = TRUE;
    }
  g_assert_cmpuint (G_N_ELEMENTS (cells), ==, PARLEY_N_STATES * PARLEY_N_EVENTS);
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
      g_autofree char *path
          = g_strdup_printf ("/turn/chat-table/%s/%s", parley_state_to_string (cells[i].from),
                             parley_event_type_to_string (cells[i].event));

      g_test_add_data_func (path, &cells[i], test_cell);
    }
  return g_test_run ();
}
