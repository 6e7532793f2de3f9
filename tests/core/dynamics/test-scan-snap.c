/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scan and snap: steps beside finite differences of a loss that is written anew, the losses of the
 * authors' own run, and what the theorems say where they hold. */
#include <math.h>
#include <string.h>

#include "core/dynamics/scan-snap.h"
#include "dynamics/trajectory-support.h"
#include "support.h"

#define LAST 2
#define NEXT 2
#define F (LAST * NEXT)
#define C 2
#define D 3
#define CONTEXT (C + D * F)
#define M (CONTEXT + LAST + F)
#define N_Y (CONTEXT * M)
#define N (N_Y + LAST * CONTEXT)

static const IplScanSnap authors = { 2, 1, 10, 10, 0.1, 1, 1, 0.9, 128, 128, 100, 1 };

/* Frequencies 1 of common tokens, 0.5, 0.75 and 1 of distinct ones. */
static double
frequency (int f, int token)
{
  if (token < C)
    return 1;
  token -= C + f * D;
  return token >= 0 && token < D ? 0.5 + 0.25 * token : 0;
}

/* The expected loss of parameters Y [CONTEXT x M], then Z [LAST x CONTEXT]. */
static double
slow_loss (const double *p)
{
  double loss = 0;

  for (int f = 0; f < F; f++)
    {
      double c[CONTEXT], length = 0, v[M] = { 0 }, sum = 0;

      for (int t = 0; t < CONTEXT; t++)
        {
          c[t] = frequency (f, t) * exp (p[N_Y + f / NEXT * CONTEXT + t]);
          length += c[t] * c[t];
        }
      for (int t = 0; t < CONTEXT; t++)
        for (int i = 0; i < M; i++)
          v[i] += c[t] / sqrt (length) * p[t * M + i];
      for (int i = 0; i < M; i++)
        sum += exp (v[i]);
      loss += (log (sum) - v[M - F + f]) / F;
    }
  return loss;
}

static IplTrajectory *
run (const IplScanSnap *parameters)
{
  return TEST_OK (ipl_scan_snap_run (parameters, NULL, &error));
}

TEST (test_steps, "/scan-snap/steps")
{
  const IplScanSnap parameters = { LAST, NEXT, C, D, 0.5, 0.7, 3, 0.6, 0, 1, 12, 1 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);
  static double p[N], speed[N];

  g_assert_cmpuint (trajectory->S, ==, 12);
  for (guint t = 1; t <= parameters.steps; t++)
    {
      static double gradient[N];
      double distinct = 0;

      for (int i = 0; i < N; i++)
        {
          double there = p[i], up;

          p[i] = there + 1e-5;
          up = slow_loss (p);
          p[i] = there - 1e-5;
          gradient[i] = (up - slow_loss (p)) / 2e-5;
          p[i] = there;
        }
      for (int i = 0; i < N; i++)
        {
          speed[i] = 0.6 * speed[i] - gradient[i];
          p[i] += 0.7 * (i < N_Y ? 3 : 1) * speed[i];
        }
      for (int f = 0; f < F; f++)
        {
          double own = 0, all = 0;

          for (int k = 0; k < CONTEXT; k++)
            {
              double c = frequency (f, k) * exp (p[N_Y + f / NEXT * CONTEXT + k]);

              all += c;
              own += k >= C ? c : 0;
            }
          distinct += own / all / F;
        }
      test_assert_close (test_at (trajectory, "loss", t - 1, 0), slow_loss (p), 1e-7);
      test_assert_close (test_at (trajectory, "distinct", t - 1, 0), distinct, 1e-7);
    }
}

/* The losses that the authors' program wrote at its figure 4 (scan_snap/figure_4.log of
 * facebookresearch/luckmatters), among those of other seeds. */
