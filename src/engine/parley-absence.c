/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-absence.h"

#include "base/parley-i18n.h"
#include "base/parley-text.h"
#include "context/parley-diary.h"
#include "turn/parley-shape.h"

/* Of one text. */
#define MAX_CHARS 300
#define MAX_BYTES 2048
/* Of what somebody said at once, where all of it is read. */
#define MAX_TALK_BYTES 16384

static char *
shorten (const char *text)
{
  return parley_absence_shorten (text, MAX_CHARS);
}

/* Their texts join to one, up to what is shown of it. */
static void
join (GString *all, const char *text)
{
  if (*text != '\0' && all->len < MAX_BYTES)
    g_string_append_printf (all, "%s%s", all->len > 0 ? " " : "", text);
}

/* --- reading the sources --- */

/* What the user has not seen, in the order in which it happened. */
typedef struct
{
  const ParleyAbsenceSources *sources;
  gint64 seen;     /* wall: what was before it they have seen */
  guint unseen;    /* from which utterance on */
  gint64 answered; /* wall: when they were answered last; -1: never */
  gboolean happened;
  const ParleyJournalEntry *handed_over;
  const ParleyJournalEntry *important;
  const ParleyJournalEntry *perhaps;
  const ParleyJournalEntry *silence; /* why they were not answered; NULL: they were */
  GString *said;
  GString *draft;
  gboolean said_is_over; /* what comes belongs to another answer */
  gboolean draft_is_over;
} Look;

static void
find_unseen (Look *look)
{
  const GPtrArray *utterances = look->sources->utterances;

  look->seen = look->sources->since;
  for (guint i = utterances->len; i > 0; i--)
    {
      const ParleyUtterance *utterance = g_ptr_array_index (utterances, i - 1);

      if (utterance->speaker != PARLEY_SPEAKER_USER)
        continue;
      look->seen = MAX (look->seen, utterance->when.received);
      look->unseen = i;
      return;
    }
}

static void
take_text (GString *answer, gboolean *is_over, const char *text)
{
  if (*is_over)
    g_string_truncate (answer, 0);
  *is_over = FALSE;
  join (answer, text);
}

/* An away note is no answer to anything they asked. */
static void
take_said (Look *look, const ParleyJournalEntry *entry)
{
  take_text (look->said, &look->said_is_over, entry->text);
  if (g_str_equal (entry->reason, "perhaps"))
    look->perhaps = entry;
  g_string_truncate (look->draft, 0);
  if (g_str_equal (entry->reason, "away_note"))
    return;
  look->answered = entry->wall;
  look->silence = NULL;
}

static void
take_entry (Look *look, const ParleyJournalEntry *entry)
{
  look->happened |= entry->kind != PARLEY_JOURNAL_READ && entry->kind != PARLEY_JOURNAL_STOPPED
                    && entry->kind != PARLEY_JOURNAL_RESUMED && entry->kind != PARLEY_JOURNAL_MODE;
  switch (entry->kind)
    {
    case PARLEY_JOURNAL_SAID:
    case PARLEY_JOURNAL_SENT:
      take_said (look, entry);
      break;
    case PARLEY_JOURNAL_DRAFT:
      take_text (look->draft, &look->draft_is_over, entry->text);
      break;
    case PARLEY_JOURNAL_READ:
      look->said_is_over = look->draft_is_over = TRUE;
      break;
    case PARLEY_JOURNAL_HANDED_OVER:
      look->handed_over = entry;
      break;
    case PARLEY_JOURNAL_IMPORTANT:
      look->important = entry;
      break;
    case PARLEY_JOURNAL_WITHHELD:
    case PARLEY_JOURNAL_REFUSED:
    case PARLEY_JOURNAL_LOOP:
    case PARLEY_JOURNAL_ERROR:
      look->silence = entry;
      break;
    case PARLEY_JOURNAL_TURN:
    case PARLEY_JOURNAL_DROPPED:
    case PARLEY_JOURNAL_STOPPED:
    case PARLEY_JOURNAL_RESUMED:
    case PARLEY_JOURNAL_MODE:
    case PARLEY_JOURNAL_SERVER:
    case PARLEY_JOURNAL_LIMIT:
    case PARLEY_N_JOURNAL_KINDS:
      break;
    }
}

