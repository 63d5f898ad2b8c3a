/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "base/parley-hint.h"

G_BEGIN_DECLS

/* What a model wants to happen with the turn, told by a tool of the turn. */
typedef enum
{
  PARLEY_WISH_GO_ON, /* nothing but what it says */
  PARLEY_WISH_WAIT,  /* it wants to read more first */
  PARLEY_WISH_SILENCE,
  PARLEY_WISH_HAND_OVER, /* the user is to answer */
} ParleyWishKind;

/* All zero wishes for nothing. */
typedef struct
{
  ParleyWishKind kind;
  int wait_s;   /* of WAIT */
  char *reason; /* of SILENCE and HAND_OVER: a model's words; plain, at most 200 bytes, one line */
  ParleyHint hint;
} ParleyWish;

void parley_wish_clear (ParleyWish *wish);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ParleyWish, parley_wish_clear)

G_END_DECLS
