/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "chat-world.h"

#include <string.h>

#include "turn/parley-correction.h"

#define HOUR_MS 3600000

void
chat_world_init (ChatWorld *world,
                 const char *name,
                 const ParleyTurnPolicy *policy,
                 ParleyLexicon *lexicon,
                 int base_ms)
{
  *world = (ChatWorld){ .name = name,
                        .policy = *policy,
                        .base_ms = base_ms,
                        .online = TRUE,
                        .pending = g_array_new (FALSE, FALSE, sizeof (ChatWorldBubble)),
                        .hash = 14695981039346656037u };
  parley_habits_init (&world->habits);
  world->chat = parley_chat_new (&world->policy, lexicon, base_ms, &world->habits);
}

void
chat_world_clear (ChatWorld *world)
{
  parley_chat_free (world->chat);
  g_array_unref (world->pending);
}

void
chat_world_check (const ChatWorld *world, gboolean holds, const char *rule)
{
  if (holds)
    return;
  for (guint i = world->n_events - MIN (world->n_events, CHAT_WORLD_TRAIL); i < world->n_events;
       i++)
    g_printerr ("# %" G_GINT64_FORMAT " %s in %s\n", world->trail[i % CHAT_WORLD_TRAIL].at,
                parley_event_type_to_string (world->trail[i % CHAT_WORLD_TRAIL].type),
                parley_state_to_string (world->trail[i % CHAT_WORLD_TRAIL].state));
  g_error ("%s: %s", world->name, rule);
}

static void
mix (ChatWorld *world, guint64 value)
{
  world->hash = (world->hash ^ value) * 1099511628211u;
}

/* What the person wrote */

static guint
read_id (const char *id)
{
  return (guint) g_ascii_strtoull (id, NULL, 10);
}

static ChatWorldBubble *
get_pending (const ChatWorld *world, guint i)
{
  return i < world->pending->len ? &g_array_index (world->pending, ChatWorldBubble, i) : NULL;
}

static gboolean
is_in_turn (const ChatWorld *world, guint id)
{
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);

  for (guint i = 0; turn != NULL && i < turn->bubbles->len; i++)
    if (read_id (((const ParleyBubble *) turn->bubbles->pdata[i])->id) == id)
      return TRUE;
  return FALSE;
}

static void
note_written (ChatWorld *world, const char *id, const char *text)
{
  const ChatWorldBubble *last = get_pending (world, world->pending->len - 1);
  ChatWorldBubble bubble = { .id = read_id (id) };

  bubble.corrects = last != NULL && parley_correction_is (last->text, text);
  g_strlcpy (bubble.text, text, sizeof bubble.text);
  g_array_append_val (world->pending, bubble);
}

/* What was answered already stays as it was; what they put in its place is news. */
static void
note_edit (ChatWorld *world, const char *id, const char *text)
{
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);
  gboolean answered = turn != NULL && turn->said->len > 0;
  gboolean in_turn = is_in_turn (world, read_id (id));

  for (guint i = 0; i < world->pending->len; i++)
    {
      ChatWorldBubble *bubble = get_pending (world, i);

      if (bubble->id != read_id (id) || (answered && in_turn))
        continue;
      world->queue_edited |= !in_turn;
      if (in_turn)
        world->typing = PARLEY_TYPING_NONE;
      if (text != NULL)
        g_strlcpy (bubble->text, text, sizeof bubble->text);
      else
        g_array_remove_index (world->pending, i);
      return;
    }
  if (!answered || !in_turn || text == NULL)
    return;
  world->typing = PARLEY_TYPING_NONE;
  note_written (world, id, text);
}

static void
note_typing (ChatWorld *world, ParleyTyping typing, gint64 now)
{
  if (typing != world->typing)
    world->evidence_at = now;
  world->typing = typing;
}

static void
abort_draft (ChatWorld *world, gint64 now)
{
  if (world->drafting)
    world->aborted_at[world->n_aborted++ % PARLEY_DRAFTS_REMEMBERED] = now;
  world->drafting = FALSE;
}

/* The user wants an answer to what is open: its window is over. */
static void
note_again (ChatWorld *world, gint64 now)
{
  if (parley_chat_get_turn (world->chat) == NULL
      || parley_chat_get_state (world->chat) == PARLEY_STATE_SPEAKING)
    return;
  abort_draft (world, now);
  world->opened_at = now;
  world->closed_epoch = parley_chat_get_epoch (world->chat) + 1;
}

