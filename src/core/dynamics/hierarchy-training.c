/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Transformers that learn hierarchies of latents, several seeds side by side (THEORY.md section
 * 15.4). */
#include "core/dynamics/hierarchy-training.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/dynamics/latent-correlation.h"
#include "core/transformer/transformer-trainer.h"
#include <math.h>
#include <string.h>

/* Shuffles that chance is the mean of. */
#define SHUFFLES 10
/* Multiply-adds a second of one core in single precision, for what is told beforehand. */
#define CORE_SPEED 2e10

/* One network with what it learns. */
typedef struct
{
  IplLatentHierarchy *hierarchy;
  IplTransformerTrainer *trainer;
  guint32 *tokens;  /* [batch x length] */
  guint32 *targets; /* [batch]; of all classes where there is no batch */
  float *pooled;    /* [n_classes x layers x hidden] */
  /* What is recorded: */
  IplTransformerScores scores;
  double *stable_rank; /* [layers] */
  double *best;        /* [n_latents] at the lowest block */
  double *chance;      /* [n_latents] */
  double *means;       /* [layers x levels] */
  double *chances;     /* [layers x levels] */
  double *lowest;      /* [n_latents x hidden] correlations at the lowest block */
  GError *error;
} Member;

struct _IplHierarchyRun
{
  IplHierarchyTraining training;
  IplTransformerShape network;
  gsize n_latents;
  Member *members; /* [seeds] */
  IplTrajectory *trajectory;
};

static void
member_clear (Member *self)
{
  ipl_latent_hierarchy_free (self->hierarchy);
  ipl_transformer_trainer_free (self->trainer);
  g_free (self->tokens);
  g_free (self->targets);
  g_free (self->pooled);
  g_free (self->stable_rank);
  g_free (self->best);
  g_free (self->chance);
  g_free (self->means);
  g_free (self->chances);
  g_free (self->lowest);
  g_clear_error (&self->error);
}

void
ipl_hierarchy_run_free (IplHierarchyRun *self)
{
  if (self == NULL)
    return;
  for (guint s = 0; s < self->training.seeds && self->members != NULL; s++)
    member_clear (&self->members[s]);
  g_free (self->members);
  ipl_trajectory_unref (self->trajectory);
  g_free (self);
}

/**
 * ipl_hierarchy_training_get_network:
 * @self: a training
 * @network: (out caller-allocates): the shape of its networks: no positions, no projection of
 *   attention, four times as many hidden units as there are tokens, the class from the last token
 */
void
ipl_hierarchy_training_get_network (const IplHierarchyTraining *self, IplTransformerShape *network)
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

/**
 * ipl_hierarchy_training_predict:
 * @self: a training
 * @threads: how many there are
 * @seconds: (out): about how long it takes
 * @bytes: (out): about how much memory
 */
void
ipl_hierarchy_training_predict (const IplHierarchyTraining *self, guint threads, double *seconds,
                                double *bytes)
{
  guint side_by_side = MAX (1, MIN (threads, self->seeds));
  guint rounds = (self->seeds + side_by_side - 1) / side_by_side;
  /* A single network uses all threads itself. */
  double speed = CORE_SPEED * (self->seeds == 1 ? MAX (threads, 1) : 1);
  IplTransformerShape network;

  ipl_hierarchy_training_get_network (self, &network);
  *seconds = rounds * (double)self->steps
             * ipl_transformer_shape_multiply_adds (&network, step_size (self)) / speed;
  *bytes = self->seeds
           * ipl_transformer_shape_training_bytes (&network,
                                                   MAX (step_size (self), self->shape.n_classes));
}

static gboolean
member_init (Member *self, const IplHierarchyRun *run, guint seed, GError **error)
{
  const IplHierarchyTraining *training = &run->training;
  IplHierarchyShape shape = training->shape;
  IplTransformerConfig config;
  double n = step_size (training), classes = shape.n_classes;
  gsize layers = training->layers, levels = shape.n_levels, hidden = run->network.hidden;

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
  self->tokens = ipl_try_new (guint32, n * shape.length, "the sequences of a step", error);
  self->pooled = ipl_try_new (float, classes *(double)(layers * hidden), "what neurons do", error);
  self->lowest = ipl_memory_try_doubles ((double)run->n_latents * (double)hidden,
                                         "the correlations with latents", error);
  if (self->tokens == NULL || self->pooled == NULL || self->lowest == NULL)
    return FALSE;
  self->targets = g_new (guint32, step_size (training));
  self->stable_rank = g_new (double, layers);
  self->best = g_new (double, run->n_latents);
  self->chance = g_new (double, run->n_latents);
  self->means = g_new (double, layers *levels);
  self->chances = g_new (double, layers *levels);
  return TRUE;
}

