/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What people and machines do in a simulated life, all of it from a seed, before it begins: a list
 * that can be made shorter. What follows from it is not in it. */
typedef enum
{
  SIM_WRITES,      /* the person, a line */
  SIM_TYPES,       /* they are seen to type, or to stop */
  SIM_STOPS,       /* typing */
  SIM_USER_WRITES, /* by hand, here */
  SIM_USER_TYPES,  /* to them */
  SIM_MODEL_TURNS, /* another way of answering; n: a SimMood */
  SIM_N_DEEDS,
} SimDeed;

typedef enum
{
  SIM_MOOD_QUICK,
  SIM_MOOD_SLOW,
  SIM_MOOD_LONG,   /* several bubbles */
  SIM_MOOD_STALLS, /* in mid-reply */
  SIM_MOOD_CUTS,   /* likewise */
  SIM_MOOD_FAILS,  /* with an error of HTTP */
  SIM_MOOD_GONE,   /* no connection */
  SIM_N_MOODS,
} SimMood;

typedef struct
{
  gint64 at; /* ms from the beginning */
  SimDeed deed;
  guint who;
  guint n;
} SimEvent;

/* Returns: (transfer full) (element-type SimEvent): in the order of their time. */
GArray *sim_plan_new (guint64 seed, guint people, guint days);

G_END_DECLS
