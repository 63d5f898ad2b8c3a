/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What people and machines do in a simulated life, all of it from a seed, before it begins: a list
 * that can be made shorter. What follows from it is not in it. */
typedef enum
{
  SIM_WRITES,       /* the person, a line */
  SIM_EDITS,        /* their last line */
  SIM_REACTS,       /* to a line, as the protocol says it */
  SIM_TYPES,        /* they are seen to type */
  SIM_STOPS,        /* typing */
  SIM_PAUSES,       /* likewise, with a text left in the box */
  SIM_IS_ROBBED,    /* somebody else has their name from now on, who writes under it */
  SIM_COMES_BACK,   /* to their name */
  SIM_ENCRYPTS,     /* n: from now on, or no longer */
  SIM_USER_WRITES,  /* by hand; n: elsewhere */
  SIM_USER_TYPES,   /* to them */
  SIM_USER_STOPS,   /* typing */
  SIM_USER_GOES_ON, /* has Parley answer again */
  SIM_USER_CHOOSES, /* n: a ParleyMode */
  SIM_USER_PAUSES,  /* everywhere; n: from now on, or no longer */
  SIM_USER_SENDS,   /* the draft */
  SIM_USER_DROPS,   /* the draft */
  SIM_LOSES_LINE,   /* the account; who: one of its people */
  SIM_HAS_LINE,     /* again */
  SIM_REPEATS,      /* the server hands out their last line again */
  SIM_STAMPS,       /* servers stamp what waited for the account; n: a SimStamps */
  SIM_MODEL_TURNS,  /* another way of answering; n: a SimMood */
  SIM_DISK_TURNS,   /* n: a SimDiskMood */
  SIM_IS_KILLED,    /* the program, and starts again after n seconds */
  SIM_LOSES_POWER,  /* the machine, likewise */
  SIM_QUITS,        /* the program is ended, likewise */
  SIM_SLEEPS,       /* the machine, for n seconds */
  SIM_CLOCK_LEAPS,  /* n: seconds, beyond SIM_LEAP_BACK: back by the rest */
  SIM_USER_MOVES,   /* to another server, or model; n: which */
  SIM_USER_RENAMES, /* the account; who: one of its people; n: how it is called now */
  SIM_N_DEEDS,
} SimDeed;

#define SIM_LEAP_BACK 100000

typedef enum
{
  SIM_MOOD_QUICK,
  SIM_MOOD_SLOW,
  SIM_MOOD_LONG,   /* several bubbles */
  SIM_MOOD_STALLS, /* in mid-reply */
  SIM_MOOD_CUTS,   /* likewise */
  SIM_MOOD_FAILS,  /* with an error of HTTP */
  SIM_MOOD_GONE,   /* no connection */
  SIM_MOOD_SILENT, /* calls the tool that says nothing */
  SIM_MOOD_WAITS,  /* calls the one that waits for more */
  SIM_MOOD_LOST,   /* calls one that there isn't */
  SIM_MOOD_EMPTY,
  SIM_MOOD_COSTS,     /* a lot */
  SIM_MOOD_REMEMBERS, /* calls the tool that does, then says two bubbles */
  SIM_MOOD_PARROTS,   /* says what it was told of how to write */
  SIM_MOOD_TELLS,     /* says what it was told not to say */
  SIM_MOOD_MISCALLS,  /* calls tools with what they don't take */
  SIM_MOOD_RUINS,     /* costs more than it told, and than a day may cost */
  SIM_N_MOODS,
} SimMood;

typedef enum
{
  SIM_STAMPS_RIGHT,
  SIM_STAMPS_NOW, /* with the time at which it is handed out */
  SIM_STAMPS_AHEAD,
  SIM_N_STAMPS,
} SimStamps;

typedef enum
{
  SIM_DISK_WELL,
  SIM_DISK_SLOW,
  SIM_DISK_FULL,
  SIM_DISK_BROKEN, /* nothing is synced */
  SIM_DISK_HELD,   /* another program has the store */
  SIM_DISK_READ_ONLY,
  SIM_N_DISK_MOODS,
} SimDiskMood;

typedef struct
{
  gint64 at; /* ms from the beginning */
  SimDeed deed;
  guint who;
  guint n;
} SimEvent;

/* Below it a seed means what it meant before there was more in the world. */
#define SIM_FULL_SEED 1000000

/* Returns: (transfer full) (element-type SimEvent): in the order of their time. */
GArray *sim_plan_new (guint64 seed, guint people, guint days);

G_END_DECLS
