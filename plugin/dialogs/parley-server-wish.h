/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

#include "parley-instance.h"
#include "dialogs/parley-model-offers.h"

G_BEGIN_DECLS

/* Who is to write the answers, while the user is still choosing; of another server the key too.
 * Nothing of it is in force before it is stored. */
typedef struct _ParleyServerWish ParleyServerWish;

/* Returns: (transfer full): the away note. */
ParleyServerWish *parley_server_wish_new (void);
void parley_server_wish_free (ParleyServerWish *wish);

/* Forgets what was chosen before. @kind: as in the settings. */
void parley_server_wish_reset (ParleyServerWish *wish, const char *kind);

void parley_server_wish_set_model (ParleyServerWish *wish, const ParleyModelOffer *offer);

/* Returns: where its model runs, as far as its server or the user told. */
ParleyWhere parley_server_wish_get_where (ParleyServerWish *wish);

/* Returns: (transfer none): the settings it comes to, until the next change. */
ParleySettings *parley_server_wish_get_settings (ParleyServerWish *wish);

/* Returns: (transfer full): what a dialog asks of a server, with what was typed so far. */
PurpleRequestFields *parley_server_wish_new_fields (ParleyServerWish *wish);

/* Takes over what was typed, right or wrong, so that it can be mended. Returns: FALSE with a
 * sentence for the user if it can't be used. */
gboolean parley_server_wish_take_fields (ParleyServerWish *wish,
                                         PurpleRequestFields *fields,
                                         GError **error);

gboolean parley_server_wish_has_model (ParleyServerWish *wish);

/* Returns: (transfer full): the server, to be asked for its models: parley_backend_try (). */
ParleyBackend *
parley_server_wish_new_backend (ParleyServerWish *wish, ParleyInstance *instance, GError **error);

/* Puts it in force. The user was told where the chats go then. */
void parley_server_wish_store (ParleyServerWish *wish, ParleyInstance *instance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyServerWish, parley_server_wish_free)

G_END_DECLS
