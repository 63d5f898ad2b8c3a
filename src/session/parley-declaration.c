/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "session/parley-declaration.h"

/* Reference counted: the owner has one, and the call that is under way. */
struct _ParleyDeclaration
{
  ParleyIntents *intents;
  GCancellable *cancellable;
  guint64 number; /* 0: it is not written down */
  ParleyIntentOutcome outcome;
  gint64 wall;
  ParleyDeclarationFunc func;
  gpointer owner;
};

static void
declaration_clear (gpointer data)
{
  ParleyDeclaration *declaration = data;

  g_object_unref (declaration->intents);
  g_object_unref (declaration->cancellable);
}

static void
declaration_unref (ParleyDeclaration *declaration)
{
  g_rc_box_release_full (declaration, declaration_clear);
}

/* The owner is gone if it was cancelled. */
static void
on_declared (GObject *source, GAsyncResult *result, gpointer data)
{
  ParleyDeclaration *declaration = data;
  g_autoptr (GError) error = NULL;

  declaration->number = parley_intents_declare_finish (PARLEY_INTENTS (source), result, &error);
  if (!g_cancellable_is_cancelled (declaration->cancellable)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    declaration->func (declaration->owner, error);
  declaration_unref (declaration);
}

ParleyDeclaration *
parley_declaration_new (ParleyIntents *intents,
                        const ParleyIntent *intent,
                        ParleyDeclarationFunc func,
                        gpointer owner)
{
  ParleyDeclaration *declaration = g_rc_box_new0 (ParleyDeclaration);

  declaration->intents = g_object_ref (intents);
  declaration->cancellable = g_cancellable_new ();
  declaration->wall = intent->wall;
  declaration->func = func;
  declaration->owner = owner;
  parley_intents_declare_async (intents, intent, declaration->cancellable, on_declared,
                                g_rc_box_acquire (declaration));
  return declaration;
}

gint64
parley_declaration_get_wall (const ParleyDeclaration *declaration)
{
  return declaration->wall;
}

void
parley_declaration_take_back (ParleyDeclaration *declaration)
{
  g_cancellable_cancel (declaration->cancellable);
  if (declaration->number != 0)
    parley_intents_settle (declaration->intents, declaration->number, PARLEY_INTENT_TAKEN_BACK);
  declaration_unref (declaration);
}

void
parley_declaration_leave (ParleyDeclaration *declaration)
{
  declaration_unref (declaration);
}

void
parley_declaration_note (ParleyDeclaration *declaration, ParleyIntentOutcome outcome)
{
  declaration->outcome = outcome;
  if (declaration->number != 0)
    parley_intents_note (declaration->intents, declaration->number, outcome);
}

void
parley_declaration_end (ParleyDeclaration *declaration)
{
  if (declaration->number != 0)
    parley_intents_settle (declaration->intents, declaration->number, declaration->outcome);
  declaration_unref (declaration);
}
