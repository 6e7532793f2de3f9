/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/curvature.h"

/* The energy E(U) to second order in bounded coordinates around a point U* (THEORY.md section 10):
 * no work of size P. Constant once its bend is chosen: all threads may evaluate it at once, each
 * with its own work. */
typedef struct
{
  gsize Pi;
  gsize n;           /* pairs of paths */
  double bend;       /* tau of section 10, in [0, 1): 0 expands in U itself */
  double energy;     /* E(U*) */
  double *center;    /* [Pi x Pi] U* */
  double *inverse;   /* [Pi x Pi] its inverse */
  double *slope;     /* [Pi x Pi] dE/dU there, entries of the symmetric matrix not doubled */
  double *curvature; /* [n x n] E'' there, over pairs */
  double *bent;      /* [n x n] the second derivative in the coordinates of this bend */
  double *space;     /* of all of these */
} IplSurrogateEnergy;

/* At U: [Pi x Pi], positive definite, of an energy whose curvature is a matrix; leaves both
 * evaluated there. NULL: IPL_ERROR_MEMORY, IPL_ERROR_SINGULAR or G_IO_ERROR_CANCELLED */
IplSurrogateEnergy *ipl_surrogate_energy_new (IplEnergy *energy, const double *U, double bend,
                                              GError **error);
double ipl_surrogate_energy_memory (const IplKernel *kernel); /* bytes that it keeps */
void ipl_surrogate_energy_free (IplSurrogateEnergy *self);
void ipl_surrogate_energy_set_bend (IplSurrogateEnergy *self, double bend);
/* Doubles of work that an evaluation needs */
gsize ipl_surrogate_energy_work (gsize Pi);
/* Es(U) and, unless @G is NULL, dEs/dU: [Pi x Pi], not doubled. FALSE where U is not positive. */
gboolean ipl_surrogate_energy_evaluate (const IplSurrogateEnergy *self, const double *U,
                                        double *work, double *value, double *G);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSurrogateEnergy, ipl_surrogate_energy_free)
