/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "contacts/parley-contact-card.h"

#include <util.h>
#include <value.h>

/* In the buddy list, where the user's own notes on a person are. */
#define PERSONA     "parley-persona"
#define UNDISCLOSED "parley-undisclosed"

static char *
dup_status_text (PurpleStatus *status)
{
  const char *html = purple_status_get_attr_string (status, "message");

  return html != NULL ? purple_markup_strip_html (html) : NULL;
}

ParleyContactInfo *
parley_contact_card_read (PurpleAccount *account, const char *name)
{
  PurpleBuddy *buddy = purple_find_buddy (account, name);
  PurplePresence *presence = buddy != NULL ? purple_buddy_get_presence (buddy) : NULL;
  PurpleStatus *status = presence != NULL ? purple_presence_get_active_status (presence) : NULL;
  g_autofree char *text = NULL;

  if (buddy == NULL)
    return NULL;
  if (status == NULL)
    return parley_contact_info_new (purple_buddy_get_server_alias (buddy), NULL, NULL);
  text = dup_status_text (status);
  return parley_contact_info_new (
      purple_buddy_get_server_alias (buddy), text,
      purple_primitive_get_id_from_type (
          purple_status_type_get_primitive (purple_status_get_type (status))));
}

gboolean
parley_contact_card_has_good_persona (PurpleBuddy *buddy)
{
  const PurpleValue *value = g_hash_table_lookup (PURPLE_BLIST_NODE (buddy)->settings, PERSONA);

  return value == NULL || purple_value_get_type (value) == PURPLE_TYPE_STRING;
}

char *
parley_contact_card_dup_persona (PurpleAccount *account, const char *name)
{
  PurpleBuddy *buddy = purple_find_buddy (account, name);
  const char *persona = buddy != NULL && parley_contact_card_has_good_persona (buddy)
                            ? purple_blist_node_get_string (PURPLE_BLIST_NODE (buddy), PERSONA)
                            : NULL;

  return persona != NULL && *persona != '\0' ? g_strdup (persona) : NULL;
}

gboolean
parley_contact_card_set_persona (PurpleAccount *account, const char *name, const char *persona)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, name);

  for (GSList *link = buddies; link != NULL; link = link->next)
    purple_blist_node_set_string (PURPLE_BLIST_NODE (link->data), PERSONA, persona);
  return buddies != NULL;
}

gboolean
parley_contact_card_is_undisclosed (PurpleAccount *account, const char *name)
{
  PurpleBuddy *buddy = purple_find_buddy (account, name);

  return buddy != NULL && purple_blist_node_get_bool (PURPLE_BLIST_NODE (buddy), UNDISCLOSED);
}

gboolean
parley_contact_card_set_undisclosed (PurpleAccount *account, const char *name, gboolean undisclosed)
{
  g_autoptr (GSList) buddies = purple_find_buddies (account, name);

  for (GSList *link = buddies; link != NULL; link = link->next)
    purple_blist_node_set_bool (PURPLE_BLIST_NODE (link->data), UNDISCLOSED, undisclosed);
  return buddies != NULL;
}
