/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What XMPP's messages tell by their ids: which one comes again, which one another corrects
 * (XEP-0308) or takes back (XEP-0424), and which are Parley's. */
#include "wire-fixture.h"

#include <string.h>

#include <cmds.h>

#include "guard/parley-copy.h"
#include "parley-instance.h"

#define PERSON WIRE_XMPP_PERSON "/phone"
#define OTHER  WIRE_XMPP_USER "/phone"

/* @parts: besides the text: (nullable). */
static void
push_from (WireFixture *f, const char *from, const char *id, const char *text, const char *parts)
{
  wire_pushf (f->wire,
              "<message type='chat' from='%s' to='" WIRE_XMPP_USER "/here' id='%s'>"
              "<body>%s</body>%s</message>",
              from, id, text, parts != NULL ? parts : "");
}

static void
push (WireFixture *f, const char *id, const char *text)
{
  push_from (f, PERSON, id, text, NULL);
}

static void
push_correction (
    WireFixture *f, const char *from, const char *id, const char *text, const char *replaces)
{
  g_autofree char *replace
      = g_strdup_printf ("<replace xmlns='urn:xmpp:message-correct:0' id='%s'/>", replaces);

  push_from (f, from, id, text, replace);
}

static const char *
get_request (WireFixture *f, guint index)
{
  return parley_test_peer_get_body (headless_wait_for_request (&f->f, index));
}

static void
talk (WireFixture *f, const char *id, const char *text, const char *answer)
{
  g_autofree char *body = g_strdup_printf ("<body>%s</body>", answer);

  push (f, id, text);
  headless_answer (&f->f, parley_test_server_count (f->f.server), answer);
  wire_wait_for (f->wire, body, 0);
  headless_settle ();
}

/* Nothing that has come so far is answered. */
static void
assert_no_request (WireFixture *f, guint n)
{
  wire_xmpp_drain (f->wire);
  headless_settle ();
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, n);
  headless_wait_for_state ("idle");
}

/* Returns: (transfer full): as of so long ago. */
static char *
dup_delay (gint64 seconds)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_utc (time (NULL) - seconds);
  g_autofree char *stamp = g_date_time_format (at, "%Y-%m-%dT%H:%M:%SZ");

  return g_strdup_printf ("<delay xmlns='urn:xmpp:delay' from='wire.example' stamp='%s'/>", stamp);
}

/* --- the same message again --- */

static void
test_same_id_is_answered_once (WireFixture *f, gconstpointer data)
{
  talk (f, "a", "are you there?", "Yes.");
  push (f, "a", "are you there?");
  assert_no_request (f, 1);
  push (f, "b", "are you there?");
  headless_wait_for_request (&f->f, 1);
}

static void
test_same_id_in_a_burst_is_read_once (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE);
  push (f, "a", "are you there?");
  push (f, "a", "are you there?");
  push (f, "b", "well?");
  wire_hold (f->wire, FALSE);
  body = strstr (get_request (f, 0), "are you there?");
  g_assert_nonnull (body);
  g_assert_null (strstr (body + 1, "are you there?"));
}

static void
test_same_id_after_a_restart (WireFixture *f, gconstpointer data)
{
  g_autofree char *earlier = dup_delay (300); /* by its time alone it is another one */

  talk (f, "a", "are you there?", "Yes.");
  headless_reload (&f->f);
  push_from (f, PERSON, "a", "are you there?", earlier);
  assert_no_request (f, 1);
  push (f, "a", "and now?");
  g_assert_nonnull (strstr (get_request (f, 1), "and now?"));
}

static void
test_same_id_with_another_text_is_new (WireFixture *f, gconstpointer data)
{
  talk (f, "a", "are you there?", "Yes.");
  push (f, "a", "where?");
  g_assert_nonnull (strstr (get_request (f, 1), "where?"));
}

static void
test_same_id_of_another_client_is_new (WireFixture *f, gconstpointer data)
{
  talk (f, "a", "are you there?", "Yes.");
  push_from (f, WIRE_XMPP_PERSON "/pc", "a", "are you there?", NULL);
  headless_wait_for_request (&f->f, 1);
}

/* A server hands out from its storage what it had delivered already. */
static void
test_delayed_one_with_the_same_id (WireFixture *f, gconstpointer data)
{
  g_autofree char *minute = dup_delay (60);

  talk (f, "a", "are you there?", "Yes.");
  wire_cut (f->wire);
  wire_reconnect (f);
  push_from (f, PERSON, "a", "are you there?", minute);
  assert_no_request (f, 1);
}

