/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* What people do, and the user on another device. */
#include "double-private.h"

#include <ft.h>
#include <imgstore.h>
#include <server.h>
#include <signals.h>

/* Older than this it was said before the user's program looked. */
#define HISTORY_S 60

/* A picture of nothing: nobody looks at it. */
#define PICTURE "\x89PNG\r\n\x1a\n"

static PurpleMessageFlags
get_age_flags (Double *self, int age_s)
{
  return age_s >= HISTORY_S ? double_profile_get_flags (self->profile, "history", "delayed") : 0;
}

/* @html: (transfer full). */
static void
receive (Double *self, const char *who, char *html, PurpleMessageFlags flags, int age_s)
{
  double_line_clear (&self->last);
  self->last = (DoubleLine){
    .who = g_strdup (who),
    .html = html,
    .flags = flags | get_age_flags (self, age_s),
    .when = double_get_time (self) - age_s,
  };
  g_hash_table_remove (self->closed, who);
  double_show (self, &self->last);
}

void
double_write_at (Double *self, const char *who, const char *text, int age_s)
{
  receive (self, who, double_profile_dup_text (self->profile, "receive", text),
           double_profile_get_flags (self->profile, "receive", "flags"), age_s);
}

void
double_write (Double *self, const char *who, const char *text)
{
  double_write_at (self, who, text, 0);
}

void
double_deliver_again (Double *self)
{
  double_show (self, &self->last);
}

/* Something that is no plain message, in the form in which the protocol writes it. */
static gboolean
receive_form (Double *self, const char *who, const char *group, const DoubleWord *words)
{
  if (!double_profile_has (self->profile, group))
    return FALSE;
  receive (self, who, double_profile_dup_form (self->profile, group, "form", words),
           double_profile_get_flags (self->profile, group, "flags"), 0);
  return TRUE;
}

gboolean
double_edit (Double *self, const char *who, const char *old, const char *text)
{
  const DoubleWord words[] = { { "{old}", old }, { "{text}", text }, { NULL, NULL } };

  return receive_form (self, who, "edit", words);
}

gboolean
double_delete (Double *self, const char *who, const char *text)
{
  g_autoptr (GDateTime) written = g_date_time_new_from_unix_local (self->last.when);
  g_autofree char *time = g_date_time_format (written, "%T");
  const DoubleWord words[] = { { "{text}", text }, { "{time}", time }, { NULL, NULL } };

  return receive_form (self, who, "deletion", words);
}

gboolean
double_react (Double *self, const char *who, const char *emoji, const char *text)
{
  const DoubleWord words[]
      = { { "{emoji}", emoji }, { "{text}", text }, { "{name}", who }, { NULL, NULL } };

  return receive_form (self, who, "reaction", words);
}

gboolean
double_pin (Double *self, const char *who, const char *text)
{
  const DoubleWord words[] = { { "{text}", text }, { NULL, NULL } };

  return receive_form (self, who, "pin", words);
}

gboolean
double_call (Double *self, const char *who)
{
  const DoubleWord words[] = { { "{name}", who }, { NULL, NULL } };

  return receive_form (self, who, "call", words);
}

gboolean
double_poll (Double *self, const char *who, const char *question)
{
  const DoubleWord words[] = { { "{text}", question }, { NULL, NULL } };

  return receive_form (self, who, "poll", words);
}

gboolean
double_expire (Double *self, const char *who)
{
  const DoubleWord words[] = { { "{name}", "Alice Example" }, { NULL, NULL } };
  g_autofree char *setting = double_profile_dup_string (self->profile, "expiry", "setting");

  if (setting == NULL)
    return receive_form (self, who, "expiry", words);
  purple_account_set_int (self->account, setting, 7);
  return TRUE;
}

gboolean
double_quote (Double *self, const char *who, const char *quoted, const char *text)
{
  const DoubleWord words[]
      = { { "{old}", quoted }, { "{text}", text }, { "{name}", "Me" }, { NULL, NULL } };

  return receive_form (self, who, "quote", words);
}

/* Returns: a picture in libpurple's store, to be given back. */
static int
store_picture (void)
{
  return purple_imgstore_add_with_id (g_memdup2 (PICTURE, sizeof PICTURE), sizeof PICTURE, NULL);
}

