/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "backend/parley-backend.h"
#include "base/parley-chat-key.h"
#include "settings/parley-settings.h"
#include "base/parley-timers.h"
#include "context/parley-deed.h"
#include "context/parley-host.h"
#include "engine/parley-welcome.h"
#include "guard/parley-important.h"
#include "guard/parley-inbound.h"
#include "guard/parley-policy.h"
#include "memory/parley-chat-contents.h"
#include "turn/parley-chat.h"
#include "turn/parley-event.h"

G_BEGIN_DECLS

/* What Parley does in one chat and what it did there in the last 24 hours, for the user. */
typedef struct
{
  ParleyChatKey *key;
  ParleyMode mode;
  char *doing;         /* in words: what it does now */
  gint64 turn_wall;    /* the last turn, seconds since 1970; 0: none */
  guint turn_messages; /* read in it; 0: not known */
  char *outcome;       /* (nullable): of it, in words */
  guint replies;       /* turns that were answered */
  char *drafts;        /* (nullable): how the user took the last of them, in words */
  gint64 tokens;       /* that a model read and wrote */
  char *money;         /* (nullable): what they cost; NULL: no price is known, or nothing */
} ParleyChatReport;

void parley_chat_report_free (ParleyChatReport *report);

/* Compares two pointers to reports, for g_ptr_array_sort (): the last turn first, then by name. */
int parley_chat_report_compare (gconstpointer a, gconstpointer b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyChatReport, parley_chat_report_free)

/* All chats of one application: takes what happens in them, has the answers written and said. */
typedef struct _ParleyEngine ParleyEngine;

/* @host, @settings and @timers are borrowed and must outlive the engine. @user_dir: (nullable):
 * Parley's own folder. Returns: (transfer full). */
ParleyEngine *parley_engine_new (ParleyHost *host,
                                 ParleySettings *settings,
                                 ParleyTimers *timers,
                                 const char *user_dir);

/* An engine in which nothing outlives the sitting, for chats of @host that lead nowhere: the user
 * tries how they are answered. Settings, files, keys and the budget are those of @real, which must
 * outlive it. Returns: (transfer full). */
ParleyEngine *parley_engine_new_rehearsal (ParleyEngine *real, ParleyHost *host);

/* Cancels everything in flight and says nothing more. Safe at any moment but from inside a call of
 * the engine into its host. */
void parley_engine_free (ParleyEngine *engine);

/* The user sent something in the chat. What was written of it is a line of its own. */
void parley_engine_take_sent (ParleyEngine *engine, const ParleyChatKey *key);

/* An error was written into the chat, not during parley_host_say(). */
void parley_engine_take_error (ParleyEngine *engine, const ParleyChatKey *key);

/* A line was written into the chat, or a file was offered. @text: plain, as it came; of a file its
 * name. @stamp: when it was written, as it was told. Must not
 * be called for what parley_host_say() itself writes. */
void parley_engine_take_line (ParleyEngine *engine,
                              const ParleyChatKey *key,
                              const ParleyLineFacts *facts,
                              const char *text,
                              gint64 stamp);

/* The person did something that is for the user to see at once, and that nobody answers for them.
 * @text: (nullable): of a file its name. */
void parley_engine_take_important (ParleyEngine *engine,
                                   const ParleyChatKey *key,
                                   ParleyImportant kind,
                                   const char *text);

/* The person's typing state changed. */
void
parley_engine_take_typing (ParleyEngine *engine, const ParleyChatKey *key, ParleyTyping typing);

/* The person came, went or was away. */
void parley_engine_take_presence (ParleyEngine *engine,
                                  const ParleyChatKey *key,
                                  ParleyPresenceState state);

/* The user is seen to write to the person by hand. */
void parley_engine_take_own_typing (ParleyEngine *engine, const ParleyChatKey *key);

/* The user wants Parley back in a chat they took over. */
void parley_engine_resume (ParleyEngine *engine, const ParleyChatKey *key);

/* What the user was seen to type was a command of Parley's, not for the person. */
void parley_engine_take_command (ParleyEngine *engine, const ParleyChatKey *key);

/* The user wants the reply that waits for them sent, changed to @text, or dropped. @number: that of
 * the draft as they saw it; 0: the one they see. They are told in the chat what came of it. */
void parley_engine_send_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number);
void parley_engine_edit_proposal (ParleyEngine *engine, const ParleyChatKey *key, const char *text);
void parley_engine_drop_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number);

/* They want to see all that wait there. */
void parley_engine_show_drafts (ParleyEngine *engine, const ParleyChatKey *key);

/* They want to change it where they write, and send it themselves. What they send next counts as
 * made of it. Returns: (transfer full) (nullable): a line for each bubble; NULL: they were told why
 * not. */
char *parley_engine_take_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint number);

/* Returns: (transfer full) (nullable): the reply that waits for them there, likewise. */
char *parley_engine_dup_proposal (ParleyEngine *engine, const ParleyChatKey *key, guint *number);

