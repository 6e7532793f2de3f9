/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/energy.h"

/* E'' of an energy as far as its gradients have told it, for many pairs of paths (THEORY.md section
 * 4.5). */
typedef struct _IplSecant IplSecant;

IplSecant *ipl_secant_new (const IplKernel *kernel, GError **error); /* NULL: IPL_ERROR_MEMORY */
double ipl_secant_memory (const IplKernel *kernel);                  /* bytes it takes */
void ipl_secant_free (IplSecant *self);

/* The guess for the U at which the energy was last evaluated, after its gradient G: [Pi x Pi], made
 * to agree with all changes that are remembered. FALSE: cancelled */
gboolean ipl_secant_begin (IplSecant *self, IplEnergy *energy, const double *G);
/* dG = E''[dU] of the model, for a symmetric dU: [Pi x Pi] */
void ipl_secant_apply (IplSecant *self, const double *dU, double *dG);
double ipl_secant_flops (const IplSecant *self); /* floating-point operations of that */
/* From here on E''[dU] = dG: [Pi x Pi]. FALSE: it was told so much that another way is better. */
gboolean ipl_secant_correct (IplSecant *self, const double *dU, const double *dG);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSecant, ipl_secant_free)
