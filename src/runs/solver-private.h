/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/solver.h"

/* The inputs that a quantity was made from last; the case is NULL where it was not made yet. */
typedef struct
{
  IplQuantityInput input; /* references, but for the kernel */
  gpointer cache;
} IplMadeFrom;

/* Which quantities are made. */
typedef enum
{
  IPL_MAKE_OF_PARAMETERS, /* those that are made of the parameters alone, before the solution */
  IPL_MAKE_QUICK,         /* and those that take no longer than a frame */
  IPL_MAKE_ALL,
} IplMakeStage;

/* The solver's cache, so that a request costs only what it changes. */
typedef struct
{
  const IplParameters *parameters; /* the case was made from these */
  gpointer stock;                  /* (nullable): what the next case takes from those before */
  const IplExperiment *stock_of;
  guint few_tests;      /* test examples of a case that is a first answer, 0 of a whole one */
  guint all_tests;      /* of the whole one */
  double solve_seconds; /* of the last width solved alone */
  IplCase *the_case;
  IplKernel *kernel;
  IplSweep *grid;       /* every width at every temperature asked for; gaps where interrupted */
  const char *gp_paths; /* (nullable), interned: the subsets of paths that @sweep has lines of */
  gboolean is_best;     /* whether @sweep is the best temperatures of @grid */
  union
  {
    IplQuantities made; /* what is shown: @sweep has of each width of @grid one row */
    struct _IplQuantities;
  };
  IplMadeFrom made_from[IPL_MOST_QUANTITIES];
  IplSampler *sampler;
  IplCheckpoint checkpoint; /* where its chains are kept; outlives them */

  /* The present request. */
  IplJob *job;
  const IplSolveRequest *request;
  const IplParameters *asked; /* with what a network or a case decides itself filled in */
  gboolean new_case;
  guint sampled;
} IplSolver;

/* solver-state.c */
void ipl_made_from_forget (IplMadeFrom *self, const IplQuantity *quantity);
gpointer ipl_solver_new (void);
void ipl_solver_free (gpointer solver);
IplSolution *ipl_solver_find (const IplSolver *self, const IplSetting *setting);
void ipl_solver_forget_stock (IplSolver *self);
void ipl_solver_forget_case (IplSolver *self);
IplSolveResult *ipl_solver_find_before (const IplSolver *self, const IplParameters *parameters);
void ipl_solver_ask_about (IplSolver *self, const IplParameters *parameters);
GCancellable *ipl_solver_sweep_cancellable (const IplSolver *self);
void ipl_solver_show (IplSolver *self, const IplQuantity *quantity, gpointer value);
void ipl_solver_post (IplSolver *self, gboolean sweep_current, GError *error);
gboolean ipl_solver_compute_own (IplSolver *self, GError **error);
gboolean ipl_solver_open_stored (IplSolver *self, gboolean *opened, GError **error);
/* solver-quantities.c */
gboolean ipl_solver_ensure_quantities (IplSolver *self, IplMakeStage stage, gboolean *changed,
                                       GError **error);
/* solver-sweep.c */
gboolean ipl_solver_ensure_sweep (IplSolver *self, GError **error);
gboolean ipl_solver_has_best (const IplSolver *self);
double ipl_solver_best_temperature (const IplSolver *self, const IplSetting *setting);
