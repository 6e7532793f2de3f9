/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/pruning-private.h"

#include "core/base/error.h"
#include <math.h>
#include <string.h>

#include "core/heads/pruning-tune-private.h"
#include "core/heads/removal-order-private.h"
#include "core/network/trained-shape.h"

static double *
nans (guint n)
{
  double *values = g_new (double, n);

  for (guint i = 0; i < n; i++)
    values[i] = NAN;
  return values;
}

/* The shape to count with; FALSE where it is not known. */
static gboolean
whole_shape (const IplCase *the_case, const IplTrainedNetwork *network, IplTrainedShape *shape)
{
  if (network != NULL)
    {
      *shape = network->shape;
      return TRUE;
    }
  if (the_case->trained == NULL || the_case->T == 0 || the_case->weights[0].G == 0)
    return FALSE;
  *shape = (IplTrainedShape){ .L = the_case->L,
                              .G = the_case->weights[0].G,
                              .N0 = the_case->N0,
                              .T = the_case->T,
                              .readout = the_case->readout };
  memcpy (shape->H, the_case->H, sizeof shape->H);
  memcpy (shape->N, the_case->trained->N, sizeof shape->N);
  return TRUE;
}

static void
count_costs (const IplHeadReport *report, const IplTrainedNetwork *network, guint n_points,
             IplPruningCurve *curve)
{
  IplTrainedShape shape;

  if (!whole_shape (report->the_case, network, &shape))
    return;
  for (guint k = 0; k < n_points; k++)
    {
      IplTrainedLayout layout;

      if (k > 0)
        shape.H[report->layer[curve->order[k - 1]]]--;
      ipl_trained_layout_init (&layout, &shape);
      curve->parameters[k] = (double)layout.n;
      curve->multiply_adds[k] = ipl_trained_shape_multiply_adds (&shape);
    }
}

/* NULL where there is none. */
static guint *
make_order (const IplHeadReport *report, IplRemovalOrder which, guint64 seed)
{
  g_autofree guint *order = g_new0 (guint, report->n_heads);

  switch (which)
    {
    case IPL_REMOVAL_RANDOM:
      ipl_removal_order_random (report, seed, 0, order);
      break;
    case IPL_REMOVAL_BY_ENTROPY:
    case IPL_REMOVAL_BY_GRADIENT:
      if (!ipl_removal_order_by_worth (report, which, order))
        return NULL;
      break;
    default:
      ipl_removal_order_by_score (report, which == IPL_REMOVAL_REVERSE, order);
      break;
    }
  return g_steal_pointer (&order);
}

/* The orders and what is left after them, with no accuracy known yet. */
IplPruning *
ipl_pruning_new (const IplHeadReport *report, const IplPruningOptions *options)
{
  IplPruning *self = g_new0 (IplPruning, 1);
  guint n;

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_ref (report->the_case);
  self->test = report->test;
  self->is_trained = report->the_case->trained != NULL;
  self->n_heads = report->n_heads;
  self->seed = options->seed;
  self->n_points = n = report->n_heads - report->the_case->L + 1;
  if (self->is_trained && ipl_pruning_can_tune (options) && options->test_x != NULL)
    self->fine_tune_steps = options->fine_tune_steps;
  self->no_entropy = g_strdup (report->no_entropy);
  self->no_gradient = g_strdup (report->no_gradient);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    ipl_order_correlation (report, (IplRemovalOrder)o, &self->correlation[o]);
  self->random_mean = nans (n);
  self->random_low = nans (n);
  self->random_high = nans (n);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *curve = &self->curve[o];

      curve->order = make_order (report, (IplRemovalOrder)o, options->seed);
      curve->accuracy = nans (n);
      curve->se = nans (n);
      curve->tuned = nans (n);
      curve->tuned_se = nans (n);
      curve->parameters = nans (n);
      curve->multiply_adds = nans (n);
      if (self->is_trained && curve->order != NULL)
        count_costs (report, options->network, n, curve);
      curve->networks = g_new0 (gpointer, n);
    }
  return self;
}