gboolean
double_send_picture (Double *self, const char *who)
{
  int id = store_picture ();
  g_autofree char *image = g_strdup_printf ("%d", id);
  const DoubleWord words[] = { { "{image}", image }, { NULL, NULL } };
  gboolean shown = receive_form (self, who, "picture", words);

  purple_imgstore_unref_by_id (id);
  return shown;
}

/* libpurple asks the user about it, which is what its signal is for. */
static void
offer_file (Double *self, const char *who, const char *name)
{
  PurpleXfer *xfer = purple_xfer_new (self->account, PURPLE_XFER_RECEIVE, who);

  purple_xfer_set_filename (xfer, name);
  purple_signal_emit (purple_xfers_get_handle (), "file-recv-request", xfer);
  purple_xfer_unref (xfer);
}

gboolean
double_send_voice (Double *self, const char *who)
{
  const DoubleWord words[] = { { NULL, NULL } };
  g_autofree char *name = double_profile_dup_string (self->profile, "voice", "name");

  if (name == NULL)
    return receive_form (self, who, "voice", words);
  offer_file (self, who, name);
  return TRUE;
}

static char *
dup_typing_name (Double *self, const char *who)
{
  const char *group = g_strcmp0 (who, self->stranger) == 0 ? "stranger" : "person";
  char *name = double_profile_dup_string (self->profile, group, "typing");

  return name != NULL ? name : g_strdup (who);
}

gboolean
double_type (Double *self, const char *who, gboolean typing)
{
  PurplePresence *presence = purple_account_get_presence (self->account);
  PurpleConnection *gc = purple_account_get_connection (self->account);
  g_autofree char *name = dup_typing_name (self, who);

  if (!double_profile_has (self->profile, "typing")
      || (!typing && !double_profile_is (self->profile, "typing", "stop"))
      || (!purple_presence_is_available (presence)
          && !double_profile_is (self->profile, "typing", "away")))
    return FALSE;
  if (typing)
    serv_got_typing (gc, name, double_profile_get_int (self->profile, "typing", "expiry_s", 0),
                     PURPLE_TYPING);
  else
    serv_got_typing_stopped (gc, name);
  return TRUE;
}

/* @html: (transfer full). */
static void
show_own (Double *self, const char *who, char *html, int age_s)
{
  DoubleLine line = {
    .who = g_strdup (who),
    .author = double_dup_author (self, "elsewhere", who),
    .html = html,
    .flags
    = double_profile_get_flags (self->profile, "elsewhere", "flags") | get_age_flags (self, age_s),
    .when = double_profile_is (self->profile, "elsewhere", "now") ? time (NULL)
                                                                  : double_get_time (self) - age_s,
  };

  double_show (self, &line);
  double_line_clear (&line);
}

gboolean
double_write_elsewhere_at (Double *self, const char *who, const char *text, int age_s)
{
  if (!double_profile_has (self->profile, "elsewhere"))
    return FALSE;
  show_own (self, who, double_profile_dup_text (self->profile, "elsewhere", text), age_s);
  return TRUE;
}

gboolean
double_write_elsewhere (Double *self, const char *who, const char *text)
{
  return double_write_elsewhere_at (self, who, text, 0);
}

gboolean
double_send_own_picture (Double *self, const char *who)
{
  int id = store_picture ();
  g_autofree char *image = g_strdup_printf ("%d", id);
  const DoubleWord words[] = { { "{image}", image }, { NULL, NULL } };
  gboolean shows = double_profile_has (self->profile, "elsewhere")
                   && double_profile_has (self->profile, "picture");

  if (shows)
    show_own (self, who, double_profile_dup_form (self->profile, "picture", "form", words), 0);
  purple_imgstore_unref_by_id (id);
  return shows;
}

static gboolean
show_own_form (Double *self, const char *who, const char *key, const DoubleWord *words)
{
  g_autofree char *form = double_profile_dup_string (self->profile, "edit", key);

  if (form == NULL || !double_profile_has (self->profile, "elsewhere"))
    return FALSE;
  show_own (self, who, double_profile_dup_form (self->profile, "edit", key, words), 0);
  return TRUE;
}

gboolean
double_edit_own (Double *self, const char *who, const char *old, const char *text)
{
  const DoubleWord words[] = { { "{old}", old }, { "{text}", text }, { NULL, NULL } };

  return show_own_form (self, who, "form", words);
}

gboolean
double_preview_own (Double *self, const char *who, const char *text)
{
  const DoubleWord words[] = { { "{text}", text }, { NULL, NULL } };

  return show_own_form (self, who, "preview", words);
}
