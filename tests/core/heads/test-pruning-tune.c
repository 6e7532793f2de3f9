/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fine-tunes after each removal. */
#include "core/heads/heads-private.h"
#include "core/heads/pruning-private.h"
#include "heads/heads-support.h"
#include "network/trained-example.h"
#include "support.h"

#include <math.h>

/* A stream of sequences that the example's network labels. */
static void
source (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const HeadsExample *example = data;
  const IplTrainedShape *shape = &example->network->shape;
  gsize size = shape->T * shape->N0;

  for (gsize i = 0; i < count; i++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32)(first + i));
      g_autofree double *tokens = trained_gaussians (rand, size, 1);

      for (gsize k = 0; k < size; k++)
        x[i * size + k] = (float)tokens[k];
    }
  ipl_trained_network_predict (example->network, count, x, y, 1, NULL, NULL);
  for (gsize i = 0; i < count; i++)
    y[i] = y[i] > 0 ? 1 : -1;
}

static IplPruningOptions
tuning_options (HeadsExample *example, IplTrainerConfig *config, guint steps)
{
  ipl_trainer_config_init (config);
  config->batch = 16;
  config->learning_rate = 1e-3;
  return (IplPruningOptions){ .n_random = 5,
                              .fine_tune_steps = steps,
                              .network = example->network,
                              .config = config,
                              .train = source,
                              .first_sequence = 1000,
                              .test_x = example->test_x,
                              .data = example };
}

static double
accuracy_of (const HeadsExample *example, const IplTrainedNetwork *network)
{
  const IplExamples *test = &example->the_case->tests[0];
  g_autofree float *f = g_new (float, test->count), *y = trained_to_floats (test->y, test->count);

  ipl_trained_network_predict (network, test->count, example->test_x, f, 1, NULL, NULL);
  return ipl_trained_accuracy (1, test->count, f, y, NULL);
}

TEST (test_tune, "/pruning-tune/threads")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 80, 6);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplTrainerConfig config;
  IplPruningOptions options = tuning_options (example, &config, 40);
  g_autoptr (IplPruning) one = heads_prune (&theory, &options, 1),
                         two = heads_prune (&theory, &options, 2);
  double gain = 0;

  g_assert_cmpuint (one->fine_tune_steps, ==, 40);
  for (guint o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      IplPruningCurve *curve = &two->curve[o];

      test_assert_same (5, one->curve[o].tuned, curve->tuned);
      g_assert_cmpfloat (curve->tuned[0], ==, curve->accuracy[0]);
      for (guint k = 1; k < 5; k++)
        {
          g_autoptr (IplTrainedNetwork) kept
              = ipl_pruning_network (two, (IplRemovalOrder)o, k, &options, TRUE, 1, NULL, NULL);

          g_assert_cmpfloat (accuracy_of (example, kept), ==, curve->tuned[k]);
          g_assert_cmpuint (ipl_trained_shape_n_heads (&kept->shape), ==, 6 - k);
          gain += curve->tuned[k] - curve->accuracy[k];
        }
    }
  /* Twelve fine-tunes of 40 steps of 16 do not do harm on the whole. */
  g_test_message ("mean gain %g", gain / 12);
  g_assert_cmpfloat (gain, >, 0);
  g_assert_true (isnan (one->curve[IPL_REMOVAL_RANDOM].tuned[0]));
}

/* Sequences from some place on. */
typedef struct
{
  HeadsExample *example;
  guint64 first;
} From;

static void
source_from (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const From *self = data;

  source (self->first + first, count, x, y, self->example);
}

/* A fine-tune is a training of its own: at 0.3 of the rate down to 0, warmed up over a tenth, on
 * sequences that none before has seen. */
