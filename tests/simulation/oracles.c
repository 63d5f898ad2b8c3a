/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "oracles.h"

#include <string.h>

#include "context/parley-diary.h"

/* Older ones are not answered any more. */
#define MOST_PENDING_MS (10 * 60 * 1000)

/* --- marks --- */

static gboolean
read_mark (const char *q, const char *begin, const char *name, guint *n, const char **end)
{
  gsize length = strlen (name);
  char *behind;

  if ((gsize) (q - begin) < length || strncmp (q - length, name, length) != 0
      || !g_ascii_isdigit (q[1]))
    return FALSE;
  *n = (guint) g_ascii_strtoull (q + 1, &behind, 10);
  *end = behind;
  return TRUE;
}

/* Reads the next mark. Returns: FALSE: there is none. @text: (inout): moves behind it. */
static gboolean
next_mark (SimWorld *world, const char **text, guint *body, guint *n)
{
  for (const char *q = strchr (*text, 'q'); q != NULL; q = strchr (q + 1, 'q'))
    {
      for (guint i = 0; i < world->bodies->len; i++)
        {
          const SimBody *author = g_ptr_array_index (world->bodies, i);

          if (!read_mark (q, *text, author->name, n, text))
            continue;
          *body = i;
          return TRUE;
        }
    }
  return FALSE;
}

/* The turn's own lines stand in the last fence: the others are of earlier ones. Returns: the first
 * mark of them, or @newest. */
static guint
find_oldest (SimWorld *world, const char *prompt, guint newest)
{
  const char *at = g_strrstr (prompt, "<they-");
  guint body;
  guint n;

  return at != NULL && next_mark (world, &at, &body, &n) ? n : newest;
}

static SimMessage *
get_message (SimBody *body, guint n)
{
  return n < body->messages->len ? &g_array_index (body->messages, SimMessage, n) : NULL;
}

/* What was written before is nobody's to answer any more, or is. */
static void
settle (SimBody *body, guint newest)
{
  for (guint n = 0; n <= newest && n < body->messages->len; n++)
    get_message (body, n)->settled = TRUE;
}

void
sim_oracle_excuse (SimWorld *world, SimChat *chat)
{
  for (guint i = 0; i < world->bodies->len; i++)
    {
      SimBody *body = g_ptr_array_index (world->bodies, i);

      if (g_ptr_array_index (world->chats, body->chat) == chat)
        settle (body, G_MAXUINT - 1);
    }
}

void
sim_oracle_loosen (SimWorld *world, SimChat *chat)
{
  SimBody *body = sim_world_get_holder (world, chat, NULL);

  for (guint n = 0; n < body->messages->len; n++)
    get_message (body, n)->loose |= get_message (body, n)->answered < 0;
}

void
sim_oracle_lose (SimWorld *world, SimChat *chat)
{
  sim_oracle_excuse (world, chat);
  for (guint i = 0; i < world->bodies->len; i++)
    {
      SimBody *body = g_ptr_array_index (world->bodies, i);

      for (guint n = 0;
           g_ptr_array_index (world->chats, body->chat) == chat && n < body->messages->len; n++)
        get_message (body, n)->heard = FALSE;
    }
}

/* --- what is asked --- */

static void
check_mark (SimWorld *world, SimRequest *request, guint number, guint n)
{
  SimBody *body = g_ptr_array_index (world->bodies, number);
  const SimMessage *message = get_message (body, n);

  if (request->body != G_MAXUINT && request->body != number)
    sim_world_fail (world, "What one person wrote stands in the prompt of another.");
  else if (message == NULL)
    sim_world_fail (world, "A mark that nobody wrote stands in a prompt.");
  else if (message->secret)
    sim_world_fail (world, "What was encrypted goes to another machine: %sq%u.", body->name, n);
  request->body = number;
  request->newest = MAX (request->newest, n);
}

