/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "world.h"

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

static SimPerson *
find (ParleyHost *host, const ParleyChatKey *key)
{
  return sim_world_find (SIM_HOST (host)->world, key, NULL);
}

static void
sim_get_facts (ParleyHost *host, const ParleyChatKey *key, ParleyFacts *facts)
{
  SimPerson *person = find (host, key);

  if (person != NULL)
    *facts = person->facts;
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
  SimPerson *person = find (host, key);

  return parley_contact_info_new (person != NULL ? person->name : NULL, NULL, "available");
}

static char *
sim_dup_persona (ParleyHost *host, const ParleyChatKey *key)
{
  return NULL;
}

static gboolean
sim_user_is_typing (ParleyHost *host, const ParleyChatKey *key)
{
  SimPerson *person = find (host, key);

  return person != NULL && person->user_types;
}

static ParleyDelivery
sim_say (ParleyHost *host, const ParleyRoute *route, const char *text, const char *markup)
{
  SimWorld *world = SIM_HOST (host)->world;

  sim_world_tell (world, "Parley says to %s: %s", route->key->person, text);
  sim_oracle_say (world, route, text);
  return PARLEY_DELIVERY_SHOWN;
}

static void
sim_show_typing (ParleyHost *host, const ParleyRoute *route, gboolean typing)
{
  sim_world_tell (SIM_HOST (host)->world, "%s sees Parley %s", route->key->person,
                  typing ? "type" : "stop");
}

static gboolean
sim_tell_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  sim_world_tell (SIM_HOST (host)->world, "the user is told in the chat with %s: %s", key->person,
                  text);
  return TRUE;
}

static void
sim_trace (ParleyHost *host, const char *json)
{
  sim_world_tell (SIM_HOST (host)->world, "  %s", json);
}

static void
sim_host_iface_init (ParleyHostInterface *iface)
{
  iface->get_facts = sim_get_facts;
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
