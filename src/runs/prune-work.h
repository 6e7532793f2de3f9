/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the heads of a case are worth at a setting of the theory, and what is left as they go: the
 * same for command line and library. */
#pragma once

#include "core/parameters/run-settings.h"
#include "core/theory/sweep.h"
#include "runs/fine-tuning.h"
#include "runs/heads.h"

typedef struct
{
  const char *test;    /* (nullable): name of the test set; the first */
  const char *widths;  /* (nullable): the network's, else 100 */
  double temperature;  /* NaN for the best of a network's, else the case's */
  const char *network; /* (nullable): file of the network that a case was exported from */
  IplRemovalOrder order;
  guint random_orders, fine_tune_steps;
  gboolean resolve; /* whether the theory is solved anew without each head */
  gint64 seed;      /* of the random orders; negative for the case's */
} IplPruneAsked;

/* Zero-filled at first, but for what makes the case, the case and threads, which are borrowed. */
typedef struct
{
  const IplParameters *parameters;
  IplCase *the_case;
  guint threads;
  guint test;
  IplRemovalOrder order;
  IplRunSettings run;
  guint n;
  IplSetting *settings; /* [n] of which the best is taken */
  IplFineTuning tuning;
  IplKernel *kernel;     /* (nullable): path-path kernels; made where they are not there */
  IplSolution *solution; /* (nullable): the theory whose heads go */
} IplPruneWork;

void ipl_prune_work_clear (IplPruneWork *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPruneWork, ipl_prune_work_clear)

gboolean ipl_prune_begin (IplPruneWork *self, const IplPruneAsked *asked, GError **error);
gboolean ipl_prune_prepare (IplPruneWork *self, GCancellable *cancellable, GError **error);
gboolean ipl_prune_solve (IplPruneWork *self, GCancellable *cancellable, IplProgressFunc progress,
                          gpointer user_data, GError **error);
IplHeadResult *ipl_prune_run (const IplPruneWork *self, GCancellable *cancellable,
                              IplProgressFunc progress, gpointer user_data);
gboolean ipl_prune_check_order (const IplPruning *pruning, IplRemovalOrder order, GError **error);

/* The row that is best on a test set, the earliest of equals. */
guint ipl_prune_find_best (const IplSweep *sweep, guint test);
