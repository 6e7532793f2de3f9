/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/pruning-tune-private.h"

#include <math.h>
#include <string.h>

/* A fine-tune starts at this share of the rate the network was trained at, and falls to 0. */
#define TUNE_RATE 0.3

IplPrunedNetwork *
ipl_pruned_network_new (IplTrainedNetwork *network)
{
  IplPrunedNetwork *self = g_new0 (IplPrunedNetwork, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->network = network;
  return self;
}

IplPrunedNetwork *
ipl_pruned_network_ref (IplPrunedNetwork *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_pruned_network_unref (IplPrunedNetwork *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_trained_network_free (self->network);
  g_free (self);
}

gboolean
ipl_pruning_can_tune (const IplPruningOptions *options)
{
  return options->fine_tune_steps > 0 && options->network != NULL && options->config != NULL
         && options->train != NULL;
}

/* Sequences that no fine-tune before has seen. */
typedef struct
{
  const IplPruningOptions *options;
  guint64 first;
  IplPruningTuneProgress progress;
  gpointer data;
} Tune;

static void
fill (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const Tune *self = data;

  self->options->train (self->first + first, count, x, y, self->options->data);
}

static void
tell (double fraction, double seconds_left, const char *sentence, const IplTrainerPoint *point,
      gpointer data)
{
  const Tune *self = data;

  if (self->progress != NULL)
    self->progress (fraction, self->data);
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

/* Adam with fresh moments, warmed up over a tenth of the steps to TUNE_RATE of the learning rate of
 * the training, then down half a cosine to 0: short enough not to undo what the network knows, and
 * at rest at the end, so that its accuracy can be read off. The rest is as the training was. */
IplTrainedNetwork *
ipl_pruning_tune (const IplPruningOptions *options, const IplTrainedNetwork *before,
                  const gboolean *gone, guint head, guint n, guint threads,
                  IplPruningTuneProgress progress, gpointer data, GCancellable *cancellable,
                  GError **error)
{
  g_autofree gboolean *removed = g_new0 (gboolean, ipl_trained_shape_n_heads (&before->shape));
  g_autoptr (IplTrainedNetwork) pruned = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  IplTrainerConfig config = *options->config;
  Tune tune = { .options = options, .progress = progress, .data = data };

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
  if (trainer == NULL
      || !ipl_trainer_run (trainer, options->fine_tune_steps, 0, threads, tell, &tune, cancellable,
                           error))
    return NULL;
  return ipl_trained_network_copy (ipl_trainer_get_network (trainer), error);
}
