/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-talk.h"

#include <string.h>

#include "base/parley-aside.h"
#include "brain/parley-fence.h"

/* In seconds: after it the model is told the time again. */
#define LONG_PAUSE 600
/* In seconds: what came so long after it was written came late. */
#define LATE 60

struct _ParleyTalk
{
  ParleyRequest *request;
  GTimeZone *zone;
  const char *nonce;
  GString *piece;
  ParleySpeaker speaker; /* who said it */
  gboolean apart;        /* it came after a pause */
  ParleyWhen began;
  ParleyWhen last;
  GPtrArray *pieces; /* of Piece: theirs since the turn began or we spoke */
};

typedef struct
{
  char *text;
  gboolean apart;
  ParleyWhen began;
} Piece;

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_free (piece->text);
  g_free (piece);
}

ParleyTalk *
parley_talk_new (ParleyRequest *request, GTimeZone *zone, const char *nonce, gint64 before)
{
  ParleyTalk *talk = g_new0 (ParleyTalk, 1);

  talk->request = request;
  talk->zone = g_time_zone_ref (zone);
  talk->nonce = nonce;
  talk->last = parley_when_at (before);
  talk->piece = g_string_new (NULL);
  talk->pieces = g_ptr_array_new_with_free_func (piece_free);
  return talk;
}

/* Returns: (transfer full): the beginning of a text that is longer than @max. */
static char *
dup_head (const char *text, gsize max)
{
  return g_strndup (text, g_utf8_find_prev_char (text, text + max / 2 + 1) - text);
}

/* Returns: (transfer none): its end. */
static const char *
find_tail (const char *text, gsize max)
{
  return g_utf8_find_next_char (text + strlen (text) - max / 2, NULL);
}

/* @left: bytes that are shown. */
static char *
dup_gap (const char *text, gsize left)
{
  return g_strdup_printf ("[… %" G_GSIZE_FORMAT " bytes left out …]", strlen (text) - left);
}

char *
parley_talk_dup_bounded (const char *text)
{
  g_autofree char *head = NULL;
  g_autofree char *gap = NULL;
  const char *tail;

  if (strlen (text) <= PARLEY_TALK_MAX_BYTES)
    return g_strdup (text);
  head = dup_head (text, PARLEY_TALK_MAX_BYTES);
  tail = find_tail (text, PARLEY_TALK_MAX_BYTES);
  gap = dup_gap (text, strlen (head) + strlen (tail));
  return g_strdup_printf ("%s\n%s\n%s", head, gap, tail);
}

static void
begin_line (GString *message)
{
  if (message->len > 0 && message->str[message->len - 1] != '\n')
    g_string_append_c (message, '\n');
}

/* @words: from @start up to @end. */
static void
append_words (GString *message, const char *nonce, const char *start, const char *end)
{
  g_autofree char *words = g_strstrip (g_strndup (start, end - start));

  if (*words == '\0')
    return;
  begin_line (message);
  parley_fence_append (message, PARLEY_FENCE_THEY, nonce, words);
}

/* In their fence stand their words and nothing else: what is ours stands between. */
static void
append_apart (GString *message, const char *nonce, const char *text)
{
  const char *rest = text;
  ParleyAside aside;

  while (parley_aside_find (rest, &aside))
    {
      append_words (message, nonce, rest, aside.start);
      begin_line (message);
      g_string_append_printf (message, "[%s%s]", aside.label, aside.words != NULL ? ":" : "");
      if (aside.words != NULL)
        {
          g_autofree char *words
              = g_strndup (aside.words, aside.end - strlen (PARLEY_ASIDE_CLOSE) - aside.words);

          append_apart (message, nonce, words);
        }
      rest = aside.end;
    }
  append_words (message, nonce, rest, rest + strlen (rest));
}

