/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "session/parley-session-private.h"
#include "context/parley-trace.h"

/* A bubble is written down before it is said, and what came of it after. */

char **
parley_session_dup_unsaid (ParleySession *session, guint first)
{
  g_auto (GStrv) written = parley_chat_dup_unsaid (session->chat);
  g_autoptr (GStrvBuilder) unsaid = g_strv_builder_new ();

  for (guint i = first; i < g_strv_length (written); i++)
    {
      if (parley_session_judge_content (session, written[i]) != PARLEY_WITHHELD_NOT)
        break;
      g_strv_builder_add (unsaid, written[i]);
    }
  return g_strv_builder_end (unsaid);
}

static void
on_declared (gpointer owner, const GError *error)
{
  g_autoptr (ParleyVisit) session = parley_session_enter (owner, NULL);
  const ParleyEvent event
      = { .type = PARLEY_EVENT_INTENDED,
          .epoch = parley_chat_get_epoch (session->chat),
          .intended = { .number = session->outgoing.intent, .held = error == NULL } };

  if (error != NULL)
    {
      parley_session_take_back (session);
      session->review.undeclared = parley_session_dup_undeclared (error->message);
    }
  parley_session_post (session, &event);
}

/* Where it comes from the system it may be a sentence. */
char *
parley_session_dup_reason (const char *why)
{
  gsize length = strlen (why);

  while (length > 0 && why[length - 1] == '.')
    length--;
  return g_strndup (why, length);
}

char *
parley_session_dup_undeclared (const char *why)
{
  g_autofree char *reason = parley_session_dup_reason (why);

  /* Translators: the reason follows, "no space left on the device". */
  return g_strdup_printf (_ ("What is sent can't be written down first: %s."), reason);
}

ParleyDeclaration *
parley_session_new_declaration (ParleySession *session,
                                const ParleyIntent *intent,
                                ParleyDeclarationFunc func)
{
  ParleyContext *context = session->context;
  ParleyPrivacy privacy = parley_recorder_get_privacy (session->record.recorder);

  return parley_declaration_new (parley_stores_get_intents (&context->stores, privacy), intent,
                                 func, session);
}

void
parley_session_declare (ParleySession *session, const ParleyEffect *effect)
{
  const ParleyTurn *turn = parley_chat_get_turn (session->chat);
  g_autofree char *identity = parley_identity_to_string (session->identity);
  g_autoptr (ParleyIntent) intent
      = parley_intent_new (session->key, identity, parley_session_get_turn_number (turn),
                           turn->said->len + 1, effect->text, parley_session_wall (session));

  intent->rest = parley_session_dup_unsaid (session, 1);
  intent->mark = parley_session_get_next_mark (session);
  session->outgoing.intent = effect->say.intent;
  if (parley_session_must_look (session))
    session->outgoing.unsighted = g_steal_pointer (&intent);
  else
    session->outgoing.declared = parley_session_new_declaration (session, intent, on_declared);
}

void
parley_session_note_sight_for_intent (ParleySession *session)
{
  g_autoptr (ParleyIntent) intent = NULL;

  if (session->outgoing.unsighted == NULL || parley_session_must_look (session))
    return;
  intent = g_steal_pointer (&session->outgoing.unsighted);
  session->outgoing.declared = parley_session_new_declaration (session, intent, on_declared);
}

void
parley_session_take_back (ParleySession *session)
{
  g_clear_pointer (&session->outgoing.unsighted, parley_intent_free);
  if (session->outgoing.saying)
    g_clear_pointer (&session->outgoing.declared, parley_declaration_leave);
  else
    g_clear_pointer (&session->outgoing.declared, parley_declaration_take_back);
}

void
parley_session_note_outcome (ParleySession *session, ParleyDelivery delivery)
{
  ParleyDeclaration *declared = g_steal_pointer (&session->outgoing.declared);

  if (declared == NULL)
    return;
  switch (delivery)
    {
    case PARLEY_DELIVERY_SHOWN:
    case PARLEY_DELIVERY_GIVEN:
      parley_declaration_note (declared, PARLEY_INTENT_SAID);
      break;
    case PARLEY_DELIVERY_UNKNOWN:
    case PARLEY_DELIVERY_TAMPERED:
      parley_declaration_note (declared, PARLEY_INTENT_UNKNOWN);
      break;
    case PARLEY_DELIVERY_REFUSED:
    case PARLEY_DELIVERY_VETOED:
      parley_declaration_take_back (declared);
      return;
    }
  g_ptr_array_add (session->outgoing.declarations, declared);
}

void
parley_session_end_declarations (ParleySession *session)
{
  g_autoptr (GPtrArray) ended = g_steal_pointer (&session->outgoing.declarations);

  session->outgoing.declarations = g_ptr_array_new ();
  for (guint i = 0; i < ended->len; i++)
    parley_declaration_end (g_ptr_array_index (ended, i));
}

void
parley_session_leave_declarations (ParleySession *session)
{
  parley_session_take_back (session);
  for (guint i = 0; i < session->outgoing.declarations->len; i++)
    parley_declaration_leave (g_ptr_array_index (session->outgoing.declarations, i));
  g_ptr_array_set_size (session->outgoing.declarations, 0);
}

void
parley_session_tell_late (ParleySession *session)
{
  if (session->outgoing.unsighted != NULL)
    {
      parley_voice_tell (&session->voice,
                         _ ("The answer waits until the server says who has this name "
                            "now."));
      parley_session_must_look (session);
      return;
    }
  parley_session_trace (session,
                        parley_trace_error (session->tag, parley_session_now (session), "disk"));
  parley_voice_tell (&session->voice, _ ("The answer waits until the disk is less busy, because "
                                         "Parley notes what it sends first."));
}

char *
parley_session_dup_perhaps (const char *text)
{
  return g_strdup_printf ("[perhaps not delivered] %s", text);
}
