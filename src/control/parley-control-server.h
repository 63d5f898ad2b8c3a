/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A socket in a folder of the user's, by which programs of theirs, and nobody else's, ask and tell
 * Parley something. A request is a JSON object on a line; so is what is said back, one line for
 * each request and in the same order. Nothing here waits: whoever is slow, or says too much, is
 * disconnected. All of it runs in the thread that made it. */
typedef struct _ParleyControlServer ParleyControlServer;

/* Who is connected. */
typedef struct _ParleyControlClient ParleyControlClient;

/* The longest request, in bytes. The longest that Parley knows names a person in 200. */
#define PARLEY_CONTROL_MAX_LINE 8192

/* How many may be connected at once: a person at two terminals, and what watches the helper. */
#define PARLEY_CONTROL_MAX_CLIENTS 16

/* What may wait for somebody who does not read it, in bytes. */
#define PARLEY_CONTROL_MAX_UNREAD (1024 * 1024)

/* A request came. It is to be answered once, now or later, and until then no other of the same
 * client comes. @request: (transfer none). */
typedef void (*ParleyControlFunc) (ParleyControlClient *client, JsonObject *request, gpointer data);

/* Listens at @path, where only the user may connect. What a program left there that is gone is
 * taken away; what is no socket, or somebody else's, is left alone.
 * Returns: (transfer full) (nullable): NULL with a sentence for the user. */
ParleyControlServer *
parley_control_server_new (const char *path, ParleyControlFunc func, gpointer data, GError **error);

/* Disconnects everybody and takes the socket away; @func is not called any more. */
void parley_control_server_free (ParleyControlServer *server);

/* Has everybody who asked for it be told. @line: an object without a newline. */
void parley_control_server_publish (ParleyControlServer *server, const char *line);

/* Whoever answers later than in the call keeps a reference. */
ParleyControlClient *parley_control_client_ref (ParleyControlClient *client);
void parley_control_client_unref (ParleyControlClient *client);

/* Answers the request. @line: (transfer full): an object without a newline. Who is not connected
 * any more is not told. */
void parley_control_client_answer (ParleyControlClient *client, char *line);

/* Answers it with why nothing was done: {"ok": false, "error": @sentence}. */
void parley_control_client_refuse (ParleyControlClient *client, const char *sentence);

/* Has what is published go to the client, behind its answer, until it disconnects. */
void parley_control_client_watch (ParleyControlClient *client);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyControlServer, parley_control_server_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyControlClient, parley_control_client_unref)

G_END_DECLS
