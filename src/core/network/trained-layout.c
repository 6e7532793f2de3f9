/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-layout.h"

#include <string.h>

/* A product through combined weights runs at about twice the speed of one of a head's queries and
 * keys, because those matrices are small. */
#define SMALL_PRODUCT_COST 2.0

/* Multiplications of one head and example, forward and back. */
static double
combined_cost (const IplTrainedShape *shape)
{
  double T = (double)shape->T, N0 = (double)shape->N0;

  return 2 * T * N0 * N0 + 2 * T * T * N0;
}

static double
query_key_cost (const IplTrainedShape *shape)
{
  double T = (double)shape->T, N0 = (double)shape->N0, G = (double)shape->G;

  return 4 * T * N0 * G + SMALL_PRODUCT_COST * 3 * T * T * G;
}

void
ipl_trained_layout_init (IplTrainedLayout *self, const IplTrainedShape *shape)
{
  gsize at = 0;

  memset (self, 0, sizeof *self);
  self->shape = *shape;
  self->Pi_from[shape->L] = 1;
  for (guint l = shape->L; l-- > 0;)
    self->Pi_from[l] = shape->H[l] * self->Pi_from[l + 1];
  self->Pi = self->Pi_from[0];
  self->Ts = (shape->T + IPL_TRAINED_PAD - 1) / IPL_TRAINED_PAD * IPL_TRAINED_PAD;
  self->combined = combined_cost (shape) <= query_key_cost (shape);
  for (guint l = 0; l < shape->L; l++)
    {
      self->first_head[l] = self->heads;
      self->heads += shape->H[l];
      self->wq[l] = at;
      at += shape->H[l] * shape->G * shape->N0;
      self->wk[l] = at;
      at += shape->H[l] * shape->G * shape->N0;
    }
  self->V0 = at;
  at += shape->N[0] * shape->N0;
  for (guint l = 0; l < shape->L; l++)
    {
      self->V[l] = at;
      at += shape->H[l] * shape->N[l + 1] * shape->N[l];
    }
  self->a = at;
  self->n = at + shape->N[shape->L];
}

static void
append (GArray *tensors, char *name, gsize offset, gsize fan_in, gsize rate_width, gsize first,
        gsize second, gsize third)
{
  IplTrainedTensor tensor = { .name = name,
                              .offset = offset,
                              .size = first * MAX (second, 1) * MAX (third, 1),
                              .ndim = third > 0    ? 3
                                      : second > 0 ? 2
                                                   : 1,
                              .shape = { first, second, third },
                              .fan_in = fan_in,
                              .rate_width = rate_width,
                              .attention = rate_width == 0 };

  g_array_append_val (tensors, tensor);
}

static void
clear_tensor (gpointer data)
{
  g_free (((IplTrainedTensor *)data)->name);
}

/* Returns: (transfer full): the arrays in the order of the parameters, with their names in files */
GArray *
ipl_trained_layout_tensors (const IplTrainedLayout *self)
{
  const IplTrainedShape *shape = &self->shape;
  GArray *tensors = g_array_new (FALSE, FALSE, sizeof (IplTrainedTensor));

  g_array_set_clear_func (tensors, clear_tensor);
  for (guint l = 0; l < shape->L; l++)
    {
      append (tensors, g_strdup_printf ("layers.%u.query", l), self->wq[l], 1, 0, shape->H[l],
              shape->G, shape->N0);
      append (tensors, g_strdup_printf ("layers.%u.key", l), self->wk[l], 1, 0, shape->H[l],
              shape->G, shape->N0);
    }
  append (tensors, g_strdup ("embedding"), self->V0, shape->N0, shape->N[0], shape->N[0], shape->N0,
          0);
  for (guint l = 0; l < shape->L; l++)
    append (tensors, g_strdup_printf ("layers.%u.value", l), self->V[l], shape->N[l], shape->N[l],
            shape->H[l], shape->N[l + 1], shape->N[l]);
  append (tensors, g_strdup ("readout"), self->a, shape->N[shape->L], shape->N[shape->L],
          shape->N[shape->L], 0, 0);
  return tensors;
}
