/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transformers that learn hierarchies of latents, several seeds side by side (THEORY.md section
 * 15.4). */
#include "core/hierarchy/hierarchy-training-private.h"

#include "core/base/memory.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/training/recorded-trajectory.h"

#include <glib/gstdio.h>
#include <string.h>

static void
member_clear (IplHierarchyMember *self)
{
  ipl_latent_hierarchy_free (self->hierarchy);
  ipl_transformer_trainer_free (self->trainer);
  g_free (self->space);
  g_clear_error (&self->error);
}

void
ipl_hierarchy_run_free (gpointer run)
{
  IplHierarchyRun *self = run;

  if (self == NULL)
    return;
  for (guint s = 0; s < self->training.seeds && self->members != NULL; s++)
    member_clear (&self->members[s]);
  g_free (self->members);
  ipl_trajectory_unref (self->trajectory);
  g_free (self);
}

/* @network: the shape of the networks: no positions, no attention projection, four times as many
 *   hidden units as tokens, the class read from the last token. */
static void
get_network (const IplHierarchyTraining *self, IplTransformerShape *network)
{
  *network = (IplTransformerShape){ .layers = self->layers,
                                    .heads = 1,
                                    .d = self->d,
                                    .hidden = 4 * (gsize)self->shape.vocabulary,
                                    .V = self->shape.vocabulary,
                                    .classes = self->shape.n_classes,
                                    .L = self->shape.length,
                                    .causal = TRUE,
                                    .last = TRUE };
}

static guint
step_size (const IplHierarchyTraining *self)
{
  return self->batch > 0 ? self->batch : self->shape.n_classes;
}

static gboolean
member_init (IplHierarchyMember *self, const IplHierarchyRun *run, guint seed, GError **error)
{
  const IplHierarchyTraining *training = &run->training;
  IplHierarchyShape shape = training->shape;
  IplTransformerConfig config;
  double n = step_size (training), layers = training->layers, levels = shape.n_levels;
  double hidden = (double)run->network.hidden, latents = (double)run->n_latents;

  if (seed > 0)
    shape.seed = ipl_random_derive (shape.seed, seed);
  self->hierarchy = ipl_latent_hierarchy_new (&shape, error);
  if (self->hierarchy == NULL)
    return FALSE;
  ipl_transformer_config_init (&config);
  config.learning_rate = training->learning_rate;
  config.weight_decay = training->weight_decay;
  config.decoupled = FALSE;
  config.clip_norm = 0;
  config.dropout = 0;
  config.seed = shape.seed;
  self->trainer = ipl_transformer_trainer_new (&run->network, &config, error);
  if (self->trainer == NULL)
    return FALSE;
  self->space
      = ipl_try_parts ("what neurons do", error,
                       { &self->tokens, n * shape.length, sizeof (guint32) },
                       { &self->targets, n, sizeof (guint32) },
                       { &self->pooled, shape.n_classes * layers * hidden, sizeof (float) },
                       { &self->stable_rank, layers }, { &self->best, latents },
                       { &self->chance, latents }, { &self->means, layers * levels },
                       { &self->chances, layers * levels }, { &self->lowest, latents * hidden });
  return self->space != NULL;
}

/* Makes the hierarchies and networks before the first step. */
IplHierarchyRun *
ipl_hierarchy_run_new (const IplHierarchyTraining *training, GError **error)
{
  g_autoptr (IplHierarchyRun) self = g_new0 (IplHierarchyRun, 1);

  self->training = *training;
  get_network (training, &self->network);
  for (guint k = 0; k < training->shape.n_levels; k++)
    self->n_latents += training->shape.n_latents[k];
  self->trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  self->members = g_new0 (IplHierarchyMember, training->seeds);
  if (!ipl_transformer_shape_validate (&self->network, error))
    return NULL;
  for (guint s = 0; s < training->seeds; s++)
    if (!member_init (&self->members[s], self, s, error))
      return NULL;
  return ipl_hierarchy_run_add_arrays (self, error) ? g_steal_pointer (&self) : NULL;
}

/* Largest step among the members. */
static guint
furthest_step (const IplHierarchyRun *self)
{
  guint64 step = 0;

  for (guint s = 0; s < self->training.seeds; s++)
    step = MAX (step, self->members[s].trainer->step);
  return (guint)step;
}

