/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "context/parley-context.h"
#include "guard/parley-important.h"
#include "memory/parley-history.h"
#include "memory/parley-journal.h"

G_BEGIN_DECLS

/* One chat in an engine: its machine, and what carries the machine's effects out. */
typedef struct _ParleySession ParleySession;

/* @context: borrowed, must outlive the session. @facts: what is known of the chat. Returns:
 * (transfer full). */
ParleySession *
parley_session_new (ParleyContext *context, const ParleyChatKey *key, const ParleyFacts *facts);

/* What calls the host holds a reference: the host may have the session closed. One that is closed
 * takes everything and does nothing. */
ParleySession *parley_session_ref (ParleySession *session);
void parley_session_unref (ParleySession *session);

/* While something that happened is handled, the application is asked once what is known of the
 * chat. @facts: (nullable): if it was asked already. Returns: (transfer full): the session. */
typedef ParleySession ParleyVisit;
ParleyVisit *parley_session_enter (ParleySession *session, const ParleyFacts *facts);
void parley_visit_end (ParleyVisit *visit);

/* Cancels what is in flight, takes back the typing that is shown, and lets go of the session;
 * nothing is said or shown after it. What is unanswered waits in the store for the next run. */
void parley_session_close (ParleySession *session);

/* The same, but nothing more is written down. */
void parley_session_forget (ParleySession *session);

/* Nor is what was written down taken back: another program goes on with the chat. */
void parley_session_abandon (ParleySession *session);

/* A model may be asked again for a turn that was kept until then. */
void parley_session_recovered (ParleySession *session);

/* Returns: when the newest message came of a turn that waits for the model, monotonic ms; -1 if
 * none waits. */
gint64 parley_session_get_waiting_since (ParleySession *session);

/* Returns: when it came what waits, and may go out if there is room; -1 if nothing does. */
gint64 parley_session_get_room_since (ParleySession *session);

/* There is room for that. */
void parley_session_take_room (ParleySession *session);

/* Returns: whether it is on its way, and does not count as an answer yet. */
gboolean parley_session_takes_room (ParleySession *session);

/* Returns: when it came what waits or is on its way; -1 if nothing does. */
gint64 parley_session_get_claim_since (ParleySession *session);

/* What waits for the model and is too old to be answered is left to the user, who is told. */
void parley_session_expire (ParleySession *session);

gboolean parley_session_is_closed (ParleySession *session);

/* Whether another program has had all of it forgotten. */
gboolean parley_session_is_forgotten (ParleySession *session);

/* Returns: whether the name is still that of whoever the chat began with, as far as can be told. */
gboolean parley_session_has_same_person (ParleySession *session);

/* It is known anew whether they are there. */
void parley_session_note_sight (ParleySession *session);

/* Somebody else has their name, or may have it: what waits is dropped, and that is written down. */
void parley_session_lose (ParleySession *session);
const ParleyChatKey *parley_session_get_key (ParleySession *session);
ParleyState parley_session_get_state (ParleySession *session);

/* Returns: the chat's judgement right now. */
ParleyDecision parley_session_decide (ParleySession *session, ParleyAct act);

/* Somebody's line may not be answered: nor is what waited before it. */
void parley_session_go_past (ParleySession *session);

/* Something was refused: of encryption the user hears, once, for it is not to be seen. */
void parley_session_tell_refusal (ParleySession *session, ParleyVerdict verdict);

/* Takes an event, carries out what follows from it. Strings in @event are borrowed. */
void parley_session_post (ParleySession *session, const ParleyEvent *event);

/* Somebody's words, to be read but not answered. */
void parley_session_note (ParleySession *session,
                          ParleySpeaker speaker,
                          const char *text,
                          ParleyWhen when);

/* What earlier runs had declared is known now. */
void parley_session_begin (ParleySession *session);

/* Something was done in the chat, or not, which the user may want to look up. @reason, @text:
 * (nullable): as in #ParleyJournalEntry. */
void parley_session_journal (ParleySession *session,
                             ParleyJournalKind kind,
                             const char *reason,
                             const char *text);

/* The user began to write by hand. */
void parley_session_own_typing (ParleySession *session);

/* An error was shown in the chat. */
void parley_session_take_error (ParleySession *session);

/* The account lost its connection, or has it again. */
void parley_session_offline (ParleySession *session);
void parley_session_online (ParleySession *session);

/* The clocks say that the machine was asleep. */
void parley_session_slept (ParleySession *session);

/* A message came in: if its words are for the user to see at once, they are told. @text: clean. */
void parley_session_hear (ParleySession *session, const char *text);

/* What was said or asked last may have gone up to a limit: if it did, the user is told. */
void parley_session_tell_limits (ParleySession *session);

