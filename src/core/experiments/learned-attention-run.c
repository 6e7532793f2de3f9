/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run over numbers of examples, which goes on with the rows that one before it has finished. */
#include "core/experiments/learned-attention.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/results/trajectory-results.h"

/* Between two times that finished rows are written. */
#define KEEP_USEC (10 * G_USEC_PER_SEC)

typedef struct
{
  const IplExperiment *experiment;
  const IplExperimentRun *run;
  const char *key;
  gint64 kept;
  char *not_kept; /* (nullable): why finished rows could not be written */
} Going;

/* All that a row depends on. */
static char *
make_key (const IplParameters *parameters)
{
  const IplFieldGroup *group = &parameters->experiment->groups[0];
  GString *key = g_string_new (NULL);

  for (guint f = 0; f < group->n_fields; f++)
    {
      g_autofree char *text
          = ipl_field_get_text (&group->fields[f], ipl_parameters_get_own (parameters));

      g_string_append_printf (key, "%s=%s\n", group->fields[f].json, text);
    }
  return g_string_free (key, FALSE);
}

/* (transfer full) (nullable): what a checkpoint of these parameters holds. */
static IplTrajectory *
load (const char *path, const char *key, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplNpz) npz = ipl_npz_read (path, cancellable, error);
  const IplArray *own = npz != NULL ? ipl_npz_lookup (npz, "key") : NULL;
  g_autofree char *shown = ipl_file_shown (path);
  g_autofree char *why = NULL;
  IplTrajectory *trajectory = NULL;

  if (npz == NULL)
    return NULL;
  if (own == NULL || own->texts == NULL || own->size != 1 || strcmp (own->texts[0], key) != 0)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "“%s” is no checkpoint of this run of learned attention: give the "
                          "options that it began with, or remove it.",
                          shown);
  trajectory = ipl_trajectory_load_npz (npz, ipl_attention_recorded, &why);
  if (trajectory == NULL)
    {
      g_autofree char *escaped = ipl_text_escape (why);

      ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is no checkpoint: %s.", shown, escaped);
    }
  return trajectory;
}

static gboolean
save (const IplExperiment *experiment, const IplTrajectory *so_far, const char *key,
      const char *path, GError **error)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  ipl_trajectory_add_npz (so_far, experiment->id, FALSE, NULL, npz);
  ipl_npz_writer_add_text (npz, "key", key);
  return ipl_npz_writer_close (npz, error);
}

/* A failed checkpoint is reported and does not end the run. */
static void
keep (Going *self, const IplTrajectory *so_far)
{
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->not_kept, g_free);
  if (!save (self->experiment, so_far, self->key, self->run->checkpoint, &error))
    self->not_kept = g_strdup_printf ("No checkpoint could be kept: %s", error->message);
  self->kept = g_get_monotonic_time ();
}

/* The rows of an earlier result or of the checkpoint; an error where that is the user's and of
 * another run. */
static gboolean
find_before (const Going *self, IplTrajectory **before, GError **error)
{
  const IplExperimentRun *run = self->run;
  g_autoptr (GError) wrong = NULL;

  *before = NULL;
  if (run->before != NULL && run->before->experiment == self->experiment
      && g_strcmp0 (run->before->data, self->key) == 0)
    *before = ipl_trajectory_ref (run->before->trajectory);
  if (*before != NULL || run->checkpoint == NULL
      || !g_file_test (run->checkpoint, G_FILE_TEST_EXISTS))
    return TRUE;
  *before = load (run->checkpoint, self->key, run->cancellable, &wrong);
  if (*before != NULL
      || (run->own_checkpoint && !g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

static void
progress (double fraction, const char *sentence, gpointer data)
{
  const Going *self = data;

  if (self->run->progress != NULL)
    self->run->progress (fraction, -1, self->not_kept != NULL ? self->not_kept : sentence,
                         self->run->data);
}

static IplExperimentResult *
make_result (const Going *self, IplTrajectory *trajectory, gboolean complete)
{
  return ipl_experiment_result_new_dynamics (self->experiment, trajectory, complete,
                                             g_strdup (self->key), g_free);
}

static void
show (IplTrajectory *so_far, gpointer data)
{
  Going *self = data;

  if (self->run->checkpoint != NULL && g_get_monotonic_time () - self->kept >= KEEP_USEC)
    keep (self, so_far);
  if (self->run->show != NULL)
    self->run->show (make_result (self, so_far, FALSE), self->run->data);
  else
    ipl_trajectory_unref (so_far);
}

IplExperimentResult *
ipl_learned_attention_compute (const IplParameters *parameters, const IplExperimentRun *run,
                               GError **error)
{
  const IplLearnedAttention *own = ipl_parameters_get_own (parameters);
  g_autofree char *key = make_key (parameters);
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplTrajectory) before = NULL;
  Going going = { parameters->experiment, run, key, g_get_monotonic_time (), NULL };
  const IplAttentionWatch watch = { progress, show, &going, run->cancellable, run->stop };
  IplTrajectory *trajectory = NULL;
  IplAttentionPlan plan;
  gboolean complete;

  the_case = ipl_learned_attention_prepare (own, run, &plan, error);
  if (the_case != NULL && find_before (&going, &before, error))
    trajectory = ipl_attention_scan (the_case, &plan, before, &watch, &complete, error);
  if (trajectory != NULL && !complete && run->checkpoint != NULL)
    {
      keep (&going, trajectory);
      if (going.not_kept != NULL)
        ipl_trajectory_set_message (trajectory, going.not_kept);
    }
  g_free (going.not_kept);
  return trajectory != NULL ? make_result (&going, trajectory, complete) : NULL;
}

/* It goes on from the rows that are finished. */
gboolean
ipl_learned_attention_restore (IplExperimentResult *result, const IplParameters *parameters,
                               IplNpz *npz, char **why)
{
  result->data = make_key (parameters);
  result->data_free = g_free;
  return TRUE;
}
