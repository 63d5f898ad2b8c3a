/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-withhold.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "base/parley-text.h"
#include "guard/parley-secret-shape.h"

/* So much of what was said before is looked at together with a bubble. */
#define MAX_BEFORE_BYTES 512
#define MAX_ASKED_BYTES  4096
/* Entries of the user's list with so many letters and digits are found however they are spaced. */
#define MIN_SPACED 6

/* Parts of the expressions; "%s" is a list of the lexicon. */
#define AMOUNT                                                                                     \
  "[$€£¥₽₹₿]\\s?\\d|\\d[\\d.,' "                                                         \
  "]*(?:k|m|mio|mln|тыс|万|千)?\\s?(?:[$€£¥₽₹₿]|%1$s)"
#define VALUE_SAID "%1$s[^\\n]{0,40}?(?:[:=]\\s*\\S|%2$s\\s*(?:[\"'“”„«»「`]|\\S*\\d))"
#define CODE_SAID                                                                                  \
  "%1$s[^\\n\\d]{0,40}?(?<!\\d)\\d(?:[ -]?\\d){3,7}(?!\\d)"                                        \
  "|(?<!\\d)\\d(?:[ -]?\\d){3,7}\\s*%2$s[^\\n\\d]{0,20}?%1$s"
/* A name begins with a capital, or is one of the small words between names. */
#define NAME "(?:\\p{Lu}[\\w'.-]*|de|du|des|la|le|les|del|da|do|dos|am|an|der|im)"
#define STREET                                                                                     \
  "\\d{1,5}[a-z]?,?\\s+(?:" NAME "\\s+){1,3}(?i:%1$s)"                                             \
  "|\\d{1,4},?\\s+(?i:%1$s)\\s+(?:" NAME "\\s*){1,4}"                                              \
  "|(?i:%1$s)\\s*(?:" NAME "\\s*){1,4},?\\s*\\d{1,4}\\b"                                           \
  "|[\\d一二三四五六七八九十]+\\s*(?:丁目|番地)"                                     \
  "|\\p{Lu}\\w+(?i:%2$s)\\s*\\d{1,4}\\b|\\p{Han}{2,}(?:%2$s)\\s*\\d{1,5}\\s*[号號]"
#define CONTACT                                                                                    \
  "(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]+\\.[\\w.-]*\\w|(?<![\\w.,:/-])(?:\\+|00?)[1-9](?:[ "         \
  "()/.-]{0,2}\\d){6,13}"                                                                          \
  "(?![\\w-])|(?<![\\d.])-?\\d{1,2}\\.\\d{4,}\\s*[,;]\\s*-?\\d{1,3}\\.\\d{4,}"                     \
  "|\\bgeo:-?\\d|maps\\.(?:google|apple|app)|goo\\.gl/maps|openstreetmap\\.org/"

struct _ParleyWithhold
{
  ParleyLexicon *lexicon;
  GRegex *amount;  /* of folded text */
  GRegex *value;   /* likewise */
  GRegex *code;    /* likewise */
  GRegex *street;  /* of text with its capitals */
  GRegex *contact; /* likewise */
};

/* A bubble in the forms that the questions need. */
typedef struct
{
  const char *text;
  char *folded;
  char *cased; /* in the letters of what is folded, but with capitals */
  gboolean digits;
  guint32 phrases; /* of which lists there are some in it */
} Said;

/* @format: of our own, with up to two lists. */
static GRegex *
compile (ParleyLexicon *lexicon, const char *format, ParleyPhraseList first, ParleyPhraseList other)
{
  g_autofree char *a = parley_lexicon_dup_pattern (lexicon, first);
  g_autofree char *b = parley_lexicon_dup_pattern (lexicon, other);
  g_auto (GStrv) with_a = g_strsplit (format, "%1$s", -1);
  g_autofree char *half = g_strjoinv (a, with_a);
  g_auto (GStrv) with_b = g_strsplit (half, "%2$s", -1);
  g_autofree char *pattern = g_strjoinv (b, with_b);
  g_autoptr (GError) error = NULL;
  GRegex *regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, &error);

  if (regex == NULL)
    g_error ("%s", error->message); /* whatever a file holds is escaped */
  return regex;
}

ParleyWithhold *
parley_withhold_new (ParleyLexicon *lexicon)
{
  ParleyWithhold *withhold = g_new0 (ParleyWithhold, 1);

  withhold->lexicon = lexicon;
  withhold->amount
      = compile (lexicon, AMOUNT, PARLEY_PHRASES_CURRENCIES, PARLEY_PHRASES_CURRENCIES);
  withhold->value = compile (lexicon, VALUE_SAID, PARLEY_PHRASES_SECRETS, PARLEY_PHRASES_COPULAS);
  withhold->code = compile (lexicon, CODE_SAID, PARLEY_PHRASES_CODES, PARLEY_PHRASES_COPULAS);
  withhold->street = compile (lexicon, STREET, PARLEY_PHRASES_STREETS, PARLEY_PHRASES_STREET_ENDS);
  withhold->contact = g_regex_new (CONTACT, G_REGEX_OPTIMIZE, 0, NULL);
  return withhold;
}

