/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-introduction.h"

#include <glib/gi18n-lib.h>

#include <prefs.h>
#include <request.h>

#include "backend/parley-url.h"
#include "backend/parley-where.h"
#include "contacts/parley-choice-labels.h"
#include "dialogs/parley-finch.h"
#include "dialogs/parley-model-search.h"
#include "parley-prefs.h"
#include "dialogs/parley-server-wish.h"
#include "dialogs/parley-where-question.h"
#include "contacts/parley-who.h"

#define PREF   "/plugins/core/parley/introduced"

#define WRITER "writer"
#define MODE   "mode"

typedef enum
{
  WRITER_NOTE,
  WRITER_HERE,
  WRITER_SERVER,
} Writer;

struct _ParleyIntroduction
{
  ParleyInstance *instance;
  ParleyIntroductionFunc answered;
  ParleySubject *subject;                  /* (nullable): NULL: nothing is asked */
  void (*step) (ParleyIntroduction *self); /* (nullable): shows the dialog that is open */
  gboolean closing;                        /* we close it, not the user */
  Writer writer;
  ParleyMode mode;
  ParleyServerWish *wish; /* who is to write the answers */
  ParleyModelOffers *offers;
  char *report;              /* (nullable): what the next dialog begins with */
  char *trouble;             /* (nullable): what was wrong with what was said of the user */
  GCancellable *cancellable; /* of a server that is asked */
};

void
parley_introduction_add_pref (void)
{
  purple_prefs_add_bool (PREF, FALSE);
}

/* Begin and end */

ParleyIntroduction *
parley_introduction_new (ParleyInstance *instance, ParleyIntroductionFunc answered)
{
  ParleyIntroduction *self = g_new0 (ParleyIntroduction, 1);

  self->instance = instance;
  self->answered = answered;
  return self;
}

/* From outside of a dialog's answer only, which its client closes itself. Finch takes it for the
 * user's cancelling. */
static void
close_dialog (ParleyIntroduction *self)
{
  self->closing = TRUE;
  purple_request_close_with_handle (self);
  self->closing = FALSE;
}

static void
end (ParleyIntroduction *self)
{
  self->step = NULL;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->subject, parley_subject_free);
  g_clear_pointer (&self->wish, parley_server_wish_free);
  g_clear_pointer (&self->offers, parley_model_offers_free);
  g_clear_pointer (&self->report, g_free);
  g_clear_pointer (&self->trouble, g_free);
}

void
parley_introduction_free (ParleyIntroduction *self)
{
  close_dialog (self);
  end (self);
  g_free (self);
}

/* The dialogs */

static void
show (ParleyIntroduction *self, void (*step) (ParleyIntroduction *self))
{
  self->step = step;
  step (self);
}

/* Finch puts a window behind the others that does not come with a key of the user's. */
static void
show_late (ParleyIntroduction *self, void (*step) (ParleyIntroduction *self))
{
  show (self, step);
  if (parley_finch_is_client ())
    parley_subject_note (self->subject, self->instance,
                         _ ("Parley's next question is in a window of its own: Alt+N goes there."));
}

static void
set_report (ParleyIntroduction *self, const char *report)
{
  char *copy = g_strdup (report);

  g_free (self->report);
  self->report = copy;
}

static void
on_cancel (ParleyIntroduction *self)
{
  g_autoptr (ParleySubject) subject = NULL;

  if (self->closing || self->subject == NULL)
    return;
  subject = g_steal_pointer (&self->subject);
  end (self);
  parley_subject_tell (subject, self->instance,
                       _ ("Nothing was changed, and nobody was switched on."));
}

/* Of all dialogs of libpurple this one alone tells in both clients that its window was closed. */
static void
ask (ParleyIntroduction *self,
     const char *question,
     const char *text,
     PurpleRequestFields *fields,
     const char *button,
     GCallback on_answer)
{
  g_autofree char *wrapped = parley_finch_dup_wrapped (text != NULL ? text : "");

  purple_request_fields (self, _ ("Parley"), question, wrapped, fields, button, on_answer,
                         _ ("Cancel"), G_CALLBACK (on_cancel), NULL, NULL, NULL, self);
}