/* Text that is equal for two trainings exactly if they make the same networks. The number of
 * steps and the recorded moments are left out. */
static char *
describe (const IplHierarchyTraining *training)
{
  const IplHierarchyShape *shape = &training->shape;
  GString *text = g_string_new ("latent hierarchy");
  char rate[IPL_NUMBER_TEXT_SIZE], decay[IPL_NUMBER_TEXT_SIZE];

  for (guint k = 0; k < shape->n_levels; k++)
    g_string_append_printf (text, " %u", shape->n_latents[k]);
  ipl_number_format (training->learning_rate, rate);
  ipl_number_format (training->weight_decay, decay);
  g_string_append_printf (
      text,
      ", parts %u, classes %u, vocabulary %u, length %u, seed %" G_GUINT64_FORMAT
      ", blocks %u, width %u, rate %s, decay %s, batch %u, seeds %u",
      shape->n_parts, shape->n_classes, shape->vocabulary, shape->length, shape->seed,
      training->layers, training->d, rate, decay, training->batch, training->seeds);
  return g_string_free (text, FALSE);
}

/* TRUE if training can resume up to the requested steps: only the number of steps and the
 * recorded moments may differ. */
gboolean
ipl_hierarchy_run_can_go_on (gconstpointer run, gconstpointer own)
{
  const IplHierarchyRun *self = run;
  const IplHierarchyTraining *training = own;
  g_autofree char *about = describe (&self->training), *wanted = describe (training);

  return strcmp (about, wanted) == 0 && furthest_step (self) <= training->steps;
}

static void
fill_batch (IplHierarchyMember *self, const IplHierarchyTraining *training, guint64 step)
{
  const IplHierarchyShape *shape = &self->hierarchy->shape;
  gsize length = shape->length;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, shape->seed, IPL_STREAM_HIERARCHY_BATCH, step);
  for (guint i = 0; i < step_size (training); i++)
    {
      guint class = training->batch > 0 ? (guint)gsl_rng_uniform_int (&stream.rng, shape->n_classes)
                                        : i;

      self->targets[i] = class;
      memcpy (self->tokens + i * length, self->hierarchy->tokens + class * length,
              length * sizeof *self->tokens);
    }
}

static void
train_member (gsize index, gpointer data)
{
  const IplHierarchyRound *round = data;
  const IplHierarchyTraining *training = &round->run->training;
  IplHierarchyMember *self = &round->run->members[index];
  IplTransformerScores scores;
  IplTransformerBatch batch = { .count = step_size (training),
                                .length = training->shape.length,
                                .tokens = self->tokens,
                                .targets = self->targets };

  for (;;)
    {
      guint64 step = self->trainer->step;

      if (step >= round->until || g_cancellable_is_cancelled (round->stop))
        return;
      fill_batch (self, training, step);
      if (!ipl_transformer_trainer_step (self->trainer, &batch, &scores, round->threads,
                                         round->cancellable, &self->error))
        return;
    }
}

/* Runs @func for every member; fails with the error of the first member that has one. */
static gboolean
run_members (const IplHierarchyRound *round, IplParallelFunc func, GError **error)
{
  IplHierarchyRun *run = round->run;
  GError *first = NULL;

  ipl_parallel_for (run->training.seeds, round->threads, func, (gpointer)round, round->cancellable);
  for (guint s = 0; s < run->training.seeds; s++)
    {
      if (first == NULL)
        first = g_steal_pointer (&run->members[s].error);
      g_clear_error (&run->members[s].error);
    }
  if (first != NULL)
    g_propagate_error (error, first);
  return first == NULL && !g_cancellable_set_error_if_cancelled (round->cancellable, error);
}

/* Trains all networks. The trajectory holds the arrays of IplTransformerScores as means over
 * seeds, and: `level_correlation` [S, seeds, layers, levels], the best neuron's correlation with
 * a latent, mean over the latents of a level; `level_chance`, the same with classes shuffled;
 * `best_correlation` and `best_chance` [S, seeds, latents] of the lowest block's neurons; for
 * the first seed, `latent_correlation` [S, latents, neurons]. Constant in time are
 * `latent_level` [latents], `class_latents` [classes, latents] and `class_tokens` [classes,
 * length] of the first seed. */
