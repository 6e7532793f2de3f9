/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-drops.h"
#include "core/theory/solution.h"

/* The head panel. Immutable, reference-counted. */
typedef struct
{
  IplSetting setting; /* setting of the theory */
  IplCase *the_case;  /* the case (a reference) */
  guint test;         /* index of the test set */
  guint n_heads;      /* heads of all layers */
  guint *layer;       /* [n_heads] from 0 */
  guint *head;        /* [n_heads] in its layer, from 0 */
  double *score;      /* [n_heads] head scores (THEORY.md section 5) */
  guint *order;       /* [n_heads] indices of heads by rising score, ties by index */
  /* [n_heads] of the head's attention, mean over queries and test examples, in nats (THEORY.md
   * section 8.8); all NaN if unknown */
  double *entropy;
  /* (nullable): a sentence with the reason why it is unknown; %NULL also if it was not requested */
  char *no_entropy;
  /* [n_heads] sensitivity of the loss to a factor before the head, for the trained network or
   * else the theory's mean (ipl_head_gradient()); all NaN if unknown */
  double *gradient;
  char *no_gradient; /* (nullable): a sentence with the reason why it is unknown */
  /* of the network trained by gradient descent, rescaled (THEORY.md section 8) */
  IplHeadDrops trained;
  IplHeadDrops zeroed;   /* of the theory, with the head's rows and columns of U zeroed */
  IplHeadDrops resolved; /* from a new solution of the theory without the head */
  /* number of heads for which @resolved has been tried, including an only head of a layer:
   * @n_heads at the end, 0 if not requested */
  guint n_resolved;
  guint n_doubtful; /* for how many of these the solver did not quite converge */
  /* (nullable): a sentence on the first head without which the theory could not be solved, or did
   * not quite converge */
  char *message;
  /*< private >*/
  gatomicrefcount ref_count;
} IplHeadReport;

/* @report is borrowed and immutable; callers take a reference to retain it. Called on worker
 *   threads, one call at a time, at the start and after each head. */
typedef void (*IplHeadReportProgress) (const IplHeadReport *report, double fraction,
                                       const char *sentence, gpointer data);

IplHeadReport *ipl_head_report_new (IplCase *the_case, IplKernel *kernel,
                                    const IplSolution *solution, guint test, gboolean resolve,
                                    guint threads, IplHeadReportProgress progress, gpointer data,
                                    GCancellable *cancellable, GError **error);
IplHeadReport *ipl_head_report_with_entropy (const IplHeadReport *self, const double *entropy,
                                             const char *no_entropy);
IplHeadReport *ipl_head_report_ref (IplHeadReport *self);
void ipl_head_report_unref (IplHeadReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplHeadReport, ipl_head_report_unref)
