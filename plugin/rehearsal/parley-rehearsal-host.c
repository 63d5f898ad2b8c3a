/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "rehearsal/parley-rehearsal-host.h"

#include <debug.h>
#include <prefs.h>
#include <savedstatuses.h>
#include <util.h>

#include "parley-purple-proxy.h"

struct _ParleyRehearsalHost
{
  GObject parent_instance;

  ParleyStage *stage;
};

static void parley_rehearsal_host_iface_init (ParleyHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyRehearsalHost,
                               parley_rehearsal_host,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_HOST,
                                                      parley_rehearsal_host_iface_init))

/* Not logged: so nothing that is said outlives the sitting. */
static void
parley_rehearsal_host_get_facts (ParleyHost *host, const ParleyChatKey *key, ParleyFacts *facts)
{
  facts->mode = PARLEY_MODE_AUTO;
  facts->connected = parley_stage_get_conversation (PARLEY_REHEARSAL_HOST (host)->stage) != NULL;
  facts->visible = TRUE;
  facts->speaker = TRUE;
  facts->person.protocol_trusted = TRUE; /* the user plays them */
}

/* As if the user were away all the time: else there would be no away note to be seen. */
static char *
parley_rehearsal_host_dup_status (ParleyHost *host,
                                  const ParleyChatKey *key,
                                  ParleyAwayStatus *status)
{
  const char *html = purple_savedstatus_get_message (purple_savedstatus_get_current ());

  *status = (ParleyAwayStatus){ .away = TRUE, .period = 1 };
  return html != NULL ? purple_markup_strip_html (html) : NULL;
}

static ParleyContactInfo *
parley_rehearsal_host_dup_contact (ParleyHost *host, const ParleyChatKey *key)
{
  return NULL;
}

static char *
parley_rehearsal_host_dup_persona (ParleyHost *host, const ParleyChatKey *key)
{
  return NULL;
}

/* Whoever types there is the person, not the user. */
static gboolean
parley_rehearsal_host_user_is_typing (ParleyHost *host, const ParleyChatKey *key)
{
  return FALSE;
}

static ParleyDelivery
parley_rehearsal_host_say (ParleyHost *host,
                           const ParleyRoute *route,
                           const char *text,
                           const char *markup)
{
  return parley_stage_answer (PARLEY_REHEARSAL_HOST (host)->stage, text, markup)
             ? PARLEY_DELIVERY_SHOWN
             : PARLEY_DELIVERY_REFUSED;
}

/* Who shows nobody that they type does not see it here either. */
static void
parley_rehearsal_host_show_typing (ParleyHost *host, const ParleyRoute *route, gboolean typing)
{
  if (purple_prefs_get_bool ("/purple/conversations/im/send_typing"))
    parley_stage_show_typing (PARLEY_REHEARSAL_HOST (host)->stage, typing);
}

static gboolean
parley_rehearsal_host_tell_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  return parley_stage_tell (PARLEY_REHEARSAL_HOST (host)->stage, text);
}

static void
parley_rehearsal_host_trace (ParleyHost *host, const char *json)
{
  purple_debug_info ("parley", "%s\n", json);
}

static GProxyResolver *
parley_rehearsal_host_dup_proxy (ParleyHost *host)
{
  return parley_purple_proxy_new ();
}

static void
parley_rehearsal_host_iface_init (ParleyHostInterface *iface)
{
  iface->get_facts = parley_rehearsal_host_get_facts;
  iface->dup_status = parley_rehearsal_host_dup_status;
  iface->dup_contact = parley_rehearsal_host_dup_contact;
  iface->dup_persona = parley_rehearsal_host_dup_persona;
  iface->user_is_typing = parley_rehearsal_host_user_is_typing;
  iface->say = parley_rehearsal_host_say;
  iface->show_typing = parley_rehearsal_host_show_typing;
  iface->tell_user = parley_rehearsal_host_tell_user;
  iface->show_status = parley_rehearsal_host_tell_user;
  iface->trace = parley_rehearsal_host_trace;
  iface->dup_proxy = parley_rehearsal_host_dup_proxy;
}

static void
parley_rehearsal_host_class_init (ParleyRehearsalHostClass *klass)
{
}

static void
parley_rehearsal_host_init (ParleyRehearsalHost *self)
{
}

ParleyRehearsalHost *
parley_rehearsal_host_new (ParleyStage *stage)
{
  ParleyRehearsalHost *self = g_object_new (PARLEY_TYPE_REHEARSAL_HOST, NULL);

  self->stage = stage;
  return self;
}
