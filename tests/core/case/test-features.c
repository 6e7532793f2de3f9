/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path features against plain sums, a path and an example at a time. */
#include <math.h>
#include <string.h>

#include "core/case/features.h"
#include "network/trained-example.h"
#include "attention/attention-support.h"
#include "support.h"

typedef struct
{
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize T, N0, count;
  gsize G; /* 0: combined weights */
  gboolean zero_head;
} Size;

static const Size sizes[] = {
  { 1, { 1 }, 1, 1, 1, 0, FALSE },
  { 1, { 3 }, 5, 4, 7, 0, FALSE },
  { 2, { 2, 3 }, 6, 5, 300, 0, FALSE },
  { 2, { 3, 2 }, 7, 4, 9, 3, FALSE },
  { 3, { 2, 1, 2 }, 4, 6, 5, 0, TRUE },
  { 3, { 2, 3, 2 }, 9, 8, 130, 2, TRUE },
  { 2, { 2, 2 }, 520, 3, 3, 0, FALSE },
  { 4, { 2, 1, 3, 2 }, 3, 2, 4, 1, FALSE },
  { 2, { 2, 2 }, 1, 5, 20, 0, FALSE },
  { 3, { 2, 1, 3 }, 1, 4, 9, 2, FALSE },
  /* Sequences whose attention is made some queries at a time. */
  { 2, { 2, 1 }, 1600, 2, 2, 0, FALSE },
  { 1, { 2 }, 2200, 1, 1, 1, FALSE },
};

static const IplReadout readouts[] = { IPL_READOUT_MEAN, IPL_READOUT_LAST, IPL_READOUT_FIRST };

typedef struct
{
  Size size;
  gsize Pi;
  IplLayerWeights weights[IPL_MAX_LAYERS];
  double *x;
} Network;

static Network *
network_new (const Size *size, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Network *self = g_new0 (Network, 1);

  self->size = *size;
  self->Pi = 1;
  for (guint l = 0; l < size->L; l++)
    {
      IplLayerWeights *weights = &self->weights[l];
      gsize rows = size->G > 0 ? size->G : size->N0, one = rows * size->N0;

      self->Pi *= size->H[l];
      weights->G = size->G;
      if (size->G == 0)
        weights->combined = trained_gaussians (rand, size->H[l] * one, 1);
      else
        {
          weights->wq = trained_gaussians (rand, size->H[l] * one, 1);
          weights->wk = trained_gaussians (rand, size->H[l] * one, 1);
        }
      if (size->zero_head)
        memset (size->G == 0 ? weights->combined : weights->wk, 0, one * sizeof (double));
    }
  self->x = trained_gaussians (rand, size->count * size->T * size->N0, 1);
  return self;
}

static void
network_free (Network *self)
{
  for (guint l = 0; l < self->size.L; l++)
    {
      g_free (self->weights[l].combined);
      g_free (self->weights[l].wq);
      g_free (self->weights[l].wk);
    }
  g_free (self->x);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Network, network_free)

/* xi of one sequence, a path at a time: from the readout to the first layer, a row of attention at
 * a time. */
static void
slow_features (const Network *network, IplReadout readout, const double *x, double *xi)
{
  const Size *size = &network->size;
  gsize T = size->T, N0 = size->N0;
  g_autofree double *looks = g_new (double, T);
  g_autofree double *before = g_new (double, T);
  g_autofree double *row = g_new (double, T);

  for (gsize p = 0; p < network->Pi; p++)
    {
      gsize rest = p;

      for (gsize t = 0; t < T; t++)
        looks[t] = readout == IPL_READOUT_MEAN   ? 1.0 / (double)T
                   : readout == IPL_READOUT_LAST ? t + 1 == T
                                                 : t == 0;
      for (guint l = size->L; l-- > 0;)
        {
          guint h = (guint)(rest % size->H[l]);

          rest /= size->H[l];
          memset (before, 0, T * sizeof (double));
          for (gsize t = 0; t < T; t++)
            {
              if (looks[t] == 0)
                continue;
              test_slow_attention (&network->weights[l], h, T, N0, x, t, row);
              for (gsize s = 0; s < T; s++)
                before[s] += looks[t] * row[s];
            }
          memcpy (looks, before, T * sizeof (double));
        }
      for (gsize i = 0; i < N0; i++)
        {
          xi[p * N0 + i] = 0;
          for (gsize s = 0; s < T; s++)
            xi[p * N0 + i] += looks[s] * x[s * N0 + i];
        }
    }
}

/* Logits are of order N0 and lose N0 rounding errors, which pass through the softmax to tokens of
 * order 4; L layers and T terms on top. */
static double
tolerance (const Size *size)
{
  double N0 = (double)size->N0 + (double)size->G;

  return 0x1p-52 * 4 * (20 * N0 + (double)size->T) * size->L;
}

/* The features of a network against the slow sums. The slow sums of all 300 sequences of the
 * largest would take minutes: first, last, some between. */
static void
compare (const Network *network, gsize readout)
{
  const Size *size = &network->size;
  gsize n = network->Pi * size->N0, row = size->T * size->N0;
  g_autofree double *xi = g_new (double, size->count * n);
  g_autofree double *slow = g_new (double, n);

  TEST_OK (ipl_features_compute (network->weights, NULL, size->L, size->H, NULL, size->T, size->N0,
                                 readouts[readout], size->count, network->x, xi, 2, NULL, &error));
  for (gsize i = 0; i < size->count; i += MAX ((size->count - 1) / 3, 1))
    {
      if (size->T > 100 && i > 0)
        break;
      slow_features (network, readouts[readout], network->x + i * row, slow);
      for (gsize j = 0; j < n; j++)
        if (!(fabs (xi[i * n + j] - slow[j]) < tolerance (size)))
          g_error ("L %u T %zu N0 %zu G %zu readout %zu sequence %zu: %g is not %g", size->L,
                   size->T, size->N0, size->G, readout, i, xi[i * n + j], slow[j]);
    }
}

