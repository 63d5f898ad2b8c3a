/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-line-match.h"

typedef struct
{
  const char *name;
  const char *said;
  const char *shown;
  gboolean same;
} Case;

static const Case cases[] = {
  { "same", "see you at 5", "see you at 5", TRUE },
  { "line-breaks", "one\ntwo\n\nthree", "one two three", TRUE },
  { "markup-stripped", "it is *really* `so`", "it is really so", TRUE },
  { "tags", "a <b>bold</b> word", "a bold word", TRUE },
  { "entities-written-out", "R&D < \"1\"", "R&amp;D &lt; &quot;1&quot;", TRUE },
  { "numbers", "it's", "it&#39;s", TRUE },
  { "hex", "it's", "it&#x27;s", TRUE },
  { "composed", "caf\u00e9", "cafe\u0301", TRUE },
  { "hard-blanks", "5 km", "5\u00a0km", TRUE },
  { "trimmed", " !help", "!help", TRUE },
  { "invisible", "so\u200b so", "so so", TRUE },
  { "smaller-than", "1 < 2 and 3 > 2", "1 < 2 and 3 > 2", TRUE },
  { "only-marks", "***", "***", TRUE },
  { "ampersand-alone", "you & me; fine", "you & me; fine", TRUE },
  { "no-number", "&#x110000;", "&#x110000;", TRUE },
  { "another-word", "see you at 5", "see you at 6", FALSE },
  { "capitals", "Yes", "yes", FALSE },
  { "half", "one two", "one", FALSE },
  { "nothing", "one", "", FALSE },
  { "only-other-marks", "***", "~~~", FALSE },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;

  g_assert_cmpint (parley_line_match (c->said, c->shown), ==, c->same);
  g_assert_cmpint (parley_line_match (c->shown, c->said), ==, c->same);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/guard/line-match/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
