/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What training a transformer takes of memory: as much as it says beforehand, and an error where it
 * is not there. */
#include <glib/gstdio.h>

#include "core/transformer/transformer-trainer.h"
#include "transformer/transformer-example.h"

#include "failing-malloc.h"

static IplTransformerShape shape;
static gsize count;
static const char *path; /* (nullable): where it is saved and loaded again */

static gboolean
use_network (const IplTransformer *network, const IplTransformerBatch *batch, GError **error)
{
  g_autofree float *pooled = g_new (float, count *shape.layers *shape.hidden);
  IplTransformerScores scores;
  double rank;

  return ipl_transformer_evaluate (network, batch, &scores, 2, NULL, error)
         && ipl_transformer_hidden (network, batch, pooled, 2, NULL, error)
         && ipl_transformer_stable_rank (network, 0, &rank, NULL, error);
}

static gboolean
run_training (gpointer unused, GError **error)
{
  g_autoptr (IplTransformerTrainer) trainer = NULL, again = NULL;
  TransformerExample example;
  IplTransformerConfig config;
  gboolean done = FALSE;

  ipl_transformer_config_init (&config);
  transformer_example_init (&example, &shape, count, shape.L, 1);
  trainer = ipl_transformer_trainer_new (&shape, &config, error);
  if (trainer != NULL)
    done = ipl_transformer_trainer_step (trainer, &example.batch, NULL, 2, NULL, error);
  if (done && path != NULL)
    {
      done = use_network (trainer->network, &example.batch, error)
             && ipl_transformer_trainer_save (trainer, NULL, path, error);
      if (done)
        again = ipl_transformer_trainer_load (path, NULL, NULL, NULL, NULL, error);
      done = again != NULL;
    }
  transformer_example_clear (&example);
  return done;
}

static void
test_failing (void)
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  g_autofree char *folder = NULL, *file = NULL;

  if (!failing_malloc_works ())
    return;
  folder = g_dir_make_tmp ("interplay-XXXXXX", NULL);
  file = g_build_filename (folder, "run.safetensors", NULL);
  transformer_example_shapes (shapes);
  shape = shapes[1];
  shape.d = 120;
  shape.hidden = 150;
  count = 20;
  path = file;
  failing_malloc_try_all (&(FailingRun){ "training a transformer", NULL, run_training });
  path = NULL;
  g_remove (file);
  g_rmdir (folder);
}

static void
test_estimate (void)
{
  if (!failing_malloc_works ())
    return;
  for (guint i = 0; i < 3; i++)
    {
      FailingUse use;
      double said;

      ipl_transformer_shape_init_text (&shape, 1 + 2 * i, i == 1 ? 5000 : 300);
      shape.last = i == 2;
      shape.hidden = 200 + 400 * i;
      count = 20;
      said = ipl_transformer_shape_training_bytes (&shape, count);
      use = failing_malloc_measure (&(FailingRun){ "training", NULL, run_training });
      g_test_message ("said %.3g MB, allocated %.3g MB, resident %.3g MB", said / 1e6,
                      use.allocated / 1e6, use.resident / 1e6);
      g_assert_cmpfloat (use.allocated, <, 1.2 * said);
      g_assert_cmpfloat (said, <, 1.2 * use.allocated);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/transformer-memory/failing", test_failing);
  g_test_add_func ("/transformer-memory/estimate", test_estimate);
  return g_test_run ();
}
