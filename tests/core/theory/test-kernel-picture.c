/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels that are shown, with alignments of solutions, by plain loops over path features. */
#include "core/tasks/markov-chain.h"
#include "core/theory/energy.h"
#include "core/kernel/eigenpairs.h"
#include "core/theory/kernel-picture.h"
#include "core/theory/sweep.h"
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "support.h"
#include "theory/outputs-support.h"

/* A case and its theory, with the kernel of all examples by the letter. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *solution, *gp;
  IplKernelCells *cells;
  IplKernelPicture *picture;
  double *K; /* [P x P] */
} Shown;

static Shown *
shown_new (gsize P, guint L, const guint *H, gsize N0, guint width)
{
  Shown *self = g_new0 (Shown, 1);

  self->the_case = test_random_case (P, 5, L, H, N0, (guint32)(P + 17 * N0));
  /* Of some tasks something is known beside the label. */
  if (P % 2 == 0)
    {
      self->the_case->train.structure = g_new (double, P);
      for (gsize i = 0; i < P; i++)
        self->the_case->train.structure[i] = (double)(7 * i % 5);
    }
  self->kernel = ipl_kernel_prepare (self->the_case, NULL, NULL);
  IplSetting setting = test_setting (self->the_case, width);
  setting.temperature = 0.1;
  setting.variances[0] = 1.7;
  self->solution = ipl_solution_solve (self->the_case, self->kernel, &setting, NULL, 1, NULL, NULL);
  self->gp = ipl_solution_new (self->kernel, &setting, NULL, NULL, 0, NULL, NULL);
  self->cells = ipl_kernel_cells_new (self->the_case, self->kernel, NULL, NULL);
  self->picture = ipl_kernel_picture_new (self->cells, self->solution, self->gp, NULL, NULL, NULL);
  g_assert_nonnull (self->picture);
  self->K = g_new (double, P * P);
  test_slow_kernel (self->the_case, 1.7, self->solution->U, self->K);
  return self;
}

static void
shown_free (Shown *self)
{
  ipl_kernel_picture_unref (self->picture);
  ipl_kernel_cells_unref (self->cells);
  ipl_solution_unref (self->gp);
  ipl_solution_unref (self->solution);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
  g_free (self->K);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shown, shown_free)

static const guint two_by_two[] = { 2, 2 }, one[] = { 1 };

/* C_pq[m, n] by the letter. */
static double
slow_C (const IplCase *the_case, gsize p, gsize q, gsize m, gsize n)
{
  gsize N0 = the_case->N0, D = the_case->Pi * N0;
  double sum = 0;

  for (gsize i = 0; i < N0; i++)
    sum += the_case->train.xi[m * D + p * N0 + i] * the_case->train.xi[n * D + q * N0 + i];
  return 1.7 * sum / (double)(N0 * the_case->Pi);
}

/* Mean over the examples of two cells. */
static double
slow_mean (const Shown *self, const double *K, gsize row, gsize column)
{
  const IplKernelCells *cells = self->cells;
  gsize P = self->the_case->train.count;
  double sum = 0;

  for (guint i = cells->first[row]; i < cells->first[row + 1]; i++)
    for (guint j = cells->first[column]; j < cells->first[column + 1]; j++)
      sum += K[cells->order[i] * P + cells->order[j]];
  return sum / (double)(ipl_kernel_cells_size (cells, row) * ipl_kernel_cells_size (cells, column));
}

/* Every example has its place, classes stand together, in each what is alike, and no cell has both
 * classes. */
