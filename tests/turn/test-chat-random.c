/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* Random events in several chats at once, answered by a scripted model that takes its time. The
 * rules that must hold after each event are in chat-world.c. */
#include <malloc.h>
#include <string.h>

#include "chat-world.h"

/* The sanitizers keep a stack for each allocation, which takes a hundred times as long. */
#ifdef __SANITIZE_ADDRESS__
#define N_EVENTS   20000
#define FLAT_AFTER N_EVENTS /* they keep books of their own */
#else
#define N_EVENTS   1100000
#define FLAT_AFTER 200000
#endif
#define N_EVENTS_TWICE 20000
#define REST_EVERY     5000
#define MAX_RESULTS    32
#define MEMORY_SLACK   32768

/* Something the model will say, whether anybody still wants it or not. */
typedef struct
{
  gint64 at;
  guint64 epoch;
  gboolean prediction;
  guint n_bubbles;
} Result;

typedef struct
{
  ChatWorld world;
  Result results[MAX_RESULTS];
  guint n_results;
} Party;

typedef struct
{
  const char *name;
  int base_ms;
  gboolean types;
  void (*choose) (ParleyTurnPolicy *policy);
} PartyClass;

typedef struct
{
  GRand *rand;
  ParleyData *data;
  ParleyLexicon *lexicon;
  GArray *effects;
  GPtrArray *parties;
  gint64 now;
  guint n_events;
} City;

static void
choose_plain (ParleyTurnPolicy *policy)
{
  policy->prediction = TRUE;
  policy->prediction_over = 600;
}

static void
choose_small (ParleyTurnPolicy *policy)
{
  policy->max_bubbles = 2;
  policy->draft_settle = 100;
  policy->max_aborted_drafts = 0;
}

static void
choose_no_drafts (ParleyTurnPolicy *policy)
{
  policy->drafts = FALSE;
  policy->window.engagement = TRUE;
}

static void
choose_alone (ParleyTurnPolicy *policy)
{
  policy->accumulation = FALSE;
}

static void
choose_patient (ParleyTurnPolicy *policy)
{
  policy->window.profile = PARLEY_PROFILE_PATIENT;
  policy->max_drafts = 2;
  policy->max_aborted_drafts = 16;
}

static void
choose_fixed (ParleyTurnPolicy *policy)
{
  policy->window.profile = PARLEY_PROFILE_FIXED;
  policy->window.fixed_ms = 20000;
  policy->max_bytes = 70;
  policy->max_aborted_drafts = 0;
  policy->prediction = TRUE;
}

static const PartyClass party_classes[] = {
  { "plain", 800, TRUE, choose_plain },      { "two bubbles a turn", 1200, TRUE, choose_small },
  { "mail", 0, TRUE, choose_no_drafts },     { "each message alone", 600, TRUE, choose_alone },
  { "patient", 800, FALSE, choose_patient }, { "fixed, few bytes", 800, TRUE, choose_fixed },
};

static int
pick (City *city, int n)
{
  return g_rand_int_range (city->rand, 0, n);
}

static void
city_init (City *city, guint seed)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  ParleyTurnPolicy policy = parley_turn_policy_read (settings);

  policy.drafts = TRUE;
  *city = (City){ .rand = g_rand_new_with_seed (seed),
                  .data = parley_data_new (NULL),
                  .effects = parley_effects_new (),
                  .parties = g_ptr_array_new_with_free_func (g_free) };
  city->lexicon = parley_lexicon_new (city->data);
  for (guint i = 0; i < G_N_ELEMENTS (party_classes); i++)
    {
      const PartyClass *klass = &party_classes[i];
      Party *party = g_new0 (Party, 1);

      chat_world_init (&party->world, klass->name, &policy, city->lexicon, klass->base_ms);
      klass->choose (&party->world.policy);
      party->world.types = klass->types;
      g_ptr_array_add (city->parties, party);
    }
}

