/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/heads-private.h"
#include "core/heads/pruning-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/ref-count.h"
#include "core/heads/removal-order.h"
#include "core/network/trained-shape.h"

/* A fine-tune starts at this share of the rate the network was trained at, and falls to 0. */
#define TUNE_RATE 0.3

static gboolean
can_tune (const IplPruningOptions *options)
{
  return options->fine_tune_steps > 0 && options->network != NULL && options->config != NULL
         && options->train != NULL;
}

/* Sequences that no fine-tune before has seen. */
typedef struct
{
  const IplPruningOptions *options;
  guint64 first;
} Tune;

static void
fill (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const Tune *self = data;

  self->options->train (self->first + first, count, x, y, self->options->data);
}

/* Place of a head among those that are left. */
static guint
place_left (const gboolean *gone, guint head)
{
  guint place = 0;

  for (guint h = 0; h < head; h++)
    place += !gone[h];
  return place;
}

/* Fine-tunes by Adam with fresh moments: warm-up over a tenth of the steps to TUNE_RATE of the
 * learning rate of the training, then half a cosine down to 0. The run is short enough to
 * preserve the trained weights, and the rate of 0 at the end makes the accuracy stable. Other
 * options are those of the training. */
IplTrainedNetwork *
ipl_pruning_tune (const IplPruningOptions *options, const IplTrainedNetwork *before,
                  const gboolean *gone, guint head, guint n, const IplWork *work, GError **error)
{
  g_autofree gboolean *removed = g_new0 (gboolean, ipl_trained_shape_n_heads (&before->shape));
  g_autoptr (IplTrainedNetwork) pruned = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  IplTrainerConfig config = *options->config;
  Tune tune = { .options = options };

  removed[place_left (gone, head)] = TRUE;
  pruned = ipl_trained_network_prune (before, removed, error);
  if (pruned == NULL)
    return NULL;
  tune.first = options->first_sequence
               + (guint64)(n - 1) * options->fine_tune_steps * (guint64)config.batch;
  config.learning_rate *= TUNE_RATE;
  config.schedule = IPL_SCHEDULE_COSINE;
  config.warmup_steps = options->fine_tune_steps / 10;
  config.total_steps = options->fine_tune_steps;
  config.evaluate_steps = 0;
  trainer = ipl_trainer_new_from_network (&config, pruned, fill, &tune, error);
  if (trainer == NULL || !ipl_trainer_run (trainer, options->fine_tune_steps, 0, work, error))
    return NULL;
  return ipl_trained_network_copy (ipl_trainer_get_network (trainer), error);
}

static void
make_array (double **array, guint n)
{
  *array = g_new (double, n);
  for (guint i = 0; i < n; i++)
    (*array)[i] = NAN;
}

static void
copy_array (double **array, guint n)
{
  *array = g_memdup2 (*array, n * sizeof (double));
}

static void
free_array (double **array, guint n)
{
  g_free (*array);
}

/* The shape for counting; FALSE if unknown. */
static gboolean
get_full_shape (const IplCase *the_case, const IplTrainedNetwork *network, IplTrainedShape *shape)
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
                              .readout = the_case->readout,
                              .outputs = the_case->labels.outputs };
  memcpy (shape->H, the_case->H, sizeof shape->H);
  memcpy (shape->N, the_case->trained->N, sizeof shape->N);
  return TRUE;
}

