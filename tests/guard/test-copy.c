/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-copy.h"

#include <string.h>

#define OWN "me@wire.example/here"

typedef struct
{
  const char *name;
  ParleyCopyFacts facts; /* own is OWN where it is not told */
  ParleyCopy expected;
} Case;

static const Case cases[] = {
  { "sent",
    { .sent = TRUE, .bringer = "me@wire.example", .from = "me@wire.example/phone", .to = "a@b" },
    PARLEY_COPY_BELIEVED },
  { "sent-without-outer",
    { .sent = TRUE, .from = "me@wire.example/phone", .to = "a@b/c" },
    PARLEY_COPY_BELIEVED },
  { "received",
    { .bringer = "me@wire.example", .from = "a@b/c", .to = "me@wire.example/phone" },
    PARLEY_COPY_BELIEVED },
  { "received-bare",
    { .bringer = "me@wire.example", .from = "a@b/c", .to = "me@wire.example" },
    PARLEY_COPY_BELIEVED },
  { "capitals",
    { .bringer = "Me@Wire.example", .from = "a@b/c", .to = "ME@wire.example" },
    PARLEY_COPY_BELIEVED },
  { "contact",
    { .sent = TRUE, .bringer = "a@b/c", .from = "me@wire.example/phone", .to = "a@b" },
    PARLEY_COPY_FORGED },
  { "contact-bare",
    { .bringer = "a@b", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "occupant",
    { .bringer = "tea@rooms.wire.example/me", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "own-full",
    { .sent = TRUE, .bringer = OWN, .from = "me@wire.example/phone", .to = "a@b" },
    PARLEY_COPY_FORGED },
  { "own-other-full",
    { .sent = TRUE,
      .bringer = "me@wire.example/phone",
      .from = "me@wire.example/phone",
      .to = "a@b" },
    PARLEY_COPY_FORGED },
  { "own-with-slash",
    { .sent = TRUE, .bringer = "me@wire.example/", .from = "me@wire.example/phone", .to = "a@b" },
    PARLEY_COPY_FORGED },
  { "server",
    { .bringer = "wire.example", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "longer",
    { .bringer = "me@wire.example.com", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "shorter",
    { .bringer = "me@wire", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "nobody", { .bringer = "", .from = "c@d/e", .to = "me@wire.example" }, PARLEY_COPY_FORGED },
  { "another-host",
    { .bringer = "me@evil.example", .from = "c@d/e", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "sent-by-another",
    { .sent = TRUE, .bringer = "me@wire.example", .from = "a@b/c", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "sent-by-nobody",
    { .sent = TRUE, .bringer = "me@wire.example", .to = "a@b" },
    PARLEY_COPY_FORGED },
  { "sent-to-nobody",
    { .sent = TRUE, .bringer = "me@wire.example", .from = "me@wire.example/phone" },
    PARLEY_COPY_FORGED },
  { "sent-to-a-resource",
    { .sent = TRUE, .bringer = "me@wire.example", .from = "me@wire.example/phone", .to = "/x" },
    PARLEY_COPY_FORGED },
  { "received-by-another",
    { .bringer = "me@wire.example", .from = "a@b/c", .to = "you@wire.example" },
    PARLEY_COPY_FORGED },
  { "received-by-nobody", { .bringer = "me@wire.example", .from = "a@b/c" }, PARLEY_COPY_FORGED },
  { "received-from-nobody",
    { .bringer = "me@wire.example", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "room",
    { .room = TRUE, .bringer = "me@wire.example", .from = "r@b/c", .to = "me@wire.example" },
    PARLEY_COPY_ROOM },
  { "forged-room",
    { .room = TRUE, .bringer = "r@b/c", .from = "r@b/c", .to = "me@wire.example" },
    PARLEY_COPY_FORGED },
  { "here",
    { .sent = TRUE, .bringer = "me@wire.example", .from = OWN, .to = "a@b" },
    PARLEY_COPY_HERE },
  { "not-quite-here",
    { .sent = TRUE, .bringer = "me@wire.example", .from = "me@wire.example/Here", .to = "a@b" },
    PARLEY_COPY_BELIEVED },
  { "bare-own",
    { .sent = TRUE, .own = "me@wire.example", .from = "me@wire.example/here", .to = "a@b" },
    PARLEY_COPY_BELIEVED },
  { "empty-own",
    { .sent = TRUE, .own = "/here", .bringer = "/x", .from = "/y", .to = "a@b" },
    PARLEY_COPY_FORGED },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  ParleyCopyFacts facts = c->facts;

  if (facts.own == NULL)
    facts.own = OWN;
  g_assert_cmpint (parley_copy_judge (&facts), ==, c->expected);
}

static void
test_unknown_own_address_believes_nothing (void)
{
  const ParleyCopyFacts facts = { .from = "a@b/c", .to = "me@wire.example" };

  g_assert_cmpint (parley_copy_judge (&facts), ==, PARLEY_COPY_FORGED);
}

/* Returns: (transfer full) (nullable): pieces of addresses, put together at random. */
static char *
dup_address (void)
{
  static const char *const pieces[]
      = { "me", "@", "wire.example", "/", "here", "a", "", "ME", "\xc3\xa9", " " };
  GString *address = g_string_new (NULL);

  if (g_test_rand_int_range (0, 8) == 0)
    return g_string_free (address, TRUE);
  if (g_test_rand_int_range (0, 3) == 0)
    g_string_append (address, "me@wire.example");
  for (int n = g_test_rand_int_range (0, 5); n > 0; n--)
    g_string_append (address, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  return g_string_free (address, FALSE);
}

static gboolean
is_own_bare (const char *address)
{
  return g_ascii_strcasecmp (address, "me@wire.example") == 0;
}

static gboolean
is_own (const char *address)
{
  g_autofree char *bare = g_strndup (address, strcspn (address, "/"));

  return is_own_bare (bare);
}

/* Whatever is made up, what is believed was brought by the user's own server and is theirs. */
static void
test_random_addresses (void)
{
  guint n_believed = 0;

  for (guint i = 0; i < 200000; i++)
    {
      g_autofree char *bringer = dup_address ();
      g_autofree char *from = dup_address ();
      g_autofree char *to = dup_address ();
      const ParleyCopyFacts facts = { g_test_rand_bit (), FALSE, OWN, bringer, from, to };

      if (parley_copy_judge (&facts) != PARLEY_COPY_BELIEVED)
        continue;
      n_believed++;
      g_assert_true (bringer == NULL || is_own_bare (bringer));
      g_assert_true (is_own (facts.sent ? from : to));
    }
  g_assert_cmpuint (n_believed, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/copy/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/guard/copy/unknown-own", test_unknown_own_address_believes_nothing);
  g_test_add_func ("/guard/copy/random", test_random_addresses);
  return g_test_run ();
}