void
parley_withhold_free (ParleyWithhold *withhold)
{
  g_regex_unref (withhold->amount);
  g_regex_unref (withhold->value);
  g_regex_unref (withhold->code);
  g_regex_unref (withhold->street);
  g_regex_unref (withhold->contact);
  g_free (withhold);
}

static char *
dup_cased (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "ß", -1);

  return g_strjoinv ("ss", parts);
}

/* Also those of Chinese and Japanese addresses. */
static gboolean
has_digit (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isdigit (c) || (c > 0x4E00 && g_unichar_isalpha (c)))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full): only the letters and digits. */
static char *
dup_unspaced (const char *folded)
{
  GString *bare = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (g_unichar_isalnum (g_utf8_get_char (p)))
        g_string_append_unichar (bare, g_utf8_get_char (p));
    }
  return g_string_free (bare, FALSE);
}

static gboolean
is_never_said (const char *list, const Said *said)
{
  g_autofree char *folded = parley_text_dup_folded (list);
  g_autofree char *unspaced = dup_unspaced (said->folded);
  g_auto (GStrv) entries = g_strsplit_set (folded, ";\n", -1);

  for (guint i = 0; entries[i] != NULL; i++)
    {
      const char *entry = g_strstrip (entries[i]);
      g_autofree char *bare = dup_unspaced (entry);

      if (*entry == '\0')
        continue;
      if (parley_phrase_is_in (said->folded, entry)
          || (g_utf8_strlen (bare, -1) >= MIN_SPACED && strstr (unspaced, bare) != NULL))
        return TRUE;
    }
  return FALSE;
}

