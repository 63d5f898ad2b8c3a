/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "store-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include <unistd.h>

#define NOBODY 65534

/* --- ways to damage the closed store's file --- */

static void
write_file (const char *path, const char *content, gsize length)
{
  g_assert_true (g_file_set_contents (path, content, length, NULL));
}

static void
make_text (StoreFixture *fixture)
{
  g_autofree char *text = g_strnfill (8192, 'x');

  write_file (fixture->path, text, 8192);
}

static void
make_one_byte (StoreFixture *fixture)
{
  write_file (fixture->path, "x", 1);
}

static void
break_header (StoreFixture *fixture)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (fixture->path, &content, &length, NULL));
  memset (content, 0xa5, 64);
  write_file (fixture->path, content, length);
}

static void
break_pages (StoreFixture *fixture)
{
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (fixture->path, &content, &length, NULL));
  g_assert_cmpuint (length, >, 5 * 4096);
  memset (content + 4096, 0xff, length - 4096);
  write_file (fixture->path, content, length);
}

static void
cut_in_half (StoreFixture *fixture)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpint (truncate (fixture->path, info.st_size / 2), ==, 0);
}

static void
cut_to_half_a_page (StoreFixture *fixture)
{
  g_assert_cmpint (truncate (fixture->path, 2000), ==, 0);
}

static void
make_folder (StoreFixture *fixture)
{
  g_autofree char *inner = g_build_filename (fixture->path, "inner", NULL);

  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
}

static void
make_pipe (StoreFixture *fixture)
{
  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
}

static void
make_log_a_folder (StoreFixture *fixture)
{
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);

  /* A worker that nobody waited for may still be at it. */
  while (g_mkdir (log, 0700) != 0)
    g_assert_cmpint (errno, ==, EEXIST);
}

static void
make_foreign (StoreFixture *fixture)
{
  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  store_fixture_tamper (fixture, "CREATE TABLE chats (recipe TEXT)");
}

static void
drop_table (StoreFixture *fixture)
{
  store_fixture_tamper (fixture, "DROP TABLE pending");
}

static void
lower_version (StoreFixture *fixture)
{
  store_fixture_tamper (fixture, "PRAGMA user_version = -3");
}

typedef struct
{
  const char *name;
  void (*damage) (StoreFixture *fixture);
  gboolean late; /* is found when a chat is loaded, not when the file is opened */
} Damage;

static const Damage damages[] = {
  { "text", make_text },
  { "one-byte", make_one_byte },
  { "header", break_header },
  { "pages", break_pages },
  { "half", cut_in_half },
  { "half-a-page", cut_to_half_a_page },
  { "folder", make_folder },
  { "pipe", make_pipe },
  { "log-a-folder", make_log_a_folder },
  { "foreign", make_foreign },
  { "table-gone", drop_table, .late = TRUE },
  { "negative-version", lower_version },
};

static void
fill (StoreFixture *fixture)
{
  store_fixture_open (fixture);
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *person = g_strdup_printf ("person-%u", i);
      g_autofree char *text = g_strnfill (100 + i, 'x');

      store_fixture_save_count (fixture, person, i + 1);
      store_fixture_add (fixture, person, text);
    }
  store_fixture_close (fixture);
  store_fixture_assert_quiet (fixture);
}

static void
assert_works (StoreFixture *fixture)
{
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_save_count (fixture, "new", 7);
  store_fixture_add (fixture, "new", "hello");
  record = store_fixture_load (fixture, "new");
  g_assert_cmpuint (record->mark.count, ==, 7);
  g_assert_cmpuint (record->pending->len, ==, 1);
}

static void
test_damaged (StoreFixture *fixture, gconstpointer data)
{
  const Damage *damage = data;
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autoptr (ParleyChatRecord) kept = NULL;
  g_autofree char *aside = NULL;

  fill (fixture);
  damage->damage (fixture);
  store_fixture_open (fixture);
  g_assert_cmpuint (fixture->troubles->len, ==, damage->late ? 0 : 1);
  record = store_fixture_load (fixture, "person-3");
  g_assert_cmpuint (record->mark.count, ==, 0);
  aside = store_fixture_dup_aside (fixture);
  g_assert_nonnull (aside);
  store_fixture_assert_trouble (fixture, aside);
  assert_works (fixture);

  store_fixture_reopen (fixture);
  kept = store_fixture_load (fixture, "new");
  g_assert_cmpuint (kept->mark.count, ==, 7);
  g_assert_cmpuint (fixture->troubles->len, ==, 1);
}

static void
test_log_goes_with_the_file (StoreFixture *fixture, gconstpointer data)
{
  const char *const suffixes[] = { "-wal", "-shm" };
  g_autofree char *aside = NULL;

  fill (fixture);
  make_text (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (fixture->path, suffixes[i], NULL);

      write_file (path, suffixes[i], 4);
    }
  store_fixture_open (fixture);
  aside = store_fixture_dup_aside (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (aside, suffixes[i], NULL);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *content = NULL;

      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      /* SQLite makes -shm anew from -wal whenever it looks. */
      if (i == 0)
        g_assert_cmpstr (content, ==, suffixes[i]);
    }
  assert_works (fixture);
}

