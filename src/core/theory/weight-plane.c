/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/weight-plane.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/theory/eigenpairs.h"

/* Eigenvalues that differ by less than this share are one: rounding decides on their vectors. */
#define SAME 1e-9

void
ipl_weight_plane_free (IplWeightPlane *self)
{
  if (self == NULL)
    return;
  g_free (self->at);
  g_free (self);
}

/* Where all eigenvalues are the same, every plane shows as much: the one in which all arrows are
 * equally long, an even fan. */
static void
fan_out (IplWeightPlane *self, double eigenvalue)
{
  double length = sqrt (eigenvalue * 2 / (double)self->Pi);

  for (gsize p = 0; p < self->Pi; p++)
    {
      double angle = G_PI * (double)p / (double)self->Pi;

      self->at[2 * p] = length * cos (angle);
      self->at[2 * p + 1] = length * sin (angle);
    }
}

/* at_p = (sqrt(lambda_1) v_1[p], sqrt(lambda_2) v_2[p]); of either sign of a vector the one that
 * makes its largest entry positive. */
static void
project (IplWeightPlane *self, const IplEigenpairs *pairs)
{
  for (gsize k = 0; k < MIN (pairs->count, 2); k++)
    {
      const double *v = pairs->vectors + k * self->Pi;
      double root = sqrt (MAX (pairs->values[k], 0));
      gsize largest = 0;

      for (gsize p = 0; p < self->Pi; p++)
        if (fabs (v[p]) > fabs (v[largest]))
          largest = p;
      for (gsize p = 0; p < self->Pi; p++)
        self->at[2 * p + k] = (v[largest] < 0 ? -root : root) * v[p];
    }
}

/* Projects the effective weights on the plane in which most of their squared lengths lies, that
 * of their first two principal directions. It needs no weights: their Gram matrix decides on
 * lengths, angles and this projection, up to a turn of the plane. @U: [Pi x Pi] symmetric,
 * positive semidefinite: the Gram matrix W_1 W_1^T / N_1 of effective weights, of a draw or of
 * the theory. */
IplWeightPlane *
ipl_weight_plane_new (gsize Pi, const double *U, GError **error)
{
  static const char what[] = "The effective weights";
  g_autoptr (IplWeightPlane) self = g_new0 (IplWeightPlane, 1);
  g_autoptr (IplEigenpairs) pairs = NULL;
  double trace = 0, *copy;

  g_return_val_if_fail (Pi > 0 && U != NULL, NULL);

  if (Pi > IPL_WEIGHT_PLANE_MOST_PATHS)
    return ipl_fail_null (error, IPL_ERROR_SHAPE,
                          "The effective weights of %" G_GSIZE_FORMAT
                          " paths are too many to be shown as arrows: at most %d.",
                          Pi, IPL_WEIGHT_PLANE_MOST_PATHS);
  copy = ipl_memory_try_copy (U, (double)Pi * (double)Pi, sizeof *U, what, error);
  if (copy == NULL)
    return NULL;
  for (gsize p = 0; p < Pi; p++)
    trace += U[p * Pi + p];
  pairs = ipl_eigenpairs_new (Pi, copy, Pi, NULL, error);
  if (pairs == NULL)
    return NULL;
  self->Pi = Pi;
  self->at = g_new0 (double, 2 * Pi);
  if (Pi > 2 && pairs->values[0] - pairs->values[Pi - 1] <= SAME * pairs->values[0])
    fan_out (self, pairs->values[0]);
  else
    project (self, pairs);
  for (gsize i = 0; i < 2 * Pi; i++)
    self->share += self->at[i] * self->at[i];
  self->share = trace > 0 ? MIN (self->share / trace, 1) : 1;
  return g_steal_pointer (&self);
}

/* Turns the plane, and turns it over where that is better, until its arrows lie as near to those of
 * @other as can be (least squares): the posterior leaves all directions free, so that draws would
 * else turn around at will. Lengths and angles stay. */
void
ipl_weight_plane_turn_to (IplWeightPlane *self, const IplWeightPlane *other)
{
  double M[4] = { 0 }; /* [2 x 2] sum of at_p other_p^T */
  double turned, mirrored, c, s, sign;

  g_return_if_fail (self->Pi == other->Pi);

  for (gsize p = 0; p < self->Pi; p++)
    for (gsize i = 0; i < 2; i++)
      for (gsize j = 0; j < 2; j++)
        M[2 * i + j] += self->at[2 * p + i] * other->at[2 * p + j];
  /* (x, y) goes to (c x - s y, s x + c y), or with -y in place of y: what is gained with the best
   * angle of either. */
  turned = hypot (M[0] + M[3], M[1] - M[2]);
  mirrored = hypot (M[0] - M[3], M[1] + M[2]);
  if (turned == 0 && mirrored == 0)
    return;
  sign = mirrored > turned ? -1 : 1;
  c = (M[0] + sign * M[3]) / MAX (turned, mirrored);
  s = (M[1] - sign * M[2]) / MAX (turned, mirrored);
  for (gsize p = 0; p < self->Pi; p++)
    {
      double x = self->at[2 * p], y = sign * self->at[2 * p + 1];

      self->at[2 * p] = c * x - s * y;
      self->at[2 * p + 1] = s * x + c * y;
    }
}
