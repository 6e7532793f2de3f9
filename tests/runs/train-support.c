/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train-support.h"

void
on_run (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  IplTrainResult **last = user_data;

  if (result == NULL)
    return;
  g_clear_pointer (last, ipl_train_result_unref);
  *last = ipl_train_result_ref (result);
}

gboolean
has_ended (const IplTrainResult *last)
{
  return last != NULL && !last->curve.running;
}

IplTrainRequest *
train_request (const IplParameters *parameters, const char *from, const char *path)
{
  g_autoptr (GError) error = NULL;
  IplTrainerConfig config;
  IplTrainRequest *request;

  g_assert_true (
      ipl_trainable_to_config (ipl_parameters_get_trainable (parameters), &config, &error));
  g_assert_no_error (error);
  request = ipl_train_request_new (&ipl_parameters_get_trainable (parameters)->task, &config,
                                   from != NULL ? IPL_TRAIN_GO_ON : IPL_TRAIN_NEW, from, path);
  request->steps = ipl_parameters_get_trainable (parameters)->training.steps;
  request->minutes = ipl_parameters_get_trainable (parameters)->training.minutes;
  request->is_private_folder = TRUE;
  return request;
}

void
train (const IplParameters *parameters, const char *from, const char *path)
{
  g_autoptr (IplTrainResult) last = NULL;
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);

  ipl_jobs_submit (jobs, train_request (parameters, from, path));
  wait_until (has_ended (last));
  g_assert_no_error (last->error);
  g_assert_true (last->is_saved);
  g_assert_false (last->stopped);
  g_assert_cmpuint (last->step, ==, last->curve.total_steps);
  ipl_jobs_free (jobs);
}

AFTER_TESTS (wait_for_jobs)
{
  ipl_jobs_wait_for_end (FALSE, -1);
}
