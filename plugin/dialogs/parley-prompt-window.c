/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-prompt-window.h"

#include <glib/gi18n-lib.h>

#include <notify.h>
#include <request.h>

#include "backend/parley-request.h"
#include "dialogs/parley-finch.h"
#include "contacts/parley-people.h"

struct _ParleyPromptWindow
{
  ParleyInstance *instance;
  GCancellable *cancellable;
  GPtrArray *people;  /* (nullable): of ParleyChatKey: the rows of the list that is open */
  ParleyChatKey *key; /* (nullable): of the chat that is looked at */
};

ParleyPromptWindow *
parley_prompt_window_new (ParleyInstance *instance)
{
  ParleyPromptWindow *window = g_new0 (ParleyPromptWindow, 1);

  window->instance = instance;
  window->cancellable = g_cancellable_new ();
  return window;
}

static void
stop_looking (ParleyPromptWindow *window)
{
  g_cancellable_cancel (window->cancellable);
  g_clear_object (&window->cancellable);
  g_clear_pointer (&window->key, parley_chat_key_free);
}

void
parley_prompt_window_free (ParleyPromptWindow *window)
{
  purple_request_close_with_handle (window);
  stop_looking (window);
  g_clear_pointer (&window->people, g_ptr_array_unref);
  g_free (window);
}

/* As HTML, which is what such a window takes; whose words follow stands out, and what is missing.
 */
static char *
dup_html (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *html = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_markup_escape_text (lines[i], -1);
      char tag = 0;

      if (g_str_has_prefix (line, "=== "))
        tag = 'b';
      else if (g_str_has_prefix (line, PARLEY_REQUEST_GAP))
        tag = 'i';
      if (tag != 0)
        g_string_append_printf (html, "<%c>%s</%c><br>", tag, line, tag);
      else
        g_string_append_printf (html, "%s<br>", line);
    }
  return g_string_free (html, FALSE);
}

/* Another chat is looked at meanwhile, or the plugin was unloaded: nothing may be touched. */
static void
on_preview (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyPromptWindow *window = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = parley_engine_preview_finish (result, &error);
  g_autofree char *html = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  name = parley_people_dup_name (window->key);
  title = g_strdup_printf (_ ("What the model sees of the chat with %s"), name);
  if (text == NULL)
    {
      parley_notice (window->instance->plugin, PURPLE_NOTIFY_MSG_INFO, title, error->message);
      return;
    }
  html = dup_html (text);
  purple_notify_formatted (window->instance->plugin, _ ("Parley"), title,
                           _ ("This is all that it sees. Nothing was sent for this window."), html,
                           NULL, NULL);
}

void
parley_prompt_window_open (ParleyPromptWindow *window, const ParleyChatKey *key)
{
  ParleyChatKey *wanted = parley_chat_key_copy (key);

  stop_looking (window);
  window->cancellable = g_cancellable_new ();
  window->key = wanted;
  parley_engine_preview_async (window->instance->engine, wanted, window->cancellable, on_preview,
                               window);
}

static void
on_chosen (ParleyPromptWindow *window, PurpleRequestFields *fields)
{
  parley_prompt_window_open (window, parley_people_get_chosen (fields, window->people));
}

void
parley_prompt_window_choose (ParleyPromptWindow *window)
{
  ParleyInstance *instance = window->instance;
  g_autofree char *more = NULL;

  purple_request_close_with_handle (window);
  g_clear_pointer (&window->people, g_ptr_array_unref);
  window->people = parley_people_list_on (instance);
  if (window->people->len == 0)
    parley_notice (instance->plugin, PURPLE_NOTIFY_MSG_INFO, _ ("The model sees nothing"),
                   _ ("Parley is switched on for nobody."));
  else if (window->people->len == 1)
    parley_prompt_window_open (window, g_ptr_array_index (window->people, 0));
  else
    {
      more = parley_people_dup_rest (window->people);
      purple_request_fields (window, _ ("Parley"), _ ("Which chat do you want to look at?"), more,
                             parley_people_new_fields (window->people),
                             /* Translators: a button: open a window with what the model sees */
                             _ ("Show"), G_CALLBACK (on_chosen), _ ("Cancel"), NULL, NULL, NULL,
                             NULL, window);
    }
}
