/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learned attention as the fixed attention of the path theory: features token by token, the theory
 * at a moment as it is of the case alone, alignment by its definition, and what must be equal. */
#include "core/dynamics/learned-paths.h"

#include <math.h>
#include <string.h>

#include "core/theory/solution.h"
#include "support.h"
#include "theory/outputs-support.h"

static const IplWork nobody;

static IplTrajectory *
run (const IplLearnedPaths *self)
{
  gboolean complete;
  IplTrajectory *trajectory = TEST_OK (ipl_learned_paths_run (self, &nobody, &complete, &error));

  g_assert_true (complete);
  return trajectory;
}

static void
init (IplLearnedPaths *self)
{
  ipl_learned_paths_init (self);
  self->n_test = 400;
  self->n_moments = 6;
}

static IplTrajectory *
learn (const IplLearnedPaths *self, guint head)
{
  g_auto (IplJointEnd) end = { 0 };
  IplJointSettings joint;

  ipl_learned_paths_settings (self, head, &joint);
  return TEST_OK (ipl_joint_run (&joint, NULL, NULL, &nobody, &end, &error));
}

/* A head's query over the tokens of the sequence one by one. */
static void
slow_feature (const IplJointSettings *joint, const double *z, gsize M, guint n_tokens,
              const double *share, double *xi)
{
  double sum = 0;

  memset (xi, 0, M * sizeof (double));
  for (int pass = 0; pass < 2; pass++)
    for (gsize m = 0; m < M; m++)
      for (long n = lround (share[m] * n_tokens); n > 0; n--)
        {
          double weight = z == NULL ? 1.0
                          : strcmp (joint->attention, "linear") == 0
                              ? z[m] / joint->temperature
                              : exp (z[m] / joint->temperature);
          gboolean softmax = z == NULL || strcmp (joint->attention, "softmax") == 0;

          if (pass == 0)
            sum += weight;
          else
            xi[m] += sqrt ((double)M) * weight / (softmax ? sum : n_tokens);
        }
}

TEST (test_features, "/learned-paths/features")
{
  for (guint c = 0; c < 3; c++)
    {
      IplLearnedPaths self;
      IplTrajectory *heads[2];
      g_auto (IplLearnedSequences) train = { 0 }, test = { 0 };
      g_autoptr (IplCase) the_case = NULL;
      const double *z[2];
      double counted[20] = { 0 };

      init (&self);
      self.joint.attention = g_intern_string (ipl_joint_attentions[c]);
      self.joint.steps = 500;
      self.n_learned = 2;
      for (guint h = 0; h < 2; h++)
        {
          heads[h] = learn (&self, h);
          z[h] = ipl_trajectory_get (heads[h], "z", heads[h]->S - 1);
        }
      /* The same frequencies, other first weights. */
      g_assert_cmpmem (ipl_trajectory_get (heads[0], "X", 0), 3200,
                       ipl_trajectory_get (heads[1], "X", 0), 3200);
      g_assert_cmpfloat (ipl_trajectory_get (heads[0], "z", 0)[0], !=,
                         ipl_trajectory_get (heads[1], "z", 0)[0]);
      for (int test_set = 0; test_set < 2; test_set++)
        g_assert_true (ipl_learned_paths_draw (&self, ipl_trajectory_get (heads[0], "X", 0), 20, 20,
                                               test_set, test_set ? &test : &train, NULL));
      the_case = ipl_learned_paths_case (&self, z, &train, &test, NULL);
      g_assert_cmpuint (the_case->Pi, ==, 3);
      for (gsize e = 0; e < train.count; e++)
        for (guint h = 0; h < 3; h++)
          {
            IplJointSettings joint;
            double xi[20];

            ipl_learned_paths_settings (&self, h, &joint);
            slow_feature (&joint, h < 2 ? z[h] : NULL, 20, self.n_tokens, train.share + e * 20, xi);
            for (gsize m = 0; m < 20; m++)
              {
                test_assert_close (the_case->train.xi[(e * 3 + h) * 20 + m], xi[m], 1e-12);
                counted[m] += h == 0 ? train.share[e * 20 + m] / (double)train.count : 0;
              }
          }
      /* As many of each label; sequences differ from set to set; the first token is one of them. */
      for (gsize e = 0; e < train.count; e++)
        g_assert_cmpfloat (the_case->train.y[e], ==, e % 2 == 0 ? 1 : -1);
      g_assert_false (memcmp (train.share, test.share, 20 * sizeof (double)) == 0);
      g_assert_cmpfloat (counted[0], >, 0.01);
      for (guint h = 0; h < 2; h++)
        ipl_trajectory_unref (heads[h]);
    }
}

