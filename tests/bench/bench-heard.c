/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What it costs to have Parley loaded when people write who were not chosen: the signals that
 * libpurple emits for a message and the loop's next turn, with Parley and then without. Counted by
 * valgrind, which writes a dump for each of the two; by itself it only goes through
 * the rows. */
#include "wire-fixture.h"

#include <stdlib.h>
#include <string.h>

#include <signals.h>
#include <xmlnode.h>

#include "heard-rows.h"

#define STRANGER "mallory@wire.example"

/* What is emitted for one row. */
typedef struct
{
  const HeardRow *row;
  PurpleAccount *account;
  PurpleConversation *conv;
  PurpleBuddy *buddy;
  xmlnode *stanza;
  char *text; /* what the handlers are given, and may replace */
} Heard;

static void
emit_message (Heard *heard)
{
  void *handle = purple_conversations_get_handle ();
  char *who = (char *) STRANGER "/phone";
  PurpleMessageFlags flags = PURPLE_MESSAGE_RECV;

  purple_signal_emit (purple_find_prpl ("prpl-jabber"), "jabber-receiving-xmlnode",
                      purple_account_get_connection (heard->account), &heard->stanza);
  purple_signal_emit_return_1 (handle, "receiving-im-msg", heard->account, &who, &heard->text,
                               heard->conv, &flags);
  purple_signal_emit (handle, "received-im-msg", heard->account, who, heard->text, heard->conv,
                      flags);
  purple_signal_emit_return_1 (handle, "writing-im-msg", heard->account, who, &heard->text,
                               heard->conv, flags);
  purple_signal_emit (handle, "wrote-im-msg", heard->account, who, heard->text, heard->conv, flags);
}

static void
emit_room (Heard *heard)
{
  void *handle = purple_conversations_get_handle ();

  purple_signal_emit_return_1 (handle, "writing-chat-msg", heard->account, "mallory", &heard->text,
                               heard->conv, PURPLE_MESSAGE_RECV);
  purple_signal_emit (handle, "wrote-chat-msg", heard->account, "mallory", heard->text, heard->conv,
                      PURPLE_MESSAGE_RECV);
}

static void
emit_typing (Heard *heard)
{
  purple_signal_emit (purple_conversations_get_handle (), "buddy-typing", heard->account,
                      STRANGER "/phone");
}

static void
emit_presence (Heard *heard)
{
  purple_signal_emit (purple_blist_get_handle (), "buddy-idle-changed", heard->buddy, FALSE, TRUE);
}

static void
write_line (Heard *heard)
{
  purple_conversation_write (
      heard->conv, NULL, heard->text,
      PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_NO_LOG | PURPLE_MESSAGE_NO_LINKIFY, time (NULL));
}

/* The name is what valgrind looks for. */
G_GNUC_NO_INLINE void heard_measure (void (*part) (Heard *heard), Heard *heard);

static void
emit (Heard *heard)
{
  switch (heard->row->kind)
    {
    case HEARD_MESSAGE:
    case HEARD_NAMED:
      emit_message (heard);
      break;
    case HEARD_ROOM:
      emit_room (heard);
      break;
    case HEARD_TYPING:
      emit_typing (heard);
      break;
    case HEARD_PRESENCE:
      emit_presence (heard);
      break;
    case HEARD_LINE:
      write_line (heard);
      break;
    }
}

/* What was left for the loop. */
static void
iterate (Heard *heard)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

void
heard_measure (void (*part) (Heard *heard), Heard *heard)
{
  part (heard);
}

/* The line as it stands in the conversation when it was written. */
static void
put_into_history (Heard *heard)
{
  PurpleConvMessage *line = g_new0 (PurpleConvMessage, 1);

  line->who = g_strdup (STRANGER);
  line->what = g_strdup (heard->text);
  line->flags = PURPLE_MESSAGE_RECV;
  line->when = time (NULL);
  line->conv = heard->conv;
  heard->conv->message_history = g_list_prepend (heard->conv->message_history, line);
}

/* The first time things are set up that are there then. */
static void
run_row (WireFixture *f, const HeardRow *row, PurpleConversation *room)
{
  Heard heard = { .row = row, .account = f->f.account };

  heard.buddy = purple_find_buddy (f->f.account, STRANGER);
  heard.conv = row->kind == HEARD_ROOM
                   ? room
                   : purple_conversation_new (PURPLE_CONV_TYPE_IM, f->f.account, STRANGER);
  heard.stanza = xmlnode_from_str ("<message xmlns='jabber:client' type='chat' from='" STRANGER
                                   "/phone'><body>hello</body></message>",
                                   -1);
  heard.text = heard_row_dup_text (row);
  put_into_history (&heard);
  if (row->kind == HEARD_NAMED)
    purple_conversation_set_title (heard.conv, "Parley");
  for (guint i = 0; i < 2; i++)
    {
      heard_measure (emit, &heard);
      heard_measure (iterate, &heard);
      g_free (heard.text);
      heard.text = heard_row_dup_text (row);
    }
  g_free (heard.text);
  xmlnode_free (heard.stanza);
  if (row->kind != HEARD_ROOM)
    purple_conversation_destroy (heard.conv);
}

/* What was begun before is done. */
static void
settle (void)
{
  gint64 end = g_get_monotonic_time () + G_TIME_SPAN_SECOND;

  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
}

/* @part: (nullable): of the names of the rows. */
static void
run_rows (WireFixture *f, PurpleConversation *room, const char *part)
{
  settle ();
  for (guint i = 0; i < heard_n_rows; i++)
    {
      if (part == NULL || strstr (heard_rows[i].what, part) != NULL)
        run_row (f, &heard_rows[i], room);
    }
}

int
main (int argc, char **argv)
{
  WireFixture f = { 0 };
  PurpleConversation *room;

  wire_start ();
  wire_setup_xmpp (&f, NULL);
  headless_add_buddy (f.f.account, STRANGER, FALSE);
  room = wire_xmpp_join (f.wire, f.f.account, WIRE_XMPP_ROOM, "me");
  run_rows (&f, room, argv[1]);
  g_assert_true (purple_plugin_unload (f.f.plugin));
  run_rows (&f, room, argv[1]);
  g_assert_true (purple_plugin_load (f.f.plugin));
  wire_teardown (&f, NULL);
  headless_purple_stop ();
  return 0;
}