static void
note_event (ChatWorld *world, const ParleyEvent *event, gint64 now)
{
  if (event->type == PARLEY_EVENT_TYPING)
    note_typing (world, event->typing, now);
  if (event->type == PARLEY_EVENT_BUBBLE || event->type == PARLEY_EVENT_OFFLINE
      || event->type == PARLEY_EVENT_WITHDRAW)
    world->typing = PARLEY_TYPING_NONE;
  if (event->type == PARLEY_EVENT_OFFLINE || event->type == PARLEY_EVENT_ONLINE)
    world->online = event->type == PARLEY_EVENT_ONLINE;
  if (event->type == PARLEY_EVENT_SAID)
    world->saying = FALSE;
  if (event->type == PARLEY_EVENT_ARRIVED)
    world->awaiting = FALSE;
  if (event->type == PARLEY_EVENT_INTENDED && event->intended.number == world->intent)
    world->stands = event->intended.held;
  if (event->type == PARLEY_EVENT_EDIT)
    note_edit (world, event->edit.id, event->edit.text);
  if (event->type == PARLEY_EVENT_AGAIN)
    note_again (world, now);
  if (event->type != PARLEY_EVENT_BUBBLE)
    return;
  note_written (world, event->bubble.id, event->bubble.text);
  parley_habits_note_bubble (&world->habits, now);
}

/* The rules of each effect */

static gboolean
could_join (const ChatWorld *world, const ParleyTurn *turn, const ChatWorldBubble *bubble)
{
  return world->base_ms > 0 && world->policy.accumulation && !world->queue_edited
         && turn->bubbles->len < world->policy.max_bubbles
         && turn->bytes + strlen (bubble->text) <= world->policy.max_bytes;
}

static const ChatWorldBubble *
get_first_unread (const ChatWorld *world, const ParleyTurn *turn)
{
  const ParleyBubble *last = parley_turn_get_last (turn);

  for (guint i = 0; i < world->pending->len; i++)
    if (get_pending (world, i)->id == read_id (last->id))
      return get_pending (world, i + 1);
  chat_world_check (world, FALSE, "a turn holds what nobody wrote");
  return NULL;
}

static gint64
get_cap (const ChatWorld *world)
{
  const int caps[] = { [PARLEY_TYPING_NONE] = world->policy.cap_quiet,
                       [PARLEY_TYPING_ACTIVE] = world->policy.cap_typing,
                       [PARLEY_TYPING_PAUSED] = world->policy.cap_typed };

  return world->evidence_at + caps[world->typing];
}

/* The reply's text is the epoch it was written under. */
static void
check_say (ChatWorld *world, const ParleyEffect *effect, gint64 now)
{
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);
  const ChatWorldBubble *unread = get_first_unread (world, turn);
  guint64 written = g_ascii_strtoull (effect->text, NULL, 10);

  chat_world_check (world, effect->say.intent == 0 || effect->say.intent == world->intent,
                    "said under another intent");
  chat_world_check (world, effect->say.intent == 0 || world->stands, "said before it is declared");
  chat_world_check (world, effect->say.intent > 0 || !world->stands,
                    "what is declared is not said by itself");
  world->intent = 0;
  world->stands = FALSE;
  world->n_said++;
  world->saying = TRUE;
  world->typing_shown = FALSE; /* a message ends it */
  chat_world_check (world, written == effect->epoch, "an old reply is said");
  chat_world_check (world, effect->epoch == parley_chat_get_epoch (world->chat),
                    "said under an epoch that is over");
  chat_world_check (world, effect->epoch == world->asked_epoch,
                    "a reply that was not asked for, or was aborted, is said");
  chat_world_check (world, effect->epoch == world->closed_epoch, "a draft is said");
  chat_world_check (world, parley_chat_get_stand_down (world->chat) < 0, "said while stood down");
  chat_world_check (world, unread == NULL || !could_join (world, turn, unread),
                    "said while a bubble is unread");
  if (turn->said->len == 0 && world->typing != PARLEY_TYPING_NONE)
    chat_world_check (world,
                      now >= MIN (get_cap (world), world->opened_at + world->policy.ceiling_quiet),
                      "begins to speak while they type");
}

/* Every bubble ends in exactly one turn, in the order it was written. */
static void
check_done (ChatWorld *world, const ParleyTurn *turn)
{
  guint n = 0;

  for (guint i = 0; i < turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = g_ptr_array_index (turn->bubbles, i);
      const ChatWorldBubble *next = get_pending (world, n);

      while (next != NULL && next->id != read_id (bubble->id) && get_pending (world, n + 1) != NULL
             && get_pending (world, n + 1)->corrects)
        next = get_pending (world, ++n);
      chat_world_check (world, next != NULL && next->id == read_id (bubble->id),
                        "a bubble is lost, doubled or out of order");
      chat_world_check (world, g_str_equal (next->text, bubble->text), "an edit is lost");
      n++;
    }
  g_array_remove_range (world->pending, 0, n);
}

