/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-notice.h"

#include <glib/gi18n-lib.h>

#include "parley-finch.h"

void *
parley_notice (gpointer handle, PurpleNotifyMsgType type, const char *primary, const char *text)
{
  g_autofree char *wrapped = text != NULL ? parley_finch_dup_wrapped (text) : NULL;

  return purple_notify_message (handle, type, _ ("Parley"), primary, wrapped, NULL, NULL);
}
