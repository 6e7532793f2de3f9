/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <math.h>

#include "core/base/random-stream.h"
#include "core/transformer/transformer.h"
#include "core/transformer/transformer-shape.h"
#include "core/transformer/transformer-trainer.h"
#include "support.h"
#include "transformer/transformer-double.h"
#include "transformer/transformer-example.h"

static IplTransformerTrainer *
make_trainer (const IplTransformerShape *shape)
{
  IplTransformerConfig config;
  IplTransformerTrainer *trainer;

  ipl_transformer_config_init (&config);
  config.learning_rate = 3e-3;
  config.weight_decay = 1e-3;
  trainer = ipl_transformer_trainer_new (shape, &config, NULL);
  g_assert_nonnull (trainer);
  return trainer;
}

static void
train_steps (IplTransformerTrainer *trainer, guint n, guint threads)
{
  const IplTransformerShape *shape = &trainer->network->shape;

  for (guint i = 0; i < n; i++)
    {
      TransformerExample example;

      transformer_example_init (&example, shape, 19, 5, (guint32)trainer->step);
      g_assert_true (
          ipl_transformer_trainer_step (trainer, &example.batch, NULL, threads, NULL, NULL));
      transformer_example_clear (&example);
    }
}

static void
assert_same (IplTransformerTrainer *a, IplTransformerTrainer *b)
{
  const IplTransformer *network = a->network;
  gsize bytes = network->n_parameters * sizeof (float);

  g_assert_cmpuint (a->step, ==, b->step);
  g_assert_cmpmem (network->parameters, bytes, b->network->parameters, bytes);
}

static void
assert_same_config (const IplTransformerConfig *a, const IplTransformerConfig *b)
{
  g_assert_cmpfloat (a->learning_rate, ==, b->learning_rate);
  g_assert_cmpfloat (a->beta1, ==, b->beta1);
  g_assert_cmpfloat (a->beta2, ==, b->beta2);
  g_assert_cmpfloat (a->epsilon, ==, b->epsilon);
  g_assert_cmpfloat (a->weight_decay, ==, b->weight_decay);
  g_assert_cmpint (a->decoupled, ==, b->decoupled);
  g_assert_cmpfloat (a->clip_norm, ==, b->clip_norm);
  g_assert_cmpfloat (a->dropout, ==, b->dropout);
  g_assert_cmpuint (a->seed, ==, b->seed);
}

TEST (test_threads, "/transformer-trainer/threads")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  guint n = transformer_example_shapes (shapes);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (IplTransformerTrainer) one = make_trainer (&shapes[i]);

      train_steps (one, 4, 1);
      for (guint threads = 2; threads <= 5; threads++)
        {
          g_autoptr (IplTransformerTrainer) many = make_trainer (&shapes[i]);

          train_steps (many, 4, threads);
          assert_same (one, many);
        }
    }
}

/* Two numbers at each of so many moments. */
static IplTrajectory *
record (guint S)
{
  const gsize two = 2;
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);

  ipl_trajectory_add (trajectory, "curve", 1, &two);
  for (guint s = 0; s < S; s++)
    {
      g_assert_true (ipl_trajectory_append (trajectory, s, NULL));
      ipl_trajectory_edit (trajectory, "curve")[0] = 0.1 * s;
      ipl_trajectory_edit (trajectory, "curve")[1] = 1e-300;
    }
  return trajectory;
}

TEST (test_resume, "/transformer-trainer/resume")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  guint n = transformer_example_shapes (shapes);
  g_autofree char *path = test_path ("run.safetensors");
  double curve[] = { 1, 0.1, 1e-300 };

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (IplTransformerTrainer) unbroken = make_trainer (&shapes[i]);
      g_autoptr (IplTransformerTrainer) broken = make_trainer (&shapes[i]), again = NULL;
      g_autoptr (IplTrajectory) kept = record (3), read = record (0);
      double since[3] = { 0 };

      train_steps (unbroken, 7, 2);
      train_steps (broken, 3, 2);
      ipl_transformer_trainer_set_about (broken, "“Moby Dick”");
      g_assert_true (
          ipl_transformer_trainer_save (broken, &(IplRecorded){ kept, curve, 3 }, path, NULL));
      again = ipl_transformer_trainer_load (path, "“Moby Dick”", &shapes[i],
                                            &(IplRecorded){ read, since, 3 }, NULL, NULL);
      g_assert_nonnull (again);
      assert_same (broken, again);
      assert_same_config (&again->config, &broken->config);
      g_assert_cmpstr (again->network->about, ==, "“Moby Dick”");
      g_assert_cmpmem (since, sizeof since, curve, sizeof curve);
      g_assert_cmpuint (read->S, ==, 3);
      test_assert_same (6, ipl_trajectory_get (read, "curve", 0),
                        ipl_trajectory_get (kept, "curve", 0));
      train_steps (again, 4, 2);
      assert_same (unbroken, again);
    }
}

