/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What a server on one's own machine has read before, counted as llama.cpp counts it: it keeps the
 * prompt of each of its slots with the reply behind it, takes the slot whose beginning is most like
 * the new prompt, and reads what is behind that beginning. */
#include <string.h>

#include "base/parley-json.h"
#include "server-world.h"

#define N_TURNS 200

/* One for the chat, one for its summaries. */
#define N_SLOTS 2

/* Bytes of a token: what matters is the share. */
#define TOKEN_BYTES 4

#define ANSWER      "It is as it was, and so are all the rest of them."
#define SUMMARY     "2027-01-15 they: asked for numbers"
#define NOTES       "Earlier in this chat:"

typedef struct
{
  char *slots[N_SLOTS];
  guint newest;   /* of them */
  gsize n_read;   /* tokens */
  gsize n_cached; /* of them */
  char *before;   /* the last prompt of the chat, up to its line on the state of things */
  guint n_kept;   /* prompts of which all of that had been read before */
  guint n_moved;  /* of which only that before the summary had, for it is another one */
  guint n_lost;
} Llama;

static void
append (GString *all, JsonObject *object, const char *name)
{
  const char *text = parley_json_get_string (object, name);

  g_string_append_printf (all, "<|%s|>%s", name, text != NULL ? text : "");
}

/* As a template does: tools, then the messages in their order. */
static char *
render (const char *body)
{
  g_autoptr (JsonNode) root = parley_json_parse (body, strlen (body), NULL);
  JsonObject *object = json_node_get_object (root);
  JsonArray *messages = parley_json_get_array (object, "messages");
  GString *all = g_string_new (NULL);

  if (json_object_has_member (object, "tools"))
    {
      g_autofree char *tools = json_to_string (json_object_get_member (object, "tools"), FALSE);

      g_string_append (all, tools);
    }
  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      append (all, parley_json_get_element (messages, i), "role");
      append (all, parley_json_get_element (messages, i), "content");
    }
  return g_string_free (all, FALSE);
}