static PurpleRequestFields *
new_fields (PurpleRequestFieldGroup *group)
{
  PurpleRequestFields *fields = purple_request_fields_new ();

  purple_request_fields_add_group (fields, group);
  return fields;
}

/* What to do, told what leaves the machine: the last step */

static const ParleyMode modes[] = {
  PARLEY_MODE_AUTO,
  PARLEY_MODE_DRAFT,
  PARLEY_MODE_COUNTDOWN,
  PARLEY_MODE_SHADOW,
};

static void show_mode (ParleyIntroduction *self);

static void
on_mode (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  g_autoptr (ParleySubject) subject = NULL;
  g_autoptr (GError) error = NULL;
  ParleyMode mode = modes[parley_row_field_get (fields, MODE)];

  if (self->writer != WRITER_NOTE && !parley_who_store (fields, self->instance, &error))
    {
      self->mode = mode;
      self->trouble = g_strdup (error->message);
      show (self, show_mode);
      return;
    }
  subject = g_steal_pointer (&self->subject);
  if (parley_subject_check (subject, self->instance))
    {
      if (self->writer != WRITER_NOTE)
        parley_server_wish_store (self->wish, self->instance);
      purple_prefs_set_bool (PREF, TRUE);
      self->answered (self->instance, subject, mode);
    }
  end (self);
}

static PurpleRequestField *
new_modes (ParleyMode wished)
{
  PurpleRequestField *field = parley_row_field_new (MODE, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      /* Translators: a mode, and what it means. */
      g_autofree char *label = g_strdup_printf (_ ("%s: %s"), parley_mode_get_label (modes[i]),
                                                parley_mode_explain (modes[i]));

      parley_row_field_add (field, label, modes[i] == wished);
    }
  return field;
}

static void
show_mode (ParleyIntroduction *self)
{
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  g_autofree char *disclosure = parley_disclosure_dup (parley_server_wish_get_settings (self->wish),
                                                       parley_server_wish_get_where (self->wish));
  g_autofree char *trouble = g_steal_pointer (&self->trouble);
  g_autofree char *told
      = trouble != NULL ? g_strdup_printf ("%s\n\n%s", trouble, disclosure) : g_strdup (disclosure);
  g_autofree char *question = g_strdup_printf (_ ("What should Parley do for “%s”?"),
                                               parley_subject_get_name (self->subject));

  purple_request_field_group_add_field (group, new_modes (self->mode));
  if (self->writer != WRITER_NOTE)
    parley_who_add_fields (group, self->instance);
  ask (self, question, told, new_fields (group), _ ("Switch on"), G_CALLBACK (on_mode));
}

/* Where the model runs, if only the user knows */

static void
on_where (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  parley_where_question_take (parley_server_wish_get_settings (self->wish), fields);
  show (self, show_mode);
}

static void
show_where (ParleyIntroduction *self)
{
  parley_where_question_ask (self, parley_server_wish_get_settings (self->wish),
                             /* Translators: a button: to the next question */
                             _ ("Next"), G_CALLBACK (on_where), G_CALLBACK (on_cancel), self);
}

static void
go_on (ParleyIntroduction *self)
{
  gboolean unknown = parley_server_wish_get_where (self->wish) == PARLEY_WHERE_UNKNOWN;

  show (self, unknown ? show_where : show_mode);
}

/* Which model */

static void
on_model (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  const ParleyModelOffer *offer = parley_model_offers_get_chosen (self->offers, fields);

  parley_server_wish_set_model (self->wish, offer);
  go_on (self);
}

static void
show_models (ParleyIntroduction *self)
{
  ask (self, _ ("Which model writes the answers?"),
       self->report != NULL
           ? self->report
           : _ ("These are the names that the server uses. You can choose another model later."),
       parley_model_offers_new_fields (self->offers, NULL),
       /* Translators: a button: take the model that is marked */
       _ ("Choose"), G_CALLBACK (on_model));
}