static guint64
city_clear (City *city)
{
  guint64 hash = 0;

  for (guint i = 0; i < city->parties->len; i++)
    {
      Party *party = city->parties->pdata[i];

      hash = hash * 31 + party->world.hash;
      chat_world_clear (&party->world);
    }
  g_ptr_array_unref (city->parties);
  g_array_unref (city->effects);
  parley_lexicon_free (city->lexicon);
  g_clear_pointer (&city->data, parley_data_free);
  g_rand_free (city->rand);
  return hash;
}

/* The model */

static void
schedule (City *city, Party *party, const ParleyEffect *effect)
{
  int most = pick (city, 4) == 0 ? 30000 : 2500;
  const Result result = { .at = city->now + pick (city, most),
                          .epoch = effect->epoch,
                          .prediction = effect->type == PARLEY_EFFECT_PREDICT,
                          .n_bubbles = pick (city, 4) };

  if (party->n_results < MAX_RESULTS)
    party->results[party->n_results++] = result;
  else
    chat_world_check (&party->world, FALSE, "asks for more and more");
}

/* Half of them come too late to be stopped. */
static void
cancel (City *city, Party *party, guint64 epoch)
{
  guint n = 0;

  for (guint i = 0; i < party->n_results; i++)
    if (party->results[i].prediction || party->results[i].epoch != epoch || pick (city, 2) == 0)
      party->results[n++] = party->results[i];
  party->n_results = n;
}

static void
post (City *city, Party *party, const ParleyEvent *event)
{
  ParleyEvent said = { .type = PARLEY_EVENT_SAID, .delivered = pick (city, 12) != 0 };
  guint n_said = 0;

  city->n_events++;
  chat_world_post (&party->world, event, city->now, city->effects);
  for (guint i = 0; i < city->effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (city->effects, ParleyEffect, i);

      if (effect->type == PARLEY_EFFECT_ASK || effect->type == PARLEY_EFFECT_PREDICT)
        schedule (city, party, effect);
      if (effect->type == PARLEY_EFFECT_ABORT)
        cancel (city, party, effect->epoch);
      if (effect->type != PARLEY_EFFECT_SAY)
        continue;
      said.epoch = effect->epoch;
      n_said++;
      if (said.delivered)
        parley_habits_note_answer (&party->world.habits, "so?", city->now);
    }
  chat_world_check (&party->world, n_said <= 1, "two bubbles at a time");
  if (n_said == 1)
    post (city, party, &said);
}

static void
post_prediction (City *city, Party *party, guint64 epoch)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_PREDICTION,
                              .epoch = epoch,
                              .prediction = { .done = pick (city, 2),
                                              .confidence = pick (city, 100) / 100.0,
                                              .wait_ms = pick (city, 100000) - 100 } };

  post (city, party, &event);
}

static void
post_reply (City *city, Party *party, guint64 epoch, gboolean ends)
{
  char text[24];
  const ParleyEvent bubble = { .type = PARLEY_EVENT_REPLY_BUBBLE,
                               .epoch = epoch,
                               .reply_bubble = { .text = text, .pace_ms = pick (city, 5000) } };
  const ParleyEvent end
      = { .type = PARLEY_EVENT_REPLY_END,
          .epoch = epoch,
          .reply_end = { .how = pick (city, 6) == 0 ? PARLEY_REPLY_FAILED : PARLEY_REPLY_COMPLETE,
                         .hint = { .expects_followup = pick (city, 2) } } };

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, epoch);
  post (city, party, ends ? &end : &bubble);
}

static void
deliver_result (City *city, Party *party, guint i)
{
  const Result result = party->results[i];

  if (!result.prediction && result.n_bubbles > 0)
    {
      party->results[i].n_bubbles--;
      party->results[i].at = city->now + pick (city, 800);
      post_reply (city, party, result.epoch, FALSE);
      return;
    }
  party->results[i] = party->results[--party->n_results];
  if (result.prediction)
    post_prediction (city, party, result.epoch);
  else
    post_reply (city, party, result.epoch, TRUE);
}

/* The person and the user */

