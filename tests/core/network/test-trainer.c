/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training: Adam against a slow reference, the same weights on any number of threads and after any
 * stop, files, and a task that must be learned. */
#include <glib/gstdio.h>
#include "core/network/trained-network.h"
#include "core/network/trainer.h"
#include "core/theory/saddle.h"
#include <math.h>
#include <string.h>

#include "core/network/trainer-private.h"
#include "dynamics/trajectory-support.h"
#include "network/trained-double.h"
#include "support.h"

/* A task that takes attention: of the tokens, the label is the sign, or the class, that the marked
 * one carries. */
typedef struct
{
  gsize T, N0;
  guint64 seed;
  guint outputs;
} Task;

/* A sign, or one of K classes. */
static void
draw_label (GRand *rand, guint K, float *label)
{
  if (K == 1)
    {
      *label = g_rand_boolean (rand) ? 1 : -1;
      return;
    }
  for (guint k = 0; k < K; k++)
    label[k] = -1.0f / (float)K;
  label[g_rand_int_range (rand, 0, (gint32)K)] += 1;
}

static void
draw (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const Task *task = data;

  for (gsize e = 0; e < count; e++)
    {
      g_autoptr (GRand) rand
          = g_rand_new_with_seed ((guint32)(task->seed + (first + e) * 2654435761u));
      gsize marked = (gsize)g_rand_int_range (rand, 0, (gint32)task->T);

      for (gsize t = 0; t < task->T; t++)
        {
          float *token = x + (e * task->T + t) * task->N0;

          draw_label (rand, task->outputs, token + 1);
          for (gsize i = 1 + task->outputs; i < task->N0; i++)
            token[i] = (float)g_rand_double_range (rand, -1, 1);
          token[0] = t == marked ? 2 : 0;
          if (t == marked)
            memcpy (y + e * task->outputs, token + 1, task->outputs * sizeof *y);
        }
    }
}

static Task task = { 6, 5, 77, 1 };
static Task other_task = { 6, 5, 5077, 1 };
static Task classes = { 6, 5, 78, 3 };

static void
small_config (IplTrainerConfig *config)
{
  ipl_trainer_config_init (config);
  config->shape = (IplTrainedShape){ 2, { 2, 3 }, 4, { 16, 12, 20 }, 5, 6, IPL_READOUT_MEAN, 1 };
  config->batch = 21;
  config->warmup_steps = 10;
  config->total_steps = 90;
  config->report_steps = 7;
  config->evaluate_steps = 14;
}

static void
use_classes (IplTrainerConfig *config, IplTrainedLoss loss)
{
  config->shape.outputs = classes.outputs;
  config->loss = loss;
}

static IplTrainer *
trainer_new (const IplTrainerConfig *config)
{
  return TEST_OK (
      ipl_trainer_new (config, draw, config->shape.outputs > 1 ? &classes : &task, &error));
}

static void
run (IplTrainer *trainer, guint64 steps, guint threads)
{
  TEST_OK (ipl_trainer_run (trainer, steps, 0, &(IplWork){ .threads = threads }, &error));
}

static void
assert_same (const IplTrainer *a, const IplTrainer *b)
{
  const IplTrainedNetwork *first = ipl_trainer_get_network (a);
  const IplTrainedNetwork *second = ipl_trainer_get_network (b);

  g_assert_cmpuint (ipl_trainer_get_step (a), ==, ipl_trainer_get_step (b));
  g_assert_cmpmem (first->parameters, first->n_parameters * 4, second->parameters,
                   second->n_parameters * 4);
}

static void
clip (gsize n, double *g, double longest)
{
  double norm = 0;

  for (gsize i = 0; i < n; i++)
    norm = hypot (norm, g[i]);
  for (gsize i = 0; i < n; i++)
    g[i] *= MIN (1, longest / norm);
}

