/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/heads/pruning.h"
#include "core/network/trained-network.h"

/* A network of random weights, its tokens, and the case at its attention. Labels are the network's
 * own answers, some of them turned over, so that heads matter. */
typedef struct
{
  IplTrainedNetwork *network;
  IplCase *the_case; /* of the weights level, with its inputs */
  float *test_x;     /* [count x T x N0] */
} HeadsExample;

HeadsExample *heads_example_new (const IplTrainedShape *shape, gsize P, gsize P_test, guint32 seed);
void heads_example_free (HeadsExample *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeadsExample, heads_example_free)

/* Layers 3, 1 and 2 heads; widths 6, 5, 4, 7. */
extern const IplTrainedShape heads_shape;
extern const IplTrainedShape heads_classes; /* of three outputs */
/* Two layers of three heads. */
extern const IplTrainedShape heads_two_layers;

/* Accuracy of the pruned network by its own forward pass. */
double heads_slow_accuracy (const HeadsExample *self, const gboolean *removed);
/* Spearman's correlation through ranks counted one by one. */
double heads_slow_spearman (gsize n, const double *a, const double *b);

/* An output of a readout at path features @xi with a factor before each head's output. */
double heads_masked (const IplCase *the_case, const double *readout, gsize output,
                     const double *factor, const double *xi);
/* Michel et al. in plain words: differences of each example's loss, their sizes averaged, every
 * layer divided by its root of the sum of squares. */
void heads_slow_gradient (const IplCase *the_case, const double *readout, double *importance);

/* The theory at width 8, and what it says of heads. */
typedef struct
{
  IplKernel *kernel;
  IplSolution *solution;
  IplHeadReport *report;
} HeadsTheory;

HeadsTheory heads_theory_new (IplCase *the_case);
void heads_theory_clear (HeadsTheory *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HeadsTheory, heads_theory_clear)

IplPruning *heads_prune (const HeadsTheory *theory, const IplPruningOptions *options,
                         guint threads);
