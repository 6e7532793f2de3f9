/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/eigenpairs.h"

/* Default number of principal components, as many as the panel shows. */
#define IPL_COMPONENTS 50

/* Kernel principal components and their overlap with the task (THEORY.md section 5); arrays are the
 * caller's. */
typedef struct
{
  gsize P; /* training examples, times outputs: the length of the arrays */
  /* how many are known, those of the largest eigenvalues; a cluster is known as a whole */
  gsize known;
  /* [P] largest first, those of a cluster replaced by their mean; NaN from @known on */
  double *eigenvalues;
  /* [P] of each component the cosine of the angle between the eigenspace of its cluster and the
   * labels, of several outputs all that combine the given ones; NaN from @known on */
  double *overlap;
  double *multiplicity; /* [P] components of its cluster, side by side; NaN from @known on */
} IplComponents;

/* The labels of all outputs, in the rows of a kernel. */
typedef struct
{
  gsize rows;         /* of an output */
  guint outputs;      /* that the kernel is over */
  guint copies;       /* independent ones of these, each with this kernel */
  const double *y;    /* [outputs copies x rows] */
  const double *rest; /* (nullable): [outputs copies x as many] what of them is not in the rows */
} IplLabelRows;

gboolean ipl_components_read (IplComponents *self, double *K, const IplLabelRows *labels,
                              gsize wanted, GCancellable *cancellable, GError **error);
