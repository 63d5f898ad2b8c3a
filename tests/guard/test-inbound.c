/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inbound.h"

typedef struct
{
  const char *name;
  ParleyLineFacts facts;
  ParleyLine line;
} Case;

static const Case cases[] = {
  { "message", { .received = TRUE }, PARLEY_LINE_BUBBLE },
  { "message-of-nine-minutes-ago", { .received = TRUE, .age_s = 540 }, PARLEY_LINE_BUBBLE },
  { "offline-message", { .received = TRUE, .age_s = 601 }, PARLEY_LINE_OLD },
  { "message-from-the-future", { .received = TRUE, .age_s = -90 }, PARLEY_LINE_BUBBLE },
  { "delayed", { .received = TRUE, .delayed = TRUE }, PARLEY_LINE_IGNORE },
  { "auto-response", { .received = TRUE, .auto_response = TRUE }, PARLEY_LINE_IGNORE },
  { "notice", { .received = TRUE, .notice = TRUE }, PARLEY_LINE_IGNORE },
  { "system", { .system = TRUE }, PARLEY_LINE_IGNORE },
  { "system-received", { .received = TRUE, .system = TRUE }, PARLEY_LINE_IGNORE },
  { "own-words", { .sent = TRUE }, PARLEY_LINE_OWN_WORDS },
  { "own-auto-response", { .sent = TRUE, .auto_response = TRUE }, PARLEY_LINE_IGNORE },
  { "echo", { .sent = TRUE, .received = TRUE }, PARLEY_LINE_ECHO },
  { "other-device", { .sent = TRUE, .remote = TRUE }, PARLEY_LINE_ECHO },
  { "own-words-of-yesterday",
    { .sent = TRUE, .received = TRUE, .age_s = 86400 },
    PARLEY_LINE_OWN_OLD },
  { "own-words-delayed", { .sent = TRUE, .delayed = TRUE }, PARLEY_LINE_OWN_OLD },
  { "nothing", { 0 }, PARLEY_LINE_IGNORE },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;

  g_assert_cmpint (parley_inbound_judge (&c->facts), ==, c->line);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/inbound/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
