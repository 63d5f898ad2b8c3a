/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "irc-fixture.h"

#include <cmds.h>

#include "headless.h"

void
irc_meet (WireFixture *f, const char *address)
{
  wire_irc_join (f->wire, f->f.account, "#tea", "alice mallory");
  wire_irc_write_as (f->wire, "alice", address, IRC_SECRET);
  headless_answer (&f->f, 0, "Thank you.");
  wire_wait_for (f->wire, "PRIVMSG alice :Thank you.", 0);
  wire_irc_set_person (f->wire, "mallory", IRC_MALLORY, NULL);
  wire_pushf (f->wire, ":mallory!%s JOIN #tea\r\n", IRC_MALLORY);
  wire_irc_drain (f->wire);
  headless_settle ();
  g_free (headless_dup_shown ());
}

void
irc_pass (WireFixture *f, gint seconds)
{
  headless_settle_all (&f->f);
  headless_clock_step (seconds);
  headless_settle_all (&f->f);
}

void
irc_assert_nothing_more (WireFixture *f, guint requests, guint lines)
{
  wire_irc_drain (f->wire);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, requests);
  g_assert_cmpuint (wire_count (f->wire, "PRIVMSG alice"), ==, lines);
}

void
irc_answer (WireFixture *f, guint index, const char *text)
{
  g_autofree char *line = g_strdup_printf ("PRIVMSG alice :%s", text);

  headless_answer (&f->f, index, text);
  wire_wait_for (f->wire, line, 0);
}

void
irc_run_command (WireFixture *f, const char *command)
{
  g_autofree char *error = NULL;

  g_assert_cmpint (
      purple_cmd_do_command (headless_find (f->f.account, "alice"), command, command, &error), ==,
      PURPLE_CMD_STATUS_OK);
}
