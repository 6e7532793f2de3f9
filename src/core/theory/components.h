/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/kernel/eigenpairs.h"

/* Default number of principal components, as many as the panel shows. */
#define IPL_COMPONENTS 50

/* Kernel principal components and their overlap with the task (THEORY.md section 5); arrays are the
 * caller's. */
typedef struct
{
  gsize P; /* training examples, times outputs: the length of the arrays */
  /* number of known components, those of the largest eigenvalues, in complete clusters */
  gsize n_computed;
  /* [P] largest first, those of a cluster replaced by their mean; NaN from @n_computed on */
  double *eigenvalues;
  /* [P] for each component the cosine of the angle between the eigenspace of its cluster and the
   * labels, or the space of the labels of several outputs; NaN from @n_computed on */
  double *overlap;
  double *multiplicity; /* [P] size of the component's cluster; NaN from @n_computed on */
} IplComponents;

/* The labels of all outputs, in the rows of a kernel. */
typedef struct
{
  gsize rows;         /* of an output */
  guint outputs;      /* outputs of the kernel */
  guint copies;       /* independent ones of these, each with this kernel */
  const double *y;    /* [outputs copies x rows] */
  const double *rest; /* (nullable): [outputs copies]^2 labels outside the rows */
} IplLabelRows;

gboolean ipl_components_read (IplComponents *self, double *K, const IplLabelRows *labels,
                              gsize wanted, GCancellable *cancellable, GError **error);
