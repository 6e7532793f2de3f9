/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replicas of a tempered chain: at every rung the density is the prior's times a power of the
 * likelihood, its gradient too, and what a replica takes along is the likelihood of where it is. */
#include "core/posterior/replica-exchange.h"

#include "core/base/random.h"
#include "core/posterior/posterior-private.h"

#include <math.h>

#include "support.h"

#define STEPS 90
#define WARMUP 60

typedef struct
{
  double prior, likelihood;
  double *of_prior, *of_likelihood; /* [n] gradients */
} Place;

/* By the target itself, without a power. */
static void
evaluate (IplPosteriorTarget *target, const double *q, Place *at)
{
  at->prior = ipl_posterior_target_prior (target, q, at->of_prior);
  g_assert_cmpfloat (target->power, ==, 1);
  at->likelihood = ipl_posterior_target_evaluate (target, q, at->of_likelihood) - at->prior;
  for (gsize i = 0; i < target->n; i++)
    at->of_likelihood[i] -= at->of_prior[i];
}

/* The logarithm of the size of the last coordinate of each layer; they all grow alike. */
static void
sizes_of (const IplPosteriorTarget *target, const double *q, double *sizes)
{
  for (gsize k = 0; k < target->n; k++)
    sizes[target->layer[k]] = target->degrees[k] > 0 ? q[k] : log (fabs (q[k]));
}

/* A draw of the prior that is rescaled is one: layers grow as often as they shrink. */
TEST (test_rescale, "/tempered/rescale")
{
  const guint n = 4000;
  g_autoptr (IplCase) the_case = test_random_case (5, 1, HEADS (2, 2), 3, 3);
  IplSetting setting = test_setting (the_case, 2);
  g_autoptr (IplPosteriorTarget) target
      = TEST_OK (ipl_posterior_target_new (the_case, NULL, &setting, TRUE, &error));
  g_autoptr (gsl_rng) rng = ipl_random_generator_new (3, 0);
  g_autofree double *q = g_new (double, target->n), *slope = g_new0 (double, target->n);
  double before[3], after[3], sum[3] = { 0 }, squares[3] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      ipl_posterior_target_draw_prior (target, rng, q);
      sizes_of (target, q, before);
      ipl_posterior_target_rescale (target, rng, q, slope);
      sizes_of (target, q, after);
      for (guint l = 0; l < 3; l++)
        {
          sum[l] += after[l] - before[l];
          squares[l] += pow (after[l] - before[l], 2);
        }
    }
  for (guint l = 0; l < 3; l++)
    {
      g_test_message ("layer %u: %.2f errors", l + 1, sum[l] / sqrt (squares[l]));
      g_assert_cmpfloat (squares[l], >, 0.01 * n);
      g_assert_cmpfloat (fabs (sum[l]), <, 5 * sqrt (squares[l]));
    }
}

static void
assert_near (double a, double b, double scale)
{
  test_assert_close (a, b, 1e-6 * (1 + fabs (scale)));
}

/* @gradient: [n] of log prior and @power log likelihood */
static void
check_density (const Place *at, double power, gsize n, double density, const double *gradient)
{
  assert_near (density, at->prior + power * at->likelihood, at->likelihood);
  for (gsize i = 0; i < n; i++)
    assert_near (gradient[i], at->of_prior[i] + power * at->of_likelihood[i],
                 fabs (at->of_prior[i]) + fabs (at->of_likelihood[i]));
}

static void
check_rung (IplTempered *self, IplRung *rung, Place *at, double *gradient)
{
  const IplReplica *replica = &rung->replica;
  double density;

  evaluate (self->target, replica->q, at);
  if (!isfinite (at->likelihood))
    return;
  assert_near (replica->log_likelihood, at->likelihood, at->likelihood);
  for (gsize i = 0; i < self->n; i++)
    assert_near (replica->g[i], at->of_likelihood[i],
                 (fabs (at->of_prior[i]) + fabs (at->of_likelihood[i])) / MAX (rung->power, 1e-3));
  if (rung->nuts == NULL)
    return;
  density = rung->nuts->density (replica->q, gradient, NULL, rung->nuts->data);
  check_density (at, rung->power, self->n, density, gradient);
  ipl_tempered_hand_over (self, rung);
  check_density (at, rung->power, self->n, rung->nuts->sample.log_density, rung->nuts->sample.g);
  test_assert_same (self->n, rung->nuts->sample.q, replica->q);
}

TEST (test_replicas, "/tempered/replicas")
{
  IplCase *the_case = test_random_case (12, 5, HEADS (2, 1), 4, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  const IplPosteriorMover *mover = &ipl_posterior_tempered_mover;
  g_autoptr (gsl_rng) rng = gsl_rng_alloc (gsl_rng_mt19937);
  IplTempered *self;
  IplPosteriorOptions options;
  g_autofree double *space = NULL;
  double low = 0, high = 0;
  IplPosteriorTarget *target;
  IplTransition transition;
  IplSetting setting;
  Place at;

  IplPosteriorStart start
      = { .the_case = the_case, .kernel = kernel, .setting = &setting, .options = &options };

  ipl_setting_init_for_case (&setting, the_case, 2);
  ipl_posterior_options_init (&options);
  options.warmup = WARMUP;
  options.target_acceptance = 0.8;
  target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);
  g_assert_nonnull (target);
  space = g_new0 (double, 4 * target->n);
  at.of_prior = space + target->n;
  at.of_likelihood = space + 2 * target->n;
  g_assert_true (mover->share (&start, target, NULL));
  self = mover->start (&start, target, space, rng, NULL);
  g_assert_nonnull (self);
  for (guint step = 0; step < STEPS; step++)
    {
      for (guint k = 0; k <= self->ladder.gaps; k++)
        check_rung (self, &self->rungs[k], &at, space + 3 * target->n);
      g_assert_true (mover->step (self, NULL, &transition));
      low += self->rungs[0].replica.log_likelihood;
      high += self->rungs[self->ladder.gaps].replica.log_likelihood;
    }
  /* The likelihood grows with its power, and every pair of neighbours is tried. */
  g_test_message ("%u rungs, log likelihood %g to %g, %u round trips", self->ladder.gaps + 1,
                  low / STEPS, high / STEPS, self->round_trips);
  g_assert_cmpuint (self->ladder.gaps, >, 1);
  g_assert_cmpfloat (low, <, high);
  for (guint k = 0; k < self->ladder.gaps; k++)
    {
      g_assert_cmpfloat (self->tried[k], >, 0);
      g_assert_cmpfloat (self->accepted[k], >, 0);
      g_assert_cmpfloat (self->ladder.power[k], <, self->ladder.power[k + 1]);
    }
  g_assert_cmpuint (self->round_trips, >, 0);
  mover->free (self);
  mover->unshare (start.shared);
  ipl_posterior_target_free (target);
  ipl_case_unref (the_case);
}
