/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The other end of a chat protocol's socket: a listener on loopback, in the test's own process and
 * main loop, that takes one connection at a time. What it speaks is told by wire-xmpp.h and
 * wire-irc.h. All that comes in is cut into units (a stanza, a line) and kept, so that a test can
 * wait for one or count them; all that goes out is raw text. */
typedef struct _Wire Wire;

/* Returns: how many bytes of @data the first whole unit takes; 0: it is not whole yet. */
typedef gsize (*WireMeasure) (const char *data);

/* Answers a unit that came, if the protocol wants an answer. @unit: NULL when somebody connects. */
typedef void (*WireAnswer) (Wire *wire, const char *unit);

/* @state: (transfer full): for the protocol. Returns: (transfer full). */
Wire *wire_new (WireMeasure measure, WireAnswer answer, gpointer state, GDestroyNotify free_state);
void wire_free (Wire *wire);

gpointer wire_get_state (Wire *wire);
guint16 wire_get_port (Wire *wire);
gboolean wire_is_connected (Wire *wire);

/* Sends text as it is, now; while the wire is held, as soon as it is let go. */
void wire_push (Wire *wire, const char *text);
void wire_pushf (Wire *wire, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* While held nothing goes out, as on a slow network. What comes in is kept all the same. */
void wire_hold (Wire *wire, gboolean hold);

/* Closes the connection, as a server that dies. Connect the account again as a client would. */
void wire_cut (Wire *wire);

/* While refusing, connections are closed as soon as they are made. */
void wire_refuse (Wire *wire, gboolean refuse);

/* How many units with @part in them have come so far. */
guint wire_count (Wire *wire, const char *part);

/* Runs the main loop until the @index-th unit, from 0, with @part in it has come. Fails the test
 * after 10 s. Returns: (transfer none): the unit, valid until wire_forget (). */
const char *wire_wait_for (Wire *wire, const char *part, guint index);

/* Forgets all that has come so far. */
void wire_forget (Wire *wire);

G_END_DECLS
