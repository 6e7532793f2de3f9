/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readings of U over several outputs, each by a slow way of its own (THEORY.md section 18.4). */
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#include "core/theory/solution.h"
#include "support.h"
#include "theory/outputs-support.h"

/* Fewer rows than features and more of them, numbers, classes, outputs that depend on
 * others, and one output.
 */
static const struct
{
  gsize P;
  guint L, H[2];
  gsize N0;
  guint K;
  gboolean classes, dependent;
} shapes[] = {
  { 12, 2, { 2, 2 }, 9, 2, FALSE, FALSE }, { 20, 1, { 2 }, 3, 4, FALSE, FALSE },
  { 18, 2, { 2, 1 }, 4, 3, TRUE, FALSE },  { 9, 1, { 3 }, 6, 3, TRUE, FALSE },
  { 14, 1, { 2 }, 4, 3, FALSE, TRUE },     { 20, 2, { 2, 2 }, 3, 1, FALSE, FALSE },
  { 60, 2, { 2, 2 }, 6, 1, FALSE, FALSE }, { 1, 2, { 2, 2 }, 6, 1, FALSE, FALSE },
};

static IplCase *
make_case (guint i)
{
  IplCase *self = test_case_of_outputs (shapes[i].P, 7, shapes[i].L, shapes[i].H, shapes[i].N0,
                                        shapes[i].K, 200 + i);

  if (shapes[i].classes)
    test_make_classes (self, shapes[i].K);
  for (gsize m = 0; shapes[i].dependent && m < shapes[i].P; m++)
    for (guint k = 1; k < 3; k++)
      self->train.y[m * 3 + k] = k * self->train.y[m * 3];
  return self;
}

static IplSolution *
solve (IplCase *the_case, guint width, gboolean gp)
{
  IplSetting setting = test_setting (the_case, width);

  setting.variances[0] = 1.3;
  setting.gp = gp;
  return test_solve (the_case, &setting);
}

/* An orthonormal basis of the space that the columns of A: [rows x columns] span. */
static gsl_matrix *
orthonormal_basis (gsize rows, gsize columns, const double *A, gsize *rank)
{
  gsl_matrix *basis = gsl_matrix_alloc (rows, columns), *V = gsl_matrix_alloc (columns, columns);
  gsl_vector *values = gsl_vector_alloc (columns), *work = gsl_vector_alloc (columns);

  for (gsize i = 0; i < rows * columns; i++)
    gsl_matrix_set (basis, i / columns, i % columns, A[i]);
  gsl_linalg_SV_decomp (basis, V, values, work);
  for (*rank = 0;
       *rank < columns && gsl_vector_get (values, *rank) > 1e-10 * gsl_vector_get (values, 0);
       ++*rank)
    ;
  gsl_matrix_free (V);
  gsl_vector_free (values);
  gsl_vector_free (work);
  return basis;
}

/* The cosine of the least angle between the eigenvectors [first, first + n) and the labels' space
 * in each output, as the largest eigenvalue of a product of projections. */