/* As it stands, to be handed out; fine-tuned networks are shared. */
IplPruning *
ipl_pruning_copy (const IplPruning *self)
{
  IplPruning *copy = g_memdup2 (self, sizeof *self);
  gsize doubles = self->n_points * sizeof (double);

  g_atomic_ref_count_init (&copy->ref_count);
  ipl_case_ref (copy->the_case);
  copy->no_entropy = g_strdup (self->no_entropy);
  copy->no_gradient = g_strdup (self->no_gradient);
  copy->random_mean = g_memdup2 (self->random_mean, doubles);
  copy->random_low = g_memdup2 (self->random_low, doubles);
  copy->random_high = g_memdup2 (self->random_high, doubles);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      const IplPruningCurve *from = &self->curve[o];
      IplPruningCurve *to = &copy->curve[o];

      to->order = g_memdup2 (from->order, self->n_points * sizeof (guint));
      to->accuracy = g_memdup2 (from->accuracy, doubles);
      to->se = g_memdup2 (from->se, doubles);
      to->tuned = g_memdup2 (from->tuned, doubles);
      to->tuned_se = g_memdup2 (from->tuned_se, doubles);
      to->parameters = g_memdup2 (from->parameters, doubles);
      to->multiply_adds = g_memdup2 (from->multiply_adds, doubles);
      to->networks = g_memdup2 (from->networks, self->n_points * sizeof (gpointer));
      for (guint k = 0; k < self->n_points; k++)
        if (to->networks[k] != NULL)
          ipl_pruned_network_ref (to->networks[k]);
    }
  return copy;
}

/* @self with one more reference. */
IplPruning *
ipl_pruning_ref (IplPruning *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
curve_clear (IplPruningCurve *self, guint n_points)
{
  for (guint k = 0; self->networks != NULL && k < n_points; k++)
    g_clear_pointer (&self->networks[k], ipl_pruned_network_unref);
  g_free (self->networks);
  g_free (self->order);
  g_free (self->accuracy);
  g_free (self->se);
  g_free (self->tuned);
  g_free (self->tuned_se);
  g_free (self->parameters);
  g_free (self->multiply_adds);
}

void
ipl_pruning_unref (IplPruning *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    curve_clear (&self->curve[o], self->n_points);
  g_free (self->random_mean);
  g_free (self->random_low);
  g_free (self->random_high);
  g_free (self->no_entropy);
  g_free (self->no_gradient);
  ipl_case_unref (self->the_case);
  g_free (self);
}

/* TRUE if there is such an order: by entropy or gradient only where these are known. */
gboolean
ipl_pruning_has_order (const IplPruning *self, IplRemovalOrder order)
{
  g_return_val_if_fail (self != NULL && order >= 0 && order < IPL_N_REMOVAL_ORDERS, FALSE);

  return self->curve[order].order != NULL;
}

/* [n_heads] which heads are gone after @n removals, for ipl_case_without_heads() and
 * ipl_trained_network_prune(). */
gboolean *
ipl_pruning_removed (const IplPruning *self, IplRemovalOrder order, guint n)
{
  g_return_val_if_fail (self != NULL && order >= 0 && order < IPL_N_REMOVAL_ORDERS, NULL);
  g_return_val_if_fail (n < self->n_points && ipl_pruning_has_order (self, order), NULL);

  gboolean *removed = g_new0 (gboolean, self->n_heads);

  for (guint k = 0; k < n; k++)
    removed[self->curve[order].order[k]] = TRUE;
  return removed;
}

static IplTrainedNetwork *
tune_up_to (const IplPruning *self, IplRemovalOrder order, guint n,
            const IplPruningOptions *options, guint threads, GCancellable *cancellable,
            GError **error)
{
  const IplPruningCurve *curve = &self->curve[order];
  g_autoptr (IplTrainedNetwork) network = NULL;
  guint k = n;

  while (k > 0 && (curve->networks == NULL || curve->networks[k] == NULL))
    k--;
  network = ipl_trained_network_copy (
      k > 0 ? ((const IplPrunedNetwork *)curve->networks[k])->network : options->network, error);
  if (network == NULL)
    return NULL;
  for (; k < n; k++)
    {
      g_autofree gboolean *gone = ipl_pruning_removed (self, order, k);
      IplTrainedNetwork *next = ipl_pruning_tune (options, network, gone, curve->order[k], k + 1,
                                                  threads, NULL, NULL, cancellable, error);

      ipl_trained_network_free (network);
      network = next;
      if (network == NULL)
        return NULL;
    }
  return g_steal_pointer (&network);
}

/* The network of a point of the curve. Fine-tuned networks that the run kept are there at once;
 * others are made again, to the same weights. */
IplTrainedNetwork *
ipl_pruning_network (const IplPruning *self, IplRemovalOrder order, guint n,
                     const IplPruningOptions *options, gboolean tuned, guint threads,
                     GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && options != NULL, NULL);
  g_return_val_if_fail (ipl_pruning_has_order (self, order) && n < self->n_points, NULL);

  g_autofree gboolean *removed = ipl_pruning_removed (self, order, n);

  if (options->network == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "There is no trained network to prune: open one (.safetensors) or train it.");
      return NULL;
    }
  if (!tuned)
    return ipl_trained_network_prune (options->network, removed, error);
  if (!ipl_pruning_can_tune (options))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "The network cannot be fine-tuned without its task and a number of steps: "
                   "set the steps of the fine-tune, or take the network as pruned.");
      return NULL;
    }
  return tune_up_to (self, order, n, options, threads, cancellable, error);
}
