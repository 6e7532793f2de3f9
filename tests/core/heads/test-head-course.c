/* SPDX-License-Identifier: GPL-3.0-or-later */
/* U, head scores and entropies that are recorded in training: against attention worked out from the
 * weights, and the same with any number of threads. */
#include "core/heads/head-course.h"
#include "core/fields/field.h"
#include "core/experiments/head-course-experiment.h"
#include "core/parameters/parameters.h"
#include "core/network/trained-case.h"

#include <math.h>
#include <string.h>

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
                                  .readout = IPL_READOUT_MEAN };
  g_autoptr (GError) error = NULL;
  IplTrainedNetwork *network = ipl_trained_network_new (&shape, 2.0, 7, &error);

  g_assert_no_error (error);
  return network;
}

/* Mean over queries and sequences, from Wq [2 x SIDE x N0] and Wk as they lie in the parameters. */
static double
slow_entropy (const IplTrainedNetwork *network, guint head, const double *tokens)
{
  const float *wq = network->parameters + head * SIDE * WIDTH, *wk = wq + 2 * SIDE * WIDTH;
  double sum = 0;

  for (guint s = 0; s < N_SEQUENCES; s++)
    for (guint query = 0; query < TOKENS; query++)
      {
        double weight[TOKENS], total = 0;

        for (guint key = 0; key < TOKENS; key++)
          {
            double logit = 0;

            for (guint g = 0; g < SIDE; g++)
              {
                double k = 0, q = 0;

                for (guint i = 0; i < WIDTH; i++)
                  {
                    k += (double)wk[g * WIDTH + i] * tokens[(s * TOKENS + key) * WIDTH + i];
                    q += (double)wq[g * WIDTH + i] * tokens[(s * TOKENS + query) * WIDTH + i];
                  }
                logit += k * q / sqrt (SIDE);
              }
            total += weight[key] = exp (logit);
          }
        for (guint key = 0; key < TOKENS; key++)
          sum -= weight[key] / total * log (weight[key] / total);
      }
  return sum / (N_SEQUENCES * TOKENS);
}

static void
test_recorded (void)
{
  g_autoptr (IplTrainedNetwork) network = make_network ();
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (TRUE);
  g_autoptr (GError) error = NULL;
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  double tokens[N_SEQUENCES * TOKENS * WIDTH], sums[2], largest;

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    tokens[i] = sin (3.0 * i);
  ipl_head_course_begin (trajectory, &network->shape);
  g_assert_true (
      ipl_head_course_record (trajectory, network, N_SEQUENCES, tokens, 0, 1.5, 0.5, 2, &error));
  g_assert_no_error (error);
  for (guint h = 0; h < 2; h++)
    {
      g_assert_cmpfloat_with_epsilon (ipl_trajectory_get (trajectory, "entropy", 0)[h],
                                      slow_entropy (network, h, tokens), 1e-12);
      g_assert_cmpfloat (ipl_trajectory_get (trajectory, "path_weight", 0)[h], ==, U[3 * h]);
      /* One layer: a head's score is the sum of its row and column (section 5). */
      sums[h] = fabs (U[3 * h]) + 2 * fabs (U[1]);
    }
  largest = MAX (sums[0], sums[1]);
  for (guint h = 0; h < 2; h++)
    g_assert_cmpfloat_with_epsilon (ipl_trajectory_get (trajectory, "head_score", 0)[h],
                                    sums[h] / largest, 1e-12);
  g_assert_cmpfloat (ipl_trajectory_get (trajectory, "U", 0)[1], ==, U[1]);
  g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "loss", 0), ==, 1.5);
  /* Queries of zeros attend to all alike. */
  memset (network->parameters, 0, 2 * SIDE * WIDTH * sizeof (float));
  g_assert_true (
      ipl_head_course_record (trajectory, network, N_SEQUENCES, tokens, 10, 1, 1, 1, &error));
  for (guint h = 0; h < 2; h++)
    g_assert_cmpfloat_with_epsilon (ipl_trajectory_get (trajectory, "entropy", 1)[h], log (TOKENS),
                                    1e-12);
}

static void
end_at_half (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (data != NULL && fraction >= 0.5)
    g_cancellable_cancel (data);
}

static IplExperimentResult *
train (guint threads, GCancellable *cancellable, GCancellable *stop, GError **error)
{
  static const double values[] = { 1, 2, 16, 20, 5 }; /* layers, heads, width, steps, reports */
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  IplExperimentRun run = { .threads = threads,
                           .cancellable = cancellable,
                           .stop = stop,
                           .progress = end_at_half,
                           .data = cancellable != NULL ? cancellable : stop };

  ipl_parameters_init (parameters, "head-course");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const IplField *field = &parameters->experiment->groups[0].fields[i];
      g_autofree char *text = g_strdup_printf ("%g", values[i]);

      g_assert_true (ipl_field_set_text (field, ipl_parameters_edit_own (parameters), text, error));
    }
  return parameters->experiment->compute (parameters, &run, error);
}

static void
test_experiment (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplExperimentResult) one = train (1, NULL, NULL, &error);
  g_autoptr (IplExperimentResult) two = NULL, some = NULL, none = NULL;
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();

  g_assert_no_error (error);
  two = train (2, NULL, NULL, &error);
  g_assert_true (one->complete);
  g_assert_cmpuint (one->trajectory->S, ==, 5);
  for (guint s = 0; s < 5; s++)
    {
      g_assert_cmpfloat (one->trajectory->time[s], ==, 5 * s);
      for (guint h = 0; h < 2; h++)
        g_assert_cmpfloat (ipl_trajectory_get (one->trajectory, "entropy", s)[h], ==,
                           ipl_trajectory_get (two->trajectory, "entropy", s)[h]);
      g_assert_cmpmem (ipl_trajectory_get (one->trajectory, "U", s), 4 * sizeof (double),
                       ipl_trajectory_get (two->trajectory, "U", s), 4 * sizeof (double));
    }
  /* Stopped, what there is is the result; cancelled, there is none. */
  some = train (1, NULL, stop, &error);
  g_assert_no_error (error);
  g_assert_false (some->complete);
  g_assert_cmpuint (some->trajectory->S, <, 5);
  g_assert_cmpuint (some->trajectory->S, >=, 1);
  none = train (1, cancellable, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/head-course/recorded", test_recorded);
  g_test_add_func ("/head-course/experiment", test_experiment);
  return g_test_run ();
}
