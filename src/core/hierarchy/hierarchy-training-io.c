/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Networks that learn hierarchies of latents, kept while they are trained: a trainer's file for
 * each seed, the first with what was recorded. */
#include "core/hierarchy/hierarchy-training-private.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/training/recorded.h"
#include <glib/gstdio.h>

/* All that decides on the networks, in words that only an equal training has; the steps and the
 * moments do not. */
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

/* "PATH" of the first seed, "PATH.2" of the second. */
static char *
member_path (const char *path, guint seed)
{
  return seed == 0 ? g_strdup (path) : g_strdup_printf ("%s.%u", path, seed + 1);
}

/* Keeps it, so that ipl_hierarchy_run_load() goes on as if it had never ended. */
gboolean
ipl_hierarchy_run_save (IplHierarchyRun *self, const char *path, GError **error)
{
  g_autofree char *about = describe (&self->training);

  /* The first at last: what it holds is recorded of all. */
  for (guint s = self->training.seeds; s-- > 0;)
    {
      IplTransformerTrainer *trainer = self->members[s].trainer;
      g_autofree char *own = member_path (path, s);

      ipl_transformer_trainer_set_about (trainer, about);
      if ((s == 0 && !ipl_transformer_trainer_keep_recorded (trainer, self->trajectory, error))
          || !ipl_transformer_trainer_save (trainer, own, error))
        return FALSE;
    }
  return TRUE;
}

/* The files of all seeds but the first, which is its owner's to remove. */
void
ipl_hierarchy_run_remove_others (const IplHierarchyRun *self, const char *path)
{
  for (guint s = 1; s < self->training.seeds; s++)
    {
      g_autofree char *own = member_path (path, s);

      g_unlink (own);
    }
}

/* Puts the trainer of a file in the place of a member's; FALSE without an error where it is one of
 * something else. */
static gboolean
load_member (IplHierarchyRun *self, guint seed, const char *about, const char *path,
             GCancellable *cancellable, GError **error)
{
  g_autofree char *own = member_path (path, seed);
  g_autoptr (IplTransformerTrainer) trainer
      = ipl_transformer_trainer_load (own, cancellable, error);
  const IplTransformer *network;

  if (trainer == NULL)
    return FALSE;
  network = ipl_transformer_trainer_get_network (trainer);
  if (g_strcmp0 (network->about, about) != 0
      || !ipl_transformer_shape_fits (&network->shape, &self->network))
    return FALSE;
  ipl_transformer_trainer_free (self->members[seed].trainer);
  self->members[seed].trainer = g_steal_pointer (&trainer);
  return TRUE;
}

/* The run as it was when it was kept; IPL_ERROR_VALUE where the file is a run of something else. */
IplHierarchyRun *
ipl_hierarchy_run_load (const IplHierarchyTraining *training, const char *path,
                        GCancellable *cancellable, GError **error)
{
  g_autofree char *about = describe (training);
  g_autoptr (IplHierarchyRun) self = ipl_hierarchy_run_new (training, error);
  g_autofree char *shown = ipl_file_shown (path);
  GError *own = NULL;

  if (self == NULL)
    return NULL;
  for (guint s = 0; s < training->seeds; s++)
    if (!load_member (self, s, about, path, cancellable, &own))
      {
        if (own == NULL)
          ipl_recorded_is_another (path, &own);
        g_propagate_error (error, own);
        return NULL;
      }
  if (ipl_transformer_trainer_take_recorded (self->members[0].trainer, self->trajectory, &own))
    {
      if (ipl_hierarchy_run_can_go_on (self, training))
        return g_steal_pointer (&self);
      ipl_recorded_is_another (path, &own);
    }
  if (own == NULL)
    own = g_error_new (IPL_ERROR, IPL_ERROR_FORMAT,
                       "“%s” is damaged: what was recorded is missing in it.", shown);
  g_propagate_error (error, own);
  return NULL;
}
