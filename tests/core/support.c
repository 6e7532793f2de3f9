/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "core/case/case-io.h"
#include <math.h>
#include <string.h>

void
test_assert_error (GError **error, GQuark domain, gint code, ...)
{
  va_list names;

  g_assert_nonnull (*error);
  g_test_message ("%s", (*error)->message);
  g_assert_error (*error, domain, code);
  va_start (names, code);
  for (const char *name; (name = va_arg (names, const char *)) != NULL;)
    if (strstr ((*error)->message, name) == NULL)
      g_error ("“%s” does not name “%s”", (*error)->message, name);
  va_end (names);
  g_assert_true (g_str_has_suffix ((*error)->message, ".")
                 || g_str_has_suffix ((*error)->message, "?")
                 || g_str_has_suffix ((*error)->message, ".)"));
  g_assert_null (strchr ((*error)->message, '\n'));
  g_clear_error (error);
}

typedef struct
{
  GCancellable *cancellable;
  gulong us;
} Cancel;

static gpointer
cancel_later (gpointer data)
{
  g_autofree Cancel *self = data;

  g_usleep (self->us);
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

GThread *
test_cancel_later (GCancellable *cancellable, gulong us)
{
  Cancel *cancel = g_new (Cancel, 1);

  *cancel = (Cancel){ cancellable, us };
  return g_thread_new ("cancel", cancel_later, cancel);
}

double
test_gaussian (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

static void
fill_examples (IplExamples *self, const char *name, gsize count, gsize width, GRand *rand)
{
  self->name = g_strdup (name);
  self->count = count;
  self->y = g_new (double, count);
  self->xi = g_new (double, count * width);
  for (gsize i = 0; i < count * width; i++)
    self->xi[i] = test_gaussian (rand);
  for (gsize m = 0; m < count; m++)
    self->y[m] = self->xi[m * width] + 0.5 * self->xi[(m + 1) * width - 1] > 0 ? 1 : -1;
}

static IplCase *
empty_case (guint L, const guint *H, gsize N0)
{
  IplCase *self = ipl_case_alloc ();

  self->name = g_strdup ("test");
  self->L = L;
  self->Pi = 1;
  for (guint l = 0; l < L; l++)
    {
      self->H[l] = H[l];
      self->Pi *= H[l];
    }
  self->N0 = N0;
  self->temperature = 0.05;
  for (guint l = 0; l < L + 2; l++)
    self->variances[l] = 1;
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  return self;
}

IplCase *
test_random_case (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint32 seed)
{
  IplCase *self = empty_case (L, H, N0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  fill_examples (&self->train, "train", P, self->Pi * N0, rand);
  fill_examples (&self->tests[0], "test", P_test, self->Pi * N0, rand);
  ipl_case_finish_names (self);
  return self;
}

static void
copy_examples (const IplExamples *from, IplExamples *to, gsize Pi_from, gsize Pi_to, gsize N0,
               const guint *order)
{
  to->name = g_strdup (from->name);
  to->count = from->count;
  to->y = g_memdup2 (from->y, from->count * sizeof (double));
  to->xi = g_new (double, from->count * Pi_to * N0);
  for (gsize m = 0; m < from->count; m++)
    for (gsize p = 0; p < Pi_to; p++)
      memcpy (to->xi + (m * Pi_to + p) * N0, from->xi + (m * Pi_from + order[p]) * N0,
              N0 * sizeof (double));
}

IplCase *
test_case_with_paths (const IplCase *the_case, guint L, const guint *H, const guint *order)
{
  IplCase *self = empty_case (L, H, the_case->N0);

  self->temperature = the_case->temperature;
  copy_examples (&the_case->train, &self->train, the_case->Pi, self->Pi, the_case->N0, order);
  copy_examples (&the_case->tests[0], &self->tests[0], the_case->Pi, self->Pi, the_case->N0, order);
  ipl_case_finish_names (self);
  return self;
}

IplSetting
test_setting (const IplCase *the_case, guint width)
{
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, width);
  return setting;
}

void
test_random_setting (IplSetting *setting, const IplCase *the_case, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  ipl_setting_init_for_case (setting, the_case, 10);
  for (guint l = 0; l <= the_case->L; l++)
    setting->N[l] = (guint)g_rand_int_range (rand, 3, 60);
  for (guint l = 0; l < the_case->L + 2; l++)
    setting->variances[l] = g_rand_double_range (rand, 0.5, 2);
  setting->temperature = g_rand_double_range (rand, 0.01, 0.3);
}

IplSolution *
test_solve (IplCase *the_case, const IplSetting *setting)
{
  g_autoptr (IplKernel) kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  IplSolution *solution = NULL;

  solution = TEST_OK (ipl_solution_solve (the_case, kernel, setting, NULL, 1, NULL, &error));
  g_assert_true (solution->converged);
  return solution;
}

IplSolution *
test_solve_gp (IplCase *the_case, const IplSetting *setting)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);

  return TEST_OK (ipl_solution_new (kernel, setting, NULL, NULL, 0, NULL, &error));
}

