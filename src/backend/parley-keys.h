/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Which key a server gets. A key belongs to the server (scheme, host, port) that it was given for,
 * and as long as there is one for another server, one without is not asked before the user has
 * said so. Looked for in the environment, in a file that the user named, in Parley's own. */

#define PARLEY_KEY_VARIABLE "PARLEY_API_KEY"
/* The server that the variable's key is for; without it, any on this machine. */
#define PARLEY_KEY_ORIGIN_VARIABLE "PARLEY_API_KEY_ORIGIN"

/* All borrowed. */
typedef struct
{
  const char *folder;  /* (nullable): Parley's own */
  const char *file;    /* (nullable): another that the user named */
  gboolean named_here; /* the user named the server on a command line, so they mean it */
  gboolean plain_here; /* likewise that it may be spoken to unencrypted */
} ParleyKeyPlaces;

typedef enum
{
  PARLEY_KEY_STATE_NOT_NEEDED,
  PARLEY_KEY_STATE_HERE,
  PARLEY_KEY_STATE_IN_KEYRING,
  PARLEY_KEY_STATE_ELSEWHERE, /* only other servers have one: nothing may be sent */
  PARLEY_KEY_STATE_PLAIN,     /* not encrypted, and nobody allowed that: nothing may be sent */
} ParleyKeyState;

typedef struct
{
  ParleyKeyState state;
  char *origin;   /* of the server */
  gboolean plain; /* it is on another machine and not encrypted: it never gets a key */
  char *key;      /* of HERE */
  char *other;    /* of ELSEWHERE, (nullable): for whom there is one; NULL: any on this machine */
} ParleyKeyAnswer;

/* Returns: (transfer full): NULL with %PARLEY_ERROR_CONFIGURATION when a place holds something that
 * can't be taken for a key. */
ParleyKeyAnswer *parley_keys_find (const ParleyKeyPlaces *places, GUri *server, GError **error);
void parley_key_answer_free (ParleyKeyAnswer *answer);

/* Returns: (transfer full) (nullable): why nothing may be sent, %PARLEY_ERROR_CONFIGURATION. */
GError *parley_key_answer_explain (const ParleyKeyAnswer *answer);

/* Puts @key where it belongs: into the keyring if one runs, else into the file in @folder.
 * %PARLEY_KEY_NONE: the server may be asked without one. */
void parley_keys_set_async (const char *folder,
                            const char *origin,
                            const char *key,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);

/* @in_keyring: (out): whether that is where it is. */
gboolean parley_keys_set_finish (GAsyncResult *result, gboolean *in_keyring, GError **error);

/* Removes it from both. */
void parley_keys_forget_async (const char *folder,
                               const char *origin,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
gboolean parley_keys_forget_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyKeyAnswer, parley_key_answer_free)

G_END_DECLS
