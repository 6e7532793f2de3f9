/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-shape.h"

#include "core/base/error.h"

#include <string.h>

#define MAX_WIDTH 100000

/* Pi, the product of the heads. */
gsize
ipl_trained_shape_n_paths (const IplTrainedShape *self)
{
  gsize Pi = 1;

  for (guint l = 0; l < self->L; l++)
    Pi *= self->H[l];
  return Pi;
}

gsize
ipl_trained_shape_n_rows (const IplTrainedShape *self)
{
  return ipl_trained_shape_n_paths (self) * self->outputs;
}

/* Heads of all layers. */
gsize
ipl_trained_shape_n_heads (const IplTrainedShape *self)
{
  gsize heads = 0;

  for (guint l = 0; l < self->L; l++)
    heads += self->H[l];
  return heads;
}

/* The cost of the network in the usual evaluation, token by token, which pruning reduces. */
double
ipl_trained_shape_multiply_adds (const IplTrainedShape *self)
{
  double T = (double)self->T, N0 = (double)self->N0, G = (double)self->G;
  double sum = T * N0 * (double)self->N[0] + (double)self->N[self->L] * (T + self->outputs);

  for (guint l = 0; l < self->L; l++)
    sum += (double)self->H[l]
           * (2 * T * N0 * G + T * T * G + T * T * (double)self->N[l]
              + T * (double)self->N[l] * (double)self->N[l + 1]);
  return sum;
}

/* TRUE if such a network can be made; else IPL_ERROR_VALUE. */
gboolean
ipl_trained_shape_validate (const IplTrainedShape *self, GError **error)
{
  double Pi = 1, matrix = (double)self->T;

  if (!ipl_error_check_range (self->L, IPL_MAX_LAYERS, "The number of attention layers", error)
      || !ipl_error_check_range (self->G, MAX_WIDTH, "The query/key width G", error)
      || !ipl_error_check_range (self->N0, MAX_WIDTH, "The width of a token", error)
      || !ipl_error_check_range (self->T, MAX_WIDTH, "The number of tokens", error)
      || !ipl_error_check_range (self->outputs, IPL_MAX_OUTPUTS, "The number of outputs", error))
    return FALSE;
  for (guint l = 0; l <= self->L; l++)
    {
      if (!ipl_error_check_range (self->N[l], MAX_WIDTH, "The width N", error))
        return FALSE;
      if (l == self->L)
        break;
      if (!ipl_error_check_range (self->H[l], IPL_MAX_HEADS, "The number of heads of a layer",
                                  error))
        return FALSE;
      Pi *= self->H[l];
      matrix += (double)self->H[l] * (double)(self->N0 + 2 * self->G + self->T);
    }
  if (Pi > IPL_TRAINED_MAX_PATHS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "These heads make %.0f paths, and a network can be trained with at most %d: "
                     "choose fewer heads or layers.",
                     Pi, IPL_TRAINED_MAX_PATHS);
  if (Pi * self->outputs > IPL_TRAINED_MAX_PATHS)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "These heads make %.0f paths, and with %u outputs a network can be trained "
                     "with at most %d: choose fewer heads, layers or outputs.",
                     Pi, self->outputs, IPL_TRAINED_MAX_PATHS / self->outputs);
  if (self->readout != IPL_READOUT_MEAN && self->readout != IPL_READOUT_LAST
      && self->readout != IPL_READOUT_FIRST)
    return ipl_fail (error, IPL_ERROR_VALUE, "The readout must be “mean”, “last” or “first”.");
  if (matrix * (double)self->T * 8 > G_MAXINT32 || matrix * (double)self->N0 > G_MAXINT32)
    return ipl_fail (error, IPL_ERROR_MEMORY,
                     "Sequences of %" G_GSIZE_FORMAT " tokens of width %" G_GSIZE_FORMAT
                     " are too large to train on with these heads.",
                     self->T, self->N0);
  return TRUE;
}

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
  for (guint l = 0; l <= shape->L; l++)
    self->rows[l] = self->Pi_from[l] * shape->outputs;
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
  self->n = at + shape->outputs * shape->N[shape->L];
}

/* A second or third dimension of 0 is omitted. */
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
          shape->outputs > 1 ? shape->outputs : shape->N[shape->L],
          shape->outputs > 1 ? shape->N[shape->L] : 0, 0);
  return arrays;
}

GArray *
ipl_trained_shape_arrays (const IplTrainedShape *shape)
{
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, shape);
  return ipl_trained_layout_arrays (&layout);
}
