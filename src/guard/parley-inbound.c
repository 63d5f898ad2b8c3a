/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "guard/parley-inbound.h"

#include <string.h>

#include "base/parley-aside.h"
#include "base/parley-text.h"

/* No fallback is longer than this up to where it is told apart. */
#define MAX_HEAD_BYTES 512

/* Short enough for people to go on with words of their own: nothing may follow them. In lower case,
 * without brackets around it and without its full stop. */
static const char *const whole[] = {
  "this message is encrypted",
  "this message is omemo encrypted",
  "this message is encrypted with omemo",
  "this message is encrypted with legacy omemo (eu.siacs.conversations.axolotl)",
  "this message is encrypted with pgp",
  "this message is encrypted with openpgp",
};

/* In lower case. They end before "doesn't", which has three spellings. */
static const char *const beginnings[] = {
  "i sent you an omemo encrypted message but your client",
  "you received an omemo encrypted message, but your client",
  "i sent you a pgp encrypted message but your client",
  "i would like to start a private (otr encrypted) conversation but your client",
  "you received a message encrypted with omemo but your client",
  "this message is *encrypted*",
  "-----begin pgp message-----",
};

/* Sent goes before received: libpurple flags every incoming message as received, also our own that
 * come back. Some protocols flag as delayed whatever comes from the user's other devices, be it
 * live, so there the age decides. */
ParleyLine
parley_inbound_judge (const ParleyLineFacts *facts, gint64 max_age_s, gint64 takeover_s)
{
  gboolean old = facts->age_s > max_age_s;

  if (facts->system || facts->auto_response)
    return PARLEY_LINE_IGNORE;
  if (facts->sent)
    return facts->delayed && facts->age_s >= takeover_s ? PARLEY_LINE_OWN_OLD
                                                        : PARLEY_LINE_OWN_WORDS;
  if (!facts->received || facts->delayed || facts->notice)
    return PARLEY_LINE_IGNORE;
  return old ? PARLEY_LINE_OLD : PARLEY_LINE_BUBBLE;
}

/* "?OTR?", "?OTRv23?", "?OTR?v2?" ask; "?OTR:" is data; "?OTR," and "?OTR|" are parts of it. */
static gboolean
is_otr (const char *text)
{
  const char *rest = text + strlen ("?OTR");

  if (!g_str_has_prefix (text, "?OTR"))
    return FALSE;
  if (*rest == 'v')
    return rest[1 + strspn (rest + 1, "0123456789")] == '?';
  return (*rest != '\0' && strchr ("?:,|", *rest) != NULL) || g_str_has_prefix (rest, " Error:");
}

static gboolean
is_bare_otr_tag (const char *text)
{
  return text[strspn (text, " \t\r\n")] == '\0' && strstr (text, PARLEY_OTR_TAG) != NULL;
}

/* Returns: (transfer full): the first words in lower case, without an opening bracket. */
static char *
dup_head (const char *text)
{
  g_autofree char *head = g_strndup (*text == '[' ? text + 1 : text, MAX_HEAD_BYTES);

  return g_ascii_strdown (head, -1);
}

static gboolean
is_whole (const char *head)
{
  gsize length = strlen (head);

  while (length > 0 && strchr ("]. \n", head[length - 1]) != NULL)
    length--;
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      if (strlen (whole[i]) == length && strncmp (head, whole[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
parley_inbound_is_fallback (const char *text)
{
  const char *words = text + strspn (text, " \t\r\n");
  g_autofree char *head = dup_head (words);

  if (is_otr (words) || is_bare_otr_tag (text) || is_whole (head))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      if (g_str_has_prefix (head, beginnings[i]))
        return TRUE;
    }
  /* Gajim says it in the sender's language first. */
  return strstr (head, "([this message is *encrypted* (see ") != NULL;
}

gboolean
parley_inbound_is_secret (const ParleyLineFacts *facts, const char *text)
{
  return facts->unreadable || parley_inbound_is_fallback (text);
}

char *
parley_inbound_dup_clean (const char *text, gboolean cut)
{
  g_autofree char *visible = parley_text_dup_clean (text, PARLEY_INBOUND_MAX_BYTES);
  g_autofree char *clean = parley_aside_dup_without (visible);
  gboolean complete
      = !cut && strnlen (text, PARLEY_INBOUND_MAX_BYTES + 1) <= PARLEY_INBOUND_MAX_BYTES;

  /* Of what nobody sees nothing was cut. */
  if (complete || *clean == '\0')
    return g_steal_pointer (&clean);
  return g_strconcat (clean, "\n" PARLEY_ASIDE ("cut: there was more"), NULL);
}
