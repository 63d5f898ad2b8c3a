/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a person publishes of themselves. The user's own alias for them, groups and notes are no
 * part of it: no model may see them. */
typedef struct
{
  char *name;     /* (nullable): their own display name */
  char *status;   /* (nullable): the message of their status */
  char *presence; /* (nullable): "available", "away" */
} ParleyContactInfo;

/* Strings are copied, cut to 200 bytes and cleaned. Returns: (transfer full). */
ParleyContactInfo *
parley_contact_info_new (const char *name, const char *status, const char *presence);
void parley_contact_info_free (ParleyContactInfo *info);

/* Returns: (transfer full): name and status for a model, to be fenced; "" if neither is published.
 * @info: (nullable). */
char *parley_contact_info_dup_text (const ParleyContactInfo *info);

/* Returns: (transfer none) (nullable): the presence, if it is one of those that libpurple has; it
 * needs no fence. @info: (nullable). */
const char *parley_contact_info_get_presence (const ParleyContactInfo *info);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyContactInfo, parley_contact_info_free)

G_END_DECLS