gboolean
ipl_hierarchy_run_train (IplHierarchyRun *self, guint steps, const IplWork *work, GError **error)
{
  GCancellable *stop = work != NULL ? work->stop : NULL;
  IplTrajectory *trajectory = self->trajectory;
  guint stride = MAX (1, steps / self->training.reports);
  IplHierarchyRound round = { self, 0, ipl_work_threads (work), ipl_work_cancellable (work), stop };

  while (!g_cancellable_is_cancelled (stop))
    {
      double last = trajectory->S > 0 ? trajectory->time[trajectory->S - 1] : -1;
      guint step = last < 0 ? 0 : MIN (steps, ((guint)last / stride + 1) * stride);

      /* Members of an interrupted call can be ahead of this step. */
      round.until = MAX (step, furthest_step (self));
      if (!run_members (&round, train_member, error))
        return FALSE;
      if (g_cancellable_is_cancelled (stop))
        break;
      if (round.until > last
          && (!run_members (&round, ipl_hierarchy_member_measure, error)
              || !ipl_hierarchy_run_record (self, round.until, error)))
        return FALSE;
      ipl_work_show (work, trajectory, steps > 0 ? (double)round.until / steps : 1);
      if (round.until >= steps)
        return TRUE;
    }
  return TRUE;
}

/* The record so far; grows with every call of ipl_hierarchy_run_train(). */
const IplTrajectory *
ipl_hierarchy_run_get_trajectory (gconstpointer run)
{
  return ((const IplHierarchyRun *)run)->trajectory;
}

/* Path of the trainer of a seed: "PATH" for the first, which also holds the trajectory, "PATH.2"
 * for the second. */
static char *
member_path (const char *path, guint seed)
{
  return seed == 0 ? g_strdup (path) : g_strdup_printf ("%s.%u", path, seed + 1);
}

/* Writes a checkpoint, from which ipl_hierarchy_run_load() resumes exactly. */
gboolean
ipl_hierarchy_run_save (gpointer run, const char *path, GError **error)
{
  IplHierarchyRun *self = run;
  const IplRecorded recorded = { .trajectory = self->trajectory };
  g_autofree char *about = describe (&self->training);

  /* Writes the first file last: its trajectory covers all members. */
  for (guint s = self->training.seeds; s-- > 0;)
    {
      IplTransformerTrainer *trainer = self->members[s].trainer;
      g_autofree char *own = member_path (path, s);

      ipl_transformer_trainer_set_about (trainer, about);
      if (!ipl_transformer_trainer_save (trainer, s == 0 ? &recorded : NULL, own, error))
        return FALSE;
    }
  return TRUE;
}

/* Removes the files of all seeds but the first. The caller removes the first. */
void
ipl_hierarchy_run_remove_others (gpointer run, const char *path)
{
  const IplHierarchyRun *self = run;

  for (guint s = 1; s < self->training.seeds; s++)
    {
      g_autofree char *own = member_path (path, s);

      g_unlink (own);
    }
}

/* Reads a checkpoint; IPL_ERROR_VALUE if the file is of another run. */
IplHierarchyRun *
ipl_hierarchy_run_load (const IplHierarchyTraining *training, const char *path,
                        GCancellable *cancellable, GError **error)
{
  g_autofree char *about = describe (training);
  g_autoptr (IplHierarchyRun) self = ipl_hierarchy_run_new (training, error);

  if (self == NULL)
    return NULL;
  for (guint s = 0; s < training->seeds; s++)
    {
      const IplRecorded recorded = { .trajectory = self->trajectory };
      g_autofree char *own = member_path (path, s);
      IplTransformerTrainer *trainer = ipl_transformer_trainer_load (
          own, about, &self->network, s == 0 ? &recorded : NULL, cancellable, error);

      if (trainer == NULL)
        return NULL;
      ipl_transformer_trainer_free (self->members[s].trainer);
      self->members[s].trainer = trainer;
    }
  if (ipl_hierarchy_run_can_go_on (self, training))
    return g_steal_pointer (&self);
  ipl_recorded_is_another (path, error);
  return NULL;
}
