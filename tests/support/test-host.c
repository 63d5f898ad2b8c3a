/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "test-host.h"

#include <string.h>

static void parley_test_host_iface_init (ParleyHostInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ParleyTestHost,
                               parley_test_host,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PARLEY_TYPE_HOST,
                                                      parley_test_host_iface_init))

static ParleyIdentity *
test_dup_identity (ParleyHost *host, const ParleyChatKey *key)
{
  const char *stay = PARLEY_TEST_HOST (host)->stay;

  return stay != NULL ? parley_identity_new (PARLEY_IDENTITY_UNPROVEN, stay) : NULL;
}

static void
test_get_facts (ParleyHost *host, const ParleyChatKey *key, ParleyFacts *facts)
{
  *facts = PARLEY_TEST_HOST (host)->facts;
  PARLEY_TEST_HOST (host)->n_facts++;
}

static char *
test_dup_status (ParleyHost *host, const ParleyChatKey *key, ParleyAwayStatus *status)
{
  *status = PARLEY_TEST_HOST (host)->status;
  return g_strdup (PARLEY_TEST_HOST (host)->status_text);
}

static ParleyContactInfo *
test_dup_contact (ParleyHost *host, const ParleyChatKey *key)
{
  return parley_contact_info_new (NULL, NULL, NULL);
}

static char *
test_dup_persona (ParleyHost *host, const ParleyChatKey *key)
{
  return g_strdup (PARLEY_TEST_HOST (host)->persona);
}

static gboolean
test_user_is_typing (ParleyHost *host, const ParleyChatKey *key)
{
  return PARLEY_TEST_HOST (host)->user_types;
}

static ParleyDelivery
test_say (ParleyHost *host, const ParleyRoute *route, const char *text, const char *markup)
{
  g_autoptr (ParleyTestHost) self = g_object_ref (PARLEY_TEST_HOST (host));

  g_string_append_printf (self->log, "%s < %s\n", route->key->person, text);
  g_free (self->markup);
  self->markup = g_strdup (markup);
  if (self->during_say != NULL)
    self->during_say (self->during_data);
  return self->delivery;
}

static void
test_show_typing (ParleyHost *host, const ParleyRoute *route, gboolean typing)
{
  g_string_append (PARLEY_TEST_HOST (host)->log, typing ? "typing on\n" : "typing off\n");
}

static gboolean
test_tell_user (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  ParleyTestHost *self = PARLEY_TEST_HOST (host);

  if (self->no_window)
    return FALSE;
  g_ptr_array_add (self->told, g_strdup (text));
  if (self->during_tell != NULL)
    self->during_tell (self->during_data);
  return TRUE;
}

static gboolean
test_show_status (ParleyHost *host, const ParleyChatKey *key, const char *text)
{
  ParleyTestHost *self = PARLEY_TEST_HOST (host);

  if (self->no_window || self->unwatched)
    return FALSE;
  g_ptr_array_add (self->shown, g_strdup (text));
  if (self->during_tell != NULL)
    self->during_tell (self->during_data);
  return TRUE;
}

static void
test_trace (ParleyHost *host, const char *json)
{
  ParleyTestHost *self = PARLEY_TEST_HOST (host);

  g_ptr_array_add (self->trace, g_strdup (json));
  if (self->during_trace != NULL)
    self->during_trace (self->during_data, json);
}

static void
parley_test_host_iface_init (ParleyHostInterface *iface)
{
  iface->get_facts = test_get_facts;
  iface->dup_identity = test_dup_identity;
  iface->dup_status = test_dup_status;
  iface->dup_contact = test_dup_contact;
  iface->dup_persona = test_dup_persona;
  iface->user_is_typing = test_user_is_typing;
  iface->say = test_say;
  iface->show_typing = test_show_typing;
  iface->tell_user = test_tell_user;
  iface->show_status = test_show_status;
  iface->trace = test_trace;
}

static void
parley_test_host_finalize (GObject *object)
{
  ParleyTestHost *self = PARLEY_TEST_HOST (object);

  g_string_free (self->log, TRUE);
  g_ptr_array_unref (self->told);
  g_ptr_array_unref (self->shown);
  g_free (self->markup);
  g_ptr_array_unref (self->trace);
  G_OBJECT_CLASS (parley_test_host_parent_class)->finalize (object);
}

static void
parley_test_host_class_init (ParleyTestHostClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = parley_test_host_finalize;
}

static void
parley_test_host_init (ParleyTestHost *self)
{
  self->facts = (ParleyFacts){
    .mode = PARLEY_MODE_AUTO, .connected = TRUE, .visible = TRUE, .logged = TRUE, .speaker = TRUE
  };
  self->delivery = PARLEY_DELIVERY_SHOWN;
  self->log = g_string_new (NULL);
  self->told = g_ptr_array_new_with_free_func (g_free);
  self->shown = g_ptr_array_new_with_free_func (g_free);
  self->trace = g_ptr_array_new_with_free_func (g_free);
}

ParleyTestHost *
parley_test_host_new (void)
{
  return g_object_new (PARLEY_TYPE_TEST_HOST, NULL);
}

guint
parley_test_host_count (ParleyTestHost *self, const char *ev)
{
  g_autofree char *begin = g_strdup_printf ("{\"ev\":\"%s\"", ev);
  guint n = 0;

  for (guint i = 0; i < self->trace->len; i++)
    n += g_str_has_prefix (g_ptr_array_index (self->trace, i), begin);
  return n;
}

const char *
parley_test_host_get_last (ParleyTestHost *self, const char *ev)
{
  g_autofree char *begin = g_strdup_printf ("{\"ev\":\"%s\"", ev);

  for (guint i = self->trace->len; i > 0; i--)
    {
      if (g_str_has_prefix (g_ptr_array_index (self->trace, i - 1), begin))
        return g_ptr_array_index (self->trace, i - 1);
    }
  return NULL;
}
