/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-media.h"

#include <string.h>

#include "base/parley-aside.h"
#include "guard/parley-form.h"

/* What a file that is none of the others is called by. */
#define NAMED PARLEY_ASIDE_OPEN "file: "

static const char *const marks[PARLEY_N_MEDIA] = {
  [PARLEY_MEDIA_PICTURE] = PARLEY_ASIDE ("picture"),
  [PARLEY_MEDIA_VOICE] = PARLEY_ASIDE ("voice message"),
  [PARLEY_MEDIA_VIDEO] = PARLEY_ASIDE ("video"),
  [PARLEY_MEDIA_STICKER] = PARLEY_ASIDE ("sticker"),
  [PARLEY_MEDIA_PLACE] = PARLEY_ASIDE ("place"),
  [PARLEY_MEDIA_CONTACT] = PARLEY_ASIDE ("contact card"),
  [PARLEY_MEDIA_FILE] = PARLEY_ASIDE ("file"),
};

const char *
parley_media_to_string (ParleyMedia media)
{
  return marks[media];
}

static ParleyMedia
find_by_ending (ParleyProtocols *protocols, const char *name, gsize length)
{
  const char *dot = g_strrstr_len (name, (gssize) length, ".");
  g_autofree char *ending
      = dot != NULL ? g_ascii_strdown (dot + 1, (gssize) (name + length - dot - 1)) : NULL;

  for (ParleyMedia kind = PARLEY_MEDIA_NONE + 1; ending != NULL && kind < PARLEY_N_MEDIA; kind++)
    {
      if (g_strv_contains (parley_protocols_get_endings (protocols, kind), ending))
        return kind;
    }
  return PARLEY_MEDIA_NONE;
}

static ParleyMedia
read_name (ParleyProtocols *protocols, const char *name, gsize length)
{
  ParleyMedia kind = find_by_ending (protocols, name, length);

  return kind != PARLEY_MEDIA_NONE ? kind : PARLEY_MEDIA_FILE;
}

static gboolean
begins (const char *address, const char *scheme)
{
  return g_ascii_strncasecmp (address, scheme, strlen (scheme)) == 0;
}

/* Most of the web is there to be read, so only a name at the end of an address tells. */
static ParleyMedia
read_address (ParleyProtocols *protocols, const char *address)
{
  gboolean web = begins (address, "https://") || begins (address, "http://");
  const char *place = strstr (address, "://");
  gsize length = strcspn (address, "?#");
  const char *slash = web ? g_strrstr_len (address, (gssize) length, "/") : NULL;

  if (begins (address, "geo:"))
    return PARLEY_MEDIA_PLACE;
  if (begins (address, "file://") || begins (address, "aesgcm://"))
    return read_name (protocols, address, length);
  if (slash == NULL || slash < place + strlen ("://"))
    return PARLEY_MEDIA_NONE;
  return find_by_ending (protocols, slash, (gsize) (address + length - slash));
}

/* libpurple puts the address of a link in brackets behind its words. */
static ParleyMedia
read_link_to_file (ParleyProtocols *protocols, const char *line)
{
  const char *open = g_strrstr (line, " (file://");

  return open != NULL && g_str_has_suffix (open, ")")
             ? read_name (protocols, open, strlen (open) - 1)
             : PARLEY_MEDIA_NONE;
}

/* What each kind looks like on one protocol; looked up once, for a message may be very many lines.
 */
typedef struct
{
  ParleyProtocols *protocols;
  const char *const *of[PARLEY_N_MEDIA];
} Forms;

static Forms
get_forms (ParleyProtocols *protocols, const char *protocol)
{
  Forms forms = { .protocols = protocols };

  for (ParleyMedia kind = PARLEY_MEDIA_NONE + 1; kind < PARLEY_N_MEDIA; kind++)
    forms.of[kind] = parley_protocols_get_media (protocols, protocol, kind);
  return forms;
}

/* @caption: (out) (transfer full) (nullable): the words beside it. */
static ParleyMedia
read_line (const Forms *forms, const char *line, char **caption)
{
  if (*line == '\0')
    return PARLEY_MEDIA_NONE;
  for (ParleyMedia kind = PARLEY_MEDIA_NONE + 1; kind < PARLEY_N_MEDIA; kind++)
    {
      g_autofree char *name
          = *forms->of[kind] != NULL ? parley_form_dup_file (forms->of[kind], line, caption) : NULL;

      if (name != NULL)
        return kind == PARLEY_MEDIA_FILE ? read_name (forms->protocols, name, strlen (name)) : kind;
    }
  if (strchr (line, ':') == NULL)
    return PARLEY_MEDIA_NONE;
  return strchr (line, ' ') == NULL ? read_address (forms->protocols, line)
                                    : read_link_to_file (forms->protocols, line);
}

/* Returns: (transfer full) (nullable). */
static char *
dup_marks (const gboolean *has)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (ParleyMedia kind = PARLEY_MEDIA_NONE + 1; kind < PARLEY_N_MEDIA; kind++)
    {
      if (has[kind])
        g_string_append_printf (all, "%s%s", all->len > 0 ? " " : "", marks[kind]);
    }
  return all->len > 0 ? g_strdup (all->str) : NULL;
}

/* @next: is moved to the line behind it, or to NULL. Returns: (transfer none): the line. */
static char *
cut_line (char **next)
{
  char *line = *next;
  char *end = strchr (line, '\n');

  *next = end != NULL ? end + 1 : NULL;
  if (end != NULL)
    *end = '\0';
  return line;
}

char *
parley_media_read (ParleyProtocols *protocols,
                   const char *protocol,
                   const char *text,
                   ParleyMedia with,
                   char **words)
{
  const Forms forms = get_forms (protocols, protocol);
  gboolean has[PARLEY_N_MEDIA] = { FALSE };
  g_autofree char *copy = g_strdup (text);
  g_autoptr (GString) rest = g_string_sized_new (strlen (text) + 2);
  char *next = copy;

  has[with] = TRUE;
  while (next != NULL)
    {
      char *line = cut_line (&next);
      g_autofree char *caption = NULL;
      ParleyMedia kind = read_line (&forms, g_strstrip (line), &caption);

      has[kind] = TRUE;
      if (kind != PARLEY_MEDIA_NONE && caption == NULL)
        continue;
      g_string_append (rest, caption != NULL ? caption : line);
      g_string_append_c (rest, '\n');
    }
  *words = g_strstrip (g_strdup (rest->str));
  return dup_marks (has);
}

char *
parley_media_dup_offered (ParleyProtocols *protocols, const char *name)
{
  ParleyMedia kind = read_name (protocols, name, strlen (name));
  g_autofree char *shown = parley_aside_dup_without (name);

  if (kind != PARLEY_MEDIA_FILE || *name == '\0')
    return g_strdup (marks[kind]);
  return g_strconcat (NAMED, g_strdelimit (shown, "\n", ' '), PARLEY_ASIDE_CLOSE, NULL);
}

/* Returns: how long the mark at the start is; 0: there is none. */
static gsize
get_mark (const char *text)
{
  ParleyAside aside;

  return parley_aside_find (text, &aside) && aside.start == text ? (gsize) (aside.end - text) : 0;
}

char *
parley_media_split (const char *text, const char **words)
{
  const char *end = text;
  gsize length;

  *words = text;
  if (*text == '\0')
    return g_strdup (marks[PARLEY_MEDIA_FILE]); /* earlier versions kept no more of one */
  for (; (length = get_mark (*words)) > 0; *words += strspn (*words, " "))
    end = *words += length;
  return end > text ? g_strndup (text, (gsize) (end - text)) : NULL;
}
