/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What training takes of memory: as much as it says beforehand, and an error where it is not
 * there. */
#include "core/network/trainer.h"

#include <string.h>

#include "core/base/error.h"
#include "core/network/trained-case.h"
#include "core/network/trained-network.h"

#include "failing-malloc.h"

static IplTrainerConfig config; /* of the process at work */
static guint n_steps, n_threads;
static gsize n_holdout;

static void
draw (guint64 first, gsize count, float *x, float *y, gpointer unused)
{
  gsize size = config.shape.T * config.shape.N0;

  for (gsize e = 0; e < count; e++)
    {
      y[e] = (first + e) % 2 == 0 ? 1 : -1;
      for (gsize i = 0; i < size; i++)
        x[e * size + i] = (float)((first + e + i) % 7) - 3 + y[e];
    }
}

static gboolean
run_training (gpointer unused, GError **error)
{
  g_autoptr (IplTrainer) trainer = ipl_trainer_new (&config, draw, NULL, error);

  return trainer != NULL && ipl_trainer_set_holdout (trainer, n_holdout, draw, NULL, error)
         && ipl_trainer_run (trainer, n_steps, 0, n_threads, NULL, NULL, NULL, error);
}

/* Fine-tuning without a head, and what the theory needs of the network. */
static gboolean
run_tuning (gpointer unused, GError **error)
{
  g_autoptr (IplTrainedNetwork) network
      = ipl_trained_network_new (&config.shape, 1, config.seed, error);
  g_autoptr (IplTrainedNetwork) pruned = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  IplLayerWeights weights[IPL_MAX_LAYERS] = { { 0 } };
  IplCaseTrained *trained = NULL;
  gboolean removed[IPL_MAX_LAYERS] = { TRUE };
  gboolean done = FALSE;

  if (network != NULL)
    pruned = ipl_trained_network_prune (network, removed, error);
  if (pruned != NULL)
    trainer = ipl_trainer_new_from_network (&config, pruned, draw, NULL, error);
  if (trainer != NULL && ipl_trainer_run (trainer, n_steps, 0, n_threads, NULL, NULL, NULL, error))
    trained = ipl_trained_network_for_case (ipl_trainer_get_network (trainer), error);
  if (trained != NULL)
    {
      ipl_case_trained_free (trained);
      done = ipl_trained_network_export_attention (network, weights, error);
    }
  for (guint l = 0; l < config.shape.L; l++)
    {
      g_free (weights[l].wq);
      g_free (weights[l].wk);
    }
  return done;
}

static void
set_config (const IplTrainedShape *shape, gsize batch, guint steps, guint report, gsize holdout)
{
  ipl_trainer_config_init (&config);
  config.shape = *shape;
  config.batch = batch;
  config.warmup_steps = 1;
  config.report_steps = report;
  config.evaluate_steps = report;
  n_steps = steps;
  n_threads = 2;
  n_holdout = holdout;
}

static const IplTrainedShape wide
    = { 2, { 2, 3 }, 40, { 150, 120, 130 }, 60, 20, IPL_READOUT_MEAN, 1 };
static const IplTrainedShape long_sequences
    = { 2, { 2, 1 }, 4, { 10, 12, 20 }, 8, 150, IPL_READOUT_LAST, 1 };
static const IplTrainedShape tiny = { 1, { 2 }, 2, { 3, 3 }, 2, 2, IPL_READOUT_MEAN, 1 };

static void
test_failing (void)
{
  if (!failing_malloc_works ())
    return;
  set_config (&wide, 20, 2, 1, 30);
  failing_malloc_try_all (&(FailingRun){ "training, wide", NULL, run_training });
  failing_malloc_try_all (&(FailingRun){ "fine-tuning, wide", NULL, run_tuning });
  set_config (&long_sequences, 20, 2, 1, 30);
  failing_malloc_try_all (&(FailingRun){ "training, long", NULL, run_training });
  /* Many sequences to test on, and a learning curve of many points. */
  set_config (&tiny, 2, 1500, 1, 0);
  failing_malloc_try_all (&(FailingRun){ "training, long curve", NULL, run_training });
  set_config (&tiny, 20000, 1, 1, 20000);
  failing_malloc_try_all (&(FailingRun){ "training, large batch", NULL, run_training });
}

static void
test_estimate (void)
{
  static const struct
  {
    IplTrainedShape shape;
    gsize batch;
  } sizes[] = {
    { { 2, { 4, 4 }, 64, { 256, 256, 256 }, 64, 48, IPL_READOUT_MEAN, 1 }, 64 },
    { { 2, { 2, 3 }, 16, { 600, 500, 700 }, 30, 20, IPL_READOUT_MEAN, 1 }, 32 },
    { { 3, { 3, 3, 3 }, 20, { 40, 40, 40, 40 }, 64, 48, IPL_READOUT_MEAN, 1 }, 128 },
  };

  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      FailingUse use;
      double said;

      set_config (&sizes[i].shape, sizes[i].batch, 2, 100, 0);
      said = ipl_trainer_memory (&config, n_threads);
      use = failing_malloc_measure (&(FailingRun){ "training", NULL, run_training });
      g_test_message ("batch %zu: said %.3g MB, allocated %.3g MB, resident %.3g MB",
                      sizes[i].batch, said / 1e6, use.allocated / 1e6, use.resident / 1e6);
      g_assert_cmpfloat (use.allocated, <, 1.5 * said);
      g_assert_cmpfloat (said, <, 1.5 * use.allocated);
    }
}

static void
test_refused (void)
{
  GError *error = NULL;

  static const IplTrainedShape large
      = { 2, { 4, 4 }, 1024, { 600, 600, 600 }, 4096, 20, IPL_READOUT_MEAN, 1 };

  set_config (&large, 65536, 1, 1, 0);
  g_assert_null (ipl_trainer_new (&config, draw, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_MEMORY);
  g_assert_nonnull (
      strstr (error->message, "Training with batches of 65536 sequences needs about"));
  g_assert_nonnull (strstr (error->message, "use smaller batches"));
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* First what forks: no thread may have been started. */
  g_test_add_func ("/trainer-memory/failing", test_failing);
  g_test_add_func ("/trainer-memory/estimate", test_estimate);
  g_test_add_func ("/trainer-memory/refused", test_refused);
  return g_test_run ();
}
