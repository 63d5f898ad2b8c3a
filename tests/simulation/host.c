/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "oracles.h"

#define SIM_TYPE_HOST (sim_host_get_type ())
G_DECLARE_FINAL_TYPE (SimHost, sim_host, SIM, HOST, GObject)

struct _SimHost
{
  GObject parent_instance;
  SimWorld *world;
};

static void sim_host_iface_init (ParleyHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SimHost,
                               sim_host,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_HOST, sim_host_iface_init))

static SimChat *
find (ParleyHost *host, const ParleyChatKey *key)
{
  return sim_world_find (SIM_HOST (host)->world, key);
}

static void
sim_get_facts (ParleyHost *host, const ParleyChatKey *key, ParleyFacts *facts)
{
  SimChat *chat = find (host, key);

  if (chat != NULL)
    *facts = chat->facts;
}

static char *
sim_dup_status (ParleyHost *host, const ParleyChatKey *key, ParleyAwayStatus *status)
{
  *status = (ParleyAwayStatus){ 0 };
  return NULL;
}

static ParleyContactInfo *
sim_dup_contact (ParleyHost *host, const ParleyChatKey *key)
{
  return parley_contact_info_new (NULL, NULL, "available");
}

static char *
sim_dup_persona (ParleyHost *host, const ParleyChatKey *key)
{
  return NULL;
}

static gboolean
sim_user_is_typing (ParleyHost *host, const ParleyChatKey *key)
{
  SimChat *chat = find (host, key);

  return chat != NULL && chat->user_types;
}

ParleyIdentity *
sim_host_dup_identity_of (SimWorld *world, SimChat *chat)
{
  g_autofree char *stay = NULL;

  if (!chat->facts.person.from_room)
    return NULL;
  stay = g_strdup_printf ("stay %u", chat->stay);
  return parley_identity_new (PARLEY_IDENTITY_UNPROVEN, stay);
}

static ParleyIdentity *
sim_dup_identity (ParleyHost *host, const ParleyChatKey *key)
{
  SimChat *chat = find (host, key);

  return chat != NULL ? sim_host_dup_identity_of (SIM_HOST (host)->world, chat) : NULL;
}

static char *
sim_dup_setting (ParleyHost *host, const ParleyChatKey *key, const char *name)
{
  SimChat *chat = find (host, key);

  return chat != NULL && g_strcmp0 (name, chat->account->server->setting) == 0
             ? g_strdup (chat->account->server->value)
             : NULL;
}

static ParleyDelivery
sim_say (ParleyHost *host, const ParleyRoute *route, const char *text, const char *markup)
{
  SimWorld *world = SIM_HOST (host)->world;
  SimChat *chat = find (host, route->key);
  guint luck = sim_seams_guess (&world->seams, 4, 40);

  if (world->ending)
    sim_world_fail (world, "Something is said while the program ends.");
  if (chat == NULL || !chat->account->online || luck == 0
      || sim_faults_strike (&world->faults, SIM_CALL_SAY))
    {
      sim_world_tell (world, "what is said to %s is refused: %s", route->key->person, text);
      return PARLEY_DELIVERY_REFUSED;
    }
  sim_world_tell (world, "Parley says to %s: %s", route->key->person, text);
  sim_oracle_say (world, chat, route, text);
  if (luck == 1)
    return PARLEY_DELIVERY_UNKNOWN;
  if (chat->account->server->shows)
    return PARLEY_DELIVERY_SHOWN;
  sim_mail_echo (world, chat, text);
  return PARLEY_DELIVERY_GIVEN;
}

static void
sim_show_typing (ParleyHost *host, const ParleyRoute *route, gboolean typing)
{
  SimWorld *world = SIM_HOST (host)->world;

  if (!world->ending)
    sim_world_tell (world, "%s sees Parley %s", route->key->person, typing ? "type" : "stop");
}

static gboolean
sim_tell_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  SimWorld *world = SIM_HOST (host)->world;
  g_auto (GStrv) parts = g_strsplit (text, world->top, -1);
  g_autofree char *told = g_strjoinv ("…", parts);
  SimChat *chat = find (host, key);

  if (world->ending)
    return TRUE;
  if (chat == NULL)
    return FALSE;
  if (sim_faults_strike (&world->faults, SIM_CALL_TELL))
    return FALSE;
  sim_world_tell (world, "the user is told in the chat with %s: %s", key->person, told);
  sim_oracle_tell (world, chat, text);
  return TRUE;
}

static void
sim_trace (ParleyHost *host, const char *json)
{
  SimWorld *world = SIM_HOST (host)->world;

  if (!world->ending)
    sim_world_tell (world, "  %s", json);
  sim_oracle_trace (world, json);
}

static void
sim_host_iface_init (ParleyHostInterface *iface)
{
  iface->get_facts = sim_get_facts;
  iface->dup_identity = sim_dup_identity;
  iface->dup_setting = sim_dup_setting;
  iface->dup_status = sim_dup_status;
  iface->dup_contact = sim_dup_contact;
  iface->dup_persona = sim_dup_persona;
  iface->user_is_typing = sim_user_is_typing;
  iface->say = sim_say;
  iface->show_typing = sim_show_typing;
  iface->tell_user = sim_tell_user;
  iface->trace = sim_trace;
}

static void
sim_host_class_init (SimHostClass *class)
{
}

static void
sim_host_init (SimHost *self)
{
}

ParleyHost *
sim_host_new (SimWorld *world)
{
  SimHost *self = g_object_new (SIM_TYPE_HOST, NULL);

  self->world = world;
  return PARLEY_HOST (self);
}
