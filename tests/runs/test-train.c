/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that trains networks: gone on with, stopped, kept meanwhile, refused. */
#include "core/network/trained-network.h"
#include "train-support.h"

/* 30 steps and 30 more are 60. */
TEST (test_train, "/train/train")
{
  g_autofree char *half = test_path ("half.safetensors");
  g_autofree char *whole = test_path ("whole.safetensors");
  g_autofree char *resumed = test_path ("resumed.safetensors");
  g_autoptr (IplTrainedNetwork) a = NULL;
  g_autoptr (IplTrainedNetwork) b = NULL;
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplTrainerConfig unused = { 0 };
  IplJobs *jobs;
  g_autoptr (GError) error = NULL;

  set_tiny_glyphs (parameters);
  /* A schedule that does not know where it ends. */
  ipl_parameters_edit_trainable (parameters)->training.config.schedule = IPL_SCHEDULE_CONSTANT;
  train (parameters, NULL, half);
  train (parameters, half, resumed);
  ipl_parameters_edit_trainable (parameters)->training.steps = 60;
  train (parameters, NULL, whole);
  a = ipl_trained_network_load (resumed, NULL, &error);
  g_assert_no_error (error);
  b = ipl_trained_network_load (whole, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (a->parameters, a->n_parameters * sizeof (float), b->parameters,
                   b->n_parameters * sizeof (float));
  trainer = ipl_trainer_load (resumed, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ipl_trainer_get_config (trainer)->total_steps, ==, 60);
  /* What a file tells of its training. */
  jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);
  ipl_jobs_submit (jobs, ipl_train_request_new (&ipl_parameters_edit_trainable (parameters)->task,
                                                &unused, IPL_TRAIN_LOOK, NULL, whole));
  wait_until (has_ended (last));
  g_assert_true (last->looked);
  g_assert_cmpuint (last->step, ==, 60);
  g_assert_cmpuint (last->curve.n_points, >, 0);
  ipl_jobs_free (jobs);
}

TEST (test_stop, "/train/stop")
{
  g_autofree char *path = test_path ("stopped.safetensors");
  g_autofree char *closed = test_path ("closed.safetensors");
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);
  IplTrainRequest *request;
  gint64 begin;

  set_tiny_glyphs (parameters);
  ipl_parameters_edit_trainable (parameters)->training.steps = 100000000;
  request = train_request (parameters, NULL, path);
  request->checkpoint_seconds = 1;
  ipl_jobs_submit (jobs, request);
  wait_until (last != NULL && last->curve.n_points > 0);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (last->curve.running);
  begin = g_get_monotonic_time ();
  ipl_jobs_stop (jobs);
  wait_until (has_ended (last));
  g_test_message ("stopped after %.1f ms", (double)(g_get_monotonic_time () - begin) / 1e3);
  g_assert_true (last->stopped);
  g_assert_true (last->is_saved);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  /* Closed while it runs, what there is is kept too, by the end of the program. */
  g_clear_pointer (&last, ipl_train_result_unref);
  ipl_jobs_submit (jobs, train_request (parameters, NULL, closed));
  wait_until (last != NULL && last->curve.n_points > 0);
  ipl_jobs_free (jobs);
  g_assert_true (ipl_jobs_wait_for_end (TRUE, 60000));
  g_assert_true (g_file_test (closed, G_FILE_TEST_EXISTS));
}

TEST (test_refused, "/train/refused")
{
  g_autofree char *half = test_path ("half.safetensors");
  g_autofree char *path = test_path ("refused.safetensors");
  g_autoptr (IplTrainResult) last = NULL;
  g_autofree IplParameters *parameters = g_new (IplParameters, 1);
  IplJobs *jobs = ipl_jobs_new (NULL, &ipl_run_train, on_run, &last);

  /* Not with other images than before, ... */
  set_tiny_glyphs (parameters);
  train (parameters, NULL, half);
  ipl_parameters_edit_trainable (parameters)->task.seed = 77;
  ipl_jobs_submit (jobs, train_request (parameters, half, path));
  wait_until (has_ended (last));
  g_assert_nonnull (last->error);
  g_test_message ("said: %s", last->error->message);
  g_assert_nonnull (strstr (last->error->message, "half.safetensors"));
  g_assert_false (last->is_saved);
  /* ... nor where nothing can be written. */
  g_clear_pointer (&last, ipl_train_result_unref);
  ipl_jobs_submit (jobs, train_request (parameters, NULL, "/proc/nowhere/net.safetensors"));
  wait_until (has_ended (last));
  g_assert_nonnull (last->error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ipl_jobs_free (jobs);
}