static void
take_entries (Look *look)
{
  const GPtrArray *entries = look->sources->entries;

  for (guint i = 0; i < entries->len; i++)
    {
      const ParleyJournalEntry *entry = g_ptr_array_index (entries, i);

      if (entry->wall >= look->seen)
        take_entry (look, entry);
    }
}

/* Returns: (transfer full): what of theirs tells most: the first question that nobody answered,
 * else the first question, else what they wrote last, in one. @open: (out): whether it is such a
 * question. */
static char *
dup_wanted (Look *look, gboolean *open)
{
  const GPtrArray *utterances = look->sources->utterances;
  g_autoptr (GString) newest = g_string_new (NULL);
  g_autofree char *question = NULL;
  gboolean answered = FALSE;

  *open = FALSE;
  for (guint i = look->unseen; i < utterances->len; i++)
    {
      const ParleyUtterance *utterance = g_ptr_array_index (utterances, i);
      g_autofree char *own = NULL;

      if (utterance->speaker != PARLEY_SPEAKER_PERSON)
        {
          answered = TRUE;
          continue;
        }
      own = parley_text_dup_own_words (utterance->text);
      take_text (newest, &answered, own);
      if (!parley_shape_is_question (own))
        continue;
      *open = utterance->when.received > look->answered;
      if (*open)
        return shorten (own);
      if (question == NULL)
        question = shorten (own);
    }
  return question != NULL ? g_steal_pointer (&question) : shorten (newest->str);
}

/* Returns: (transfer full): of ParleyUtterance. A line break of theirs could pass for the next one
 * who speaks. */
static GPtrArray *
dup_talk (const Look *look)
{
  const GPtrArray *utterances = look->sources->utterances;
  GPtrArray *talk = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_utterance_free);

  for (guint i = look->unseen; i < utterances->len; i++)
    {
      const ParleyUtterance *utterance = g_ptr_array_index (utterances, i);
      ParleyUtterance *copy = g_new0 (ParleyUtterance, 1);

      copy->speaker = utterance->speaker;
      copy->text = parley_text_dup_line (utterance->text, MAX_TALK_BYTES);
      copy->when = utterance->when;
      g_ptr_array_add (talk, copy);
    }
  return talk;
}

/* Returns: how often they wrote if they had no answer at all, which an away note is not; else 0. */
static guint
count_ignored (const Look *look)
{
  const GPtrArray *utterances = look->sources->utterances;
  guint n = 0;

  for (guint i = look->unseen; i < utterances->len && look->answered < 0; i++)
    n += ((const ParleyUtterance *) g_ptr_array_index (utterances, i))->speaker
         == PARLEY_SPEAKER_PERSON;
  return n;
}

/* --- what is left to do --- */

/* What is left, sentence after sentence. */
typedef struct
{
  ParleyLeft left;
  GString *text;
} Due;

/* @sentence: (transfer full). */
static void
add_due (Due *due, ParleyLeft left, char *sentence)
{
  due->left = MIN (due->left, left);
  g_string_append_printf (due->text, "%s%s", due->text->len > 0 ? " " : "", sentence);
  g_free (sentence);
}

/* @sentence: with a place for @text. */
#define ADD_QUOTE(due, left, sentence, text)                                                       \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *quote_ = shorten (text);                                                      \
                                                                                                   \
    add_due (due, left, g_strdup_printf (sentence, quote_));                                       \
  }                                                                                                \
  G_STMT_END

static void
add_facts (const Look *look, ParleyFactKind kind, Due *due)
{
  const GPtrArray *facts = look->sources->facts;

  for (guint i = 0; i < facts->len; i++)
    {
      const ParleyFact *fact = g_ptr_array_index (facts, i);

      if (fact->kind != kind || fact->wall < look->seen)
        continue;
      if (kind == PARLEY_FACT_KIND_PROMISE)
        /* Translators: what Parley promised in the user's name. */
        ADD_QUOTE (due, PARLEY_LEFT_PROMISE, _ ("Promised: “%s”."), fact->text);
      else
        /* Translators: a question of theirs that waits for the user's answer. */
        ADD_QUOTE (due, PARLEY_LEFT_QUESTION, _ ("Open: “%s”."), fact->text);
    }
}