static guint
count_aborted (const ChatWorld *world, gint64 now)
{
  guint n = 0;

  for (guint i = 0; i < MIN (world->n_aborted, PARLEY_DRAFTS_REMEMBERED); i++)
    n += now - world->aborted_at[i] < HOUR_MS;
  return n;
}

static void
check_ask (ChatWorld *world, const ParleyEffect *effect, gint64 now)
{
  chat_world_check (world, !world->asked, "two requests at a time");
  world->asked = TRUE;
  world->asked_epoch = effect->epoch;
  world->drafting = effect->draft;
  if (!effect->draft)
    {
      chat_world_check (world, effect->epoch == world->closed_epoch,
                        "asks before the turn is over");
      return;
    }
  chat_world_check (world, world->policy.drafts, "drafts though they are off");
  chat_world_check (world, world->typing == PARLEY_TYPING_NONE, "begins a draft while they type");
  chat_world_check (world, effect->epoch != world->closed_epoch, "a draft after the window");
  chat_world_check (world, ++world->n_drafts <= world->policy.max_drafts,
                    "too many drafts in a turn");
  chat_world_check (world,
                    world->policy.max_aborted_drafts == 0
                        || count_aborted (world, now) < world->policy.max_aborted_drafts,
                    "too many drafts thrown away in an hour");
}

/* A bubble that another one took the place of is in no turn. */
static void
forget_corrected (ChatWorld *world)
{
  for (guint i = world->pending->len; i-- > 1;)
    if (get_pending (world, i)->corrects && is_in_turn (world, get_pending (world, i)->id)
        && !is_in_turn (world, get_pending (world, i - 1)->id))
      {
        g_array_remove_index (world->pending, i - 1);
        world->n_corrected++;
      }
}

static void
note_window (ChatWorld *world, const ParleyEffect *effect, gint64 now)
{
  abort_draft (world, now);
  forget_corrected (world);
  chat_world_check (world, !world->asked, "reads on while somebody writes");
  if (effect->turn_id != world->turn_id)
    {
      world->n_drafts = 0;
      world->opened_at = now;
    }
  world->turn_id = effect->turn_id;
  world->evidence_at = now;
  world->queue_edited = FALSE;
}

static void
note_effect (ChatWorld *world, const ParleyEffect *effect, gint64 now)
{
  switch (effect->type)
    {
    case PARLEY_EFFECT_STATE:
      if (effect->state.from == PARLEY_STATE_IDLE)
        world->opened_at = now;
      break;
    case PARLEY_EFFECT_WINDOW:
      note_window (world, effect, now);
      break;
    case PARLEY_EFFECT_TURN:
      world->n_drafts_used += world->drafting;
      world->drafting = FALSE;
      world->closed_epoch = effect->epoch;
      break;
    case PARLEY_EFFECT_PREDICT:
      chat_world_check (world, world->policy.prediction, "predicts though that is off");
      chat_world_check (world, world->typing == PARLEY_TYPING_NONE, "predicts while they type");
      break;
    case PARLEY_EFFECT_ASK:
      check_ask (world, effect, now);
      break;
    case PARLEY_EFFECT_ABORT:
      chat_world_check (world, world->asked, "aborts what nobody writes");
      chat_world_check (world, effect->epoch == world->asked_epoch, "aborts something else");
      world->asked = FALSE;
      break;
    case PARLEY_EFFECT_INTEND:
      chat_world_check (world, world->intent == 0, "two intents at a time");
      chat_world_check (world, !world->awaiting, "goes on before the last one was shown");
      world->intent = effect->say.intent;
      world->intended_at = now;
      world->stands = FALSE;
      break;
    case PARLEY_EFFECT_RETRACT:
      chat_world_check (world, effect->intent == world->intent, "takes back something else");
      world->intent = 0;
      world->stands = FALSE;
      break;
    case PARLEY_EFFECT_SAY:
      check_say (world, effect, now);
      break;
    case PARLEY_EFFECT_SHOW_TYPING:
      chat_world_check (world, effect->typing != world->typing_shown, "shows typing twice");
      world->typing_shown = effect->typing;
      break;
    case PARLEY_EFFECT_DONE:
      abort_draft (world, now);
      check_done (world, effect->turn);
      break;
    case PARLEY_EFFECT_HOLD:
    case PARLEY_EFFECT_LATE:
    case PARLEY_EFFECT_DROP:
    case PARLEY_EFFECT_STAND_DOWN:
    case PARLEY_EFFECT_RESUME:
      break;
    }
}

