/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-withhold.h"

#include <string.h>
#include <glib/gi18n-lib.h>

#include "base/parley-text.h"
#include "guard/parley-address-shape.h"
#include "guard/parley-secret-shape.h"
#include "guard/parley-value-shape.h"

/* So much of what was said before is looked at together with so much of a bubble. */
#define MAX_BEFORE_BYTES 512
#define MAX_BEGIN_BYTES  1024
#define MAX_ASKED_BYTES  4096
/* Entries of the user's list with so many letters and digits are found however they are spaced. */
#define MIN_SPACED 6

struct _ParleyWithhold
{
  ParleyLexicon *lexicon;
};

ParleyWithhold *
parley_withhold_new (ParleyLexicon *lexicon)
{
  ParleyWithhold *withhold = g_new0 (ParleyWithhold, 1);

  withhold->lexicon = lexicon;
  return withhold;
}

void
parley_withhold_free (ParleyWithhold *withhold)
{
  g_free (withhold);
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
is_never_said (const char *list, const ParleySaid *said)
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

static gboolean
has_phrase (const ParleySaid *said, ParleyPhraseList list)
{
  return (said->phrases & PARLEY_PHRASES_BIT (list)) != 0;
}

static ParleyWithheld
judge_shapes (const ParleySaid *said, const char *asked)
{
  if (parley_secret_shape_is_key (said->text))
    return PARLEY_WITHHELD_KEY;
  if (parley_secret_shape_is_iban (said->folded) || parley_secret_shape_is_card (said->folded))
    return PARLEY_WITHHELD_ACCOUNT;
  if (parley_value_shape_is_secret (said) || parley_value_shape_is_code (said))
    return PARLEY_WITHHELD_SECRET;
  if (parley_value_shape_is_amount (said))
    return PARLEY_WITHHELD_MONEY;
  if (parley_address_shape_is_told (said, asked))
    return PARLEY_WITHHELD_ADDRESS;
  return PARLEY_WITHHELD_NOT;
}

static ParleyWithheld
judge_words (const ParleySaid *said)
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
  g_auto (ParleySaid) said = { 0 };
  ParleyWithheld found;

  parley_said_init (&said, withhold->lexicon, text);
  if (it->never_say != NULL && is_never_said (it->never_say, &said))
    return PARLEY_WITHHELD_NEVER_SAY;
  found = judge_shapes (&said, it->asked);
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
  g_autofree char *begin = NULL;
  g_autofree char *joined = NULL;

  if (length > MAX_BEFORE_BYTES)
    before = g_utf8_find_next_char (before + length - MAX_BEFORE_BYTES, NULL);
  if (judge_text (withhold, before, it) != PARLEY_WITHHELD_NOT)
    return PARLEY_WITHHELD_NOT;
  begin = g_strndup (it->bubble, strnlen (it->bubble, MAX_BEGIN_BYTES));
  joined = g_strconcat (before, " ", begin, NULL);
  if (strlen (it->bubble) > MAX_BEGIN_BYTES)
    *g_utf8_find_prev_char (joined, joined + strlen (joined)) = '\0';
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

gboolean
parley_withheld_is_secret (ParleyWithheld withheld)
{
  switch (withheld)
    {
    case PARLEY_WITHHELD_NEVER_SAY:
    case PARLEY_WITHHELD_KEY:
    case PARLEY_WITHHELD_ACCOUNT:
    case PARLEY_WITHHELD_SECRET:
    case PARLEY_WITHHELD_ADDRESS:
    case PARLEY_WITHHELD_PROMPT:
    case PARLEY_WITHHELD_UNJUDGED:
      return TRUE;
    case PARLEY_WITHHELD_NOT:
    case PARLEY_WITHHELD_DENIAL:
    case PARLEY_WITHHELD_MONEY:
    case PARLEY_WITHHELD_WHEREABOUTS:
    case PARLEY_WITHHELD_HEALTH:
    case PARLEY_WITHHELD_LEGAL:
    case PARLEY_WITHHELD_APPOINTMENT:
    case PARLEY_WITHHELD_ANSWER:
    case PARLEY_WITHHELD_GRAVE:
    case PARLEY_N_WITHHELD:
      break;
    }
  return FALSE;
}

const char *
parley_withheld_explain (ParleyWithheld withheld)
{
  static const char *const sentences[PARLEY_N_WITHHELD] = {
    [PARLEY_WITHHELD_NOT] = N_ ("Nothing in the answer is for you alone to say."),
    [PARLEY_WITHHELD_NEVER_SAY] = N_ ("The answer contains something from your “Never say” list."),
    [PARLEY_WITHHELD_KEY] = N_ ("The answer contains something that looks like a key."),
    [PARLEY_WITHHELD_ACCOUNT] = N_ ("The answer contains the number of a bank account or a card."),
    [PARLEY_WITHHELD_SECRET] = N_ ("The answer gives a password or a code."),
    [PARLEY_WITHHELD_DENIAL] = N_ ("The answer denies that a program writes it."),
    [PARLEY_WITHHELD_MONEY] = N_ ("The answer is about money."),
    [PARLEY_WITHHELD_ADDRESS]
    = N_ ("The answer contains an address or a number to reach somebody."),
    [PARLEY_WITHHELD_WHEREABOUTS] = N_ ("The answer says where somebody is."),
    [PARLEY_WITHHELD_HEALTH] = N_ ("The answer is about health."),
    [PARLEY_WITHHELD_LEGAL] = N_ ("The answer may commit you to something."),
    [PARLEY_WITHHELD_APPOINTMENT] = N_ ("The answer makes an appointment."),
    [PARLEY_WITHHELD_PROMPT] = N_ ("The answer repeats what the model was told."),
    [PARLEY_WITHHELD_GRAVE] = N_ ("They wrote something urgent, and no model answers that."),
    [PARLEY_WITHHELD_UNJUDGED]
    = N_ ("A file of yours can't be read, so Parley can't tell whether only you may answer this."),
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
    [PARLEY_WITHHELD_PROMPT] = "prompt",
    [PARLEY_WITHHELD_GRAVE] = "grave",
    [PARLEY_WITHHELD_UNJUDGED] = "unjudged",
    [PARLEY_WITHHELD_ANSWER] = "answer",
  };

  return names[withheld];
}
