/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a protocol writes that nobody said, and chats that it always encrypts. */
#include "engine-fixture.h"

#include <string.h>

#define FAILURE "Failed to send message: timed out"

static ParleyChatKey *
new_key (const char *protocol, const char *person)
{
  return parley_chat_key_new (protocol, "me", person);
}

static void
begin_answer (Fixture *f, const ParleyChatKey *key)
{
  f->host->delivery = PARLEY_DELIVERY_GIVEN;
  write_line (f, key, "hm?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "One.");
  pass (f, 100);
  g_ptr_array_set_size (f->host->told, 0);
}

static void
test_failure_is_an_error (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("telegram-tdlib", "id1");
  const ParleyLineFacts system = { .system = TRUE };

  begin_answer (f, key);
  parley_engine_take_line (f->engine, key, &system, FAILURE, f->clock.wall);
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (f->host->told, 0), "answered with an error"));
  parley_engine_take_line (f->engine, key, &system, FAILURE, f->clock.wall);
  pass (f, 60000);
  g_assert_cmpuint (f->host->told->len, ==, 1);
}

/* The words of a person are none, nor are those of another protocol. */
static void
test_forged_failure (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("telegram-tdlib", "id1");
  const ParleyLineFacts system = { .system = TRUE };

  begin_answer (f, key);
  write_line (f, key, FAILURE);
  parley_engine_take_line (f->engine, key, &system, "Error sending message: x", f->clock.wall);
  g_assert_cmpuint (f->host->told->len, ==, 0);
}

static gboolean
is_asked (Fixture *f, const char *protocol, const char *person)
{
  g_autoptr (ParleyChatKey) key = new_key (protocol, person);
  guint n = f->backend->requests->len;

  write_line (f, key, "is it at 6?");
  pass (f, 5000);
  return f->backend->requests->len > n;
}

static void
test_always_encrypted (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  fixture_use_scripted_model (f);
  g_assert_false (is_asked (f, "telegram-tdlib", "secret1"));
  g_assert_false (is_asked (f, "prpl-hehoe-presage", "x"));
  g_assert_false (is_asked (f, "prpl-hehoe-whatsmeow", "x"));
  g_assert_true (is_asked (f, "telegram-tdlib", "id1"));
  f->host->facts.secrecy.remote_allowed = TRUE;
  g_assert_true (is_asked (f, "prpl-hehoe-presage", "y"));
}

/* What a plugin encrypts is another question, which is asked of each person. */
static void
test_always_encrypted_and_allowed (Fixture *f, gconstpointer data)
{
  f->backend->remote = TRUE;
  fixture_use_scripted_model (f);
  f->host->facts.secrecy.e2e_allowed = TRUE;
  g_assert_true (is_asked (f, "telegram-tdlib", "secret1"));
  g_assert_true (is_asked (f, "prpl-hehoe-presage", "x"));
  f->host->facts.secrecy.encrypted = TRUE;
  g_assert_false (is_asked (f, "prpl-hehoe-presage", "y"));
  g_assert_false (is_asked (f, "prpl-jabber", "x"));
}

/* It is no secret to a model on this machine, and is remembered as other chats are. */
static void
test_encrypted_and_local (Fixture *f, gconstpointer data)
{
  g_assert_true (is_asked (f, "prpl-hehoe-presage", "x"));
  g_assert_true (is_in_files (f, "is it at 6?"));
}

static void
test_deletion_of_an_unknown_one (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("prpl-eionrobb-msteams", "x");
  const char *const deletion = "User deleted their message";

  write_line (f, key, "is it at 6?");
  write_line (f, key, "or at 7?");
  write_line (f, key, deletion); /* which one? */
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, >, 0);
  g_assert_true (parley_test_backend_was_told (f->backend, "or at 7?"));
  g_assert_false (parley_test_backend_was_told (f->backend, deletion));
}

static void
test_deletion_of_somebody_elses (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("prpl-slack", "x");

  f->host->delivery = PARLEY_DELIVERY_SHOWN;
  write_line (f, key, "is it at 6?");
  pass (f, 1000);
  parley_test_backend_answer (f->backend, "It is at 6.");
  pass (f, 1000);
  write_line (f, key, "(Deleted message: It is at 6.)");
  fixture_settle (f);
  g_assert_true (is_in_files (f, "It is at 6."));
  g_assert_false (is_in_files (f, "took back"));
}

static void
test_previews (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("prpl-eionrobb-discord", "x");
  guint n;

  write_line (f, key, "look at https://a.example/6");
  pass (f, 3000);
  parley_test_backend_answer (f->backend, "Nice: https://b.example/1");
  pass (f, 1000);
  n = f->backend->requests->len;
  g_ptr_array_set_size (f->host->told, 0);
  write_line (f, key, "EDIT: look at https://a.example/6\nA map of 7 places?");
  write_own (f, key, "EDIT: Nice: https://b.example/1\nA shop\nwith things", FALSE);
  pass (f, 10000);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_cmpuint (f->backend->requests->len, ==, n);
  write_line (f, key, "well?");
  pass (f, 2000);
  g_assert_cmpuint (f->backend->requests->len, >, n);
}

#define MAP "https://a.example/6"
#define PREVIEW                                                                                    \
  "EDIT: " MAP "\nThe map\nAll that is to be seen in our town, with hours\nSun Nov 22 2026"

/* There is far more of the preview than of what they wrote. */
static void
test_preview_of_a_link_alone (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = new_key ("prpl-eionrobb-discord", "x");
  guint n;

  write_line (f, key, MAP);
  write_line (f, key, PREVIEW);
  pass (f, 3000);
  g_assert_nonnull (strstr (parley_test_backend_get_last_message (f->backend), MAP));
  g_assert_null (strstr (parley_test_backend_get_last_message (f->backend), "our town"));
  parley_test_backend_answer (f->backend, "Nice.");
  pass (f, 1000);
  n = f->backend->requests->len;
  g_ptr_array_set_size (f->host->told, 0);
  write_line (f, key, PREVIEW);
  pass (f, 10000);
  g_assert_cmpuint (f->host->told->len, ==, 0);
  g_assert_cmpuint (f->backend->requests->len, ==, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/engine/forms/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)
  ADD ("failure", test_failure_is_an_error);
  ADD ("forged-failure", test_forged_failure);
  ADD ("always-encrypted", test_always_encrypted);
  ADD ("always-encrypted-and-allowed", test_always_encrypted_and_allowed);
  ADD ("encrypted-and-local", test_encrypted_and_local);
  ADD ("unknown-deletion", test_deletion_of_an_unknown_one);
  ADD ("others-deletion", test_deletion_of_somebody_elses);
  ADD ("previews", test_previews);
  ADD ("preview-of-a-link-alone", test_preview_of_a_link_alone);
#undef ADD
  return g_test_run ();
}
