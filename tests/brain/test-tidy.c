/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-tidy.h"

#include <string.h>

static const char *const labels[] = { "Alex:", "Anna:", "(automatic reply)", NULL };

typedef struct
{
  const char *written;
  const char *said;
} Row;

static const Row rows[] = {
  { "hi there", "hi there" },
  { "Alex: hi there", " hi there" },
  { "ALEX:hi", "hi" },
  { "Alexandra: is here", "Alexandra: is here" },
  { "Alex is here", "Alex is here" },
  { "Alex", "Alex" },
  { "(automatic reply) Alex: hi", " hi" },
  { " (Automatic Reply)\nhi", "\nhi" },
  { "(automatic reply)", "" },
  { "well (automatic reply)", "well (automatic reply)" },
  { "\"hi there\"", "hi there" },
  { "“hi there”", "hi there" },
  { "Anna: “hi”", "hi" },
  { "\"hi\" and \"bye\"", "\"hi\" and \"bye\"" },
  { "\"hi\" she said", "\"hi\" she said" },
  { "\"\"", "\"\"" },
  { "- sounds good", "sounds good" },
  { "* sounds good", "sounds good" },
  { "- one\n- two", "- one\n- two" },
  { "-5 degrees", "-5 degrees" },
  { "- 5 degrees", "- 5 degrees" },
  { "-", "-" },
  { "*hugs*", "*hugs*" },
  { "", "" },
};

static char *
tidy (const char *text, guint piece, const char *const *taken)
{
  g_autoptr (ParleyTidy) filter = parley_tidy_new (taken);
  GString *out = g_string_new (NULL);
  const char *p = text;
  g_autofree char *rest = NULL;

  while (*p != '\0')
    {
      const char *end = p;
      g_autofree char *part = NULL;
      g_autofree char *ready = NULL;

      for (guint i = 0; i < piece && *end != '\0'; i++)
        end = g_utf8_next_char (end);
      part = g_strndup (p, (gsize) (end - p));
      ready = parley_tidy_push (filter, part);
      g_string_append (out, ready);
      p = end;
    }
  rest = parley_tidy_finish (filter);
  g_string_append (out, rest);
  return g_string_free (out, FALSE);
}

/* However it is cut into pieces. */
static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      for (guint piece = 1; piece < 30; piece++)
        {
          g_autofree char *said = tidy (rows[i].written, piece, labels);

          /* Blanks around it are cut off with the bubble. */
          g_autofree char *expected = g_strdup (rows[i].said);

          g_assert_cmpstr (g_strstrip (said), ==, g_strstrip (expected));
        }
    }
}

static void
test_without_labels_nothing_is_taken_off (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *said = tidy (rows[i].written, 3, NULL);

      g_assert_cmpstr (said, ==, rows[i].written);
    }
}

/* Ordinary text is not held back by a byte. */
static void
test_text_is_not_held_back (void)
{
  g_autoptr (ParleyTidy) filter = parley_tidy_new (labels);
  g_autofree char *first = parley_tidy_push (filter, "Al");
  g_autofree char *second = parley_tidy_push (filter, "l");
  g_autofree char *third = parley_tidy_push (filter, " \"good\"");

  g_assert_cmpstr (first, ==, "");
  g_assert_cmpstr (second, ==, "All");
  g_assert_cmpstr (third, ==, " \"good\"");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/brain/tidy/table", test_table);
  g_test_add_func ("/brain/tidy/off", test_without_labels_nothing_is_taken_off);
  g_test_add_func ("/brain/tidy/streams", test_text_is_not_held_back);
  return g_test_run ();
}