static void
add_entry (Due *due, ParleyLeft left, const ParleyJournalEntry *entry)
{
  g_autofree char *sentence = parley_diary_dup_sentence (entry);

  add_due (due, left, parley_text_dup_line (sentence, MAX_BYTES));
}

static char *
dup_due (const Look *look, gboolean open_question, guint ignored, ParleyLeft *left)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Due due = { PARLEY_LEFT_NOTHING, text };

  add_facts (look, PARLEY_FACT_KIND_PROMISE, &due);
  add_facts (look, PARLEY_FACT_KIND_QUESTION, &due);
  if (open_question)
    /* Translators: they asked something that the user has to answer. */
    add_due (&due, PARLEY_LEFT_QUESTION, g_strdup (_ ("Their question waits for you.")));
  if (look->sources->draft_waits && look->draft->len > 0)
    ADD_QUOTE (&due, PARLEY_LEFT_DRAFT, _ ("A draft waits: “%s”."), look->draft->str);
  else if (look->sources->draft_waits)
    add_due (&due, PARLEY_LEFT_DRAFT, g_strdup (_ ("A draft waits.")));
  if (look->handed_over != NULL)
    add_entry (&due, PARLEY_LEFT_ANSWER, look->handed_over);
  if (look->important != NULL)
    add_entry (&due, PARLEY_LEFT_ATTENTION, look->important);
  if (look->perhaps != NULL)
    add_entry (&due, PARLEY_LEFT_PERHAPS, look->perhaps);
  if (look->silence != NULL && !look->sources->draft_waits)
    add_entry (&due, PARLEY_LEFT_SILENCE, look->silence);
  if (ignored > 0 && text->len == 0)
    add_due (&due, PARLEY_LEFT_SILENCE, parley_absence_dup_ignored (ignored));
  *left = due.left;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- the whole --- */

static gint64
get_newest (const ParleyAbsenceSources *sources)
{
  const ParleyJournalEntry *newest
      = sources->entries->len > 0 ? g_ptr_array_index (sources->entries, sources->entries->len - 1)
                                  : NULL;

  return newest != NULL ? newest->wall : sources->since;
}

char *
parley_absence_shorten (const char *text, guint max_chars)
{
  g_autofree char *line = parley_text_dup_line (text, MAX_BYTES);
  g_autofree char *head = NULL;

  if (g_utf8_strlen (line, -1) <= max_chars)
    return g_steal_pointer (&line);
  head = g_utf8_substring (line, 0, max_chars - 1);
  return g_strconcat (g_strchomp (head), "…", NULL);
}

char *
parley_absence_dup_ignored (guint n)
{
  return g_strdup_printf (ngettext ("%u message, no answer.", "%u messages, no answer.", n), n);
}

ParleyAbsence *
parley_absence_new (const ParleyAbsenceSources *sources)
{
  g_autoptr (GString) said = g_string_new (NULL);
  g_autoptr (GString) draft = g_string_new (NULL);
  Look look = { .sources = sources, .answered = -1, .said = said, .draft = draft };
  ParleyAbsence *absence;
  gboolean open_question;
  guint ignored;

  find_unseen (&look);
  take_entries (&look);
  ignored = count_ignored (&look);
  if (!look.happened && ignored == 0)
    return NULL;
  absence = g_new0 (ParleyAbsence, 1);
  absence->key = parley_chat_key_copy (sources->key);
  absence->wanted = dup_wanted (&look, &open_question);
  absence->said = shorten (said->str);
  absence->due = dup_due (&look, open_question, ignored, &absence->left);
  absence->talk = dup_talk (&look);
  absence->wall = get_newest (sources);
  return absence;
}

void
parley_absence_free (ParleyAbsence *absence)
{
  parley_chat_key_free (absence->key);
  g_free (absence->due);
  g_free (absence->wanted);
  g_free (absence->said);
  g_clear_pointer (&absence->talk, g_ptr_array_unref);
  g_free (absence);
}

int
parley_absence_compare (gconstpointer a, gconstpointer b)
{
  const ParleyAbsence *left = *(const ParleyAbsence *const *) a;
  const ParleyAbsence *right = *(const ParleyAbsence *const *) b;

  if (left->left != right->left)
    return (int) left->left - (int) right->left;
  return (left->wall < right->wall) - (left->wall > right->wall);
}
