/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a map will take: from outlines of some of its cases and settings, all of them where there
 * are few. */
#include "core/maps/map-cost.h"

#include "core/maps/map-cells.h"
#include "core/parameters/parameters.h"
#include "core/theory/theory-cost.h"

/* Settings that are looked at. */
#define MOST_SETTINGS 400
/* What a setting costs besides its products. */
#define SETTING_SECONDS 1e-3
/* A setting beside its solution: one kernel, and the mean of its predictions, in gradients. */
#define READING_GRADIENTS 1.0

typedef struct
{
  double solving, making; /* seconds of one thread, and of a case on all threads */
  double bytes;           /* of the largest case at work */
} Looked;

/* FALSE where there is no such case. */
static gboolean
look (const IplRunSettings *run, guint cell, guint threads, Looked *looked,
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
  looked->bytes = MAX (looked->bytes, making.bytes);
  looked->solving += SETTING_SECONDS
                     + ipl_cost_seconds (ipl_cost_solve_flops (kernel, &parameters->current)
                                         + READING_GRADIENTS * ipl_cost_gradient_flops (kernel));
  return TRUE;
}

/* How many cases there are. */
static guint
count_cases (const IplRunSettings *run)
{
  guint n = ipl_map_plan_n_seeds (run);

  if (run->x.kind == IPL_AXIS_FIELD)
    n *= ipl_map_plan_nx (run);
  if (run->y.n > 0 && run->y.kind == IPL_AXIS_FIELD)
    n *= ipl_map_plan_ny (run);
  return n;
}

/* FALSE where none of the cases can be. */
gboolean
ipl_map_cost_add (const IplRunSettings *run, guint threads, IplCost *cost,
                  GCancellable *cancellable, GError **error)
{
  double n = ipl_map_plan_n_cells (run), every = MAX (n / MOST_SETTINGS, 1);
  guint n_cases = count_cases (run), n_looked = 0;
  Looked looked = { 0 };
  g_autoptr (GError) first = NULL;

  for (double at = 0; at < n; at += every)
    {
      g_autoptr (GError) own = NULL;

      if (look (run, (guint)at, threads, &looked, cancellable, &own))
        n_looked++;
      else if (first == NULL)
        first = g_steal_pointer (&own);
    }
  if (n_looked == 0)
    {
      g_propagate_error (error, g_steal_pointer (&first));
      return FALSE;
    }
  ipl_cost_add (cost, "making the cases", looked.making / n_looked * n_cases, 0, looked.bytes);
  ipl_cost_add (cost, "solving", looked.solving / n_looked * n / threads,
                n * (sizeof (IplMapCell) + 4 * sizeof (double)), looked.bytes);
  return TRUE;
}
