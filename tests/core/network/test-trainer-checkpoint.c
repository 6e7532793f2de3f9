/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training run is all in its file: what was read is written again as it was, and every setting
 * of the run is among it. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/network/trainer-private.h"
#include "support.h"

#define TOKENS 6
#define WIDTH 5
#define STEPS 10

/* The label is the sign of the first number. */
static void
draw (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  for (gsize e = 0; e < count; e++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32)(first + e) * 2654435761u);

      for (gsize i = 0; i < TOKENS * WIDTH; i++)
        x[e * TOKENS * WIDTH + i] = (float)g_rand_double_range (rand, -1, 1);
      y[e] = x[e * TOKENS * WIDTH] > 0 ? 1 : -1;
    }
}

/* Nothing is as ipl_trainer_config_init() has it. */
static void
make_config (IplTrainerConfig *config)
{
  ipl_trainer_config_init (config);
  config->shape = (IplTrainedShape){ 1, { 2 }, 4, { 16, 20 }, WIDTH, TOKENS, IPL_READOUT_LAST, 1 };
  config->loss = IPL_TRAINED_SQUARED_ERROR;
  config->batch = 13;
  config->seed = G_MAXUINT64 - 5;
  config->logit_sd = 0.7;
  config->learning_rate = 0.0123;
  config->beta1 = 0.81;
  config->beta2 = 0.97;
  config->epsilon = 3e-7;
  config->weight_decay = 0.0031;
  config->decoupled = !config->decoupled;
  config->clip_norm = 0.9;
  config->attention_rate = 2.5;
  config->schedule
      = config->schedule == IPL_SCHEDULE_COSINE ? IPL_SCHEDULE_CONSTANT : IPL_SCHEDULE_COSINE;
  config->warmup_steps = 3;
  config->total_steps = 90;
  config->report_steps = 7;
  config->evaluate_steps = 5;
}

static char *
save (const IplTrainer *trainer, const char *path, gsize *n)
{
  char *bytes;

  g_assert_true (ipl_trainer_save (trainer, path, NULL));
  g_assert_true (g_file_get_contents (path, &bytes, n, NULL));
  return bytes;
}

/* In the midst of a report. @planned: whether the end is for the run to find, from its limits */
static void
check (const char *path, gboolean planned)
{
  IplTrainerConfig config;
  g_autoptr (IplTrainer) trainer = NULL, again = NULL;
  g_autofree char *before = NULL, *after = NULL, *digest = NULL, *other = NULL;
  gsize n, m;

  make_config (&config);
  if (planned)
    config.total_steps = 0;
  trainer = TEST_OK (ipl_trainer_new (&config, draw, NULL, &error));
  ipl_trainer_set_run (trainer, "a run");
  ipl_trainer_set_task (trainer, "a task");
  g_assert_true (ipl_trainer_record_heads (trainer, draw, NULL, NULL));
  TEST_OK (ipl_trainer_run (trainer, STEPS, 0, NULL, &error));
  trainer->window_loss = 1.5;
  trainer->window_right = 3;
  trainer->window_steps = 2;
  before = save (trainer, path, &n);
  again = TEST_OK (ipl_trainer_load (path, draw, NULL, NULL, &error));
  g_assert_cmpstr (ipl_trainer_get_run (again), ==, "a run");
  after = save (again, path, &m);
  g_assert_cmpmem (before, n, after, m);
  g_assert_cmpmem (ipl_trainer_get_config (again), sizeof config, ipl_trainer_get_config (trainer),
                   sizeof config);
  g_assert_cmpmem (again->adam.first, again->adam.n * sizeof (float), trainer->adam.first,
                   trainer->adam.n * sizeof (float));
  g_assert_cmpmem (again->adam.second, again->adam.n * sizeof (float), trainer->adam.second,
                   trainer->adam.n * sizeof (float));
  digest = ipl_trainer_digest (trainer);
  other = ipl_trainer_digest (again);
  g_assert_cmpstr (digest, ==, other);
}

TEST (test_stored, "/kept-trainer/kept")
{
  g_autofree char *path = test_path ("net.safetensors");

  check (path, FALSE);
  check (path, TRUE);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (test_folder ()), ==, 0);
}
