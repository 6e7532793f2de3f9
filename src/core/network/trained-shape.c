/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-shape.h"

#include "core/base/error.h"

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

/* Heads of all layers. */
gsize
ipl_trained_shape_n_heads (const IplTrainedShape *self)
{
  gsize heads = 0;

  for (guint l = 0; l < self->L; l++)
    heads += self->H[l];
  return heads;
}

/* What the network costs as it is usually run, token by token: what pruning a head saves. */
double
ipl_trained_shape_multiply_adds (const IplTrainedShape *self)
{
  double T = (double)self->T, N0 = (double)self->N0, G = (double)self->G;
  double sum = T * N0 * (double)self->N[0] + (double)self->N[self->L] * (T + 1);

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
      || !ipl_error_check_range (self->T, MAX_WIDTH, "The number of tokens", error))
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
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "These heads make %.0f paths, and a network can be trained with at most %d: "
                   "choose fewer heads or layers.",
                   Pi, IPL_TRAINED_MAX_PATHS);
      return FALSE;
    }
  if (self->readout != IPL_READOUT_MEAN && self->readout != IPL_READOUT_LAST
      && self->readout != IPL_READOUT_FIRST)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                           "The readout must be “mean”, “last” or “first”.");
      return FALSE;
    }
  if (matrix * (double)self->T * 8 > G_MAXINT32 || matrix * (double)self->N0 > G_MAXINT32)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                   "Sequences of %" G_GSIZE_FORMAT " tokens of width %" G_GSIZE_FORMAT
                   " are too large to train on with these heads.",
                   self->T, self->N0);
      return FALSE;
    }
  return TRUE;
}
