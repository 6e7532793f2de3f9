/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"
#include "core/tasks/one-shot-task.h"

#include "runs/job.h"
#include "runs/parameters-ref.h"

#define IPL_HEADS_EXAMPLES 6 /* number of sequences in a gallery */

/* Time at which the theory is solved without each head, which takes longest. */
typedef enum
{
  IPL_RESOLVE_LAST,  /* after everything else */
  IPL_RESOLVE_FIRST, /* before the pruning curve */
  IPL_RESOLVE_NEVER, /* not at all */
} IplHeadResolve;

/* A request for an analysis of heads. */
typedef struct
{
  const IplParameters *parameters; /* the complete document (a reference) */
  IplCase *the_case;               /* the case (a reference) */
  IplKernel *kernel;               /* (nullable): its path-path kernels (a reference) */
  IplSolution *current;            /* (nullable): solution whose heads are analysed (a reference) */
  guint test;                      /* index of the test set */
  gsize first;                     /* index of the first sequence of the gallery in the test set */
  /* number of sequences of the gallery, which only a one-shot task has; 0 for none */
  guint n_examples;
  guint random_orders; /* number of random orders of the pruning curve */
  /* training steps after each removal, if @prune requests fine-tuned networks */
  guint fine_tune_steps;
  /* (nullable): pruning options, in place of the three numbers above and of the network in the
   * parameters (borrowed) */
  const IplPruningOptions *options;
  IplHeadResolve resolve; /* when the theory is solved without each head */
  /* (nullable): earlier result, reused if it is of the same solution (a reference) */
  struct _IplHeadResult *before;
  gboolean no_pruning; /* TRUE to leave out the pruning curve */
  /* serial, from 1, of the request for a pruning curve with fine-tuned networks; 0 for none */
  guint prune;
  guint threads; /* number of threads, 0 for the default; the results do not depend on it */
} IplHeadRequest;

IplHeadRequest *ipl_head_request_new (const IplParameters *parameters, IplCase *the_case,
                                      IplKernel *kernel, IplSolution *current);
void ipl_head_request_free (IplHeadRequest *self);

/* Results for the heads so far, replaced by the next. Immutable, reference-counted. */
typedef struct _IplHeadResult
{
  IplOneShotTask *task;      /* (nullable): task that the sequences of a one-shot case come from */
  IplTaskGallery *gallery;   /* (nullable): some sequences */
  IplCase *gallery_case;     /* (nullable): case of @gallery (a reference) */
  IplHeadReport *heads;      /* (nullable): head scores */
  IplPruning *pruning;       /* (nullable): pruning curve */
  gboolean pruning_complete; /* TRUE if @pruning is complete */
  /* serial of the request that has been carried out or has failed with @error; else 0 */
  guint pruned;
  gboolean finished; /* TRUE if the request is complete */
  GError *error;     /* (nullable): reason why results are missing */
} IplHeadResult;

IPL_DECLARE_SHARED (IplHeadResult, ipl_head_result)

extern const IplRun ipl_run_heads;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeadRequest, ipl_head_request_free)