/* From storage: one as old as may be answered, twice, and one of yesterday. */
static void
test_offline_storage (WireFixture *f, gconstpointer data)
{
  g_autofree char *minute = dup_delay (60);
  g_autofree char *day = dup_delay (86400);
  const char *body;

  wire_hold (f->wire, TRUE);
  push_from (f, PERSON, "y", "of yesterday", day);
  push_from (f, PERSON, "m", "of just now", minute);
  push_from (f, PERSON, "m", "of just now", minute);
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "of just now"));
  g_assert_null (strstr (strstr (body, "of just now") + 1, "of just now"));
  headless_answer (&f->f, 0, "Yes.");
  wire_wait_for (f->wire, "<body>Yes.</body>", 0);
  push_from (f, PERSON, "y", "of yesterday", day);
  push_from (f, PERSON, "m", "of just now", minute);
  assert_no_request (f, 1);
}

/* --- corrections --- */

static void
test_correction_in_a_burst (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE);
  push (f, "a", "is it at 6?");
  push (f, "b", "or not?");
  push_correction (f, PERSON, "c", "is it at 7?", "a");
  push (f, "d", "tell me");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "is it at 7?"));
  g_assert_null (strstr (body, "at 6"));
  g_assert_nonnull (strstr (body, "or not?"));
  g_assert_cmpuint (parley_test_server_count (f->f.server), ==, 1);
}

static void
test_correction_while_it_thinks (WireFixture *f, gconstpointer data)
{
  push (f, "a", "is it at 6?");
  headless_wait_for_request (&f->f, 0);
  push_correction (f, WIRE_XMPP_PERSON "/pc", "c", "is it at 7?", "a");
  g_assert_null (strstr (get_request (f, 1), "at 6"));
  headless_answer (&f->f, 1, "At 7.");
  wire_wait_for (f->wire, "<body>At 7.</body>", 0);
  headless_settle ();
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 1);
}

/* Somebody else's message stays as it is, and theirs is one of their own. */
static void
test_correction_by_somebody_else (WireFixture *f, gconstpointer data)
{
  static const char *const others[]
      = { "bob@wire.example/pc", WIRE_XMPP_ROOM "/alice", "alice@evil.example/phone" };
  const char *body;

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_hold (f->wire, TRUE);
  push (f, "a", "is it at 6?");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    push_correction (f, others[i], "c", "it is at midnight", "a");
  push (f, "b", "or not?");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "is it at 6?"));
  g_assert_nonnull (strstr (body, "or not?"));
  g_assert_null (strstr (body, "midnight"));
}

/* Ids that nobody used, and that of what was said to her: both are messages, and lose nothing. */
static void
test_correction_of_what_is_not_theirs (WireFixture *f, gconstpointer data)
{
  g_autofree char *id = NULL;
  const char *stanza;
  const char *body;

  push (f, "a", "is it at 6?");
  headless_answer (&f->f, 0, "Yes, at 6.");
  stanza = wire_wait_for (f->wire, "<body>Yes, at 6.</body>", 0);
  id = g_strndup (strstr (stanza, " id='") + 5, strcspn (strstr (stanza, " id='") + 5, "'"));
  headless_settle ();
  wire_hold (f->wire, TRUE);
  push_correction (f, PERSON, "b", "I owe you 100", id);
  push_correction (f, PERSON, "c", "what now?", "no-such-id");
  push_correction (f, PERSON, "d", "and then?", "");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 1);
  g_assert_nonnull (strstr (body, "Yes, at 6."));
  g_assert_nonnull (strstr (body, "I owe you 100"));
  g_assert_nonnull (strstr (body, "what now?"));
  g_assert_nonnull (strstr (body, "and then?"));
}

static void
test_correction_with_an_id_used_before (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE);
  push (f, "a", "is it at 6?");
  push (f, "a", "or at 9?");
  push_correction (f, PERSON, "a", "or at 8?", "a");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "is it at 6?"));
  g_assert_nonnull (strstr (body, "or at 8?"));
}

/* --- what is taken back --- */

#define FALLBACK "/me retracted a previous message, but it's unsupported by your client."
#define RETRACT  "<retract xmlns='urn:xmpp:message-retract:1' id='"
#define FORMER   "<apply-to xmlns='urn:xmpp:fasten:0' id='"
#define INNER    "<retract xmlns='urn:xmpp:message-retract:0'/></apply-to>"

typedef struct
{
  const char *name;
  const char *before; /* the id */
  const char *behind;
  const char *words; /* for programs that don't know it; NULL: it has none */
} Retraction;

