/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <sqlite3.h>

#include "faults.h"

G_BEGIN_DECLS

/* The disk below a folder, for this program and its libraries, SQLite among them: it keeps for good
 * what was synced, and can be full or broken. */
typedef struct
{
  const char *top;   /* all below it but what lasts can fail; borrowed */
  SimFaults *faults; /* (nullable): what does; borrowed */
  char *folder;      /* what is told of is in here */
  char *lasting;     /* another: of each file what was in it when it was last synced */
  int number;        /* errno of each write; 0: none */
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

/* For those who stand in the place of the system's calls. Return: whether it fails, with errno. */
gboolean sim_disk_fails (int fd, SimCall call);
gboolean sim_disk_refuses_to_open (const char *path, int flags);
gboolean sim_disk_fails_at (const char *path, SimCall call);

/* Does what fsync () does. */
int sim_disk_sync (int fd);

G_END_DECLS
