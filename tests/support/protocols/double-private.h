/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <accountopt.h>
#include <plugin.h>
#include <prpl.h>

#include "double.h"

G_BEGIN_DECLS

/* One line as libpurple gets it. */
typedef struct
{
  char *who;
  char *author; /* of own words */
  char *html;
  PurpleMessageFlags flags;
  time_t when;
} DoubleLine;

struct _Double
{
  DoubleProfile *profile;
  PurplePlugin *plugin;
  PurplePluginInfo info;
  PurplePluginProtocolInfo protocol;
  gboolean has_signals;
  PurpleAccount *account; /* NULL until there is one */
  char *person;
  char *stranger;
  GString *wire;
  DoubleFate fate;
  int ahead_s;        /* the server's clock */
  gboolean showing;   /* a line is written into the window by us, not by libpurple */
  GHashTable *closed; /* of names: the service has no conversation with them */
  GQueue *awaited;    /* of Echo, see double.c */
  DoubleLine last;    /* that somebody wrote */
};

/* Hands the line to libpurple, in the way that its flags are of. */
void double_show (Double *self, const DoubleLine *line);

/* By the server's clock. */
time_t double_get_time (Double *self);

/* Returns: (transfer full): under which name own words to @who are written. */
char *double_dup_author (Double *self, const char *group, const char *who);

void double_line_clear (DoubleLine *line);

G_END_DECLS