static const Retraction retractions[] = {
  { "words", RETRACT, "'/>", FALLBACK },
  { "bare", RETRACT, "'/>", NULL },
  { "former", FORMER, "'>" INNER, FALLBACK },
  { "former-bare", FORMER, "'>" INNER, NULL },
};

static void
push_retraction (WireFixture *f, const Retraction *retraction, const char *from, const char *id)
{
  g_autofree char *part = g_strconcat (retraction->before, id, retraction->behind, NULL);
  g_autofree char *body = retraction->words != NULL
                              ? g_markup_printf_escaped ("<body>%s</body>", retraction->words)
                              : g_strdup ("");

  wire_pushf (f->wire,
              "<message type='chat' from='%s' to='" WIRE_XMPP_USER "/here' id='retract'>%s"
              "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:message-retract:1'/>%s"
              "<store xmlns='urn:xmpp:hints'/></message>",
              from, part, body);
}

static void
test_taken_back_in_a_burst (WireFixture *f, gconstpointer data)
{
  const char *body;

  wire_hold (f->wire, TRUE);
  push (f, "a", "is it at 6?");
  push (f, "b", "I hate you");
  push_retraction (f, data, WIRE_XMPP_PERSON "/pc", "b");
  push_retraction (f, data, PERSON, "b");
  push_retraction (f, data, PERSON, "no-such-id");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "is it at 6?"));
  g_assert_null (strstr (body, "I hate you"));
  g_assert_null (strstr (body, "retracted"));
}

static void
test_all_taken_back (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  push (f, "a", "I hate you");
  push_retraction (f, data, PERSON, "a");
  wire_hold (f->wire, FALSE);
  assert_no_request (f, 0);
}

/* What comes under the id of what is gone is a message of its own. */
static void
test_changed_after_all_was_taken_back (WireFixture *f, gconstpointer data)
{
  wire_hold (f->wire, TRUE);
  push (f, "a", "I hate you");
  push_retraction (f, data, PERSON, "a");
  push_correction (f, PERSON, "c", "is it at 7?", "a");
  push_retraction (f, data, PERSON, "a");
  wire_hold (f->wire, FALSE);
  g_assert_nonnull (strstr (get_request (f, 0), "is it at 7?"));
  g_assert_null (strstr (get_request (f, 0), "I hate you"));
}

static void
test_taken_back_once_answered (WireFixture *f, gconstpointer data)
{
  talk (f, "a", "is it at 6?", "Yes.");
  push_retraction (f, data, PERSON, "a");
  assert_no_request (f, 1);
  push (f, "b", "well?");
  g_assert_nonnull (strstr (get_request (f, 1), ">\\n[later taken back]"));
}

/* Nobody takes back what somebody else wrote, nor what Parley said. */
static void
test_taken_back_by_somebody_else (WireFixture *f, gconstpointer data)
{
  static const char *const others[] = { "bob@wire.example/pc", "alice@evil.example/phone",
                                        "wire.example", WIRE_XMPP_ROOM "/alice" };
  const char *body;

  wire_xmpp_join (f->wire, f->f.account, WIRE_XMPP_ROOM, "me");
  wire_hold (f->wire, TRUE);
  push (f, "a", "is it at 6?");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    push_retraction (f, data, others[i], "a");
  push (f, "b", "or not?");
  wire_hold (f->wire, FALSE);
  body = get_request (f, 0);
  g_assert_nonnull (strstr (body, "is it at 6?"));
  g_assert_nonnull (strstr (body, "or not?"));
}

static void
test_ours_is_not_theirs_to_take_back (WireFixture *f, gconstpointer data)
{
  const char *stanza;
  g_autofree char *id = NULL;

  talk (f, "a", "is it at 6?", "Yes, at 6.");
  stanza = strstr (wire_wait_for (f->wire, "<body>Yes, at 6.</body>", 0), " id='") + 5;
  id = g_strndup (stanza, strcspn (stanza, "'"));
  push_retraction (f, data, PERSON, id);
  assert_no_request (f, 1);
  push (f, "b", "well?");
  g_assert_nonnull (strstr (get_request (f, 1), "\"Yes, at 6.\""));
}

static void
add_retractions (const char *name, void (*func) (WireFixture *, gconstpointer))
{
  for (guint i = 0; i < G_N_ELEMENTS (retractions); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/plugin/ids/retraction-%s/%s", name, retractions[i].name);

      g_test_add (path, WireFixture, &retractions[i], wire_setup_xmpp, func, wire_teardown);
    }
}

