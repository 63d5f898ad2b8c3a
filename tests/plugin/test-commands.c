/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How one finds out what /parley can do. What the commands do is tested with what they do it to. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <util.h>

/* All that there are. */
static const char *const verbs[] = {
  "on",   "draft", "countdown", "shadow", "off",     "stop",   "pause", "send", "edit",
  "drop", "again", "status",    "why",    "persona", "forget", "set",   "help",
};

static PurpleConversation *
open_chat (Fixture *f)
{
  return purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
}

/* Returns: (transfer full): what it says, or the error. */
static char *
say (Fixture *f, const char *command, PurpleCmdStatus status)
{
  g_autofree char *error = NULL;
  char *shown;

  g_free (headless_dup_shown ());
  g_assert_cmpint (purple_cmd_do_command (open_chat (f), command, command, &error), ==, status);
  shown = headless_dup_shown ();
  if (error != NULL)
    {
      g_free (shown);
      shown = g_steal_pointer (&error);
    }
  g_test_message ("%s", shown);
  return shown;
}

static void
assert_says (const char *said, const char *part)
{
  g_test_message ("“%s” has to be in “%s”", part, said);
  g_assert_nonnull (strstr (said, part));
}

static void
test_help_lists_all (Fixture *f, gconstpointer data)
{
  g_autofree char *said = say (f, "parley help", PURPLE_CMD_STATUS_OK);
  g_autofree char *bare = say (f, "parley", PURPLE_CMD_STATUS_OK);

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autofree char *line = g_strdup_printf ("/parley %s", verbs[i]);

      assert_says (said, line);
    }
  g_assert_cmpstr (bare, ==, said);
}

static void
test_help_explains_one (Fixture *f, gconstpointer data)
{
  g_autofree char *one = say (f, "parley Help EDIT", PURPLE_CMD_STATUS_OK);
  g_autofree char *none = say (f, "parley help sned", PURPLE_CMD_STATUS_OK);

  assert_says (one, "/parley edit TEXT: Put other words in the place of the draft.");
  g_assert_null (strstr (one, "/parley drop"));
  assert_says (none, "Did you mean this? /parley send");
  assert_says (none, "There is no setting “sned”.");
}

static void
test_unknown_verb_gets_the_nearest (Fixture *f, gconstpointer data)
{
  g_autofree char *near = say (f, "parley DRFAT", PURPLE_CMD_STATUS_FAILED);
  g_autofree char *far = say (f, "parley telephone", PURPLE_CMD_STATUS_FAILED);
  g_autofree char *markup = say (f, "parley <b>x</b>", PURPLE_CMD_STATUS_FAILED);

  assert_says (near, "/parley draft");
  assert_says (far, "There is no /parley telephone. To see what there is: /parley help");
  assert_says (markup, "&lt;b&gt;x&lt;/b&gt;");
}

/* The client's own /help, and its list of what Tab completes. */
static void
test_client_knows_the_verbs (Fixture *f, gconstpointer data)
{
  PurpleConversation *conv = open_chat (f);
  GList *names = purple_cmd_list (conv);
  GList *help = purple_cmd_help (conv, "parley");

  g_assert_nonnull (g_list_find_custom (names, "parley", (GCompareFunc) strcmp));
  g_assert_cmpuint (g_list_length (help), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autofree char *name = g_strdup_printf ("parley %s", verbs[i]);
      GList *own = purple_cmd_help (conv, name);

      g_assert_nonnull (g_list_find_custom (names, name, (GCompareFunc) strcmp));
      assert_says (help->data, name);
      g_assert_cmpuint (g_list_length (own), ==, 1);
      assert_says (own->data, name);
      g_list_free (own);
    }
  g_list_free (names);
  g_list_free (help);
}

/* Clients show it as HTML, Finch without its line breaks. */
static void
test_help_is_a_line_for_each_verb (Fixture *f, gconstpointer data)
{
  GList *help = purple_cmd_help (open_chat (f), "parley");
  g_autofree char *words = purple_markup_strip_html (help->data);
  g_auto (GStrv) lines = g_strsplit (words, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (verbs));
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    assert_says (lines[i], verbs[i]);
  g_list_free (help);
}

static void
test_nothing_is_left_when_unloaded (Fixture *f, gconstpointer data)
{
  GList *names;

  purple_plugin_unload (f->plugin);
  names = purple_cmd_list (open_chat (f));
  for (GList *link = names; link != NULL; link = link->next)
    g_assert_false (g_str_has_prefix (link->data, "parley"));
  g_list_free (names);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/commands/" name, Fixture, NULL, headless_setup, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("help", test_help_lists_all);
  ADD ("help-one", test_help_explains_one);
  ADD ("unknown", test_unknown_verb_gets_the_nearest);
  ADD ("client", test_client_knows_the_verbs);
  ADD ("client-lines", test_help_is_a_line_for_each_verb);
  ADD ("unloaded", test_nothing_is_left_when_unloaded);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
