/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Kernels around a case without path features: made up, but always the same. */

#include "figure-fixture.h"

/* Cells of cases with many paths are blocks of two examples. */
#define MANY_PATHS 16
/* Components of the tokens that are not 0. */
#define USED 12

/* Labels where the case has none: both classes, or numbers. */
static void
add_labels (IplCase *the_case)
{
  gboolean numbers = !ipl_labels_are_classes (&the_case->labels);
  gsize P = the_case->train.count;

  if (the_case->train.y != NULL)
    return;
  the_case->train.y = g_new (double, P);
  for (gsize i = 0; i < P; i++)
    the_case->train.y[i] = numbers ? 2 * ((double)i + 0.5) / (double)P - 1 : i % 2 ? -1 : 1;
}

static IplKernelCells *
make_cells (IplCase *the_case)
{
  gboolean numbers = !ipl_labels_are_classes (&the_case->labels);
  IplKernelCells *cells = g_new0 (IplKernelCells, 1);
  gsize P = the_case->train.count, Pi = the_case->Pi, N0 = the_case->N0;
  gsize block = Pi > MANY_PATHS ? 2 : 1, at = 0;

  g_atomic_ref_count_init (&cells->ref_count);
  cells->the_case = ipl_case_ref (the_case);
  cells->n = P / block;
  cells->order = g_new (guint, P);
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < P; i++)
      if (numbers ? k == 0 : i % 2 != k)
        cells->order[at++] = i;
  cells->n_classes = numbers ? 1 : 2;
  cells->class_first = g_new0 (guint, 3);
  cells->class_first[1] = (guint)(numbers ? cells->n : cells->n / 2);
  cells->class_first[2] = (guint)cells->n;
  cells->first = g_new (guint, cells->n + 1);
  cells->y = g_new (double, cells->n);
  cells->Xi = g_new0 (double, cells->n *Pi *N0);
  for (gsize c = 0; c <= cells->n; c++)
    cells->first[c] = (guint)(c * block);
  for (gsize c = 0; c < cells->n; c++)
    {
      cells->y[c] = the_case->train.y[cells->order[cells->first[c]]];
      for (gsize p = 0; p < Pi; p++)
        {
          double *Xi = cells->Xi + (c * Pi + p) * N0;

          for (gsize i = 0; i < MIN (USED, N0); i++)
            Xi[i] = 3 * (fixture_irregular (c * 31 + p * 7 + i) - 0.5);
          Xi[0] += 4 * cells->y[c] * (fixture_irregular (p) - 0.3);
        }
    }
  cells->norm = g_new (double, 2 * Pi * Pi);
  cells->trace = cells->norm + Pi * Pi;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        cells->norm[p * Pi + q] = 1 + fixture_irregular (p * q + p + q);
        cells->trace[p * Pi + q] = p == q ? 3 : 0.2 * fixture_irregular (p + q);
      }
  return cells;
}

/* The kernels of what the view shows. */
IplKernelPicture *
fixture_kernels_new (const IplView *view)
{
  IplCase *the_case = ipl_case_info_get_case (view->the_case);
  IplKernelCells *cells;
  IplKernelPicture *self;

  add_labels (the_case);
  cells = make_cells (the_case);
  self = ipl_kernel_picture_new (cells, (IplSolution *)view->current, (IplSolution *)view->gp, NULL,
                                 NULL, NULL);
  ipl_kernel_cells_unref (cells);
  return self;
}
