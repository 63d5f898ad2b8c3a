/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a model is really given, for five typical chats, byte for byte: golden/NAME.txt. To be read
 * as a whole whenever one changes; PARLEY_GOLDEN=write writes them anew. */
#include <glib.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "backend/parley-openai.h"
#include "base/parley-data.h"
#include "brain/parley-prompt.h"
#include "brain/parley-tool.h"
#include "memory/parley-chat-memory.h"
#include "test-clock.h"

#define NOON 1000036800 /* 2001-09-09 12:00 UTC, a Sunday */
#define ABOUT                                                                                      \
  "I teach physics in Graz and live with Mia and two cats. I cycle to school, cook most "          \
  "evenings, "                                                                                     \
  "play the cello badly, and am at home on Sundays. Exams keep me busy until the fourth of July, " \
  "then I am free."

typedef struct
{
  ParleyTestClock clock;
  ParleyTimers *timers;
  ParleySettings *settings;
  ParleyData *data;
  ParleyRules *rules;
  char *persona;
  ParleyStore *store;
  ParleyChatMemory *memory;
  ParleyHistory *history;
  ParleyTurn *turn;
  GTimeZone *zone;
  GPtrArray *lessons;
  GPtrArray *tools;
  ParleyPromptInput input;
} Fixture;

static void
setup (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyChatKey) key = parley_chat_key_new ("prpl-jabber", "me", "anna");

  parley_test_clock_init (&f->clock);
  f->timers = parley_timers_new (&f->clock.clock, NULL);
  f->settings = parley_settings_new ();
  f->data = parley_data_new (NULL);
  f->rules = parley_rules_new (f->data);
  f->persona = parley_data_dup_text (f->data, "prompts/persona.txt");
  f->store = parley_store_new (NULL);
  f->memory = parley_chat_memory_new (f->store, key);
  f->history = parley_history_new (1000, 1000000);
  f->turn = parley_turn_new (1);
  f->zone = g_time_zone_new_offset (2 * 3600);
  f->lessons = g_ptr_array_new_with_free_func ((GDestroyNotify) parley_lesson_free);
  f->tools = NULL;
  f->input = (ParleyPromptInput){ .rules = f->rules,
                                  .nonce = "k3x9m2",
                                  .author.name = "Alex",
                                  .author.about = ABOUT,
                                  .author.persona = f->persona,
                                  .lessons = f->lessons,
                                  .history = f->history,
                                  .turn = f->turn,
                                  .wall = NOON,
                                  .zone = f->zone,
                                  .max_tokens = 512 };
}

static void
teardown (Fixture *f, gconstpointer data)
{
  parley_history_free (f->history);
  parley_turn_unref (f->turn);
  g_time_zone_unref (f->zone);
  g_ptr_array_unref (f->lessons);
  g_clear_pointer (&f->tools, g_ptr_array_unref);
  parley_rules_free (f->rules);
  g_free (f->persona);
  parley_data_free (f->data);
  parley_store_close (f->store);
  g_object_unref (f->memory);
  g_object_unref (f->store);
  parley_settings_free (f->settings);
  parley_timers_unref (f->timers);
}

/* @window: of the model, in tokens. */
static void
offer (Fixture *f, guint window, gboolean has_series)
{
  const ParleyTokenBudget budget = parley_token_budget_new (f->settings, window, FALSE);
  g_autoptr (ParleyToolContext) context = parley_tool_context_new (
      f->memory, has_series, "k3x9m2", f->timers, f->zone, (ParleySeriesBounds){ 0 });

  g_clear_pointer (&f->tools, g_ptr_array_unref);
  f->tools = parley_tools_offer (context, f->settings, &budget);
  f->input.tools = f->tools;
}

static void
write_bubble (Fixture *f, const char *text, gint64 wall)
{
  const ParleyEvent event
      = { .type = PARLEY_EVENT_BUBBLE, .bubble = { .text = text, .when = parley_when_at (wall) } };

  parley_turn_absorb (f->turn, parley_bubble_new (&event, 0));
}

