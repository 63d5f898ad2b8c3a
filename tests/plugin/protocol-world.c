/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "protocol-world.h"

#include <string.h>

#include <cmds.h>
#include <prefs.h>

#include "headless.h"
#include "contacts/parley-choice.h"

void
world_start (void)
{
  headless_purple_start ();
  /* Nobody types here, so libpurple would have the user away by itself. */
  purple_prefs_set_bool ("/purple/away/away_when_idle", FALSE);
}

static void
take_news (World *w)
{
  g_autofree char *wire = double_dup_wire (w->it);
  g_autofree char *shown = headless_dup_shown ();

  g_string_append (w->wire, wire);
  g_string_append (w->shown, shown);
}

static void
settle (World *w)
{
  headless_settle_all (&w->f);
  take_news (w);
}

void
world_log (World *w, gboolean logged)
{
  purple_prefs_set_bool ("/purple/logging/log_ims", logged);
  settle (w);
}

World *
world_new (const char *profile)
{
  World *w = g_new0 (World, 1);

  w->it = double_new (profile);
  w->wire = g_string_new (NULL);
  w->shown = g_string_new (NULL);
  headless_setup_bare (&w->f);
  /* For each picture that it logs, libpurple leaves the picture's attributes behind. */
  world_log (w, FALSE);
  w->account = w->f.account = double_connect (w->it, "me");
  w->person = double_get_person (w->it);
  if (double_profile_is (double_get_profile (w->it), "protocol", "unknown"))
    parley_choice_set_protocol (w->account, TRUE); /* else it writes drafts */
  headless_add_buddy (w->account, w->person, TRUE);
  settle (w);
  g_string_truncate (w->shown, 0);
  return w;
}

void
world_free (World *w)
{
  headless_teardown (&w->f, NULL);
  double_free (w->it);
  g_string_free (w->wire, TRUE);
  g_string_free (w->shown, TRUE);
  g_free (w);
}

void
world_wait (World *w, int seconds)
{
  settle (w);
  for (int i = 0; i < seconds; i++)
    {
      headless_clock_step (1);
      settle (w);
    }
}

gboolean
world_is_asked (World *w, int seconds)
{
  settle (w);
  for (int i = 0; i < seconds && parley_test_server_count (w->f.server) <= w->answered; i++)
    world_wait (w, 1);
  return parley_test_server_count (w->f.server) > w->answered;
}

void
world_answer (World *w, const char *text)
{
  headless_answer (&w->f, w->answered, text);
  w->answered++;
  settle (w);
}

const char *
world_get_request (World *w)
{
  guint count = parley_test_server_count (w->f.server);

  g_assert_cmpuint (count, >, 0);
  return parley_test_peer_get_body (headless_wait_for_request (&w->f, count - 1));
}

gboolean
world_is_read (World *w, const char *part)
{
  return strstr (world_get_request (w), part) != NULL;
}

static guint
count_in (const char *text, const char *part)
{
  guint count = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    count++;
  return count;
}

guint
world_count_in_wire (World *w, const char *part)
{
  return count_in (w->wire->str, part);
}

guint
world_count_shown (World *w, const char *part)
{
  return count_in (w->shown->str, part);
}

gboolean
world_is_on_disk (World *w, const char *text)
{
  g_autofree char *path = g_build_filename (purple_user_dir (), "parley", "store.db", NULL);
  g_autofree char *bytes = NULL;
  gsize length = 0;

  if (purple_plugin_is_loaded (w->f.plugin))
    headless_reload (&w->f); /* all that is to be written is */
  settle (w);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize at = 0; at + strlen (text) <= length; at++)
    {
      if (memcmp (bytes + at, text, strlen (text)) == 0)
        return TRUE;
    }
  return FALSE;
}

guint
world_count_sent (World *w)
{
  return count_in (w->wire->str, " < ");
}

gboolean
world_has_sent (World *w, guint messages, int seconds)
{
  settle (w);
  for (int i = 0; i < seconds && world_count_sent (w) < messages; i++)
    world_wait (w, 1);
  return world_count_sent (w) >= messages;
}

gboolean
world_says (World *w, const char *command, const char *part)
{
  PurpleConversation *conv = headless_find (w->account, w->person);
  g_autofree char *error = NULL;
  g_autofree char *status = NULL;

  if (conv == NULL)
    conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, w->account, w->person);
  settle (w);
  g_assert_cmpint (purple_cmd_do_command (conv, command, command, &error), ==,
                   PURPLE_CMD_STATUS_OK);
  status = headless_dup_shown ();
  return strstr (status, part) != NULL;
}

gboolean
world_says_user_wrote (World *w)
{
  return world_says (w, "parley status", "because you wrote yourself");
}
