/* SPDX-FileCopyrightText: 2026 The Parley authors
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "parley-model-offers.h"

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

/* @label: (transfer full). */
static void
add (ParleyModelOffers *offers, char *label, const char *base_url, const char *model)
{
  ParleyModelOffer *offer = g_new0 (ParleyModelOffer, 1);

  offer->label = label;
  offer->base_url = g_strdup (base_url);
  offer->model = g_strdup (model);
  g_ptr_array_add (offers->rows, offer);
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
           base_url, model->id);
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

/* Finch tells rows apart by their data, Pidgin by their labels. */
PurpleRequestFields *
parley_model_offers_new_fields (const ParleyModelOffers *offers,
                                const char *label,
                                const char *chosen)
{
  PurpleRequestFields *fields = purple_request_fields_new ();
  PurpleRequestFieldGroup *group = purple_request_field_group_new (NULL);
  PurpleRequestField *field = purple_request_field_list_new (FIELD, label);
  const char *marked = NULL;

  for (guint i = 0; i < offers->rows->len; i++)
    {
      ParleyModelOffer *offer = g_ptr_array_index (offers->rows, i);

      purple_request_field_list_add (field, offer->label, offer);
      if (marked == NULL || (chosen != NULL && g_strcmp0 (offer->model, chosen) == 0))
        marked = offer->label;
    }
  if (marked != NULL)
    purple_request_field_list_add_selected (field, marked);
  purple_request_field_group_add_field (group, field);
  purple_request_fields_add_group (fields, group);
  return fields;
}

const ParleyModelOffer *
parley_model_offers_get_chosen (const ParleyModelOffers *offers, PurpleRequestFields *fields)
{
  PurpleRequestField *field = purple_request_fields_get_field (fields, FIELD);
  GList *selected = purple_request_field_list_get_selected (field);

  for (guint i = 0; selected != NULL && i < offers->rows->len; i++)
    {
      const ParleyModelOffer *offer = g_ptr_array_index (offers->rows, i);

      if (g_str_equal (offer->label, selected->data))
        return offer;
    }
  return NULL;
}
