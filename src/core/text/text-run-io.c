/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run in a file: the trainer's own, in which what was recorded is kept too. */
#include "core/text/text-run-private.h"

/* Keeps it, so that ipl_text_run_load() goes on as if it had never ended. */
gboolean
ipl_text_run_save (IplTextRun *self, const char *about, const char *path, GError **error)
{
  double since[] = { self->loss, self->n_loss, self->diverged };
  const IplRecorded recorded = { self->trajectory, since, G_N_ELEMENTS (since) };

  ipl_transformer_trainer_set_about (self->trainer, about);
  return ipl_transformer_trainer_save (self->trainer, &recorded, path, error);
}

/* The run, as it was when it was kept; IPL_ERROR_VALUE where the file is a run of something
 * else. */
IplTextRun *
ipl_text_run_load (const char *path, const char *about, IplTextCorpus *corpus,
                   const IplTextTraining *training, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTextRun) self = ipl_text_run_alloc (corpus, training, error);
  double since[3];

  if (self == NULL)
    return NULL;
  self->trainer = ipl_transformer_trainer_load (
      path, about, &self->training.shape,
      &(IplRecorded){ self->trajectory, since, G_N_ELEMENTS (since) }, cancellable, error);
  if (self->trainer == NULL)
    return NULL;
  self->loss = since[0];
  self->n_loss = since[1];
  self->diverged = since[2] != 0;
  return g_steal_pointer (&self);
}
