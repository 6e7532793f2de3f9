/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A transformer learns a text (THEORY.md section 14), with others for comparison. */
#include "core/experiments/experiment-table.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/text-escape.h"
#include "core/experiments/resumable-experiment.h"
#include "core/experiments/text-parameters.h"
#include "core/experiments/text-result.h"

/* Between two words on progress. */
#define REPORT_USEC (G_USEC_PER_SEC / 10)

/* Time of a run after which the estimate of its duration replaces the default. */
#define RATE_USEC G_USEC_PER_SEC

/* A call of compute(). */
typedef struct
{
  const IplExperimentRun *call;
  const IplTextParameters *parameters;
  IplTextCorpus *corpus;
  double entropy; /* least loss that can be learned */
  char *key;
  IplTextRun *run;            /* the one shown */
  IplTrajectory *full_record; /* (nullable): its record, once it has ended */
  GPtrArray *others;          /* of IplTextCurves: runs that have ended */
  gboolean complete;          /* TRUE if @full_record is complete */
  double work, done;          /* in multiply-adds */
  double before;              /* done before this call */
  double step, recording;     /* of the run in progress */
  IplTextRun *now;            /* that run: @run or one to compare */
  const IplTextParameters *now_parameters;
  gint64 begin, reported_usec;
  IplComputation computation; /* the state that is written */
} Work;

static void
work_clear (Work *self)
{
  if (self->run != NULL)
    ipl_text_run_release (self->run);
  g_clear_pointer (&self->run, ipl_text_run_unref);
  g_clear_pointer (&self->full_record, ipl_trajectory_unref);
  g_clear_pointer (&self->corpus, ipl_text_corpus_unref);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_clear_pointer (&self->key, g_free);
  ipl_computation_clear (&self->computation);
}

/* clang-format off */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)
/* clang-format on */

static void
report_progress (Work *self, gboolean now)
{
  gint64 time = g_get_monotonic_time (), elapsed = time - self->begin;
  double done = self->done - self->before, left = self->work - self->done, seconds;
  g_autofree char *sentence = NULL;

  if (self->call->work.progress == NULL || (!now && time - self->reported_usec < REPORT_USEC))
    return;
  self->reported_usec = time;
  seconds = elapsed > RATE_USEC && done > 0 ? left / done * (double)elapsed / G_USEC_PER_SEC : -1.0;
  sentence = g_strdup_printf ("Training %u layer%s: step %" G_GUINT64_FORMAT " of %u",
                              self->now_parameters->shape.layers,
                              self->now_parameters->shape.layers == 1 ? "" : "s",
                              self->now->trainer->step, self->now_parameters->steps);
  ipl_work_progress (&self->call->work, CLAMP (self->done / self->work, 0, 1), seconds, sentence);
}

static gboolean
add_copy (IplTextResult *result, const IplTextCurves *curves, GError **error)
{
  IplTextCurves *copy = ipl_text_curves_copy (curves, error);

  if (copy == NULL)
    return FALSE;
  ipl_text_result_add (result, copy);
  return TRUE;
}

/* The run in progress, if it is not the one shown. */
static gboolean
add_now (const Work *self, IplTextResult *result, GError **error)
{
  IplTrajectory *copy = ipl_trajectory_copy (self->now->trajectory, error);

  if (copy == NULL)
    return FALSE;
  ipl_text_result_add (result, ipl_text_curves_new (self->now_parameters, "", copy, FALSE));
  return TRUE;
}

/* (nullable): the partial result. */
static IplExperimentResult *
make_result (const Work *self, gboolean complete, GError **error)
{
  g_autoptr (IplTextResult) result = ipl_text_result_new (self->run, self->entropy);
  IplTrajectory *shown = self->full_record != NULL
                             ? ipl_trajectory_ref (self->full_record)
                             : ipl_trajectory_copy (self->run->trajectory, error);
  IplTrajectory *trajectory;

  if (shown == NULL)
    return NULL;
  ipl_text_result_add (result,
                       ipl_text_curves_new (self->parameters, self->key, shown, self->complete));
  for (guint i = 0; i < self->others->len; i++)
    if (!add_copy (result, self->others->pdata[i], error))
      return NULL;
  if (self->now != NULL && self->now != self->run && !add_now (self, result, error))
    return NULL;
  ipl_text_result_label (result);
  trajectory = ipl_text_result_make_trajectory (result, error);
  if (trajectory == NULL)
    return NULL;
  return ipl_experiment_result_new_dynamics (&ipl_experiment_joma_text, trajectory, complete,
                                             g_steal_pointer (&result), ipl_text_result_free);
}

static void
show (Work *self)
{
  g_autoptr (IplExperimentResult) result = NULL;

  if (!ipl_computation_may_show (&self->computation))
    return;
  result = make_result (self, FALSE, NULL);
  if (result != NULL)
    ipl_work_show (&self->call->work, result, -1.0);
}