void
test_set_outputs (IplCase *self, guint K, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  self->labels = (IplLabels){ IPL_LABELS_NUMBERS, K };
  for (guint k = 0; k < 2; k++)
    {
      IplExamples *examples = k == 0 ? &self->train : &self->tests[0];

      g_free (examples->y);
      examples->y = g_new (double, examples->count * K);
      for (gsize i = 0; i < examples->count * K; i++)
        examples->y[i] = test_gaussian (rand);
    }
  ipl_case_finish_names (self);
}

void
test_set_classes (IplCase *self, guint n)
{
  self->labels.kind = IPL_LABELS_CLASSES;
  for (guint k = 0; k < 2; k++)
    {
      IplExamples *examples = k == 0 ? &self->train : &self->tests[0];

      for (gsize m = 0; m < examples->count; m++)
        ipl_labels_code_class (&self->labels, (guint)m % n, examples->y + m * self->labels.outputs);
    }
}

char *
test_reference_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

void
test_load_reference (const char *name, IplCase **the_case, IplNpz **answers)
{
  g_autofree char *case_file = g_strdup_printf ("%s.npz", name);
  g_autofree char *answer_file = g_strdup_printf ("%s.ref.npz", name);
  g_autofree char *case_path = test_reference_path (case_file);
  g_autofree char *answer_path = test_reference_path (answer_file);

  *the_case = TEST_OK (ipl_case_load (case_path, FALSE, 1, NULL, &error));
  *answers = TEST_OK (ipl_npz_read (answer_path, NULL, &error));
}

double
test_slow_entry (const IplCase *the_case, double s0_squared, const double *U, const double *a,
                 guint k, const double *b, guint l)
{
  gsize Pi = the_case->Pi, N0 = the_case->N0, K = the_case->labels.outputs;
  double sum = 0;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      for (gsize i = 0; i < N0; i++)
        sum += U[(p * K + k) * Pi * K + q * K + l] * a[p * N0 + i] * b[q * N0 + i];
  return s0_squared * sum / (double)(N0 * Pi);
}

void
test_slow_kernel (const IplCase *the_case, double s0_squared, const double *U, double *K)
{
  gsize outputs = the_case->labels.outputs, D = the_case->Pi * the_case->N0;
  gsize n = the_case->train.count * outputs;
  const double *xi = the_case->train.xi;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      K[i * n + j]
          = test_slow_entry (the_case, s0_squared, U, xi + i / outputs * D, (guint)(i % outputs),
                             xi + j / outputs * D, (guint)(j % outputs));
}

gboolean
test_slow_cholesky (gsize n, double *A)
{
  for (gsize j = 0; j < n; j++)
    for (gsize i = j; i < n; i++)
      {
        double sum = A[i * n + j];

        for (gsize k = 0; k < j; k++)
          sum -= A[i * n + k] * A[j * n + k];
        if (i == j)
          {
            if (!(sum > 0))
              return FALSE;
            A[j * n + j] = sqrt (sum);
          }
        else
          A[i * n + j] = sum / A[j * n + j];
      }
  return TRUE;
}

void
test_slow_inverse (gsize n, const double *A, double *inverse)
{
  g_autofree double *L = g_memdup2 (A, n * n * sizeof *A);
  g_autofree double *x = g_new (double, n);

  g_assert_true (test_slow_cholesky (n, L));
  for (gsize c = 0; c < n; c++)
    {
      for (gsize i = 0; i < n; i++)
        {
          x[i] = i == c;
          for (gsize k = 0; k < i; k++)
            x[i] -= L[i * n + k] * x[k];
          x[i] /= L[i * n + i];
        }
      for (gsize i = n; i-- > 0;)
        {
          for (gsize k = i + 1; k < n; k++)
            x[i] -= L[k * n + i] * x[k];
          x[i] /= L[i * n + i];
        }
      for (gsize i = 0; i < n; i++)
        inverse[i * n + c] = x[i];
    }
}