/* Kingma and Ba's algorithm in double, on the weights with their 1/sqrt factors inside. */
static void
slow_adam (const IplTrainerConfig *config, double *w, guint64 steps)
{
  g_autoptr (GArray) tensors = NULL;
  IplTrainedLayout layout;
  gsize n, count = config->batch, size = config->shape.T * config->shape.N0;
  gsize labels = count * config->shape.outputs;

  ipl_trained_layout_init (&layout, &config->shape);
  tensors = ipl_trained_layout_arrays (&layout);
  n = layout.n;

  g_autofree double *m = g_new0 (double, n), *v = g_new0 (double, n), *g = g_new (double, n);
  g_autofree double *x = g_new (double, count * size), *y = g_new (double, labels);
  g_autofree float *xs = g_new (float, count * size), *ys = g_new (float, labels);

  for (guint64 step = 0; step < steps; step++)
    {
      draw (step * count, count, xs, ys, config->shape.outputs > 1 ? &classes : &task);
      for (gsize i = 0; i < count * size; i++)
        x[i] = xs[i];
      for (gsize i = 0; i < labels; i++)
        y[i] = ys[i];
      trained_double_loss (&config->shape, config->loss, layout.combined, 1, w, count, x, y, NULL,
                           g);
      clip (n, g, config->clip_norm);
      for (guint k = 0; k < tensors->len; k++)
        {
          const IplParameterArray *tensor = &g_array_index (tensors, IplParameterArray, k);
          double factor = 1 / sqrt ((double)tensor->fan_in), t = (double)step + 1;
          double rate = config->learning_rate * ipl_trainer_rates_schedule (config, step)
                        * (tensor->rate_width == 0 ? config->attention_rate
                                                   : 512 / (double)tensor->rate_width);

          for (gsize i = tensor->offset; i < tensor->offset + tensor->size; i++)
            {
              double inside = w[i] * factor, gradient = g[i] / factor;

              if (!config->decoupled)
                gradient += config->weight_decay * inside;
              m[i] = config->beta1 * m[i] + (1 - config->beta1) * gradient;
              v[i] = config->beta2 * v[i] + (1 - config->beta2) * gradient * gradient;
              if (config->decoupled)
                inside -= rate * config->weight_decay * inside;
              inside -= rate * m[i] / (1 - pow (config->beta1, t))
                        / (sqrt (v[i] / (1 - pow (config->beta2, t))) + config->epsilon);
              w[i] = inside / factor;
            }
        }
    }
}

/* Ten steps move a weight by some 0.1; Adam divides by a gradient that single precision knows to
 * some 1e-6 of the largest, so that steps of weights with a small one differ by more. The epsilon
 * keeps that ratio tame: here it is of the size of the gradients. */
TEST (test_adam, "/trainer/adam")
{
  for (guint round = 0; round < 4; round++)
    {
      gboolean decoupled = round % 2 == 1;
      IplTrainerConfig config;
      g_autoptr (IplTrainer) trainer = NULL;
      g_autofree double *w = NULL, *before = NULL;
      const IplTrainedNetwork *network;
      double moved = 0;
      gsize n;

      small_config (&config);
      if (round >= 2)
        use_classes (&config, round == 2 ? IPL_TRAINED_SQUARED_ERROR : IPL_TRAINED_CROSS_ENTROPY);
      config.decoupled = decoupled;
      config.weight_decay = 0.05;
      config.epsilon = 0.01;
      config.clip_norm = decoupled ? 0.2 : 100;
      config.total_steps = 12;
      config.warmup_steps = 3;
      trainer = trainer_new (&config);
      network = ipl_trainer_get_network (trainer);
      n = network->n_parameters;
      w = g_new (double, n);
      before = g_new (double, n);
      for (gsize i = 0; i < n; i++)
        w[i] = before[i] = network->parameters[i];
      run (trainer, 10, 2);
      slow_adam (&config, w, 10);
      for (gsize i = 0; i < n; i++)
        {
          moved = MAX (moved, fabs (w[i] - before[i]));
          test_assert_close (network->parameters[i], w[i], 2e-5);
        }
      g_assert_cmpfloat (moved, >, 1e-2);
    }
}

TEST (test_schedule, "/trainer/schedule")
{
  IplTrainerConfig config;

  ipl_trainer_config_init (&config);
  config.warmup_steps = 100;
  config.schedule = IPL_SCHEDULE_CONSTANT;
  test_assert_close (ipl_trainer_rates_schedule (&config, 0), 1.0 / 101, 1e-12);
  test_assert_close (ipl_trainer_rates_schedule (&config, 49), 50.0 / 101, 1e-12);
  g_assert_cmpfloat (ipl_trainer_rates_schedule (&config, 100), ==, 1);
  config.schedule = IPL_SCHEDULE_COSINE;
  g_assert_cmpfloat (ipl_trainer_rates_schedule (&config, 1000000), ==, 1); /* no end known */
  config.total_steps = 2100;
  g_assert_cmpfloat (ipl_trainer_rates_schedule (&config, 100), ==, 1);
  test_assert_close (ipl_trainer_rates_schedule (&config, 1100), 0.5, 1e-12);
  g_assert_cmpfloat (ipl_trainer_rates_schedule (&config, 2100), ==, 0);
  g_assert_cmpfloat (ipl_trainer_rates_schedule (&config, 9999), ==, 0);
}

