/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-hint.h"
#include "base/parley-prediction.h"
#include "lexicon/parley-when.h"

G_BEGIN_DECLS

/* What can happen to a chat. */
typedef enum
{
  PARLEY_EVENT_BUBBLE,       /* the person wrote */
  PARLEY_EVENT_EDIT,         /* the person changed what they wrote, or took it back */
  PARLEY_EVENT_TYPING,       /* the person's typing state changed */
  PARLEY_EVENT_DEADLINE,     /* the time the machine asked for has come */
  PARLEY_EVENT_PREDICTION,   /* what a small model thinks of the turn */
  PARLEY_EVENT_REPLY_BUBBLE, /* a bubble of the reply is ready to be said */
  PARLEY_EVENT_REPLY_END,    /* the reply is complete, or will never be */
  PARLEY_EVENT_INTENDED,     /* what became of the intent that was declared */
  PARLEY_EVENT_SAID,         /* what became of the bubble last handed out */
  PARLEY_EVENT_ARRIVED,      /* what was given away was shown, or nobody waits for that any more */
  PARLEY_EVENT_TAKEOVER,     /* the user writes or types by hand */
  PARLEY_EVENT_RESUME,       /* the user wants Parley back */
  PARLEY_EVENT_OFFLINE,      /* the account lost its connection, or nothing may be said for now */
  PARLEY_EVENT_ONLINE,       /* the account has it again, or something may be said again */
  PARLEY_EVENT_AGAIN,        /* the user wants an answer written now, whatever there was */
  PARLEY_EVENT_WITHDRAW,     /* closed, switched off, unloaded: forget the turn */
  PARLEY_N_EVENTS,
} ParleyEventType;

/* What the person is shown to do. */
typedef enum
{
  PARLEY_TYPING_NONE,
  PARLEY_TYPING_ACTIVE, /* typing now */
  PARLEY_TYPING_PAUSED, /* stopped with text left in the box */
} ParleyTyping;

/* How a reply ended. */
typedef enum
{
  PARLEY_REPLY_COMPLETE,
  PARLEY_REPLY_SILENT,
  PARLEY_REPLY_FAILED,
  PARLEY_REPLY_WAIT, /* the model wants to read more first */
  PARLEY_REPLY_AWAY, /* there is no model just now: the turn is kept, and asked again with ONLINE */
} ParleyReplyEnd;

/* What became of a bubble that was handed out. */
typedef enum
{
  PARLEY_SAID_LOST,      /* it could not, or may not, be said */
  PARLEY_SAID_DELIVERED, /* the person has it */
  PARLEY_SAID_GIVEN,     /* the protocol has it, and shows it later: ARRIVED follows */
  PARLEY_SAID_UNKNOWN,   /* the person may have it: what comes behind it the user is to see first */
  PARLEY_SAID_SHELVED,   /* the user is to see it first */
} ParleySaid;

/* What a message does to one that they wrote before. */
typedef enum
{
  PARLEY_REVISION_NONE,
  PARLEY_REVISION_CHANGED,   /* it stands in its place; a message if nobody knows which one */
  PARLEY_REVISION_WITHDRAWN, /* that one is taken back; this one is nothing by itself */
} ParleyRevision;

/* Strings are borrowed. */
typedef struct
{
  ParleyEventType type;
  gboolean typed; /* of TAKEOVER: they only began to type; of RESUME: that was not for the person */
  int sign_ms;   /* of TYPING: who goes on is seen to within this time, else it ends; 0: for ever */
  guint64 epoch; /* of PREDICTION, REPLY_BUBBLE, REPLY_END, INTENDED, SAID, ARRIVED: the read they
                    belong to */
  union
  {
    struct
    {
      const char *text;
      const char *media; /* (nullable): what stands for what is no text in it: "⟦picture⟧" */
      const char *id;    /* (nullable): the protocol's own */
      ParleyWhen when;
      guint number;       /* in the order in which the chat's came; 0: it is given one yet */
      gint64 stamp;       /* of a new one: when it was written, as its server told it */
      guint64 origin;     /* likewise: parley_heard_hash_origin () of its id */
      guint64 former;     /* likewise: see ParleyHeardLine */
      gboolean only_read; /* it is not to be answered */
      gboolean own;       /* of one that is only read: the user wrote it */
      gboolean by_parley; /* of one of the user's own: Parley said it, elsewhere */
      int privacy;        /* a ParleyPrivacy: how private the chat was when it came */
      ParleyRevision revision;
      const char *replaces; /* (nullable): of a revision: the id of what it revises */
      const char *was;      /* (nullable): likewise: what that one says */
    } bubble;
    struct
    {
      const char *id;
      const char *text; /* NULL: taken back */
      ParleyWhen when;  /* it was changed */
    } edit;
    ParleyTyping typing;
    struct
    {
      const char *text;
      int pace_ms; /* how long a typist would take for it */
    } reply_bubble;
    struct
    {
      ParleyReplyEnd how;
      ParleyHint hint; /* for the person's next turn */
      int wait_ms;     /* of WAIT */
    } reply_end;
    ParleyPrediction prediction;
    struct
    {
      guint number;  /* as INTEND gave it */
      gboolean held; /* it outlives the program; else the bubble is for the user to send */
    } intended;
    ParleySaid said;          /* of SAID; of ARRIVED, DELIVERED or UNKNOWN */
    struct _ParleyTurn *turn; /* of AGAIN: (nullable): to be answered if none is open */
    gint64 stand_down_ms;     /* of TAKEOVER */
    gboolean connected;       /* of OFFLINE: they are still seen, also when they type */
  };
} ParleyEvent;

/* Returns: (transfer full): what a bubble says to somebody who sees only text. @media: (nullable).
 */
char *parley_words_join (const char *media, const char *text);

/* Returns: (transfer none): "bubble" and so on. */
const char *parley_event_type_to_string (ParleyEventType type);

/* Returns: (transfer none): "stopped", "typing", "paused". */
const char *parley_typing_to_string (ParleyTyping typing);

G_END_DECLS
