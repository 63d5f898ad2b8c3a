/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
/* A user's own protocols.ini, of any kind, and a line that is read by it: the parts of the line are
 * of the line, and what is no emoji never gets to a model as one. Line and file are parted by a
 * line of "--". */
#include "fuzz.h"

#include <string.h>

#include "base/parley-channels.h"
#include "guard/parley-form.h"

#define MARKER "\n--\n"

static void
check_formed (const ParleyFormed *formed, const char *text)
{
  g_assert_cmpint (formed->form, <, PARLEY_N_FORMS);
  if (formed->old != NULL)
    g_assert_nonnull (strstr (text, formed->old));
  if (formed->text == NULL)
    return;
  g_assert_true (g_utf8_validate (formed->text, -1, NULL));
  if (formed->form == PARLEY_FORM_REACTION)
    g_assert_true (g_str_has_prefix (formed->text, "⟦a reaction"));
  else if (formed->form != PARLEY_FORM_QUOTE)
    g_assert_nonnull (strstr (text, formed->text));
}

static void
check_channel (ParleyProtocols *protocols, const char *protocol, const char *overrides)
{
  g_autoptr (ParleyChannels) channels = parley_channels_new (protocols);
  const char *kind = parley_channels_get_kind (channels, protocol);
  ParleyLimits limits = parley_channels_get_limits (channels, kind);
  int base_ms = parley_channels_get_base_ms (channels, overrides, kind, "alice@example.org");

  g_assert_cmpint (base_ms, >=, 0);
  g_assert_cmpint (base_ms, <=, 60000);
  g_assert_cmpint (limits.max_bytes, >=, 0);
  g_assert_cmpint (limits.max_lines, >=, 0);
  g_assert_cmpint (limits.min_gap_ms, >=, 0);
  parley_channels_check_overrides (overrides, NULL);
  parley_protocols_name_proves (protocols, protocol, "alice@example.org");
  parley_channels_show_typing (channels, kind);
}

static void
read_line (ParleyProtocols *protocols, const char *protocol, const char *text)
{
  for (guint system = 0; system < 2; system++)
    {
      g_auto (ParleyFormed) formed;

      parley_form_read (protocols, protocol, system, text, &formed);
      check_formed (&formed, text);
    }
}

/* Most inputs have the file of the one before: it is read once. */
static ParleyProtocols *
get_protocols (const char *own)
{
  static ParleyProtocols *protocols = NULL; /* libFuzzer: calls a target again and again */
  static char *file = NULL;                 /* libFuzzer: likewise */
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (ParleyData) files = NULL;

  if (g_strcmp0 (own, file) == 0)
    return protocols;
  g_clear_pointer (&protocols, parley_protocols_free);
  g_free (file);
  file = g_strdup (own);
  path = fuzz_put_file ("protocols.ini", own, strlen (own));
  folder = g_path_get_dirname (path);
  files = parley_data_new (folder);
  protocols = parley_protocols_new (files);
  parley_data_get_trouble (files);
  fuzz_drop_files (path);
  return protocols;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const names[] = {
    "prpl-eionrobb-discord", "prpl-slack", "prpl-hehoe-whatsmeow", "telegram-tdlib", "prpl-irc",
    "prpl-jabber",           "prpl-x"
  };
  FuzzInput input = { data, size };
  const char *protocol = names[fuzz_take (&input, G_N_ELEMENTS (names))];
  g_autofree char *text = fuzz_take_utf8_rest (&input);
  char *marker = strstr (text, MARKER);
  const char *own = marker != NULL ? marker + strlen (MARKER) : "";
  ParleyProtocols *protocols = get_protocols (own);

  if (marker != NULL)
    *marker = '\0';
  read_line (protocols, protocol, text);
  check_channel (protocols, protocol, text);
  parley_protocols_is_end_to_end (protocols, protocol, text);
  return 0;
}
