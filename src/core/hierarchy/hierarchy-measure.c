/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The record of transformers that learn hierarchies of latents (THEORY.md section 15.4). */
#include "core/hierarchy/hierarchy-training-private.h"

#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/hierarchy/latent-hierarchy.h"
#include <string.h>

/* Shuffles that chance is the mean of. */
#define SHUFFLES 10

/* Seeds s, blocks b, levels v, latents t, neurons n, classes c, tokens p of a sequence. */
const IplRecordedArray ipl_hierarchy_recorded[] = {
  { "loss", "", .words = "loss", .unit = IPL_NATS },
  { "accuracy", "" },
  { "entropy", "b", .words = "entropy of attention", .unit = IPL_NATS },
  { "stable_rank", "b" },
  { "level_correlation", "sbv" },
  { "level_chance", "sbv" },
  { "best_correlation", "st" },
  { "best_chance", "st" },
  { "latent_correlation", "tn" },
  { "latent_level", "t", .is_constant = TRUE },
  { "class_latents", "ct", .is_constant = TRUE },
  { "class_tokens", "cp", .is_constant = TRUE },
  { NULL },
};

/* Allocates the arrays of the record; FALSE if memory is short. */
gboolean
ipl_hierarchy_run_add_arrays (IplHierarchyRun *self, GError **error)
{
  IplTrajectory *to = self->trajectory;
  const IplLatentHierarchy *hierarchy = self->members[0].hierarchy;
  gsize layers = self->training.layers, seeds = self->training.seeds;
  gsize levels = hierarchy->shape.n_levels, latents = hierarchy->n_latents;
  gsize classes = hierarchy->shape.n_classes, length = hierarchy->shape.length;
  g_autofree double *level = g_new (double, latents);
  g_autofree double *tokens = g_new (double, classes *length);

  ipl_trajectory_add_recorded (to, ipl_hierarchy_recorded, "sbvtn",
                               (gsize[]){ seeds, layers, levels, latents, self->network.hidden });
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

/* Computes the correlations of a block's neurons with the latents; those of the lowest block are
 * recorded. */
static void
measure_block (IplHierarchyMember *self, const IplHierarchyRun *run, gsize block,
               double *activations, double *correlations)
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

/* Measures the quantities of a member, or stores its error. */
void
ipl_hierarchy_member_measure (gsize index, gpointer data)
{
  const IplHierarchyRound *round = data;
  const IplHierarchyRun *run = round->run;
  IplHierarchyMember *self = &run->members[index];
  const IplHierarchyShape *shape = &self->hierarchy->shape;
  const IplTransformer *network = self->trainer->network;
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

/* TRUE if there was memory for the moment. */
gboolean
ipl_hierarchy_run_record (IplHierarchyRun *self, guint step, GError **error)
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
      const IplHierarchyMember *member = &self->members[s];

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