static double
slow_alignment (const IplCase *the_case, const double *U)
{
  gsize P = the_case->train.count;
  g_autofree double *K = g_new (double, P *P);

  test_slow_kernel (the_case, 1, U, K);
  return test_slow_alignment (P, 1, K, the_case->train.y, TRUE);
}

/* The moments hold what the theory says of the case made by hand. */
TEST (test_theory, "/learned-paths/theory")
{
  IplLearnedPaths self;
  g_autoptr (IplTrajectory) trajectory = NULL, head = NULL;
  g_auto (IplLearnedSequences) train = { 0 }, test = { 0 };
  guint s = 2;

  init (&self);
  self.n_learned = 1;
  trajectory = run (&self);
  head = learn (&self, 0);
  ipl_learned_paths_draw (&self, ipl_trajectory_get (head, "X", 0), 20, 20, FALSE, &train, NULL);
  ipl_learned_paths_draw (&self, ipl_trajectory_get (head, "X", 0), 20, 20, TRUE, &test, NULL);
  g_assert_cmpuint (trajectory->S, ==, self.n_moments);
  g_assert_cmpfloat (trajectory->time[trajectory->S - 1], ==, 2000);

  const double *z
      = ipl_trajectory_get (head, "z", ipl_trajectory_find_moment (head, trajectory->time[s]));
  g_autoptr (IplCase) the_case
      = TEST_OK (ipl_learned_paths_case (&self, &z, &train, &test, &error));
  g_autoptr (IplKernel) kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  IplSetting setting = test_setting (the_case, self.width);
  g_autoptr (IplSolution) solution
      = TEST_OK (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error));
  for (int k = 0; k < 4; k++)
    test_assert_close (ipl_trajectory_get (trajectory, "U", s)[k] / solution->U[0],
                       solution->U[k] / solution->U[0], 1e-6);
  g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "accuracy", s), ==,
                     solution->tests[0].accuracy);
  test_assert_close (*ipl_trajectory_get (trajectory, "alignment", s),
                     slow_alignment (the_case, solution->U), 1e-6);
  g_assert_cmpfloat (setting.temperature, ==, 0.01);
  g_assert_cmpfloat (setting.variances[0], ==, 1);
}

/* Heads that have not learned are alike; those that have become sparse, the hotter the later, and
 * the sparsest reads the sequences worst. */
TEST (test_course, "/learned-paths/course")
{
  IplLearnedPaths self;
  g_autoptr (IplTrajectory) trajectory = NULL, again = NULL;
  guint last;

  init (&self);
  self.joint.start_sd = 1e-6;
  trajectory = run (&self);
  again = run (&self);
  last = trajectory->S - 1;
  const double *U = ipl_trajectory_get (trajectory, "U", 0);
  const double *first = ipl_trajectory_get (trajectory, "accuracy_head", 0);
  const double *end = ipl_trajectory_get (trajectory, "accuracy_head", last);
  const double *entropy = ipl_trajectory_get (trajectory, "entropy_head", last);
  const double *score = ipl_trajectory_get (trajectory, "head_score", last);
  for (int h = 0; h < 4; h++)
    {
      test_assert_close (U[h * 4 + h], U[0], 1e-2 * U[0]);
      test_assert_close (first[h], first[0], 1.5 / self.n_test);
      g_assert_cmpfloat (score[h], <=, 1);
      g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "accuracy", 0), >, 0.8);
    }
  g_assert_cmpfloat (entropy[0], <, entropy[1] - 0.2);
  g_assert_cmpfloat (entropy[1], <, entropy[2]);
  g_assert_cmpfloat (end[0], <, first[0] - 0.02);
  g_assert_cmpfloat (end[3], ==, first[3]);
  g_assert_true (isnan (ipl_trajectory_get (trajectory, "loss_head", last)[3]));
  for (guint s = 0; s <= last; s++)
    {
      double alignment = *ipl_trajectory_get (trajectory, "alignment", s);

      g_assert_cmpfloat (alignment, >, 0);
      g_assert_cmpfloat (alignment, <=, 1);
      test_assert_same (16, ipl_trajectory_get (trajectory, "U", s),
                        ipl_trajectory_get (again, "U", s));
    }
}