static gboolean
add_arrays (IplHierarchyRun *self, GError **error)
{
  IplTrajectory *to = self->trajectory;
  const IplLatentHierarchy *hierarchy = self->members[0].hierarchy;
  gsize layers = self->training.layers, seeds = self->training.seeds;
  gsize levels = hierarchy->shape.n_levels, latents = hierarchy->n_latents;
  gsize classes = hierarchy->shape.n_classes, length = hierarchy->shape.length;
  g_autofree double *level = g_new (double, latents);
  g_autofree double *tokens = g_new (double, classes *length);

  ipl_trajectory_add (to, "loss", 0, NULL);
  ipl_trajectory_add (to, "accuracy", 0, NULL);
  ipl_trajectory_add (to, "entropy", 1, &layers);
  ipl_trajectory_add (to, "stable_rank", 1, &layers);
  ipl_trajectory_add (to, "level_correlation", 3, (gsize[]){ seeds, layers, levels });
  ipl_trajectory_add (to, "level_chance", 3, (gsize[]){ seeds, layers, levels });
  ipl_trajectory_add (to, "best_correlation", 2, (gsize[]){ seeds, latents });
  ipl_trajectory_add (to, "best_chance", 2, (gsize[]){ seeds, latents });
  ipl_trajectory_add (to, "latent_correlation", 2, (gsize[]){ latents, self->network.hidden });
  for (gsize k = 0; k < latents; k++)
    level[k] = ipl_latent_hierarchy_level (hierarchy, k) + 1;
  for (gsize i = 0; i < classes * length; i++)
    tokens[i] = hierarchy->tokens[i];
  return ipl_trajectory_add_constant (to, "latent_level", 1, &latents, level, error)
         && ipl_trajectory_add_constant (to, "class_latents", 2, (gsize[]){ classes, latents },
                                         hierarchy->has, error)
         && ipl_trajectory_add_constant (to, "class_tokens", 2, (gsize[]){ classes, length },
                                         tokens, error);
}

/**
 * ipl_hierarchy_run_new:
 * @training: what is to be trained, each of its numbers within its range
 * @error: return location for an #IPL_ERROR
 *
 * Returns: (transfer full) (nullable): hierarchies and networks before the first step
 */
IplHierarchyRun *
ipl_hierarchy_run_new (const IplHierarchyTraining *training, GError **error)
{
  g_autoptr (IplHierarchyRun) self = g_new0 (IplHierarchyRun, 1);

  self->training = *training;
  ipl_hierarchy_training_get_network (training, &self->network);
  for (guint k = 0; k < training->shape.n_levels; k++)
    self->n_latents += training->shape.n_latents[k];
  self->trajectory = ipl_trajectory_new (TRUE);
  self->members = g_new0 (Member, training->seeds);
  if (!ipl_transformer_shape_validate (&self->network, error))
    return NULL;
  for (guint s = 0; s < training->seeds; s++)
    if (!member_init (&self->members[s], self, s, error))
      return NULL;
  return add_arrays (self, error) ? g_steal_pointer (&self) : NULL;
}

/* How many steps the furthest of the members has taken. */
static guint
furthest_step (const IplHierarchyRun *self)
{
  guint64 step = 0;

  for (guint s = 0; s < self->training.seeds; s++)
    step = MAX (step, ipl_transformer_trainer_get_step (self->members[s].trainer));
  return (guint)step;
}

/**
 * ipl_hierarchy_run_can_go_on:
 * @self: a run
 * @training: what is wanted
 *
 * Returns: whether it can be trained on to what is wanted: all is the same but the steps, of which
 *   there may be more, and the moments recorded
 */
gboolean
ipl_hierarchy_run_can_go_on (const IplHierarchyRun *self, const IplHierarchyTraining *training)
{
  const IplHierarchyTraining *own = &self->training;
  const IplHierarchyShape *a = &own->shape, *b = &training->shape;

  return a->n_levels == b->n_levels
         && memcmp (a->n_latents, b->n_latents, a->n_levels * sizeof *a->n_latents) == 0
         && a->n_parts == b->n_parts && a->n_classes == b->n_classes
         && a->vocabulary == b->vocabulary && a->length == b->length && a->seed == b->seed
         && own->layers == training->layers && own->d == training->d
         && own->learning_rate == training->learning_rate
         && own->weight_decay == training->weight_decay && own->batch == training->batch
         && own->seeds == training->seeds && furthest_step (self) <= training->steps;
}

