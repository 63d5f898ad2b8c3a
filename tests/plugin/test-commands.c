/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* How one finds out what /parley can do. What the commands do is tested with what they do it to. */
#include "headless-purple.h"

#include <string.h>

#include <cmds.h>
#include <util.h>

#include "parley-instance.h"

/* All that there are. */
static const char *const verbs[] = {
  "on",     "go",   "auto",    "draft",  "countdown", "shadow",      "off",   "stop",
  "pause",  "send", "edit",    "take",   "drop",      "drafts",      "again", "catchup",
  "status", "why",  "persona", "prompt", "forget",    "trust-names", "set",   "help",
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

  assert_says (one, "/parley edit [NUMBER] TEXT: Replace the draft with your own words.");
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
  assert_says (far, "There is no /parley telephone. To see all commands: /parley help");
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

/* Words that a command has no use for */

/* What /parley may have changed of alice. */
static char *
dup_state (Fixture *f)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);

  return g_strdup_printf (
      "%s%s%s",
      parley_mode_to_string (parley_contacts_get_mode (instance->contacts, f->account, "alice")),
      parley_contacts_is_stopped (instance->contacts, f->account, "alice") ? " stopped" : "",
      parley_settings_get_bool (instance->settings, PARLEY_SETTING_GUARD_PAUSED) ? " paused" : "");
}

typedef struct
{
  const char *typed;
  const char *told;  /* a part of the line */
  const char *state; /* of alice afterwards, who was in "countdown" */
} Extra;

#define NOT_UNDERSTOOD "Nothing was changed, because Parley doesn&apos;t understand “"

static const Extra extras[] = {
  { "on off", NOT_UNDERSTOOD "off”", "countdown" },
  { "go away", NOT_UNDERSTOOD "away”", "countdown" },
  { "auto off", NOT_UNDERSTOOD "off”", "countdown" },
  { "draft off", NOT_UNDERSTOOD "off”. /parley draft", "countdown" },
  { "Draft OFF", NOT_UNDERSTOOD "OFF”", "countdown" },
  { "shadow 5 min", NOT_UNDERSTOOD "5 min”", "countdown" },
  { "off tomorrow", NOT_UNDERSTOOD "tomorrow”", "countdown" },
  { "drop that", "/parley drop and the draft", "countdown" },
  { "drafts all", NOT_UNDERSTOOD "all”", "countdown" },
  { "catchup bob", NOT_UNDERSTOOD "bob”", "countdown" },
  { "status all", NOT_UNDERSTOOD "all”", "countdown" },
  { "why not", NOT_UNDERSTOOD "not”", "countdown" },
  { "prompt of bob", NOT_UNDERSTOOD "of bob”", "countdown" },
  { "forget bob", NOT_UNDERSTOOD "bob”", "countdown" },
  { "trust-names here", NOT_UNDERSTOOD "here”", "countdown" },
  { "trust-names", "this works only on IRC", "countdown" },
  { "send 12 now", "/parley send and the draft", "countdown" },
  { "send now", "/parley send and the draft", "countdown" },
  { "take it", "/parley take and the draft", "countdown" },
  { "countdown off", "/parley countdown 20 s", "countdown" },
  { "countdown 20 s please", "/parley countdown 20 s", "countdown" },
  { "countdown 99999999999", "/parley countdown 20 s", "countdown" },
  { "set in_a_row 20 30", "“20 30”", "countdown" },
  { "set paused on please", "“on please”", "countdown" },
  { "help draft off", "There is no /parley draft off", "countdown" },
  /* What is to be silent is silent, whatever else was meant. */
  { "stop now please", "Parley doesn&apos;t understand “now please”, but did this: /parley stop",
    "countdown stopped" },
  { "pause tomorrow",
    "Parley doesn&apos;t understand “tomorrow”, so it is paused until you type /parley go.",
    "countdown paused" },
};

static void
test_extra_words_are_never_ignored (gconstpointer data)
{
  const Extra *extra = data;
  g_autofree char *command = g_strconcat ("parley ", extra->typed, NULL);
  g_autofree char *said = NULL;
  g_autofree char *state = NULL;
  Fixture f;

  headless_setup (&f, NULL);
  g_free (say (&f, "parley countdown", PURPLE_CMD_STATUS_OK));
  said = say (&f, command, PURPLE_CMD_STATUS_OK);
  state = dup_state (&f);
  assert_says (said, extra->told);
  g_assert_cmpstr (state, ==, extra->state);
  headless_teardown (&f, NULL);
}

/* No command may be forgotten above. */
static void
test_extra_words_were_tried_on_every_command (void)
{
  static const char *const takes_any_words[] = { "edit", "again", "persona", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      gboolean tried = g_strv_contains (takes_any_words, verbs[i]);

      for (guint j = 0; j < G_N_ELEMENTS (extras); j++)
        {
          g_auto (GStrv) words = g_strsplit (extras[j].typed, " ", 2);

          tried |= g_str_equal (words[0], verbs[i]);
        }
      g_test_message ("%s", verbs[i]);
      g_assert_true (tried);
    }
}

static void
test_countdown_takes_a_time (Fixture *f, gconstpointer data)
{
  ParleyInstance *instance = parley_instance_get (f->plugin);
  g_autofree char *bare = say (f, "parley countdown 20", PURPLE_CMD_STATUS_OK);
  g_autofree char *state = dup_state (f);
  g_autofree char *minute = NULL;

  g_assert_cmpint (parley_settings_get_int (instance->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS),
                   ==, 20000);
  assert_says (bare, "20000 ms (20 s)");
  g_assert_cmpstr (state, ==, "countdown");
  minute = say (f, "parley countdown 1 min", PURPLE_CMD_STATUS_OK);
  g_assert_cmpint (parley_settings_get_int (instance->settings, PARLEY_SETTING_GUARD_COUNTDOWN_MS),
                   ==, 60000);
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
  for (guint i = 0; i < G_N_ELEMENTS (extras); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plugin/commands/extra/%s", extras[i].typed);

      g_test_add_data_func (path, &extras[i], test_extra_words_are_never_ignored);
    }
  g_test_add_func ("/plugin/commands/extra-all", test_extra_words_were_tried_on_every_command);
  ADD ("countdown-time", test_countdown_takes_a_time);
  ADD ("unloaded", test_nothing_is_left_when_unloaded);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
