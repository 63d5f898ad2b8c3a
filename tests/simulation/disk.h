/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* The disk below a folder, for this program and its libraries, SQLite among them: it keeps for good
 * what was synced, and can be full or broken. */
typedef struct
{
  char *folder;  /* what is told of is in here */
  char *lasting; /* another: of each file what was in it when it was last synced */
  int number;    /* errno of each write; 0: none */
  int sync_number;
  sqlite3 *holder; /* (nullable): the connection of another program that has the store */
} SimDisk;

/* @disk: borrowed until sim_disk_end (). */
void sim_disk_begin (SimDisk *disk);
void sim_disk_end (void);

/* Another program takes the store in the folder for itself, or lets go of it. */
void sim_disk_hold (SimDisk *disk, gboolean hold);

/* What another program would find in @to, which is not there yet, were the machine to stop now;
 * with a @power_cut only what lasts. */
void sim_disk_copy (SimDisk *disk, const char *to, gboolean power_cut);

G_END_DECLS
