/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "wire-fixture.h"

#ifdef __SANITIZE_ADDRESS__
#define SEEN_BY_SANITIZER __attribute__ ((visibility ("default")))

SEEN_BY_SANITIZER const char *__asan_default_options (void);
SEEN_BY_SANITIZER const char *__lsan_default_suppressions (void);

/* libpurple keeps no frame pointers, without which nothing tells that it was the one. To look for
 * it without them costs time for every frame: 12 reach from an allocation to the protocol's own.
 */
const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0:malloc_context_size=12";
}

/* What libpurple's protocols leave behind when they log in and out, a few hundred bytes each time.
 */
const char *
__lsan_default_suppressions (void)
{
  return "leak:libjabber.so\nleak:libirc.so\nleak:libxmpp.so\n";
}
#endif

void
wire_start (void)
{
  g_autofree char *folder = g_dir_make_tmp ("parley-wire-XXXXXX", NULL);

  headless_purple_start_with (folder, "parley-tests", FALSE);
}

void
wire_setup_xmpp (WireFixture *f, gconstpointer data)
{
  wire_setup_xmpp_with (f, NULL);
}

void
wire_setup_xmpp_with (WireFixture *f, const char *feature)
{
  headless_setup_bare (&f->f);
  f->wire = wire_xmpp_new ();
  if (feature != NULL)
    wire_xmpp_add_feature (f->wire, feature);
  wire_xmpp_add_contact (f->wire, WIRE_XMPP_PERSON);
  f->f.account = wire_xmpp_connect (f->wire);
  headless_add_buddy (f->f.account, WIRE_XMPP_PERSON, TRUE);
  headless_settle ();
}

void
wire_setup_irc (WireFixture *f, gconstpointer data)
{
  headless_setup_bare (&f->f);
  f->wire = wire_irc_new ();
  f->f.account = wire_irc_connect (f->wire);
  headless_add_buddy (f->f.account, "alice", TRUE);
  headless_settle ();
}

void
wire_teardown (WireFixture *f, gconstpointer data)
{
  headless_teardown (&f->f, data);
  wire_free (f->wire);
}

static gboolean
is_connected (gpointer data)
{
  return purple_account_is_connected (data);
}

static gboolean
is_gone (gpointer data)
{
  return purple_account_get_connection (data) == NULL;
}

void
wire_reconnect (WireFixture *f)
{
  parley_test_wait (is_gone, f->f.account);
  purple_account_connect (f->f.account);
  parley_test_wait (is_connected, f->f.account);
}