/* What all members do until the next report. */
typedef struct
{
  IplHierarchyRun *run;
  guint until;
  guint threads;
  GCancellable *cancellable;
  GCancellable *stop;
} Round;

static void
fill_batch (Member *self, const IplHierarchyTraining *training, guint64 step)
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
  const Round *round = data;
  const IplHierarchyTraining *training = &round->run->training;
  Member *self = &round->run->members[index];
  IplTransformerScores scores;
  IplTransformerBatch batch = { .count = step_size (training),
                                .length = training->shape.length,
                                .tokens = self->tokens,
                                .targets = self->targets };

  for (;;)
    {
      guint64 step = ipl_transformer_trainer_get_step (self->trainer);

      if (step >= round->until || g_cancellable_is_cancelled (round->stop))
        return;
      fill_batch (self, training, step);
      if (!ipl_transformer_trainer_step (self->trainer, &batch, &scores, round->threads,
                                         round->cancellable, &self->error))
        return;
    }
}

/* Correlations of one block's neurons with the latents; those of the lowest are kept. */
static void
measure_block (Member *self, const IplHierarchyRun *run, gsize block, double *activations,
               double *correlations)
{
  const IplLatentHierarchy *hierarchy = self->hierarchy;
  gsize hidden = run->network.hidden, layers = run->network.layers;
  gsize classes = hierarchy->shape.n_classes, levels = hierarchy->shape.n_levels;
  g_autofree double *best = g_new (double, run->n_latents);
  g_autofree double *chance = g_new (double, run->n_latents);

  for (gsize c = 0; c < classes; c++)
    for (gsize i = 0; i < hidden; i++)
      activations[c * hidden + i] = self->pooled[(c * layers + block) * hidden + i];
  ipl_latent_correlation (hierarchy, hidden, activations, NULL, correlations);
  ipl_latent_correlation_best (run->n_latents, hidden, correlations, best, NULL);
  ipl_latent_correlation_chance (hierarchy, hidden, activations, SHUFFLES, hierarchy->shape.seed,
                                 chance);
  ipl_latent_correlation_levels (hierarchy, best, self->means + block * levels);
  ipl_latent_correlation_levels (hierarchy, chance, self->chances + block * levels);
  if (block > 0)
    return;
  memcpy (self->best, best, run->n_latents * sizeof *best);
  memcpy (self->chance, chance, run->n_latents * sizeof *chance);
  memcpy (self->lowest, correlations, run->n_latents * hidden * sizeof *correlations);
}

static void
measure_member (gsize index, gpointer data)
{
  const Round *round = data;
  const IplHierarchyRun *run = round->run;
  Member *self = &run->members[index];
  const IplHierarchyShape *shape = &self->hierarchy->shape;
  const IplTransformer *network = ipl_transformer_trainer_get_network (self->trainer);
  g_autofree guint32 *targets = g_new (guint32, shape->n_classes);
  g_autofree double *activations = ipl_memory_try_doubles (
      (double)shape->n_classes * (double)run->network.hidden, "what neurons do", &self->error);
  g_autofree double *correlations = NULL;
  IplTransformerBatch all = { .count = shape->n_classes,
                              .length = shape->length,
                              .tokens = self->hierarchy->tokens,
                              .targets = targets };

  if (activations == NULL)
    return;
  correlations = ipl_memory_try_doubles ((double)run->n_latents * (double)run->network.hidden,
                                         "the correlations with latents", &self->error);
  if (correlations == NULL)
    return;
  for (guint c = 0; c < shape->n_classes; c++)
    targets[c] = c;
  if (!ipl_transformer_evaluate (network, &all, &self->scores, round->threads, round->cancellable,
                                 &self->error)
      || !ipl_transformer_hidden (network, &all, self->pooled, round->threads, round->cancellable,
                                  &self->error))
    return;
  for (guint l = 0; l < run->network.layers; l++)
    {
      if (!ipl_transformer_stable_rank (network, l, &self->stable_rank[l], round->cancellable,
                                        &self->error))
        return;
      measure_block (self, run, l, activations, correlations);
    }
}

/* One loop over the members; the first error of them. */
static gboolean
run_members (const Round *round, IplParallelFunc func, GError **error)
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

