/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/sampler.h"
#include "runs/shared-parameters.h"
#include "shown/quantity.h"

/* A request to the solver; zero-filled but for the parameters at first. */
typedef struct
{
  const IplParameters *parameters; /* everything a user can change (a reference) */
  /* (nullable): a trained network that the parameters are to be taken from first */
  char *network;
  /* whether a first answer may have few of the test examples, as while a control is dragged; the
   * whole one follows unless there is a newer request */
  gboolean quickly;
  /* make the case anew though its parameters have not changed (a file may have) */
  gboolean reload;
  gboolean fresh;       /* a case that is imported brings its temperature and variances */
  gint64 asked_usec;    /* monotonic time it was asked */
  IplSamplingPlan plan; /* what is to be sampled when the theory is there */
  guint needs; /* what the figures in sight need, #IplNeeds: quantities are made only then */
  guint test;  /* which test set it is of */
  gsize first; /* which of the sequences of each label it shows, from 0 */
  /* (nullable): where an experiment that computes for long keeps what it has */
  char *checkpoint;
  /* whether that is a file of the user's, which is not replaced by another run's */
  gboolean given_checkpoint;
  /* (nullable): a file of results that is shown in the place of computing anything (owned) */
  char *stored;
  /* (nullable): what that file was computed from, where it is part of a session: the same as
   * @parameters, by the names that files had then (a reference) */
  const IplParameters *stored_as;
  /* (nullable): a result with draws, whose case is taken where it is the one asked for (a
   * reference) */
  struct _IplSolveResult *before;
} IplSolveRequest;

IplSolveRequest *ipl_solve_request_new (const IplParameters *parameters);
void ipl_solve_request_free (IplSolveRequest *self);

/* All that is known so far, replaced as a whole by the next. Immutable, reference-counted. */
typedef struct _IplSolveResult
{
  /* what was asked, with what an imported case decides itself filled in (a reference) */
  const IplParameters *parameters;
  gint64 asked_usec; /* when it was asked */
  gboolean new_case; /* whether @the_case was made by this job */
  /* test examples of @the_case where it has only some of them: a first answer, which is shown and
   * never written; 0 where it has all */
  guint few_tests;
  guint all_tests; /* how many the whole case has, where @few_tests is not 0 */
  /* whether @the_case has only the shape of the case, and nothing is solved yet */
  gboolean is_sketch;
  IplCase *the_case;         /* (nullable): the case; NULL where @own is in its place */
  IplKernel *kernel;         /* (nullable): its path-path kernels */
  gboolean best_temperature; /* whether each row of @sweep stands at a temperature of its own */
  gboolean sweep_current;    /* whether @sweep belongs to @parameters already */
  union
  {
    /* what is solved and sampled, and the quantities that were asked for, or those before them */
    IplQuantities made;
    struct _IplQuantities;
  };
  /* serial of the plan that has been carried out, or given up with @error; else 0 */
  guint sampled;
  IplSampler *sampler; /* (nullable): all draws of @the_case, for the solver to go on from */
  GError *error;       /* (nullable): why something is missing */
} IplSolveResult;

IPL_DECLARE_SHARED (IplSolveResult, ipl_solve_result)

IplSolveResult *ipl_solve_result_new (const IplParameters *parameters);

extern const IplRun ipl_run_solve;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSolveRequest, ipl_solve_request_free)
