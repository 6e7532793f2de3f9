/* SPDX-License-Identifier: GPL-3.0-or-later */
/* U, head scores and entropies that are recorded in training: against attention worked out from the
 * weights; their file; and the experiment that shows them, which goes on as if there had been no
 * stop. */
#include <glib/gstdio.h>
#include "core/network/head-history.h"
#include "core/fields/field.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/network/trained-network.h"
#include "attention/attention-support.h"

#include <math.h>
#include <string.h>
#include "support.h"

#define TOKENS 5
#define WIDTH 3
#define SIDE 2
#define N_SEQUENCES 2

static IplTrainedNetwork *
make_network (void)
{
  const IplTrainedShape shape = { .L = 1,
                                  .H = { 2 },
                                  .G = SIDE,
                                  .N = { 4, 4 },
                                  .N0 = WIDTH,
                                  .T = TOKENS,
                                  .readout = IPL_READOUT_MEAN,
                                  .outputs = 1 };

  return TEST_OK (ipl_trained_network_new (&shape, 2.0, 7, &error));
}

/* From Wq [2 x SIDE x N0] and Wk as they lie in the parameters. */
static double
slow_entropy (const IplTrainedNetwork *network, guint head, const double *tokens)
{
  double wq[2 * SIDE * WIDTH], wk[2 * SIDE * WIDTH];
  const IplLayerWeights weights = { .G = SIDE, .wq = wq, .wk = wk };

  for (guint i = 0; i < G_N_ELEMENTS (wq); i++)
    {
      wq[i] = network->parameters[i];
      wk[i] = network->parameters[G_N_ELEMENTS (wq) + i];
    }
  return test_slow_entropy (&weights, head, TOKENS, WIDTH, N_SEQUENCES, tokens);
}

TEST (test_recorded, "/head-course/recorded")
{
  g_autoptr (IplTrainedNetwork) network = make_network ();
  g_autoptr (IplTrajectory) trajectory = TEST_OK (ipl_head_history_new (&network->shape, &error));
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  double tokens[N_SEQUENCES * TOKENS * WIDTH], sums[2], largest;

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    tokens[i] = sin (3.0 * i);
  TEST_OK (
      ipl_head_history_record (trajectory, network, N_SEQUENCES, tokens, 0, 1.5, 0.5, 2, &error));
  for (guint h = 0; h < 2; h++)
    {
      test_assert_close (ipl_trajectory_get (trajectory, "entropy", 0)[h],
                         slow_entropy (network, h, tokens), 1e-12);
      g_assert_cmpfloat (ipl_trajectory_get (trajectory, "path_weight", 0)[h], ==, U[3 * h]);
      /* One layer: a head's score is the sum of its row and column (section 5). */
      sums[h] = fabs (U[3 * h]) + 2 * fabs (U[1]);
    }
  largest = MAX (sums[0], sums[1]);
  for (guint h = 0; h < 2; h++)
    test_assert_close (ipl_trajectory_get (trajectory, "head_score", 0)[h], sums[h] / largest,
                       1e-12);
  g_assert_cmpfloat (ipl_trajectory_get (trajectory, "U", 0)[1], ==, U[1]);
  g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "loss", 0), ==, 1.5);
  /* Queries of zeros attend to all alike. */
  memset (network->parameters, 0, 2 * SIDE * WIDTH * sizeof (float));
  TEST_OK (ipl_head_history_record (trajectory, network, N_SEQUENCES, tokens, 10, 1, 1, 1, &error));
  for (guint h = 0; h < 2; h++)
    test_assert_close (ipl_trajectory_get (trajectory, "entropy", 1)[h], log (TOKENS), 1e-12);
}

static const IplTrainedShape wide = { .L = 2,
                                      .H = { 8, 8 },
                                      .G = 1,
                                      .N = { 1, 1, 1 },
                                      .N0 = 1,
                                      .T = 1,
                                      .readout = IPL_READOUT_MEAN,
                                      .outputs = 1 };

/* Reports until @steps, of a run that ended and went on at every @ended steps, if at any. */
static IplTrajectory *
go_through (guint64 steps, guint64 every, guint64 ended)
{
  IplTrajectory *self = ipl_head_history_new (&wide, NULL);

  ipl_trajectory_append (self, 0, NULL);
  for (guint64 step = 1; step <= steps; step++)
    if (step % every == 0 ? ipl_head_history_make_room (self, step, every)
                          : ended > 0 && step % ended == 0)
      {
        ipl_trajectory_append (self, (double)step, NULL);
        *ipl_trajectory_edit (self, "loss") = (double)step;
      }
  return self;
}

/* However long the run, the moments are few, equally far from each other, and the same if it was
 * ended on the way. */
TEST (test_room, "/head-course/room")
{
  for (guint64 reports = 100; reports <= 3000; reports *= 3)
    {
      g_autoptr (IplTrajectory) history = go_through (10 * reports, 10, 0);
      g_autoptr (IplTrajectory) ended = go_through (10 * reports, 10, 137);
      guint most = ipl_head_history_count_moments (history), S = history->S;

      g_assert_cmpfloat (ipl_trajectory_get_bytes (history, most), <=, 8 << 20);
      g_assert_cmpuint (S, <=, most + 1);
      g_assert_cmpuint (S, >, MIN (reports, most / 2));
      for (guint s = 0; s < S; s++)
        {
          g_assert_cmpfloat (history->time[s], ==, s * history->time[1]);
          if (s > 0)
            g_assert_cmpfloat (*ipl_trajectory_get (history, "loss", s), ==, history->time[s]);
          g_assert_cmpfloat (ended->time[s], ==, history->time[s]);
        }
    }
}

