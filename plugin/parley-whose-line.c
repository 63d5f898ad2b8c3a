/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-whose-line.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include <util.h>

#include "guard/parley-glance.h"
#include "guard/parley-lookalike.h"
#include "parley-html.h"
#include "parley-stage.h"

/* Of what anybody writes no more is looked at before it is shown. */
#define LOOKED_AT_BYTES 4096

/* Returns: (transfer none): under which name the window shows what they write. libpurple keeps a
 * conversation's title the same as the buddy's name. */
static const char *
get_shown_name (PurpleConversation *conv, const char *who)
{
  const char *title = purple_conversation_get_title (conv);

  return purple_conversation_get_type (conv) == PURPLE_CONV_TYPE_IM && title != NULL ? title : who;
}

/* Returns: (transfer full) (nullable): @html with the writer's name wherever it could be taken for
 * a line of Parley's; plain then. */
static char *
dup_marked (const char *html, const char *writer, gboolean named)
{
  g_autofree char *text = purple_markup_strip_html (html);
  g_autofree char *mark = g_strdup_printf (_ ("[from %s] "), writer);
  g_autofree char *marked
      = named ? g_strconcat (mark, text, NULL) : parley_lookalike_dup_marked (text, mark);
  g_autofree char *escaped = marked != NULL ? g_markup_escape_text (marked, -1) : NULL;

  return escaped != NULL ? purple_strdup_withhtml (escaped) : NULL;
}

/* In a room libpurple takes for the user's own what comes from anybody whose nick is theirs but for
 * capitals, so there it proves nothing. */
static gboolean
is_surely_own (PurpleConversation *conv, PurpleMessageFlags flags)
{
  return (flags & PURPLE_MESSAGE_SEND) != 0
         && purple_conversation_get_type (conv) != PURPLE_CONV_TYPE_CHAT;
}

gboolean
parley_whose_line_on_writing (PurpleAccount *account,
                              const char *who,
                              char **shown,
                              PurpleConversation *conv,
                              PurpleMessageFlags flags,
                              ParleyInstance *instance)
{
  const char *writer = who != NULL ? who : purple_conversation_get_name (conv);
  const char *name = get_shown_name (conv, who);
  ParleyGlance glance;
  gboolean named;
  g_autofree char *start = NULL;
  g_autofree char *marked = NULL;
  char *all;

  if (*shown == NULL || is_surely_own (conv, flags) || parley_stage_owns (account)
      || parley_purple_host_is_telling (instance->host))
    return FALSE;
  named = name != NULL && parley_lookalike_is_name (name);
  glance = parley_glance_look (*shown, strnlen (*shown, LOOKED_AT_BYTES));
  instance->not_looked_through = glance == PARLEY_GLANCE_ENDLESS ? conv : NULL;
  if (!named && glance != PARLEY_GLANCE_ODD)
    return FALSE;
  start = parley_html_dup_start (*shown, LOOKED_AT_BYTES);
  marked = dup_marked (start, writer, named);
  if (marked == NULL)
    return FALSE;
  all = g_strconcat (marked, *shown + strlen (start), NULL);
  g_free (*shown);
  *shown = all;
  return FALSE;
}

/* Of a long one the end was not looked at, and it is what stands above the user's eyes; of one that
 * costs too much some was not, wherever it is. */
void
parley_whose_line_on_wrote (PurpleAccount *account,
                            const char *who,
                            char *shown,
                            PurpleConversation *conv,
                            PurpleMessageFlags flags,
                            ParleyInstance *instance)
{
  gboolean looked_through = instance->not_looked_through != conv;
  g_autofree char *text = NULL;

  if ((flags & PURPLE_MESSAGE_RECV) == 0 || shown == NULL || is_surely_own (conv, flags)
      || parley_stage_owns (account)
      || (looked_through && strnlen (shown, LOOKED_AT_BYTES + 1) <= LOOKED_AT_BYTES))
    return;
  instance->not_looked_through = NULL;
  text = g_strdup_printf (
      _ ("All of this long message is from %s, even lines that look as if Parley wrote them."),
      who != NULL ? who : purple_conversation_get_name (conv));
  parley_purple_host_tell_in (instance->host, conv, text);
}