/* On this machine */

static void show_writers (ParleyIntroduction *self);

static void
take_offers (ParleyIntroduction *self, ParleyModelOffers *offers)
{
  g_clear_pointer (&self->offers, parley_model_offers_free);
  self->offers = offers;
}

static void
on_found (ParleyModelOffers *offers, const char *report, gpointer data)
{
  ParleyIntroduction *self = data;

  take_offers (self, offers);
  set_report (self, report);
  show_late (self, parley_model_offers_count (offers) > 0 ? show_models : show_writers);
}

static void
on_leave (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  self->step = NULL;
  parley_server_wish_reset (self->wish, "openai");
  parley_model_search_start (self->instance, self->cancellable, on_found, self);
}

static void
on_no_leave (ParleyIntroduction *self)
{
  if (self->closing || self->subject == NULL)
    return;
  set_report (self, _ ("Parley asked no port. You can let it look later."));
  show (self, show_writers);
}

static void
show_leave (ParleyIntroduction *self)
{
  parley_model_search_ask_leave (self->instance, self, NULL, G_CALLBACK (on_leave),
                                 G_CALLBACK (on_no_leave), self);
}

/* Another server */

static void show_server (ParleyIntroduction *self);

static void
object (ParleyIntroduction *self, const char *objection)
{
  set_report (self, objection);
  show (self, show_server);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyIntroduction *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) models
      = parley_backend_list_models_finish (PARLEY_BACKEND (source), result, &error);
  gboolean found = models != NULL && models->len > 0;

  /* Cancelled: whoever wanted to know may be gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  close_dialog (self);
  set_report (self, models == NULL ? error->message
                    : found        ? NULL
                                   : _ ("The server answers, but has no models yet."));
  if (found)
    {
      take_offers (self, parley_model_offers_new ());
      parley_model_offers_add (self->offers, models,
                               parley_url_get_chosen (parley_server_wish_get_settings (self->wish)),
                               NULL);
    }
  show_late (self, found ? show_models : show_server);
}

static void
on_stop_waiting (ParleyIntroduction *self, int action)
{
  on_cancel (self);
}

static void
show_waiting (ParleyIntroduction *self)
{
  purple_request_action (self, _ ("Parley"), _ ("Asking the server for its models…"),
                         parley_url_get_chosen (parley_server_wish_get_settings (self->wish)), 0,
                         NULL, NULL, NULL, self, 1, _ ("Cancel"), on_stop_waiting);
}

static void
list_models (ParleyIntroduction *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ParleyBackend) backend
      = parley_server_wish_new_backend (self->wish, self->instance, &error);

  if (backend == NULL)
    {
      object (self, error->message);
      return;
    }
  parley_backend_list_models_async (backend, self->cancellable, on_listed, self);
  show (self, show_waiting);
}

static void
on_server (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  g_autoptr (GError) error = NULL;

  if (!parley_server_wish_take_fields (self->wish, fields, &error))
    object (self, error->message);
  else if (parley_server_wish_has_model (self->wish))
    go_on (self);
  else
    list_models (self);
}

static void
show_server (ParleyIntroduction *self)
{
  ask (self, _ ("Which server writes the answers?"),
       self->report != NULL ? self->report
                            : _ ("If you name no model, Parley asks the server which models it "
                                 "has.\nThis sends no chat."),
       parley_server_wish_new_fields (self->wish),
       /* Translators: a button: to the next question */
       _ ("Next"), G_CALLBACK (on_server));
}

/* Who writes the answers: the first step */

static void
on_writer (ParleyIntroduction *self, PurpleRequestFields *fields)
{
  self->writer = parley_row_field_get (fields, WRITER);
  set_report (self, NULL);
  switch (self->writer)
    {
    case WRITER_NOTE:
      parley_server_wish_reset (self->wish, "builtin");
      show (self, show_mode);
      break;
    case WRITER_HERE:
      show (self, show_leave);
      break;
    case WRITER_SERVER:
      parley_server_wish_reset (self->wish, "openai");
      show (self, show_server);
      break;
    }
}