/* Read from its file into a course of some shape, at some step. */
static gboolean
read_back (const char *path, IplTrajectory *into, guint64 last_step, GError **error)
{
  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, NULL, error);

  g_assert_nonnull (file);
  return ipl_head_history_read (into, file, "file", last_step, error);
}

TEST (test_file, "/head-course/file")
{
  g_autofree char *path = test_path ("course.safetensors");
  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
  g_autoptr (IplTrainedNetwork) network = make_network ();
  g_autoptr (IplTrajectory) written = ipl_head_history_new (&network->shape, NULL);
  g_autoptr (IplTrajectory) read = ipl_head_history_new (&network->shape, NULL);
  g_autoptr (IplTrajectory) other = ipl_head_history_new (&wide, NULL);
  g_autoptr (IplTrajectory) late = ipl_head_history_new (&network->shape, NULL);
  double tokens[N_SEQUENCES * TOKENS * WIDTH] = { 1, 2, 3 };

  for (guint s = 0; s < 3; s++)
    g_assert_true (ipl_head_history_record (written, network, N_SEQUENCES, tokens, 10 * s,
                                            s > 0 ? 1.0 / s : NAN, NAN, 1, NULL));
  ipl_head_history_write (written, writer);
  TEST_OK (ipl_safetensors_writer_close (writer, path, &error));
  TEST_OK (read_back (path, read, 20, &error));
  g_assert_cmpuint (read->S, ==, 3);
  test_assert_same (3, read->time, written->time);
  for (guint i = 0; i < written->arrays->len; i++)
    {
      const IplTrajectoryArray *array = written->arrays->pdata[i];
      gsize size = array->size * (array->in_time ? 3 : 1) * sizeof (double);

      g_assert_cmpmem (ipl_trajectory_find (read, array->name)->values, size, array->values, size);
    }
  /* Of other heads, or of steps that the run has not come to. */
  TEST_REFUSED (read_back (path, other, 20, &error), IPL_ERROR_FORMAT);
  TEST_REFUSED (read_back (path, late, 19, &error), IPL_ERROR_FORMAT);
  g_assert_cmpuint (other->S + late->S, ==, 0);
}

static void
end_at_half (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (data != NULL && fraction >= 0.5)
    g_cancellable_cancel (data);
}

static IplExperimentResult *
train (guint threads, IplExperimentRun run, GError **error)
{
  static const double values[] = { 1, 2, 16, 20, 5 }; /* layers, heads, width, steps, reports */
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);

  run.work.threads = threads;
  run.work.progress = end_at_half;
  run.work.data = run.work.cancellable != NULL ? run.work.cancellable : run.work.stop;
  ipl_parameters_init (parameters, "head-course");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const IplField *field = &parameters->experiment->groups[0].fields[i];
      g_autofree char *text = g_strdup_printf ("%g", values[i]);

      g_assert_true (
          ipl_field_set_text (field, ipl_parameters_edit_specific (parameters), text, error));
    }
  return parameters->experiment->compute (parameters, &run, error);
}

static void
assert_same (const IplExperimentResult *one, const IplExperimentResult *two)
{
  g_assert_true (one->complete && two->complete);
  g_assert_cmpuint (one->trajectory->S, ==, 5);
  g_assert_cmpuint (two->trajectory->S, ==, 5);
  for (guint s = 0; s < 5; s++)
    {
      g_assert_cmpfloat (one->trajectory->time[s], ==, 5 * s);
      g_assert_cmpfloat (two->trajectory->time[s], ==, 5 * s);
      test_assert_same (2, ipl_trajectory_get (one->trajectory, "entropy", s),
                        ipl_trajectory_get (two->trajectory, "entropy", s));
      test_assert_same (4, ipl_trajectory_get (one->trajectory, "U", s),
                        ipl_trajectory_get (two->trajectory, "U", s));
    }
}

TEST (test_experiment, "/head-course/experiment")
{
  g_autofree char *path = test_path ("run.safetensors");
  g_autoptr (IplExperimentResult) one = TEST_OK (train (1, (IplExperimentRun){ 0 }, &error));
  g_autoptr (IplExperimentResult) two = TEST_OK (train (2, (IplExperimentRun){ 0 }, &error));
  g_autoptr (IplExperimentResult) some = NULL, on = NULL, kept = NULL, again = NULL;
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();

  assert_same (one, two);
  /* Stopped, what there is is the result, from which it goes on, and from its checkpoint. */
  some = TEST_OK (
      train (1, (IplExperimentRun){ .work = { .stop = stop }, .checkpoint = path }, &error));
  g_assert_false (some->complete);
  g_assert_cmpuint (some->trajectory->S, <, 5);
  g_assert_cmpuint (some->trajectory->S, >=, 1);
  kept = TEST_OK (train (1, (IplExperimentRun){ .checkpoint = path }, &error));
  assert_same (one, kept);
  on = TEST_OK (train (2, (IplExperimentRun){ .before = some }, &error));
  assert_same (one, on);
  /* Cancelled, there is none. */
  TEST_CANCELLED (train (1, (IplExperimentRun){ .work = { .cancellable = cancellable } }, &error));
  /* Another's file is an error, and the program's own gives way. */
  g_assert_true (g_file_set_contents (path, "no network", -1, NULL));
  TEST_REFUSED (train (1, (IplExperimentRun){ .checkpoint = path }, &error), IPL_ERROR_FORMAT);
  again = TEST_OK (
      train (1, (IplExperimentRun){ .checkpoint = path, .replaces_checkpoint = TRUE }, &error));
  assert_same (one, again);
}