static char *
write_text (City *city, guint number)
{
  static const char *const words[]
      = { "zebra", "quilting", "obvious",  "marmalade", "kiosk",  "harvest", "nylon", "drumbeat",
          "fjord", "sprocket", "umbrella", "velvet",    "wigwam", "yonder",  "pixel", "crochet" };
  static const char *const tails[] = { "", "? ok.", " wait,", " hello there", " order #" };

  return g_strdup_printf ("%s %s%s", words[number % G_N_ELEMENTS (words)],
                          words[pick (city, G_N_ELEMENTS (words))],
                          tails[pick (city, G_N_ELEMENTS (tails))]);
}

/* Their last words again, with a letter more. */
static char *
mend_last (Party *party)
{
  const ChatWorldBubble *last
      = &g_array_index (party->world.pending, ChatWorldBubble, party->world.pending->len - 1);

  return g_strdup_printf ("%.2s%s", last->text, last->text + 1);
}

static void
post_bubble (City *city, Party *party)
{
  guint number = ++party->world.n_written;
  g_autofree char *id = g_strdup_printf ("%u", number);
  g_autofree char *text = pick (city, 10) == 0 && party->world.pending->len > 0
                              ? mend_last (party)
                              : write_text (city, number);
  const ParleyEvent event
      = { .type = PARLEY_EVENT_BUBBLE,
          .bubble = { .text = text, .id = id, .attachment = pick (city, 20) == 0 } };

  post (city, party, &event);
}

static void
post_edit (City *city, Party *party)
{
  guint number = party->world.n_written - pick (city, 6);
  g_autofree char *id = g_strdup_printf ("%u", number);
  g_autofree char *text = pick (city, 2) == 0 ? write_text (city, number) : NULL;
  const ParleyEvent event = { .type = PARLEY_EVENT_EDIT, .edit = { .id = id, .text = text } };

  if (party->world.n_written > 6)
    post (city, party, &event);
}

static void
post_typing (City *city, Party *party)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TYPING, .typing = pick (city, 3) };

  if (party->world.types)
    post (city, party, &event);
}

static void
post_takeover (City *city, Party *party)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_TAKEOVER, .stand_down_ms = pick (city, 30000) };

  post (city, party, &event);
}

static void
post_simple (City *city, Party *party, ParleyEventType type)
{
  const ParleyEvent event = { .type = type };

  post (city, party, &event);
}

/* From a read that never was, or is long over. */
static void
post_stray (City *city, Party *party)
{
  guint64 epoch = parley_chat_get_epoch (party->world.chat);

  epoch = pick (city, 2) == 0 ? epoch + 1 + pick (city, 3) : epoch - MIN (epoch, 1);
  if (epoch == parley_chat_get_epoch (party->world.chat))
    return;
  if (pick (city, 3) == 0)
    post_prediction (city, party, epoch);
  else
    post_reply (city, party, epoch, pick (city, 2));
}

static void
post_anything (City *city)
{
  Party *party = city->parties->pdata[pick (city, city->parties->len)];
  int roll = pick (city, 100);

  if (roll < 40 && party->world.online)
    post_bubble (city, party);
  else if (roll < 46 && party->world.online)
    post_edit (city, party);
  else if (roll < 75 && party->world.online)
    post_typing (city, party);
  else if (roll < 81)
    post_stray (city, party);
  else if (roll < 84)
    post_simple (city, party, PARLEY_EVENT_DEADLINE); /* too early */
  else if (roll < 86)
    post_takeover (city, party);
  else if (roll < 90)
    post_simple (city, party, PARLEY_EVENT_RESUME);
  else if (roll < 92)
    post_simple (city, party, PARLEY_EVENT_OFFLINE);
  else if (roll < 98)
    post_simple (city, party, PARLEY_EVENT_ONLINE);
  else
    post_simple (city, party, PARLEY_EVENT_WITHDRAW);
}

/* Time */

