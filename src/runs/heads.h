/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/pruning.h"
#include "core/tasks/one-shot-task.h"

#include "runs/job.h"
#include "runs/shared-parameters.h"

#define IPL_HEADS_EXAMPLES 6 /* sequences of a gallery */

/* When the theory is solved anew without each head, which takes longest. */
typedef enum
{
  IPL_RESOLVE_LAST,  /* when all else is known */
  IPL_RESOLVE_FIRST, /* before the pruning curve */
  IPL_RESOLVE_NEVER, /* not at all */
} IplHeadResolve;

/* Heads to be looked at. */
typedef struct
{
  const IplParameters *parameters; /* everything a user can change (a reference) */
  IplCase *the_case;               /* the case (a reference) */
  IplKernel *kernel;               /* (nullable): its path-path kernels (a reference) */
  IplSolution *current; /* (nullable): the solution whose heads are looked at (a reference) */
  guint test;           /* which test set */
  gsize first;          /* number of the first sequence of the gallery in it */
  guint n_examples;     /* sequences of the gallery, which only a one-shot task has; 0 for none */
  guint random_orders;  /* random orders of the pruning curve */
  /* training steps after each removal, where @prune asks for fine-tuned networks */
  guint fine_tune_steps;
  /* (nullable): how heads are pruned, in place of the three numbers above and what can be read from
   * the parameters' network; stays the caller's */
  const IplPruningOptions *options;
  IplHeadResolve resolve; /* when the theory is solved anew without each head */
  /* (nullable): what was found before, to go on from where it is of the same solution (a
   * reference) */
  struct _IplHeadResult *before;
  gboolean no_pruning; /* whether there is to be no pruning curve */
  /* which request for a pruning curve with fine-tuned networks this is, from 1; 0 for none */
  guint prune;
  guint threads; /* threads, 0 for the default; the numbers do not depend on it */
} IplHeadRequest;

IplHeadRequest *ipl_head_request_new (const IplParameters *parameters, IplCase *the_case,
                                      IplKernel *kernel, IplSolution *current);
void ipl_head_request_free (IplHeadRequest *self);

/* All that is known of the heads so far, replaced as a whole by the next. Immutable,
 * reference-counted. */
typedef struct _IplHeadResult
{
  IplOneShotTask *task;    /* (nullable): where the sequences of a one-shot case come from */
  IplTaskGallery *gallery; /* (nullable): some of them */
  IplCase *gallery_case;   /* (nullable): the case they are of (a reference) */
  IplHeadReport *heads;    /* (nullable): what each head is worth */
  IplPruning *pruning;     /* (nullable): what is left as heads go */
  gboolean pruning_whole;  /* whether @pruning is all that was asked for */
  /* serial of the request that has been carried out, or given up with @error; else 0 */
  guint pruned;
  gboolean finished; /* whether this is all */
  GError *error;     /* (nullable): why something is missing */
} IplHeadResult;

IPL_DECLARE_SHARED (IplHeadResult, ipl_head_result)

extern const IplRun ipl_run_heads;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeadRequest, ipl_head_request_free)
