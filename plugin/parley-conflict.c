/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define _GNU_SOURCE
#include "parley-conflict.h"

#include <link.h>
#include <string.h>

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  return strstr (info->dlpi_name, "libsoup-2.4") != NULL;
}

gboolean
parley_conflict_has_libsoup2 (void)
{
  return dl_iterate_phdr (look_at_object, NULL) != 0;
}
