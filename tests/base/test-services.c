/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-services.h"

static void
test_programs_are_not_people (void)
{
  g_autoptr (ParleyData) data = parley_data_new (NULL);
  g_autoptr (ParleyProtocols) protocols = parley_protocols_new (data);
  g_autoptr (ParleyServices) services = parley_services_new (protocols);

  g_assert_true (parley_services_is_service (services, "irc", "NickServ"));
  g_assert_true (parley_services_is_service (services, "irc", "chanserv"));
  g_assert_true (parley_services_is_service (services, "irc", "root"));
  g_assert_true (parley_services_is_service (services, "irc", "*status"));
  g_assert_false (parley_services_is_service (services, "irc", "alice"));
  g_assert_false (parley_services_is_service (services, "irc", "roots"));
  g_assert_true (parley_services_is_service (services, "xmpp", "localhost"));
  g_assert_true (parley_services_is_service (services, "xmpp", "icq.example.org"));
  g_assert_false (parley_services_is_service (services, "xmpp", "alice@example.org"));
  g_assert_false (parley_services_is_service (services, "xmpp", "root@example.org"));
  g_assert_false (parley_services_is_service (services, "other", "root"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/services/programs", test_programs_are_not_people);
  return g_test_run ();
}