/* What is left out of what they wrote is told outside of their fence. */
void
parley_talk_append_theirs (GString *message, const char *nonce, const char *text, gsize max)
{
  g_autofree char *head = NULL;
  g_autofree char *gap = NULL;
  const char *tail;

  if (strlen (text) <= max)
    {
      append_apart (message, nonce, text);
      return;
    }
  head = dup_head (text, max);
  tail = find_tail (text, max);
  gap = dup_gap (text, strlen (head) + strlen (tail));
  append_apart (message, nonce, head);
  g_string_append_printf (message, "\n%s\n", gap);
  append_apart (message, nonce, tail);
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

static gboolean
is_late (ParleyWhen when)
{
  return when.received - when.written >= LATE;
}

/* @max: bytes of the piece. */
static void
add_theirs (ParleyTalk *talk, const Piece *piece, gsize max)
{
  g_autofree char *time = dup_time (talk, piece->began.received);
  g_autofree char *written = dup_time (talk, piece->began.written);
  g_autoptr (GString) message = g_string_new (NULL);

  if (is_late (piece->began))
    g_string_append_printf (message, "[%s, came late, written %s]\n", time, written);
  else if (piece->apart)
    g_string_append_printf (message, "[%s]\n", time);
  parley_talk_append_theirs (message, talk->nonce, piece->text, max);
  parley_request_add (talk->request, PARLEY_ROLE_USER, message->str);
}

/* Long pauses make pieces of what they said, not more room. */
static void
add_all_theirs (ParleyTalk *talk)
{
  gsize bytes = 0;

  for (guint i = 0; i < talk->pieces->len; i++)
    bytes += strlen (((const Piece *) g_ptr_array_index (talk->pieces, i))->text);
  for (guint i = 0; i < talk->pieces->len; i++)
    add_theirs (talk, g_ptr_array_index (talk->pieces, i),
                bytes <= PARLEY_TALK_MAX_BYTES ? bytes : PARLEY_TALK_MAX_BYTES / talk->pieces->len);
  g_ptr_array_set_size (talk->pieces, 0);
}

/* What the user wrote by hand is not the model's own: it is told, and not taken for an answer. */
static void
add_ours (ParleyTalk *talk, ParleySpeaker speaker, const char *text)
{
  g_autofree char *bounded = parley_talk_dup_bounded (text);
  g_autofree char *said = NULL;

  add_all_theirs (talk);
  if (speaker == PARLEY_SPEAKER_USER)
    {
      said = parley_fence_dup (PARLEY_FENCE_OWNER, talk->nonce, bounded);
      parley_request_add (talk->request, PARLEY_ROLE_USER, said);
      return;
    }
  said = parley_fence_dup_without (bounded, talk->nonce);
  begin_with_user (talk->request);
  parley_request_add (talk->request, PARLEY_ROLE_ASSISTANT, said);
}

static void
flush (ParleyTalk *talk)
{
  if (talk->piece->len == 0)
    return;
  if (talk->speaker == PARLEY_SPEAKER_PERSON)
    {
      Piece *piece = g_new0 (Piece, 1);

      piece->text = g_strdup (talk->piece->str);
      piece->apart = talk->apart;
      piece->began = talk->began;
      g_ptr_array_add (talk->pieces, piece);
    }
  else
    add_ours (talk, talk->speaker, talk->piece->str);
  g_string_truncate (talk->piece, 0);
}

void
parley_talk_begin_turn (ParleyTalk *talk)
{
  flush (talk);
  add_all_theirs (talk);
}

/* Of what came late it also counts when it was written. */
static gboolean
is_apart (ParleyWhen before, ParleyWhen when)
{
  if (ABS (when.received - before.received) > LONG_PAUSE || is_late (when) != is_late (before))
    return TRUE;
  return is_late (when) && ABS (when.written - before.written) > LONG_PAUSE;
}

void
parley_talk_add (ParleyTalk *talk, ParleySpeaker speaker, const char *text, ParleyWhen when)
{
  gboolean apart = is_apart (talk->last, when);

  if (speaker != talk->speaker || apart)
    flush (talk);
  if (talk->piece->len == 0)
    {
      talk->began = when;
      talk->apart = apart;
    }
  talk->speaker = speaker;
  talk->last = when;
  g_string_append_printf (talk->piece, "%s%s",
                          talk->piece->len == 0              ? ""
                          : speaker == PARLEY_SPEAKER_PARLEY ? "\n\n"
                                                             : "\n",
                          text);
}

void
parley_talk_end (ParleyTalk *talk)
{
  parley_talk_begin_turn (talk);
  g_ptr_array_unref (talk->pieces);
  g_string_free (talk->piece, TRUE);
  g_time_zone_unref (talk->zone);
  g_free (talk);
}
