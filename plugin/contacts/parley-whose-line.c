/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-whose-line.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include <util.h>

#include "guard/parley-glance.h"
#include "guard/parley-lookalike.h"
#include "rehearsal/parley-stage.h"

/* Of what anybody writes no more is looked at before it is shown. */
#define LOOKED_AT_BYTES 4096

/* No more is taken apart, for that costs more than a hundred instructions a byte. */
#define TAKEN_APART_BYTES 48

/* Somebody of whose message not every line was judged. */
typedef struct
{
  PurpleConversation *conv;
  char *who;
} Untold;

struct _ParleyWhoseLine
{
  ParleyInstance *instance;
  ParleyTimer *timer;
  GQueue untold;                    /* the user is told of them when libpurple is done */
  gconstpointer not_looked_through; /* the PurpleConversation of a line that is written, or NULL */
};

static void
untold_free (gpointer data)
{
  Untold *untold = data;

  g_free (untold->who);
  g_free (untold);
}

/* --- how it is shown --- */

/* Returns: (transfer none): under which name the window shows what they write. libpurple keeps a
 * conversation's title the same as the buddy's name. */
static const char *
get_shown_name (PurpleConversation *conv, const char *who)
{
  const char *title = purple_conversation_get_title (conv);

  return purple_conversation_get_type (conv) == PURPLE_CONV_TYPE_IM && title != NULL ? title : who;
}

static const char *
get_writer (PurpleConversation *conv, const char *who)
{
  return who != NULL ? who : purple_conversation_get_name (conv);
}

/* Of who goes by Parley's name both texts would say that Parley wrote it, or didn't. */
static char *
dup_mark (const char *writer)
{
  if (parley_lookalike_is_name (writer))
    return g_strdup_printf (_ ("[from somebody called %s] "), writer);
  return g_strdup_printf (_ ("[from %s] "), writer);
}

static char *
dup_told (const char *writer)
{
  if (parley_lookalike_is_name (writer))
    return g_strdup_printf (_ ("A contact is called “%s”. Nothing they wrote above is from the "
                               "program Parley, even if it looks like it."),
                            writer);
  return g_strdup_printf (
      _ ("Nothing that %s wrote above is from Parley, even if it looks like it."), writer);
}

/* Returns: (transfer full) (nullable): @html with @mark wherever it could be taken for a line of
 * Parley's; plain then. */
static char *
dup_plain_marked (const char *html, const char *mark, gboolean named)
{
  g_autofree char *text = purple_markup_strip_html (html);
  g_autofree char *marked
      = named ? g_strconcat (mark, text, NULL) : parley_lookalike_dup_marked (text, mark);
  g_autofree char *escaped = marked != NULL ? g_markup_escape_text (marked, -1) : NULL;

  return escaped != NULL ? purple_strdup_withhtml (escaped) : NULL;
}

static char *
append (char *to, const char *from, gsize length)
{
  memcpy (to, from, length);
  return to + length;
}

/* Returns: (transfer full): @html with @mark in front of it and of each of @lines. */
static char *
dup_marked (const char *html, const char *mark, const ParleyGlanceLines *lines)
{
  g_autofree char *escaped = g_markup_escape_text (mark, -1);
  const gsize mark_length = strlen (escaped);
  const gsize length = strlen (html);
  char *marked = g_malloc (length + (lines->n + 1) * mark_length + 1);
  char *p = marked;
  gsize done = 0;

  if (lines->n == 0 || lines->at[0] > 0)
    p = append (p, escaped, mark_length);
  for (guint i = 0; i < lines->n; i++)
    {
      p = append (p, html + done, lines->at[i] - done);
      p = append (p, escaped, mark_length);
      done = lines->at[i];
    }
  memcpy (p, html + done, length + 1 - done);
  return marked;
}

/* In a room libpurple takes for the user's own what comes from anybody whose nick is theirs but for
 * capitals, so there it proves nothing. */
static gboolean
is_surely_own (PurpleConversation *conv, PurpleMessageFlags flags)
{
  return (flags & PURPLE_MESSAGE_SEND) != 0
         && purple_conversation_get_type (conv) != PURPLE_CONV_TYPE_CHAT;
}

/* Only how a line is shown and logged is changed, never what is read. Formats may hide a mark, and
 * there may be more lines than were found: where it isn't taken apart the user is told as well.
 * Returns: FALSE, it is to be written. */
static gboolean
on_writing (PurpleAccount *account,
            const char *who,
            char **shown,
            PurpleConversation *conv,
            PurpleMessageFlags flags,
            ParleyWhoseLine *self)
{
  const char *name = get_shown_name (conv, who);
  ParleyGlanceLines lines = { 0 };
  ParleyGlance glance = PARLEY_GLANCE_ODD;
  gsize length;
  gboolean named;
  g_autofree char *mark = NULL;
  char *marked;

  if (*shown == NULL || is_surely_own (conv, flags) || parley_stage_owns (account)
      || parley_purple_host_is_telling (self->instance->host))
    return FALSE;
  length = strnlen (*shown, LOOKED_AT_BYTES);
  named = name != NULL && parley_lookalike_is_name (name);
  if (!named)
    glance = parley_glance_look (*shown, length, &lines);
  self->not_looked_through = glance == PARLEY_GLANCE_ENDLESS ? conv : NULL;
  if (glance != PARLEY_GLANCE_ODD && lines.n == 0)
    return FALSE;
  mark = dup_mark (get_writer (conv, who));
  if (length <= TAKEN_APART_BYTES)
    marked = dup_plain_marked (*shown, mark, named);
  else
    {
      marked = dup_marked (*shown, mark, &lines);
      self->not_looked_through = conv;
    }
  if (marked == NULL)
    return FALSE;
  g_free (*shown);
  *shown = marked;
  return FALSE;
}

