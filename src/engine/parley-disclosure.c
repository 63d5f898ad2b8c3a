/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "engine/parley-disclosure.h"

#include <glib/gi18n-lib.h>

#include "backend/parley-url.h"

char *
parley_disclosure_dup (ParleySettings *settings, ParleyWhere told)
{
  const char *kind = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_KIND);
  const char *model = parley_settings_get_string (settings, PARLEY_SETTING_BACKEND_MODEL);
  const char *url = parley_url_get_chosen (settings);
  g_autoptr (GUri) server = parley_url_check (url, TRUE, NULL);

  if (g_str_equal (kind, "builtin"))
    /* Translators: they: a contact, or all of a group or an account */
    return g_strdup (_ ("While you are away they get one away note. No model is asked, and nothing "
                        "leaves this machine but the note."));
  if (parley_where_find (settings, told) == PARLEY_WHERE_HERE)
    return g_strdup_printf (_ ("The model “%s” on this machine writes the answers; the chat goes "
                               "to nobody else."),
                            model);
  if (server != NULL && parley_url_is_loopback (server))
    /* Translators: they: a contact, or all of a group or an account */
    return g_strdup_printf (_ ("The model “%s” writes the answers: what they write here, and what "
                               "was answered, goes to %s on this machine, which may pass it on "
                               "to others."),
                            model, url);
  /* Translators: they: a contact, or all of a group or an account */
  return g_strdup_printf (_ ("The model “%s” writes the answers: what they write here, and what "
                             "was answered, goes to %s."),
                          model, url);
}
