/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "session/parley-declaration.h"
#include "session/parley-echoes.h"
#include "session/parley-event-queue.h"
#include "session/parley-generation.h"
#include "session/parley-keeper.h"
#include "session/parley-recents.h"
#include "session/parley-recorder.h"
#include "session/parley-session.h"
#include "session/parley-voice.h"
#include "session/parley-writer.h"
#include "guard/parley-proposal.h"

G_BEGIN_DECLS

/* What the files of a session share: parley-session.c hands events to the machine,
 * parley-session-edit.c looks for what they change, parley-session-effects.c carries out what it
 * wants, parley-session-intent.c writes down what is about to be said, parley-session-given.c waits
 * for it to be shown, parley-session-waiting.c looks whether they are there, parley-session-model.c
 * asks models, parley-session-status.c tells the user,
 * parley-session-activity.c too, while they look, parley-session-room.c waits until there may be an
 * answer again, parley-session-stand-down.c is silent while the user answers,
 * parley-session-proposal.c has them see replies first, parley-session-kept-draft.c
 * in the next run if they did not, parley-session-choice.c keeps several to choose from,
 * parley-session-again.c has another one written, parley-session-lessons.c learns from what became
 * of them, parley-session-preview.c shows what a model would be told, parley-session-catchup.c has
 * one sum up what the user missed, parley-session-content.c judges what is said and heard,
 * parley-session-memory.c keeps what outlives a sitting, parley-session-diary.c writes down what
 * was done. */

typedef struct _ParleySending ParleySending;
typedef struct _ParleyPreview ParleyPreview;

/* In the order in which a session lives through it. */
typedef enum
{
  PARLEY_LIFE_LOADING, /* what is kept of the chat is still on its way */
  PARLEY_LIFE_LOADED,  /* it is there, but not what earlier runs may have said */
  PARLEY_LIFE_RESTING,
  PARLEY_LIFE_RUNNING, /* an event is being handled: what follows from it waits in the queue */
  PARLEY_LIFE_LEAVING, /* what happens from now on is not written down */
  PARLEY_LIFE_CLOSED,
} ParleyLife;

/* What is kept of the chat: here, for a prompt, and across restarts. */
typedef struct
{
  ParleyKeeper *keeper;
  ParleyRecorder *recorder;
  ParleyRecents recents;
  ParleyPrivacy privacy;   /* the most of what is being read and answered */
  guint n_restored;        /* the next events are as many bubbles of an earlier run */
  guint restored_attempts; /* how often their turn was in flight when the program died */
  gboolean unsure;         /* nobody knows any more whether their turn was answered */
  guint32 disclosed_day;   /* the Julian day on which they were last told that a program writes */
} ParleyRecord;

/* What the user missed, as a model sums it up. */
typedef struct
{
  gboolean wanted;              /* as soon as what is kept of the chat is there */
  ParleyGeneration *generation; /* NULL: none is being written */
  gboolean cut;                 /* it is of the newest only */
} ParleyCatchup;

/* The request under way, and the small ones beside it. */
typedef struct
{
  ParleyWriter *writer;
  gboolean seen_first; /* its bubbles are for the user: nobody waits for a typist */
  ParleyUsage counted; /* what it used that is on the meters */
  ParleyGeneration *prediction;
  ParleyGeneration *summary; /* of what is too long ago for a prompt */
  ParleyCatchup catchup;
  GPtrArray *previews; /* of ParleyPreview: the user looks at what a model would be told */
  char *doing;         /* what the model is at, for the user; NULL: it writes */
  ParleyRoute *route;  /* of the read that is being answered */
  char *urgent_line;   /* (nullable): what they are told whatever the model writes */
  GPtrArray *markups;  /* of char *: its bubbles in order, as HTML; NULL: that one is plain */
  gboolean is_note;    /* what is being answered gets an away note */
  ParleyAwayNoteGiven note_next; /* what the chat's note will be once it is delivered */
} ParleyAnswering;

