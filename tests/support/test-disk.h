/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A disk that is slow, full or broken, for every call of this program and its libraries: put
 * test-disk.c among its sources. All members may change while it is used. */
typedef struct
{
  gint syncs;              /* counted: how often something was to last */
  gint delay_ms;           /* that long each of them takes longer */
  gint sync_number;        /* errno of each of them; 0: none */
  gint folder_sync_number; /* the same, of those of folders only */
  gint number;             /* errno of each write; 0: none */
  gint hangs;              /* nothing is synced as long as this is TRUE */

  /* (nullable): a folder: of each file what was in it when it was last synced, all that a power cut
   * leaves of it. */
  const char *lasting;
  gint
      uncovered; /* counted: files of lines that were removed or cut while that had words of them */
} ParleyTestDisk;

/* @disk: borrowed until parley_test_disk_end (). */
void parley_test_disk_begin (ParleyTestDisk *disk);
void parley_test_disk_end (void);

G_END_DECLS
