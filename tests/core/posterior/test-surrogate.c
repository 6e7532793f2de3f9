/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling by a surrogate of the energy (THEORY.md section 10): the surrogate against the energy,
 * its chains against NUTS and against what is known, also where the surrogate is bad on purpose. */
#include <cblas.h>
#include <math.h>

#include "core/base/random.h"
#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-private.h"
#include "core/posterior/posterior-summary.h"
#include "posterior/posterior-support.h"
#include "support.h"

/* In units of both Monte Carlo errors. */
#define Z_LIMIT 4.0

static const double bends[] = { 0, 0.3, 0.5, 0.9 };

/* A symmetric positive definite matrix, n at most 8. */
static void
random_U (gsize n, GRand *rand, double *U)
{
  double B[64];

  for (gsize i = 0; i < n * n; i++)
    B[i] = g_rand_double_range (rand, -1, 1);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)n, (int)n, 1.0 / (double)n, B,
               (int)n, B, (int)n, 0, U, (int)n);
  for (gsize i = 0; i < n; i++)
    U[i * n + i] += 0.5;
}

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplEnergy *energy;
  GRand *rand;
  double center[64], direction[64];
} Expansion;

/* P decides the form of the kernel: of pairs or of factors. */
static void
expansion_init (Expansion *self, gsize P, gsize N0)
{
  self->the_case = test_random_case (P, 1, HEADS (2, 2), N0, 41);
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  self->energy = ipl_energy_new (self->kernel, 1.3, 0.05, TRUE, NULL);
  self->rand = g_rand_new_with_seed (3);
  random_U (4, self->rand, self->center);
  for (gsize i = 0; i < 4; i++)
    for (gsize j = 0; j <= i; j++)
      self->direction[i * 4 + j] = self->direction[j * 4 + i]
          = g_rand_double_range (self->rand, -0.3, 0.3);
}

