/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-secret-shape.h"

typedef struct
{
  const char *text;
  gboolean (*is) (const char *text);
  gboolean found;
} Case;

/* No real key: made up of the right letters. The numbers are those that banks print in examples. */
static const Case cases[] = {
  { "use sk-abcdefghij0123456789abcd", parley_secret_shape_is_key, TRUE },
  { "sk-ant-api03-AAAAAAAAAAAAAAAA", parley_secret_shape_is_key, TRUE },
  { "sk_live_0123456789abcdefABCD", parley_secret_shape_is_key, TRUE },
  { "AKIAIOSFODNN7EXAMPLE", parley_secret_shape_is_key, TRUE },
  { "ghp_0123456789abcdefghijABCDEFGHIJ012345", parley_secret_shape_is_key, TRUE },
  { "it is xoxb-1234567890-abc", parley_secret_shape_is_key, TRUE },
  { "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", parley_secret_shape_is_key, TRUE },
  { "-----BEGIN RSA PRIVATE KEY-----\nMII", parley_secret_shape_is_key, TRUE },
  { "d41d8cd98f00b204e9800998ecf8427e", parley_secret_shape_is_key, TRUE },
  { "token Zm9vYmFy1QmF6cXV4MjM0NTY3ODkwYWJj", parley_secret_shape_is_key, TRUE },
  { "ask-him-about-the-dog-and-cat", parley_secret_shape_is_key, FALSE },
  { "https://example.org/d41d8cd98f00b204e9800998ecf8427e", parley_secret_shape_is_key, FALSE },
  { "Donaudampfschifffahrtsgesellschaftskapitän", parley_secret_shape_is_key, FALSE },
  { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaargh", parley_secret_shape_is_key, FALSE },
  { "-----BEGIN PGP PUBLIC KEY BLOCK-----", parley_secret_shape_is_key, FALSE },
  { "commit 17812f0", parley_secret_shape_is_key, FALSE },
  { "", parley_secret_shape_is_key, FALSE },

  { "DE89370400440532013000", parley_secret_shape_is_iban, TRUE },
  { "here: DE89 3704 0044 0532 0130 00 thanks", parley_secret_shape_is_iban, TRUE },
  { "de89 3704 0044 0532 0130 00, ok?", parley_secret_shape_is_iban, TRUE },
  { "NO93 8601 1117 947", parley_secret_shape_is_iban, TRUE },
  { "GB29-NWBK-6016-1331-9268-19", parley_secret_shape_is_iban, TRUE },
  { "DE89 3704 0044\n0532 0130 00", parley_secret_shape_is_iban, TRUE },
  { "DE88 3704 0044 0532 0130 00", parley_secret_shape_is_iban, FALSE },
  { "DE89", parley_secret_shape_is_iban, FALSE },
  { "in room AB12 there are three of us", parley_secret_shape_is_iban, FALSE },

  { "4111 1111 1111 1111", parley_secret_shape_is_card, TRUE },
  { "card 4111-1111-1111-1111 ok", parley_secret_shape_is_card, TRUE },
  { "4111 1111\n1111 1111", parley_secret_shape_is_card, TRUE },
  { "378282246310005", parley_secret_shape_is_card, TRUE },
  { "4111 1111 1111 1111 12/27", parley_secret_shape_is_card, TRUE },
  { "4111\u00a01111\u00a01111  1111", parley_secret_shape_is_card, TRUE },
  { "4111.1111.1111.1111", parley_secret_shape_is_card, TRUE },
  { "4111-1111-1111-1111 123", parley_secret_shape_is_card, TRUE },
  { "4111 1111 1111 1111\n3 pm is fine", parley_secret_shape_is_card, TRUE },
  { "4111 1111 1111 1112", parley_secret_shape_is_card, FALSE },
  { "1763740800000", parley_secret_shape_is_card, FALSE },
  { "4111", parley_secret_shape_is_card, FALSE },
  { "41111111111111111111111111111111", parley_secret_shape_is_card, FALSE },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;

  if (c->is (c->text) != c->found)
    g_test_fail_printf ("%s", c->text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/guard/secret-shape/%u", i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
