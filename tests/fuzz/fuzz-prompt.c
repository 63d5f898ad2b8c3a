/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A prompt: whatever people wrote stays between its marks, of which there are as many as if they
 * had written nothing of interest; and what was the front of one prompt is the front of the next.
 */
#include "fuzz.h"

#include <string.h>

#include "brain/parley-fence.h"
#include "brain/parley-prompt.h"

#define NONCE       "k3x9m2"
#define MAX_BUBBLES 12
#define NOON        1000036800

typedef struct
{
  ParleyHistory *history;
  ParleyTurn *turn;
  GTimeZone *zone;
  gint64 wall;
} World;

/* Returns: (transfer full): the marks of a text, in order. */
static char *
dup_marks (const char *text)
{
  GString *marks = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_str_has_prefix (p, "<they-" NONCE ">") || g_str_has_prefix (p, "<notes-" NONCE ">"))
        g_string_append_c (marks, '<');
      else if (g_str_has_prefix (p, "</they-" NONCE ">")
               || g_str_has_prefix (p, "</notes-" NONCE ">"))
        g_string_append_c (marks, '>');
    }
  return g_string_free (marks, FALSE);
}

/* None within another one, none left open. */
static void
check_marks (const char *text)
{
  g_autofree char *marks = dup_marks (text);

  for (guint i = 0; marks[i] != '\0'; i++)
    g_assert_cmpint (marks[i], ==, i % 2 == 0 ? '<' : '>');
  g_assert_cmpuint (strlen (marks) % 2, ==, 0);
}

static void
check_fence (const char *text, gsize max)
{
  g_autofree char *fenced = parley_fence_dup (PARLEY_FENCE_NOTES, NONCE, text);
  g_autofree char *marks = dup_marks (fenced);
  g_autofree char *cut
      = parley_fence_dup_bounded (fenced, NONCE, MAX (max, strlen ("<notes-" NONCE ">")));

  g_assert_cmpstr (marks, ==, "<>");
  g_assert_true (g_utf8_validate (cut, -1, NULL));
  check_marks (cut);
}

static void
add_bubble (World *world, const char *text)
{
  const ParleyEvent event = { .type = PARLEY_EVENT_BUBBLE,
                              .bubble = { .text = text, .when = parley_when_at (world->wall++) } };

  parley_turn_absorb (world->turn, parley_bubble_new (&event, 0));
}

static ParleyRequest *
build (const World *world, const char *persona)
{
  const ParleyRules rules = { (char *) "RULES\n", (char *) "TOOLS\n", (char *) "WORDS\n" };
  g_autoptr (GPtrArray) tools = g_ptr_array_new ();
  const ParleyPromptInput input = { .rules = &rules,
                                    .tools = tools,
                                    .nonce = NONCE,
                                    .author.persona = persona,
                                    .history = world->history,
                                    .turn = world->turn,
                                    .wall = NOON,
                                    .zone = world->zone,
                                    .max_tokens = 7 };
  ParleyRequest *request = parley_prompt_build (&input);

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = request->messages->pdata[i];

      g_assert_true (g_utf8_validate (message->text, -1, NULL));
      if (message->role != PARLEY_ROLE_SYSTEM) /* which tells of the marks */
        check_marks (message->text);
    }
  return request;
}

/* What was the turn is history, and was answered. */
static void
end_turn (World *world, const char *answer)
{
  for (guint i = 0; i < world->turn->bubbles->len; i++)
    {
      const ParleyBubble *bubble = world->turn->bubbles->pdata[i];

      parley_history_add (world->history, PARLEY_SPEAKER_PERSON, bubble->text, bubble->when,
                          world->turn->id);
    }
  parley_history_add (world->history, PARLEY_SPEAKER_PARLEY, answer, parley_when_at (world->wall++),
                      world->turn->id);
  parley_turn_unref (world->turn);
  world->turn = parley_turn_new (2);
}

/* All but the last message, which holds the turn, are the same in the next prompt. */
static void
check_front (const ParleyRequest *before, const ParleyRequest *after)
{
  for (guint i = 0; i + 1 < before->messages->len; i++)
    {
      const ParleyMessage *first = before->messages->pdata[i];
      const ParleyMessage *second = after->messages->pdata[i];

      g_assert_cmpuint (i, <, after->messages->len);
      g_assert_cmpint (first->role, ==, second->role);
      g_assert_cmpstr (first->text, ==, second->text);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  FuzzInput input = { data, size };
  gsize max = fuzz_take (&input, 256);
  guint n = 1 + fuzz_take (&input, MAX_BUBBLES);
  World world = { .history = parley_history_new (1000, 1000000),
                  .turn = parley_turn_new (1),
                  .zone = g_time_zone_new_utc (),
                  .wall = NOON - 3000 };
  g_autoptr (ParleyRequest) before = NULL;
  g_autoptr (ParleyRequest) after = NULL;
  g_autofree char *burst = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = fuzz_take_utf8_line (&input);

      check_fence (text, max);
      add_bubble (&world, *text != '\0' ? text : "x");
    }
  before = build (&world, "PERSONA");
  burst = parley_prompt_dup_fenced_burst (world.turn, NONCE);
  check_marks (burst);
  end_turn (&world, "Yes.");
  add_bubble (&world, "and then?");
  after = build (&world, "PERSONA");
  check_front (before, after);
  parley_history_free (world.history);
  parley_turn_unref (world.turn);
  g_time_zone_unref (world.zone);
  return 0;
}
