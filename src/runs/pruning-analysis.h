/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Head scores and pruning of a case at a setting of the theory, for the command line and the
 * library. */
#pragma once

#include "core/parameters/run-settings.h"
#include "core/theory/sweep.h"
#include "runs/fine-tuning.h"
#include "runs/heads-run.h"

typedef struct
{
  const char *test;    /* (nullable): name of the test set; NULL for the first */
  const char *widths;  /* (nullable): NULL for those of the network, else 100 */
  double temperature;  /* NaN for the best one of a network, else that of the case */
  const char *network; /* (nullable): file of the network that the case was exported from */
  IplRemovalOrder order;
  guint random_orders, fine_tune_steps;
  gboolean resolve; /* TRUE if the theory is also solved without each head */
  gint64 seed;      /* seed of the random orders; negative for that of the case */
} IplPruneOptions;

/* Zero-initialised except for the parameters, the case and the threads, which the caller sets and
 * owns. */
typedef struct
{
  const IplParameters *parameters;
  IplCase *the_case;
  guint threads;
  guint test;
  IplRemovalOrder order;
  IplRunSettings run;
  guint n;
  IplSetting *settings; /* [n] candidates, of which the best is used */
  IplFineTuning tuning;
  IplKernel *kernel;     /* (nullable): path-path kernels; computed if NULL */
  IplSolution *solution; /* (nullable): solution whose heads are removed */
} IplPruningAnalysis;

void ipl_pruning_analysis_clear (IplPruningAnalysis *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPruningAnalysis, ipl_pruning_analysis_clear)

gboolean ipl_pruning_analysis_begin (IplPruningAnalysis *self, const IplPruneOptions *prune_options,
                                     GError **error);
gboolean ipl_pruning_analysis_prepare (IplPruningAnalysis *self, GCancellable *cancellable,
                                       GError **error);
gboolean ipl_pruning_analysis_solve (IplPruningAnalysis *self, GCancellable *cancellable,
                                     IplProgressFunc progress, gpointer user_data, GError **error);
IplHeadResult *ipl_pruning_analysis_run (const IplPruningAnalysis *self, GCancellable *cancellable,
                                         IplProgressFunc progress, gpointer user_data);
gboolean ipl_prune_check_order (const IplPruning *pruning, IplRemovalOrder order, GError **error);

/* Finds the row that is best on a test set; the first of several equal ones. */
guint ipl_prune_find_best (const IplSweep *sweep, guint test);