static void
say (Fixture *f, ParleySpeaker speaker, const char *text, gint64 wall, guint64 turn)
{
  parley_history_add (f->history, speaker, text, parley_when_at (wall), turn);
}

/* As it goes over the wire. */
static char *
dup_tools (const ParleyRequest *request)
{
  g_autoptr (GBytes) body = parley_openai_body_new (request, "m", NULL);
  g_autoptr (JsonNode) root = json_from_string ((const char *) g_bytes_get_data (body, NULL), NULL);
  JsonObject *object = json_node_get_object (root);

  return json_object_has_member (object, "tools")
             ? json_to_string (json_object_get_member (object, "tools"), FALSE)
             : g_strdup ("");
}

static char *
dup_request (const ParleyRequest *request)
{
  g_autofree char *tools = dup_tools (request);
  g_autofree char *lines = NULL;
  GString *all = g_string_new (NULL);
  g_auto (GStrv) each = g_strsplit (tools, "},{\"type\"", -1);

  for (guint i = 0; i < request->messages->len; i++)
    {
      const ParleyMessage *message = g_ptr_array_index (request->messages, i);

      g_string_append_printf (all, "=== %s\n%s\n", parley_role_to_string (message->role),
                              message->text);
    }
  lines = g_strjoinv ("},\n{\"type\"", each);
  g_string_append_printf (all, "=== tools\n%s\n", lines);
  return g_string_free (all, FALSE);
}

static void
compare (Fixture *f, const char *name)
{
  g_autoptr (ParleyRequest) request = parley_prompt_build (&f->input);
  g_autofree char *now = dup_request (request);
  g_autofree char *file = g_strconcat (name, ".txt", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "brain", "golden", file, NULL);
  g_autofree char *golden = NULL;

  if (g_strcmp0 (g_getenv ("PARLEY_GOLDEN"), "write") == 0)
    g_assert_true (g_file_set_contents (path, now, -1, NULL));
  g_assert_true (g_file_get_contents (path, &golden, NULL, NULL));
  g_assert_cmpstr (now, ==, golden);
}

/* The very first burst of somebody. */
static void
test_first (Fixture *f, gconstpointer data)
{
  offer (f, 32768, FALSE);
  write_bubble (f, "hey", NOON - 20);
  write_bubble (f, "are you home later", NOON - 12);
  write_bubble (f, "wanted to bring your ladder back", NOON - 4);
  compare (f, "first");
}

/* The same for a small model. */
static void
test_small_window (Fixture *f, gconstpointer data)
{
  offer (f, 4096, FALSE);
  write_bubble (f, "hey", NOON - 20);
  write_bubble (f, "are you home later", NOON - 12);
  compare (f, "small");
}

/* A talk of days, with what the user wrote by hand, a summary, and something remembered. */
static void
test_long (Fixture *f, gconstpointer data)
{
  g_autoptr (ParleyContactInfo) contact = parley_contact_info_new ("Anna", "at the lake", "away");
  g_autoptr (ParleyStyle) style
      = parley_style_parse ("19 95 0 12 2\nnah too tired 😴\nwho won\non my way, ten minutes");

  f->input.author.style = style;
  offer (f, 32768, TRUE);
  f->input.summary = "2001-08-30 they: moved to Linz\n2001-09-01 the owner: lent them a ladder";
  f->input.until = NOON - 200000;
  f->input.contact = contact;
  f->input.facts = "Noted:\n2001-09-01 they: birthday on May 5";
  say (f, PARLEY_SPEAKER_PERSON, "did you see the match", NOON - 90000, 1);
  say (f, PARLEY_SPEAKER_PERSON, "unreal", NOON - 89998, 1);
  say (f, PARLEY_SPEAKER_PARLEY, "only the end, what a save", NOON - 89950, 1);
  say (f, PARLEY_SPEAKER_PERSON, "right??", NOON - 89900, 2);
  say (f, PARLEY_SPEAKER_USER, "my hands are still shaking", NOON - 89800, 0);
  say (f, PARLEY_SPEAKER_PERSON, "so about sunday", NOON - 3000, 3);
  say (f, PARLEY_SPEAKER_PARLEY, "what about it?", NOON - 2950, 3);
  write_bubble (f, "mia said noon", NOON - 8);
  write_bubble (f, "no wait, one", NOON - 3);
  compare (f, "long");
}

