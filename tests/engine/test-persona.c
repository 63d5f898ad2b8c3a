/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's own file of how they sound, and what becomes of chats while it can't be used. */
#include "engine-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "brain/parley-persona.h"

static char *
dup_path (Fixture *f)
{
  return g_build_filename (f->folder, PARLEY_PERSONA_NAME, NULL);
}

static void
write_persona (Fixture *f, const char *text)
{
  g_autofree char *path = dup_path (f);
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
write_too_long (Fixture *f)
{
  g_autofree char *text = g_strnfill (33 * 1024, 'a');

  write_persona (f, text);
}

static void
write_no_text (Fixture *f)
{
  write_persona (f, "brief \xff\xfe");
}

static void
make_folder (Fixture *f)
{
  g_autofree char *path = dup_path (f);

  g_mkdir_with_parents (path, 0700);
}

typedef struct
{
  void (*damage) (Fixture *f);
  const char *reason;
} Damage;

static const Damage damages[] = {
  { make_folder, "it is a folder" },
  { write_too_long, "it is longer than 32" },
  { write_no_text, "it is not UTF-8" },
};

static void
remove_persona (Fixture *f)
{
  g_autofree char *path = dup_path (f);

  g_remove (path);
}

/* Told once, and nothing else. */
static void
assert_told (Fixture *f, const char *part)
{
  g_assert_cmpuint (f->host->told->len, ==, 1);
  g_test_message ("%s", (const char *) f->host->told->pdata[0]);
  g_assert_nonnull (strstr (f->host->told->pdata[0], part));
  g_ptr_array_set_size (f->host->told, 0);
}

static void
answer (Fixture *f)
{
  parley_test_backend_answer (f->backend, "Yes.");
  pass (f, 100);
  expect_log (f, "alice@localhost < Yes.\n");
}

static const char *
get_system (Fixture *f)
{
  const ParleyRequest *request
      = g_ptr_array_index (f->backend->requests, f->backend->requests->len - 1);

  return ((const ParleyMessage *) g_ptr_array_index (request->messages, 0))->text;
}

static void
test_nothing_is_sent_while_there_was_none (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      guint asked = f->backend->requests->len;

      damages[i].damage (f);
      write_line (f, f->alice, "shall we meet tomorrow?");
      pass (f, 5000);
      g_assert_cmpuint (f->backend->requests->len, ==, asked);
      assert_told (f, damages[i].reason);
      remove_persona (f);
    }
  write_persona (f, "Brief.");
  write_line (f, f->alice, "shall we?");
  pass (f, 5000);
  g_assert_nonnull (strstr (get_system (f), "Brief."));
}

static void
test_last_good_one_is_kept (Fixture *f, gconstpointer data)
{
  fixture_set_int (f, PARLEY_SETTING_GUARD_CONTACT_10MIN, 100);
  fixture_set_int (f, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  write_persona (f, "Brief.");
  write_line (f, f->alice, "shall we meet tomorrow?");
  pass (f, 5000);
  answer (f);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      remove_persona (f);
      damages[i].damage (f);
      write_line (f, f->alice, "shall we?");
      pass (f, 5000);
      assert_told (f, damages[i].reason);
      g_assert_nonnull (strstr (get_system (f), "Brief."));
      answer (f);
      write_line (f, f->alice, "shall we?");
      pass (f, 5000);
      answer (f);
      g_assert_cmpuint (f->host->told->len, ==, 0);
    }
}

#define ADD(name, func)                                                                            \
  g_test_add ("/engine/persona/" name, Fixture, NULL, fixture_setup_kept, func, fixture_teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("none", test_nothing_is_sent_while_there_was_none);
  ADD ("last-good", test_last_good_one_is_kept);
  return g_test_run ();
}