guint
sim_oracle_request (SimWorld *world, const char *body)
{
  SimRequest request = { .body = G_MAXUINT };
  const char *at = body;
  guint number;
  guint n;

  if (strstr (body, "sk-simulated") != NULL)
    sim_world_fail (world, "A key stands in a prompt.");
  if (strstr (body, SIM_HOME) != NULL)
    sim_world_fail (world, "An address stands in a prompt.");
  while (next_mark (world, &at, &number, &n))
    check_mark (world, &request, number, n);
  if (request.body == G_MAXUINT)
    {
      sim_world_fail (world, "A model is asked about nobody.");
      request.body = 0;
    }
  request.oldest = find_oldest (world, body, request.newest);
  request.tokens = sim_model_get_tokens (world);
  g_array_append_val (world->requests, request);
  sim_limits_check_request (world,
                            &g_array_index (world->requests, SimRequest, world->requests->len - 1));
  sim_world_tell (world, "the model is asked, request %u, up to %sq%u", world->requests->len - 1,
                  ((SimBody *) g_ptr_array_index (world->bodies, request.body))->name,
                  request.newest);
  return world->requests->len - 1;
}

void
sim_oracle_trace (SimWorld *world, const char *json)
{
  guint number;
  guint n;

  if (next_mark (world, &json, &number, &n))
    sim_world_fail (world, "What somebody wrote stands in a trace.");
}

/* --- what is said --- */

/* Returns: (nullable): the request that it comes from. @bubble: (out): which of its bubbles. */
static SimRequest *
find_request (SimWorld *world, const char *text, guint *bubble)
{
  const char *r = strstr (text, ", r");
  char *end;
  guint64 number;

  if (r == NULL)
    return NULL;
  number = g_ascii_strtoull (r + 3, &end, 10);
  if (*end != 'b' || number >= world->requests->len)
    return NULL;
  *bubble = (guint) g_ascii_strtoull (end + 1, NULL, 10);
  return &g_array_index (world->requests, SimRequest, number);
}

/* A model was asked about all up to its newest mark, and nobody wrote since. */
static void
check_read (SimWorld *world, SimBody *body, const SimRequest *request)
{
  int number = (int) (request - (SimRequest *) (void *) world->requests->data);
  SimMessage *newest = get_message (body, request->newest);

  for (guint n = request->newest + 1; n < body->messages->len; n++)
    if (get_message (body, n)->heard)
      sim_world_fail (world, "%s has written q%u since q%u was read.", body->name, n,
                      request->newest);
  if (newest->answered >= 0 && newest->answered != number)
    sim_world_fail (world, "%sq%u is answered a second time.", body->name, request->newest);
  newest->answered = number;
  settle (body, request->newest);
}

/* Returns: (nullable): what forbids it at this instant. */
static const char *
find_objection (SimWorld *world, SimChat *chat)
{
  gboolean sends = sim_world_now (world) < chat->sends_until;

  if (!chat->facts.connected)
    return "there is no connection";
  if (chat->facts.mode == PARLEY_MODE_OFF)
    return "nobody chose them";
  if (sends)
    return NULL;
  if (chat->facts.secrecy.encrypted)
    return "the chat is encrypted";
  if (chat->facts.mode < PARLEY_MODE_COUNTDOWN)
    return "nothing is to be sent to them";
  if (!parley_protocols_is_known (world->protocols, chat->key->protocol)
      && !chat->facts.person.protocol_trusted)
    return "nobody knows the protocol";
  if (parley_settings_get_bool (world->settings, PARLEY_SETTING_GUARD_PAUSED))
    return "everything is paused";
  if (chat->user_types)
    return "the user types";
  if (sim_world_now (world) < chat->quiet_until)
    return "the user wrote";
  return NULL;
}

/* What a countdown was for goes out in one piece, as all that was drafted does. */
static gboolean
is_under_way (SimWorld *world, const SimChat *chat, const SimRequest *request)
{
  return chat->facts.mode == PARLEY_MODE_COUNTDOWN && request->said_at > 0
         && chat->typing_since + world->slept_ms >= request->said_at;
}

