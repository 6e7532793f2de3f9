/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/solver.h"

G_BEGIN_DECLS

/* Lives in the worker thread: what has been solved already, so that a question costs only what it
 * changes. */
struct _IplSolver
{
  IplParameters parameters; /* the case was made from these */
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *current;
  IplSolution *gp;
  IplSweep *grid;   /* every width at every temperature asked for; gaps where interrupted */
  IplSweep *sweep;  /* what is shown of it: of each width one row */
  gboolean is_best; /* whether @sweep is the best temperatures of @grid */
  gboolean grid_partial;
  IplSampler *sampler;

  /* Of the present question. */
  gint64 asked_usec;
  guint sampled;
};

/* solver.c */
void ipl_solver_post (IplSolver *self, IplJob *job, const IplParameters *parameters,
                      gboolean new_case, gboolean sweep_current, GError *error);
/* solver-sweep.c */
void ipl_solver_forget_sweep (IplSolver *self);
gboolean ipl_solver_ensure_sweep (IplSolver *self, IplJob *job, const IplParameters *parameters,
                                  GError **error);
IplSolution *ipl_solver_find (const IplSolver *self, const IplSetting *setting);
gboolean ipl_solver_has_best (const IplSolver *self, const IplParameters *parameters);
double ipl_solver_best_temperature (const IplSolver *self, const IplSetting *setting);

G_END_DECLS