/* They broke in while an answer was being said, and ask what they talk to. */
static void
test_cut (Fixture *f, gconstpointer data)
{
  offer (f, 32768, FALSE);
  say (f, PARLEY_SPEAKER_PERSON, "how do you make that dough", NOON - 60, 1);
  say (f, PARLEY_SPEAKER_PARLEY, "flour, water, salt, a bit of yeast", NOON - 40, 1);
  f->turn->after_cut = TRUE;
  f->input.asks_program = TRUE;
  write_bubble (f, "that was quick", NOON - 6);
  write_bubble (f, "am i talking to a bot lol", NOON - 2);
  compare (f, "cut");
}

/* The user wants another answer than the draft, to what came late. */
static void
test_draft (Fixture *f, gconstpointer data)
{
  const ParleyAnother another = { .unwanted = (char *) "Yes, the concert is sold out, I am afraid.",
                                  .wish = (char *) "shorter" };

  offer (f, 32768, FALSE);
  g_ptr_array_add (f->lessons, parley_lesson_new ("Sounds good!", "ok", NOON - 5000));
  say (f, PARLEY_SPEAKER_PERSON, "hi", NOON - 9000, 1);
  say (f, PARLEY_SPEAKER_PARLEY, "hi", NOON - 8990, 1);
  f->input.late_min = 12;
  f->input.another = &another;
  f->input.status = "back at 5";
  write_bubble (f, "any tickets left?", NOON - 720);
  compare (f, "draft");
}

/* Of somebody of whom there is most to tell, with six lines of forty characters. */
#define FORTY "so i was thinking we could walk up there"
#define STYLE "40 90 10 25 3\n" FORTY "\n" FORTY "\n" FORTY "\n" FORTY "\n" FORTY "\n" FORTY

/* Rules, persona, name, 200 characters about oneself, examples and tools: at most 900 tokens of 4
 * bytes; 450 in a small window. */
static gsize
measure (Fixture *f, guint window)
{
  g_autoptr (ParleyRequest) request = NULL;
  g_autoptr (ParleyStyle) style = parley_style_parse (STYLE);
  g_autofree char *tools = NULL;
  gsize front;

  g_assert_cmpuint (strlen (ABOUT), >=, 200);
  g_assert_cmpuint (strlen (FORTY), ==, 40);
  g_assert_cmpuint (style->examples->len, ==, 6);
  f->input.author.style = style;
  offer (f, window, FALSE);
  write_bubble (f, "hi", NOON);
  request = parley_prompt_build (&f->input);
  tools = dup_tools (request);
  front = strlen (((ParleyMessage *) g_ptr_array_index (request->messages, 0))->text);
  g_test_message ("window %u: %" G_GSIZE_FORMAT " bytes of rules, %" G_GSIZE_FORMAT " of tools",
                  window, front, strlen (tools));
  return front + strlen (tools);
}

static void
test_front_is_short (Fixture *f, gconstpointer data)
{
  g_assert_cmpuint (measure (f, 32768), <=, 900 * 4);
  g_assert_cmpuint (measure (f, 8191), <=, 450 * 4);
}

#define ADD(name, func) g_test_add ("/brain/golden/" name, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("first", test_first);
  ADD ("small", test_small_window);
  ADD ("long", test_long);
  ADD ("cut", test_cut);
  ADD ("draft", test_draft);
  ADD ("size", test_front_is_short);
  return g_test_run ();
}