/* The user opens the chat: a draft of an earlier run that they were not shown yet is shown. */
void parley_engine_look_at (ParleyEngine *engine, const ParleyChatKey *key);

/* The user wants another draft, or one for what was not answered. @wish: how; "": they don't say.
 */
void parley_engine_again (ParleyEngine *engine, const ParleyChatKey *key, const char *wish);

/* The user wants to know what they missed there: they are told in the chat what a model makes of
 * it, if one may be asked. */
void parley_engine_catch_up (ParleyEngine *engine, const ParleyChatKey *key);

/* Of the last drafts in the chat that the user sent or did not want: how many there were, and how
 * many were sent as they were. Both 0 where nothing is known. */
void parley_engine_get_draft_tally (ParleyEngine *engine,
                                    const ParleyChatKey *key,
                                    guint *unchanged,
                                    guint *all);

/* What the user allows has changed: turns that may not go on end now, and what waits at a limit is
 * looked at anew. */
void parley_engine_look_again (ParleyEngine *engine);

/* The conversation was closed: what is pending in it is over. */
void parley_engine_withdraw (ParleyEngine *engine, const ParleyChatKey *key);

/* The contact was switched off: what is pending and what is remembered of the sitting is gone. */
void parley_engine_forget (ParleyEngine *engine, const ParleyChatKey *key);

/* All that is remembered of the person goes, from the store's files too. The user is told in the
 * chat when it is done. */
void parley_engine_forget_person (ParleyEngine *engine, const ParleyChatKey *key);

/* The user chose what Parley may do for a person; or with @key NULL for those of @place, a group or
 * an account by its name. @choice: as parley_mode_to_string () names it, "stopped" or "cleared";
 * or, on the user's behalf, "accepted" or "accepted_enough", a contact request. */
void parley_engine_note_choice (ParleyEngine *engine,
                                const ParleyChatKey *key,
                                const char *place,
                                const char *choice);

/* Something of no one chat, by a word of the journal, that the user is to find there. */
void parley_engine_note_important (ParleyEngine *engine, const char *reason);