static gsize
count_common (const char *a, const char *b)
{
  gsize n = 0;

  while (a != NULL && a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

static guint
find_slot (const Llama *llama, const char *prompt)
{
  guint best = (llama->newest + 1) % N_SLOTS;

  for (guint i = 0; i < N_SLOTS; i++)
    {
      if (count_common (llama->slots[i], prompt) > count_common (llama->slots[best], prompt))
        best = i;
    }
  return best;
}

/* Of all before but its state and burst. */
static void
look_at_prompt (Llama *llama, const char *prompt, const char *state, gsize cached)
{
  const char *summary = strstr (prompt, NOTES);

  if (llama->before == NULL || cached >= strlen (llama->before))
    llama->n_kept++;
  else if (summary != NULL && cached >= (gsize) (summary - prompt))
    llama->n_moved++;
  else
    llama->n_lost++;
  g_free (llama->before);
  llama->before = g_strndup (prompt, state - prompt);
}

/* Returns: (transfer full): what the server says of it. */
static char *
read_prompt (Llama *llama, const char *prompt, const char *reply)
{
  guint slot = find_slot (llama, prompt);
  gsize all = strlen (prompt) / TOKEN_BYTES;
  gsize common = count_common (llama->slots[slot], prompt);
  gsize cached = common / TOKEN_BYTES;
  const char *state = g_strrstr (prompt, "[It is ");

  g_free (llama->slots[slot]);
  llama->slots[slot] = g_strconcat (prompt, "<|role|>assistant<|content|>", reply, NULL);
  llama->newest = slot;
  llama->n_read += all;
  llama->n_cached += cached;
  if (state != NULL)
    look_at_prompt (llama, prompt, state, common);
  return g_strdup_printf ("{\"choices\":[],\"usage\":{\"prompt_tokens\":%" G_GSIZE_FORMAT
                          ",\"completion_tokens\":12},\"timings\":{\"cache_n\":%" G_GSIZE_FORMAT
                          ",\"prompt_n\":%" G_GSIZE_FORMAT "}}",
                          all, cached, all - cached);
}

/* Returns: (transfer full): the next request, as the model gets it. */
static char *
peek (World *w)
{
  return render (parley_test_peer_get_body (parley_test_server_wait_for (w->server, w->n_seen)));
}

static gboolean
is_closed (gpointer peer)
{
  return parley_test_peer_is_closed (peer);
}

/* What is too long ago for a prompt is summed up when a turn is over, at any time. Returns:
 * (transfer full): the next prompt of the chat. */
static char *
wait_for_prompt (World *w, Llama *llama)
{
  for (;;)
    {
      g_autofree char *prompt = peek (w);

      if (g_strrstr (prompt, "[It is ") != NULL)
        return g_steal_pointer (&prompt);
      g_free (read_prompt (llama, prompt, SUMMARY));
      parley_test_wait (is_closed, world_give (w, SUMMARY, "{}"));
    }
}

static void
answer (World *w, Llama *llama, const char *text)
{
  g_autofree char *prompt = wait_for_prompt (w, llama);
  g_autofree char *usage = read_prompt (llama, prompt, text);

  world_answer_with (w, text, usage);
}

/* They go on while it reads; what it has read by then stays. */
static void
break_in (World *w, Llama *llama)
{
  g_autofree char *prompt = wait_for_prompt (w, llama);

  g_free (read_prompt (llama, prompt, ""));
  world_next (w);
  write_line (&w->base, w->base.alice, "no wait, of another one!");
  world_leap (w, 3000);
}

static void
set_int (World *w, ParleySetting setting, int value)
{
  g_assert_true (parley_settings_set_int (w->base.settings, setting, value, NULL));
}

/* What starts has the scripted model until a setting changes. */
static void
restart (World *w, guint turn)
{
  fixture_quit (&w->base);
  fixture_start (&w->base);
  set_int (w, PARLEY_SETTING_BACKEND_RETRIES, turn % 80 == 39 ? 1 : 2);
}

static void
take_turn (World *w, Llama *llama, guint turn)
{
  g_autofree char *text
      = g_strdup_printf ("It is number %u, as it was, and so are all the rest.", turn * 7);

  for (guint i = 0; i < 1 + turn % 3; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("%u: what of number %u, and of the rest of them?", turn, i);

      parley_engine_take_typing (w->base.engine, w->base.alice, PARLEY_TYPING_ACTIVE);
      world_leap (w, 40);
      parley_engine_take_typing (w->base.engine, w->base.alice, PARLEY_TYPING_NONE);
      write_line (&w->base, w->base.alice, line);
    }
  world_leap (w, 4000);
  if (turn % 11 == 7)
    break_in (w, llama);
  answer (w, llama, text);
  world_leap (w, 2000);
  if (turn % 10 == 9)
    write_own (&w->base, w->base.alice, "that was me", FALSE);
  if (turn % 40 == 39)
    restart (w, turn);
}

static void
wait_for_next (World *w, guint turn)
{
  gint64 seconds = turn % 10 == 9 ? 3600 : 240;

  w->base.clock.ms += seconds * 1000;
  w->base.clock.wall += seconds;
  world_leap (w, 10);
}

static void
test_most_of_200_turns_was_read_before (World *w, gconstpointer data)
{
  Llama llama = { 0 };
  g_autofree char *status = NULL;

  set_int (w, PARLEY_SETTING_BRAIN_HISTORY_TOKENS, 2000);
  set_int (w, PARLEY_SETTING_GUARD_LOOP_REPLIES, 100);
  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      take_turn (w, &llama, turn);
      wait_for_next (w, turn);
    }
  g_test_message ("%u prompts had been read up to their burst, %u up to a new summary, %u less; "
                  "%.1f %% of the tokens",
                  llama.n_kept, llama.n_moved, llama.n_lost,
                  100.0 * (double) llama.n_cached / (double) llama.n_read);
  g_assert_cmpuint (llama.n_kept + llama.n_moved + llama.n_lost, >=, N_TURNS);
  g_assert_cmpuint (llama.n_moved, >, 0);
  g_assert_cmpuint (llama.n_kept * 100, >=, (llama.n_kept + llama.n_lost) * 97);
  status = parley_engine_dup_status (w->base.engine, w->base.alice);
  g_test_message ("%s", status);
  g_assert_nonnull (strstr (status, "% of the tokens read came from the cache."));
  for (guint i = 0; i < N_SLOTS; i++)
    g_free (llama.slots[i]);
  g_free (llama.before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/engine/cache/200-turns", World, NULL, world_set_up_kept,
              test_most_of_200_turns_was_read_before, world_tear_down);
  return g_test_run ();
}
