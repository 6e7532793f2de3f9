/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "core/theory/sweep.h"

#include "runs/job.h"
#include "runs/sampler.h"
#include "runs/shared-parameters.h"

G_BEGIN_DECLS

/**
 * IplSolveRequest:
 * @parameters: everything a user can change (a reference)
 * @network: (nullable): a trained network that the parameters are to be taken from first
 * @quickly: whether a first answer may have few of the test examples, as while a control is
 * dragged; the whole one follows unless there is a newer request
 * @reload: make the case anew though its parameters have not changed (a file may have)
 * @asked_usec: monotonic time it was asked
 * @plan: what is to be sampled when the theory is there
 * @kernels: whether the kernels of the current solution are looked at
 * @vectors: how many of their eigenvectors are
 * @card: whether the card of the task is looked at
 * @test: which test set it is of
 * @first: which of the sequences of each label it shows, from 0
 * @checkpoint: (nullable): where an experiment that computes for long keeps what it has
 * @given_checkpoint: whether that is a file of the user's, which is not replaced by another run's
 * @stored: (nullable): a file of results that is shown in the place of computing anything (owned)
 * @stored_as: (nullable): what that file was computed from, where it is part of a session: the same
 *   as @parameters, by the names that files had then (a reference)
 *
 * What is to be solved; zero-filled but for the parameters at first.
 */
typedef struct
{
  const IplParameters *parameters;
  char *network;
  gboolean quickly;
  gboolean reload;
  gint64 asked_usec;
  IplSamplingPlan plan;
  gboolean kernels;
  guint vectors;
  gboolean card;
  guint test;
  gsize first;
  char *checkpoint;
  gboolean given_checkpoint;
  char *stored;
  const IplParameters *stored_as;
} IplSolveRequest;

IplSolveRequest *ipl_solve_request_new (const IplParameters *parameters);
void ipl_solve_request_free (IplSolveRequest *self);

/**
 * IplSolveResult:
 * @parameters: what was asked, with what an imported case decides itself filled in (a reference)
 * @asked_usec: when it was asked
 * @new_case: whether @the_case was made by this job
 * @few_tests: test examples of @the_case where it has only some of them: a first answer, which is
 *   shown and never written; 0 where it has all
 * @all_tests: how many the whole case has, where @few_tests is not 0
 * @is_sketch: whether @the_case has only the shape of the case, and nothing is solved yet
 * @the_case: (nullable): the case
 * @own: (nullable): the result of an experiment that makes no case; @the_case and what follows
 *   from it are %NULL then
 * @kernel: (nullable): its path-path kernels
 * @current: (nullable): the solution at the current setting
 * @gp: (nullable): the GP limit of all paths at its temperature and variances
 * @sweep: (nullable): the sweep; rows may be %NULL while they arrive
 * @best_temperature: whether each row of @sweep stands at a temperature of its own
 * @sweep_current: whether @sweep belongs to @parameters already
 * @n_posteriors: number of @posteriors
 * @posteriors: (array length=n_posteriors): what has been sampled with the case, temperature and
 *   variances of @current
 * @kernels: (nullable): the kernels of @current, or of the solution before it
 * @no_kernels: (nullable): why there are none
 * @card: (nullable): the card of the task, or of the one before it
 * @no_card: (nullable): why there is none
 * @sampled: serial of the plan that has been carried out, or given up with @error; else 0
 * @error: (nullable): why something is missing
 *
 * All that is known so far, replaced as a whole by the next. Immutable, reference-counted.
 */
typedef struct
{
  const IplParameters *parameters;
  gint64 asked_usec;
  gboolean new_case;
  guint few_tests;
  guint all_tests;
  gboolean is_sketch;
  IplCase *the_case;
  IplExperimentResult *own;
  IplKernel *kernel;
  IplSolution *current;
  IplSolution *gp;
  IplSweep *sweep;
  gboolean best_temperature;
  gboolean sweep_current;
  guint n_posteriors;
  IplPosteriorSummary **posteriors;
  IplKernelPicture *kernels;
  char *no_kernels;
  IplTaskCard *card;
  char *no_card;
  guint sampled;
  GError *error;
  /*< private >*/
  gatomicrefcount ref_count;
} IplSolveResult;

IplSolveResult *ipl_solve_result_new (const IplParameters *parameters);
IplSolveResult *ipl_solve_result_ref (IplSolveResult *self);
void ipl_solve_result_unref (IplSolveResult *self);
const IplPosteriorSummary *ipl_solve_result_find_posterior (const IplSolveResult *self,
                                                            const IplSetting *setting);

extern const IplRun ipl_run_solve;
extern const IplRun ipl_run_compare;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSolveRequest, ipl_solve_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSolveResult, ipl_solve_result_unref)

G_END_DECLS
