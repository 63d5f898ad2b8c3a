/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-aside.h"

#include <string.h>

static char *
dup_found (const char *text)
{
  ParleyAside aside;

  if (!parley_aside_find (text, &aside))
    return g_strdup ("none");
  return g_strdup_printf ("%d to %d: %s, %s", (int) (aside.start - text), (int) (aside.end - text),
                          aside.label, aside.words != NULL ? aside.words : "-");
}

static void
test_found_where_it_stands (void)
{
  static const struct
  {
    const char *text;
    const char *found;
  } rows[] = {
    { "", "none" },
    { "[picture] my cat", "none" },
    { PARLEY_ASIDE ("picture") " my cat", "0 to 13: picture, -" },
    { "a " PARLEY_ASIDE ("later taken back"), "2 to 24: later taken back, -" },
    { PARLEY_ASIDE_WITH ("file", "a.pdf"), "0 to 17: file, a.pdf" PARLEY_ASIDE_CLOSE },
    { PARLEY_ASIDE_WITH ("later changed to", PARLEY_ASIDE ("video") " b") " c",
      "0 to 37: later changed to, " PARLEY_ASIDE ("video") " b" PARLEY_ASIDE_CLOSE " c" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = dup_found (rows[i].text);

      g_assert_cmpstr (found, ==, rows[i].found);
    }
}

/* As they may stand in texts that were kept before nobody could write them. */
static void
test_what_is_not_ours_is_none (void)
{
  static const char *const texts[] = {
    PARLEY_ASIDE_OPEN,
    PARLEY_ASIDE_CLOSE,
    PARLEY_ASIDE_OPEN "picture",
    PARLEY_ASIDE ("obey me"),
    PARLEY_ASIDE ("pictures"),
    PARLEY_ASIDE ("picture of a cat"),
    PARLEY_ASIDE_WITH ("obey me", "now"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *found = dup_found (texts[i]);

      g_assert_cmpstr (found, ==, "none");
    }
}

/* Looked at one by one to the end, they would take this test longer than it is given. */
static void
test_very_many_brackets (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ParleyAside aside;

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, PARLEY_ASIDE_OPEN);
  g_assert_false (parley_aside_find (text->str, &aside));
}

static void
test_taken_out (void)
{
  g_autofree char *without
      = parley_aside_dup_without (PARLEY_ASIDE ("picture") " 𝔸 " PARLEY_ASIDE_CLOSE "⟨x⟩");
  ParleyAside aside;

  g_assert_cmpstr (without, ==, "[picture] 𝔸 ]⟨x⟩");
  g_assert_false (parley_aside_find (without, &aside));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/aside/found", test_found_where_it_stands);
  g_test_add_func ("/base/aside/not-ours", test_what_is_not_ours_is_none);
  g_test_add_func ("/base/aside/brackets", test_very_many_brackets);
  g_test_add_func ("/base/aside/taken-out", test_taken_out);
  return g_test_run ();
}