static double
slow_overlap (const IplCase *the_case, const gsl_matrix *vectors, gsize first, gsize n)
{
  gsize P = the_case->train.count, K = the_case->labels.outputs, rank;
  gsl_matrix *basis = orthonormal_basis (P, K, the_case->train.y, &rank);
  gsl_matrix *gram = gsl_matrix_calloc (n, n);
  gsl_vector *values = gsl_vector_alloc (n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc (n);
  double largest;

  for (gsize a = 0; a < n; a++)
    for (gsize b = 0; b < n; b++)
      for (gsize k = 0; k < K; k++)
        for (gsize c = 0; c < rank; c++)
          {
            double left = 0, right = 0;

            for (gsize m = 0; m < P; m++)
              {
                left += gsl_matrix_get (vectors, m * K + k, first + a)
                        * gsl_matrix_get (basis, m, c);
                right += gsl_matrix_get (vectors, m * K + k, first + b)
                         * gsl_matrix_get (basis, m, c);
              }
            *gsl_matrix_ptr (gram, a, b) += left * right;
          }
  gsl_eigen_symm (gram, values, work);
  largest = gsl_vector_max (values);
  gsl_matrix_free (basis);
  gsl_matrix_free (gram);
  gsl_vector_free (values);
  gsl_eigen_symm_free (work);
  return sqrt (MAX (largest, 0));
}

static void
check_components (const IplCase *the_case, const IplSolution *solution)
{
  gsize n = the_case->train.count * the_case->labels.outputs, size;
  g_autofree double *kernel = g_new (double, n *n);
  gsl_matrix_view view = gsl_matrix_view_array (kernel, n, n);
  gsl_vector *values = gsl_vector_alloc (n);
  gsl_matrix *vectors = gsl_matrix_alloc (n, n);
  gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc (n);

  test_slow_kernel (the_case, solution->setting.variances[0], solution->U, kernel);
  gsl_eigen_symmv (&view.matrix, values, vectors, work);
  gsl_eigen_symmv_sort (values, vectors, GSL_EIGEN_SORT_VAL_DESC);
  g_assert_cmpuint (solution->P, ==, n);
  g_assert_cmpuint (solution->n_components, ==, n);
  for (gsize k = 0; k < n; k++)
    g_assert_cmpfloat (fabs (solution->eigenvalues[k] - gsl_vector_get (values, k)), <,
                       1e-11 * gsl_vector_get (values, 0));
  for (gsize k = 0; k < n; k += size)
    {
      g_assert_cmpuint (ipl_solution_get_cluster (solution, k, &size), ==, k);
      g_assert_cmpfloat (fabs (solution->overlap[k] - slow_overlap (the_case, vectors, k, size)), <,
                         1e-6);
    }
  gsl_matrix_free (vectors);
  gsl_vector_free (values);
  gsl_eigen_symmv_free (work);
}

TEST (test_components, "/output-observables/components")
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint gp = 0; gp < 2; gp++)
      {
        g_autoptr (IplCase) the_case = make_case (i);
        g_autoptr (IplSolution) solution = solve (the_case, 12, gp);

        check_components (the_case, solution);
      }
}

/* Only the largest, where all would be too many: the same as with all. */
TEST (test_few_components, "/output-observables/few-components")
{
  g_autoptr (IplCase) the_case = test_case_of_outputs (150, 3, HEADS (2), 90, 4, 300);
  IplSetting setting = test_setting (the_case, 40);
  g_autoptr (IplSolution) few = test_solve (the_case, &setting);

  setting.components = 600;

  g_autoptr (IplSolution) all = test_solve (the_case, &setting);

  g_assert_cmpuint (few->n_components, >=, 50);
  g_assert_cmpuint (few->n_components, <, 600);
  g_assert_cmpuint (all->n_components, ==, 600);
  test_assert_near (50, few->eigenvalues, all->eigenvalues, 1e-10);
  test_assert_near (50, few->overlap, all->overlap, 1e-8);
  g_assert_true (isnan (few->overlap[599]));
}

/* U without what is between different paths; each path's part that of the first where @levelled. */
static double *
diagonal_part (const IplCase *the_case, const double *U, gboolean levelled)
{
  gsize K = the_case->labels.outputs, n = the_case->Pi * K;
  double *part = g_new0 (double, n *n);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      if (i / K == j / K)
        part[i * n + j] = levelled ? U[i % K * n + j % K] : U[i * n + j];
  return part;
}

/* The score on the test set, and the residual of the training examples. */
static double
slow_score (const IplCase *the_case, const IplSolution *solution, const double *U, double *residual)
{
  const IplExamples *test = &the_case->tests[0], *train = &the_case->train;
  gsize K = the_case->labels.outputs, n = train->count * K;
  g_autofree double *mean = g_new (double, test->count *K), *fit = g_new (double, n);
  double unused, squares = 0;

  test_slow_predictor (the_case, &solution->setting, U, test, mean, NULL);
  test_slow_predictor (the_case, &solution->setting, U, train, fit, NULL);
  for (gsize i = 0; i < n; i++)
    squares += pow (train->y[i] - fit[i], 2);
  *residual = sqrt (squares / (double)n);
  return ipl_labels_measure (&the_case->labels, test->count, test->y, mean, &unused);
}