static gboolean
record (IplHierarchyRun *self, guint step, GError **error)
{
  IplTrajectory *to = self->trajectory;
  gsize seeds = self->training.seeds, layers = self->training.layers;
  gsize block = layers * self->training.shape.n_levels;
  double *loss, *accuracy, *entropy, *rank;

  if (!ipl_trajectory_append (to, step, error))
    return FALSE;
  loss = ipl_trajectory_edit (to, "loss");
  accuracy = ipl_trajectory_edit (to, "accuracy");
  entropy = ipl_trajectory_edit (to, "entropy");
  rank = ipl_trajectory_edit (to, "stable_rank");
  *loss = *accuracy = 0;
  for (gsize l = 0; l < layers; l++)
    entropy[l] = rank[l] = 0;
  for (gsize s = 0; s < seeds; s++)
    {
      const Member *member = &self->members[s];

      *loss += member->scores.loss / (double)seeds;
      *accuracy += member->scores.accuracy / (double)seeds;
      for (gsize l = 0; l < layers; l++)
        {
          entropy[l] += member->scores.entropy[l] / (double)seeds;
          rank[l] += member->stable_rank[l] / (double)seeds;
        }
      memcpy (ipl_trajectory_edit (to, "level_correlation") + s * block, member->means,
              block * sizeof (double));
      memcpy (ipl_trajectory_edit (to, "level_chance") + s * block, member->chances,
              block * sizeof (double));
      memcpy (ipl_trajectory_edit (to, "best_correlation") + s * self->n_latents, member->best,
              self->n_latents * sizeof (double));
      memcpy (ipl_trajectory_edit (to, "best_chance") + s * self->n_latents, member->chance,
              self->n_latents * sizeof (double));
    }
  memcpy (ipl_trajectory_edit (to, "latent_correlation"), self->members[0].lowest,
          self->n_latents * self->network.hidden * sizeof (double));
  return TRUE;
}

/**
 * ipl_hierarchy_run_train:
 * @self: a run, at its beginning or from before
 * @steps: to train to, from the beginning
 * @threads: threads to use; no number depends on it
 * @cancellable: (nullable): gives up; the run can go on later all the same
 * @stop: (nullable): stops; what was recorded stays, and the run can go on later
 * @progress: (nullable): called after each recorded moment
 * @data: for @progress
 * @error: return location for %G_IO_ERROR_CANCELLED or an #IPL_ERROR_MEMORY
 *
 * Trains all networks and records, beside what IplTransformerScores holds as means over seeds:
 * `level_correlation` [S, seeds, layers, levels], the best neuron's correlation with a latent, mean
 * over the latents of a level, and `level_chance`, the same with classes shuffled;
 * `best_correlation` and `best_chance` [S, seeds, latents] of the lowest block's neurons; all of
 * these for the first seed, `latent_correlation` [S, latents, neurons]. What does not change:
 * `latent_level` [latents], `class_latents` [classes, latents] and `class_tokens` [classes, length]
 * of the first seed.
 *
 * Returns: whether it came to its end, or was stopped
 */
gboolean
ipl_hierarchy_run_train (IplHierarchyRun *self, guint steps, guint threads,
                         GCancellable *cancellable, GCancellable *stop,
                         IplHierarchyProgress progress, gpointer data, GError **error)
{
  IplTrajectory *trajectory = self->trajectory;
  guint stride = MAX (1, steps / self->training.reports);
  Round round = { self, 0, threads, cancellable, stop };

  while (!g_cancellable_is_cancelled (stop))
    {
      double last = trajectory->S > 0 ? trajectory->time[trajectory->S - 1] : -1;
      guint step = last < 0 ? 0 : MIN (steps, ((guint)last / stride + 1) * stride);

      /* Where an earlier call was stopped, some have come further. */
      round.until = MAX (step, furthest_step (self));
      if (!run_members (&round, train_member, error))
        return FALSE;
      if (g_cancellable_is_cancelled (stop))
        break;
      if (round.until > last
          && (!run_members (&round, measure_member, error) || !record (self, round.until, error)))
        return FALSE;
      if (progress != NULL)
        progress (trajectory, steps > 0 ? (double)round.until / steps : 1, data);
      if (round.until >= steps)
        return TRUE;
    }
  return TRUE;
}

/* What was recorded so far; grows with every call of ipl_hierarchy_run_train(). */
const IplTrajectory *
ipl_hierarchy_run_get_trajectory (const IplHierarchyRun *self)
{
  return self->trajectory;
}