static int
get_setting (SimWorld *world, ParleySetting setting)
{
  return parley_settings_get_int (world->settings, setting);
}

/* What is not answered yet may stand in several fences, parted by time. */
static gint64
get_opened (const SimBody *body, const SimRequest *request)
{
  const SimMessage *first = &g_array_index (body->messages, SimMessage, request->oldest);

  for (guint n = request->oldest; n > 0; n--)
    {
      const SimMessage *before = &g_array_index (body->messages, SimMessage, n - 1);

      if (before->answered >= 0 || first->at - before->at > MOST_PENDING_MS)
        break;
      first = before;
    }
  return first->at;
}

/* Before an answer begins typing that is shown holds it for so long, but no longer than a turn may
 * be open, from its first line. Where each sign of it comes anew only the latter counts. */
static gboolean
may_begin (SimWorld *world, SimChat *chat, const SimRequest *request)
{
  const SimBody *body = g_ptr_array_index (world->bodies, request->body);
  gint64 opened = get_opened (body, request);
  gint64 since = sim_world_now (world) - chat->typing_since;
  int cap = get_setting (world, PARLEY_SETTING_TURN_CAP_TYPING_MS);
  int sign = parley_protocols_get_sign_ms (world->protocols, chat->key->protocol);

  if (sim_world_now (world) - opened >= get_setting (world, PARLEY_SETTING_TURN_CEILING_TYPING_MS))
    return TRUE;
  if (request->drafted)
    return sim_world_now (world) - chat->shown_since >= cap;
  if (chat->typing == PARLEY_TYPING_PAUSED)
    return since >= get_setting (world, PARLEY_SETTING_TURN_CAP_TYPED_MS);
  return (sign == 0 || sign >= cap) && since >= cap;
}

/* What stands behind a bubble that was said waits only so long. */
static gboolean
may_go_on (SimWorld *world, const SimChat *chat)
{
  return sim_world_now (world) - chat->held_since
         >= get_setting (world, PARLEY_SETTING_TURN_HOLD_MS);
}

static void
check_typing (SimWorld *world, SimChat *chat, const SimRequest *request)
{
  gboolean later = chat->answered == request->newest + 1;

  if (chat->typing == PARLEY_TYPING_NONE || is_under_way (world, chat, request)
      || (later && request->drafted) || sim_world_now (world) < chat->sends_until)
    return;
  if (!(later ? may_go_on (world, chat) : may_begin (world, chat, request)))
    sim_world_fail (world, "%s types since %" G_GINT64_FORMAT " ms.", chat->key->person,
                    sim_world_now (world) - chat->typing_since);
}

void
sim_oracle_say (SimWorld *world, SimChat *chat, const ParleyRoute *route, const char *text)
{
  guint bubble = 0;
  SimBody *holder = sim_world_get_holder (world, chat, NULL);
  SimRequest *request = find_request (world, text, &bubble);
  g_autoptr (ParleyIdentity) identity = sim_host_dup_identity_of (world, chat);
  const char *objection = find_objection (world, chat);

  if (request == NULL)
    {
      sim_world_fail (world, "Something is said that no model wrote: %s", text);
      return;
    }
  if (g_ptr_array_index (world->bodies, request->body) != holder
      || (identity != NULL && !parley_identity_equal (identity, route->identity)))
    sim_world_fail (world, "%s is told what is for somebody else.", holder->name);
  else
    check_read (world, holder, request);
  if ((request->said & (G_GUINT64_CONSTANT (1) << bubble)) != 0)
    sim_world_fail (world, "%s is told the same twice.", holder->name);
  request->said |= G_GUINT64_CONSTANT (1) << bubble;
  if (objection != NULL)
    sim_world_fail (world, "%s is answered, but %s.", holder->name, objection);
  if (strstr (text, SIM_MODEL_LIE) != NULL && sim_world_now (world) >= chat->sends_until)
    sim_world_fail (world, "%s is told what nobody is to be told by itself.", holder->name);
  check_typing (world, chat, request);
  chat->held_since = sim_world_now (world);
  sim_limits_check_answer (world, chat, request, sim_world_now (world) >= chat->sends_until);
}