/* The kernel's alignment, about its mean, and its cosine. */
static void
check_alignment (const IplCase *the_case, const IplSolution *solution, const double *U,
                 double alignment, double cosine)
{
  gsize P = the_case->train.count, K = the_case->labels.outputs;
  g_autofree double *kernel = g_new (double, P *K *P *K);
  const double *y = the_case->train.y;

  test_slow_kernel (the_case, solution->setting.variances[0], U, kernel);
  test_assert_close (cosine, test_slow_alignment (P, K, kernel, y, FALSE), 1e-12);
  if (P > 1)
    test_assert_close (alignment, test_slow_alignment (P, K, kernel, y, TRUE), 1e-12);
  else
    g_assert_true (isnan (alignment));
}

static void
check_parts (const IplCase *the_case, const IplSolution *solution)
{
  g_autofree double *diagonal = diagonal_part (the_case, solution->U, FALSE);
  g_autofree double *levelled = diagonal_part (the_case, solution->U, TRUE);
  double residual, unused;

  check_alignment (the_case, solution, solution->U, solution->alignment, solution->label_cosine);
  check_alignment (the_case, solution, diagonal, solution->alignment_diagonal,
                   solution->label_cosine_diagonal);
  g_assert_cmpfloat (
      fabs (solution->tests[0].accuracy - slow_score (the_case, solution, solution->U, &residual)),
      <, 1e-8);
  g_assert_cmpfloat (fabs (solution->train_residual - residual), <, 1e-9);
  g_assert_cmpfloat (
      fabs (solution->accuracy_diagonal - slow_score (the_case, solution, diagonal, &unused)), <,
      1e-8);
  g_assert_cmpfloat (
      fabs (solution->accuracy_levelled - slow_score (the_case, solution, levelled, &unused)), <,
      1e-8);
}

TEST (test_parts, "/output-observables/parts")
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint gp = 0; gp < 2; gp++)
      {
        g_autoptr (IplCase) the_case = make_case (i);
        g_autoptr (IplSolution) solution = solve (the_case, 12, gp);

        check_parts (the_case, solution);
      }
}

/* The share off the diagonal of U summed over outputs, or over paths. */
static double
slow_share (gsize Pi, gsize K, const double *U, gboolean paths)
{
  double off = 0, all = 0;

  for (gsize a = 0; a < (paths ? Pi : K); a++)
    for (gsize b = 0; b < (paths ? Pi : K); b++)
      {
        double sum = 0;

        for (gsize c = 0; c < (paths ? K : Pi); c++)
          sum += paths ? U[(a * K + c) * Pi * K + b * K + c] : U[(c * K + a) * Pi * K + c * K + b];
        all += fabs (sum);
        off += a != b ? fabs (sum) : 0;
      }
  return off / all;
}

TEST (test_shares, "/output-observables/shares")
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (IplCase) the_case = make_case (i);
      g_autoptr (IplSolution) solution = solve (the_case, 12, FALSE);
      g_autoptr (IplSolution) gp = solve (the_case, 12, TRUE);
      gsize Pi = the_case->Pi, K = the_case->labels.outputs;

      g_assert_cmpfloat (
          fabs (solution->share_between_paths - slow_share (Pi, K, solution->U, TRUE)), <, 1e-13);
      g_assert_cmpfloat (
          fabs (solution->share_between_outputs - slow_share (Pi, K, solution->U, FALSE)), <,
          1e-13);
      g_assert_cmpfloat (solution->share_between_paths, >, 0.01);
      g_assert_cmpfloat (gp->share_between_paths, ==, 0);
      g_assert_cmpfloat (gp->share_between_outputs, ==, 0);
    }
}
