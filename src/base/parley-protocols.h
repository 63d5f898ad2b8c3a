/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-data.h"

G_BEGIN_DECLS

/* What is known of libpurple's protocols: data/protocols.ini. */
typedef struct _ParleyProtocols ParleyProtocols;

/* What comes as a message, and is none. */
typedef enum
{
  PARLEY_FORM_NONE,     /* it is one */
  PARLEY_FORM_EDIT,     /* in the place of another */
  PARLEY_FORM_DELETION, /* another is taken back */
  PARLEY_FORM_REACTION, /* a sign put to another */
  PARLEY_FORM_ASIDE,    /* the protocol's own sentence */
  PARLEY_FORM_FAILURE,  /* what was sent did not arrive */
  PARLEY_FORM_EXPIRY,   /* what is written in the chat is gone after a while */
  PARLEY_FORM_QUOTE,    /* one, behind what it answers */
  PARLEY_N_FORMS,
} ParleyForm;

/* What people send that is no text. */
typedef enum
{
  PARLEY_MEDIA_NONE,
  PARLEY_MEDIA_PICTURE,
  PARLEY_MEDIA_VOICE,
  PARLEY_MEDIA_VIDEO,
  PARLEY_MEDIA_STICKER,
  PARLEY_MEDIA_PLACE,
  PARLEY_MEDIA_CONTACT,
  PARLEY_MEDIA_FILE,
  PARLEY_N_MEDIA,
} ParleyMedia;

/* The user's own file of that name, and their channels.ini and services.ini of before, go before
 * ours, key by key. Returns: (transfer full). */
ParleyProtocols *parley_protocols_new (ParleyData *data);
void parley_protocols_free (ParleyProtocols *protocols);

/* Returns: (transfer none): all of it. */
GKeyFile *parley_protocols_get_file (ParleyProtocols *protocols);

/* @protocol: libpurple's id. Returns: (transfer none) (nullable): how @form reads there; NULL:
 * nothing is known. */
const char *const *
parley_protocols_get_forms (ParleyProtocols *protocols, const char *protocol, ParleyForm form);

/* Returns: (transfer none): how a line reads there that stands for @media. */
const char *const *
parley_protocols_get_media (ParleyProtocols *protocols, const char *protocol, ParleyMedia media);

/* Returns: (transfer none): how names of such files end, in lower case. */
const char *const *parley_protocols_get_endings (ParleyProtocols *protocols, ParleyMedia media);

/* Returns: (transfer none) (nullable): the setting of an account with which what is sent is never
 * shown there; NULL: there is none. @value: (out) (transfer none): what it says then. */
const char *
parley_protocols_get_unshown (ParleyProtocols *protocols, const char *protocol, const char **value);

/* Returns: (transfer none) (nullable): the setting of an account after how many days what is sent
 * on it is gone there; NULL: there is none. */
const char *parley_protocols_get_expiry_setting (ParleyProtocols *protocols, const char *protocol);

/* Returns: after how long, in ms, a sign of typing that is not repeated ends there by itself; 0: it
 * does not. */
int parley_protocols_get_sign_ms (ParleyProtocols *protocols, const char *protocol);

/* Returns: whether anything is known of whose names are whose there. */
gboolean parley_protocols_is_known (ParleyProtocols *protocols, const char *protocol);

/* Returns: whether nobody else can take the name @person there. */
gboolean
parley_protocols_name_proves (ParleyProtocols *protocols, const char *protocol, const char *person);

/* Returns: whether only the two are to read what is written with @person there. */
gboolean parley_protocols_is_end_to_end (ParleyProtocols *protocols,
                                         const char *protocol,
                                         const char *person);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyProtocols, parley_protocols_free)

G_END_DECLS
