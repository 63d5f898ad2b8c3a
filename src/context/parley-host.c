/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "context/parley-host.h"

G_DEFINE_INTERFACE (ParleyHost, parley_host, G_TYPE_OBJECT)

static void
parley_host_default_init (ParleyHostInterface *iface)
{
}

void
parley_host_get_facts (ParleyHost *self, const ParleyChatKey *key, ParleyFacts *facts)
{
  PARLEY_HOST_GET_IFACE (self)->get_facts (self, key, facts);
}

ParleyIdentity *
parley_host_dup_identity (ParleyHost *self, const ParleyChatKey *key)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  return iface->dup_identity != NULL ? iface->dup_identity (self, key) : NULL;
}

void
parley_host_seek (ParleyHost *self, const ParleyChatKey *key)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  if (iface->seek != NULL)
    iface->seek (self, key);
}

char *
parley_host_dup_status (ParleyHost *self, const ParleyChatKey *key, ParleyAwayStatus *status)
{
  return PARLEY_HOST_GET_IFACE (self)->dup_status (self, key, status);
}

char *
parley_host_dup_setting (ParleyHost *self, const ParleyChatKey *key, const char *name)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  return iface->dup_setting != NULL ? iface->dup_setting (self, key, name) : NULL;
}

ParleyContactInfo *
parley_host_dup_contact (ParleyHost *self, const ParleyChatKey *key)
{
  return PARLEY_HOST_GET_IFACE (self)->dup_contact (self, key);
}

char *
parley_host_dup_persona (ParleyHost *self, const ParleyChatKey *key)
{
  return PARLEY_HOST_GET_IFACE (self)->dup_persona (self, key);
}

gboolean
parley_host_user_is_typing (ParleyHost *self, const ParleyChatKey *key)
{
  return PARLEY_HOST_GET_IFACE (self)->user_is_typing (self, key);
}

ParleyDelivery
parley_host_say (ParleyHost *self, const ParleyRoute *route, const char *text, const char *markup)
{
  return PARLEY_HOST_GET_IFACE (self)->say (self, route, text, markup);
}

void
parley_host_show_typing (ParleyHost *self, const ParleyRoute *route, gboolean typing)
{
  PARLEY_HOST_GET_IFACE (self)->show_typing (self, route, typing);
}

gboolean
parley_host_tell_user (ParleyHost *self, const ParleyChatKey *key, const char *text)
{
  return PARLEY_HOST_GET_IFACE (self)->tell_user (self, key, text);
}

gboolean
parley_host_alert_user (ParleyHost *self, const ParleyChatKey *key, const char *text)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  return iface->alert_user != NULL ? iface->alert_user (self, key, text)
                                   : iface->tell_user (self, key, text);
}

gboolean
parley_host_show_status (ParleyHost *self, const ParleyChatKey *key, const char *text)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  return iface->show_status != NULL && iface->show_status (self, key, text);
}

void
parley_host_trace (ParleyHost *self, const char *json)
{
  PARLEY_HOST_GET_IFACE (self)->trace (self, json);
}

GProxyResolver *
parley_host_dup_proxy (ParleyHost *self)
{
  ParleyHostInterface *iface = PARLEY_HOST_GET_IFACE (self);

  return iface->dup_proxy != NULL ? iface->dup_proxy (self) : NULL;
}
