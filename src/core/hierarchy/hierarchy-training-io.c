/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Networks that learn hierarchies of latents, kept while they are trained: a trainer's file for
 * each seed, the first with what was recorded. */
#include "core/hierarchy/hierarchy-training-private.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include <glib/gstdio.h>
#include <string.h>

#define TIME "recorded.time"

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

static char *
array_name (const IplTrajectoryArray *array)
{
  return g_strconcat ("recorded.", array->name, NULL);
}

/* "PATH" of the first seed, "PATH.2" of the second. */
static char *
member_path (const char *path, guint seed)
{
  return seed == 0 ? g_strdup (path) : g_strdup_printf ("%s.%u", path, seed + 1);
}

static gboolean
keep_recorded (IplTransformerTrainer *trainer, const IplTrajectory *trajectory, GError **error)
{
  if (!ipl_transformer_trainer_keep (trainer, TIME, trajectory->time, trajectory->S, error))
    return FALSE;
  for (guint i = 0; i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      g_autofree char *name = array_name (array);

      if (array->in_time
          && !ipl_transformer_trainer_keep (trainer, name, array->values,
                                            trajectory->S * array->size, error))
        return FALSE;
    }
  return TRUE;
}

/* Keeps it, so that ipl_hierarchy_run_load() goes on as if it had never ended.
 * @self: a run with a moment at least
 * @path: the file of the first seed; those of others have a number behind it
 * Returns: whether all was written */
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
      if ((s == 0 && !keep_recorded (trainer, self->trajectory, error))
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

/* Takes what was recorded from the first file; FALSE without an error where it is not all there. */
static gboolean
take_recorded (IplHierarchyRun *self, GError **error)
{
  const IplTransformerTrainer *trainer = self->members[0].trainer;
  IplTrajectory *to = self->trajectory;
  gsize S = 0, n;
  const double *time = ipl_transformer_trainer_get_kept (trainer, TIME, &S);

  for (guint i = 0; time != NULL && i < to->arrays->len; i++)
    {
      const IplTrajectoryArray *array = to->arrays->pdata[i];
      g_autofree char *name = array_name (array);

      if (array->in_time
          && (ipl_transformer_trainer_get_kept (trainer, name, &n) == NULL || n != S * array->size))
        return FALSE;
    }
  for (gsize s = 0; time != NULL && s < S; s++)
    {
      if (!(time[s] >= 0) || (s > 0 && !(time[s] > time[s - 1]))
          || time[s] > (double)ipl_transformer_trainer_get_step (trainer)
          || !ipl_trajectory_append (to, time[s], error))
        return FALSE;
      for (guint i = 0; i < to->arrays->len; i++)
        {
          const IplTrajectoryArray *array = to->arrays->pdata[i];
          g_autofree char *name = array_name (array);

          if (array->in_time)
            memcpy (ipl_trajectory_edit (to, array->name),
                    ipl_transformer_trainer_get_kept (trainer, name, &n) + s * array->size,
                    array->size * sizeof (double));
        }
    }
  return S > 0;
}

static gboolean
has_shape (const IplTransformerShape *is, const IplTransformerShape *right)
{
  return is->layers == right->layers && is->heads == right->heads && is->d == right->d
         && is->hidden == right->hidden && is->V == right->V && is->classes == right->classes
         && is->L == right->L && is->last == right->last && is->causal == right->causal;
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
  if (g_strcmp0 (network->about, about) != 0 || !has_shape (&network->shape, &self->network))
    return FALSE;
  ipl_transformer_trainer_free (self->members[seed].trainer);
  self->members[seed].trainer = g_steal_pointer (&trainer);
  return TRUE;
}

static gpointer
is_another (const char *shown, GError **error)
{
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "“%s” is the checkpoint of another run: choose another file, or the parameters that "
               "it was made with.",
               shown);
  return NULL;
}

/* Returns: (transfer full) (nullable): the run as it was when it was kept; IPL_ERROR_VALUE where
 *   the file is a run of something else */
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
          return is_another (shown, error);
        g_propagate_error (error, own);
        return NULL;
      }
  if (take_recorded (self, &own))
    return ipl_hierarchy_run_can_go_on (self, training) ? g_steal_pointer (&self)
                                                        : is_another (shown, error);
  if (own != NULL)
    g_propagate_error (error, own);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged: what was recorded is missing in it.", shown);
  return NULL;
}
