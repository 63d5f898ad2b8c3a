/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-persona.h"

#include "base/parley-data.h"

struct _ParleyPersona
{
  ParleyData *data;
  char *ours;       /* (nullable): the one that is compiled in, once it was wanted */
  char *own;        /* (nullable): the user's */
  const char *text; /* of both the one that is in force */
};

ParleyPersona *
parley_persona_new (const char *user_dir)
{
  ParleyPersona *persona = g_new0 (ParleyPersona, 1);

  persona->data = parley_data_new (user_dir);
  return persona;
}

void
parley_persona_free (ParleyPersona *persona)
{
  parley_data_free (persona->data);
  g_free (persona->ours);
  g_free (persona->own);
  g_free (persona);
}

static const char *
get_ours (ParleyPersona *persona)
{
  if (persona->ours == NULL)
    persona->ours = parley_data_dup_compiled_text (persona->data, PARLEY_PERSONA_NAME);
  return persona->ours;
}

gboolean
parley_persona_refresh (ParleyPersona *persona, GError **error)
{
  g_autoptr (GError) failure = NULL;
  char *own = parley_data_load_own_text (persona->data, PARLEY_PERSONA_NAME,
                                         PARLEY_PERSONA_MAX_BYTES, &failure);

  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  g_free (persona->own);
  persona->own = own;
  persona->text = own != NULL ? own : get_ours (persona);
  return TRUE;
}

const char *
parley_persona_get (ParleyPersona *persona)
{
  return persona->text;
}
