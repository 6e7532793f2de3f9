/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/parameters.h"
#include "core/tasks/one-shot-task.h"
#include "core/heads/pruning.h"

#include "runs/job.h"

G_BEGIN_DECLS

#define IPL_HEAD_ANALYSIS_EXAMPLES 6 /* sequences of a gallery */

/**
 * IplHeadRequest:
 * @parameters: everything a user can change
 * @the_case: the case (a reference)
 * @kernel: its path-path kernels (a reference)
 * @current: the solution whose heads are studied (a reference)
 * @test: which test set
 * @first: number of the first sequence of the gallery in it
 * @prune: which request for a pruning curve with fine-tuned networks this is, from 1; 0 for none
 *
 * The input of a study.
 */
typedef struct
{
  IplParameters parameters;
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *current;
  guint test;
  gsize first;
  guint prune;
} IplHeadRequest;

IplHeadRequest *ipl_head_request_new (const IplParameters *parameters, IplCase *the_case,
                                          IplKernel *kernel, IplSolution *current);
void ipl_head_request_free (IplHeadRequest *self);

/**
 * IplHeadResult:
 * @world: (nullable): where the sequences of a one-shot case come from
 * @gallery: (nullable): some of them
 * @gallery_case: (nullable): the case they are of (a reference)
 * @heads: (nullable): what each head is worth
 * @pruning: (nullable): what is left as heads go
 * @pruned: serial of the request that has been carried out, or given up with @error; else 0
 * @error: (nullable): why something is missing
 *
 * All that a study has found so far, replaced as a whole by the next. Immutable, reference-counted.
 */
typedef struct
{
  IplOneShotTask *world;
  IplTaskGallery *gallery;
  IplCase *gallery_case;
  IplHeadReport *heads;
  IplPruning *pruning;
  guint pruned;
  GError *error;
  /*< private >*/
  gatomicrefcount ref_count;
} IplHeadResult;

IplHeadResult *ipl_head_result_ref (IplHeadResult *self);
void ipl_head_result_unref (IplHeadResult *self);

typedef struct _IplStudy IplHeadAnalysis;

IplHeadAnalysis *ipl_head_analysis_new (void);
void ipl_head_analysis_free (IplHeadAnalysis *self);
void ipl_head_analysis_answer (IplJob *job, gpointer question, gpointer study); /* an IplJobFunc */

IplTrainedNetwork *ipl_head_analysis_pruned_network (const IplParameters *parameters,
                                             const IplPruning *pruning, guint n,
                                             GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeadResult, ipl_head_result_unref)

G_END_DECLS
