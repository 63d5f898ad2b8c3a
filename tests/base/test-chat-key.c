/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-chat-key.h"
#include "base/parley-route.h"

#include <string.h>

static void
test_each_part_counts (void)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-irc", "me", "alice");
  g_autoptr (ParleyChatKey) same = parley_chat_key_copy (key);
  g_autoptr (ParleyChatKey) protocol = parley_chat_key_new ("prpl-jabber", "me", "alice");
  g_autoptr (ParleyChatKey) account = parley_chat_key_new ("prpl-irc", "me2", "alice");
  g_autoptr (ParleyChatKey) person = parley_chat_key_new ("prpl-irc", "me", "Alice");

  g_assert_true (parley_chat_key_equal (key, same));
  g_assert_cmpuint (parley_chat_key_hash (key), ==, parley_chat_key_hash (same));
  g_assert_false (parley_chat_key_equal (key, protocol));
  g_assert_false (parley_chat_key_equal (key, account));
  g_assert_false (parley_chat_key_equal (key, person));
}

static void
test_tag_hides_the_name (void)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-irc", "me", "alice");
  g_autoptr (ParleyChatKey) shifted = parley_chat_key_new ("prpl-irc", "mea", "lice");
  g_autofree char *tag = parley_chat_key_dup_tag (key);
  g_autofree char *again = parley_chat_key_dup_tag (key);
  g_autofree char *other = parley_chat_key_dup_tag (shifted);

  g_assert_cmpuint (strlen (tag), ==, 8);
  g_assert_cmpstr (tag, ==, again);
  g_assert_cmpstr (tag, !=, other);
}

static void
test_route_is_a_copy (void)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-irc", "me", "alice");
  g_autoptr (ParleyIdentity) identity
      = parley_identity_new (PARLEY_IDENTITY_ADDRESS, "alice@example.org");
  g_autoptr (ParleyRoute) route = parley_route_new (key, identity, 7);
  g_autoptr (ParleyRoute) other = parley_route_ref (route);

  key->person[0] = 'x';
  g_assert_cmpstr (other->key->person, ==, "alice");
  g_assert_cmpuint (other->epoch, ==, 7);
}

static void
test_no_two_people_have_one_identity (void)
{
  static const struct
  {
    ParleyIdentityKind kind;
    const char *proof;
    const char *text;
  } people[] = {
    { PARLEY_IDENTITY_UNPROVEN, NULL, "unproven" },
    { PARLEY_IDENTITY_UNPROVEN, "stay 1", "unproven stay 1" },
    { PARLEY_IDENTITY_UNPROVEN, "stay 2", "unproven stay 2" },
    { PARLEY_IDENTITY_OCCUPANT, "bob@example.org", "occupant bob@example.org" },
    { PARLEY_IDENTITY_ADDRESS, "bob@example.org", "address bob@example.org" },
    { PARLEY_IDENTITY_ADDRESS, "sam@example.org", "address sam@example.org" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (people); i++)
    for (guint j = 0; j < G_N_ELEMENTS (people); j++)
      {
        g_autoptr (ParleyIdentity) one = parley_identity_new (people[i].kind, people[i].proof);
        g_autoptr (ParleyIdentity) fresh = parley_identity_new (people[j].kind, people[j].proof);
        g_autoptr (ParleyIdentity) other = parley_identity_copy (fresh);
        g_autofree char *text = parley_identity_to_string (one);

        g_assert_cmpint (parley_identity_equal (one, other), ==, i == j);
        g_assert_cmpstr (text, ==, people[i].text);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/chat-key/each-part-counts", test_each_part_counts);
  g_test_add_func ("/base/chat-key/tag", test_tag_hides_the_name);
  g_test_add_func ("/base/route/copy", test_route_is_a_copy);
  g_test_add_func ("/base/identity/no-two-people", test_no_two_people_have_one_identity);
  return g_test_run ();
}
