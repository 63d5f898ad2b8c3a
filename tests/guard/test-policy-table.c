/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Every combination of what there is to know and to do, against the table in docs/decision.md and
 * against what must hold whatever a table says. */
#include "guard/parley-policy.h"

#include <string.h>

/* --- all there is to know --- */

typedef enum
{
  RULE_HOLDS,
  RULE_RESTS,
  RULE_BROKEN,
  N_RULES,
} Rule;

typedef enum
{
  STATUS_GOOD,
  STATUS_UNLOCKED,
  STATUS_UNKNOWN_PROTOCOL,
  STATUS_OTHER_SPEAKER,
  STATUS_INVISIBLE,
  STATUS_ABSENT,
  STATUS_OFFLINE,
  STATUS_BLOCKED,
  N_STATUSES,
} Status;

typedef enum
{
  KIND_PERSON,
  KIND_OWN_ACCOUNT,
  KIND_SERVICE,
  KIND_GROUP,
  N_KINDS,
} Kind;

typedef enum
{
  PLAIN,
  ENCRYPTED_LOCAL,
  ENCRYPTED_ALLOWED,
  ENCRYPTED_REMOTE,
  ENCRYPTED_EXPOSED,
  N_ENCRYPTIONS,
} Encryption;

/* One cell. Each dimension goes from what permits most to what permits least. */
typedef enum
{
  MODE, /* how far from AUTO */
  RULE,
  STATUS,
  STOP,
  PAUSE,
  QUIET,
  LIMIT,
  REQUESTS,
  KIND,
  ENCRYPTION,
  N_DIMENSIONS,
} Dimension;

typedef struct
{
  guint at[N_DIMENSIONS];
} Cell;

static const guint sizes[N_DIMENSIONS] = {
  [MODE] = PARLEY_N_MODES,
  [RULE] = N_RULES,
  [STATUS] = N_STATUSES,
  [STOP] = 2,
  [PAUSE] = 2,
  [QUIET] = 2,
  [LIMIT] = PARLEY_LIMIT_LOOP + 1,
  [REQUESTS] = 2,
  [KIND] = N_KINDS,
  [ENCRYPTION] = N_ENCRYPTIONS,
};

/* Returns: FALSE after the last one, and @cell is the first again. */
static gboolean
next_cell (Cell *cell)
{
  for (guint d = 0; d < N_DIMENSIONS; d++)
    {
      if (++cell->at[d] < sizes[d])
        return TRUE;
      cell->at[d] = 0;
    }
  return FALSE;
}

static ParleyFacts
get_facts (const Cell *cell)
{
  return (ParleyFacts){
    .mode = PARLEY_MODE_AUTO - cell->at[MODE],
    .person.absent = cell->at[STATUS] == STATUS_ABSENT,
    .connected = cell->at[STATUS] != STATUS_OFFLINE,
    .visible = cell->at[STATUS] != STATUS_INVISIBLE,
    .speaker = cell->at[STATUS] != STATUS_OTHER_SPEAKER,
    .unlocked = cell->at[STATUS] == STATUS_UNLOCKED,
    .person.unknown_protocol = cell->at[STATUS] == STATUS_UNKNOWN_PROTOCOL,
    .person.blocked = cell->at[STATUS] == STATUS_BLOCKED,
    .person.group_chat = cell->at[KIND] == KIND_GROUP,
    .person.service = cell->at[KIND] == KIND_SERVICE,
    .person.own_account = cell->at[KIND] == KIND_OWN_ACCOUNT,
    .rule_broken = cell->at[RULE] == RULE_BROKEN,
    .rule_rests = cell->at[RULE] == RULE_RESTS,
    .stopped = cell->at[STOP] == 1,
    .paused = cell->at[PAUSE] == 1,
    .quiet = cell->at[QUIET] == 1,
    .secrecy.encrypted = cell->at[ENCRYPTION] != PLAIN,
    .secrecy.remote = cell->at[ENCRYPTION] != ENCRYPTED_LOCAL,
    .secrecy.remote_allowed = cell->at[ENCRYPTION] == ENCRYPTED_ALLOWED,
    .secrecy.exposed = cell->at[ENCRYPTION] == ENCRYPTED_EXPOSED,
    .limit = cell->at[LIMIT],
    .asked_enough = cell->at[REQUESTS] == 1,
  };
}

