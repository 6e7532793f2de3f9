/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Posterior chains with a checkpoint file that is written while they run. */
#include "runs/sampling-checkpoint.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/posterior/posterior.h"

struct _IplSamplingCheckpoint
{
  const IplCheckpoint *checkpoint;
  char *file;
  IplPosterior *posterior;
  guint64 n_saved; /* number of transitions in the file */
  IplCheckpointPace pace;
};

/* Loads the chains of a checkpoint. Returns %NULL without an error if there is none to resume. */
static IplPosterior *
resume_run (const IplCheckpoint *checkpoint, const char *file, IplCase *the_case, IplKernel *kernel,
            const IplSetting *setting, const IplPosteriorOptions *options,
            GCancellable *cancellable, GError **error)
{
  g_autofree char *shown = ipl_file_shown (file), *widths = ipl_setting_widths_text (setting);
  g_autoptr (GError) load_error = NULL;
  IplPosterior *posterior;

  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    return NULL;
  posterior
      = ipl_posterior_load (file, the_case, kernel, setting, options, cancellable, &load_error);
  if (posterior != NULL)
    ipl_checkpoint_note (checkpoint, "N = %s resumes from “%s”, which has %u draws of each chain.",
                         widths, shown, ipl_posterior_get_n_draws (posterior));
  else if (g_error_matches (load_error, IPL_ERROR, IPL_ERROR_FORMAT))
    ipl_checkpoint_put_aside (checkpoint, file);
  else if (!checkpoint->is_replaceable || !g_error_matches (load_error, IPL_ERROR, IPL_ERROR_VALUE))
    g_propagate_error (error, g_steal_pointer (&load_error));
  return posterior;
}

/* Resumes from the file if it exists, else begins. A damaged file is renamed. A file of another run
 * gives IPL_ERROR_VALUE. */
IplPosterior *
ipl_sampling_checkpoint_open (const IplCheckpoint *checkpoint, const char *file, IplCase *the_case,
                              IplKernel *kernel, const IplSetting *setting,
                              const IplPosteriorOptions *options, GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (GError) load_error = NULL;
  IplPosterior *posterior
      = resume_run (checkpoint, file, the_case, kernel, setting, options, cancellable, &load_error);

  if (posterior != NULL)
    return posterior;
  if (load_error == NULL)
    return ipl_posterior_prepare (the_case, kernel, setting, options, cancellable, error);
  g_propagate_error (error, g_steal_pointer (&load_error));
  return NULL;
}

/* Writes the file if it is due. */
void
ipl_sampling_checkpoint_save_in_time (IplSamplingCheckpoint *self)
{
  if (ipl_checkpoint_is_due (self->checkpoint, &self->pace))
    ipl_sampling_checkpoint_save (self);
}

/* Called while all chains are paused, so their state is consistent. */
static void
on_pause (const IplPosterior *posterior, gpointer data)
{
  ipl_sampling_checkpoint_save_in_time (data);
}

/* Writes checkpoints of @posterior while it runs.
 * @posterior: (borrowed): outlives the returned value */
IplSamplingCheckpoint *
ipl_sampling_checkpoint_new (const IplCheckpoint *checkpoint, const char *file,
                             IplPosterior *posterior)
{
  IplSamplingCheckpoint *self = g_new0 (IplSamplingCheckpoint, 1);

  self->checkpoint = checkpoint;
  self->file = g_strdup (file);
  self->posterior = posterior;
  self->n_saved = ipl_posterior_get_transitions (posterior);
  ipl_checkpoint_pace_init (&self->pace);
  ipl_posterior_set_pause (posterior, on_pause, self);
  return self;
}

void
ipl_sampling_checkpoint_free (IplSamplingCheckpoint *self)
{
  ipl_posterior_set_pause (self->posterior, NULL, NULL);
  g_free (self->file);
  g_free (self);
}

/* Writes the file unless it is up to date. The first failure is reported; the sampling
 * continues. */
void
ipl_sampling_checkpoint_save (IplSamplingCheckpoint *self)
{
  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;

  if (ipl_posterior_get_transitions (self->posterior) == self->n_saved)
    return;
  if (ipl_posterior_save (self->posterior, self->file, &error))
    self->n_saved = ipl_posterior_get_transitions (self->posterior);
  ipl_checkpoint_note_saved (self->checkpoint, &self->pace, begin_usec, error);
}