/* What goes out, from the moment it is written down until it was shown. */
typedef struct
{
  guint intent;                /* the machine's number of what is declared */
  ParleyDeclaration *declared; /* NULL: nothing is */
  ParleyIntent *unsighted; /* is declared as soon as it is seen that they are there; NULL: none */
  gboolean saying;         /* it is being said */
  GPtrArray *declarations; /* of ParleyDeclaration: what the person has, or may have, of the turn */
  GQueue given;            /* of ParleyGiven: what the protocol took, oldest first */
  ParleyEchoes echoes;
} ParleyOutgoing;

/* A reply that the user is to see first. */
typedef struct
{
  ParleyProposal proposal;
  guint kept_revision;       /* of it that is written down */
  ParleyVerdict shelved_why; /* why it waits, or will */
  char *withheld;            /* what is wrong with its words, for the user; NULL: nothing */
  char *late; /* likewise: that it is long since they wrote, or may have been answered; no secret */
  char *doubt;            /* likewise: why some of them may be reasoning */
  char *undeclared;       /* likewise: why it can't be declared */
  const char *perhaps;    /* why a bubble may not have arrived, if the user is to be told with what
                             follows it; NULL: they know, or it arrived */
  gboolean secret;        /* what was drafted is not to be written down */
  char *watched;          /* what would have been said where Parley only watches; NULL: nothing */
  ParleySending *sending; /* it is being sent; NULL: it is not */
  guint taken;        /* the number of the draft that the user changes where they write; 0: none */
  GPtrArray *aside;   /* the drafts before it that still wait, oldest first */
  gboolean pair;      /* the last of them and it were written in one go */
  gboolean calls_off; /* the next WITHDRAW is of the one being written, and of none that waits */
} ParleyReview;

/* Whether what is being answered the user asked for: they see it first. */
typedef enum
{
  PARLEY_AGAIN_NOT,
  PARLEY_AGAIN_ANEW,    /* where no draft was */
  PARLEY_AGAIN_INSTEAD, /* there is a draft, which stays beside it */
} ParleyAgainMode;

typedef struct
{
  ParleyAgainMode mode;
  ParleyAnother another; /* its second: the user wants two of everything */
} ParleyAgain;

/* What an idle session's turn, or draft, is kept for. */
typedef enum
{
  PARLEY_AWAITS_NOTHING = 0,
  PARLEY_AWAITS_PERSON = 1 << 0, /* until they are seen again */
  PARLEY_AWAITS_HOUR = 1 << 1,   /* until the quiet hours are over */
  PARLEY_AWAITS_ROOM = 1 << 2,   /* until there may be an answer again, or a draft */
  PARLEY_AWAITS_MODEL = 1 << 3,  /* for it, and not for the connection */
} ParleyAwaits;

/* What waits, and since when. */
typedef struct
{
  ParleyAwaits awaits;
  gint64 turn_closed; /* when all of the turn was read, seconds since 1970; 0: it was not */
  gboolean has_room;  /* what waited for room may go out, and did not yet */
  guint room_draft;   /* the number of the draft that waits for it; 0: none */
  gint64 room_since;  /* when it came what that answers, monotonic ms */
  gint64 room_from;   /* since when that waits, as parley_session_get_turn_time () */
  gint64 renew_at;    /* until then no other draft is written at the limit */
} ParleyWaiting;

/* What is known of the chat, while an event is handled. */
typedef struct
{
  ParleyFacts facts;
  gboolean known;
  guint visits; /* nested */
} ParleyWorld;

/* The user answers themselves, or somebody does for them. */
typedef struct
{
  gint64 own_stamp;        /* of the words that it stands down for; 0: they wrote them live */
  gboolean left_to_parley; /* it is for one on another device */
  gboolean took_over;      /* the next one is of the user's doing, and ends something */
} ParleyStandDown;