/* All of the run is in its file: what was read is written again as it was. A checkpoint of another
 * shape is refused, whatever of it differs. */
TEST (test_stored, "/transformer-trainer/kept")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES], other;
  const IplTransformerConfig config = { .learning_rate = 2e-3,
                                        .beta1 = 0.8,
                                        .beta2 = 0.97,
                                        .epsilon = 3e-7,
                                        .weight_decay = 0.02,
                                        .decoupled = TRUE,
                                        .clip_norm = 0.7,
                                        .dropout = 0.2,
                                        .seed = 77 };
  g_autofree char *path = test_path ("run.safetensors");
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (IplTransformerTrainer) trainer = NULL, again = NULL;
  gsize n, m, bytes;

  transformer_example_shapes (shapes);
  trainer = ipl_transformer_trainer_new (&shapes[1], &config, NULL);
  bytes = trainer->adam.n * sizeof (float);
  ipl_transformer_trainer_set_about (trainer, "it");
  train_steps (trainer, 3, 1);
  g_assert_true (ipl_transformer_trainer_save (trainer, NULL, path, NULL));
  g_assert_true (g_file_get_contents (path, &before, &n, NULL));
  again = ipl_transformer_trainer_load (path, "it", &shapes[1], NULL, NULL, NULL);
  g_assert_nonnull (again);
  assert_same_config (&again->config, &config);
  g_assert_cmpmem (again->adam.first, bytes, trainer->adam.first, bytes);
  g_assert_cmpmem (again->adam.second, bytes, trainer->adam.second, bytes);
  g_assert_true (ipl_transformer_trainer_save (again, NULL, path, NULL));
  g_assert_true (g_file_get_contents (path, &after, &m, NULL));
  g_assert_cmpmem (before, n, after, m);
  train_steps (trainer, 2, 1);
  train_steps (again, 2, 1);
  assert_same (trainer, again);

#define REFUSED(change)                                                                            \
  other = shapes[1];                                                                               \
  change;                                                                                          \
  g_assert_null (ipl_transformer_trainer_load (path, "it", &other, NULL, NULL, NULL))
  REFUSED (other.layers++);
  REFUSED (other.heads++);
  REFUSED (other.d++);
  REFUSED (other.hidden++);
  REFUSED (other.V++);
  REFUSED (other.classes++);
  REFUSED (other.L++);
  REFUSED (other.last = !other.last);
  REFUSED (other.causal = !other.causal);
#undef REFUSED
}

/* Two steps of Adam by the book, in double precision, with the gradient clipped and the decay in
 * it. Where a gradient is a thousandth of the largest, its rounding in single precision, 1e-6 of
 * that, is 1e-3 of it, and of the step. */
