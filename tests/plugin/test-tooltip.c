/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */

/* What the client's buddy list tells of somebody, in a program that has Pidgin's handle for it. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <gmodule.h>
#include <signals.h>
#include <value.h>

#define HANDLE ((void *) "pidgin's buddy list")

/* Pidgin exports it, and has the signal by the time it loads plugins; nothing of ours is linked to
 * it. */
G_MODULE_EXPORT void *pidgin_blist_get_handle (void);

void *
pidgin_blist_get_handle (void)
{
  purple_signal_register (HANDLE, "drawing-tooltip", purple_marshal_VOID__POINTER_POINTER_UINT,
                          NULL, 3,
                          purple_value_new (PURPLE_TYPE_SUBTYPE, PURPLE_SUBTYPE_BLIST_NODE),
                          purple_value_new_outgoing (PURPLE_TYPE_BOXED, "GString *"),
                          purple_value_new (PURPLE_TYPE_BOOLEAN));
  return HANDLE;
}

/* Returns: (transfer full): what is added to the tooltip. */
static char *
look_at (PurpleBlistNode *node)
{
  GString *markup = g_string_new (NULL);

  purple_signal_emit (HANDLE, "drawing-tooltip", node, markup, TRUE);
  return g_string_free (markup, FALSE);
}

static void
tell (Fixture *f, const char *command)
{
  PurpleConversation *conv = purple_conversation_new (PURPLE_CONV_TYPE_IM, f->account, "alice");
  g_autofree char *error = NULL;

  purple_cmd_do_command (conv, command, command, &error);
  headless_settle ();
}

static void
test_who_is_on (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));
  g_autofree char *of_buddy = look_at (alice);
  g_autofree char *of_contact = look_at (purple_blist_node_get_parent (alice));

  g_assert_cmpstr (of_buddy, ==, "\n<b>Parley</b>: Answer for me");
  g_assert_cmpstr (of_contact, ==, of_buddy);
}

/* Of somebody who is off there is nothing to tell, nor of a group. */
static void
test_who_is_off (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *bob = PURPLE_BLIST_NODE (headless_add_buddy (f->account, "bob", FALSE));
  g_autofree char *of_buddy = look_at (bob);
  g_autofree char *of_group = look_at (purple_blist_node_get_parent (bob->parent));

  g_assert_cmpstr (of_buddy, ==, "");
  g_assert_cmpstr (of_group, ==, "");
}

static void
test_why_not_now (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));
  g_autofree char *paused = NULL;

  tell (f, "parley pause");
  paused = look_at (alice);
  g_assert_true (g_str_has_prefix (paused, "\n<b>Parley</b>: Answer for me. "));
  g_assert_nonnull (strstr (paused, "aused"));
  tell (f, "parley go");
}

static void
test_goes_with_the_plugin (Fixture *f, gconstpointer data)
{
  PurpleBlistNode *alice = PURPLE_BLIST_NODE (purple_find_buddy (f->account, "alice"));
  g_autofree char *after = NULL;

  purple_plugin_unload (f->plugin);
  after = look_at (alice);
  g_assert_cmpstr (after, ==, "");
}

#define ADD(path, function)                                                                        \
  g_test_add ("/plugin/tooltip/" path, Fixture, NULL, headless_setup, function, headless_teardown)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("on", test_who_is_on);
  ADD ("off", test_who_is_off);
  ADD ("not-now", test_why_not_now);
  ADD ("unloaded", test_goes_with_the_plugin);
  status = g_test_run ();
  purple_signals_unregister_by_instance (HANDLE);
  headless_purple_stop ();
  return status;
}