static void
on_stepped (gpointer data)
{
  Work *self = data;

  self->done += self->step;
  report_progress (self, FALSE);
  if (self->now == self->run)
    ipl_computation_save_in_time (&self->computation);
}

static void
on_recorded (gpointer data)
{
  Work *self = data;

  self->done += self->recording;
  show (self);
}

/* Trains @run up to its number of steps. */
static gboolean
train (Work *self, IplTextRun *run, const IplTextParameters *parameters, GError **error)
{
  const IplTextRunControl control = { .threads = self->call->work.threads,
                                      .cancellable = self->call->work.cancellable,
                                      .stop = self->call->work.stop,
                                      .stepped = on_stepped,
                                      .recorded = on_recorded,
                                      .data = self };

  self->now = run;
  self->now_parameters = parameters;
  ipl_text_cost_count (parameters, self->corpus->V, ipl_text_run_count_evaluated (run), &self->step,
                       &self->recording);
  report_progress (self, TRUE);
  show (self);
  return ipl_text_run_train (run, parameters->steps, &control, error);
}

static IplTextRun *
new_run (const Work *self, const IplTextParameters *parameters, GError **error)
{
  IplTextTraining training;

  ipl_text_parameters_get_training (parameters, self->corpus->V, &training);
  return ipl_text_run_new (self->corpus, &training, self->call->work.threads,
                           self->call->work.cancellable, error);
}

/* Takes an earlier run over; a run beyond the requested steps starts over. */
static gboolean
acquire_former_run (Work *self, const IplTextResult *before)
{
  const IplTextCurves *shown;

  if (before == NULL)
    return FALSE;
  shown = before->runs->pdata[0];
  if (before->run == NULL || strcmp (shown->key, self->key) != 0
      || !ipl_text_run_acquire (before->run))
    return FALSE;
  if (before->run->trainer->step > self->parameters->steps || before->run->diverged)
    {
      ipl_text_run_release (before->run);
      return FALSE;
    }
  self->run = ipl_text_run_ref (before->run);
  return TRUE;
}

/* A new checkpoint is tried before the work. */
static gpointer
learn_begin (gconstpointer data, const IplExperimentRun *run, GError **error)
{
  const Work *self = data;

  if (run->checkpoint != NULL && !g_file_test (run->checkpoint, G_FILE_TEST_EXISTS)
      && !ipl_file_save_try (run->checkpoint, 0, error))
    return NULL;
  return new_run (self, self->parameters, error);
}

static gpointer
learn_load (gconstpointer data, const IplExperimentRun *run, GError **error)
{
  const Work *self = data;
  IplTextTraining training;

  ipl_text_parameters_get_training (self->parameters, self->corpus->V, &training);
  return ipl_text_run_load (run->checkpoint, self->key, self->corpus, &training,
                            run->work.cancellable, error);
}

static gboolean
learn_save (gpointer data, const char *path, GError **error)
{
  const Work *self = data;

  return ipl_text_run_save (self->run, self->key, path, error);
}

/* Runs are taken from earlier results by this experiment itself, since several threads may. */
static const IplResumable learning
    = { .begin = learn_begin, .load = learn_load, .save = learn_save };

/* Resumes from memory or from the checkpoint, or starts. */
static gboolean
begin_run (Work *self, const IplTextResult *before, GError **error)
{
  if (acquire_former_run (self, before))
    return TRUE;
  self->run = ipl_resumable_begin (&learning, self, self->call, error);
  return self->run != NULL && ipl_text_run_acquire (self->run);
}

/* TRUE if a run of other parameters is drawn with this one: an earlier or a requested one. */
static gboolean
is_compared_run (const Work *self, const IplTextCurves *curves, const GArray *requested)
{
  gboolean wanted = self->parameters->show_earlier;

  if (strcmp (curves->key, self->key) == 0 || curves->key[0] == '\0')
    return FALSE;
  for (guint i = 0; i < requested->len; i++)
    {
      const IplTextParameters *parameters = &g_array_index (requested, IplTextParameters, i);
      g_autofree char *key = ipl_text_parameters_key (parameters, self->corpus);

      if (strcmp (curves->key, key) != 0)
        continue;
      /* A run shorter than requested is trained again. */
      if (!curves->complete || curves->parameters.steps < parameters->steps)
        return FALSE;
      wanted = TRUE;
    }
  return wanted;
}

static gboolean
copy_compared_runs (Work *self, const IplTextResult *before, const GArray *requested,
                    GError **error)
{
  for (guint i = 0; before != NULL && i < before->runs->len; i++)
    if (is_compared_run (self, before->runs->pdata[i], requested))
      {
        IplTextCurves *copy = ipl_text_curves_copy (before->runs->pdata[i], error);

        if (copy == NULL)
          return FALSE;
        g_ptr_array_add (self->others, copy);
      }
  return TRUE;
}

static gboolean
has_other (const Work *self, const char *key)
{
  for (guint i = 0; i < self->others->len; i++)
    if (strcmp (((const IplTextCurves *)self->others->pdata[i])->key, key) == 0)
      return TRUE;
  return FALSE;
}