/* Two within a second have names of their own. */
static void
test_damaged_twice (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 5; i++)
    {
      store_fixture_open (fixture);
      store_fixture_close (fixture);
      make_text (fixture);
    }
  g_assert_cmpuint (fixture->troubles->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_true (g_hash_table_add (told, g_strdup (g_ptr_array_index (fixture->troubles, i))));
}

/* Writes @size bytes of rubbish over the open file, from the second page on. */
static void
break_open_file (StoreFixture *fixture, gsize size)
{
  g_autofree char *rubbish = g_malloc (size);
  int fd = g_open (fixture->path, O_WRONLY, 0);

  memset (rubbish, 0xff, size);
  g_assert_cmpint (pwrite (fd, rubbish, size, 4096), ==, (gssize) size);
  close (fd);
}

static void
test_damaged_while_open (StoreFixture *fixture, gconstpointer data)
{
  /* More than SQLite keeps in memory. */
  g_autofree char *large = g_strnfill (1024 * 1024, 'x');
  g_autofree char *aside = NULL;

  store_fixture_open (fixture);
  for (char c = 'a'; c <= 'h'; c++)
    {
      const char name[] = { c, '\0' };

      parley_store_set_text (fixture->store, name, large);
    }
  /* Asked for, so written: what a close finds unwritten would wait beside the store. */
  g_free (store_fixture_get_text (fixture, "h"));
  store_fixture_reopen (fixture);
  break_open_file (fixture, 8 * 1024 * 1024);
  for (char c = 'a'; c <= 'h'; c++)
    {
      const char name[] = { c, '\0' };
      g_autofree char *text = store_fixture_get_text (fixture, name);
    }
  aside = store_fixture_dup_aside (fixture);
  g_assert_nonnull (aside);
  store_fixture_assert_trouble (fixture, aside);
  assert_works (fixture);
}

/* Another program set the file aside, or the user did: what is written goes to the new one. */
static void
test_file_taken_away (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *elsewhere = g_build_filename (fixture->top, "elsewhere", NULL);
  g_autoptr (ParleyChatRecord) record = NULL;

  store_fixture_open (fixture);
  g_assert_cmpint (g_rename (fixture->path, elsewhere), ==, 0);
  assert_works (fixture);
  store_fixture_reopen (fixture);
  record = store_fixture_load (fixture, "new");
  g_assert_cmpuint (record->mark.count, ==, 7);
  store_fixture_assert_quiet (fixture);
}

static void
test_newer_is_left_alone (StoreFixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize length_before;
  gsize length_after;

  fill (fixture);
  store_fixture_tamper (fixture, "PRAGMA user_version = 999");
  g_assert_true (g_file_get_contents (fixture->path, &before, &length_before, NULL));
  store_fixture_open (fixture);
  assert_works (fixture);
  store_fixture_assert_trouble (fixture, "later version");
  store_fixture_close (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &after, &length_after, NULL));
  g_assert_cmpmem (before, length_before, after, length_after);
}

static void
test_tampered_values_are_clean (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (ParleyChatRecord) record = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  ParleyCadenceStats stats;

  fill (fixture);
  store_fixture_tamper (
      fixture,
      "DROP TABLE pending; DROP TABLE chats;"
      "CREATE TABLE chats (id INTEGER PRIMARY KEY, protocol, account, person, mark_wall,"
      " mark_hash, mark_count, stand_down_until, cadence, awaiting_required_field,"
      " expects_followup, input_complete_confidence, expected_input_type, types, asked, turn_wall,"
      " attempts, drafts, unchanged, draft_number, left_to_parley,"
      " UNIQUE (protocol, account, person));"
      "CREATE TABLE pending (id INTEGER PRIMARY KEY, chat, wall, text, received, number);"
      "DROP TABLE heard; CREATE TABLE heard (chat, number, stamp, received, hash, origin,"
      " PRIMARY KEY (chat, number));"
      "INSERT INTO chats VALUES (1, 'prpl-jabber', 'me@example.org', 'ann', -5, 'x', -1, 'soon',"
      " '12 x -5 99999999999999999999  7', 'yes', 2, 55.5, 'bogus', NULL, X'ff', NULL, 9e18,"
      " 'x', -1, 9e18, 'x');"
      "INSERT INTO chats (id, protocol, account, person) VALUES (2, X'c328', NULL, 5);"
      "INSERT INTO pending VALUES (1, 1, -1, X'c328', 'x', -1), (2, 1, 'x', NULL, 9e18, 'x'),"
      " (3, 1, 5, printf('%.*c', 5000000, 'y'), -1, 9e18), (4, 2, 1, 'lost', 1, 1);"
      "INSERT INTO heard VALUES (1, 'x', -9e18, 9e18, 'x', 'y'), (1, -5, 9e18, NULL, X'ff', NULL);"
      "CREATE TRIGGER evil AFTER INSERT ON pending BEGIN DELETE FROM chats; END;");
  store_fixture_open (fixture);
  record = store_fixture_load (fixture, "ann");
  g_assert_cmpint (record->mark.wall_s, ==, 0);
  g_assert_cmpuint (record->mark.hash, ==, 0);
  g_assert_cmpuint (record->mark.count, ==, 0);
  g_assert_cmpint (record->stand_down_until, ==, 0);
  stats = parley_cadence_get_stats (&record->cadence);
  g_assert_cmpuint (stats.count, ==, 2);
  g_assert_cmpfloat (record->hint.input_complete_confidence, ==, 1);
  g_assert_cmpint (record->hint.expected_input_type, ==, PARLEY_EXPECT_ANYTHING);
  g_assert_cmpuint (record->attempts, ==, G_MAXUINT);
  g_assert_cmpuint (record->drafts.all, ==, 0);
  g_assert_cmpuint (record->pending->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const ParleyPending *pending = parley_chat_record_get_pending (record, i);

      g_assert_true (g_utf8_validate (pending->text, -1, NULL));
      g_assert_cmpuint (strlen (pending->text), <=, PARLEY_STORE_MAX_TEXT);
      g_assert_cmpint (pending->when.written, >=, 0);
      g_assert_cmpint (pending->when.received, >=, 0);
    }
  keys = store_fixture_list (fixture);
  g_assert_cmpuint (keys->len, ==, 1);
  store_fixture_add (fixture, "bob", "hello");
  assert_works (fixture);
  store_fixture_assert_quiet (fixture);
}

