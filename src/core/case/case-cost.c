/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of reading a case from a file, from the headers of its arrays, and what path features
 * take, from the sizes: the operations that feature-plan.c does for a sequence. Constants of the
 * latter are in units of what a large matrix product does in the same time, fitted to cases of all
 * kinds (tests/bench/dry-run.py). */
#include "core/case/case-cost.h"

#include "core/case/case-io.h"
#include "core/case/feature-layer-private.h"
#include "core/case/feature-plan.h"

/* Bytes of arrays a second that are read and checked. */
#define READ_RATE 1.2e9

/* The cost of one number of a softmax, in exponentials, and floating-point operations that are
 * worth the reading of one number of attention by the few rows of paths. */
#define SOFTMAX_EXPS 1.5
#define ATTENTION_FLOPS 12.0
/* Share of the rate of a large product that products of a sequence's tokens reach. */
#define EFFICIENCY 0.75
/* Numbers of attention that a thread holds, as feature-plan.c. */
#define ATTENTION_NUMBERS 2097152.0

double
ipl_cost_product_seconds (double flops)
{
  return flops / (EFFICIENCY * ipl_cost_flops_per_second ());
}

double
ipl_cost_softmax_seconds (void)
{
  return SOFTMAX_EXPS * ipl_cost_exp_seconds ();
}

double
ipl_cost_extend_seconds (double rest, double queries, double T)
{
  return (ATTENTION_FLOPS + 2 * rest) * queries * T / ipl_cost_flops_per_second ();
}

static gboolean
asks_for_all (const IplCase *outline, guint l)
{
  return l + 1 < outline->L || outline->readout == IPL_READOUT_MEAN;
}

/* Products of queries and keys of one sequence, and what is held of them while they are made. */
static double
project_flops (const IplCase *outline, guint l, double q, double *columns)
{
  guint heads = ipl_case_attention_heads (outline, l);
  double T = (double)outline->T, N0 = (double)outline->N0, flops;
  g_auto (IplFeatureLayer) layer = { 0 };

  *columns = 0;
  if (outline->level != IPL_LEVEL_WEIGHTS || heads == 0
      || !ipl_feature_layer_init (&layer, &outline->weights[l], heads, outline->N0,
                                  asks_for_all (outline, l), NULL))
    return 0;
  *columns = (double)(layer.n_query + layer.n_key);
  flops = 2 * N0 * (q * (double)layer.n_query + T * (double)layer.n_key);
  for (guint h = 0; h < heads; h++)
    flops += 2 * q * T * (double)layer.heads[h].width;
  return flops;
}

/* How long the path features of one sequence take on one thread. */
double
ipl_cost_features (const IplCase *outline, guint threads, double *bytes)
{
  double T = (double)outline->T, N0 = (double)outline->N0, rest = 1, seconds = 0, most = 0;
  double rows = (double)ipl_feature_block (outline->T) * T;

  for (guint l = outline->L; l-- > 0;)
    {
      double q = asks_for_all (outline, l) ? T : 1, columns;
      guint heads = ipl_case_attention_heads (outline, l);

      seconds += ipl_cost_product_seconds (project_flops (outline, l, q, &columns))
                 + heads * ipl_cost_extend_seconds (rest, q, T);
      if (outline->level == IPL_LEVEL_WEIGHTS)
        seconds += heads * q * T * ipl_cost_softmax_seconds ();
      most = MAX (most, columns);
      rest *= outline->H[l];
    }
  *bytes = 8.0 * threads
           * (rows * (most + 2 * (double)outline->Pi) + MIN (MAX (ATTENTION_NUMBERS, T), T * T));
  return seconds + ipl_cost_product_seconds (2 * (double)outline->Pi * T * N0);
}

/* Examples of the training set and of all test sets. */
gsize
ipl_cost_count_examples (const IplCase *outline)
{
  gsize count = outline->train.count;

  for (guint k = 0; k < outline->n_tests; k++)
    count += outline->tests[k].count;
  return count;
}

/* Bytes of all its path features and of its labels. */
double
ipl_cost_examples_bytes (const IplCase *outline)
{
  return 8.0 * (double)ipl_cost_count_examples (outline)
         * ((double)outline->Pi * (double)outline->N0 + 2);
}

/* The case, read for its sizes. */
IplCase *
ipl_case_outline (const char *path, const IplCaseImport *import, guint threads, IplCost *cost,
                  GCancellable *cancellable, GError **error)
{
  IplCase *outline = ipl_case_import (path, import, FALSE, threads, cancellable, error);
  double bytes, seconds = 0, scratch = 0;

  if (outline == NULL)
    return NULL;
  bytes = ipl_cost_examples_bytes (outline);
  if (outline->level != IPL_LEVEL_PATHS)
    seconds = (double)ipl_cost_count_examples (outline)
              * ipl_cost_features (outline, threads, &scratch) / threads;
  ipl_cost_add (cost, IPL_COST_MAKING, seconds + bytes / READ_RATE, bytes, scratch);
  return outline;
}
