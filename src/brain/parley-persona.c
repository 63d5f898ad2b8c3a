/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "brain/parley-persona.h"

#include "base/parley-data.h"

struct _ParleyPersona
{
  ParleyData *data;
  char *text;
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
  g_free (persona->text);
  g_free (persona);
}

gboolean
parley_persona_refresh (ParleyPersona *persona, GError **error)
{
  char *text
      = parley_data_load_text (persona->data, PARLEY_PERSONA_NAME, PARLEY_PERSONA_MAX_BYTES, error);

  if (text == NULL)
    return FALSE;
  g_free (persona->text);
  persona->text = text;
  return TRUE;
}

const char *
parley_persona_get (ParleyPersona *persona)
{
  return persona->text;
}
