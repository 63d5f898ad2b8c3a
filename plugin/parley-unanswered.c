/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-unanswered.h"

#include <string.h>

/* Neither their client's own answers nor what clients tell the user. */
static gboolean
is_theirs (PurpleMessageFlags flags)
{
  return (flags & PURPLE_MESSAGE_RECV) != 0
         && (flags & (PURPLE_MESSAGE_AUTO_RESP | PURPLE_MESSAGE_SYSTEM | PURPLE_MESSAGE_ERROR))
                == 0;
}

/* Libpurple has the newest first. @newest: (out): when they wrote last. */
static guint
count (PurpleConversation *conv, gint64 since, gint64 *newest)
{
  guint n = 0;

  for (GList *link = purple_conversation_get_message_history (conv); link != NULL;
       link = link->next)
    {
      PurpleMessageFlags flags = purple_conversation_message_get_flags (link->data);
      gint64 at = purple_conversation_message_get_timestamp (link->data);

      if ((flags & PURPLE_MESSAGE_SEND) != 0)
        break;
      if (!is_theirs (flags) || at < since)
        continue;
      *newest = MAX (*newest, at);
      n++;
    }
  return n;
}

typedef struct
{
  ParleyUnanswered shown;
  gint64 newest;
} Found;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Found *left = *(const Found *const *) a;
  const Found *right = *(const Found *const *) b;

  return (left->newest < right->newest) - (left->newest > right->newest);
}

GPtrArray *
parley_unanswered_list (const ParleyChatKey *account, gint64 since)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (GList *link = purple_get_ims (); link != NULL; link = link->next)
    {
      PurpleConversation *conv = link->data;
      PurpleAccount *of = purple_conversation_get_account (conv);
      Found found = { { conv, 0 }, 0 };

      if (!g_str_equal (purple_account_get_protocol_id (of), account->protocol)
          || !g_str_equal (purple_account_get_username (of), account->account))
        continue;
      found.shown.n = count (conv, since, &found.newest);
      if (found.shown.n > 0)
        g_ptr_array_add (list, g_memdup2 (&found, sizeof found));
    }
  g_ptr_array_sort (list, compare);
  return list;
}
