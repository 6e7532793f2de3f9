/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times from the first steps and from the cheapest rows, within a factor of three: in made-up
 * seconds, and in operations that solves count; and the formula of memory. */
#include <math.h>

#include "../test.h"
#include "core/case/case-io.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/markov-chain.h"
#include "core/theory/saddle.h"
#include "runs/time-left.h"
#include "runs/estimate.h"

#define FACTOR 3.0

/* Steps of a run, whose first one takes longer and whose beginning is other work. */
TEST (test_steps, "/estimate/steps")
{
  IplEstimate estimate = { 0 };
  gint64 now = 1000;
  guint step = 0;

  g_assert_false (ipl_estimate_add (&estimate, -1, now));
  now += 5 * G_USEC_PER_SEC;
  while (!ipl_estimate_add (&estimate, 0.05 + 0.95 * step / 1000, now))
    {
      now += step == 0 ? G_USEC_PER_SEC : G_USEC_PER_SEC / 10;
      step++;
      g_assert_cmpuint (step, <, 100);
    }
  g_assert_cmpfloat (estimate.seconds, >, 95);
  g_assert_cmpfloat (estimate.seconds, <, 106);
  /* Nothing is known of a run that does not go on. */
  estimate = (IplEstimate){ 0 };
  for (guint i = 0; i < 100; i++)
    g_assert_false (ipl_estimate_add (&estimate, 0.5, 1 + (gint64)i * G_USEC_PER_SEC));
}

/* Cases of more and more examples, solved at one width. */
typedef struct
{
  IplKernel *kernels[5];
  double flops[5], unit;
  guint n_timed, timed; /* how many rows, and a bit for each */
} Cases;

static double
count_row (guint row, gpointer data)
{
  Cases *self = data;

  self->n_timed++;
  self->timed |= 1u << row;
  return self->flops[row] / self->unit;
}

static double
fail_row (guint row, gpointer data)
{
  return -1;
}

static void
assert_estimate (const char *id, const guint *P)
{
  Cases self = { .unit = 1 };
  double work[5], sum = 0, mean;
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  GError *error = NULL;

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (IplCase) the_case = NULL;
      g_autoptr (IplSaddle) saddle = NULL;
      IplSetting setting;
      IplMarkovChain *chain;

      ipl_parameters_init (parameters, id);
      chain = ipl_parameters_edit_specific (parameters);
      chain->n_train = P[i];
      chain->n_test = 20;
      the_case = ipl_parameters_make_case (parameters, FALSE, 1, NULL, &error);
      g_assert_no_error (error);
      self.kernels[i] = ipl_kernel_prepare (the_case, NULL, &error);
      g_assert_no_error (error);
      ipl_setting_init_for_case (&setting, the_case, 1000);
      saddle = ipl_saddle_find (the_case, self.kernels[i], &setting, NULL, 0, NULL, &error);
      g_assert_no_error (error);
      self.flops[i] = saddle->flops;
      work[i] = ipl_estimate_work (self.kernels[i]);
      sum += saddle->flops;
    }
  /* The cheapest two rows take all the time there is. */
  self.unit = self.flops[1] / 2;
  mean = ipl_estimate_rows (5, work, count_row, &self) * self.unit;
  g_test_message ("%s: %.3g operations a row estimated, %.3g counted", id, mean, sum / 5);
  g_assert_cmpuint (self.n_timed, ==, 2);
  g_assert_cmpuint (self.timed, ==, 1 << 0 | 1 << 1);
  g_assert_cmpfloat (mean, >, sum / 5 / FACTOR);
  g_assert_cmpfloat (mean, <, sum / 5 * FACTOR);
  g_assert_cmpfloat (ipl_estimate_rows (5, work, fail_row, &self), <, 0);
  for (guint i = 0; i < 5; i++)
    ipl_kernel_unref (self.kernels[i]);
}

TEST (test_rows, "/estimate/rows")
{
  assert_estimate ("hmc4", (const guint[]){ 40, 60, 100, 200, 300 });
  assert_estimate ("hmc2", (const guint[]){ 20, 40, 80, 160, 320 });
}

/* Numbers that the kernel of one output holds beside the case. */
static double
count_numbers (const IplKernel *kernel)
{
  const IplFeatureRows *rows = &kernel->rows;
  gboolean own = rows->lower || rows->count < kernel->the_case->train.count;

  return (own ? (double)rows->count * (double)(rows->Pi * kernel->N0) : 0)
         + (kernel->S != NULL ? (double)kernel->path_pairs * (double)kernel->packed : 0);
}

/* The formula, and the two arrays as they are. */
TEST (test_memory, "/estimate/memory")
{
  static const guint P[] = { 100, 400, 1200 };
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);

  for (guint i = 0; i < G_N_ELEMENTS (P); i++)
    {
      g_autoptr (IplCase) the_case = NULL;
      g_autoptr (IplKernel) kernel = NULL;
      double features, real, said;

      ipl_parameters_init (parameters, "hmc4");
      ((IplMarkovChain *)ipl_parameters_edit_specific (parameters))->n_train = P[i];
      the_case = ipl_parameters_make_case (parameters, FALSE, 2, NULL, NULL);
      kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      features
          = 8.0 * (double)(P[i] + the_case->tests[0].count) * (double)(the_case->Pi * the_case->N0);
      real = features + 8 * count_numbers (kernel);
      said = ipl_case_memory (P[i], the_case->tests[0].count, the_case->Pi, the_case->N0, 1);
      g_test_message ("P = %u: %.3g bytes said, %.3g in the two arrays", P[i], said, real);
      g_assert_cmpfloat (said, >=, real);
      g_assert_cmpfloat (said, <, FACTOR * real);
    }
}

/* From how fast the fraction grew; nothing before two seconds, or a fiftieth; begun anew where it
 * falls or is not known. */
TEST (test_time_left, "/estimate/time-left")
{
  IplTimeLeft left = { 0 };
  gint64 now = 1000 * G_USEC_PER_SEC;

  g_assert_cmpfloat (ipl_time_left (&left, 0.0, now), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.2, now + G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 0.25, now + 5 * G_USEC_PER_SEC), 15, 1e-9);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 1.0, now + 9 * G_USEC_PER_SEC), 0, 1e-9);
  /* The next stage, from half on. */
  g_assert_cmpfloat (ipl_time_left (&left, 0.5, now + 10 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.51, now + 20 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat_with_epsilon (ipl_time_left (&left, 0.75, now + 20 * G_USEC_PER_SEC), 10, 1e-9);
  g_assert_cmpfloat (ipl_time_left (&left, -1.0, now + 21 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, 0.9, now + 22 * G_USEC_PER_SEC), ==, -1);
  g_assert_cmpfloat (ipl_time_left (&left, NAN, now + 40 * G_USEC_PER_SEC), ==, -1);
}

/* In the largest unit of which there are enough, and never 0 s. */
TEST (test_duration, "/estimate/duration")
{
  static const struct
  {
    double seconds;
    const char *text;
  } durations[]
      = { { 0.2, "1 s" }, { 59, "59 s" }, { 90, "2 min" }, { 5399, "90 min" }, { 9000, "2.5 h" } };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *text = ipl_duration_text (durations[i].seconds);

      g_assert_cmpstr (text, ==, durations[i].text);
    }
}
