/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-protocols.h"

G_BEGIN_DECLS

/* Longer messages are cut before anything looks at them. */
#define PARLEY_INBOUND_MAX_BYTES (64 * 1024)

/* What OTR's invisible offer begins with; the versions that are offered follow it. */
#define PARLEY_OTR_TAG " \t  \t\t\t\t \t \t \t  "

/* What an application tells of a line that was written into a conversation. */
typedef struct
{
  gboolean sent;          /* by the user's side, here or elsewhere */
  gboolean received;      /* by the person's side, or come back from the server */
  gboolean system;        /* system, error, notification or status lines */
  gboolean auto_response; /* flagged as written by a program */
  gboolean delayed;       /* flagged as old */
  gboolean notice;        /* an IRC notice */
  gboolean cut;           /* there was more, which nobody looked at */
  gboolean unreadable;    /* encrypted, and nobody here decrypted it: its text is a placeholder */
  gboolean offered;       /* it is a file that is offered: the text is its name */
  ParleyMedia media;      /* comes beside the text */
  gboolean by_parley;     /* of the user's side: Parley said it, on another device of theirs */
  gint64 age_s;           /* since it was written */
  const char *id;         /* (nullable): the message's own, as its sender chose it */
  const char *client;     /* (nullable): which of the sender's programs chose it */
  const char *replaces;   /* (nullable): that of the message it corrects */
  const char *retracts;   /* (nullable): that of the message it takes back */
  const char *written; /* (nullable): of the user's side: as it came, with markup if it has any */
} ParleyLineFacts;

typedef enum
{
  PARLEY_LINE_IGNORE,    /* nobody's words */
  PARLEY_LINE_BUBBLE,    /* the person's words: to be answered */
  PARLEY_LINE_OLD,       /* the person's words, too old to be answered */
  PARLEY_LINE_OWN_WORDS, /* the user's words, from here or elsewhere; or ours, shown or come back */
  PARLEY_LINE_OWN_OLD,   /* the user's words of an earlier time, handed out again */
} ParleyLine;

/* @max_age_s: older messages, from a server's offline storage, are read but not answered.
 * @takeover_s: what the user wrote keeps Parley silent so long. */
ParleyLine parley_inbound_judge (const ParleyLineFacts *facts, gint64 max_age_s, gint64 takeover_s);

/* The one way in for what other people write. @text: plain, as it came. @cut: there was more.
 * Returns: (transfer full): bounded, valid UTF-8, without hidden characters and brackets of
 * asides, trimmed; what was cut
 * ends with a note of that, unless nothing of it is to be seen. */
char *parley_inbound_dup_clean (const char *text, gboolean cut);

/* Whether a text only stands for an encrypted message that this client can't read, or belongs to
 * setting encryption up: what clients write beside OMEMO (XEP-0384) and OpenPGP (XEP-0027,
 * XEP-0373), OTR's queries, data and errors, PGP armour. Words with an invisible OTR tag behind
 * them are still somebody's words, and so is talk about encryption. @text: plain, as it came. */
gboolean parley_inbound_is_fallback (const char *text);

/* Whether nobody here can read a line: its text, if it has any, only stands for what it says. */
gboolean parley_inbound_is_secret (const ParleyLineFacts *facts, const char *text);

G_END_DECLS
