/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <conversation.h>

G_BEGIN_DECLS

/* A conversation window that leads nowhere: what the user writes in it comes back here and goes no
 * further. To libpurple it is a conversation like any other, on an account that stands in no list,
 * with a connection that was never made, of a protocol that is there only meanwhile: so nothing of
 * it is kept, and no menu of accounts has it. */
typedef struct _ParleyStage ParleyStage;

typedef struct
{
  /* The user wrote a line; it stands in the window. @text: plain. */
  void (*said) (gpointer data, const char *text);
  /* The user types, rests with text in the box, or does neither. */
  void (*typed) (gpointer data, PurpleTypingState state);
  /* The window is being closed: from here on there is no conversation. Free nothing in it. */
  void (*closed) (gpointer data);
} ParleyStageFuncs;

/* Opens the window. To be called when no menu is open: the client makes some of its menus anew.
 * @title: of the window. @partner: who the user writes to there. @funcs: static. Returns: (transfer
 * full) (nullable): NULL if an account of the user's stands in its place. */
ParleyStage *parley_stage_new (const char *title,
                               const char *partner,
                               const ParleyStageFuncs *funcs,
                               gpointer data);

/* Closes the window if it is open. Nobody is called. */
void parley_stage_free (ParleyStage *stage);

/* Returns: (transfer none): what clients call the protocol of its account. */
const char *parley_stage_get_protocol_name (void);

/* Returns: (transfer none) (nullable): NULL once the user closed it. */
PurpleConversation *parley_stage_get_conversation (ParleyStage *stage);

/* Whether @account is that of a stage, and so nobody's. @account: (nullable). */
gboolean parley_stage_owns (const PurpleAccount *account);

/* The partner writes. @markup: (nullable): the same as HTML. Returns: FALSE if the window is gone.
 */
gboolean parley_stage_answer (ParleyStage *stage, const char *text, const char *markup);

/* The partner types, or not. */
void parley_stage_show_typing (ParleyStage *stage, gboolean typing);

/* Writes a line of Parley's for the user. @text: plain. Returns: FALSE if the window is gone. */
gboolean parley_stage_tell (ParleyStage *stage, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyStage, parley_stage_free)

G_END_DECLS
