/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "faults.h"

#include <errno.h>

gboolean
sim_faults_strike (SimFaults *faults, SimCall call)
{
  guint64 number;

  if (faults == NULL || !faults->on)
    return FALSE;
  number = faults->n++;
  faults->of[call]++;
  if (number == faults->from && faults->length > 0)
    faults->first = call;
  return number >= faults->from && number - faults->from < faults->length;
}

int
sim_faults_get_errno (SimCall call)
{
  static const int numbers[SIM_N_CALLS] = {
    [SIM_CALL_OPEN] = EMFILE, [SIM_CALL_READ] = EIO,    [SIM_CALL_WRITE] = ENOSPC,
    [SIM_CALL_SYNC] = EIO,    [SIM_CALL_LOCK] = ENOLCK, [SIM_CALL_NAME] = EACCES,
    [SIM_CALL_SIZE] = EIO,
  };

  return numbers[call];
}

const char *
sim_call_to_string (SimCall call)
{
  static const char *const names[SIM_N_CALLS] = {
    [SIM_CALL_OPEN] = "open", [SIM_CALL_READ] = "read",       [SIM_CALL_WRITE] = "write",
    [SIM_CALL_SYNC] = "sync", [SIM_CALL_LOCK] = "lock",       [SIM_CALL_NAME] = "name",
    [SIM_CALL_SIZE] = "size", [SIM_CALL_REQUEST] = "request", [SIM_CALL_PIECE] = "piece",
    [SIM_CALL_SAY] = "say",   [SIM_CALL_TELL] = "tell",
  };

  return names[call];
}