static void
count_costs (const IplHeadReport *report, const IplTrainedNetwork *network, guint n_points,
             IplPruningCurve *curve)
{
  IplTrainedShape shape;

  if (!get_full_shape (report->the_case, network, &shape))
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

/* The arrays of numbers of a curve and of all, [n_points] each. */
static const gsize curve_arrays[] = {
  G_STRUCT_OFFSET (IplPruningCurve, accuracy),   G_STRUCT_OFFSET (IplPruningCurve, se),
  G_STRUCT_OFFSET (IplPruningCurve, tuned),      G_STRUCT_OFFSET (IplPruningCurve, tuned_se),
  G_STRUCT_OFFSET (IplPruningCurve, parameters), G_STRUCT_OFFSET (IplPruningCurve, multiply_adds),
};
static const gsize band_arrays[]
    = { G_STRUCT_OFFSET (IplPruning, random_mean), G_STRUCT_OFFSET (IplPruning, random_low),
        G_STRUCT_OFFSET (IplPruning, random_high) };

/* Calls @func for the place of every array of numbers. */
static void
for_each_array (IplPruning *self, void (*func) (double **array, guint n_points))
{
  for (guint i = 0; i < G_N_ELEMENTS (band_arrays); i++)
    func (G_STRUCT_MEMBER_P (self, band_arrays[i]), self->n_points);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    for (guint i = 0; i < G_N_ELEMENTS (curve_arrays); i++)
      func (G_STRUCT_MEMBER_P (&self->curve[o], curve_arrays[i]), self->n_points);
}

/* The orders and the remaining sizes, without accuracies. */
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
  if (self->is_trained && can_tune (options) && options->test_x != NULL)
    self->fine_tune_steps = options->fine_tune_steps;
  self->no_entropy = g_strdup (report->no_entropy);
  self->no_gradient = g_strdup (report->no_gradient);
  for_each_array (self, make_array);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *curve = &self->curve[o];

      ipl_order_correlation (report, (IplRemovalOrder)o, &self->correlation[o]);
      curve->order = g_new0 (guint, report->n_heads);
      if (!ipl_removal_order_list (report, (IplRemovalOrder)o, options->seed, 0, curve->order))
        g_clear_pointer (&curve->order, g_free);
      if (self->is_trained && curve->order != NULL)
        count_costs (report, options->network, n, curve);
      curve->networks = g_new0 (IplTrainedNetwork *, n);
    }
  return self;
}

/* A copy of the curve so far; fine-tuned networks are shared. */
IplPruning *
ipl_pruning_copy (const IplPruning *self)
{
  IplPruning *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  ipl_case_ref (copy->the_case);
  copy->no_entropy = g_strdup (self->no_entropy);
  copy->no_gradient = g_strdup (self->no_gradient);
  for_each_array (copy, copy_array);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *to = &copy->curve[o];

      to->order = g_memdup2 (to->order, self->n_points * sizeof (guint));
      to->networks = g_memdup2 (to->networks, self->n_points * sizeof *to->networks);
      for (guint k = 0; k < self->n_points; k++)
        if (to->networks[k] != NULL)
          ipl_trained_network_ref (to->networks[k]);
    }
  return copy;
}

static void
curve_clear (IplPruningCurve *self, guint n_points)
{
  for (guint k = 0; self->networks != NULL && k < n_points; k++)
    ipl_trained_network_unref (self->networks[k]);
  g_free (self->networks);
  g_free (self->order);
}

static void
pruning_clear (IplPruning *self)
{
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    curve_clear (&self->curve[o], self->n_points);
  for_each_array (self, free_array);
  g_free (self->no_entropy);
  g_free (self->no_gradient);
  ipl_case_unref (self->the_case);
}

IPL_DEFINE_REFERENCES (IplPruning, ipl_pruning, pruning_clear)

/* TRUE if the order is available; by entropy or gradient only if these are known. */
gboolean
ipl_pruning_has_order (const IplPruning *self, IplRemovalOrder order)
{
  g_return_val_if_fail (self != NULL && order >= 0 && order < IPL_N_REMOVAL_ORDERS, FALSE);

  return self->curve[order].order != NULL;
}

/* [n_heads] marks the heads removed after @n removals, for ipl_case_without_heads() and
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
  network = ipl_trained_network_ref (k > 0 ? curve->networks[k]
                                           : (IplTrainedNetwork *)options->network);
  for (; k < n; k++)
    {
      g_autofree gboolean *gone = ipl_pruning_removed (self, order, k);
      IplTrainedNetwork *next
          = ipl_pruning_tune (options, network, gone, curve->order[k], k + 1,
                              &(IplWork){ .threads = threads, .cancellable = cancellable }, error);

      ipl_trained_network_unref (network);
      network = next;
      if (network == NULL)
        return NULL;
    }
  return g_steal_pointer (&network);
}

/* The network of a point of the curve. Fine-tuned networks that the run stored are returned;
 * others are made again, with the same weights. */