/* --- the table --- */

/* The lines of the table, by what stands under "if", and the cells they fit. */
typedef struct
{
  const char *condition;
  Dimension dimension;
  guint value;
} Condition;

static const Condition conditions[] = {
  { "it is a group chat", KIND, KIND_GROUP },
  { "it is a service, not a person", KIND, KIND_SERVICE },
  { "it is an account of yours", KIND, KIND_OWN_ACCOUNT },
  { "the mode is off, or unknown", MODE, PARLEY_MODE_AUTO - PARLEY_MODE_OFF },
  { "you block the person", STATUS, STATUS_BLOCKED },
  { "the account is not connected", STATUS, STATUS_OFFLINE },
  { "they left the name, or somebody else may have it", STATUS, STATUS_ABSENT },
  { "you are invisible", STATUS, STATUS_INVISIBLE },
  { "another program answers there", STATUS, STATUS_OTHER_SPEAKER },
  { "they wrote encrypted, and an answer would not be", ENCRYPTION, ENCRYPTED_EXPOSED },
  { "the rule can't be read", RULE, RULE_BROKEN },
  { "you stopped it for this person", STOP, 1 },
  { "Parley pauses", PAUSE, 1 },
  { "the chat is encrypted, the model is elsewhere, and you did not allow that", ENCRYPTION,
    ENCRYPTED_REMOTE },
  { "a program seems to answer, or the limit is unknown", LIMIT, PARLEY_LIMIT_LOOP },
  { "far more than the day's tokens are used", LIMIT, PARLEY_LIMIT_SPENT },
  { "the model was asked often enough", REQUESTS, 1 },
  { "the rule rests", RULE, RULE_RESTS },
  { "these are quiet hours", QUIET, 1 },
  { "the mode is shadow", MODE, PARLEY_MODE_AUTO - PARLEY_MODE_SHADOW },
  { "the mode is draft", MODE, PARLEY_MODE_AUTO - PARLEY_MODE_DRAFT },
  { "whether another program answers there can't be seen", STATUS, STATUS_UNLOCKED },
  { "Parley doesn't know the protocol, and you did not say what names are there", STATUS,
    STATUS_UNKNOWN_PROTOCOL },
  { "too many answers in a short time", LIMIT, PARLEY_LIMIT_RATE },
  { "many answers without a word of yours", LIMIT, PARLEY_LIMIT_IN_A_ROW },
  { "the day's tokens are used", LIMIT, PARLEY_LIMIT_BUDGET },
  { "the mode is countdown", MODE, PARLEY_MODE_AUTO - PARLEY_MODE_COUNTDOWN },
};

typedef struct
{
  const Condition *condition; /* NULL: fits all */
  ParleyPermit permits[PARLEY_N_ACTS];
  char *reason;
} Line;

static void
line_free (gpointer line)
{
  g_free (((Line *) line)->reason);
  g_free (line);
}

static const Condition *
find_condition (const char *words)
{
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      if (g_str_equal (conditions[i].condition, words))
        return &conditions[i];
    }
  if (!g_str_equal (words, "nothing of this"))
    g_error ("nobody knows when “%s”", words);
  return NULL;
}

static ParleyPermit
parse_permit (const char *word)
{
  const char *const words[] = { "no", "draft", "yes" };

  for (ParleyPermit i = PARLEY_PERMIT_NONE; i <= PARLEY_PERMIT_FULL; i++)
    {
      if (g_str_equal (words[i], word))
        return i;
    }
  g_error ("“%s” is no permit", word);
}

