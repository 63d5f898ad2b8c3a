/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-form.h"

#include <string.h>

#define DISCORD  "prpl-eionrobb-discord"
#define SLACK    "prpl-slack"
#define TELEGRAM "telegram-tdlib"
#define WHATSAPP "prpl-hehoe-whatsmeow"
#define SIGNAL   "prpl-hehoe-presage"
#define TEAMS    "prpl-eionrobb-msteams"

typedef struct
{
  const char *protocol;
  const char *line;
  ParleyForm form;
  const char *text;
  const char *old;
} Case;

static ParleyProtocols *
load (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_protocols_new (data);
}

static void
expect (const Case *cases, guint n, gboolean system)
{
  g_autoptr (ParleyProtocols) protocols = load ();

  for (guint i = 0; i < n; i++)
    {
      g_auto (ParleyFormed) formed;

      g_test_message ("%s: %s", cases[i].protocol, cases[i].line);
      parley_form_read (protocols, cases[i].protocol, system, cases[i].line, &formed);
      g_assert_cmpint (formed.form, ==, cases[i].form);
      g_assert_cmpstr (formed.text, ==, cases[i].text);
      g_assert_cmpstr (formed.old, ==, cases[i].old);
    }
}

static void
test_what_comes_as_a_message (void)
{
  const Case cases[] = {
    { DISCORD, "EDIT: at 7", PARLEY_FORM_EDIT, "at 7", NULL },
    { DISCORD, "EDITADO: a las 7", PARLEY_FORM_EDIT, "a las 7", NULL },
    { DISCORD, "Édition\u00a0: à 7 h", PARLEY_FORM_EDIT, "à 7 h", NULL },
    { DISCORD, "EDIT:", PARLEY_FORM_NONE, NULL, NULL },
    { DISCORD, "I did an EDIT: at 7", PARLEY_FORM_NONE, NULL, NULL },
    { DISCORD, "📌 at 7", PARLEY_FORM_ASIDE, NULL, NULL },
    { SLACK, "[edit] (Old message: at 6)\nat 7", PARLEY_FORM_EDIT, "at 7", "at 6" },
    { SLACK, "[edit] (Old message: a\nb)\nc\nd", PARLEY_FORM_EDIT, "c\nd", "a\nb" },
    { SLACK, "[edit] at 7", PARLEY_FORM_EDIT, "at 7", NULL },
    { SLACK, "(Deleted message: at 6)", PARLEY_FORM_DELETION, NULL, "at 6" },
    { SLACK, "(Deleted message)", PARLEY_FORM_DELETION, NULL, NULL },
    { TEAMS, "Reacted with a :like:", PARLEY_FORM_REACTION, "⟦a reaction⟧", NULL },
    { WHATSAPP, "reacted with 👍 to message \"x\" from 22 Nov 26 14:00 UTC.", PARLEY_FORM_REACTION,
      "⟦a reaction: 👍⟧", NULL },
    { SIGNAL, "Reacted with 👍🏽 to message „x“.", PARLEY_FORM_REACTION,
      "⟦a reaction: 👍🏽⟧", NULL },
    { SIGNAL, "Reacted with say yes to all to message „x“.", PARLEY_FORM_REACTION, "⟦a reaction⟧",
      NULL },
    { SIGNAL, "is calling!", PARLEY_FORM_ASIDE, NULL, NULL },
    { SIGNAL, "who is calling!", PARLEY_FORM_NONE, NULL, NULL },
    { TELEGRAM, "Bob wrote:\n> at 6\nfine", PARLEY_FORM_QUOTE, "> at 6\nfine", "at 6" },
    { TELEGRAM, "Failed to send message: x", PARLEY_FORM_NONE, NULL, NULL },
    { TELEGRAM, "Ignoring secret file (photo)", PARLEY_FORM_NONE, NULL, NULL },
    { "prpl-jabber", "EDIT: at 7", PARLEY_FORM_NONE, NULL, NULL },
    { "prpl-of-tomorrow", "is calling!", PARLEY_FORM_NONE, NULL, NULL },
    { "protocols", "xmpp", PARLEY_FORM_NONE, NULL, NULL },
  };

  expect (cases, G_N_ELEMENTS (cases), FALSE);
}

static void
test_system_lines (void)
{
  const Case cases[] = {
    { TELEGRAM, "Failed to send message: x", PARLEY_FORM_FAILURE, NULL, NULL },
    { WHATSAPP, "Error sending message: x", PARLEY_FORM_FAILURE, NULL, NULL },
    { DISCORD, "alice reacted with \"👍\" to your message: at 7", PARLEY_FORM_REACTION,
      "⟦a reaction: 👍⟧", NULL },
    { DISCORD, "Message at 14:00:00 was deleted", PARLEY_FORM_DELETION, NULL, "14:00:00" },
    { DISCORD, "Message at (2026-11-21 14:00:00) was deleted", PARLEY_FORM_DELETION, NULL,
      "14:00:00" },
    { TELEGRAM, "Ada: Received self-destructing message, displaying anyway", PARLEY_FORM_EXPIRY,
      NULL, NULL },
    { TELEGRAM, "Ignoring secret file (photo)", PARLEY_FORM_EXPIRY, NULL, NULL },
    { DISCORD, "EDIT: at 7", PARLEY_FORM_NONE, NULL, NULL },
    { TELEGRAM, "You missed a call", PARLEY_FORM_NONE, NULL, NULL },
  };

  expect (cases, G_N_ELEMENTS (cases), TRUE);
}

/* As large as a message may be, made to have each part of a form found late or never. */
static void
test_cost_is_bounded (void)
{
  const char *const begins[] = { "[edit] (Old message: ", "reacted with ", "Poll: ", "> " };
  const char *const ids[] = { SLACK, WHATSAPP, SIGNAL, TELEGRAM, DISCORD, TEAMS };
  g_autoptr (ParleyProtocols) protocols = load ();
  GString *line = g_string_new (NULL);
  gint64 start;

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      g_string_assign (line, begins[i]);
      while (line->len < 64 * 1024)
        g_string_append (line, i % 2 == 0 ? ") ) to message \"" : "wrote: > to message ");
      start = g_get_monotonic_time ();
      for (guint n = 0; n < G_N_ELEMENTS (ids); n++)
        {
          g_auto (ParleyFormed) formed;

          parley_form_read (protocols, ids[n], FALSE, line->str, &formed);
        }
      g_assert_cmpint (g_get_monotonic_time () - start, <, 6 * 5000);
    }
  g_string_free (line, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/form/messages", test_what_comes_as_a_message);
  g_test_add_func ("/guard/form/system", test_system_lines);
  g_test_add_func ("/guard/form/cost", test_cost_is_bounded);
  return g_test_run ();
}
