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
  g_autoptr (ParleyRoute) route = parley_route_new (key, 7);
  g_autoptr (ParleyRoute) other = parley_route_ref (route);

  key->person[0] = 'x';
  g_assert_cmpstr (other->key->person, ==, "alice");
  g_assert_cmpuint (other->epoch, ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/chat-key/each-part-counts", test_each_part_counts);
  g_test_add_func ("/base/chat-key/tag", test_tag_hides_the_name);
  g_test_add_func ("/base/route/copy", test_route_is_a_copy);
  return g_test_run ();
}
