/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "cli/parley-options.h"
#include "turn/parley-window.h"

G_BEGIN_DECLS

/* What a turn is read with: settings, words, channel and profile, as the verbs that read turns are
 * told. */
typedef struct
{
  ParleyOptions options;
  char *profile; /* (nullable): the settings' */
  char *channel; /* (nullable): "other" */

  ParleySettings *settings;
  ParleyLexicon *lexicon;
  ParleyLearned *learned;
  ParleyTurnPolicy policy;
  int base_ms;
} ParleyReader;

void parley_reader_clear (ParleyReader *reader);

/* Parses the arguments; as parley_options_parse(). */
gboolean
parley_reader_parse (ParleyReader *reader, char **args, const GOptionEntry *own, GError **error);

/* Loads all there is to load. A learned profile without its data is named on standard error and
 * becomes swift. @verb: for that message. */
gboolean parley_reader_load (ParleyReader *reader, const char *verb, GError **error);

/* Returns: (transfer none): the profile that really runs, "swift". */
const char *parley_reader_get_profile (const ParleyReader *reader);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyReader, parley_reader_clear)

G_END_DECLS