/* --- what is told under it --- */

static void
tell (ParleyWhoseLine *self, const Untold *untold)
{
  g_autofree char *text = dup_told (untold->who);

  parley_purple_host_tell_in (self->instance->host, untold->conv, text);
}

/* One at a time: what hears of it may unload Parley. */
static void
on_due (gpointer data)
{
  ParleyWhoseLine *self = data;
  Untold *untold = g_queue_pop_head (&self->untold);

  if (!g_queue_is_empty (&self->untold))
    parley_timer_arm (self->timer, parley_timers_now (self->instance->timers));
  tell (self, untold);
  untold_free (untold);
}

static gboolean
is_untold (const ParleyWhoseLine *self, const PurpleConversation *conv, const char *who)
{
  for (const GList *link = self->untold.head; link != NULL; link = link->next)
    {
      const Untold *untold = link->data;

      if (untold->conv == conv && g_str_equal (untold->who, who))
        return TRUE;
    }
  return FALSE;
}

/* Of a long one the end was not looked at, and it is what stands above the user's eyes; of one that
 * costs too much some was not, wherever it is. libpurple's writing of a line costs as much as the
 * look does, so it waits until the message is dealt with, and one is enough for a burst; the window
 * isn't drawn before it. */
static void
on_wrote (PurpleAccount *account,
          const char *who,
          char *shown,
          PurpleConversation *conv,
          PurpleMessageFlags flags,
          ParleyWhoseLine *self)
{
  const char *writer = get_writer (conv, who);
  gboolean looked_through = self->not_looked_through != conv;
  Untold *untold;

  if (shown == NULL || is_surely_own (conv, flags) || parley_stage_owns (account)
      || parley_purple_host_is_telling (self->instance->host)
      || (looked_through
          && ((flags & PURPLE_MESSAGE_RECV) == 0
              || strnlen (shown, LOOKED_AT_BYTES + 1) <= LOOKED_AT_BYTES)))
    return;
  self->not_looked_through = NULL;
  if (is_untold (self, conv, writer))
    return;
  untold = g_new (Untold, 1);
  untold->conv = conv;
  untold->who = g_strdup (writer);
  g_queue_push_tail (&self->untold, untold);
  if (!parley_timer_is_armed (self->timer))
    parley_timer_arm (self->timer, parley_timers_now (self->instance->timers));
}

/* Nobody sees it any more. */
static void
on_deleting (PurpleConversation *conv, ParleyWhoseLine *self)
{
  GQueue *all = &self->untold;

  for (GList *link = all->head; link != NULL;)
    {
      GList *next = link->next;
      Untold *untold = link->data;

      if (untold->conv == conv)
        {
          g_queue_delete_link (all, link);
          untold_free (untold);
        }
      link = next;
    }
  if (g_queue_is_empty (all))
    parley_timer_disarm (self->timer);
}

static void
listen (ParleyWhoseLine *self,
        const char *signal,
        PurpleSignalMarshalFunc marshal,
        PurpleCallback callback)
{
  parley_listening_add (self->instance->listening, purple_conversations_get_handle (), signal,
                        marshal, callback, self);
}

ParleyWhoseLine *
parley_whose_line_new (ParleyInstance *instance)
{
  ParleyWhoseLine *self = g_new0 (ParleyWhoseLine, 1);

  self->instance = instance;
  self->timer = parley_timer_new (instance->timers, on_due, self);
  listen (self, "writing-im-msg", purple_marshal_BOOLEAN__POINTER_POINTER_POINTER_POINTER_UINT,
          PURPLE_CALLBACK (on_writing));
  listen (self, "writing-chat-msg", purple_marshal_BOOLEAN__POINTER_POINTER_POINTER_POINTER_UINT,
          PURPLE_CALLBACK (on_writing));
  listen (self, "wrote-im-msg", purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER_UINT,
          PURPLE_CALLBACK (on_wrote));
  listen (self, "wrote-chat-msg", purple_marshal_VOID__POINTER_POINTER_POINTER_POINTER_UINT,
          PURPLE_CALLBACK (on_wrote));
  listen (self, "deleting-conversation", purple_marshal_VOID__POINTER,
          PURPLE_CALLBACK (on_deleting));
  return self;
}

void
parley_whose_line_free (ParleyWhoseLine *self)
{
  Untold *untold;

  while ((untold = g_queue_pop_head (&self->untold)) != NULL)
    {
      tell (self, untold);
      untold_free (untold);
    }
  parley_timer_free (self->timer);
  g_free (self);
}
