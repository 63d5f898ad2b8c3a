/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-talk.h"

#include <string.h>

#include "brain/parley-fence.h"

/* In seconds: after it the model is told the time again. */
#define LONG_PAUSE 600

struct _ParleyTalk
{
  ParleyRequest *request;
  GTimeZone *zone;
  GString *piece;
  gboolean theirs; /* who said it */
  gint64 began;
  gint64 last;
};

ParleyTalk *
parley_talk_new (ParleyRequest *request, GTimeZone *zone)
{
  ParleyTalk *talk = g_new0 (ParleyTalk, 1);

  talk->request = request;
  talk->zone = g_time_zone_ref (zone);
  talk->piece = g_string_new (NULL);
  return talk;
}

char *
parley_talk_dup_bounded (const char *text)
{
  gsize length = strlen (text);
  g_autofree char *head = NULL;
  g_autofree char *tail = NULL;

  if (length <= PARLEY_TALK_MAX_BYTES)
    return g_strdup (text);
  head
      = g_strndup (text, g_utf8_find_prev_char (text, text + PARLEY_TALK_MAX_BYTES / 2 + 1) - text);
  tail = g_strdup (g_utf8_find_next_char (text + length - PARLEY_TALK_MAX_BYTES / 2, NULL));
  return g_strdup_printf ("%s\n[… %" G_GSIZE_FORMAT " bytes left out …]\n%s", head,
                          length - strlen (head) - strlen (tail), tail);
}

static char *
dup_time (ParleyTalk *talk, gint64 wall)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (wall);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_timezone (utc, talk->zone) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : g_strdup ("?");
}

/* Many servers want the talk to begin with the user. */
static void
begin_with_user (ParleyRequest *request)
{
  const ParleyMessage *last
      = request->messages->len > 0
            ? g_ptr_array_index (request->messages, request->messages->len - 1)
            : NULL;

  if (last == NULL || last->role == PARLEY_ROLE_SYSTEM)
    parley_request_add (request, PARLEY_ROLE_USER, "[The talk began before this.]");
}

static void
flush (ParleyTalk *talk)
{
  g_autofree char *bounded = parley_talk_dup_bounded (talk->piece->str);
  g_autofree char *time = dup_time (talk, talk->began);
  g_autoptr (GString) message = g_string_new (NULL);

  if (talk->piece->len == 0)
    return;
  g_string_truncate (talk->piece, 0);
  if (!talk->theirs)
    {
      begin_with_user (talk->request);
      parley_request_add (talk->request, PARLEY_ROLE_ASSISTANT, bounded);
      return;
    }
  g_string_append_printf (message, "[%s]\n", time);
  parley_fence_append (message, bounded);
  parley_request_add (talk->request, PARLEY_ROLE_USER, message->str);
}

void
parley_talk_add (ParleyTalk *talk, ParleySpeaker speaker, const char *text, gint64 wall)
{
  gboolean theirs = speaker == PARLEY_SPEAKER_PERSON;

  if (theirs != talk->theirs || wall - talk->last > LONG_PAUSE)
    flush (talk);
  if (talk->piece->len == 0)
    talk->began = wall;
  talk->theirs = theirs;
  talk->last = wall;
  g_string_append_printf (talk->piece, "%s%s", talk->piece->len > 0 ? (theirs ? "\n" : "\n\n") : "",
                          text);
}

void
parley_talk_end (ParleyTalk *talk)
{
  flush (talk);
  g_string_free (talk->piece, TRUE);
  g_time_zone_unref (talk->zone);
  g_free (talk);
}
