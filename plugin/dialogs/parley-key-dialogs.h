/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "parley-instance.h"

G_BEGIN_DECLS

/* What has to be asked of the user about the server of the preferences: its key, or leave to use it
 * unencrypted. One dialog at a time; libpurple closes it with the plugin. */

/* A server has another key than before, or none. */
typedef void (*ParleyKeysFunc) (ParleyInstance *instance);

ParleyKeyDialogs *parley_key_dialogs_new (ParleyInstance *instance, ParleyKeysFunc changed);
void parley_key_dialogs_free (ParleyKeyDialogs *dialogs);

/* Asks what is missing for the server of the preferences, once for each server. */
void parley_key_dialogs_look (ParleyKeyDialogs *dialogs);

/* Asks for its key, or for leave, whether something is missing or not. */
void parley_key_dialogs_set (ParleyKeyDialogs *dialogs);
void parley_key_dialogs_forget (ParleyKeyDialogs *dialogs);

/* Stores a valid @key that was asked for elsewhere, and tells what came of it. @origin: of a server
 * that may get one. */
void parley_key_dialogs_store (ParleyKeyDialogs *dialogs, const char *origin, const char *key);

G_END_DECLS
