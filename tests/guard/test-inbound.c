/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inbound.h"

typedef struct
{
  const char *name;
  ParleyLineFacts facts;
  ParleyLine line;
} Case;

static const Case cases[] = {
  { "message", { .received = TRUE }, PARLEY_LINE_BUBBLE },
  { "message-of-nine-minutes-ago", { .received = TRUE, .age_s = 540 }, PARLEY_LINE_BUBBLE },
  { "offline-message", { .received = TRUE, .age_s = 601 }, PARLEY_LINE_OLD },
  { "message-from-the-future", { .received = TRUE, .age_s = -90 }, PARLEY_LINE_BUBBLE },
  { "delayed", { .received = TRUE, .delayed = TRUE }, PARLEY_LINE_IGNORE },
  { "auto-response", { .received = TRUE, .auto_response = TRUE }, PARLEY_LINE_IGNORE },
  { "notice", { .received = TRUE, .notice = TRUE }, PARLEY_LINE_IGNORE },
  { "system", { .system = TRUE }, PARLEY_LINE_IGNORE },
  { "system-received", { .received = TRUE, .system = TRUE }, PARLEY_LINE_IGNORE },
  { "own-words", { .sent = TRUE }, PARLEY_LINE_OWN_WORDS },
  { "own-auto-response", { .sent = TRUE, .auto_response = TRUE }, PARLEY_LINE_IGNORE },
  { "come-back", { .sent = TRUE, .received = TRUE }, PARLEY_LINE_OWN_WORDS },
  { "own-words-with-an-old-stamp", { .sent = TRUE, .age_s = 86400 }, PARLEY_LINE_OWN_WORDS },
  { "own-words-flagged-as-delayed", { .sent = TRUE, .delayed = TRUE }, PARLEY_LINE_OWN_WORDS },
  { "own-words-of-fourteen-minutes-ago",
    { .sent = TRUE, .delayed = TRUE, .age_s = 840 },
    PARLEY_LINE_OWN_WORDS },
  { "own-words-of-yesterday",
    { .sent = TRUE, .received = TRUE, .delayed = TRUE, .age_s = 86400 },
    PARLEY_LINE_OWN_OLD },
  { "nothing", { 0 }, PARLEY_LINE_IGNORE },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;

  g_assert_cmpint (parley_inbound_judge (&c->facts, 600, 900), ==, c->line);
}

typedef struct
{
  const char *name;
  const char *text;
  gboolean fallback;
} Text;

#define TAG " \t  \t\t\t\t \t \t \t  "