/* What they wrote themselves may be repeated to them. */
static gboolean
is_new_to_them (GRegex *regex, const char *text, const char *asked)
{
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (regex, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *found = g_match_info_fetch (match, 0);

      if (asked == NULL || strstr (asked, found) == NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_phrase (const Said *said, ParleyPhraseList list)
{
  return (said->phrases & PARLEY_PHRASES_BIT (list)) != 0;
}

static gboolean
tells_secret (ParleyWithhold *withhold, const Said *said)
{
  return (has_phrase (said, PARLEY_PHRASES_SECRETS)
          && g_regex_match (withhold->value, said->folded, 0, NULL))
         || (said->digits && has_phrase (said, PARLEY_PHRASES_CODES)
             && g_regex_match (withhold->code, said->folded, 0, NULL));
}

static gboolean
tells_address (ParleyWithhold *withhold, const Said *said, const char *asked)
{
  return (said->digits && is_new_to_them (withhold->street, said->cased, asked))
         || is_new_to_them (withhold->contact, said->text, asked);
}

static ParleyWithheld
judge_shapes (ParleyWithhold *withhold, const Said *said, const char *asked)
{
  if (parley_secret_shape_is_key (said->text))
    return PARLEY_WITHHELD_KEY;
  if (parley_secret_shape_is_iban (said->text) || parley_secret_shape_is_card (said->text))
    return PARLEY_WITHHELD_ACCOUNT;
  if (tells_secret (withhold, said))
    return PARLEY_WITHHELD_SECRET;
  if (said->digits && g_regex_match (withhold->amount, said->folded, 0, NULL))
    return PARLEY_WITHHELD_MONEY;
  if (tells_address (withhold, said, asked))
    return PARLEY_WITHHELD_ADDRESS;
  return PARLEY_WITHHELD_NOT;
}

static ParleyWithheld
judge_words (const Said *said)
{
  static const struct
  {
    ParleyPhraseList list;
    ParleyWithheld withheld;
  } rows[] = {
    { PARLEY_PHRASES_DENIALS, PARLEY_WITHHELD_DENIAL },
    { PARLEY_PHRASES_MONEY, PARLEY_WITHHELD_MONEY },
    { PARLEY_PHRASES_WHEREABOUTS, PARLEY_WITHHELD_WHEREABOUTS },
    { PARLEY_PHRASES_HEALTH, PARLEY_WITHHELD_HEALTH },
    { PARLEY_PHRASES_LEGAL, PARLEY_WITHHELD_LEGAL },
    { PARLEY_PHRASES_APPOINTMENTS, PARLEY_WITHHELD_APPOINTMENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (has_phrase (said, rows[i].list))
        return rows[i].withheld;
    }
  return PARLEY_WITHHELD_NOT;
}

static ParleyWithheld
judge_text (ParleyWithhold *withhold, const char *text, const ParleyWithholdCase *it)
{
  g_autofree char *folded = parley_text_dup_folded (text);
  g_autofree char *cased = dup_cased (text);
  const Said said = {
    .text = text,
    .folded = folded,
    .cased = cased,
    .digits = has_digit (text),
    .phrases = parley_lexicon_scan (withhold->lexicon, folded),
  };
  ParleyWithheld found;

  if (it->never_say != NULL && is_never_said (it->never_say, &said))
    return PARLEY_WITHHELD_NEVER_SAY;
  found = judge_shapes (withhold, &said, it->asked);
  return found != PARLEY_WITHHELD_NOT ? found : judge_words (&said);
}

/* A mere "yes" binds by what it answers. */
static gboolean
is_answer_of_theirs (ParleyWithhold *withhold, const ParleyWithholdCase *it)
{
  g_autofree char *bounded = NULL;
  g_autofree char *asked = NULL;
  g_autofree char *folded = NULL;

  if (it->asked == NULL)
    return FALSE;
  bounded = parley_text_dup_clean (it->asked, MAX_ASKED_BYTES);
  asked = parley_text_dup_folded (bounded);
  folded = parley_text_dup_folded (it->bubble);
  return parley_lexicon_begins (withhold->lexicon, PARLEY_PHRASES_ASSENT, g_strchug (folded))
         && (parley_lexicon_scan (withhold->lexicon, asked)
             & PARLEY_PHRASES_BIT (PARLEY_PHRASES_ASKS))
                != 0;
}

/* Nothing is said by halves: what two bubbles make together counts as well. */
static ParleyWithheld
judge_together (ParleyWithhold *withhold, const ParleyWithholdCase *it)
{
  const char *before = it->before;
  gsize length = strlen (before);
  g_autofree char *joined = NULL;

  if (length > MAX_BEFORE_BYTES)
    before = g_utf8_find_next_char (before + length - MAX_BEFORE_BYTES, NULL);
  if (judge_text (withhold, before, it) != PARLEY_WITHHELD_NOT)
    return PARLEY_WITHHELD_NOT;
  joined = g_strconcat (before, " ", it->bubble, NULL);
  return judge_text (withhold, joined, it);
}

ParleyWithheld
parley_withhold_judge (ParleyWithhold *withhold, const ParleyWithholdCase *it)
{
  ParleyWithheld found = judge_text (withhold, it->bubble, it);

  if (found == PARLEY_WITHHELD_NOT && it->before != NULL && *it->before != '\0')
    found = judge_together (withhold, it);
  if (found == PARLEY_WITHHELD_NOT && is_answer_of_theirs (withhold, it))
    found = PARLEY_WITHHELD_ANSWER;
  return found;
}

const char *
parley_withheld_explain (ParleyWithheld withheld)
{
  static const char *const sentences[PARLEY_N_WITHHELD] = {
    [PARLEY_WITHHELD_NOT] = N_ ("Nothing in the answer is for you alone to say."),
    [PARLEY_WITHHELD_NEVER_SAY]
    = N_ ("The answer holds something of your list of what is never said."),
    [PARLEY_WITHHELD_KEY] = N_ ("The answer holds something that looks like a key."),
    [PARLEY_WITHHELD_ACCOUNT] = N_ ("The answer holds the number of a bank account or a card."),
    [PARLEY_WITHHELD_SECRET] = N_ ("The answer tells a password or a code."),
    [PARLEY_WITHHELD_DENIAL] = N_ ("The answer denies that a program writes."),
    [PARLEY_WITHHELD_MONEY] = N_ ("The answer is about money."),
    [PARLEY_WITHHELD_ADDRESS] = N_ ("The answer holds an address or a number to reach somebody."),
    [PARLEY_WITHHELD_WHEREABOUTS] = N_ ("The answer tells where somebody is."),
    [PARLEY_WITHHELD_HEALTH] = N_ ("The answer is about health."),
    [PARLEY_WITHHELD_LEGAL] = N_ ("The answer may bind you."),
    [PARLEY_WITHHELD_APPOINTMENT] = N_ ("The answer makes an appointment."),
    [PARLEY_WITHHELD_ANSWER] = N_ ("The answer is a yes or a no that only you can give."),
  };

  return _ (sentences[withheld]);
}

const char *
parley_withheld_to_string (ParleyWithheld withheld)
{
  static const char *const names[PARLEY_N_WITHHELD] = {
    [PARLEY_WITHHELD_NOT] = "not",
    [PARLEY_WITHHELD_NEVER_SAY] = "never_say",
    [PARLEY_WITHHELD_KEY] = "key",
    [PARLEY_WITHHELD_ACCOUNT] = "account",
    [PARLEY_WITHHELD_SECRET] = "secret",
    [PARLEY_WITHHELD_DENIAL] = "denial",
    [PARLEY_WITHHELD_MONEY] = "money",
    [PARLEY_WITHHELD_ADDRESS] = "address",
    [PARLEY_WITHHELD_WHEREABOUTS] = "whereabouts",
    [PARLEY_WITHHELD_HEALTH] = "health",
    [PARLEY_WITHHELD_LEGAL] = "legal",
    [PARLEY_WITHHELD_APPOINTMENT] = "appointment",
    [PARLEY_WITHHELD_ANSWER] = "answer",
  };

  return names[withheld];
}
