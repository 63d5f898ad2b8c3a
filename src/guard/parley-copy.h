/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* On XMPP a server hands each client of a user copies of what the others send and get (XEP-0280):
 * messages inside of messages. Anybody can send such a thing, too, so who brings it decides. */

/* Addresses are as they stand in the stanza, (nullable). */
typedef struct
{
  gboolean sent;       /* of what the user sent; else of what they got */
  gboolean room;       /* a room has to do with it */
  const char *own;     /* what the server calls this client: with a resource, or without */
  const char *bringer; /* of the message outside */
  const char *from;    /* of the one inside */
  const char *to;
} ParleyCopyFacts;

typedef enum
{
  PARLEY_COPY_BELIEVED,
  PARLEY_COPY_FORGED, /* somebody but the user's own server made it up, or it is nonsense */
  PARLEY_COPY_ROOM,   /* the room tells it all by itself */
  PARLEY_COPY_HERE,   /* of what this client sent: it knows */
} ParleyCopy;

ParleyCopy parley_copy_judge (const ParleyCopyFacts *facts);

/* Ids of messages by which each Parley of a user knows that another one of theirs wrote it, and
 * which look like any other id. They prove nothing: who brings the message has to be believed. */

/* @own: the user's address, with a resource or without. @nonce: of nobody else. Returns: (transfer
 * full). */
char *parley_own_id_new (const char *own, guint64 nonce);

/* @id: (nullable). */
gboolean parley_own_id_is (const char *id, const char *own);

G_END_DECLS
