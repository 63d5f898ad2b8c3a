/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In the order of the list "units" in data/lexicon. */
typedef enum
{
  PARLEY_TIME_MINUTE,
  PARLEY_TIME_HOUR,
  PARLEY_TIME_DAY,
  PARLEY_TIME_WEEK,
  PARLEY_TIME_MONTH,
  PARLEY_TIME_YEAR,
} ParleyTimeUnit;

typedef enum
{
  PARLEY_TIME_LAST,    /* the last @n units, up to now: "last 24 hours" */
  PARLEY_TIME_WHOLE,   /* the whole unit that lies @n units back: "yesterday", "2 days ago" */
  PARLEY_TIME_WEEKDAY, /* the newest one: "Monday" */
  PARLEY_TIME_DATE,    /* a day, month or year: "3 March", "January", "2024" */
} ParleyTimeKind;

/* A time as it was said; what instants that are depends on now and on the time zone. */
typedef struct
{
  ParleyTimeKind kind;
  gboolean since; /* from where it begins, up to now */
  guint n;
  ParleyTimeUnit unit;
  int weekday; /* 1 is Monday */
  int year;    /* 0: not said */
  int month;   /* 1 is January; 0: not said */
  int day;     /* of the month; 0: not said. Not checked against the month. */
} ParleyTimePhrase;

G_END_DECLS