/* "| if | read | ask | type | say | send | reason |" */
static Line *
parse_line (const char *row)
{
  g_auto (GStrv) columns = g_strsplit (row, "|", -1);
  Line *line = g_new0 (Line, 1);

  g_assert_cmpuint (g_strv_length (columns), ==, PARLEY_N_ACTS + 4);
  for (guint i = 0; columns[i] != NULL; i++)
    g_strstrip (columns[i]);
  line->condition = find_condition (columns[1]);
  for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++)
    line->permits[act] = parse_permit (columns[2 + act]);
  line->reason = g_strdup (columns[2 + PARLEY_N_ACTS]);
  return line;
}

/* Returns: (transfer full) (element-type Line): without the two lines of its head. */
static GPtrArray *
read_table (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "decision.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  GPtrArray *table = g_ptr_array_new_with_free_func (line_free);
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      if (*rows[i] == '|' && n++ >= 2)
        g_ptr_array_add (table, parse_line (rows[i]));
    }
  g_assert_cmpuint (table->len, ==, G_N_ELEMENTS (conditions) + 1);
  return table;
}

static gboolean
fits (const Line *line, const Cell *cell)
{
  const Condition *condition = line->condition;

  return condition == NULL || cell->at[condition->dimension] == condition->value;
}

/* Returns: the strictest line, of equally strict ones the upper; the last one if none is. */
static const Line *
look_up (GPtrArray *table, const Cell *cell, ParleyAct act)
{
  const Line *found = g_ptr_array_index (table, table->len - 1);

  for (guint i = 0; i < table->len; i++)
    {
      const Line *line = g_ptr_array_index (table, i);

      if (fits (line, cell) && line->permits[act] < found->permits[act])
        found = line;
    }
  return found;
}

static void
test_every_cell_is_in_the_table (void)
{
  g_autoptr (GPtrArray) table = read_table ();
  guint permits[PARLEY_N_ACTS][PARLEY_PERMIT_FULL + 1] = { 0 };
  guint reasons[PARLEY_N_VERDICTS] = { 0 };
  Cell cell = { 0 };

  do
    for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++)
      {
        ParleyFacts facts = get_facts (&cell);
        ParleyDecision decision = parley_policy_decide (&facts, act);
        const Line *line = look_up (table, &cell, act);

        g_assert_cmpint (decision.permit, ==, line->permits[act]);
        g_assert_cmpstr (parley_verdict_to_string (decision.verdict), ==, line->reason);
        permits[act][decision.permit]++;
        reasons[decision.verdict]++;
      }
  while (next_cell (&cell));

  for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++)
    g_test_message ("act %d: %u no, %u draft, %u yes", act, permits[act][PARLEY_PERMIT_NONE],
                    permits[act][PARLEY_PERMIT_DRAFT], permits[act][PARLEY_PERMIT_FULL]);
  for (ParleyVerdict v = 0; v < PARLEY_N_VERDICTS; v++)
    {
      g_test_message ("%s: %u cells", parley_verdict_to_string (v), reasons[v]);
      g_assert_cmpuint (reasons[v], >, 0);
    }
}

/* --- what must hold, whatever a table says --- */

static ParleyPermit
decide (const Cell *cell, ParleyAct act)
{
  ParleyFacts facts = get_facts (cell);

  return parley_policy_decide (&facts, act).permit;
}

/* Where not even the user's own “send it” counts. */
static gboolean
is_out_of_reach (const Cell *cell)
{
  return cell->at[KIND] != KIND_PERSON || cell->at[STATUS] > STATUS_UNKNOWN_PROTOCOL
         || cell->at[MODE] == PARLEY_MODE_AUTO - PARLEY_MODE_OFF || cell->at[RULE] == RULE_BROKEN
         || cell->at[ENCRYPTION] == ENCRYPTED_EXPOSED;
}

static gboolean
keeps_from_speaking (const Cell *cell)
{
  return cell->at[STATUS] == STATUS_UNLOCKED || cell->at[STATUS] == STATUS_UNKNOWN_PROTOCOL
         || cell->at[STOP] == 1 || cell->at[PAUSE] == 1 || cell->at[QUIET] == 1
         || cell->at[RULE] != RULE_HOLDS || cell->at[LIMIT] > PARLEY_LIMIT_NEAR
         || cell->at[ENCRYPTION] == ENCRYPTED_REMOTE;
}

