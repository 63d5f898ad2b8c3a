/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies of messages, ids and corrections on XMPP: a copy is believed only if the user's own server
 * brought it and the user is a part of it; an id of ours is known to every client of the user's,
 * and only to theirs. */
#include "fuzz.h"

#include <string.h>

#include "guard/parley-copy.h"
#include "turn/parley-correction.h"

static const char *
or_null (const char *text)
{
  return *text != '\0' ? text : NULL;
}

/* Said again in other words, so that a slip in one of them is seen. */
static gboolean
is_bare_same (const char *a, const char *b)
{
  g_autoptr (GString) first = g_string_new (a);
  g_autoptr (GString) second = g_string_new (b);

  if (strchr (a, '/') != NULL)
    g_string_truncate (first, strchr (a, '/') - a);
  if (strchr (b, '/') != NULL)
    g_string_truncate (second, strchr (b, '/') - b);
  return g_ascii_strcasecmp (first->str, second->str) == 0;
}

static void
check_copy (const ParleyCopyFacts *facts)
{
  const char *of_user = facts->sent ? facts->from : facts->to;

  if (parley_copy_judge (facts) != PARLEY_COPY_BELIEVED)
    return;
  g_assert_nonnull (facts->own);
  g_assert_false (facts->room);
  g_assert_true (
      facts->bringer == NULL
      || (is_bare_same (facts->bringer, facts->own) && strchr (facts->bringer, '/') == NULL));
  g_assert_nonnull (facts->from);
  g_assert_nonnull (facts->to);
  g_assert_true (is_bare_same (of_user, facts->own));
}

static void
check_ids (const char *own, const char *other, guint nonce)
{
  g_autofree char *bare = g_strndup (own, strcspn (own, "/"));
  g_autofree char *id = parley_own_id_new (own, nonce);
  g_autofree char *elsewhere = g_strconcat (bare, "/elsewhere", NULL);

  g_assert_true (parley_own_id_is (id, own));
  g_assert_true (parley_own_id_is (id, elsewhere));
  g_assert_false (parley_own_id_is (other, own));
  if (!is_bare_same (own, other))
    g_assert_false (parley_own_id_is (id, other));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  guint flags = fuzz_take (&input, 256);
  g_autofree char *own = fuzz_take_utf8_line (&input);
  g_autofree char *bringer = fuzz_take_utf8_line (&input);
  g_autofree char *from = fuzz_take_utf8_line (&input);
  g_autofree char *to = fuzz_take_utf8_line (&input);
  g_autofree char *previous = fuzz_take_utf8_line (&input);
  g_autofree char *text = fuzz_take_utf8_rest (&input);
  const ParleyCopyFacts facts = { .sent = (flags & 1) != 0,
                                  .room = (flags & 6) == 6,
                                  .own = or_null (own),
                                  .bringer = or_null (bringer),
                                  .from = or_null (from),
                                  .to = or_null (to) };

  check_copy (&facts);
  if (*own != '\0')
    check_ids (own, from, flags);
  parley_correction_is (previous, text);
  if (g_utf8_strlen (text, -1) >= 10)
    parley_correction_is (text, text);
  return 0;
}
