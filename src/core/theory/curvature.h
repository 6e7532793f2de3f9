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
  /* Held as a matrix: */
  double *H; /* [n x n] E'' over pairs, filled once it is prepared; to keep for a later solve on the
              * same kernel */
  double *Y; /* pairs: [M x r x r] X_(pq,kl) = C_pq I_kl */
  double *W; /* pairs: [M x r x r] transposes of Y; factors: [Pi^2 x N0^2] blocks of R */
  double *Q; /* pairs: [M x M] and vectors; factors: [2 x Pi^2 x Pi^2] */
  double *u; /* [2 x n] */
  double *Rt; /* factors: [Pi x N0] */
  /* Applied through the P x P matrices: */
  double *dK, *KdK; /* [P x P] */
  double *d;        /* [P] */
  double *space;    /* of all of these */
} IplCurvature;

/* NULL: IPL_ERROR_MEMORY. @dense: holds E'' as a matrix; else it is applied */
IplCurvature *ipl_curvature_new (IplEnergy *energy, gboolean dense, GError **error);
gboolean ipl_curvature_would_be_dense (gsize Pi); /* of any kernel of Pi paths */
void ipl_curvature_free (IplCurvature *self);

/* At the energy's last evaluated U, with its gradient G: [Pi x Pi]. FALSE if cancelled. */
gboolean ipl_curvature_prepare (IplCurvature *self, double *G, GCancellable *cancellable);
/* dG = E''[dU] for a symmetric dU: [Pi x Pi] */
void ipl_curvature_apply (IplCurvature *self, const double *dU, double *dG);
/* Secant correction of a dense E'' (symmetric rank one): after it, E''[dU] = dG. */
void ipl_curvature_correct (IplCurvature *self, const double *dU, const double *dG);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplCurvature, ipl_curvature_free)