struct _ParleySession
{
  ParleyContext *context;
  ParleyChatKey *key;
  ParleyIdentity *identity; /* of whoever the chat began with */
  char *tag;                /* stands for the chat in logs */
  const char *kind;
  ParleyLimits limits;

  ParleyLife life;
  ParleyChat *chat;
  ParleyHabits habits;
  ParleyTimer *timer;
  ParleyEventQueue events;
  ParleyWaiting waiting;
  ParleyStandDown stand_down;
  ParleyWorld world;

  ParleyRecord record;
  ParleyAnswering answering;
  ParleyOutgoing outgoing;
  ParleyReview review;
  ParleyAgain again;
  ParleyVoice voice;
};

void parley_session_await (ParleySession *session, ParleyAwaits what, gboolean awaits);
gboolean parley_session_awaits (ParleySession *session, ParleyAwaits what);

gint64 parley_session_now (ParleySession *session);
gint64 parley_session_wall (ParleySession *session);

/* What is known of the chat: asked once while an event is handled. */
ParleyFacts parley_session_get_facts (ParleySession *session);

/* The same, asked anew: where it protects. */
ParleyFacts parley_session_ask_facts (ParleySession *session);

/* What parley_session_decide () says of what is known anew, and from now on: before each request,
 * each bubble and each typing signal. */
ParleyDecision parley_session_decide_anew (ParleySession *session, ParleyAct act);

/* Calls into the host may close the session. @line: (transfer full). */
void parley_session_trace (ParleySession *session, char *line);

void parley_session_post_simple (ParleySession *session, ParleyEventType type);
void parley_session_post_takeover (ParleySession *session, ParleySetting how_long);

/* Takes what waits in the queue, if nobody is at it. */
void parley_session_run (ParleySession *session);

/* One event, and what follows from it. */
void parley_session_step (ParleySession *session, ParleyEvent *event);

/* A message came: its stamp may show that it is longer ago that the user wrote. */
void parley_session_shorten_stand_down (ParleySession *session);

/* The machine slept: what is left of it goes on. */
void parley_session_renew_stand_down (ParleySession *session);

/* Returns: (transfer none) (nullable): a bubble of the reply as HTML. @bubble: from 1. */
const char *parley_session_get_markup (ParleySession *session, guint bubble);

/* Carries out one effect. */
void parley_session_apply (ParleySession *session, const ParleyEffect *effect);

/* Intents */

/* The bubble of @effect is about to be said. INTENDED comes later. */
void parley_session_declare (ParleySession *session, const ParleyEffect *effect);

/* Returns: whether it has to be seen first that they are there, which is begun then. */
gboolean parley_session_must_look (ParleySession *session);

/* They were seen, or are seen not to be there: a draft that is being sent goes on. */
void parley_session_note_sight_for_sending (ParleySession *session);

/* The same for a bubble. */
void parley_session_note_sight_for_intent (ParleySession *session);

/* The same of any bubble. Returns: (transfer full). */
ParleyDeclaration *parley_session_new_declaration (ParleySession *session,
                                                   const ParleyIntent *intent,
                                                   ParleyDeclarationFunc func);

/* Returns: (transfer full): what of the reply is written and not said, from the one with the index
 * @first on; up to one that may be a secret, which is for nobody to read. */
char **parley_session_dup_unsaid (ParleySession *session, guint first);

/* What is declared, if anything, is not said. */
void parley_session_take_back (ParleySession *session);

/* It was. */
void parley_session_note_outcome (ParleySession *session, ParleyDelivery delivery);

/* What was declared, and said, the protocol shows later: ARRIVED comes then, or a draft goes on.
 * @epoch: of the read it belongs to. @kind: SAID or SENT, for the journal. */
void parley_session_give_away (ParleySession *session,
                               const char *text,
                               guint64 epoch,
                               ParleyJournalKind kind,
                               gboolean of_draft);

