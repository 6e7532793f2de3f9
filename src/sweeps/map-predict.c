/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the rows of a planned map take. */
#include "sweeps/map-predict.h"

#include "core/base/cost.h"
#include "core/parameters/parameters.h"
#include "core/theory/theory-cost.h"

/* Values of an axis that are looked at; those between are as the last one. */
#define MOST_KINDS 200
/* Reading, writing and what else each row needs. */
#define ROW_SECONDS 0.02

typedef struct
{
  double seconds;      /* of a row, of those looked at the longest */
  double seed_seconds; /* of its case with its kernels */
  double bytes;
} Cost;

/* A row that cannot be takes nothing. */
static void
look (const IplSweepPlan *self, guint cell, Cost *cost)
{
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  g_autoptr (IplCase) outline = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplCost making = { 0 };
  double flops;

  ipl_map_plan_get (&self->run, cell, parameters);
  outline = ipl_parameters_outline (parameters, self->cores, &making, NULL, NULL);
  if (outline == NULL)
    return;
  kernel = ipl_kernel_of_shape (outline);
  ipl_cost_add_kernel (&making, kernel);
  flops = ipl_cost_solve_flops (kernel, &parameters->current)
          + ipl_cost_reading_flops (kernel, 1, &parameters->current);
  ipl_cost_add_sweep (&making, kernel, 1, &parameters->current, self->cores);
  cost->seconds = MAX (cost->seconds, ipl_cost_seconds (flops) / self->cores + ROW_SECONDS);
  cost->seed_seconds = MAX (cost->seed_seconds, making.seconds - ipl_cost_seconds (flops));
  cost->bytes = MAX (cost->bytes, making.bytes);
}

void
ipl_map_plan_predict (IplSweepPlan *self)
{
  guint n = ipl_sweep_plan_n_kinds (self), every = (n - 1) / MOST_KINDS + 1;
  Cost cost = { 0 };

  for (guint kind = 0; kind < n; kind++)
    {
      guint first = G_MAXUINT, last = 0;

      if (kind % every != 0)
        {
          self->seconds[kind] = self->seconds[kind - 1];
          continue;
        }
      ipl_sweep_plan_kind_cells (self, kind, &first, &last);
      cost.seconds = 0;
      look (self, first, &cost);
      look (self, last, &cost);
      self->seconds[kind] = cost.seconds;
    }
  self->seed_seconds = MAX (cost.seed_seconds, 0);
  self->bytes = cost.bytes;
}
