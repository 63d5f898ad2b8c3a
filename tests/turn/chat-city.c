/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "chat-city.h"

typedef struct
{
  const char *name;
  int base_ms;
  gboolean types;
  void (*choose) (ParleyTurnPolicy *policy);
} PartyClass;

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

int
chat_city_pick (ChatCity *city, int n)
{
  guint number = 0;

  if (city->n_course == 0)
    return g_rand_int_range (city->rand, 0, n);
  for (int most = n - 1; most > 0 && city->n_course > 0; most >>= 8)
    {
      number = number << 8 | *city->course++;
      city->n_course--;
    }
  return number % n;
}

void
chat_city_init (ChatCity *city, ParleyLexicon *lexicon, guint seed)
{
  g_autoptr (ParleySettings) settings = parley_settings_new ();
  ParleyTurnPolicy policy = parley_turn_policy_read (settings);

  policy.drafts = TRUE;
  *city = (ChatCity){ .rand = g_rand_new_with_seed (seed),
                      .lexicon = lexicon,
                      .effects = parley_effects_new (),
                      .parties = g_ptr_array_new_with_free_func (g_free) };
  for (guint i = 0; i < G_N_ELEMENTS (party_classes); i++)
    {
      const PartyClass *klass = &party_classes[i];
      ChatParty *party = g_new0 (ChatParty, 1);

      chat_world_init (&party->world, klass->name, &policy, city->lexicon, klass->base_ms);
      klass->choose (&party->world.policy);
      party->world.types = klass->types;
      party->arrives_at = -1;
      g_ptr_array_add (city->parties, party);
    }
}

guint64
chat_city_clear (ChatCity *city)
{
  guint64 hash = 0;

  for (guint i = 0; i < city->parties->len; i++)
    {
      ChatParty *party = city->parties->pdata[i];

      hash = hash * 31 + party->world.hash;
      chat_world_clear (&party->world);
    }
  g_ptr_array_unref (city->parties);
  g_array_unref (city->effects);
  g_rand_free (city->rand);
  return hash;
}

/* The model */

static void
schedule (ChatCity *city, ChatParty *party, const ParleyEffect *effect)
{
  int most = chat_city_pick (city, 4) == 0 ? 30000 : 2500;
  const ChatResult result = { .at = city->now + chat_city_pick (city, most),
                              .epoch = effect->epoch,
                              .prediction = effect->type == PARLEY_EFFECT_PREDICT,
                              .n_bubbles = chat_city_pick (city, 4) };

  if (party->n_results < CHAT_CITY_MAX_RESULTS)
    party->results[party->n_results++] = result;
  else
    chat_world_check (&party->world, FALSE, "asks for more and more");
}

/* Most disks are quick, some are not, and some are full. */
static void
schedule_intent (ChatCity *city, ChatParty *party, const ParleyEffect *effect)
{
  static const int most[] = { 1, 1, 30, 2000, 200000 };

  party->intent = effect->say.intent;
  party->intent_epoch = effect->epoch;
  party->intent_at
      = city->now + chat_city_pick (city, most[chat_city_pick (city, G_N_ELEMENTS (most))]);
}

static void
post_intended (ChatCity *city, ChatParty *party)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_INTENDED,
          .epoch = party->intent_epoch,
          .intended = { .number = party->intent, .held = chat_city_pick (city, 8) > 0 } };

  party->intent = 0;
  chat_city_post (city, party, &event);
}

/* Half of them come too late to be stopped. */
static void
cancel (ChatCity *city, ChatParty *party, guint64 epoch)
{
  guint n = 0;

  for (guint i = 0; i < party->n_results; i++)
    if (party->results[i].prediction || party->results[i].epoch != epoch
        || chat_city_pick (city, 2) == 0)
      party->results[n++] = party->results[i];
  party->n_results = n;
}

/* Most servers show at once what they took. */
static void
schedule_arrival (ChatCity *city, ChatParty *party, guint64 epoch)
{
  static const int most[] = { 1, 300, 300, 30000 };

  party->given_epoch = epoch;
  party->arrives_at
      = city->now + chat_city_pick (city, most[chat_city_pick (city, G_N_ELEMENTS (most))]);
  party->world.awaiting = TRUE;
}

static void
post_arrived (ChatCity *city, ChatParty *party)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_ARRIVED,
          .epoch = party->given_epoch,
          .said = chat_city_pick (city, 4) > 0 ? PARLEY_SAID_DELIVERED : PARLEY_SAID_UNKNOWN };

  party->arrives_at = -1;
  chat_city_post (city, party, &event);
}

static ParleySaid
pick_fate (ChatCity *city)
{
  static const ParleySaid rare[]
      = { PARLEY_SAID_LOST, PARLEY_SAID_SHELVED, PARLEY_SAID_GIVEN, PARLEY_SAID_GIVEN };

  return chat_city_pick (city, 4) == 0 ? rare[chat_city_pick (city, G_N_ELEMENTS (rare))]
                                       : PARLEY_SAID_DELIVERED;
}