static void
check_order (const Shown *self)
{
  const IplKernelCells *cells = self->cells;
  const double *y = self->the_case->train.y, *structure = self->the_case->train.structure;
  gsize P = self->the_case->train.count;
  g_autofree gboolean *seen = g_new0 (gboolean, P);

  g_assert_cmpuint (cells->n, <=, MIN (P, IPL_KERNEL_MOST_CELLS + 2));
  g_assert_cmpuint (cells->first[0], ==, 0);
  g_assert_cmpuint (cells->first[cells->n], ==, P);
  for (gsize i = 0; i < P; i++)
    {
      g_assert_false (seen[cells->order[i]]);
      seen[cells->order[i]] = TRUE;
      if (i > 0)
        {
          guint now = cells->order[i], before = cells->order[i - 1];
          double rise = structure != NULL ? structure[now] - structure[before] : 0;

          g_assert_cmpfloat (y[now], >=, y[before]);
          if (y[now] == y[before])
            g_assert_true (rise > 0 || (rise == 0 && now > before));
        }
    }
  for (gsize c = 0; c < cells->n; c++)
    {
      g_assert_cmpuint (ipl_kernel_cells_size (cells, c), >, 0);
      for (guint i = cells->first[c]; i < cells->first[c + 1]; i++)
        g_assert_cmpfloat (y[cells->order[i]], ==, cells->y[c]);
    }
}

static void
check_kernels (const Shown *self)
{
  const IplCase *the_case = self->the_case;
  gsize P = the_case->train.count, Pi = the_case->Pi, n = self->cells->n;
  double bound = 1e-11 * test_largest (P * P, self->K), trace = 0;
  g_autofree double *C = g_new (double, P * P), *tile = g_new (double, n * n);

  for (gsize row = 0; row < n; row++)
    for (gsize column = 0; column < n; column++)
      test_assert_close (self->picture->K[row * n + column], slow_mean (self, self->K, row, column),
                         bound);
  for (gsize m = 0; m < P; m++)
    trace += self->K[m * P + m];
  test_assert_close (self->picture->mean_diagonal, trace / (double)P, bound);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double norm = 0;

        for (gsize m = 0; m < P; m++)
          for (gsize k = 0; k < P; k++)
            {
              C[m * P + k] = slow_C (the_case, p, q, m, k);
              norm = hypot (norm, C[m * P + k]);
            }
        test_assert_close (1.7 * self->cells->norm[p * Pi + q], norm, 1e-7 * norm);
        ipl_kernel_cells_pair (self->cells, 1.7, p, q, tile);
        for (gsize row = 0; row < n; row += 7)
          for (gsize column = 0; column < n; column += 5)
            test_assert_close (tile[row * n + column], slow_mean (self, C, row, column),
                               1e-11 * norm);
      }
}

TEST (test_cells, "/kernel-picture/cells")
{
  static const gsize sizes[] = { 1, 2, 30, 200, 431 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (Shown) shown = shown_new (sizes[s], 2, two_by_two, 5, 4);

      g_assert_cmpint (ipl_kernel_cells_largest (shown->cells) > 1, ==, sizes[s] > 200);
      check_order (shown);
      check_kernels (shown);
    }
}

/* The mean square is that of the deviations and of the mean together. */
static void
check_moments (gsize n, const IplKernelTile *tile)
{
  double squares = 0, count = n > 1 ? (double)(n * (n - 1)) : 1;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      if (i != j || n == 1)
        squares += tile->C[i * n + j] * tile->C[i * n + j] / count;
  g_assert_cmpfloat (fabs (squares - tile->mean * tile->mean - tile->sd * tile->sd), <=,
                     1e-12 * squares);
}

