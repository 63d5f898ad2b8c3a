/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-channels.h"
#include "base/parley-services.h"

#include <glib/gstdio.h>

typedef struct
{
  char *folder;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("parley-protocols-XXXXXX", NULL);
}

static void
teardown (Fixture *f, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (f->folder);
  g_free (f->folder);
}

static void
put (Fixture *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static ParleyProtocols *
load (Fixture *f)
{
  g_autoptr (ParleyData) data = parley_data_new (f->folder);

  return parley_protocols_new (data);
}

static int
get_window (ParleyProtocols *protocols, const char *kind)
{
  g_autoptr (ParleyChannels) channels = parley_channels_new (protocols);

  return parley_channels_get_base_ms (channels, "", kind, NULL);
}

static void
test_the_users_go_first (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyProtocols) protocols = NULL;

  put (f, "protocols.ini", "[windows]\nweb=7\n[prpl-slack]\nedit=mended: {text};\n");
  protocols = load (f);
  g_assert_cmpint (get_window (protocols, "web"), ==, 7);
  g_assert_cmpint (get_window (protocols, "whatsapp"), ==, 1200);
  g_assert_cmpstr (parley_protocols_get_forms (protocols, "prpl-slack", PARLEY_FORM_EDIT)[0], ==,
                   "mended: {text}");
  g_assert_nonnull (parley_protocols_get_forms (protocols, "prpl-slack", PARLEY_FORM_DELETION)[0]);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *protocol;
    const char *name;
    gboolean known;
    gboolean proves;
  } cases[] = {
    { "prpl-jabber", "alice@example.org", TRUE, TRUE },
    { "prpl-irc", "alice", TRUE, FALSE },
    { "prpl-bonjour", "alice", TRUE, FALSE },
    { "telegram-tdlib", "id1001", TRUE, TRUE },
    { "telegram-tdlib", "Bob Example", TRUE, FALSE },
    { "prpl-of-tomorrow", "alice", FALSE, FALSE },
    { "prpl-of-mine", "alice", TRUE, TRUE },
  };
  g_autoptr (ParleyProtocols) protocols = NULL;

  put (f, "protocols.ini", "[identity]\nprpl-of-mine=a*;\n");
  protocols = load (f);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s %s", cases[i].protocol, cases[i].name);
      g_assert_cmpint (parley_protocols_is_known (protocols, cases[i].protocol), ==,
                       cases[i].known);
      g_assert_cmpint (parley_protocols_name_proves (protocols, cases[i].protocol, cases[i].name),
                       ==, cases[i].proves);
    }
}

/* Whose kind is told is known in all else as well. */
static void
test_each_protocol_says_what_names_are (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyProtocols) protocols = load (f);
  GKeyFile *file = parley_protocols_get_file (protocols);
  g_auto (GStrv) ids = g_key_file_get_keys (file, "protocols", NULL, NULL);

  g_assert_cmpuint (g_strv_length (ids), >, 50);
  for (guint i = 0; ids[i] != NULL; i++)
    g_assert_true (parley_protocols_is_known (protocols, ids[i]));
}

static void
test_files_of_before (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyProtocols) protocols = NULL;
  g_autoptr (ParleyServices) services = NULL;

  put (f, "channels.ini", "[windows]\nweb=8\nsms=9\n");
  put (f, "services.ini", "[irc]\nnames=robot;\n");
  put (f, "protocols.ini", "[windows]\nweb=7\n");
  protocols = load (f);
  services = parley_services_new (protocols);
  g_assert_cmpint (get_window (protocols, "web"), ==, 7);
  g_assert_cmpint (get_window (protocols, "sms"), ==, 9);
  g_assert_true (parley_services_is_service (services, "irc", "Robot"));
  g_assert_true (parley_services_is_service (services, "irc", "NickServ"));
  g_assert_true (parley_services_is_service (services, "xmpp", "localhost"));
}

static void
test_damaged_file_is_told (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyData) texts = NULL;
  g_autoptr (ParleyProtocols) protocols = NULL;

  put (f, "protocols.ini", "[windows\nweb=7\n");
  texts = parley_data_new (f->folder);
  g_test_expect_message ("Parley", G_LOG_LEVEL_MESSAGE, "*protocols.ini*doesn't use it*");
  protocols = parley_protocols_new (texts);
  g_test_assert_expected_messages ();
  g_assert_nonnull (parley_data_get_trouble (texts));
  g_assert_cmpint (get_window (protocols, "web"), ==, 600);
  g_assert_nonnull (parley_protocols_get_forms (protocols, "prpl-slack", PARLEY_FORM_EDIT)[0]);
}

static void
test_end_to_end (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyProtocols) protocols = load (f);

  g_assert_true (parley_protocols_is_end_to_end (protocols, "telegram-tdlib", "secret12"));
  g_assert_false (parley_protocols_is_end_to_end (protocols, "telegram-tdlib", "id12"));
  g_assert_true (parley_protocols_is_end_to_end (protocols, "prpl-hehoe-presage", "x"));
  g_assert_true (parley_protocols_is_end_to_end (protocols, "prpl-hehoe-gowhatsapp", "x"));
  g_assert_false (parley_protocols_is_end_to_end (protocols, "prpl-slack", "x"));
  g_assert_false (parley_protocols_is_end_to_end (protocols, "prpl-of-tomorrow", "x"));
}

static void
test_unknown_one (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyProtocols) protocols = load (f);

  for (ParleyForm form = PARLEY_FORM_NONE + 1; form < PARLEY_N_FORMS; form++)
    g_assert_null (parley_protocols_get_forms (protocols, "prpl-of-tomorrow", form)[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/base/protocols/" name, Fixture, NULL, setup, func, teardown)
  ADD ("first", test_the_users_go_first);
  ADD ("names", test_names);
  ADD ("names/all", test_each_protocol_says_what_names_are);
  ADD ("before", test_files_of_before);
  ADD ("damaged", test_damaged_file_is_told);
  ADD ("end-to-end", test_end_to_end);
  ADD ("unknown", test_unknown_one);
#undef ADD
  return g_test_run ();
}