/* @text: behind a mark. */
static void
note_drafted (SimWorld *world, const char *text)
{
  guint bubble = 0;
  SimRequest *request = g_str_has_prefix (text, ", r") ? find_request (world, text, &bubble) : NULL;

  if (request != NULL)
    request->drafted = TRUE;
}

void
sim_oracle_tell (SimWorld *world, SimChat *chat, const char *text)
{
  const char *at = text;
  gboolean marked = FALSE;
  guint number;
  guint n;

  while (next_mark (world, &at, &number, &n))
    {
      SimBody *body = g_ptr_array_index (world->bodies, number);

      marked = TRUE;
      note_drafted (world, at);
      if (g_ptr_array_index (world->chats, body->chat) != chat)
        sim_world_fail (world, "The user is shown in one chat what is of another.");
      settle (body, n);
    }
  world->sentences += !marked;
  world->forgets |= strstr (text, "only until the program closes") != NULL;
}

/* --- at the end --- */

static void
on_deeds (GObject *source, GAsyncResult *result, gpointer data)
{
  GPtrArray **deeds = data;

  *deeds = parley_diary_list_finish (result, NULL);
  if (*deeds == NULL) /* there is no store to be read any more */
    *deeds = g_ptr_array_new ();
}

/* What passes is no reason to leave it at that: they are answered when it is over, or it says that
 * it took too long. */
static gboolean
is_end (const ParleyJournalEntry *entry)
{
  static const char *const passing[]
      = { "rate_limited", "overloaded", "timeout", "unreachable", "cut", NULL };

  if (entry->kind == PARLEY_JOURNAL_ERROR)
    return !g_strv_contains (passing, entry->reason);
  return entry->kind != PARLEY_JOURNAL_READ && entry->kind != PARLEY_JOURNAL_MODE;
}

/* Where calls fail that may, a sentence to the user will do. Returns: whether they find out why it
 * was not answered. */
static gboolean
is_accounted_for (SimWorld *world, const GPtrArray *deeds, const ParleyChatKey *key, gint64 wall)
{
  if (world->faults.length > 0 && world->sentences > 0)
    return TRUE;
  for (guint i = 0; i < deeds->len; i++)
    {
      const ParleyJournalEntry *entry = g_ptr_array_index (deeds, i);

      /* The same again within the hour is not written down again. */
      if (entry->key != NULL && parley_chat_key_equal (entry->key, key)
          && entry->wall + 3600 >= wall && is_end (entry))
        return TRUE;
    }
  return FALSE;
}

static void
check_answered (SimWorld *world, SimBody *body, const GPtrArray *deeds)
{
  const SimChat *chat = g_ptr_array_index (world->chats, body->chat);

  for (guint n = 0; n < body->messages->len; n++)
    {
      const SimMessage *message = get_message (body, n);

      if (message->heard && !message->settled && !message->secret
          && !is_accounted_for (world, deeds, chat->key, message->wall))
        sim_world_fail (world, "%sq%u is not answered, and nothing says why.", body->name, n);
    }
}

void
sim_oracle_end (SimWorld *world)
{
  GPtrArray *deeds = NULL;

  if (world->network.n_open > 0)
    sim_world_fail (world, "%u requests never end.", world->network.n_open);
  if (world->engine == NULL)
    return;
  world->faults.on = FALSE; /* what was kept is looked at */
  parley_engine_list_deeds_async (world->engine, 100000, NULL, on_deeds, &deeds);
  while (deeds == NULL)
    if (!g_main_context_iteration (NULL, FALSE))
      sim_seams_hurry (&world->seams);
  for (guint i = 0; i < world->bodies->len; i++)
    check_answered (world, g_ptr_array_index (world->bodies, i), deeds);
  g_ptr_array_unref (deeds);
}
