/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/parley-i18n.h"
#include "session/parley-session-private.h"
#include "guard/parley-lookalike.h"

/* Drafts to choose from: those before the newest stay until one is sent, or all are untrue. One is
 * chosen by its number, and takes the newest's place then. */

/* More nobody looks through. */
#define MAX_ASIDE 8

/* What waits beside the newest, with what was known of it. */
typedef struct
{
  ParleyProposal proposal;
  ParleyVerdict shelved_why;
  char *withheld;
  char *late;
  char *doubt;
  char *undeclared;
  const char *perhaps;
  gboolean secret;
} Aside;

static void
aside_free (gpointer data)
{
  Aside *aside = data;

  parley_proposal_clear (&aside->proposal);
  g_free (aside->withheld);
  g_free (aside->late);
  g_free (aside->doubt);
  g_free (aside->undeclared);
  g_free (aside);
}

GPtrArray *
parley_session_new_aside (void)
{
  return g_ptr_array_new_with_free_func (aside_free);
}

static Aside *
get_aside (ParleySession *session, guint i)
{
  return g_ptr_array_index (session->review.aside, i);
}

/* Setting aside, and taking up */

static Aside *
take_slot (ParleySession *session)
{
  ParleyReview *review = &session->review;
  Aside *aside = g_new0 (Aside, 1);

  aside->proposal = review->proposal;
  aside->proposal.is_note = session->answering.is_note;
  aside->proposal.send_at = -1;
  aside->shelved_why = review->shelved_why;
  aside->withheld = g_steal_pointer (&review->withheld);
  aside->late = g_steal_pointer (&review->late);
  aside->doubt = g_steal_pointer (&review->doubt);
  aside->undeclared = g_steal_pointer (&review->undeclared);
  aside->perhaps = g_steal_pointer (&review->perhaps);
  aside->secret = review->secret;
  review->proposal.bubbles = NULL;
  review->proposal.original = NULL;
  review->proposal.send_at = -1;
  review->proposal.revision++;
  review->secret = FALSE;
  return aside;
}

void
parley_session_set_aside (ParleySession *session)
{
  session->waiting.room_draft = 0;
  if (session->review.aside->len == MAX_ASIDE)
    g_ptr_array_remove_index (session->review.aside, 0);
  g_ptr_array_add (session->review.aside, take_slot (session));
}

static void
clear_objections (ParleyReview *review)
{
  g_clear_pointer (&review->withheld, g_free);
  g_clear_pointer (&review->late, g_free);
  g_clear_pointer (&review->doubt, g_free);
  g_clear_pointer (&review->undeclared, g_free);
}

/* What waits in the slot has to be out of the way. */
static void
put_slot (ParleySession *session, guint i)
{
  ParleyReview *review = &session->review;
  Aside *aside = g_ptr_array_steal_index (review->aside, i);
  const ParleyProposal before = review->proposal;

  clear_objections (review);
  review->proposal = aside->proposal;
  review->proposal.last = before.last;
  review->proposal.typing_since = before.typing_since;
  review->proposal.revision = before.revision + 1;
  review->shelved_why = aside->shelved_why;
  review->withheld = aside->withheld;
  review->late = aside->late;
  review->doubt = aside->doubt;
  review->undeclared = aside->undeclared;
  review->perhaps = aside->perhaps;
  review->secret = aside->secret;
  review->pair = FALSE;
  session->answering.is_note = aside->proposal.is_note;
  g_free (aside);
}

void
parley_session_take_up (ParleySession *session)
{
  if (session->review.aside->len > 0 && !parley_proposal_is_open (&session->review.proposal))
    put_slot (session, session->review.aside->len - 1);
}

void
parley_session_forget_aside (ParleySession *session)
{
  session->review.proposal.revision += session->review.aside->len > 0;
  g_ptr_array_set_size (session->review.aside, 0);
}

void
parley_session_withdraw_drafts (ParleySession *session)
{
  parley_session_forget_aside (session);
  parley_proposal_withdraw (&session->review.proposal);
}

/* Choosing */