/* --- ours --- */

static void
test_ours_are_known_by_their_ids (WireFixture *f, gconstpointer data)
{
  const char *stanza;
  g_autofree char *id = NULL;

  talk (f, "a", "are you there?", "Yes.");
  stanza = strstr (wire_wait_for (f->wire, "<body>Yes.</body>", 0), " id='") + 5;
  id = g_strndup (stanza, strcspn (stanza, "'"));
  g_assert_true (parley_own_id_is (id, WIRE_XMPP_USER));
}

static void
test_the_users_are_not (WireFixture *f, gconstpointer data)
{
  const char *stanza;
  g_autofree char *id = NULL;

  purple_conv_im_send (PURPLE_CONV_IM (purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account,
                                                                WIRE_XMPP_PERSON)),
                       "by hand");
  stanza = strstr (wire_wait_for (f->wire, "<body>by hand</body>", 0), " id='") + 5;
  id = g_strndup (stanza, strcspn (stanza, "'"));
  g_assert_false (parley_own_id_is (id, WIRE_XMPP_USER));
}

static void
assert_left_to_parley (WireFixture *f)
{
  PurpleConversation *conv = headless_find (f->f.account, WIRE_XMPP_PERSON);
  g_autofree char *error = NULL;

  headless_settle_all (&f->f); /* what is remembered is read meanwhile */
  g_free (headless_dup_shown ());
  purple_cmd_do_command (conv, "parley status", "parley status", &error);
  headless_wait_for_shown ("because Parley on another device answered");
}

/* The user has Parley on two machines. */
static void
test_parley_elsewhere_goes_on_alone (WireFixture *f, gconstpointer data)
{
  g_autofree char *id = parley_own_id_new (WIRE_XMPP_USER "/phone", 7);
  g_autofree char *error = NULL;

  push (f, "a", "are you there?");
  headless_wait_for_request (&f->f, 0);
  wire_pushf (f->wire,
              "<message from='" WIRE_XMPP_USER "'><sent xmlns='urn:xmpp:carbons:2'>"
              "<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' type='chat' "
              "id='%s' from='" OTHER "' to='" PERSON "'><body>Yes, I am.</body></message>"
              "</forwarded></sent></message>",
              id);
  wire_xmpp_drain (f->wire);
  push (f, "b", "really?");
  assert_no_request (f, 1);
  assert_left_to_parley (f);
  headless_reload (&f->f);
  push (f, "c", "still?");
  assert_no_request (f, 1);
  assert_left_to_parley (f);
  purple_cmd_do_command (headless_find (f->f.account, WIRE_XMPP_PERSON), "parley go", "parley go",
                         &error);
  push (f, "d", "hello?");
  g_assert_nonnull (strstr (get_request (f, 1), "\"role\":\"assistant\",\"content\":\"Yes, I am."));
  g_assert_cmpuint (wire_count (f->wire, "<body>"), ==, 0);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/plugin/ids/" name, WireFixture, NULL, wire_setup_xmpp, func, wire_teardown)

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  wire_start ();
  ADD ("again", test_same_id_is_answered_once);
  ADD ("again-in-a-burst", test_same_id_in_a_burst_is_read_once);
  ADD ("again-after-restart", test_same_id_after_a_restart);
  ADD ("another-text", test_same_id_with_another_text_is_new);
  ADD ("another-client", test_same_id_of_another_client_is_new);
  ADD ("delayed", test_delayed_one_with_the_same_id);
  ADD ("offline-storage", test_offline_storage);
  ADD ("correction", test_correction_in_a_burst);
  ADD ("correction-late", test_correction_while_it_thinks);
  ADD ("correction-by-others", test_correction_by_somebody_else);
  ADD ("correction-of-nothing", test_correction_of_what_is_not_theirs);
  ADD ("correction-reused", test_correction_with_an_id_used_before);
  add_retractions ("in-a-burst", test_taken_back_in_a_burst);
  add_retractions ("of-all", test_all_taken_back);
  add_retractions ("then-changed", test_changed_after_all_was_taken_back);
  add_retractions ("answered", test_taken_back_once_answered);
  add_retractions ("by-others", test_taken_back_by_somebody_else);
  add_retractions ("of-ours", test_ours_is_not_theirs_to_take_back);
  ADD ("ours", test_ours_are_known_by_their_ids);
  ADD ("the-users", test_the_users_are_not);
  ADD ("elsewhere", test_parley_elsewhere_goes_on_alone);
  result = g_test_run ();
  headless_purple_stop ();
  return result;
}