static void
expansion_clear (Expansion *self)
{
  g_rand_free (self->rand);
  ipl_energy_free (self->energy);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

static void
step (const Expansion *self, double h, double *U)
{
  for (gsize i = 0; i < 16; i++)
    U[i] = self->center[i] + h * self->direction[i];
}

/* E - Es falls as the cube of the distance, whatever the bend. */
TEST (test_third_order, "/surrogate/third-order")
{
  const gsize sizes[][2] = { { 7, 12 }, { 60, 3 } };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    for (guint b = 0; b < G_N_ELEMENTS (bends); b++)
      {
        Expansion x;
        g_autoptr (IplSurrogateEnergy) surrogate = NULL;
        g_autofree double *work = g_new (double, ipl_surrogate_energy_work (4));
        double misfit[2], U[16], E, Es;

        expansion_init (&x, sizes[k][0], sizes[k][1]);
        surrogate = ipl_surrogate_energy_new (x.energy, x.center, bends[b], NULL);
        for (guint i = 0; i < 2; i++)
          {
            step (&x, i == 0 ? 0.04 : 0.02, U);
            g_assert_true (ipl_energy_evaluate (x.energy, U, &E));
            g_assert_true (ipl_surrogate_energy_evaluate (surrogate, U, work, &Es, NULL));
            misfit[i] = E - Es;
          }
        g_test_message ("bend %.1f: %.3g, %.3g at half the distance", bends[b], misfit[0],
                        misfit[1]);
        test_assert_close (misfit[0] / misfit[1] / 8, 1, 0.15);
        expansion_clear (&x);
      }
}

TEST (test_gradient, "/surrogate/gradient")
{
  const double h = 1e-5;

  for (guint b = 0; b < G_N_ELEMENTS (bends); b++)
    {
      Expansion x;
      g_autoptr (IplSurrogateEnergy) surrogate = NULL;
      g_autofree double *work = g_new (double, ipl_surrogate_energy_work (4));
      double U[16], G[16], up, down;

      expansion_init (&x, 9, 5);
      surrogate = ipl_surrogate_energy_new (x.energy, x.center, bends[b], NULL);
      random_U (4, x.rand, U);
      g_assert_true (ipl_surrogate_energy_evaluate (surrogate, U, work, &up, G));
      for (gsize p = 0; p < 4; p++)
        for (gsize q = p; q < 4; q++)
          {
            double before = U[p * 4 + q], slope;

            U[p * 4 + q] = U[q * 4 + p] = before + h;
            ipl_surrogate_energy_evaluate (surrogate, U, work, &up, NULL);
            U[p * 4 + q] = U[q * 4 + p] = before - h;
            ipl_surrogate_energy_evaluate (surrogate, U, work, &down, NULL);
            U[p * 4 + q] = U[q * 4 + p] = before;
            slope = (up - down) / (2 * h) / (p == q ? 1 : 2);
            test_assert_close (slope, G[p * 4 + q], 1e-6 * (1 + fabs (slope)));
          }
      expansion_clear (&x);
    }
}

/* With a bend the surrogate stays between bounds however large or small U is, so that its density
 * always is one; without, it does not. */
TEST (test_bounded, "/surrogate/bounded")
{
  Expansion x;
  g_autoptr (IplSurrogateEnergy) surrogate = NULL;
  g_autofree double *work = g_new (double, ipl_surrogate_energy_work (4));
  double U[16], values[3];

  expansion_init (&x, 9, 5);
  surrogate = ipl_surrogate_energy_new (x.energy, x.center, 0.5, NULL);
  for (guint k = 0; k < 3; k++)
    {
      for (gsize i = 0; i < 16; i++)
        U[i] = x.center[i] * (double[]){ 1e-12, 1e9, 1e12 }[k];
      g_assert_true (ipl_surrogate_energy_evaluate (surrogate, U, work, &values[k], NULL));
    }
  test_assert_close (values[2], values[1], 1e-6 * (1 + fabs (values[1])));
  g_assert_cmpfloat (fabs (values[0]), <, 1e4);
  ipl_surrogate_energy_set_bend (surrogate, 0);
  g_assert_true (ipl_surrogate_energy_evaluate (surrogate, U, work, &values[0], NULL));
  g_assert_cmpfloat (fabs (values[0]), >, 1e12);
  expansion_clear (&x);
}

/* How it was moved, in one word, a number and a phrase. */
static void
check_described (const IplPosteriorSummary *summary, IplPosteriorMethod method)
{
  g_autofree char *words = ipl_posterior_summary_describe_method (summary);
  g_autofree char *with_number
      = g_strdup_printf ("surrogate, acceptance %.2f", summary->exact_acceptance);
  double mean = 0;

  g_assert_cmpstr (summary->method, ==, ipl_posterior_method_names[method]);
  if (method != IPL_POSTERIOR_SURROGATE)
    {
      g_assert_true (isnan (summary->exact_acceptance));
      g_assert_cmpstr (words, ==, "nuts");
      return;
    }
  for (guint c = 0; c < summary->n_chains; c++)
    mean += summary->chains[c].exact_acceptance / summary->n_chains;
  test_assert_close (summary->exact_acceptance, mean, 1e-12);
  g_assert_cmpstr (words, ==, with_number);
}

static IplPosteriorSummary *
sample (IplCase *the_case, const IplSetting *setting, IplPosteriorMethod method, guint draws)
{
  IplPosteriorSummary *summary = test_sample_by (method, the_case, setting, draws, NULL);

  g_test_message ("%s: exact acceptance %.2f, longest stay %u, least ESS %.0f", summary->method,
                  summary->chains[0].exact_acceptance, summary->chains[0].longest_stay,
                  summary->least_ess_bulk);
  g_assert_true (summary->chains[0].surrogate == (method == IPL_POSTERIOR_SURROGATE));
  check_described (summary, method);
  return summary;
}

static void
assert_agree (const IplPosteriorSummary *a, const IplPosteriorSummary *b)
{
  for (gsize i = 0; i < a->the_case->Pi * a->the_case->Pi; i++)
    {
      g_test_message ("U[%zu]: %.4f(%.4f) and %.4f(%.4f)", i, a->U_mean[i], a->U_mcse[i],
                      b->U_mean[i], b->U_mcse[i]);
      g_assert_cmpfloat (fabs (a->U_mean[i] - b->U_mean[i]), <,
                         Z_LIMIT * hypot (a->U_mcse[i], b->U_mcse[i]));
      /* Spreads too: each with an error of about 1/sqrt(2 ESS), more for heavy tails. */
      g_assert_cmpfloat (fabs (log (a->U_sd[i] / b->U_sd[i])), <,
                         2 * Z_LIMIT / sqrt (MIN (a->least_ess_bulk, b->least_ess_bulk)));
    }
}

/* The paper's four paths by both ways; wider in "long". */
TEST (test_hmc, "/surrogate/hmc")
{
  const guint widths[] = { 10, 100, 1000 };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) answers = NULL;

  test_load_reference ("hmc", &the_case, &answers);
  for (guint k = 0; k < (g_test_slow () ? G_N_ELEMENTS (widths) : 1); k++)
    {
      g_autoptr (IplPosteriorSummary) exact = NULL;
      g_autoptr (IplPosteriorSummary) summary = NULL;
      IplSetting setting = test_setting (the_case, widths[k]);

      exact = sample (the_case, &setting, IPL_POSTERIOR_NUTS, 400);
      summary = sample (the_case, &setting, IPL_POSTERIOR_SURROGATE, 1000);
      assert_agree (exact, summary);
    }
}