TEST (test_authors, "/scan-snap/authors")
{
  static const struct
  {
    guint step;
    double loss;
  } wrote[] = { { 2, 2.3679 },    { 4, 0.73348 },    { 6, 0.16080 },    { 8, 0.044429 },
                { 10, 0.012952 }, { 20, 2.0543e-4 }, { 50, 2.5783e-5 }, { 98, 2.1983e-5 } };
  double sum[G_N_ELEMENTS (wrote)] = { 0 }, squares[G_N_ELEMENTS (wrote)] = { 0 };
  const guint seeds = 24;

  for (guint seed = 1; seed <= seeds; seed++)
    {
      IplScanSnap parameters = authors;
      g_autoptr (IplTrajectory) trajectory = NULL;

      parameters.seed = seed;
      trajectory = run (&parameters);
      for (guint i = 0; i < G_N_ELEMENTS (wrote); i++)
        {
          double value = log (test_at (trajectory, "loss", wrote[i].step - 1, 0));

          sum[i] += value / seeds;
          squares[i] += value * value / seeds;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrote); i++)
    {
      double sd = sqrt (MAX (squares[i] - sum[i] * sum[i], 0));

      g_test_message ("step %u: authors %g, %u seeds exp (%.3f +- %.3f)", wrote[i].step,
                      wrote[i].loss, seeds, sum[i], sd);
      test_assert_close (log (wrote[i].loss), sum[i], 3 * sd);
      g_assert_cmpfloat (sd, <, 0.5);
    }
}

/* A decoder that sees one direction for each next token follows the theorem's curve. */
TEST (test_decoder, "/scan-snap/decoder")
{
  const IplScanSnap parameters = { 3, 1, 0, 1, 1, 0.02, 1, 0, 0, 1, 3000, 1 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);
  double at = ipl_scan_snap_time (&parameters);

  for (guint s = 0; s < trajectory->S; s++)
    test_assert_close (test_at (trajectory, "margin", s, 0),
                       test_at (trajectory, "theorem_margin", s, 0), 0.01);
  test_assert_close (ipl_scan_snap_decoder_margin (&parameters, at),
                     log (ipl_scan_snap_vocabulary (&parameters) - 1), 1e-6);
  g_assert_cmpfloat (test_at (trajectory, "snap", 0, 0), ==, at);
}

/* Momentum takes a while to build up. */
TEST (test_momentum, "/scan-snap/momentum")
{
  const IplScanSnap parameters = { 3, 1, 0, 1, 1, 1e-4, 1, 0.9, 0, 1, 50, 1 };
  g_autoptr (IplTrajectory) trajectory = run (&parameters);

  for (guint s = 0; s < trajectory->S; s++)
    test_assert_close (test_at (trajectory, "margin", s, 0)
                           / test_at (trajectory, "theorem_margin", s, 0),
                       1, 1e-3);
}

/* The relative gain grows as e^{2z}, the better the faster the decoder is; attention leaves the
 * common tokens, and among distinct ones goes to the frequent. */
TEST (test_gain, "/scan-snap/gain")
{
  double last = INFINITY;

  for (double ratio = 1; ratio <= 100; ratio *= 10)
    {
      IplScanSnap parameters = authors;
      g_autoptr (IplTrajectory) trajectory = NULL;
      const double *c;
      double error;
      guint s = 0;

      parameters.batch = 0;
      parameters.momentum = 0;
      parameters.rate = 0.1 / ratio;
      parameters.ratio = ratio;
      parameters.steps = 20000;
      trajectory = run (&parameters);
      while (s < trajectory->S - 1 && test_at (trajectory, "growth", s, 0) < 1.1)
        s++;
      g_assert_cmpfloat (test_at (trajectory, "growth", s, 0), >=, 1.05);
      error = test_at (trajectory, "growth_error", s, 0);
      g_assert_cmpfloat (error, <, MIN (last, 0.02));
      g_assert_cmpfloat (test_at (trajectory, "distinct", s, 0), >,
                         test_at (trajectory, "distinct", 0, 0));
      c = ipl_trajectory_get (trajectory, "attention", s);
      for (gsize t = 11; t < 20; t++)
        g_assert_cmpfloat (c[t] / c[t - 1], >,
                           ipl_trajectory_get (trajectory, "attention", 0)[t]
                               / ipl_trajectory_get (trajectory, "attention", 0)[t - 1]);
      g_test_message ("ratio %g: error %g at growth %g", ratio, error,
                      test_at (trajectory, "growth", s, 0));
      last = error;
    }
}