void
chat_city_post (ChatCity *city, ChatParty *party, const ParleyEvent *event)
{
  ParleyEvent said = { .type = PARLEY_EVENT_SAID, .said = pick_fate (city) };
  guint n_said = 0;

  city->n_events++;
  chat_world_post (&party->world, event, city->now, city->effects);
  for (guint i = 0; i < city->effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (city->effects, ParleyEffect, i);

      if (effect->type == PARLEY_EFFECT_ASK || effect->type == PARLEY_EFFECT_PREDICT)
        schedule (city, party, effect);
      if (effect->type == PARLEY_EFFECT_INTEND)
        schedule_intent (city, party, effect);
      if (effect->type == PARLEY_EFFECT_ABORT)
        cancel (city, party, effect->epoch);
      if (effect->type != PARLEY_EFFECT_SAY)
        continue;
      if (effect->say.intent == 0)
        said.said = PARLEY_SAID_SHELVED;
      said.epoch = effect->epoch;
      n_said++;
      if (said.said == PARLEY_SAID_GIVEN)
        schedule_arrival (city, party, effect->epoch);
      if (said.said == PARLEY_SAID_DELIVERED)
        parley_habits_note_answer (&party->world.habits, "so?", city->now);
    }
  chat_world_check (&party->world, n_said <= 1, "two bubbles at a time");
  if (n_said == 1)
    chat_city_post (city, party, &said);
}

void
chat_city_post_prediction (ChatCity *city, ChatParty *party, guint64 epoch)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_PREDICTION,
                              .epoch = epoch,
                              .prediction = { .done = chat_city_pick (city, 2),
                                              .confidence = chat_city_pick (city, 100) / 100.0,
                                              .wait_ms = chat_city_pick (city, 100000) - 100 } };

  chat_city_post (city, party, &event);
}

void
chat_city_post_reply (ChatCity *city, ChatParty *party, guint64 epoch, gboolean ends)
{
  char text[24];
  static const ParleyReplyEnd hows[]
      = { PARLEY_REPLY_COMPLETE, PARLEY_REPLY_COMPLETE, PARLEY_REPLY_COMPLETE, PARLEY_REPLY_SILENT,
          PARLEY_REPLY_FAILED,   PARLEY_REPLY_AWAY,     PARLEY_REPLY_WAIT };
  const ParleyEvent bubble
      = { .type = PARLEY_EVENT_REPLY_BUBBLE,
          .epoch = epoch,
          .reply_bubble = { .text = text, .pace_ms = chat_city_pick (city, 5000) } };
  const ParleyEvent end = { .type = PARLEY_EVENT_REPLY_END,
                            .epoch = epoch,
                            .reply_end = { .how = hows[chat_city_pick (city, G_N_ELEMENTS (hows))],
                                           .hint = { .expects_followup = chat_city_pick (city, 2) },
                                           .wait_ms = chat_city_pick (city, 20000) } };

  g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, epoch);
  chat_city_post (city, party, ends ? &end : &bubble);
}

static void
deliver_result (ChatCity *city, ChatParty *party, guint i)
{
  const ChatResult result = party->results[i];

  if (!result.prediction && result.n_bubbles > 0)
    {
      party->results[i].n_bubbles--;
      party->results[i].at = city->now + chat_city_pick (city, 800);
      chat_city_post_reply (city, party, result.epoch, FALSE);
      return;
    }
  party->results[i] = party->results[--party->n_results];
  if (result.prediction)
    chat_city_post_prediction (city, party, result.epoch);
  else
    chat_city_post_reply (city, party, result.epoch, TRUE);
}

/* Time */

/* What happens next, and to whom. */
typedef struct
{
  gint64 at;
  ChatParty *party; /* NULL: nothing does */
  enum
  {
    DUE_DEADLINE,
    DUE_RESULT,
    DUE_INTENT,
    DUE_ARRIVAL,
  } what;
  guint result;
} ChatDue;

static void
find_sooner (ChatDue *due, const ChatDue *other)
{
  if (other->at >= 0 && other->at < due->at)
    *due = *other;
}

static void
find_due_of (ChatParty *party, ChatDue *due)
{
  const ChatDue intent = { party->intent > 0 ? party->intent_at : -1, party, DUE_INTENT, 0 };
  const ChatDue arrival = { party->arrives_at, party, DUE_ARRIVAL, 0 };
  const ChatDue deadline = { parley_chat_get_deadline (party->world.chat), party, DUE_DEADLINE, 0 };

  find_sooner (due, &intent);
  find_sooner (due, &arrival);
  for (guint i = 0; i < party->n_results; i++)
    {
      const ChatDue result = { party->results[i].at, party, DUE_RESULT, i };

      find_sooner (due, &result);
    }
  find_sooner (due, &deadline);
}

static void
post_deadline (ChatCity *city, const ChatDue *due)
{
  const ParleyEvent deadline = { .type = PARLEY_EVENT_DEADLINE };
  ChatWorld *world = &due->party->world;
  guint n_said = world->n_said;

  chat_city_post (city, due->party, &deadline);
  chat_world_check (world,
                    city->effects->len > 0 || world->n_said > n_said
                        || parley_chat_get_deadline (world->chat) != due->at,
                    "a deadline changes nothing");
}

/* Returns: whether anything was due until @to, and was posted; the earliest first. */
static gboolean
post_due (ChatCity *city, gint64 to)
{
  ChatDue due = { .at = to + 1 };

  for (guint i = 0; i < city->parties->len; i++)
    find_due_of (city->parties->pdata[i], &due);
  if (due.party == NULL)
    return FALSE;
  city->now = MAX (city->now, due.at);
  switch (due.what)
    {
    case DUE_DEADLINE:
      post_deadline (city, &due);
      break;
    case DUE_RESULT:
      deliver_result (city, due.party, due.result);
      break;
    case DUE_INTENT:
      post_intended (city, due.party);
      break;
    case DUE_ARRIVAL:
      post_arrived (city, due.party);
      break;
    }
  return TRUE;
}

void
chat_city_pass_time (ChatCity *city, gint64 for_ms)
{
  gint64 to = city->now + for_ms;

  while (post_due (city, to))
    {
    }
  city->now = to;
}