TEST (test_threads, "/trainer/threads")
{
  IplTrainerConfig config;
  g_autoptr (IplTrainer) one = NULL;

  small_config (&config);
  one = trainer_new (&config);
  g_assert_true (ipl_trainer_record_heads (one, draw, &other_task, NULL));
  run (one, 30, 1);
  g_assert_cmpuint (ipl_trainer_get_head_history (one)->S, ==, 6); /* 0, 7, 14, 21, 28, 30 */
  for (guint threads = 2; threads <= 4; threads++)
    {
      g_autoptr (IplTrainer) many = trainer_new (&config);

      g_assert_true (ipl_trainer_record_heads (many, draw, &other_task, NULL));
      run (many, 30, threads);
      assert_same (one, many);
      test_same_trajectory (ipl_trainer_get_head_history (one),
                            ipl_trainer_get_head_history (many));
    }
}

static void
assert_same_curve (const IplTrainer *a, const IplTrainer *b)
{
  gsize n, m;
  const IplTrainerPoint *first = ipl_trainer_get_points (a, &n);
  const IplTrainerPoint *second = ipl_trainer_get_points (b, &m);

  g_assert_cmpuint (n, ==, m);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (first[i].step, ==, second[i].step);
      g_assert_cmpfloat (first[i].loss, ==, second[i].loss);
      g_assert_cmpfloat (first[i].accuracy_train, ==, second[i].accuracy_train);
      if (isnan (first[i].accuracy_holdout))
        g_assert_true (isnan (second[i].accuracy_holdout));
      else
        g_assert_cmpfloat (first[i].accuracy_holdout, ==, second[i].accuracy_holdout);
    }
}

typedef struct
{
  IplTrainer *trainer;
  GCancellable *cancellable;
  guint64 stop_at;
} Stop;

static void
stop_at (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Stop *stop = data;

  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_nonnull (sentence);
  if (ipl_trainer_get_step (stop->trainer) >= stop->stop_at)
    g_cancellable_cancel (stop->cancellable);
}

/* The last moment is the network as it is: U of its weights, and the scores of heads in that. */
static void
check_last_moment (const IplTrainer *trainer)
{
  const IplTrainedNetwork *network = ipl_trainer_get_network (trainer);
  const IplTrajectory *history = ipl_trainer_get_head_history (trainer);
  gsize Pi = ipl_trained_shape_n_paths (&network->shape), n_points;
  const IplTrainerPoint *points = ipl_trainer_get_points (trainer, &n_points);
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  double scores[5];

  g_assert_cmpuint ((guint64)history->time[history->S - 1], ==, ipl_trainer_get_step (trainer));
  g_assert_cmpmem (ipl_trajectory_get (history, "U", history->S - 1), Pi * Pi * sizeof *U, U,
                   Pi * Pi * sizeof *U);
  ipl_observables_head_scores (network->shape.L, network->shape.H, U, scores);
  g_assert_cmpmem (ipl_trajectory_get (history, "head_score", history->S - 1), sizeof scores,
                   scores, sizeof scores);
  g_assert_cmpfloat (*ipl_trajectory_get (history, "loss", history->S - 1), ==,
                     points[n_points - 1].loss);
}

/* Stopped in the middle, saved, read again and gone on: the weights, the learning curve and what
 * is recorded of heads in an unbroken run, bit for bit. */
TEST (test_resume, "/trainer/resume")
{
  g_autofree char *path = test_path ("net.safetensors");
  IplTrainerConfig config;
  g_autoptr (IplTrainer) unbroken = NULL, broken = NULL, resumed = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Stop stop;

  small_config (&config);
  config.seed = G_MAXUINT64 - 1;
  unbroken = trainer_new (&config);
  g_assert_true (ipl_trainer_set_holdout (unbroken, 50, draw, &other_task, NULL));
  g_assert_true (ipl_trainer_record_heads (unbroken, draw, &other_task, NULL));
  run (unbroken, 63, 2);
  check_last_moment (unbroken);

  broken = trainer_new (&config);
  ipl_trainer_set_task (broken, "marks");
  g_assert_true (ipl_trainer_set_holdout (broken, 50, draw, &other_task, NULL));
  g_assert_true (ipl_trainer_record_heads (broken, draw, &other_task, NULL));
  stop = (Stop){ broken, cancellable, 35 };
  TEST_CANCELLED (ipl_trainer_run (
      broken, 63, 0, &(IplWork){ .cancellable = cancellable, .progress = stop_at, .data = &stop },
      &error));
  g_assert_cmpuint (ipl_trainer_get_step (broken), ==, 35);
  TEST_OK (ipl_trainer_save (broken, path, &error));

  resumed = TEST_OK (ipl_trainer_load (path, draw, &task, NULL, &error));
  assert_same (broken, resumed);
  assert_same_curve (broken, resumed);
  test_same_trajectory (ipl_trainer_get_head_history (broken),
                        ipl_trainer_get_head_history (resumed));
  g_assert_cmpmem (ipl_trainer_get_config (resumed), sizeof config, ipl_trainer_get_config (broken),
                   sizeof config);
  g_assert_cmpstr (ipl_trainer_get_network (resumed)->task, ==, "marks");
  g_assert_true (ipl_trainer_set_holdout (resumed, 50, draw, &other_task, NULL));
  g_assert_true (ipl_trainer_record_heads (resumed, draw, &other_task, NULL));
  run (resumed, 28, 3);
  assert_same (unbroken, resumed);
  assert_same_curve (unbroken, resumed);
  test_same_trajectory (ipl_trainer_get_head_history (unbroken),
                        ipl_trainer_get_head_history (resumed));
  g_unlink (path);
  g_assert_cmpint (g_rmdir (test_folder ()), ==, 0);
}

