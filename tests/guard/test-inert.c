/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inert.h"

typedef struct
{
  const char *bubble;
  const char *inert;
} Case;

static const Case cases[] = {
  { "plain words", "plain words" },
  { "!cmd", " !cmd" },
  { "/me waves", " /me waves" },
  { "fine\n!cmd\n/quit", "fine\n !cmd\n /quit" },
  { "a!b/c", "a!b/c" },
  { "  !cmd  ", "  !cmd" },
  { "    indented\n  code", "    indented\n  code" },
  { "<b>!cmd</b>", " < b>!cmd< /b>" },
  { "<b><i>/quit</i></b>", " < b>< i>/quit< /i>< /b>" },
  { "&#33;cmd", " &#33;cmd" },
  { "<b>&#x2f;cmd", "< b>& #x2f;cmd" },
  { "ok\n&sol;cmd", "ok\n &sol;cmd" },
  { "<3 you", "<3 you" },
  { "<b\nx>!cmd", "< b\nx>!cmd" },
  { "<style>x</style>!cmd", "< style>x< /style>!cmd" },
  { "a<br> \t/cmd", "a< br> \t/cmd" },
  { "a&#10;!cmd", "a& #10;!cmd" },
  { "?O<b>TR?", "?O< b>TR?" },
  { "?&#79;TR?", "?& #79;TR?" },
  { "see <b>this</b> and &amp; that", "see <b>this</b> and &amp; that" },
  { "x\n\t  \t\t\t\t \t \t \t  y", "x\ny" },
  { "&c. & so on", "&c. & so on" },
  { "<b>fine</b>", "<b>fine</b>" },
  { "\001DCC SEND x\001", "DCC SEND x" },
  { "\001!cmd", " !cmd" },
  { "\u200b!cmd", " !cmd" },
  { "\u202eevil\u202c", "evil" },
  { "tag\U000e0041\U000e007f", "tag" },
  { "tag\U000e0100\ufe00", "tag" },
  { "\u3164!cmd", " !cmd" },
  { "fine \t  \t\t\t\t \t \t \t   \t \t  \t ", "fine" },
  { "a \t  \t\t ? \t  \t\t\t\t \t \t \t  OTR\t\t \t \t \t  b", "a \t  \t\t \t\t \t \t \t  b" },
  { "sign \u2764\ufe0f", "sign \u2764\ufe0f" },
  { "\uffff!cmd", " !cmd" },
  { "?OTR:AAMC", ":AAMC" },
  { "?O?OTRTR?", "?" },
  { "?OTR!cmd", " !cmd" },
  { "?\u200bOTRv2?", "v2?" },
  { "line\r\nbreak\rs", "line\nbreak\ns" },
  { "ok\n\t!tab", "ok\n \t!tab" },
  { "\xc2\x9b"
    "31m",
    "31m" },
  { "", "" },
  { "\u200b", "" },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *inert = parley_inert_dup (cases[i].bubble);

      g_autofree char *again = parley_inert_dup (inert);

      g_assert_cmpstr (inert, ==, cases[i].inert);
      g_assert_cmpstr (again, ==, inert);
    }
}

static void
test_broken_utf8_comes_out_valid (void)
{
  g_autofree char *inert = parley_inert_dup ("a\xff!\xc3");

  g_assert_true (g_utf8_validate (inert, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/inert/table", test_table);
  g_test_add_func ("/guard/inert/broken-utf8", test_broken_utf8_comes_out_valid);
  return g_test_run ();
}
