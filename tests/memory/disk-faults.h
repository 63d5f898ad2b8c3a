/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A disk that fails, for SQLite in this process. */
typedef struct
{
  gint calls;    /* SQLite's calls of that kind so far */
  gint fail_at;  /* the first one that fails; -1: none */
  gint fail_end; /* the first one after it that doesn't */
  int number;    /* errno of those that fail */
} DiskFaults;

typedef enum
{
  DISK_FAULTS_WRITE,
  DISK_FAULTS_READ,
  DISK_FAULTS_OPEN,
} DiskFaultsKind;

/* @faults: borrowed until disk_faults_end (). */
void disk_faults_begin (DiskFaults *faults, DiskFaultsKind kind);
void disk_faults_end (void);

G_END_DECLS