/* Returns: whether anything was due until @to, and was posted; the earliest first. */
static gboolean
post_due (City *city, gint64 to)
{
  const ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };
  Party *next = NULL;
  int result = -1;
  gint64 at = to + 1;
  guint n_said;

  for (guint i = 0; i < city->parties->len; i++)
    {
      Party *party = city->parties->pdata[i];
      gint64 due = parley_chat_get_deadline (party->world.chat);

      for (guint j = 0; j < party->n_results; j++)
        if (party->results[j].at < at)
          {
            next = party;
            result = j;
            at = party->results[j].at;
          }
      if (due < 0 || due >= at)
        continue;
      next = party;
      result = -1;
      at = due;
    }
  if (next == NULL)
    return FALSE;
  city->now = MAX (city->now, at);
  if (result >= 0)
    {
      deliver_result (city, next, result);
      return TRUE;
    }
  n_said = next->world.n_said;
  post (city, next, &deadline);
  chat_world_check (&next->world,
                    city->effects->len > 0 || next->world.n_said > n_said
                        || parley_chat_get_deadline (next->world.chat) != at,
                    "a deadline changes nothing");
  return TRUE;
}

static void
pass_time (City *city, gint64 for_ms)
{
  gint64 to = city->now + for_ms;

  while (post_due (city, to))
    {
    }
  city->now = to;
}

static void
come_to_rest (City *city)
{
  const ParleyEvent quiet = { .type = PARLEY_EVENT_TYPING, .typing = PARLEY_TYPING_NONE };

  pass_time (city, 1000000);
  for (guint i = 0; i < city->parties->len; i++)
    {
      Party *party = city->parties->pdata[i];

      chat_world_check (&party->world,
                        parley_chat_get_state (party->world.chat) == PARLEY_STATE_IDLE,
                        "never comes to rest");
      post (city, party, &quiet);
      for (guint j = 0; j < 100 && party->world.pending->len > 0; j++)
        {
          post_simple (city, party, PARLEY_EVENT_ONLINE);
          pass_time (city, 1000000);
        }
      chat_world_check (&party->world, party->world.pending->len == 0, "a bubble is forgotten");
    }
}

/* Every person writes, waits, changes their mind; from time to time all of them stop. */
static void
play (City *city, guint n_events)
{
  guint rested = city->n_events;

  while (city->n_events < n_events)
    {
      pass_time (city, pick (city, 4) == 0 ? pick (city, 5000) : pick (city, 120));
      post_anything (city);
      if (city->n_events - rested < REST_EVERY)
        continue;
      come_to_rest (city);
      rested = city->n_events;
    }
  come_to_rest (city);
}

static gsize
count_memory (void)
{
#ifdef __GLIBC__
  return mallinfo2 ().uordblks;
#else
  return 0;
#endif
}

static void
test_rules_hold_and_memory_is_flat (void)
{
  City city;
  gsize early;

  city_init (&city, 1);
  play (&city, FLAT_AFTER);
  early = count_memory ();
  play (&city, N_EVENTS);
  g_assert_cmpuint (count_memory (), <=, early + MEMORY_SLACK);
  for (guint i = 0; i < city.parties->len; i++)
    {
      Party *party = city.parties->pdata[i];

      g_test_message ("%s: %u events, %u said, %u late, %u drafts used, %u thrown away",
                      party->world.name, party->world.n_events, party->world.n_said,
                      parley_chat_get_n_stale (party->world.chat), party->world.n_drafts_used,
                      party->world.n_aborted);
      g_assert_cmpuint (party->world.n_said, >, 0);
      g_assert_cmpint (party->world.n_corrected > 0, ==,
                       party->world.base_ms > 0 && party->world.policy.accumulation);
      g_assert_cmpint (party->world.n_drafts_used > 0, ==, party->world.policy.drafts);
    }
  city_clear (&city);
}

static guint64
play_once (guint seed)
{
  City city;

  city_init (&city, seed);
  play (&city, N_EVENTS_TWICE);
  return city_clear (&city);
}

static void
test_same_input_same_output (void)
{
  guint64 hash = play_once (7);

  g_assert_cmpuint (play_once (7), ==, hash);
  g_assert_cmpuint (play_once (8), !=, hash);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/chat-random/rules-hold-and-memory-is-flat",
                   test_rules_hold_and_memory_is_flat);
  g_test_add_func ("/turn/chat-random/same-input-same-output", test_same_input_same_output);
  return g_test_run ();
}
