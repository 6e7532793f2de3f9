/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/energy.h"

#include <gio/gio.h>

/* The second derivative E'' of an energy in U (THEORY.md section 4). It works on the energy that it
 * was made for, which must outlive it; one per thread. */
typedef struct
{
  IplEnergy *energy; /* borrowed */
  gboolean dense;
  gsize n; /* pairs */
  /* Where it is held as a matrix: */
  double *H; /* [n x n] E'' over pairs, filled once it is prepared; to keep for a later solve on the
              * same kernel */
  double *Y; /* pairs: [n x P x P] S_a K^-1 */
  double *W; /* pairs: [n x P x P] transposes of Y; factors: [Pi^2 x N0^2] blocks of R */
  double *Q; /* pairs: [2 x n x P]; factors: [2 x Pi^2 x Pi^2] */
  double *u; /* [2 x n] */
  double *Rt; /* factors: [Pi x N0] */
  /* Where it is applied: */
  double *dK, *KdK; /* [P x P] */
  double *d;        /* [P] */
  double *space;    /* of all of these */
} IplCurvature;

/* NULL: IPL_ERROR_MEMORY. @dense: holds E'' as a matrix; else it is applied */
IplCurvature *ipl_curvature_new (IplEnergy *energy, gboolean dense, GError **error);
gboolean ipl_curvature_would_be_dense (gsize Pi); /* of any kernel of Pi paths */
void ipl_curvature_free (IplCurvature *self);

/* At the energy's last evaluated U; FALSE when cancelled. The gradient G: [Pi x Pi] comes with it.
 */
gboolean ipl_curvature_prepare (IplCurvature *self, double *G, GCancellable *cancellable);
/* dG = E''[dU] for a symmetric dU: [Pi x Pi] */
void ipl_curvature_apply (IplCurvature *self, const double *dU, double *dG);
/* Secant correction of a dense E'' (symmetric rank one): after it, E''[dU] = dG. */
void ipl_curvature_correct (IplCurvature *self, const double *dU, const double *dG);
/* E'' over several outputs from pairs (THEORY.md section 18.2), and the doubles of its arrays Y, W
 * and Q. */
void ipl_curvature_from_output_pairs (IplCurvature *self);
void ipl_curvature_output_sizes (const IplKernel *kernel, double *Y, double *W, double *Q);

static inline void
ipl_curvature_transpose (gsize n, const double *from, double *to)
{
  const gsize block = 16;

  for (gsize i = 0; i < n; i += block)
    for (gsize j = 0; j < n; j += block)
      for (gsize a = i; a < MIN (i + block, n); a++)
        for (gsize b = j; b < MIN (j + block, n); b++)
          to[b * n + a] = from[a * n + b];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCurvature, ipl_curvature_free)