static gboolean
find_aside (ParleySession *session, guint number, guint *i)
{
  for (*i = 0; *i < session->review.aside->len; (*i)++)
    {
      if (get_aside (session, *i)->proposal.number == number)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_slot (ParleySession *session, guint number)
{
  return parley_proposal_is_open (&session->review.proposal)
         && session->review.proposal.number == number;
}

gboolean
parley_session_is_waiting_draft (ParleySession *session, guint number)
{
  guint i;

  return is_in_slot (session, number) || find_aside (session, number, &i);
}

gboolean
parley_session_choose (ParleySession *session, guint number)
{
  ParleyReview *review = &session->review;
  Aside *before;
  guint i;

  if (number == 0 && review->aside->len > 0
      && (review->pair || !parley_proposal_is_open (&review->proposal)))
    {
      parley_voice_say (&session->voice,
                        _ ("Say which draft. Those that wait are listed by /parley drafts"));
      return FALSE;
    }
  if (number == 0 || is_in_slot (session, number) || !find_aside (session, number, &i))
    return TRUE;
  if (review->sending != NULL)
    {
      parley_voice_say (&session->voice, _ ("An answer is on its way already."));
      return FALSE;
    }
  before = parley_proposal_is_open (&review->proposal) ? take_slot (session) : NULL;
  put_slot (session, i);
  if (before != NULL)
    g_ptr_array_insert (review->aside, (int) i, before);
  return TRUE;
}

gboolean
parley_session_drop_aside (ParleySession *session, guint number)
{
  guint i;

  if (is_in_slot (session, number) || !find_aside (session, number, &i))
    return FALSE;
  g_ptr_array_remove_index (session->review.aside, i);
  session->review.proposal.revision++;
  parley_session_keep_draft (session);
  return TRUE;
}

/* The turn is the one that the draft answers, too. */
void
parley_session_call_off_again (ParleySession *session)
{
  if (session->again.mode == PARLEY_AGAIN_NOT || parley_chat_get_turn (session->chat) == NULL)
    return;
  session->review.calls_off = TRUE;
  parley_session_post_simple (session, PARLEY_EVENT_WITHDRAW);
}

/* Two in one go */

void
parley_session_want_second (ParleySession *session)
{
  const ParleyReview *review = &session->review;
  const ParleyEvent event = { .type = PARLEY_EVENT_AGAIN };

  if (!parley_settings_get_bool (session->context->settings, PARLEY_SETTING_GUARD_TWO_DRAFTS)
      || session->answering.is_note || review->shelved_why != PARLEY_VERDICT_DRAFT || review->secret
      || review->aside->len > 0 || !parley_proposal_is_open (&review->proposal)
      || parley_session_saves (session))
    return;
  session->again.another.second = TRUE;
  parley_event_queue_push_first (&session->events, &event);
}

gboolean
parley_session_is_repeated_draft (ParleySession *session)
{
  g_autofree char *text = parley_proposal_dup_text (&session->review.proposal);

  for (guint i = 0; i < session->review.aside->len; i++)
    {
      g_autofree char *other = parley_proposal_dup_text (&get_aside (session, i)->proposal);

      if (g_str_equal (text, other))
        return TRUE;
    }
  return FALSE;
}

/* Listing them */

guint
parley_session_count_drafts (ParleySession *session)
{
  return session->review.aside->len + parley_proposal_is_open (&session->review.proposal);
}

static ParleyProposal *
get_nth (ParleySession *session, guint i)
{
  if (i < session->review.aside->len)
    return &get_aside (session, i)->proposal;
  return i == session->review.aside->len && parley_proposal_is_open (&session->review.proposal)
             ? &session->review.proposal
             : NULL;
}

char *
parley_session_dup_nth_draft (ParleySession *session, guint i, guint *number)
{
  const ParleyProposal *proposal = session->review.sending == NULL ? get_nth (session, i) : NULL;

  if (proposal == NULL)
    return NULL;
  *number = proposal->number;
  return parley_proposal_dup_text (proposal);
}

GPtrArray *
parley_session_dup_kept_aside (ParleySession *session)
{
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < session->review.aside->len; i++)
    {
      if (!get_aside (session, i)->secret)
        g_ptr_array_add (kept, &get_aside (session, i)->proposal);
    }
  return kept;
}

void
parley_session_restore_aside (ParleySession *session, const GPtrArray *kept)
{
  for (guint i = 0; kept != NULL && i < kept->len; i++)
    {
      const ParleyProposal *left = g_ptr_array_index (kept, i);
      Aside *aside = g_new0 (Aside, 1);

      parley_proposal_init (&aside->proposal);
      parley_proposal_restore (&aside->proposal, left);
      aside->proposal.is_note = left->is_note;
      aside->shelved_why = PARLEY_VERDICT_DRAFT;
      if (parley_proposal_is_open (&aside->proposal))
        g_ptr_array_add (session->review.aside, aside);
      else
        aside_free (aside);
    }
}

char *
parley_session_dup_draft_age (ParleySession *session, const ParleyProposal *proposal)
{
  gint64 age = parley_session_wall (session) - proposal->written;
  int n;

  if (proposal->written == 0 || age < 0)
    /* Translators: how old a draft is, nobody knows exactly: "Draft 3 is of some age." */
    return g_strdup (_ ("of some age"));
  /* Translators: how old a draft is, as in "Draft 3 is 2 hours old." */
  n = (int) MIN (age / 60, G_MAXINT);
  if (n < 60)
    return g_strdup_printf (ngettext ("%d minute old", "%d minutes old", n), n);
  n = n / 60;
  if (n < 48)
    return g_strdup_printf (ngettext ("%d hour old", "%d hours old", n), n);
  n = n / 24;
  return g_strdup_printf (ngettext ("%d day old", "%d days old", n), n);
}

static void
add_to_list (ParleySession *session, GString *list, const ParleyProposal *proposal)
{
  g_autofree char *age = parley_session_dup_draft_age (session, proposal);
  g_autofree char *text = parley_proposal_dup_text (proposal);
  g_autofree char *marked = parley_lookalike_dup_marked (text, "> ");

  g_string_append_c (list, '\n');
  /* Translators: above a draft in a list; %s is its age, as in "2 hours old" */
  g_string_append_printf (list, _ ("Draft %u, %s:"), proposal->number, age);
  g_string_append_printf (list, "\n%s", marked != NULL ? marked : text);
}

static char *
dup_list_heading (ParleySession *session, guint n, guint newest)
{
  if (get_nth (session, 0)->kept && get_nth (session, 0)->unseen)
    return g_strdup_printf (ngettext ("%u draft is from before the restart. To send it: /parley "
                                      "send %u",
                                      "%u drafts are from before the restart. To send one, such as "
                                      "the last: /parley send %u",
                                      n),
                            n, newest);
  return g_strdup_printf (ngettext ("%u draft waits. To send it: /parley send %u",
                                    "%u drafts wait. To send one, such as the last: /parley send "
                                    "%u",
                                    n),
                          n, newest);
}

static void
note_listed (ParleySession *session)
{
  for (guint i = 0; i < parley_session_count_drafts (session); i++)
    {
      ParleyProposal *proposal = get_nth (session, i);

      proposal->unseen = FALSE;
      parley_session_note_draft_told (session, proposal);
      if (proposal->kept)
        proposal->shown_at = parley_session_now (session);
    }
}

void
parley_session_list_drafts (ParleySession *session)
{
  g_autoptr (ParleySession) alive = parley_session_ref (session);
  guint n = parley_session_count_drafts (session);
  g_autofree char *heading = NULL;
  g_autoptr (GString) list = NULL;

  if (n == 0)
    {
      parley_voice_say (&session->voice, _ ("There is no draft."));
      return;
    }
  heading = dup_list_heading (session, n, get_nth (session, n - 1)->number);
  list = g_string_new (heading);
  for (guint i = 0; i < n; i++)
    add_to_list (session, list, get_nth (session, i));
  if (parley_voice_say (&session->voice, list->str) && !parley_session_is_closed (session))
    note_listed (session);
}

gboolean
parley_session_show_kept_aside (ParleySession *session)
{
  if (session->review.aside->len == 0)
    return FALSE;
  if (get_aside (session, 0)->proposal.unseen)
    parley_session_list_drafts (session);
  return TRUE;
}