/* Returns: when nobody waits for it any more, or -1. */
gint64 parley_session_get_given_deadline (ParleySession *session);
void parley_session_check_given (ParleySession *session);

/* The next start is to look; or need not. */
void parley_session_leave_given (ParleySession *session);
void parley_session_drop_given (ParleySession *session);

/* What was said and may come back is known as ours when the session is gone. */
void parley_session_leave_strays (ParleySession *session);

/* All that was declared in the turn is with the store. */
void parley_session_end_declarations (ParleySession *session);

/* It may not be: the next start is to look. */
void parley_session_leave_declarations (ParleySession *session);

/* Returns: (transfer full): @why, such as an error's text, with something of ours behind it that
 * ends the sentence. */
char *parley_session_dup_reason (const char *why);

/* Returns: (transfer full): what the user is told if nothing can be declared. @why: a fragment, or
 * a sentence. */
char *parley_session_dup_undeclared (const char *why);

/* The user is told that it takes long. */
void parley_session_tell_late (ParleySession *session);

/* Returns: (transfer full): how what the person may have reads in the history. */
char *parley_session_dup_perhaps (const char *text);

/* What earlier runs said, or may have said, and the store may not know of: before what is pending
 * is read again, for what it answered is not; and after. @left: of ParleyIntent. */
void parley_session_restore_mark (ParleySession *session, const GPtrArray *left);

/* Whether what is left may not be all there was, or not as it was: what is pending may be answered.
 */
gboolean parley_session_is_damaged (ParleySession *session, const GPtrArray *left);
void parley_session_restore_words (ParleySession *session, const GPtrArray *left);

/* Writes down that a bubble was said; or not, if that is what became of it. @kind: SAID or SENT.
 * @text: (nullable): NULL if it is nothing to be written down. */
void parley_session_journal_bubble (ParleySession *session,
                                    ParleyJournalKind kind,
                                    const char *text,
                                    ParleyDelivery delivery);

/* The same of anything else. */
void parley_session_journal_entry (ParleySession *session, const ParleyJournalEntry *entry);

/* Writes down what an effect did, if it is anything the user may want to look up. */
void parley_session_journal_effect (ParleySession *session, const ParleyEffect *effect);

/* Activity */

/* A user who looks at the chat is told what goes on, if it is time. May close the session. */
void parley_session_narrate (ParleySession *session);

/* So is one who takes over. May close the session. */
void parley_session_tell_stand_down (ParleySession *session);

/* Models */

void parley_session_ask (ParleySession *session, const ParleyEffect *effect);
void parley_session_predict (ParleySession *session, const ParleyEffect *effect);

/* The guess at how far they are is out of date. */
void parley_session_stop_prediction (ParleySession *session);
void parley_session_stop_summary (ParleySession *session);

/* The turn is over, and what was a draft is the answer. */
void parley_session_close_window (ParleySession *session);

/* Has a model sum up what is too long ago for a prompt, if there is anything. */
void parley_session_summarize (ParleySession *session);

/* Gives that up if no model may be asked any more. */
void parley_session_check_summary (ParleySession *session);

/* What was begun elsewhere than the user has chosen by now is begun anew. */
void parley_session_check_server (ParleySession *session);

/* Returns: since when what they wrote waits to be answered, seconds since 1970: since all of it was
 * read, for what a server handed out late is news. There must be a turn. */
gint64 parley_session_get_turn_time (ParleySession *session);

/* Returns: whether what waits since @since is too old to be answered. */
/* Returns: in s; @since: of the wall clock, in s, not before the newest message was written. */
gint64 parley_session_get_age (ParleySession *session, gint64 since);
gboolean parley_session_is_old (ParleySession *session, gint64 since);

/* Returns: whether what waited for the model is answered whenever it is back. */
gboolean parley_session_answers_late (ParleySession *session);

/* Cancels what is in flight for the turn. */
void parley_session_abort (ParleySession *session);

