/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "guard/parley-meter.h"

G_BEGIN_DECLS

/* What the user is told of a limit. */
typedef struct
{
  ParleyCause cause;
  char *text; /* translated */
} ParleyLimitNotice;

/* @causes: what is in force. @news: what of it the user does not know. What is said by a stronger
 * one is left out, and so is that tokens are nearly used, for that changes nothing they could see.
 * Returns: (transfer full): array of ParleyLimitNotice. */
GPtrArray *parley_limit_notices_new (const ParleyMeter *meter,
                                     const ParleyMeter *all,
                                     const ParleyQuota *quota,
                                     gint64 now,
                                     ParleyCauses causes,
                                     ParleyCauses news);

G_END_DECLS
