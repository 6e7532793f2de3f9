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

/* A third dimension of 0 is none, and so is a second. */
static void
append (GArray *arrays, char *name, gsize offset, gsize fan_in, gsize rate_width, gsize first,
        gsize second, gsize third)
{
  IplParameterArray *array;

  ipl_parameter_arrays_add (arrays, name, offset,
                            third > 0    ? 3
                            : second > 0 ? 2
                                         : 1,
                            (gsize[]){ first, second, third });
  array = &g_array_index (arrays, IplParameterArray, arrays->len - 1);
  array->fan_in = fan_in;
  array->rate_width = rate_width;
}

GArray *
ipl_trained_layout_arrays (const IplTrainedLayout *self)
{
  const IplTrainedShape *shape = &self->shape;
  GArray *arrays = ipl_parameter_arrays_new ();

  for (guint l = 0; l < shape->L; l++)
    {
      append (arrays, g_strdup_printf ("layers.%u.query", l), self->wq[l], 1, 0, shape->H[l],
              shape->G, shape->N0);
      append (arrays, g_strdup_printf ("layers.%u.key", l), self->wk[l], 1, 0, shape->H[l],
              shape->G, shape->N0);
    }
  append (arrays, g_strdup ("embedding"), self->V0, shape->N0, shape->N[0], shape->N[0], shape->N0,
          0);
  for (guint l = 0; l < shape->L; l++)
    append (arrays, g_strdup_printf ("layers.%u.value", l), self->V[l], shape->N[l], shape->N[l],
            shape->H[l], shape->N[l + 1], shape->N[l]);
  append (arrays, g_strdup ("readout"), self->a, shape->N[shape->L], shape->N[shape->L],
          shape->N[shape->L], 0, 0);
  return arrays;
}

GArray *
ipl_trained_shape_arrays (const IplTrainedShape *shape)
{
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, shape);
  return ipl_trained_layout_arrays (&layout);
}