/* Cancels all that is in flight. */
void parley_session_stop (ParleySession *session);

/* Returns: what a reply to the turn is written from; its strings are the session's. What only one
 * that is to be said needs is left out. */
ParleyWriterSetup parley_session_get_writer_setup (ParleySession *session, ParleyBackend *backend);

/* The chat is loaded: those that waited for it. */
void parley_session_start_previews (ParleySession *session);

/* So does a summary that the user wanted. */
void parley_session_start_catchup (ParleySession *session);
void parley_session_stop_catchup (ParleySession *session);

/* Gives it up, and tells so, if no model may be asked any more. */
void parley_session_check_catchup (ParleySession *session);
void parley_preview_free (ParleyPreview *preview);

/* Proposals */

/* The user sees it now. */
void parley_session_note_draft_told (ParleySession *session, ParleyProposal *proposal);

/* The turn's shelved bubbles are shown to the user. */
void parley_session_propose (ParleySession *session, const ParleyTurn *turn);

/* The user is shown the one that waits; one that is out of date does so no more then. */
void parley_session_show_proposal (ParleySession *session);

/* Writes down what changed of it. */
void parley_session_keep_draft (ParleySession *session);

/* The program ends in the middle of a reply: the rest of it waits for the user in the next run. */
void parley_session_keep_rest (ParleySession *session);

/* Takes over what an earlier run kept. @left: (nullable): as of parley_leftovers_take (). */
void parley_session_restore_kept (ParleySession *session,
                                  const ParleyChatRecord *record,
                                  const GPtrArray *left);

/* What an earlier run could not say waits for the user from now on: under a new number, unseen and
 * without a countdown. @bubbles: (transfer full) (element-type ParleyProposed). @turn: what it
 * answers, 0: not known. @outdated: they wrote since: it is shown, and not sent. */
void parley_session_restore_draft (ParleySession *session,
                                   GPtrArray *bubbles,
                                   guint64 turn,
                                   gboolean outdated);

/* They wrote again: it is no answer any more. */
void parley_session_outdate (ParleySession *session);

/* Something happens that may make the one that waits untrue. */
void parley_session_note_for_proposal (ParleySession *session, const ParleyEvent *event);

/* Returns: (transfer full) (nullable): that it is sent in @seconds, where typing does not stop it
 * because it can't be seen; NULL: it can. */
char *parley_session_dup_blind_countdown (ParleySession *session, int seconds);

/* Returns: when to check the countdown, or -1. */
gint64 parley_session_get_countdown (ParleySession *session);

/* Sends the one that waits if its countdown is over. */
void parley_session_check_countdown (ParleySession *session);
void parley_session_stop_countdown (ParleySession *session);

/* The one that waits is sent in @ms; the user is told if they can stop it. */
void parley_session_count_down (ParleySession *session, int ms);

/* A bubble could not be said: the user is told, and Parley keeps silent if somebody meddled. */
void parley_session_explain_delivery (ParleySession *session, ParleyDelivery delivery);

/* Whether what is to be said is an away note, and the user is here. */
gboolean parley_session_is_outdated_note (ParleySession *session);

/* Who sends one. */
typedef enum
{
  PARLEY_SENDER_USER,
  PARLEY_SENDER_COUNTDOWN,
} ParleySender;

/* They sent nothing but what only the user sees or hears: told once, until there are words. */
void parley_session_tell_unseen (ParleySession *session);

/* Returns: what stands against it; ALLOWED: nothing. */
ParleyVerdict parley_session_find_refusal (ParleySession *session, ParleySender sender);

/* Returns: whether nothing does; else the user is told. */
gboolean parley_session_may_send (ParleySession *session, ParleySender sender);

/* Has the one that waits said, bubble by bubble, each when it is declared. */
void parley_session_send_all (ParleySession *session, ParleySender sender);

