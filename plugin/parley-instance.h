/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <plugin.h>

#include "engine/parley-engine.h"
#include "contacts/parley-contacts.h"
#include "protocols/parley-irc.h"
#include "parley-listening.h"
#include "parley-purple-host.h"
#include "parley-speakers.h"

G_BEGIN_DECLS

typedef struct _ParleyIrcLines ParleyIrcLines;
typedef struct _ParleyKeyDialogs ParleyKeyDialogs;
typedef struct _ParleyPrefs ParleyPrefs;
typedef struct _ParleyCarbons ParleyCarbons;
typedef struct _ParleySources ParleySources;
typedef struct _ParleyStanzas ParleyStanzas;
typedef struct _ParleyCommands ParleyCommands;
typedef struct _ParleyControl ParleyControl;
typedef struct _ParleyDialogs ParleyDialogs;
typedef struct _ParleyEntry ParleyEntry;
typedef struct _ParleyWatch ParleyWatch;
typedef struct _ParleyAutoReply ParleyAutoReply;
typedef struct _ParleyHoursDialog ParleyHoursDialog;
typedef struct _ParleyLogDialog ParleyLogDialog;
typedef struct _ParleyMemoryDialog ParleyMemoryDialog;
typedef struct _ParleyStatusDialog ParleyStatusDialog;
typedef struct _ParleyIntroduction ParleyIntroduction;
typedef struct _ParleyModelPicker ParleyModelPicker;
typedef struct _ParleyPersonaDialog ParleyPersonaDialog;
typedef struct _ParleyPromptWindow ParleyPromptWindow;
typedef struct _ParleyRehearsal ParleyRehearsal;
typedef struct _ParleySwitches ParleySwitches;
typedef struct _ParleyWelcomeBack ParleyWelcomeBack;
typedef struct _ParleyWhoseLine ParleyWhoseLine;

#define PARLEY_PLUGIN_ID "core-parley"

/* What the parts of a loaded plugin ask each other for. libpurple keeps it for us in the plugin's
 * extra field. What nobody asks for is in parley-plugin.c. */
typedef struct
{
  PurplePlugin *plugin; /* also the handle of dialogs */
  ParleyListening *listening;
  char *user_dir; /* Parley's own folder */
  ParleySettings *settings;
  ParleyTimers *timers;
  ParleyIrc *irc;
  ParleySources *sources;
  ParleyContacts *contacts;
  ParleySpeakers *speakers;
  ParleyPurpleHost *host;
  ParleyEngine *engine;
  ParleyKeyDialogs *key_dialogs;
  ParleyPrefs *prefs;
  ParleySwitches *switches;
  ParleyDialogs *dialogs;
  ParleyIntroduction *introduction;
  ParleyRehearsal *rehearsal;
  ParleyEntry *entry;
  GHashTable
      *conversations; /* PurpleConversation → ParleyChatKey, as it was when it was first seen */
  GCancellable *cancellable; /* of what the user started from a menu */
} ParleyInstance;

/* Returns: (transfer none) (nullable): the instance of a loaded plugin. */
static inline ParleyInstance *
parley_instance_get (PurplePlugin *plugin)
{
  return plugin->extra;
}

G_END_DECLS