static void
show_writers (ParleyIntroduction *self)
{
  const char *const rows[] = {
    [WRITER_NOTE] = _ ("An away note with your status text, without a model"),
    [WRITER_HERE] = _ ("A model on this machine"),
    [WRITER_SERVER] = _ ("A model on another server"),
  };
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = parley_row_field_new (WRITER, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    parley_row_field_add (field, rows[i], i == self->writer);
  purple_request_field_group_add_field (group, field);
  ask (self, _ ("Who writes the answers?"),
       self->report != NULL
           ? self->report
           : _ ("Parley answers nobody until you have said this.\nYou can change all of it later."),
       new_fields (group),
       /* Translators: a button: to the next question */
       _ ("Next"), G_CALLBACK (on_writer));
}

/* From outside */

static gboolean
is_on (ParleyPlace place)
{
  const ParleyChoice choice = parley_choice_read (place);

  return choice.has_mode && choice.mode != PARLEY_MODE_OFF;
}

static gboolean
is_node_on (PurpleBlistNode *node)
{
  if (PURPLE_BLIST_NODE_IS_BUDDY (node))
    return is_on (parley_place_of_buddy (PURPLE_BUDDY (node)));
  return PURPLE_BLIST_NODE_IS_GROUP (node) && is_on (parley_place_of_group (PURPLE_GROUP (node)));
}

static gboolean
is_anybody_on (void)
{
  PurpleBlistNode *node = purple_blist_get_root ();

  while (node != NULL && !is_node_on (node))
    node = purple_blist_node_next (node, TRUE);
  for (GList *link = purple_accounts_get_all (); node == NULL && link != NULL; link = link->next)
    {
      if (is_on (parley_place_of_account (link->data)))
        return TRUE;
    }
  return node != NULL;
}

/* Who chose a server or switched somebody on knows what it is about. */
gboolean
parley_introduction_is_due (ParleyIntroduction *self)
{
  ParleySettings *settings = self->instance->settings;

  if (purple_prefs_get_bool (PREF))
    return FALSE;
  parley_prefs_flush (self->instance->prefs);
  return g_str_equal (parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND), "builtin")
         && !is_anybody_on ();
}

static void
begin (ParleyIntroduction *self, ParleySubject *subject, ParleyMode mode)
{
  self->subject = subject;
  self->mode = mode;
  self->writer = WRITER_NOTE;
  self->wish = parley_server_wish_new ();
  self->cancellable = g_cancellable_new ();
  show (self, show_writers);
}

/* The one that is open comes to the front by being opened anew: it may have been closed in a way of
 * which nothing is told. */
static void
remind (ParleyIntroduction *self, const ParleySubject *subject, ParleyMode mode)
{
  g_autofree char *line
      = g_strdup_printf (_ ("Not yet: first answer Parley's question about “%s”."),
                         parley_subject_get_name (self->subject));

  if (parley_subject_equal (self->subject, subject))
    self->mode = mode;
  else
    parley_subject_tell (subject, self->instance, line);
  if (self->step == NULL)
    return;
  close_dialog (self);
  self->step (self);
}

gboolean
parley_introduction_take (ParleyIntroduction *self, ParleySubject *subject, ParleyMode mode)
{
  g_autoptr (ParleySubject) owned = subject;

  if (self->subject != NULL)
    {
      remind (self, subject, mode);
      return TRUE;
    }
  if (parley_introduction_is_due (self))
    {
      begin (self, g_steal_pointer (&owned), mode);
      return TRUE;
    }
  purple_prefs_set_bool (PREF, TRUE);
  return FALSE;
}

void
parley_introduction_drop (ParleyIntroduction *self, const ParleyChatKey *key)
{
  if (self->subject == NULL || !parley_subject_is_person (self->subject, key))
    return;
  close_dialog (self);
  on_cancel (self);
}