/* What was sent of it last was shown, or may not have arrived: then what follows stays a draft. */
void parley_session_go_on_sending (ParleySession *session, gboolean shown);

/* Returns: when it has to be looked at how far one that is being sent is, or -1. */
gint64 parley_session_get_sending_deadline (ParleySession *session);
void parley_session_check_sending (ParleySession *session);

/* It may have been taken back. */
void parley_session_note_for_sending (ParleySession *session);

/* Nobody sends it any more. */
void parley_session_stop_sending (ParleySession *session);

/* Choosing among several */

/* Returns: (transfer full): none. */
GPtrArray *parley_session_new_aside (void);

/* The one that waits makes room for a newer one, and stays beside it. */
void parley_session_set_aside (ParleySession *session);

/* Where none is in the slot the newest beside it is. */
void parley_session_take_up (ParleySession *session);

/* One was chosen, or all are untrue. */
void parley_session_forget_aside (ParleySession *session);

/* None waits any more. */
void parley_session_withdraw_drafts (ParleySession *session);

/* What the user wants done is to be done with the draft @number, which comes into the slot; 0: the
 * one they see. Of one that there is not the slot knows no more than that. Returns: FALSE if it is
 * not known which they mean, and they were told. */
gboolean parley_session_choose (ParleySession *session, guint number);
gboolean parley_session_is_waiting_draft (ParleySession *session, guint number);

/* Returns: whether it waited beside the slot; it does no more. */
gboolean parley_session_drop_aside (ParleySession *session, guint number);

/* One is sent: another that is being written for the same words is not. */
void parley_session_call_off_again (ParleySession *session);

/* One was written: another one is, if the user wants two. */
void parley_session_want_second (ParleySession *session);

/* Returns: whether the one in the slot says what another one says. */
gboolean parley_session_is_repeated_draft (ParleySession *session);
guint parley_session_count_drafts (ParleySession *session);

/* Returns: (transfer full): "2 hours old". */
char *parley_session_dup_draft_age (ParleySession *session, const ParleyProposal *proposal);

/* Returns: (transfer container) (element-type ParleyProposal): those beside the slot that may be
 * written down; borrowed. */
GPtrArray *parley_session_dup_kept_aside (ParleySession *session);
void parley_session_restore_aside (ParleySession *session, const GPtrArray *kept);

/* Returns: whether there are several; those of an earlier run that were not shown are, then. */
gboolean parley_session_show_kept_aside (ParleySession *session);

/* Another one */

/* The user wants another answer, or one at all. Returns: (transfer full) (nullable): the turn that
 * is to be answered; NULL if there is none, and the user was told why. */
ParleyTurn *parley_session_begin_again (ParleySession *session);

/* Returns: why a bubble of an answer that the user asked for is shown to them first. @verdict: on
 * saying it. */
ParleyVerdict parley_session_judge_again (ParleySession *session, ParleyVerdict verdict);

/* It was written, and is a draft; or nothing came of it, which the user is told. */
void parley_session_end_again (ParleySession *session, ParleyOutcome outcome);

/* Nobody waits for it any more. */
void parley_session_clear_again (ParleySession *session);

/* What became of drafts */

/* The user sent one, as @sent, or did not want it: NULL. @drafted: as it was written. It is
 * counted, and kept as an example if they wanted another one. */
void parley_session_learn (ParleySession *session, const char *drafted, const char *sent);

/* They answered by hand while one waited. @instead: (nullable): with this; where they took the
 * draft to change it, it counts as sent so. */
void parley_session_note_unused (ParleySession *session, const char *instead);

/* Content */

/* Whether a bubble is not to be said but to be shown to the user, and why. */
ParleyWithheld parley_session_judge_content (ParleySession *session, const char *text);
/* Returns: (transfer full): a sentence for the user. */
char *parley_session_dup_withheld_reason (ParleySession *session, ParleyWithheld withheld);