/* What Parley did, in all chats; parley_diary_list_finish () takes the answer. */
void parley_engine_list_deeds_async (ParleyEngine *engine,
                                     guint limit,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

/* Who looks on, and may do nothing about it. */
typedef struct
{
  void (*deed) (gpointer data, const ParleyDeed *deed);        /* as it is done */
  void (*forgotten) (gpointer data, const ParleyChatKey *key); /* all of a chat is to go */
} ParleyObserver;

/* @observer: (nullable): static; called from now on, in place of the one before. */
void parley_engine_observe (ParleyEngine *engine, const ParleyObserver *observer, gpointer data);

/* A reply that waits for the user. */
typedef struct
{
  ParleyChatKey *key;
  guint number; /* in its chat */
  char *text;   /* bubbles, a line each; NULL: what is said there is not to be seen elsewhere */
} ParleyWaitingDraft;

/* Returns: (transfer full) (element-type ParleyWaitingDraft): of all chats, by name, and of each
 * the oldest first. */
GPtrArray *parley_engine_list_drafts (ParleyEngine *engine);

/* Returns: whether turns wait because the model gives no answers. */
gboolean parley_engine_waits_for_model (ParleyEngine *engine);

/* Returns: (transfer full): what was counted, as Prometheus reads it. */
char *parley_engine_dup_metrics (ParleyEngine *engine);

/* Returns: (transfer none): what tells the user what happened while they were away. */
ParleyWelcome *parley_engine_get_welcome (ParleyEngine *engine);

/* What was done in the last 24 hours is looked up; the rest is as it is at the answer. */
void parley_engine_report_async (ParleyEngine *engine,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* @switched_on: (element-type ParleyChatKey): who is. @total: (out): of how many there is something
 * to tell: of them, and of whom there was a turn with. Returns: (transfer full) (element-type
 * ParleyChatReport): at most @max of them, the last turn first; NULL with %G_IO_ERROR_CANCELLED. */
GPtrArray *parley_engine_report_finish (ParleyEngine *engine,
                                        GAsyncResult *result,
                                        const GPtrArray *switched_on,
                                        guint max,
                                        guint *total,
                                        GError **error);

/* Returns: (transfer full): whether it is paused, who answers and what that cost, for the user: a
 * line each. */
char *parley_engine_dup_summary (ParleyEngine *engine);

/* What a model would be told in the chat now; nobody is asked, and nothing changes by it. */
void parley_engine_preview_async (ParleyEngine *engine,
                                  const ParleyChatKey *key,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);

/* Returns: (transfer full): for the user to read; NULL with a sentence for them if nothing would
 * be told, or %G_IO_ERROR_CANCELLED. */
char *parley_engine_preview_finish (GAsyncResult *result, GError **error);

/* What stands against a model's saying what the user lets it tell. @text: lines of theirs. Returns:
 * (transfer full) (nullable): each such line with the reason, for the user; NULL: nothing does. */
char *parley_engine_dup_doubts (ParleyEngine *engine, const char *text);

/* Of whom something is remembered, also of this sitting only. */
void parley_engine_list_remembered_async (ParleyEngine *engine,
                                          GCancellable *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer user_data);

/* Returns: (transfer full) (element-type ParleyChatKey): each once; NULL with
 * %G_IO_ERROR_CANCELLED. */
GPtrArray *parley_engine_list_remembered_finish (GAsyncResult *result, GError **error);

/* What is remembered of a person. @max_utterances: as parley_chat_contents_load_async (). */
void parley_engine_recollect_async (ParleyEngine *engine,
                                    const ParleyChatKey *key,
                                    guint max_utterances,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns: (transfer full) (element-type ParleyChatContents): of each place where something is:
 * what outlives the sitting first; empty if nothing is remembered; NULL with %G_IO_ERROR_CANCELLED.
 */
GPtrArray *parley_engine_recollect_finish (GAsyncResult *result, GError **error);

/* The account has another name now: nothing is done any more in its chats under this one. */
void parley_engine_forget_account (ParleyEngine *engine, const char *protocol, const char *account);

/* The account lost its connection, or has it again. */
void parley_engine_set_online (ParleyEngine *engine,
                               const char *protocol,
                               const char *account,
                               gboolean online);

/* Answers what an earlier run, or another program, left unanswered, as far as it may be. Done by
 * itself at the start. */
void parley_engine_take_up (ParleyEngine *engine);

/* Returns: where the chat is; IDLE if it is not known. */
ParleyState parley_engine_get_state (ParleyEngine *engine, const ParleyChatKey *key);

/* Whether the user may switch Parley on there, now or ever. @facts: from the host. */
ParleyVerdict parley_engine_judge_person (ParleyEngine *engine, const ParleyChatKey *key);

/* It is known anew who has the person's name, or that nobody is known to have it. */
void parley_engine_note_sight (ParleyEngine *engine, const ParleyChatKey *key);

/* Somebody else wrote under the person's name, and was not read. */
void parley_engine_note_stranger (ParleyEngine *engine, const ParleyChatKey *key);

/* Somebody wrote, and the server does not say who it is: it is not read. */
void parley_engine_note_unseen (ParleyEngine *engine, const ParleyChatKey *key);

/* What was said there was shown, and is not sent after all. */
void parley_engine_note_unsent (ParleyEngine *engine, const ParleyChatKey *key);

/* As parley_engine_forget (), for whoever may not be the person any more: it is written down if
 * anything waited for them. */
void parley_engine_lose (ParleyEngine *engine, const ParleyChatKey *key);

/* @protocol: libpurple's id. Returns: whether anything is known of whose names are whose there. */
gboolean parley_engine_knows_protocol (ParleyEngine *engine, const char *protocol);

/* Returns: FALSE where anybody may take the person's name while it is free. */
gboolean parley_engine_name_proves (ParleyEngine *engine, const ParleyChatKey *key);

/* Returns: (transfer full): what Parley does in the chat and why, in words. */
char *parley_engine_dup_status (ParleyEngine *engine, const ParleyChatKey *key);

/* Returns: (transfer full): why Parley waits, is silent or answers there, in one sentence. */
char *parley_engine_dup_why (ParleyEngine *engine, const ParleyChatKey *key);

/* Returns: (transfer full) (nullable): why Parley does less there at the moment than the mode that
 * the user chose, in one sentence; NULL if it does all of it. */
char *parley_engine_dup_obstacle (ParleyEngine *engine, const ParleyChatKey *key);

/* Where it is paused in all chats, that is over at @until, seconds since 1970; 0: when the user
 * says so. */
void parley_engine_set_end_of_pause (ParleyEngine *engine, gint64 until);

/* Returns: (transfer full): who writes the answers and where to the chat goes for it, in words. */
char *parley_engine_dup_disclosure (ParleyEngine *engine);

/* Returns: (transfer none): the backend of the settings, or NULL with a sentence for the user. */
ParleyBackend *parley_engine_get_backend (ParleyEngine *engine, GError **error);

/* What the user said about a server has changed, or its key: it counts from the next request on. */
void parley_engine_forget_backend (ParleyEngine *engine);

/* Takes the place of the backend of the settings, until a setting changes. */
void parley_engine_set_backend_for_tests (ParleyEngine *engine, ParleyBackend *backend);

/* Whether nothing is on its way to or from the memory. */
gboolean parley_engine_is_settled_for_tests (ParleyEngine *engine);

/* Returns: (transfer none) (nullable): where what outlives a sitting is kept. */
ParleyStore *parley_engine_get_store_for_tests (ParleyEngine *engine);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyEngine, parley_engine_free)

G_END_DECLS
