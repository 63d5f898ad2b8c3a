/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-saying.h"

#include <string.h>

/* Says the texts, one a generation, in pieces of @step bytes. Returns: (transfer full): all. */
static char *
say (const char *const *texts, gsize step)
{
  g_autoptr (ParleySaying) saying = parley_saying_new (NULL);
  GString *out = g_string_new (NULL);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *rest = NULL;

      parley_saying_begin (saying, FALSE);
      for (gsize at = 0; at < strlen (texts[i]); at += step)
        {
          g_autofree char *piece = g_strndup (texts[i] + at, step);
          g_autofree char *ready = parley_saying_push (saying, piece);

          g_string_append (out, ready);
        }
      rest = parley_saying_end (saying);
      g_string_append (out, rest);
    }
  g_assert_cmpstr (out->str, ==, parley_saying_get_text (saying));
  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *texts[4];
  const char *said;
} Row;

static const Row rows[] = {
  { { "Hello." }, "Hello." },
  { { "One.", "Two." }, "One.\n\nTwo." },
  { { "", "Two." }, "Two." },
  { { "[silence]" }, "" },
  { { "[wait]", "Two." }, "Two." },
  { { " [WAIT] \n" }, "" },
  { { "[wait] a moment", "Two." }, "Two." },
  { { "A [wait] a moment" }, "A [wait] a moment" },
  { { "[sil", "Two." }, "[sil\n\nTwo." },
  /* What was said is not said again, */
  { { "Let me look that up.", "Let me look that up. Rome." }, "Let me look that up.\n\nRome." },
  { { "Let me look that up.", "Let me look that up." }, "Let me look that up." },
  { { "Let me look that up.", "Let me look", "Rome." },
    "Let me look that up.\n\nLet me look\n\nRome." },
  /* but what only looks like it is. */
  { { "I will look it up", "I will look it upside down" },
    "I will look it up\n\nI will look it upside down" },
  { { "Ok.", "Ok. Done." }, "Ok.\n\nOk. Done." },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      for (gsize step = 1; step < 30; step++)
        {
          g_autofree char *said = say (rows[i].texts, step);

          g_assert_cmpstr (said, ==, rows[i].said);
        }
    }
}

static void
test_what_was_cut_goes_on (void)
{
  g_autoptr (ParleySaying) saying = parley_saying_new (NULL);

  parley_saying_begin (saying, FALSE);
  g_free (parley_saying_push (saying, "One"));
  parley_saying_begin (saying, TRUE);
  g_free (parley_saying_push (saying, " two"));
  g_free (parley_saying_end (saying));
  g_assert_cmpstr (parley_saying_get_text (saying), ==, "One two");
}

static void
test_what_is_taken_back_was_not_said (void)
{
  g_autoptr (ParleySaying) saying = parley_saying_new (NULL);

  parley_saying_begin (saying, FALSE);
  g_free (parley_saying_push (saying, "One."));
  g_free (parley_saying_end (saying));
  parley_saying_begin (saying, FALSE);
  g_free (parley_saying_push (saying, "They want two. [wa"));
  parley_saying_take_back (saying);
  g_assert_cmpstr (parley_saying_get_written (saying), ==, "");
  g_free (parley_saying_push (saying, "Two."));
  g_free (parley_saying_end (saying));
  g_assert_cmpstr (parley_saying_get_text (saying), ==, "One.\n\nTwo.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/saying/table", test_table);
  g_test_add_func ("/brain/saying/cut", test_what_was_cut_goes_on);
  g_test_add_func ("/brain/saying/taken-back", test_what_is_taken_back_was_not_said);
  return g_test_run ();
}
