/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <request.h>

#include "backend/parley-model.h"

G_BEGIN_DECLS

/* Models that the user can choose from, of one server or of several, as a list in a dialog. */
typedef struct _ParleyModelOffers ParleyModelOffers;

typedef struct
{
  char *label;       /* as it stands in the list */
  char *base_url;    /* (nullable): of its server; NULL: the row is no model */
  char *model;       /* (nullable): as the server names it */
  ParleyWhere where; /* it runs, as far as the server told */
} ParleyModelOffer;

/* Returns: (transfer full): nothing yet. */
ParleyModelOffers *parley_model_offers_new (void);
void parley_model_offers_free (ParleyModelOffers *offers);

/* @models: of ParleyModel. @name: (nullable): of the server, if there are several to tell apart. */
void parley_model_offers_add (ParleyModelOffers *offers,
                              const GPtrArray *models,
                              const char *base_url,
                              const char *name);

/* A row that stands for something else to do. */
void parley_model_offers_add_other (ParleyModelOffers *offers, const char *label);

guint parley_model_offers_count (const ParleyModelOffers *offers);

/* @chosen: (nullable): the model that is marked at first; else it is the first row. Returns:
 * (transfer full). */
PurpleRequestFields *parley_model_offers_new_fields (const ParleyModelOffers *offers,
                                                     const char *chosen);

/* Returns: (transfer none): the row that is marked in the answered dialog. */
const ParleyModelOffer *parley_model_offers_get_chosen (const ParleyModelOffers *offers,
                                                        PurpleRequestFields *fields);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ParleyModelOffers, parley_model_offers_free)

G_END_DECLS