static void
check_cell (const Cell *cell)
{
  ParleyPermit say = decide (cell, PARLEY_ACT_SAY);
  ParleyPermit ask = decide (cell, PARLEY_ACT_ASK);

  for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++)
    if (is_out_of_reach (cell))
      g_assert_cmpint (decide (cell, act), ==, PARLEY_PERMIT_NONE);
    else if (act != PARLEY_ACT_SAY)
      g_assert_cmpint (decide (cell, act), !=, PARLEY_PERMIT_DRAFT);

  /* Only who may answer by itself speaks, or seems to write, to a person. */
  if (cell->at[MODE] > 0 || keeps_from_speaking (cell))
    {
      g_assert_cmpint (say, <, PARLEY_PERMIT_FULL);
      g_assert_cmpint (decide (cell, PARLEY_ACT_TYPE), ==, PARLEY_PERMIT_NONE);
    }
  /* What may be said may be asked for; but what was written when a rule began to rest, or by the
   * last request. */
  if (cell->at[RULE] != RULE_RESTS && cell->at[REQUESTS] == 0)
    g_assert_cmpint (say, <=, ask);
  g_assert_cmpint (ask, <=, decide (cell, PARLEY_ACT_READ));
  g_assert_cmpint (decide (cell, PARLEY_ACT_TYPE), <=, say);
  if (cell->at[ENCRYPTION] == ENCRYPTED_REMOTE)
    g_assert_cmpint (ask, ==, PARLEY_PERMIT_NONE);
  if (cell->at[MODE] == PARLEY_MODE_AUTO - PARLEY_MODE_SHADOW)
    g_assert_cmpint (decide (cell, PARLEY_ACT_SEND), ==, PARLEY_PERMIT_NONE);
}

static void
test_what_always_holds (void)
{
  Cell cell = { 0 };
  guint n = 0;

  do
    {
      check_cell (&cell);
      n++;
    }
  while (next_cell (&cell));
  g_test_message ("%u chats, each with %d acts", n, PARLEY_N_ACTS);
}

/* The further in any dimension, the less is permitted. */
static void
test_nothing_worse_permits_more (void)
{
  Cell cell = { 0 };
  guint n = 0;

  do
    for (guint d = 0; d < N_DIMENSIONS; d++)
      {
        Cell worse = cell;

        if (++worse.at[d] == sizes[d])
          continue;
        for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++, n++)
          g_assert_cmpint (decide (&worse, act), <=, decide (&cell, act));
      }
  while (next_cell (&cell));
  g_test_message ("%u steps for the worse", n);
}

static void
test_what_is_not_known_is_refused (void)
{
  const Cell best = { 0 };
  const ParleyFacts nothing = { 0 };
  ParleyFacts modes[] = { get_facts (&best), get_facts (&best) };
  ParleyFacts limit = get_facts (&best);

  modes[0].mode = PARLEY_N_MODES;
  modes[1].mode = (ParleyMode) -1;
  limit.limit = PARLEY_LIMIT_LOOP + 1;
  for (ParleyAct act = 0; act < PARLEY_N_ACTS; act++)
    {
      g_assert_cmpint (decide (&best, act), ==, PARLEY_PERMIT_FULL);
      g_assert_cmpint (parley_policy_decide (&nothing, act).permit, ==, PARLEY_PERMIT_NONE);
      for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
        g_assert_cmpint (parley_policy_decide (&modes[i], act).permit, ==, PARLEY_PERMIT_NONE);
      if (act != PARLEY_ACT_SEND)
        g_assert_cmpint (parley_policy_decide (&limit, act).permit, ==, PARLEY_PERMIT_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/guard/policy-table/every-cell", test_every_cell_is_in_the_table);
  g_test_add_func ("/guard/policy-table/always-holds", test_what_always_holds);
  g_test_add_func ("/guard/policy-table/worse-permits-less", test_nothing_worse_permits_more);
  g_test_add_func ("/guard/policy-table/unknown-is-refused", test_what_is_not_known_is_refused);
  return g_test_run ();
}