/* The rules of each state */

static void
check_caps (const ChatWorld *world, gint64 now)
{
  gint64 deadline = parley_chat_get_deadline (world->chat);
  int ceiling = world->types ? world->policy.ceiling_typing : world->policy.ceiling_quiet;

  chat_world_check (world, deadline >= 0, "waits for ever");
  chat_world_check (world, deadline <= get_cap (world), "waits past the cap");
  chat_world_check (world, deadline <= world->opened_at + ceiling, "waits past the ceiling");
}

static void
check_state (const ChatWorld *world, gint64 now)
{
  const ParleyTurn *turn = parley_chat_get_turn (world->chat);
  gint64 deadline = parley_chat_get_deadline (world->chat);
  ParleyState state = parley_chat_get_state (world->chat);

  chat_world_check (world, state == PARLEY_STATE_SPEAKING || !world->typing_shown,
                    "our typing stays on");
  chat_world_check (world, state == PARLEY_STATE_SPEAKING || world->intent == 0,
                    "an intent stays open");
  switch (state)
    {
    case PARLEY_STATE_IDLE:
      chat_world_check (world, !world->asked, "somebody writes for nobody");
      chat_world_check (world, turn != NULL || !world->online || world->pending->len == 0,
                        "rests while a bubble waits");
      break;
    case PARLEY_STATE_COLLECTING:
      check_caps (world, now);
      break;
    case PARLEY_STATE_THINKING:
      chat_world_check (world, world->asked, "waits for an answer that nobody writes");
      break;
    case PARLEY_STATE_SPEAKING:
      chat_world_check (world, world->asked || world->saying || world->awaiting || deadline >= 0,
                        "speaks of nothing");
      chat_world_check (world,
                        world->intent > 0
                            || deadline
                                   <= MAX (now + MAX (5000, world->policy.hold), get_cap (world)),
                        "holds past the cap");
      chat_world_check (world, world->intent == 0 || deadline <= world->intended_at + 120000,
                        "waits for the disk for ever");
      break;
    case PARLEY_N_STATES:
      g_assert_not_reached ();
    }
  chat_world_check (world, state == PARLEY_STATE_IDLE || turn != NULL, "busy without a turn");
}

/* Results of what was aborted, or comes from another read, have no effect. */
static void
check_stale (ChatWorld *world, const ParleyEvent *event, guint n_effects, guint n_stale)
{
  gboolean stale = event->epoch != parley_chat_get_epoch (world->chat);

  chat_world_check (world, !stale || n_effects == 0, "a late result has an effect");
  chat_world_check (world, parley_chat_get_n_stale (world->chat) == n_stale + stale,
                    "a late result is not counted");
}

static void
note_reply (ChatWorld *world, const ParleyEvent *event, gint64 now)
{
  if (event->type != PARLEY_EVENT_REPLY_END || event->epoch != world->asked_epoch)
    return;
  world->asked = FALSE;
  if (event->reply_end.how == PARLEY_REPLY_FAILED || event->reply_end.how == PARLEY_REPLY_AWAY)
    abort_draft (world, now);
}

void
chat_world_post (ChatWorld *world, const ParleyEvent *event, gint64 now, GArray *effects)
{
  gboolean reply
      = event->type == PARLEY_EVENT_REPLY_BUBBLE || event->type == PARLEY_EVENT_REPLY_END;
  guint n_stale = parley_chat_get_n_stale (world->chat);
  guint64 epoch = parley_chat_get_epoch (world->chat);
  guint at = world->n_events++ % CHAT_WORLD_TRAIL;

  world->trail[at].at = now;
  world->trail[at].type = event->type;
  world->trail[at].state = parley_chat_get_state (world->chat);
  g_array_set_size (effects, 0);
  note_event (world, event, now);
  if (reply && event->epoch == epoch)
    note_reply (world, event, now);
  parley_chat_step (world->chat, event, now, effects);
  if (reply && event->epoch != epoch)
    check_stale (world, event, effects->len, n_stale);
  for (guint i = 0; i < effects->len; i++)
    {
      const ParleyEffect *effect = &g_array_index (effects, ParleyEffect, i);

      mix (world, effect->type);
      mix (world, effect->at);
      mix (world, effect->epoch);
      mix (world, effect->turn_id);
      note_effect (world, effect, now);
    }
  if (parley_chat_get_state (world->chat) == PARLEY_STATE_IDLE)
    abort_draft (world, now);
  mix (world, parley_chat_get_deadline (world->chat));
  check_state (world, now);
}
