/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What of the buddy list goes to a model: what the person publishes, and nothing that the user
 * keeps about them. */
#include "headless-purple.h"

#include <string.h>

#include <account.h>
#include <blist.h>

#define PUBLISHED "kinglet"

/* Whatever of it is in a request, it is found. */
#define CANARY "canary"

static void
keep_notes (PurpleBlistNode *node)
{
  purple_blist_node_set_string (node, "notes", CANARY " note");
  purple_blist_node_set_string (node, "buddy-notes", CANARY " notes");
}

/* All that the user can write about a person, and about themselves. */
static void
set_up (Fixture *f, gconstpointer data)
{
  PurpleBuddy *buddy;
  PurpleGroup *group = purple_group_new (CANARY " group");

  headless_setup (f, data);
  buddy = purple_find_buddy (f->account, "alice");
  purple_blist_add_group (group, NULL);
  purple_blist_add_buddy (buddy, NULL, group, NULL);
  g_assert_true (purple_buddy_get_group (buddy) == group);
  purple_blist_alias_buddy (buddy, CANARY " alias");
  purple_blist_alias_contact (purple_buddy_get_contact (buddy), CANARY " contact");
  purple_blist_server_alias_buddy (buddy, PUBLISHED);
  keep_notes (PURPLE_BLIST_NODE (buddy));
  keep_notes (PURPLE_BLIST_NODE (purple_buddy_get_contact (buddy)));
  keep_notes (PURPLE_BLIST_NODE (group));
  purple_account_set_alias (f->account, CANARY " of the user");
  purple_account_set_user_info (f->account, CANARY " about the user");
  headless_add_buddy (f->account, CANARY "-neighbour", TRUE);
  headless_add_buddy (f->other, CANARY "-elsewhere", TRUE);
}

static void
assert_keeps_quiet (Fixture *f, const char *body)
{
  g_assert_null (strstr (body, CANARY));
  g_assert_null (strstr (body, purple_account_get_username (f->other)));
  g_assert_null (strstr (body, purple_account_get_protocol_id (f->account)));
  g_assert_null (strstr (body, purple_user_dir ()));
  g_assert_null (strstr (body, g_get_home_dir ()));
}

/* Another chat must not show in it either. */
static void
write_elsewhere (Fixture *f)
{
  g_autofree char *wire = NULL;

  test_protocol_receive (f->other, CANARY "-elsewhere", "a " CANARY " in a mine?");
  headless_answer (f, 0, "A " CANARY ".");
  wire = headless_wait_for_wire (f->other);
}

static void
test_request (Fixture *f, gconstpointer data)
{
  const char *body;

  write_elsewhere (f);
  test_protocol_receive (f->account, "alice", "hm?");
  body = parley_test_peer_get_body (headless_wait_for_request (f, 1));
  g_assert_nonnull (strstr (body, "hm?"));
  g_assert_nonnull (strstr (body, PUBLISHED));
  assert_keeps_quiet (f, body);
}

/* The model asks for all that there is to know. */
static void
call (ParleyTestPeer *peer, const char *name, const char *arguments)
{
  g_autofree char *event = g_strdup_printf (
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":"
      "{\"name\":\"%s\",\"arguments\":\"%s\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n"
      "data: [DONE]\n\n",
      name, arguments);

  parley_test_peer_head (peer, 200, "text/event-stream", NULL);
  parley_test_peer_chunk (peer, event, -1);
  parley_test_peer_end (peer);
}

static void
test_tools (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *arguments;
  } calls[] = {
    { "contact_info", "{}" },
    { "recall", "{\\\"about\\\":\\\"\\\"}" },
    { "search_history", "{\\\"words\\\":\\\"\\\"}" },
    { "list_timeseries", "{}" },
  };

  write_elsewhere (f);
  test_protocol_receive (f->account, "alice", "hm?");
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      const char *body;

      call (headless_wait_for_request (f, 1 + i), calls[i].name, calls[i].arguments);
      body = parley_test_peer_get_body (headless_wait_for_request (f, 2 + i));
      g_assert_nonnull (strstr (body, "\"tool\""));
      assert_keeps_quiet (f, body);
    }
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/prompt/" name, Fixture, NULL, set_up, func, headless_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  headless_purple_start ();
  ADD ("request", test_request);
  ADD ("tools", test_tools);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
