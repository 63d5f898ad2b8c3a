/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-absence-text.h"

#include <glib/gi18n-lib.h>

/* @said: one line, so that no text passes for what somebody else said. */
static void
add_said (GString *html, const ParleyUtterance *utterance, const char *name)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_unix_local (utterance->when.received);
  g_autofree char *when = at != NULL ? g_date_time_format (at, "%x %H:%M") : g_strdup ("?");
  /* Translators: who wrote the text after the colon, as in a play: the user, by Parley */
  const char *speaker = utterance->speaker == PARLEY_SPEAKER_PERSON ? name : _ ("You (Parley)");
  g_autofree char *line
      = g_markup_printf_escaped ("(%s) <b>%s:</b> %s<br>", when, speaker, utterance->text);

  g_string_append (html, line);
}

static void
add_part (GString *html, const char *title, const char *text)
{
  g_autofree char *part = NULL;

  if (*text == '\0')
    return;
  part = g_markup_printf_escaped ("<b>%s</b><br>%s<br><br>", title, text);
  g_string_append (html, part);
}

/* Where no words are remembered there is only what the journal has. */
char *
parley_absence_text_dup_html (const ParleyAbsence *absence, const char *name)
{
  GString *html = g_string_new (NULL);

  add_part (html, _ ("Left for you"), absence->due);
  if (absence->talk->len == 0)
    {
      add_part (html, _ ("They wrote"), absence->wanted);
      add_part (html, _ ("They were told"), absence->said);
      return g_string_free (html, FALSE);
    }
  g_string_append_printf (html, "<b>%s</b><br>", _ ("All that was written"));
  if (absence->talk->len == PARLEY_ABSENCE_MAX_TALK)
    g_string_append_printf (html, "%s<br>", _ ("What is older stands in the chat's log only."));
  for (guint i = 0; i < absence->talk->len; i++)
    add_said (html, g_ptr_array_index (absence->talk, i), name);
  return g_string_free (html, FALSE);
}