static void
check_adam (const IplTransformerShape *shape, gboolean decoupled)
{
  g_autoptr (IplTransformerTrainer) trainer = NULL;
  const double rate = 3e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0.02, clip = 0.05;
  g_autofree double *w = NULL, *gradient = NULL, *first = NULL, *second = NULL;
  const IplTransformer *network;
  TransformerExample example;
  IplTransformerConfig config;
  gsize compared = 0;

  ipl_transformer_config_init (&config);
  config.learning_rate = rate;
  config.weight_decay = decay;
  config.decoupled = decoupled;
  config.clip_norm = clip;
  config.seed = 9;
  trainer = ipl_transformer_trainer_new (shape, &config, NULL);
  network = trainer->network;
  w = g_new (double, network->n_parameters);
  gradient = g_new (double, network->n_parameters);
  first = g_new0 (double, network->n_parameters);
  second = g_new0 (double, network->n_parameters);
  transformer_example_init (&example, shape, 9, 5, 2);
  for (guint step = 0; step < 2; step++)
    {
      guint64 key = ipl_random_derive (ipl_random_derive (9, IPL_STREAM_DROPOUT), step);
      double squares, largest = 0;

      for (gsize i = 0; i < network->n_parameters; i++)
        w[i] = (double)network->parameters[i];
      transformer_double_loss (shape, w, &example.batch, (guint32)(0.2 * 65536 + 0.5), key,
                               gradient, &squares);
      g_assert_cmpfloat (sqrt (squares), >, clip);
      g_assert_true (ipl_transformer_trainer_step (trainer, &example.batch, NULL, 2, NULL, NULL));
      for (gsize i = 0; i < network->n_parameters; i++)
        largest = MAX (largest, fabs (gradient[i] * clip / sqrt (squares)));
      for (gsize i = 0; i < network->n_parameters; i++)
        {
          double g = gradient[i] * clip / sqrt (squares) + (decoupled ? 0 : decay * w[i]), moved;

          first[i] = beta1 * first[i] + (1 - beta1) * g;
          second[i] = beta2 * second[i] + (1 - beta2) * g * g;
          if (fabs (g) < 1e-3 * largest)
            continue;
          moved = -rate * first[i] / (1 - pow (beta1, step + 1))
                      / (sqrt (second[i] / (1 - pow (beta2, step + 1))) + epsilon)
                  - (decoupled ? rate * decay * w[i] : 0);
          g_assert_cmpfloat (fabs ((double)network->parameters[i] - w[i] - moved), <, 2e-3 * rate);
          compared++;
        }
    }
  g_assert_cmpuint (compared, >, network->n_parameters);
  transformer_example_clear (&example);
}

TEST (test_adam, "/transformer-trainer/adam")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];

  transformer_example_shapes (shapes);
  for (guint i = 0; i < 4; i++)
    check_adam (&shapes[i], i % 2 == 1);
}

/* What fails or is cancelled leaves the trainer as it was. */
TEST (test_failed_step, "/transformer-trainer/failed-step")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  g_autoptr (IplTransformerTrainer) trainer = NULL, other = NULL;
  TransformerExample example;
  GError *failed = NULL;

  transformer_example_shapes (shapes);
  trainer = make_trainer (&shapes[0]);
  other = make_trainer (&shapes[0]);
  train_steps (trainer, 1, 2);
  train_steps (other, 1, 2);
  transformer_example_init (&example, &shapes[0], 4, 5, 1);
  TEST_CANCELLED (
      ipl_transformer_trainer_step (trainer, &example.batch, NULL, 2, cancelled, &error));
  example.tokens[0] = 100;
  TEST_REFUSED (ipl_transformer_trainer_step (trainer, &example.batch, NULL, 2, NULL, &error),
                IPL_ERROR_VALUE);
  assert_same (trainer, other);
  transformer_example_clear (&example);

  trainer->config.learning_rate = 1e3;
  transformer_example_init (&example, &shapes[0], 4, 5, 1);
  for (guint i = 0; i < 100 && failed == NULL; i++)
    {
      /* As if by a rate that no layer norm can hold. */
      trainer->network->parameters[i] = INFINITY;
      ipl_transformer_trainer_step (trainer, &example.batch, NULL, 2, NULL, &failed);
    }
  test_assert_error (&failed, IPL_ERROR, IPL_ERROR_NOT_CONVERGED, "step 1", NULL);
  transformer_example_clear (&example);
}

TEST (test_config_refused, "/transformer-trainer/config-refused")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  IplTransformerConfig config;

  transformer_example_shapes (shapes);
  ipl_transformer_config_init (&config);
  config.dropout = 1;
  TEST_REFUSED (ipl_transformer_trainer_new (&shapes[0], &config, &error), IPL_ERROR_VALUE,
                "from 0 to 0.99");
  ipl_transformer_config_init (&config);
  config.learning_rate = NAN;
  TEST_REFUSED (ipl_transformer_trainer_new (&shapes[0], &config, &error), IPL_ERROR_VALUE);
}