TEST (test_weights, "/features/weights")
{
  for (gsize k = 0; k < G_N_ELEMENTS (sizes); k++)
    for (gsize r = 0; r < G_N_ELEMENTS (readouts); r++)
      {
        g_autoptr (Network) network = network_new (&sizes[k], (guint32)k);

        compare (network, r);
      }
}

/* One sequence of 40 000 tokens: its attention would take 12.8 GB and minutes. It takes neither,
 * and ends when it is told to. */
TEST (test_cancel, "/features/cancel")
{
  static const Size size = { 1, { 1 }, 40000, 1, 1, 0, FALSE };
  g_autoptr (Network) network = network_new (&size, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  double xi = 0;
  GThread *thread = test_cancel_later (cancellable, 30000);
  gint64 begin = g_get_monotonic_time ();

  TEST_CANCELLED (ipl_features_compute (network->weights, NULL, 1, size.H, NULL, size.T, 1,
                                        IPL_READOUT_MEAN, 1, network->x, &xi, 1, cancellable,
                                        &error));
  g_thread_join (thread);
  g_test_message ("cancelled after %.0f ms", (double)(g_get_monotonic_time () - begin) / 1e3);
}

TEST (test_attention_matrix, "/features/attention-matrix")
{
  g_autoptr (Network) network = network_new (&sizes[5], 3);
  gsize T = network->size.T;
  g_autofree double *fast = g_new (double, T * T);
  g_autofree double *row = g_new (double, T);

  for (guint h = 0; h < 3; h++)
    {
      ipl_features_attention_matrix (&network->weights[1], h, T, network->size.N0, network->x,
                                     fast);
      for (gsize t = 0; t < T; t++)
        {
          test_slow_attention (&network->weights[1], h, T, network->size.N0, network->x, t, row);
          for (gsize s = 0; s < T; s++)
            test_assert_close (fast[s * T + t], row[s], tolerance (&network->size));
        }
    }
}

/* Bit for bit the same with any number of threads, and for a sequence alone or among others of its
 * block size. */
TEST (test_threads, "/features/threads")
{
  g_autoptr (Network) network = network_new (&sizes[2], 5);
  const Size *size = &network->size;
  gsize n = size->count * network->Pi * size->N0;
  g_autofree double *one = g_new (double, n);
  g_autofree double *more = g_new (double, n);

  for (guint threads = 1; threads <= 5; threads++)
    {
      g_assert_true (ipl_features_compute (network->weights, NULL, size->L, size->H, NULL, size->T,
                                           size->N0, IPL_READOUT_MEAN, size->count, network->x,
                                           threads == 1 ? one : more, threads, NULL, NULL));
      if (threads > 1)
        test_assert_same (n, one, more);
    }
}

/* Combined weights of low rank go another way through the computation, as do heads of structure
 * and heads without weights. */
TEST (test_low_rank, "/features/low-rank")
{
  static const Size size = { 2, { 4, 2 }, 5, 40, 20, 0, FALSE };
  const gsize N0 = 40, one = 1600;
  g_autoptr (Network) network = network_new (&size, 8);
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  double *W = network->weights[0].combined;
  g_autofree double *left = trained_gaussians (rand, 6 * N0, 0.3);
  g_autofree double *right = trained_gaussians (rand, 6 * N0, 0.3);

  memset (W, 0, 3 * one * sizeof (double));
  for (gsize i = 0; i < N0; i++)
    for (gsize j = 0; j < N0; j++)
      {
        /* Rank 6, the most that is looked for; blocks of rank one; then nothing, and full rank. */
        for (gsize k = 0; k < 6; k++)
          W[i * N0 + j] += left[k * N0 + i] * right[k * N0 + j];
        W[one + i * N0 + j] = i < 20 && j < 20 ? 0.01 : i >= 20 && j >= 30 ? -0.5 : 0;
      }
  for (gsize r = 0; r < G_N_ELEMENTS (readouts); r++)
    compare (network, r);
}

TEST (test_refused, "/features/refused")
{
  g_autoptr (Network) network = network_new (&sizes[1], 7);
  const Size *size = &network->size;
  g_autofree double *xi = g_new (double, size->count * network->Pi * size->N0);

  network->x[2 * size->T * size->N0] = 1e200;
  TEST_REFUSED (ipl_features_compute (network->weights, NULL, 1, size->H, NULL, size->T, size->N0,
                                      IPL_READOUT_MEAN, size->count, network->x, xi, 1, NULL,
                                      &error),
                IPL_ERROR_VALUE, "2");

  TEST_CANCELLED (ipl_features_compute (network->weights, NULL, 1, size->H, NULL, size->T, size->N0,
                                        IPL_READOUT_MEAN, size->count, network->x, xi, 1, cancelled,
                                        &error));

  TEST_REFUSED (ipl_features_compute (network->weights, NULL, 1, size->H, NULL, 10000000, 1000,
                                      IPL_READOUT_MEAN, 1, network->x, xi, 1, NULL, &error),
                IPL_ERROR_MEMORY);
}