/* Trains the requested comparison runs, one after the other. */
static gboolean
train_others (Work *self, const GArray *requested, GError **error)
{
  for (guint i = 0; i < requested->len && !g_cancellable_is_cancelled (self->call->work.stop); i++)
    {
      const IplTextParameters *parameters = &g_array_index (requested, IplTextParameters, i);
      g_autofree char *key = ipl_text_parameters_key (parameters, self->corpus);
      g_autoptr (IplTextRun) run = has_other (self, key) ? NULL : new_run (self, parameters, error);
      IplTrajectory *full_record;
      gboolean went_on;

      if (run == NULL && has_other (self, key))
        continue;
      if (run == NULL)
        return FALSE;
      went_on = train (self, run, parameters, error);
      self->now = NULL;
      if (!went_on)
        return FALSE;
      full_record = ipl_text_run_record_now (run, self->call->work.threads,
                                             self->call->work.cancellable, error);
      if (full_record == NULL)
        return FALSE;
      g_ptr_array_add (self->others, ipl_text_curves_new (parameters, key, full_record,
                                                          run->trainer->step >= parameters->steps));
    }
  return TRUE;
}

/* Counts the steps to do, and those already done. */
static void
plan (Work *self, const GArray *requested)
{
  double n = ipl_text_run_count_evaluated (self->run);
  guint V = self->corpus->V;

  self->work = ipl_text_cost_count_run (self->parameters, V, n, self->parameters->steps);
  self->done = self->before
      = ipl_text_cost_count_run (self->parameters, V, n, self->run->trainer->step);
  for (guint i = 0; i < requested->len; i++)
    {
      const IplTextParameters *parameters = &g_array_index (requested, IplTextParameters, i);
      g_autofree char *key = ipl_text_parameters_key (parameters, self->corpus);

      if (!has_other (self, key))
        self->work += ipl_text_cost_count_run (parameters, V, n, parameters->steps);
    }
  self->begin = self->computation.saved_usec = g_get_monotonic_time ();
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  const IplTextResult *before = run->before != NULL ? run->before->data : NULL;
  g_auto (Work) self = { .call = run, .parameters = ipl_parameters_get_specific (parameters) };
  g_autoptr (GArray) requested = NULL;

  self.computation
      = (IplComputation){ parameters->experiment, run, .learning = &learning, .learner = &self };
  if (!ipl_text_parameters_validate (self.parameters, error))
    return NULL;
  self.others = g_ptr_array_new_with_free_func (ipl_text_curves_free);
  ipl_work_progress (&run->work, -1, -1, "Reading the text");
  self.corpus
      = ipl_text_parameters_read (self.parameters, &self.entropy, run->work.cancellable, error);
  if (self.corpus == NULL)
    return NULL;
  self.key = ipl_text_parameters_key (self.parameters, self.corpus);
  requested = ipl_text_parameters_compared (self.parameters);
  if (!begin_run (&self, before, error) || !copy_compared_runs (&self, before, requested, error))
    return NULL;
  plan (&self, requested);
  if (!train (&self, self.run, self.parameters, error))
    return NULL;
  ipl_computation_save (&self.computation);
  self.full_record
      = ipl_text_run_record_now (self.run, run->work.threads, run->work.cancellable, error);
  if (self.full_record == NULL)
    return NULL;
  if (self.computation.save_error != NULL && self.full_record->message == NULL)
    ipl_trajectory_set_message (self.full_record, self.computation.save_error);
  self.complete = self.run->trainer->step >= self.parameters->steps || self.run->diverged;
  self.now = NULL;
  if (!train_others (&self, requested, error))
    return NULL;
  return make_result (&self, self.complete && !g_cancellable_is_cancelled (run->work.stop), error);
}

static void
init (IplParameters *parameters)
{
  ipl_text_parameters_init (ipl_parameters_edit_specific (parameters));
}

const IplExperiment ipl_experiment_joma_text = {
  .id = "joma-text",
  .title = "A transformer learns a text",
  .about = "A transformer trained here on a text, invented or yours (figures 6 and 8)",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "text",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Training on the text",
  IPL_SPECIFIC (IplTextParameters, ipl_text_groups),
  .init = init,
  .validate = ipl_text_parameters_validate,
  .source_title = "Text: ",
  .source = ipl_text_fields,
  .compute = compute,
  .recorded = ipl_text_recorded,
  .add_to_file = ipl_text_result_add_npz,
  .restore = ipl_text_result_restore,
  .runs_on_request = TRUE,
  .takes = "about two minutes",
};

/* Says which text is learned. */
void
ipl_parameters_set_text (IplParameters *self, const char *path)
{
  IplTextParameters *own = ipl_parameters_edit_specific (self);

  g_return_if_fail (self->experiment == &ipl_experiment_joma_text);
  own->file = g_intern_string (path);
}