static const Text texts[] = {
  { "conversations",
    "I sent you an OMEMO encrypted message but your client doesn\u2019t seem to support that. Find "
    "more information on https://conversations.im/omemo",
    TRUE },
  { "straight-apostrophe",
    "I sent you an OMEMO encrypted message but your client doesn't seem to support that.", TRUE },
  { "another-wording", "I sent you an OMEMO encrypted message but your client does not support it.",
    TRUE },
  { "gajim-profanity",
    "You received a message encrypted with OMEMO but your client doesn't support OMEMO.", TRUE },
  { "gajim-old",
    "You received a message encrypted with OMEMO but your client doesnt support OMEMO.", TRUE },
  { "lurch", "You received an OMEMO encrypted message, but your client does not support it.",
    TRUE },
  { "dino-monal", "[This message is OMEMO encrypted]", TRUE },
  { "full-stop", "This message is OMEMO encrypted.", TRUE },
  { "full-stop-in-brackets", "[This message is OMEMO encrypted.]\n", TRUE },
  { "poezio", "This message is encrypted with Legacy OMEMO (eu.siacs.conversations.axolotl)",
    TRUE },
  { "gajim-pgp", "[This message is *encrypted* (See :XEP:`27`)]", TRUE },
  { "gajim-openpgp", "This message is *encrypted* with OpenPGP", TRUE },
  { "gajim-pgp-in-german",
    "[Diese Nachricht ist *verschl\u00fcsselt* (Siehe :XEP:`27`)] ([This message is *encrypted* "
    "(See :XEP:`27`)])",
    TRUE },
  { "conversations-pgp",
    "I sent you a PGP encrypted message but your client doesn\u2019t seem to support that.", TRUE },
  { "conversations-otr",
    "I would like to start a private (OTR encrypted) conversation but your client doesn\u2019t "
    "seem "
    "to support that",
    TRUE },
  { "otr-query", "?OTRv23?", TRUE },
  { "otr-query-with-words",
    "?OTRv23?\nbob@example.org has requested an Off-the-Record private conversation.", TRUE },
  { "otr-query-version-1", "?OTR?", TRUE },
  { "otr-query-versions-1-2", "?OTR?v2?", TRUE },
  { "pidgin-otr-query",
    "?OTRv23?\n<b>me@localhost</b> has requested an <a href=\"https://otr.cypherpunks.ca/\">"
    "Off-the-Record private conversation</a>.  However, you do not have a plugin to support that.\n"
    "See <a href=\"https://otr.cypherpunks.ca/\">https://otr.cypherpunks.ca/</a> for more "
    "information.",
    TRUE },
  { "pidgin-otr-error-in-german",
    "?OTR Error: Sie haben eine unlesbare verschl\u00fcsselte "
    "Nachricht \u00fcbermittelt.",
    TRUE },
  { "otr-query-no-version", "?OTRv?", TRUE },
  { "otr-data", "?OTR:AAMDJ+MVmSfjFZcAAAAAAQAAAAI=.", TRUE },
  { "otr-part", "?OTR,1,3,?OTR:AAMD,", TRUE },
  { "otr-part-version-3", "?OTR|5a73a599|27e31597,00001,00003,?OTR:AAMD,", TRUE },
  { "otr-error", "?OTR Error: You sent encrypted data to bob, who wasn't expecting it.", TRUE },
  { "otr-tag-alone", TAG "  \t\t  \t ", TRUE },
  { "pgp-armour", "-----BEGIN PGP MESSAGE-----\n\nhQEMA5vJ\n-----END PGP MESSAGE-----", TRUE },
  { "after-a-blank-line", "\n?OTRv23?", TRUE },

  { "words-with-otr-tag", "hello there" TAG "  \t\t  \t ", FALSE },
  { "blanks", "   \t ", FALSE },
  { "nothing", "", FALSE },
  { "bracket", "[", FALSE },
  { "what-is-otr", "what is OTR?", FALSE },
  { "otr-in-a-sentence", "?OTR is a protocol", FALSE },
  { "otr-name", "?OTR", FALSE },
  { "otr-version", "?OTRv3 is newer", FALSE },
  { "otr-error-talk", "?OTR Errors are annoying", FALSE },
  { "otr-later-in-the-text", "my client shows ?OTR:AAMDJ all the time", FALSE },
  { "omemo-talk", "This message is OMEMO encrypted, so nobody else reads it", FALSE },
  { "omemo-question", "is this message OMEMO encrypted?", FALSE },
  { "encrypted-talk", "this message is encrypted, isn't it", FALSE },
  { "quoted", "> I sent you an OMEMO encrypted message but your client\nwhat is that?", FALSE },
  { "told-about", "it says \"I sent you an OMEMO encrypted message but your client...\"", FALSE },
  { "sent-you-something", "I sent you an OMEMO encrypted message, did you get it?", FALSE },
  { "pgp-signed", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nhello", FALSE },
  { "pgp-key", "-----BEGIN PGP PUBLIC KEY BLOCK-----", FALSE },
  { "broken-utf8", "\xff\xfe?OTR", FALSE },
};

static void
test_text (gconstpointer data)
{
  const Text *t = data;

  g_assert_cmpint (parley_inbound_is_fallback (t->text), ==, t->fallback);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/inbound/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/guard/inbound/fallback/", texts[i].name, NULL);

      g_test_add_data_func (path, &texts[i], test_text);
    }
  return g_test_run ();
}
