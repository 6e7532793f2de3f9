/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/solution.h"

G_BEGIN_DECLS

/**
 * IplCorrelation:
 * @value: Spearman's rank correlation, NaN with fewer than 3 heads or where all are alike
 * @low: 2.5th percentile over test sets drawn with replacement
 * @high: 97.5th percentile
 */
typedef struct
{
  double value;
  double low;
  double high;
} IplCorrelation;

/**
 * IplHeadDrops:
 * @accuracy: accuracy with all heads; NaN where there is no such predictor
 * @drop: [n_heads] how much accuracy falls without the head; NaN where it is not known, or where
 *   the head is its layer's only one
 * @se: [n_heads] standard error over test examples, of the difference example by example
 * @correlation: of the heads' scores with @drop
 *
 * What removing one head at a time does to one predictor. For regression the mean squared error
 * stands in, and a drop is its rise.
 */
typedef struct
{
  double accuracy;
  double *drop;
  double *se;
  IplCorrelation correlation;
} IplHeadDrops;

/**
 * IplHeadReport:
 * @setting: where the theory was solved
 * @the_case: the case (a reference)
 * @test: which test set
 * @n_heads: heads of all layers
 * @layer: [n_heads] from 0
 * @head: [n_heads] in its layer, from 0
 * @score: [n_heads] head scores (THEORY.md section 5)
 * @order: [n_heads] indices of heads by rising score, ties by index
 * @trained: of the network trained by gradient descent, rescaled (THEORY.md section 8)
 * @zeroed: of the theory, with the head's rows and columns of U zeroed
 * @resolved: of the theory solved anew without the head
 * @n_resolved: for how many heads @resolved has been tried, an only head of a layer counting as
 *   tried: @n_heads when all is done, 0 where it was not asked for
 * @message: (nullable): a sentence on the first head without which the theory could not be solved,
 *   or did not quite converge
 *
 * The head panel. Immutable, reference-counted.
 */
typedef struct
{
  IplSetting setting;
  IplCase *the_case;
  guint test;
  guint n_heads;
  guint *layer;
  guint *head;
  double *score;
  guint *order;
  IplHeadDrops trained;
  IplHeadDrops zeroed;
  IplHeadDrops resolved;
  guint n_resolved;
  char *message;
  /*< private >*/
  gatomicrefcount ref_count;
} IplHeadReport;

/* @report is lent, but stays as it is: take a reference to keep it. Called from the threads that
 * work, one call at a time, at the start and after each head. */
typedef void (*IplHeadReportProgress) (const IplHeadReport *report, double fraction,
                                       const char *sentence, gpointer data);

IplHeadReport *ipl_head_report_new (IplCase *the_case, IplKernel *kernel,
                                    const IplSolution *solution, guint test, gboolean resolve,
                                    guint threads, IplHeadReportProgress progress, gpointer data,
                                    GCancellable *cancellable, GError **error);
IplHeadReport *ipl_head_report_ref (IplHeadReport *self);
void           ipl_head_report_unref (IplHeadReport *self);

/* The case that has only the heads left, with Pi and names of its own. */
IplCase *ipl_case_without_heads (const IplCase *self, const gboolean *removed, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeadReport, ipl_head_report_unref)

G_END_DECLS