/* Cancelled at any moment, in the midst of a step too: the same weights. */
TEST (test_cancel_anywhere, "/trainer/cancel-anywhere")
{
  IplTrainerConfig config;
  g_autoptr (IplTrainer) whole = NULL;
  g_autoptr (IplTrainer) broken = NULL;
  guint times = 0;

  small_config (&config);
  config.batch = 160;
  whole = trainer_new (&config);
  broken = trainer_new (&config);
  run (whole, 60, 2);
  while (ipl_trainer_get_step (broken) < 60)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      GThread *thread = test_cancel_later (cancellable, (gulong)g_test_rand_int_range (0, 6000));

      if (!ipl_trainer_run (broken, 60 - ipl_trainer_get_step (broken), 0,
                            &(IplWork){ .threads = 2, .cancellable = cancellable }, NULL))
        times++;
      g_thread_join (thread);
      g_assert_cmpuint (times, <, 20000);
    }
  g_test_message ("cancelled %u times", times);
  g_assert_cmpuint (times, >, 0);
  g_assert_cmpmem (ipl_trainer_get_network (whole)->parameters,
                   ipl_trainer_get_network (whole)->n_parameters * sizeof (float),
                   ipl_trainer_get_network (broken)->parameters,
                   ipl_trainer_get_network (whole)->n_parameters * sizeof (float));
}

static void
learning_config (IplTrainerConfig *config)
{
  small_config (config);
  config->shape.N[0] = config->shape.N[1] = config->shape.N[2] = 32;
  config->batch = 32;
  config->learning_rate = 1e-3;
  config->attention_rate = 3;
  config->total_steps = 0;
  config->report_steps = 100;
}

/* Attention has to be learned to do better than chance by much: uniform attention would leave the
 * marked sign one of six. */
TEST (test_learns, "/trainer/learns")
{
  IplTrainerConfig config;
  g_autoptr (IplTrainer) trainer = NULL;
  double accuracy, se;
  gsize n;
  const IplTrainerPoint *points;

  learning_config (&config);
  trainer = trainer_new (&config);
  g_assert_true (ipl_trainer_set_holdout (trainer, 1000, draw, &other_task, NULL));
  run (trainer, 1200, 0);
  g_assert_true (ipl_trainer_evaluate (trainer, 0, &accuracy, &se, NULL, NULL));
  points = ipl_trainer_get_points (trainer, &n);
  g_test_message ("accuracy %.3f +- %.3f, loss %.3f", accuracy, se, points[n - 1].loss);
  g_assert_cmpfloat (accuracy, >, 0.9);
  test_assert_close (se, sqrt (accuracy * (1 - accuracy) / 1000), 1e-12);
  g_assert_cmpuint (n, ==, 12);
  g_assert_cmpfloat (points[n - 1].loss, <, 0.5 * points[0].loss);
  g_assert_cmpfloat (points[n - 1].accuracy_holdout, ==, accuracy);
  g_assert_cmpuint (ipl_trainer_get_config (trainer)->total_steps, ==, 1200); /* planned */
}

TEST (test_configs_refused, "/trainer/configs-refused")
{
  IplTrainerConfig config;

#define REFUSED(field, value)                                                                      \
  small_config (&config);                                                                          \
  config.field = value;                                                                            \
  TEST_REFUSED (ipl_trainer_new (&config, draw, &task, &error), IPL_ERROR_VALUE)
  REFUSED (batch, 0);
  REFUSED (learning_rate, 0);
  REFUSED (learning_rate, NAN);
  REFUSED (attention_rate, -1);
  REFUSED (beta2, 1);
  REFUSED (epsilon, 0);
  REFUSED (clip_norm, -1);
  REFUSED (weight_decay, INFINITY);
  REFUSED (report_steps, 0);
  REFUSED (logit_sd, 0);
  REFUSED (shape.G, 0);
#undef REFUSED
}
