/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in a file: the trainer's own, in which what was recorded is kept too. */
#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/text/text-run-private.h"
#include "core/training/recorded.h"

#define SINCE "recorded.since"

/* Keeps it, so that ipl_text_run_load() goes on as if it had never ended. */
gboolean
ipl_text_run_save (IplTextRun *self, const char *about, const char *path, GError **error)
{
  const double since[] = { self->loss, self->n_loss, self->diverged };

  ipl_transformer_trainer_set_about (self->trainer, about);
  return ipl_transformer_trainer_keep (self->trainer, SINCE, since, G_N_ELEMENTS (since), error)
         && ipl_transformer_trainer_keep_recorded (self->trainer, self->trajectory, error)
         && ipl_transformer_trainer_save (self->trainer, path, error);
}

/* Takes what was recorded from the trainer's file; FALSE where it is not all there. */
static gboolean
take_recorded (IplTextRun *self, GError **error)
{
  const IplTransformer *network = ipl_transformer_trainer_get_network (self->trainer);
  gsize n;
  const double *since = ipl_transformer_trainer_get_kept (self->trainer, SINCE, &n);

  if (!ipl_transformer_shape_fits (&network->shape, &self->training.shape) || since == NULL
      || n != 3)
    return FALSE;
  self->loss = since[0];
  self->n_loss = since[1];
  self->diverged = since[2] != 0;
  return ipl_transformer_trainer_take_recorded (self->trainer, self->trajectory, error);
}

/* The run, as it was when it was kept; IPL_ERROR_VALUE where the file is a run of something
 * else. */
IplTextRun *
ipl_text_run_load (const char *path, const char *about, IplTextCorpus *corpus,
                   const IplTextTraining *training, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTextRun) self = ipl_text_run_alloc (corpus, training, error);
  g_autofree char *shown = ipl_file_shown (path);
  GError *recorded_error = NULL;

  if (self == NULL)
    return NULL;
  self->trainer = ipl_transformer_trainer_load (path, cancellable, error);
  if (self->trainer == NULL)
    return NULL;
  if (g_strcmp0 (ipl_transformer_trainer_get_network (self->trainer)->about, about) != 0)
    {
      ipl_recorded_is_another (path, error);
      return NULL;
    }
  if (take_recorded (self, &recorded_error))
    return g_steal_pointer (&self);
  if (recorded_error != NULL)
    g_propagate_error (error, recorded_error);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” is damaged: what was recorded is missing in it.", shown);
  return NULL;
}
