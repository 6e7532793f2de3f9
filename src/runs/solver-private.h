/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/solver.h"

/* Inputs from which a quantity was last computed; the case is NULL before the first time. */
typedef struct
{
  IplQuantityInput input; /* holds references, except for the kernel */
  gpointer cache;
} IplQuantityOrigin;

/* Stages at which quantities are computed. */
typedef enum
{
  IPL_MAKE_OF_PARAMETERS, /* before the solution: quantities that depend on the parameters only */
  IPL_MAKE_QUICK,         /* with the solution: also quantities that take less than a frame */
  IPL_MAKE_ALL,
} IplMakeStage;

/* Cache of the solver. A request recomputes only the steps whose inputs changed. */
typedef struct
{
  const IplParameters *parameters; /* parameters that @the_case was made from */
  gpointer case_cache;             /* (nullable): data of the experiment that its cases share */
  const IplExperiment *case_cache_of;
  guint few_tests;      /* number of test examples of a preview case; 0 for the complete case */
  guint all_tests;      /* number of test examples of the complete case */
  double solve_seconds; /* time of the last solution at a single width */
  IplCase *the_case;
  IplKernel *kernel;
  IplSweep *grid;       /* rows at every requested width and temperature; NULL where interrupted */
  const char *gp_paths; /* interned: subsets of paths whose GP lines @sweep includes */
  gboolean is_best;     /* TRUE if @sweep has the best temperature of each width of @grid */
  union
  {
    IplQuantities quantities; /* shown quantities; @sweep has one row for each width of @grid */
    struct _IplQuantities;
  };
  IplQuantityOrigin origins[IPL_MOST_QUANTITIES];
  IplSampler *sampler;
  IplCheckpoint checkpoint; /* checkpoint of the chains; outlives them */

  /* The current request. */
  IplJob *job;
  const IplSolveRequest *request;
  /* its parameters, with those that a network or an imported case sets */
  const IplParameters *requested;
  gboolean new_case;
  guint sampled;
} IplSolver;

/* solver-cache.c */
void ipl_quantity_origin_clear (IplQuantityOrigin *self, const IplQuantity *quantity);
gpointer ipl_solver_new (void);
void ipl_solver_free (gpointer solver);
IplSolution *ipl_solver_find (const IplSolver *self, const IplSetting *setting);
void ipl_solver_forget_cache (IplSolver *self);
void ipl_solver_forget_case (IplSolver *self);
IplSolveResult *ipl_solver_find_before (const IplSolver *self, const IplParameters *parameters);
void ipl_solver_set_request (IplSolver *self, const IplParameters *parameters);
GCancellable *ipl_solver_sweep_cancellable (const IplSolver *self);
void ipl_solver_show (IplSolver *self, const IplQuantity *quantity, gpointer value);
void ipl_solver_report (double fraction, double seconds_left, const char *sentence, gpointer data);
void ipl_solver_post (IplSolver *self, gboolean sweep_current, GError *error);
gboolean ipl_solver_compute_dynamics (IplSolver *self, GError **error);
gboolean ipl_solver_open_stored (IplSolver *self, gboolean *opened, GError **error);
/* solver-quantities.c */
gboolean ipl_solver_ensure_quantities (IplSolver *self, IplMakeStage stage, gboolean *changed,
                                       GError **error);
/* solver-sweep.c */
gboolean ipl_solver_ensure_sweep (IplSolver *self, GError **error);
gboolean ipl_solver_has_best (const IplSolver *self);
double ipl_solver_best_temperature (const IplSolver *self, const IplSetting *setting);