TEST (test_tune_steps, "/pruning-tune/steps")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 30, 6);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplTrainerConfig config, own;
  IplPruningOptions options = tuning_options (example, &config, 20);
  g_autoptr (IplPruning) pruning = heads_prune (&theory, &options, 2);
  const guint *order = pruning->curve[IPL_REMOVAL_BY_SCORE].order;
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_ref (example->network);

  own = config;
  own.learning_rate *= 0.3;
  own.schedule = IPL_SCHEDULE_COSINE;
  own.warmup_steps = 2;
  own.total_steps = 20;
  own.evaluate_steps = 0;
  for (guint k = 1; k < 4; k++)
    {
      gboolean removed[6] = { FALSE };
      guint place = order[k - 1];
      From from = { example, 1000 + (k - 1) * 20 * 16 };
      g_autoptr (IplTrainedNetwork) pruned = NULL, tuned = NULL;
      g_autoptr (IplTrainer) trainer = NULL;

      for (guint i = 0; i + 1 < k; i++)
        place -= order[i] < order[k - 1];
      removed[place] = TRUE;
      pruned = ipl_trained_network_prune (network, removed, NULL);
      trainer = ipl_trainer_new_from_network (&own, pruned, source_from, &from, NULL);
      g_assert_true (ipl_trainer_run (trainer, 20, 0, NULL, NULL));
      g_clear_pointer (&network, ipl_trained_network_unref);
      network = ipl_trained_network_copy (ipl_trainer_get_network (trainer), NULL);
      tuned = ipl_pruning_network (pruning, IPL_REMOVAL_BY_SCORE, k, &options, TRUE, 1, NULL, NULL);
      g_assert_cmpmem (tuned->parameters, tuned->n_parameters * sizeof (float), network->parameters,
                       network->n_parameters * sizeof (float));
    }
}

/* A network that was not kept is made again, bit for bit. */
TEST (test_tune_again, "/pruning-tune/again")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 30, 6);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplTrainerConfig config;
  IplPruningOptions options = tuning_options (example, &config, 12);
  g_autoptr (IplPruning) pruning = heads_prune (&theory, &options, 2);
  g_autoptr (IplTrainedNetwork) kept
      = ipl_pruning_network (pruning, IPL_REMOVAL_REVERSE, 3, &options, TRUE, 1, NULL, NULL);
  g_autoptr (IplTrainedNetwork) again = NULL;

  for (guint k = 2; k < 4; k++)
    g_clear_pointer (&pruning->curve[IPL_REMOVAL_REVERSE].networks[k], ipl_trained_network_unref);
  again = ipl_pruning_network (pruning, IPL_REMOVAL_REVERSE, 3, &options, TRUE, 2, NULL, NULL);
  g_assert_cmpmem (kept->parameters, kept->n_parameters * sizeof (float), again->parameters,
                   again->n_parameters * sizeof (float));
}

typedef struct
{
  IplPruning *last;
  double fraction;
  GCancellable *cancellable;
} Watch;

/* Stops once two fine-tunes are through. */
static void
watch (gconstpointer so_far, double fraction, gpointer data)
{
  const IplPruning *pruning = so_far;
  Watch *self = data;

  g_assert_cmpfloat (fraction, >=, self->fraction - 1e-12);
  g_assert_cmpfloat (fraction, <=, 1);
  self->fraction = fraction;
  g_clear_pointer (&self->last, ipl_pruning_unref);
  self->last = ipl_pruning_ref ((IplPruning *)pruning);
  if (!isnan (pruning->curve[IPL_REMOVAL_BY_SCORE].tuned[2]))
    g_cancellable_cancel (self->cancellable);
}

TEST (test_cancel, "/pruning-tune/cancel")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 30, 6);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IplTrainerConfig config;
  IplPruningOptions options = tuning_options (example, &config, 12);
  Watch cut = { .cancellable = cancellable };
  g_autoptr (IplPruning) pruning = ipl_pruning_run (
      theory.report, theory.solution, &options,
      &(IplWork){ .threads = 2, .cancellable = cancellable, .show = watch, .data = &cut }, &error);
  g_autoptr (IplPruning) kept = cut.last;
  g_autoptr (IplTrainedNetwork) network = NULL;

  g_assert_null (pruning);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (kept->n_random, ==, 5);
  g_assert_false (isnan (kept->random_high[4]));
  g_assert_false (isnan (kept->curve[IPL_REMOVAL_REVERSE].accuracy[4]));
  g_assert_true (isnan (kept->curve[IPL_REMOVAL_BY_SCORE].tuned[3]));
  g_assert_true (isnan (kept->curve[IPL_REMOVAL_REVERSE].tuned[0]));
  network = ipl_pruning_network (kept, IPL_REMOVAL_BY_SCORE, 2, &options, TRUE, 1, NULL, NULL);
  g_assert_cmpfloat (accuracy_of (example, network), ==,
                     kept->curve[IPL_REMOVAL_BY_SCORE].tuned[2]);
}
