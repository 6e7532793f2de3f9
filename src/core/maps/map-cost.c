/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time and memory of a map: from outlines of some of its cases and settings, all of them where
 * there are few. */
#include "core/maps/map-cost.h"

#include "core/maps/map-cells.h"
#include "core/parameters/parameters.h"
#include "core/theory/saddle.h"
#include "core/theory/theory-cost.h"

/* Settings that are looked at. */
#define MOST_SETTINGS 400
/* The cost of a setting besides its products. */
#define SETTING_SECONDS 1e-3
/* Maps in memory: the one that is solved, and a copy that is shown. */
#define MAPS 2
/* A setting beside its solution: one kernel, and the mean of its predictions, in gradients. */
#define READING_GRADIENTS 1.0

typedef struct
{
  double solving, making; /* seconds of one thread, and of a case on all threads */
  double largest;         /* bytes of the largest case with its kernels */
  /* bytes at the most: in addition to that while it is made, and while its cells are solved */
  double making_bytes, solving_bytes;
  gsize Pi; /* the most paths */
} Looked;

/* FALSE where there is no such case. @n_cells: that each case has */
static gboolean
look (const IplRunSettings *run, guint cell, guint n_cells, guint threads, Looked *looked,
      GCancellable *cancellable, GError **error)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplCase) outline = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplCost making = { 0 };

  ipl_map_plan_get (run, cell, parameters);
  outline = ipl_parameters_outline (parameters, threads, &making, cancellable, error);
  if (outline == NULL)
    return FALSE;
  kernel = ipl_kernel_of_shape (outline);
  ipl_cost_add_kernel (&making, kernel);
  looked->making += making.seconds;
  looked->largest = MAX (looked->largest, making.held);
  looked->making_bytes = MAX (looked->making_bytes, making.bytes - making.held);
  looked->solving_bytes = MAX (
      looked->solving_bytes, ipl_map_cells_memory (kernel, &parameters->current, n_cells, threads));
  looked->Pi = MAX (looked->Pi, kernel->Pi);
  looked->solving += SETTING_SECONDS
                     + ipl_cost_seconds (ipl_cost_solve_flops (kernel, &parameters->current)
                                         + READING_GRADIENTS * ipl_cost_gradient_flops (kernel));
  return TRUE;
}

/* FALSE where none of the cases can be. */
gboolean
ipl_map_cost_add (const IplRunSettings *run, guint threads, IplCost *cost,
                  GCancellable *cancellable, GError **error)
{
  double n = ipl_map_plan_n_cells (run), every = MAX (n / MOST_SETTINGS, 1);
  guint n_cases = ipl_map_plan_n_cases (run), n_looked = 0;
  Looked looked = { 0 };
  g_autoptr (GError) first = NULL;

  for (double at = 0; at < n; at += every)
    {
      g_autoptr (GError) own = NULL;

      if (look (run, (guint)at, (guint)(n / n_cases), threads, &looked, cancellable, &own))
        n_looked++;
      else if (first == NULL)
        first = g_steal_pointer (&own);
    }
  if (n_looked == 0)
    {
      g_propagate_error (error, g_steal_pointer (&first));
      return FALSE;
    }
  ipl_cost_add (cost, "making the cases", looked.making / n_looked * n_cases, looked.largest,
                looked.making_bytes);
  ipl_cost_add (cost, "solving", looked.solving / n_looked * n / threads,
                MAPS * n * (double)(sizeof (IplMapCell) + looked.Pi * sizeof (double)),
                looked.solving_bytes);
  return TRUE;
}
