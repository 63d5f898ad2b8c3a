/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "commands/parley-command-help.h"

#include <glib/gi18n-lib.h>

#include "settings/parley-setting-names.h"
#include "base/parley-text.h"
#include "commands/parley-command-set.h"

char *
parley_verb_dup_help (const ParleyVerb *verb)
{
  return g_strdup_printf ("/parley %s%s%s: %s", verb->name, verb->arguments != NULL ? " " : "",
                          verb->arguments != NULL ? _ (verb->arguments) : "", _ (verb->help));
}

char *
parley_verb_run (const ParleyVerb *verb,
                 ParleyInstance *instance,
                 PurpleConversation *conv,
                 const char *rest)
{
  gboolean understood = *rest == '\0' || verb->arguments != NULL;
  g_autofree char *help = understood ? NULL : parley_verb_dup_help (verb);

  if (understood || verb->silences)
    verb->run (instance, conv, rest);
  if (understood)
    return NULL;
  if (verb->silences)
    return g_strdup_printf (_ ("Parley doesn't understand “%s”, but did this: %s"), rest, help);
  return g_strdup_printf (_ ("Nothing was changed, because Parley doesn't understand “%s”. %s"),
                          rest, help);
}

gboolean
parley_verb_read_number (const char *rest, guint *number)
{
  guint64 value = 0;

  if (*rest != '\0' && !g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

char *
parley_verbs_dup_help (const ParleyVerb *verbs)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const ParleyVerb *verb = verbs; verb->name != NULL; verb++)
    {
      g_autofree char *line = parley_verb_dup_help (verb);

      g_string_append_printf (text, "%s%s", verb > verbs ? "\n" : "", line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

const ParleyVerb *
parley_verbs_find (const ParleyVerb *verbs, const char *name)
{
  for (const ParleyVerb *verb = verbs; verb->name != NULL; verb++)
    {
      if (g_ascii_strcasecmp (verb->name, name) == 0)
        return verb;
    }
  return NULL;
}

char *
parley_verbs_dup_complaint (const ParleyVerb *verbs, const char *typed)
{
  g_autofree char *folded = g_ascii_strdown (typed, -1);
  g_autoptr (GString) near = g_string_new (NULL);

  for (const ParleyVerb *verb = verbs; verb->name != NULL; verb++)
    {
      if (parley_typo_is_near (folded, verb->name))
        g_string_append_printf (near, "%s/parley %s", near->len > 0 ? ", " : "", verb->name);
    }
  if (near->len == 0)
    return g_strdup_printf (_ ("There is no /parley %s. To see all commands: /parley help"), typed);
  return g_strdup_printf (
      _ ("There is no /parley %s. Did you mean this? %s (To see all commands: /parley help)"),
      typed, near->str);
}

char *
parley_command_help (ParleyInstance *instance, const ParleyVerb *verbs, const char *word)
{
  const ParleyVerb *verb = parley_verbs_find (verbs, word);
  g_autofree char *complaint = NULL;
  g_autoptr (GError) error = NULL;
  ParleySetting setting;

  if (*word == '\0')
    return parley_verbs_dup_help (verbs);
  if (verb != NULL)
    return parley_verb_dup_help (verb);
  if (parley_setting_resolve (word, &setting, &error))
    return parley_command_set_explain (instance, setting);
  complaint = parley_verbs_dup_complaint (verbs, word);
  return g_strdup_printf ("%s\n%s", complaint, error->message);
}