double
test_slow_log_det (gsize n, const double *A)
{
  g_autofree double *L = g_memdup2 (A, n * n * sizeof *A);
  double sum = 0;

  g_assert_true (test_slow_cholesky (n, L));
  for (gsize i = 0; i < n; i++)
    sum += 2 * log (L[i * n + i]);
  return sum;
}

/* (K + T 1)^-1 over (example, output), and its log det. */
static double *
noisy_inverse (const IplCase *the_case, const IplSetting *setting, const double *U, double *log_det)
{
  gsize n = the_case->train.count * the_case->labels.outputs;
  g_autofree double *K = g_new (double, n * n);
  double *inverse = g_new (double, n * n);

  test_slow_kernel (the_case, setting->variances[0], U, K);
  for (gsize i = 0; i < n; i++)
    K[i * n + i] += setting->temperature;
  *log_det = test_slow_log_det (n, K);
  test_slow_inverse (n, K, inverse);
  return inverse;
}

void
test_slow_predictor (const IplCase *the_case, const IplSetting *setting, const double *U,
                     const IplExamples *examples, double *mean, double *covariance)
{
  gsize K = the_case->labels.outputs, n = the_case->train.count * K;
  gsize D = the_case->Pi * the_case->N0;
  double unused, s0_squared = setting->variances[0];
  g_autofree double *inverse = noisy_inverse (the_case, setting, U, &unused);
  g_autofree double *k = g_new (double, K * n), *v = g_new (double, n);

  for (gsize x = 0; x < examples->count; x++)
    {
      const double *xi = examples->xi + x * D;

      for (gsize i = 0; i < K * n; i++)
        k[i] = test_slow_entry (the_case, s0_squared, U, xi, (guint)(i / n),
                                the_case->train.xi + i % n / K * D, (guint)(i % n % K));
      for (guint a = 0; a < K; a++)
        {
          mean[x * K + a] = 0;
          for (gsize i = 0; i < n; i++)
            {
              v[i] = 0;
              for (gsize j = 0; j < n; j++)
                v[i] += inverse[i * n + j] * k[a * n + j];
              mean[x * K + a] += v[i] * the_case->train.y[i];
            }
          for (guint b = 0; covariance != NULL && b < K; b++)
            {
              double *entry = &covariance[(x * K + a) * K + b];

              *entry = test_slow_entry (the_case, s0_squared, U, xi, a, xi, b);
              for (gsize i = 0; i < n; i++)
                *entry -= v[i] * k[b * n + i];
            }
        }
    }
}

double *
test_random_order (gsize Pi, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree double *B = g_new (double, Pi * Pi);
  double *U = g_new0 (double, Pi * Pi);

  for (gsize i = 0; i < Pi * Pi; i++)
    B[i] = g_rand_double_range (rand, -1, 1);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        for (gsize k = 0; k < Pi; k++)
          U[p * Pi + q] += B[p * Pi + k] * B[q * Pi + k];
        U[p * Pi + q] += p == q;
      }
  return U;
}

double
test_slow_energy (const IplCase *the_case, const IplSetting *setting, const double *U)
{
  gsize n = the_case->train.count * the_case->labels.outputs;
  const double *y = the_case->train.y;
  double E;
  g_autofree double *inverse = noisy_inverse (the_case, setting, U, &E);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      E += y[i] * inverse[i * n + j] * y[j];
  return E;
}

double
test_largest_difference (gsize n, const double *a, const double *b)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (isnan (a[i]) || isnan (b[i]))
        return INFINITY;
      largest = MAX (largest, fabs (a[i] - b[i]));
    }
  return largest;
}

void
test_assert_near (gsize n, const double *a, const double *b, double tolerance)
{
  g_assert_cmpfloat (test_largest_difference (n, a, b), <=, tolerance);
}

void
test_assert_same (gsize n, const double *a, const double *b)
{
  g_assert_cmpmem (a, n * sizeof *a, b, n * sizeof *b);
}

double
test_largest (gsize n, const double *a)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = MAX (largest, fabs (a[i]));
  return largest;
}
