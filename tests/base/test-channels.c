/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-channels.h"

static ParleyChannels *
load (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);

  return parley_channels_new (data);
}

static void
test_windows (void)
{
  g_autoptr (ParleyChannels) channels = load ();

  g_assert_cmpint (parley_channels_get_base_ms (channels, "whatsapp"), ==, 1200);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "telegram"), ==, 1000);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "web"), ==, 600);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "email"), ==, 0);
  g_assert_cmpint (parley_channels_get_base_ms (channels, "pigeon"), ==, 800);
}

static void
test_protocols (void)
{
  g_autoptr (ParleyChannels) channels = load ();

  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-jabber"), ==, "xmpp");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-irc"), ==, "irc");
  g_assert_cmpstr (parley_channels_get_kind (channels, "prpl-of-tomorrow"), ==, "other");
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
  g_test_add_func ("/base/channels/limits", test_limits);
  return g_test_run ();
}
