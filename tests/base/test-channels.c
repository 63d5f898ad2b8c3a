/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-channels.h"
#include "base/parley-error.h"

#include <string.h>

static ParleyChannels *
load (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyProtocols) protocols = parley_protocols_new (data);

  return parley_channels_new (protocols);
}

static void
test_windows (void)
{
  g_autoptr (ParleyChannels) channels = load ();

  g_assert_cmpint (parley_channels_get_base_ms (channels, "", "whatsapp", NULL), ==, 1200);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "", "telegram", NULL), ==, 1000);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "", "web", NULL), ==, 600);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "", "email", NULL), ==, 0);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "", "pigeon", NULL), ==, 800);
}

static void
test_protocols (void)
{
  g_autoptr (ParleyChannels) channels = load ();

  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-jabber"), ==, "xmpp");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-irc"), ==, "irc");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-hehoe-whatsmeow"), ==, "whatsapp");
  g_assert_cmpstr (parley_channels_get_kind (channels, "telegram-tdlib"), ==, "telegram");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-mm-sms"), ==, "sms");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-of-tomorrow"), ==, "other");
}

static void
test_account_goes_before_kind (void)
{
  g_autoptr (ParleyChannels) channels = load ();
  const char *overrides = "irc=1200; sms = 600 ;; Alice@Example.org=400;bob@x.org=0; odd=7=8";
  const struct
  {
    const char *kind;
    const char *account;
    int base_ms;
  } cases[] = {
    { "irc", NULL, 1200 },
    { "irc", "bob@x.org", 0 },
    { "sms", "+49123", 600 },
    { "xmpp", "alice@example.org", 400 },
    { "xmpp", "alice@example.org/Home", 400 },
    { "xmpp", "alice@example.orgy", 800 },
    { "xmpp", "carol@example.org", 800 },
    { "whatsapp", "carol@example.org", 1200 },
    { "email", NULL, 0 },
    { "other", "odd=7", 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s %s", cases[i].kind, cases[i].account);
      g_assert_cmpint (
          parley_channels_get_base_ms (channels, overrides, cases[i].kind, cases[i].account), ==,
          cases[i].base_ms);
    }
}

static void
test_overrides_are_checked (void)
{
  const char *const good[] = { "", " ; ", "irc=0", "irc=60000;sms=1 ; a b=3;" };
  const char *const bad[]
      = { "irc", "irc=", "=5", "irc=soon", "irc=-1", "irc=60001", "sms=5;irc=5ms" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (parley_channels_check_overrides (good[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_false (parley_channels_check_overrides (bad[i], &error));
      g_assert_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION);
      g_assert_nonnull (
          strstr (error->message, strrchr (bad[i], ';') != NULL ? "irc=5ms" : bad[i]));
    }
}

static void
test_limits (void)
{
  g_autoptr (ParleyChannels) channels = load ();
  ParleyLimits irc = parley_channels_get_limits (channels, "irc");
  ParleyLimits xmpp = parley_channels_get_limits (channels, "xmpp");

  g_assert_true (irc.one_line);
  g_assert_cmpint (irc.max_bytes, ==, 400);
  g_assert_cmpint (irc.max_lines, ==, 4);
  g_assert_cmpint (irc.min_gap_ms, ==, 2000);
  g_assert_false (xmpp.one_line);
  g_assert_cmpint (xmpp.max_bytes, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/channels/windows", test_windows);
  g_test_add_func ("/base/channels/protocols", test_protocols);
  g_test_add_func ("/base/channels/overrides", test_account_goes_before_kind);
  g_test_add_func ("/base/channels/overrides-checked", test_overrides_are_checked);
  g_test_add_func ("/base/channels/limits", test_limits);
  return g_test_run ();
}