/* K is what the tiles add up to, where all pairs have one. */
static void
check_sum (const Shown *self)
{
  const IplKernelPicture *picture = self->picture;
  gsize n = self->cells->n;
  g_autofree double *sum = g_new0 (double, n * n);
  double bound = 1e-11 * test_largest (n * n, picture->K), weight = 0;

  for (gsize i = 0; i < picture->n_tiles; i++)
    {
      const IplKernelTile *tile = &picture->tiles[i];

      weight += tile->weight;
      test_assert_close (tile->weight,
                         (tile->p == tile->q ? 1 : 2) * 1.7
                             * fabs (ipl_kernel_picture_U (picture, tile->p, tile->q))
                             * self->cells->norm[tile->p * self->the_case->Pi + tile->q],
                         1e-12 * picture->weight);
      g_assert_true (ipl_kernel_picture_find (picture, tile->q, tile->p) == tile);
      if (i > 0)
        g_assert_cmpfloat (tile->weight, <=, tile[-1].weight);
      check_moments (n, tile);
      for (gsize k = 0; k < n * n; k++)
        sum[k] += ipl_kernel_picture_U (picture, tile->p, tile->q)
                  * (tile->C[k] + (tile->p != tile->q ? tile->C[k % n * n + k / n] : 0));
    }
  g_assert_cmpfloat (weight, <=, picture->weight * (1 + 1e-12));
  if (picture->n_tiles == self->the_case->Pi * (self->the_case->Pi + 1) / 2)
    g_assert_cmpfloat (test_largest_difference (n * n, sum, picture->K), <, bound);
}

TEST (test_sum, "/kernel-picture/sum")
{
  const guint many[] = { 4, 5 };
  g_autoptr (Shown) few = shown_new (20, 2, two_by_two, 6, 5);
  g_autoptr (Shown) ranked = shown_new (15, 2, many, 4, 5);
  g_autoptr (Shown) single = shown_new (9, 1, one, 4, 5);

  check_sum (few);
  check_sum (ranked);
  check_sum (single);
  g_assert_cmpuint (few->picture->n_tiles, ==, 10);
  g_assert_cmpuint (ranked->picture->n_tiles, ==, IPL_KERNEL_MOST_TILES);
  g_assert_cmpuint (single->picture->n_tiles, ==, 1);
}

/* Of three classes K is the sum of the kernels of its outputs, classes stand one after the other,
 * and examples of one are in no cell of another. */
TEST (test_outputs, "/kernel-picture/outputs")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) the_case = NULL;

  ipl_markov_chain_init_classes (&chain);
  chain.n_train = 15;
  chain.n_test = 6;
  chain.n_features = 30;
  chain.n_tokens = 8;
  the_case = TEST_OK (ipl_markov_chain_generate (&chain, "classes", FALSE, 1, NULL, &error));

  g_autoptr (IplKernel) kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  IplSetting setting = test_setting (the_case, 10);
  g_autoptr (IplSweep) sweep
      = TEST_OK (ipl_sweep_run (kernel, 1, &setting, NULL, NULL, NULL, &error));
  IplSolution *solution = sweep->rows[0], *gp = sweep->groups[0].lines[0].solution;
  g_autoptr (IplKernelCells) cells
      = TEST_OK (ipl_kernel_cells_new (the_case, kernel, NULL, &error));
  g_autoptr (IplKernelPicture) picture
      = TEST_OK (ipl_kernel_picture_new (cells, solution, gp, NULL, NULL, &error));
  gsize P = 15, Pi = the_case->Pi, N0 = the_case->N0, rows = 3 * Pi;

  g_assert_cmpuint (cells->n_classes, ==, 3);
  for (guint c = 0; c <= 3; c++)
    g_assert_cmpuint (cells->class_first[c], ==, 5 * c);
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      {
        double K = 0;

        for (gsize p = 0; p < Pi; p++)
          for (gsize q = 0; q < Pi; q++)
            {
              const double *a = the_case->train.xi + (cells->order[m] * Pi + p) * N0;
              const double *b = the_case->train.xi + (cells->order[n] * Pi + q) * N0;
              double C
                  = setting.variances[0] * cblas_ddot ((int)N0, a, 1, b, 1) / (double)(N0 * Pi);

              for (gsize k = 0; k < 3; k++)
                K += solution->U[(p * 3 + k) * rows + q * 3 + k] * C;
            }
        g_assert_cmpfloat (fabs (picture->K[m * P + n] - K), <, 1e-10 * (1 + fabs (K)));
      }
  for (gsize p = 0; p < Pi; p++)
    g_assert_cmpfloat (fabs (picture->U_gp[p * Pi + p] - 3 * gp->U[p * 3 * rows + p * 3]), <,
                       1e-12);
}