/* Something else came that is for the user. @text: (nullable): the name of a file. */
void parley_session_take_important (ParleySession *session, ParleyImportant kind, const char *text);

/* The user is told once that what is written in the chat is gone after a while. */
void parley_session_tell_expiry (ParleySession *session);

/* A message came that stands for one that could not be read. */
void parley_session_tell_fallback (ParleySession *session);

/* The user sent something from here, which may be shown later, or was already. */
void parley_session_sent_by_hand (ParleySession *session);

/* A line of the user's side was written. Returns: whether it is one that was waited for. */
gboolean parley_session_take_shown (ParleySession *session, const char *text);

/* A line of the user's side was written: their words, or ours that are shown. @text: (nullable):
 * NULL: nobody here can read it. @stamp: when they wrote it, by their server's clock; 0: now.
 * @by_parley: Parley said it, on another device of theirs, so it is not how they write, and the
 * chat is left to that one. */
void parley_session_own_words (
    ParleySession *session, const char *text, ParleyWhen when, gint64 stamp, gboolean by_parley);

/* One of their messages is gone. @was: as parley_recents_find (). */
void parley_session_take_deletion (ParleySession *session, const char *was, ParleyWhen when);

/* Somebody's sign to a message: it is read with what comes next. @text: as a model is told of it.
 */
void parley_session_take_reaction (ParleySession *session, const char *text, ParleyWhen when);

/* Returns: whether what is shown as changed is ours, as it was, with something put under it. */
gboolean parley_session_is_preview (ParleySession *session, const char *text);

/* The user wants the reply that waits sent: @number as they saw it, 0: the one they see; or changed
 * to @text; or dropped. Where several wait @text may begin with a number. They are told what came
 * of it. */
void parley_session_send_proposal (ParleySession *session, guint number);
void parley_session_edit_proposal (ParleySession *session, const char *text);
void parley_session_drop_proposal (ParleySession *session, guint number);
gboolean parley_session_has_proposal (ParleySession *session);

/* They want to see all that wait. */
void parley_session_list_drafts (ParleySession *session);

/* Returns: (transfer full) (nullable): as parley_session_dup_proposal (), the oldest with @i 0;
 * NULL: there are no more. */
char *parley_session_dup_nth_draft (ParleySession *session, guint i, guint *number);

/* Returns: (transfer full) (nullable): what waits for the user, a line for each
 * bubble; NULL: nothing does, or it is being sent. */
char *parley_session_dup_proposal (ParleySession *session, guint *number);

/* The user wants to change what waits where they write, and send it themselves: it is not sent by
 * itself any more. @number: as they saw it, 0: any. Returns: (transfer full) (nullable): as
 * parley_session_dup_proposal (); NULL: they were told why not. */
char *parley_session_take_proposal (ParleySession *session, guint number);

/* Returns: whether what is said here is for nobody but whoever sits before it. */
gboolean parley_session_is_private (ParleySession *session);

/* The user looks at the chat: one of an earlier run is shown to them if it was not yet. */
void parley_session_show_kept (ParleySession *session);

/* The user wants another draft beside it; or, where none waits, one for what they wrote since
 * somebody answered. @wish: how, in their words; "": they don't say. They are told what comes of
 * it. */
void parley_session_again (ParleySession *session, const char *wish);

/* Of the last drafts that the user sent or did not want, at most %PARLEY_DRAFT_TALLY_MAX: how many
 * there were, and how many they sent as they were. */
void parley_session_get_draft_tally (ParleySession *session, guint *unchanged, guint *all);

/* Returns: (transfer full) (nullable): the same in words; NULL if there were none. */
char *parley_session_dup_draft_tally (ParleySession *session);

/* What may be done here may have changed: a turn that is called off ends now, and what waits at a
 * limit or for an hour waits as long as it has to now. */
void parley_session_look_again (ParleySession *session);

/* The user wants to know what they missed: they are told in the chat what a model makes of it, or
 * why none is asked. */
void parley_session_catch_up (ParleySession *session);

/* What a model would be told now, if it was asked; nobody is, and nothing is written down. */
void parley_session_preview_async (ParleySession *session,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);

/* Returns: (transfer full): for the user to read; NULL with a sentence for them if nothing would
 * be told, or %G_IO_ERROR_CANCELLED. */
char *parley_session_preview_finish (GAsyncResult *result, GError **error);

/* The session has its turn to ask the model; see parley_slots_new(). @session: a ParleySession. */
void parley_session_slot_granted (gpointer session);

/* Returns: (transfer full) (nullable): what Parley does here, for the user; NULL: it does nothing
 * and may not. */
char *parley_session_dup_status (ParleySession *session);

/* Returns: (transfer full): why it waits, is silent or answers, in one sentence. */
char *parley_session_dup_why (ParleySession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleySession, parley_session_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyVisit, parley_visit_end)

G_END_DECLS