/* Returns: the day of the user's calendar, counted from a day long ago. @wall: seconds since 1970.
 */
guint32 parley_session_get_day (gint64 wall);

/* Whether they ask, in the turn, if a program writes. */
gboolean parley_session_asks_program (ParleySession *session);

/* Returns: (transfer full) (nullable): what the next answer begins with so that they know that it
 * is automatic; NULL if they need not be told now. */
char *parley_session_dup_disclosure (ParleySession *session, gboolean asks_program);

/* Returns: (transfer full) (nullable): the user's own line for what is urgent, marked as automatic,
 * if the turn is and it is to be sent now. */
char *parley_session_dup_urgent_line (ParleySession *session);

/* The bubble was said. */
void parley_session_note_disclosure (ParleySession *session, const char *said);

/* Meters */

/* What the model used for the answer so far is on the meters. */
void parley_session_count (ParleySession *session);

/* The same of a small question, (nullable), that is over or given up. */
void parley_session_count_aside (ParleySession *session, ParleyGeneration *generation);

/* Whether nothing is to be asked that can be done without. */
gboolean parley_session_saves (ParleySession *session);

/* Room: what waits until there may be an answer again */

/* A model is about to be asked. Returns: whether it may be, as far as drafts at the limit go. */
gboolean parley_session_may_renew (ParleySession *session);

/* Should the draft wait for room, it does so since what @turn has came. */
void parley_session_note_room (ParleySession *session, const ParleyTurn *turn);

/* The draft goes out when there is room, if nothing else is in the way. */
void parley_session_await_room (ParleySession *session);

/* Returns: whether others, who wait for it longer, need all the room there is. */
gboolean parley_session_is_behind (ParleySession *session);

/* Returns: when to look whether there is any, or -1. */
gint64 parley_session_get_room_deadline (ParleySession *session);
void parley_session_check_room (ParleySession *session);

/* Memory */

/* Returns: what stands for the turn in the memory. */
guint64 parley_session_get_turn_number (const ParleyTurn *turn);

/* Something is about to be written down, or given to a model: where it may stand, and what may be
 * at hand, follows from how private the chat is now. */
void parley_session_look (ParleySession *session);

/* Something was said in the chat. @turn: 0: outside of one. */
void parley_session_record (
    ParleySession *session, ParleySpeaker speaker, const char *text, ParleyWhen when, guint64 turn);

/* What the person wrote in the turn was said in the chat. */
void parley_session_record_turn (ParleySession *session, const ParleyTurn *turn);

/* What was kept is there: takes it over. */
void parley_session_restore (ParleySession *session, const ParleyChatRecord *record);

/* A bubble comes to be read, and is given its number. Returns: FALSE if nothing more is to be done
 * with it: a server handed it out again, or it is only read, and was. */
gboolean parley_session_admit (ParleySession *session, ParleyEvent *event);

/* What becomes of a message that revises another one. */
typedef enum
{
  PARLEY_REVISED_NOTHING, /* it is dealt with */
  PARLEY_REVISED_EDIT,    /* the machine is to know */
  PARLEY_REVISED_MESSAGE, /* it is read as a message of its own */
} ParleyRevised;

/* @event: a BUBBLE that is a revision; a plain one afterwards. @edit: (out): of EDIT: the event in
 * its place; its strings are those of @event and of the session. */
ParleyRevised parley_session_revise (ParleySession *session, ParleyEvent *event, ParleyEvent *edit);

/* Something was said to the person in the turn: what was read up to now is dealt with. */
void parley_session_note_said (ParleySession *session, const char *text, ParleyDelivery delivery);

/* Returns: the mark as that makes it. */
ParleyMark parley_session_get_next_mark (ParleySession *session);

/* The turn is over. */
void parley_session_settle (ParleySession *session, const ParleyEffect *done);

/* Writes down what is known of the person. */
void parley_session_keep (ParleySession *session);

G_END_DECLS