/* --- where nothing can be written --- */

static void
test_file_instead_of_folder (StoreFixture *fixture, gconstpointer data)
{
  write_file (fixture->folder, "x", 1);
  store_fixture_open (fixture);
  assert_works (fixture);
  store_fixture_assert_trouble (fixture, "until the program closes");
}

/* Root may write everywhere: then the test is somebody else for a while, who owns all of it. */
static void
drop_rights (StoreFixture *fixture)
{
  const char *const paths[] = { fixture->top, fixture->folder, fixture->path };

  if (geteuid () != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      if (g_file_test (paths[i], G_FILE_TEST_EXISTS))
        g_assert_cmpint (chown (paths[i], NOBODY, NOBODY), ==, 0);
    }
  g_assert_cmpint (seteuid (NOBODY), ==, 0);
}

static void
regain_rights (void)
{
  if (getuid () == 0)
    g_assert_cmpint (seteuid (0), ==, 0);
  /* Changing who one is takes the leak check's right to look. */
  prctl (PR_SET_DUMPABLE, 1);
}

static void
test_read_only_file (StoreFixture *fixture, gconstpointer data)
{
  fill (fixture);
  g_assert_cmpint (g_chmod (fixture->path, 0400), ==, 0);
  drop_rights (fixture);
  store_fixture_open (fixture);
  assert_works (fixture);
  store_fixture_close (fixture);
  regain_rights ();
  store_fixture_assert_trouble (fixture, "readonly");
}

static void
test_read_only_folder (StoreFixture *fixture, gconstpointer data)
{
  g_assert_cmpint (g_chmod (fixture->top, 0500), ==, 0);
  drop_rights (fixture);
  store_fixture_open (fixture);
  assert_works (fixture);
  store_fixture_close (fixture);
  regain_rights ();
  g_assert_cmpint (g_chmod (fixture->top, 0700), ==, 0);
  store_fixture_assert_trouble (fixture, "Permission denied");
}

/* Damaged, and may not be renamed: it stays, and this sitting goes on in memory. */
static void
test_damaged_in_read_only_folder (StoreFixture *fixture, gconstpointer data)
{
  fill (fixture);
  make_text (fixture);
  g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
  drop_rights (fixture);
  store_fixture_open (fixture);
  assert_works (fixture);
  store_fixture_close (fixture);
  regain_rights ();
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
  store_fixture_assert_trouble (fixture, "Permission denied");
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
set_up (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_init (fixture);
}

static void
tear_down (StoreFixture *fixture, gconstpointer data)
{
  store_fixture_clear (fixture);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/memory/store/" path, StoreFixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_strconcat ("/memory/store/damaged/", damages[i].name, NULL);

      g_test_add (path, StoreFixture, &damages[i], set_up, test_damaged, tear_down);
    }
  ADD ("log-goes-with-the-file", test_log_goes_with_the_file);
  ADD ("damaged-twice", test_damaged_twice);
  ADD ("damaged-while-open", test_damaged_while_open);
  ADD ("file-taken-away", test_file_taken_away);
  ADD ("newer-is-left-alone", test_newer_is_left_alone);
  ADD ("tampered-values-are-clean", test_tampered_values_are_clean);
  ADD ("file-instead-of-folder", test_file_instead_of_folder);
  ADD ("read-only-file", test_read_only_file);
  ADD ("read-only-folder", test_read_only_folder);
  ADD ("damaged-in-read-only-folder", test_damaged_in_read_only_folder);
  return g_test_run ();
}
