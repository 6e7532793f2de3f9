/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of the theory from a trained network: attention, effective weights, U and the readout
 * vectors of path features. */
#include "core/network/trained-network.h"

#include <cblas.h>
#include <math.h>

#include "core/base/memory.h"
#include "core/network/trained-shape.h"

static const char what[] = "The trained weights in double precision";

/* Copies the query and key weights to double precision, for the theory. @weights: [L] the layers;
 * free each wq and wk with g_free(). */
gboolean
ipl_trained_network_export_attention (const IplTrainedNetwork *self, IplLayerWeights *weights,
                                      GError **error)
{
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, &self->shape);
  for (guint l = 0; l < self->shape.L; l++)
    weights[l] = (IplLayerWeights){ .G = self->shape.G };
  for (guint l = 0; l < self->shape.L; l++)
    {
      gsize n = self->shape.H[l] * self->shape.G * self->shape.N0;

      weights[l].wq = ipl_try_new (double, n, what, error);
      if (weights[l].wq != NULL)
        weights[l].wk = ipl_try_new (double, n, what, error);
      if (weights[l].wk == NULL)
        return FALSE;
      for (gsize i = 0; i < n; i++)
        {
          weights[l].wq[i] = self->parameters[layout.wq[l] + i];
          weights[l].wk[i] = self->parameters[layout.wk[l] + i];
        }
    }
  return TRUE;
}

static double *
to_doubles (const float *from, gsize n, GError **error)
{
  double *to = ipl_try_new (double, n, what, error);

  for (gsize i = 0; to != NULL && i < n; i++)
    to[i] = from[i];
  return to;
}

/* [Pi x K x N_1] effective weights W_1 of THEORY.md section 2, in double precision; the output k is
 * (N_1 N_0 Pi)^(-1/2) sum_p W_1[p,k] V^0 xi^p. */
double *
ipl_trained_network_effective (const IplTrainedNetwork *self, GError **error)
{
  const IplTrainedShape *shape = &self->shape;
  IplTrainedLayout layout;
  g_autofree double *W = NULL;

  ipl_trained_layout_init (&layout, shape);
  W = to_doubles (self->parameters + layout.a, shape->outputs * shape->N[shape->L], error);
  for (guint l = shape->L; W != NULL && l-- > 0;)
    {
      gsize N = shape->N[l], N_above = shape->N[l + 1], R = layout.rows[l + 1];
      g_autofree double *V
          = to_doubles (self->parameters + layout.V[l], shape->H[l] * N_above * N, error);
      double *below = V != NULL
                          ? ipl_try_new (double, (double)shape->H[l] * (double)(R * N), what, error)
                          : NULL;

      if (below == NULL)
        return NULL;
      for (guint h = 0; h < shape->H[l]; h++)
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)R, (int)N, (int)N_above,
                     1 / sqrt ((double)N_above), W, (int)N_above, V + h * N_above * N, (int)N, 0,
                     below + h * R * N, (int)N);
      g_free (W);
      W = below;
    }
  return g_steal_pointer (&W);
}

/* [Pi K x Pi K] U = W_1 W_1^T / N_1 of the trained weights, symmetric, in the convention of
 * THEORY.md section 2, so that it is directly comparable with the theory's U. */
double *
ipl_trained_network_order (const IplTrainedNetwork *self, GError **error)
{
  g_autofree double *W = ipl_trained_network_effective (self, error);
  gsize n = ipl_trained_shape_n_rows (&self->shape), N = self->shape.N[0];
  double *U = W != NULL ? ipl_try_new (double, (double)n *(double)n, what, error) : NULL;

  if (U == NULL)
    return NULL;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)N, 1 / (double)N, W,
               (int)N, W, (int)N, 0, U, (int)n);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < i; j++)
      U[i * n + j] = U[j * n + i];
  return U;
}

/* The parts of the network that a case needs in addition to attention: U of its weights, and the
 * readout vectors of the path features, (N_1 N_0 Pi)^(-1/2) W_1[p,k] V^0 (THEORY.md sections 1
 * and 2), output by output. */
IplCaseTrained *
ipl_trained_network_for_case (const IplTrainedNetwork *self, GError **error)
{
  const IplTrainedShape *shape = &self->shape;
  gsize Pi = ipl_trained_shape_n_paths (shape), N1 = shape->N[0], N0 = shape->N0;
  gsize K = shape->outputs;
  IplTrainedLayout layout;
  g_autofree double *W = ipl_trained_network_effective (self, error);
  g_autofree double *V0 = NULL, *U = NULL, *readout = NULL;
  IplCaseTrained *trained;

  ipl_trained_layout_init (&layout, shape);
  if (W != NULL)
    V0 = to_doubles (self->parameters + layout.V0, N1 * N0, error);
  if (V0 != NULL)
    U = ipl_trained_network_order (self, error);
  if (U != NULL)
    readout = ipl_try_new (double, (double)(K * Pi) * (double)N0, what, error);
  if (readout == NULL)
    return NULL;
  for (gsize k = 0; k < K; k++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)N1,
                 1 / sqrt ((double)N1 * (double)N0 * (double)Pi), W + k * N1, (int)(K * N1), V0,
                 (int)N0, 0, readout + k * Pi * N0, (int)N0);
  trained = g_new0 (IplCaseTrained, 1);
  for (guint l = 0; l <= shape->L; l++)
    trained->N[l] = shape->N[l];
  trained->U = g_steal_pointer (&U);
  trained->readout = g_steal_pointer (&readout);
  return trained;
}
