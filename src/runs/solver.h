/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/sampler.h"
#include "runs/parameters-ref.h"
#include "shown/quantity.h"

/* A request to the solver. Zero-initialised except for the parameters. */
typedef struct
{
  const IplParameters *parameters; /* the complete document (a reference) */
  /* (nullable): trained network from which the parameters are read first */
  char *network;
  /* TRUE if a preview with few test examples may come first, as while a control is dragged; the
   * complete answer follows unless there is a newer request */
  gboolean quickly;
  /* TRUE to make the case again with the same parameters, since a file may have changed */
  gboolean reload;
  gboolean fresh;        /* TRUE if an imported case sets its temperature and variances */
  gint64 requested_usec; /* monotonic time of the request */
  IplSamplingPlan plan;  /* samples to draw after the theory */
  guint needs;           /* quantities that the visible figures need, #IplNeeds */
  guint test;            /* index of the test set of these quantities */
  gsize first;           /* index of the shown sequence of each label, from 0 */
  /* (nullable): checkpoint of an experiment that computes for long */
  char *checkpoint;
  /* TRUE if the user named the checkpoint; another run then does not replace it */
  gboolean given_checkpoint;
  /* (nullable): file of results that is shown instead of computing (owned) */
  char *stored;
  /* (nullable): parameters of that file, if it is part of a session: those of @parameters with the
   * file names of the time (a reference) */
  const IplParameters *stored_as;
  /* (nullable): earlier result with draws, whose case is reused if it is the requested one (a
   * reference) */
  struct _IplSolveResult *before;
} IplSolveRequest;

IplSolveRequest *ipl_solve_request_new (const IplParameters *parameters);
void ipl_solve_request_free (IplSolveRequest *self);

/* Results so far, replaced by the next. Immutable, reference-counted. */
typedef struct _IplSolveResult
{
  /* parameters of the request, with those that an imported case sets (a reference) */
  const IplParameters *parameters;
  gint64 requested_usec; /* monotonic time of the request */
  gboolean new_case;     /* TRUE if this job made @the_case */
  /* number of test examples of a preview, which is shown and never saved; 0 for the complete
   * case */
  guint few_tests;
  guint all_tests; /* number of test examples of the complete case, if @few_tests is not 0 */
  /* TRUE if @the_case has only the shape of the case, and nothing is solved yet */
  gboolean is_sketch;
  IplCase *the_case;         /* (nullable): the case; NULL if @dynamics takes its place */
  IplKernel *kernel;         /* (nullable): its path-path kernels */
  gboolean best_temperature; /* TRUE if each row of @sweep has its own temperature */
  gboolean sweep_current;    /* TRUE if @sweep belongs to @parameters */
  union
  {
    /* solutions, samples and requested quantities, or the earlier ones until they are replaced */
    IplQuantities quantities;
    struct _IplQuantities;
  };
  /* serial of the sampling plan that has been carried out or has failed with @error; else 0 */
  guint sampled;
  IplSampler *sampler; /* (nullable): all draws of @the_case, from which the solver resumes */
  GError *error;       /* (nullable): reason why results are missing */
} IplSolveResult;

IPL_DECLARE_SHARED (IplSolveResult, ipl_solve_result)

IplSolveResult *ipl_solve_result_new (const IplParameters *parameters);

extern const IplRun ipl_run_solve;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSolveRequest, ipl_solve_request_free)
