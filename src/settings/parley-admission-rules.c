/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "settings/parley-admission-rules.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/parley-error.h"

typedef struct
{
  const char *name; /* of the domain without its "@" */
  gboolean domain;
  ParleyMode mode;
} Rule;

static gboolean
parse_mode (const char *text, ParleyMode *mode, GError **error)
{
  if (parley_mode_parse (text, mode) && *mode != PARLEY_MODE_OFF)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” is none of: shadow, draft, countdown, auto."), text);
  return FALSE;
}

/* A resource has no place in an address, and one that has it is somebody else's at will. */
static gboolean
parse_name (const char *text, Rule *rule, GError **error)
{
  rule->domain = text[0] == '@';
  rule->name = text + (rule->domain ? 1 : 0);
  if (*rule->name != '\0' && strpbrk (rule->name, rule->domain ? "@/ *=" : "/ *") == NULL)
    return TRUE;
  g_set_error (error, PARLEY_ERROR, PARLEY_ERROR_CONFIGURATION,
               _ ("“%s” is no address: write anna@example.org, or @example.org for all of a "
                  "server."),
               text);
  return FALSE;
}

/* @text: cut into its parts. An address may have a "=" of its own, before its "@". */
static gboolean
parse_rule (char *text, Rule *rule, GError **error)
{
  char *at = strrchr (text, '@');
  char *sign = strrchr (at != NULL ? at : text, '=');

  rule->mode = PARLEY_MODE_DRAFT;
  if (sign != NULL)
    {
      *sign = '\0';
      if (!parse_mode (g_strstrip (sign + 1), &rule->mode, error))
        return FALSE;
    }
  return parse_name (g_strstrip (text), rule, error);
}

/* @texts: what the rules point into. Returns: (transfer full) (element-type Rule). */
static GArray *
parse (char **texts, GError **error)
{
  g_autoptr (GArray) rules = g_array_new (FALSE, TRUE, sizeof (Rule));

  for (guint i = 0; texts[i] != NULL; i++)
    {
      Rule rule;

      if (!parse_rule (g_strstrip (texts[i]), &rule, error))
        return NULL;
      g_array_append_val (rules, rule);
    }
  return g_steal_pointer (&rules);
}

static char **
split (const char *rules)
{
  return g_strsplit (rules[strspn (rules, " ")] != '\0' ? rules : "", ",", -1);
}

static gboolean
is_same (const char *a, const char *b, gboolean any_case)
{
  return any_case ? g_ascii_strcasecmp (a, b) == 0 : g_str_equal (a, b);
}

static gboolean
find (GArray *rules, const ParleyAdmissionName *who, gboolean domain, ParleyMode *mode)
{
  const char *name = domain ? who->domain : who->name;

  for (guint i = 0; name != NULL && i < rules->len; i++)
    {
      const Rule *rule = &g_array_index (rules, Rule, i);

      if (rule->domain != domain || !is_same (rule->name, name, domain || who->any_case))
        continue;
      *mode = rule->mode;
      return TRUE;
    }
  return FALSE;
}

gboolean
parley_admission_rules_find (const char *rules, const ParleyAdmissionName *who, ParleyMode *mode)
{
  g_auto (GStrv) texts = split (rules);
  g_autoptr (GArray) parsed = parse (texts, NULL);

  return parsed != NULL && (find (parsed, who, FALSE, mode) || find (parsed, who, TRUE, mode));
}

gboolean
parley_admission_rules_check (const char *rules, GError **error)
{
  g_auto (GStrv) texts = split (rules);
  g_autoptr (GArray) parsed = parse (texts, error);

  return parsed != NULL;
}