/* U at every draw of four chains by hand, with what share() made spoilt between. */
static void
sample_spoilt (const IplPosteriorStart *start, guint warmup, guint draws, double *U,
               double *acceptance)
{
  const IplPosteriorMover *method = &ipl_posterior_surrogate_mover;
  gsize n2 = start->the_case->Pi * start->the_case->Pi;

  *acceptance = 0;
  for (guint c = 0; c < 4; c++)
    {
      g_autoptr (IplPosteriorTarget) target
          = ipl_posterior_target_new (start->the_case, start->kernel, start->setting, FALSE, NULL);
      g_autoptr (gsl_rng) rng = ipl_random_generator_new (7, c);
      g_autofree double *q = g_new (double, target->n);
      IplSamplerChainReport report = { 0 };
      IplTransition transition;
      gpointer mover;

      ipl_posterior_target_draw_prior (target, rng, q);
      mover = method->start (start, target, q, rng, NULL);
      for (guint i = 0; i < warmup + draws; i++)
        {
          double u_a, order[16];

          g_assert_true (method->step (mover, NULL, &transition));
          ipl_posterior_target_order (target, method->position (mover), order, &u_a);
          for (gsize j = 0; i >= warmup && j < n2; j++)
            U[j * 4 * draws + c * draws + i - warmup] = order[j];
        }
      method->report (mover, &report);
      *acceptance += report.exact_acceptance / 4;
      method->free (mover);
    }
}

