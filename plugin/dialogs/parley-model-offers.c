/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "dialogs/parley-model-offers.h"

#include "dialogs/parley-finch.h"

#define FIELD "model"

struct _ParleyModelOffers
{
  GPtrArray *rows; /* of ParleyModelOffer */
};

static void
offer_free (gpointer data)
{
  ParleyModelOffer *offer = data;

  g_free (offer->label);
  g_free (offer->base_url);
  g_free (offer->model);
  g_free (offer);
}

ParleyModelOffers *
parley_model_offers_new (void)
{
  ParleyModelOffers *offers = g_new0 (ParleyModelOffers, 1);

  offers->rows = g_ptr_array_new_with_free_func (offer_free);
  return offers;
}

void
parley_model_offers_free (ParleyModelOffers *offers)
{
  g_ptr_array_unref (offers->rows);
  g_free (offers);
}

/* @label: (transfer full). Returns: (transfer none). */
static ParleyModelOffer *
add (ParleyModelOffers *offers, char *label, const char *base_url, const char *model)
{
  ParleyModelOffer *offer = g_new0 (ParleyModelOffer, 1);

  offer->label = label;
  offer->base_url = g_strdup (base_url);
  offer->model = g_strdup (model);
  g_ptr_array_add (offers->rows, offer);
  return offer;
}

void
parley_model_offers_add (ParleyModelOffers *offers,
                         const GPtrArray *models,
                         const char *base_url,
                         const char *name)
{
  for (guint i = 0; i < models->len; i++)
    {
      const ParleyModel *model = g_ptr_array_index (models, i);

      add (offers,
           name != NULL ? g_strdup_printf ("%s (%s)", model->id, name) : g_strdup (model->id),
           base_url, model->id)
          ->where
          = model->where;
    }
}

void
parley_model_offers_add_other (ParleyModelOffers *offers, const char *label)
{
  add (offers, g_strdup (label), NULL, NULL);
}

guint
parley_model_offers_count (const ParleyModelOffers *offers)
{
  return offers->rows->len;
}

PurpleRequestFields *
parley_model_offers_new_fields (const ParleyModelOffers *offers, const char *chosen)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = parley_row_field_new (FIELD, NULL);
  guint marked = 0;

  for (guint i = 0; chosen != NULL && i < offers->rows->len; i++)
    {
      const ParleyModelOffer *offer = g_ptr_array_index (offers->rows, i);

      if (g_strcmp0 (offer->model, chosen) == 0)
        marked = i;
    }
  for (guint i = 0; i < offers->rows->len; i++)
    {
      const ParleyModelOffer *offer = g_ptr_array_index (offers->rows, i);

      parley_row_field_add (field, offer->label, i == marked);
    }
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  return fields;
}

const ParleyModelOffer *
parley_model_offers_get_chosen (const ParleyModelOffers *offers, PurpleRequestFields *fields)
{
  return g_ptr_array_index (offers->rows, parley_row_field_get (fields, FIELD));
}