IplTrainedNetwork *
ipl_pruning_network (const IplPruning *self, IplRemovalOrder order, guint n,
                     const IplPruningOptions *options, gboolean tuned, guint threads,
                     GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && options != NULL, NULL);
  g_return_val_if_fail (ipl_pruning_has_order (self, order) && n < self->n_points, NULL);

  g_autofree gboolean *removed = ipl_pruning_removed (self, order, n);

  if (options->network == NULL)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "There is no trained network to prune: open one (.safetensors) or train it.");
  if (!tuned)
    return ipl_trained_network_prune (options->network, removed, error);
  if (!can_tune (options))
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "The network cannot be fine-tuned without its task and a number of steps: "
        "set the steps of the fine-tune, or take the network as pruned.");
  return tune_up_to (self, order, n, options, threads, cancellable, error);
}

/* Verdict on the claim that heads of low score can be removed: accuracies with heads of lowest
 * score removed first minus those with heads of highest score removed first, mean over all
 * points except the ends, which agree. */

/* Standard errors by which the mean differs from 0. */
#define SIGNIFICANT 2.0

/* The mean difference and its standard error; NaN if a point is unknown. */
static double
find_gain (const IplPruning *self, double *se)
{
  const IplPruningCurve *low = &self->curve[IPL_REMOVAL_BY_SCORE];
  const IplPruningCurve *high = &self->curve[IPL_REMOVAL_REVERSE];
  double sum = 0, variance = 0;
  guint n = 0;

  for (guint i = 1; i + 1 < self->n_points; i++, n++)
    {
      sum += low->accuracy[i] - high->accuracy[i];
      variance += low->se[i] * low->se[i] + high->se[i] * high->se[i];
    }
  *se = sqrt (variance) / MAX (n, 1);
  return n > 0 ? sum / n : NAN;
}

IplPruningVerdict
ipl_pruning_verdict (const IplPruning *self)
{
  const IplScore *score = ipl_case_get_score (self->the_case);
  double chance = ipl_labels_get_chance (&self->the_case->labels);
  double se, gain = find_gain (self, &se), all = self->curve[IPL_REMOVAL_BY_SCORE].accuracy[0];

  if (!score->is_share || !isfinite (chance) || !isfinite (gain) || !isfinite (se))
    return IPL_VERDICT_NONE;
  if (gain > SIGNIFICANT * se)
    return IPL_VERDICT_HOLDS;
  if (self->is_trained && all < (1 + chance) / 2)
    return IPL_VERDICT_TOO_SHORT;
  return gain < -SIGNIFICANT * se ? IPL_VERDICT_AGAINST : IPL_VERDICT_NONE;
}

char *
ipl_pruning_verdict_text (const IplPruning *self)
{
  IplPruningVerdict verdict = ipl_pruning_verdict (self);
  double se, gain = find_gain (self, &se);
  char first[G_ASCII_DTOSTR_BUF_SIZE], differs[G_ASCII_DTOSTR_BUF_SIZE];

  if (verdict != IPL_VERDICT_TOO_SHORT && verdict != IPL_VERDICT_AGAINST)
    return NULL;
  g_ascii_formatd (first, sizeof first, "%.3f", self->curve[IPL_REMOVAL_BY_SCORE].accuracy[0]);
  g_ascii_formatd (differs, sizeof differs, "%.3f", fabs (gain));
  if (verdict == IPL_VERDICT_TOO_SHORT)
    return g_strdup_printf (
        "Trained too briefly for a verdict: with an accuracy of %s the network is nearer to "
        "guessing than to all right, and removing heads of lowest score first leaves %s %s "
        "accuracy on average than removing those of highest score first. Train longer, or take "
        "the scores near the network’s own width.",
        first, differs, gain < 0 ? "less" : "more");
  return g_strdup_printf ("Heads of low score are not those that can go: removing them first "
                          "leaves %s less accuracy on average than removing those of highest score "
                          "first.",
                          differs);
}