/* A surrogate that is wrong still gives the right posterior, only more slowly. */
TEST (test_bad, "/surrogate/bad")
{
  const guint H[] = { 2, 2 }, draws = 5000;
  g_autoptr (IplCase) the_case = test_random_case (12, 1, 2, H, 5, 50);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplPosteriorSummary) exact = NULL;
  g_autoptr (IplPosteriorTarget) target = NULL;
  g_autofree double *U = g_new (double, 16 * 4 * draws);
  g_autofree double *scratch = g_new (double, (gsize)ipl_diagnostics_scratch (4, draws));
  IplPosteriorOptions options;
  double good = 0;
  IplSetting setting = test_setting (the_case, 6);

  setting.temperature = 0.2;
  exact = sample (the_case, &setting, IPL_POSTERIOR_NUTS, 2000);
  target = ipl_posterior_target_new (the_case, kernel, &setting, FALSE, NULL);
  ipl_posterior_options_init (&options);
  options.method = IPL_POSTERIOR_SURROGATE;
  for (guint k = 0; k < 3; k++)
    {
      IplPosteriorStart start
          = { .the_case = the_case, .kernel = kernel, .setting = &setting, .options = &options };
      IplPosteriorSurrogate *shared;
      double acceptance;

      g_assert_true (ipl_posterior_surrogate_mover.share (&start, target, NULL));
      shared = start.shared;
      g_assert_true (shared->pays);
      for (gsize i = 0; k == 1 && i < shared->energy->n * shared->energy->n; i++)
        shared->energy->bent[i] *= 0.25;
      for (gsize i = 0; k == 2 && i < 16; i++)
        shared->energy->slope[i] *= -1;
      sample_spoilt (&start, options.warmup, draws, U, &acceptance);
      ipl_posterior_surrogate_mover.unshare (shared);
      g_test_message ("%s: exact acceptance %.2f",
                      (const char *[]){ "as it is", "a quarter of the curvature",
                                        "a slope of the wrong sign" }[k],
                      acceptance);
      if (k == 0)
        good = acceptance;
      else
        g_assert_cmpfloat (acceptance, <, good - 0.1);
      for (gsize j = 0; j < 16; j++)
        {
          double mean = 0, error, *x = U + j * 4 * draws;

          for (guint i = 0; i < 4 * draws; i++)
            mean += x[i] / (4 * draws);
          error = ipl_diagnostics_mcse_mean (4, draws, x, scratch);
          g_test_message ("U[%zu]: %.4f(%.4f) and %.4f(%.4f)", j, mean, error, exact->U_mean[j],
                          exact->U_mcse[j]);
          g_assert_cmpfloat (fabs (mean - exact->U_mean[j]), <,
                             Z_LIMIT * hypot (error, exact->U_mcse[j]));
        }
    }
}

static void
assert_refused (IplCase *the_case, guint N, const char *word)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  options.method = IPL_POSTERIOR_SURROGATE;
  IplSetting setting = test_setting (the_case, N);
  if (word == NULL)
    ipl_posterior_free (
        TEST_OK (ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, &error)));
  else
    TEST_REFUSED (ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, &error),
                  IPL_ERROR_VALUE, word);
}

/* A surrogate that was asked for and cannot be is refused, not replaced. */
TEST (test_refused, "/surrogate/refused")
{
  const guint H[] = { 3, 3 }, many[] = { 43 };
  g_autoptr (IplCase) nine = test_random_case (20, 1, 2, H, 5, 19);
  g_autoptr (IplCase) wide = test_random_case (20, 1, 1, many, 5, 19);

  assert_refused (nine, 9, NULL);
  assert_refused (nine, 8, "N = 8");
  assert_refused (wide, 50, "43 paths");
}

/* Used by itself where a gradient is dear and all A_l are square. */
TEST (test_choice, "/surrogate/choice")
{
  const guint H[] = { 4, 4 }, small[] = { 2, 2 };
  g_autoptr (IplCase) large = test_random_case (300, 1, 2, H, 40, 3);
  g_autoptr (IplCase) little = test_random_case (50, 1, 2, small, 20, 3);
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  IplSetting setting = test_setting (large, 100);
  g_assert_cmpint (ipl_posterior_method_resolve (large, &setting, &options), ==,
                   IPL_POSTERIOR_SURROGATE);
  options.prior_only = TRUE;
  g_assert_cmpint (ipl_posterior_method_resolve (large, &setting, &options), !=,
                   IPL_POSTERIOR_SURROGATE);
  options.prior_only = FALSE;
  ipl_setting_init_for_case (&setting, large, 15);
  g_assert_cmpint (ipl_posterior_method_resolve (large, &setting, &options), !=,
                   IPL_POSTERIOR_SURROGATE);
  ipl_setting_init_for_case (&setting, little, 100);
  g_assert_cmpint (ipl_posterior_method_resolve (little, &setting, &options), ==,
                   IPL_POSTERIOR_NUTS);
}
