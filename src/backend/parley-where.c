/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "backend/parley-where.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-url.h"

/* Ollama's names for what it hands on: "gpt-oss:120b-cloud", "glm-4.6:cloud". */
static gboolean
is_named_after_cloud (const char *model)
{
  g_autofree char *lower = g_ascii_strdown (model, -1);

  return g_str_has_suffix (lower, "cloud");
}

ParleyWhere
parley_where_judge (GUri *server, const char *model, gboolean said_here, ParleyWhere told)
{
  if (!parley_url_is_loopback (server) || is_named_after_cloud (model)
      || told == PARLEY_WHERE_PASSED_ON)
    return PARLEY_WHERE_PASSED_ON;
  return said_here ? PARLEY_WHERE_HERE : told;
}

/* The user's word is for one server: another that comes later has to be spoken for anew. */
gboolean
parley_where_is_said (ParleySettings *settings, GUri *server)
{
  g_autoptr (GUri) said = parley_url_check (
      parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_RUNS_HERE), TRUE, NULL);
  g_autofree char *origin = said != NULL ? parley_url_dup_origin (said) : NULL;
  g_autofree char *asked = parley_url_dup_origin (server);

  return g_strcmp0 (origin, asked) == 0;
}

ParleyWhere
parley_where_find (ParleySettings *settings, ParleyWhere told)
{
  g_autoptr (GUri) server = parley_url_check (parley_url_get_chosen (settings), TRUE, NULL);

  if (g_str_equal (parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND), "builtin"))
    return PARLEY_WHERE_HERE;
  if (server == NULL)
    return PARLEY_WHERE_UNKNOWN;
  return parley_where_judge (server,
                             parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL),
                             parley_where_is_said (settings, server), told);
}

char *
parley_disclosure_dup (ParleySettings *settings, ParleyWhere told)
{
  const char *kind = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND);
  const char *model = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL);
  const char *url = parley_url_get_chosen (settings);
  g_autoptr (GUri) server = parley_url_check (url, TRUE, NULL);

  if (g_str_equal (kind, "builtin"))
    /* Translators: they: a contact, or all of a group or an account */
    return g_strdup (_ ("They get one away note while you are away. No model is asked, and nothing "
                        "leaves this machine but the note."));
  if (parley_where_find (settings, told) == PARLEY_WHERE_HERE)
    return g_strdup_printf (_ ("The model “%s” on this machine writes the answers; the chat goes "
                               "to nobody else."),
                            model);
  if (server != NULL && parley_url_is_loopback (server))
    /* Translators: they: a contact, or all of a group or an account */
    return g_strdup_printf (_ ("The model “%s” writes the answers. What they write here, and the "
                               "answers, go to %s on this machine, which may pass them on."),
                            model, url);
  /* Translators: they: a contact, or all of a group or an account */
  return g_strdup_printf (
      _ ("The model “%s” writes the answers. What they write here, and the answers, go to %s."),
      model, url);
}
