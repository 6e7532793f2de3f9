/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program on the installed library alone: a case in memory, the theory, samples and files.
 *
 * One layer with one head and two training examples is small enough to be solved by hand: with
 * C = xi xi^T / N0 (s_0 = 1), e = y^T (K + T I)^-1 y + log det (K + T I) and K = U C, the two
 * conditions dS/dU = 0 and dS/du_a = 0 of the action leave one equation for U,
 *
 *   N_1 U = s^2 (N_1 - g) (1 - g / N_a),   g = U de/dU,   s^2 = s_1^2 s_a^2,
 *
 * which is solved here by bisection. */
#include <interplay/interplay.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define P 2
#define P_TEST 3
#define N0 3
#define TEMPERATURE 0.3

static const double xi_train[P * N0] = { 1.0, -0.5, 2.0, 0.3, 1.2, -0.7 };
static const double y_train[P] = { 1, -1 };
static const double xi_test[P_TEST * N0] = { 0.9, -0.2, 1.5, 0.1, 1.0, -1.0, -1.0, 0.4, -1.1 };
static const double y_test[P_TEST] = { 1, -1, -1 };

static int failures;

static void
check (gboolean right, const char *what)
{
  printf ("%s - %s\n", right ? "ok" : "not ok", what);
  failures += !right;
}

static void
fail (GError *error)
{
  fprintf (stderr, "example: %s\n", error->message);
  exit (1);
}

static double
dot (const double *a, const double *b)
{
  double sum = 0;

  for (int i = 0; i < N0; i++)
    sum += a[i] * b[i];
  return sum;
}

/* M = (U C + T I)^-1 of the training set, [2 x 2] */
static void
invert_kernel (double U, double M[4])
{
  double a = U * dot (xi_train, xi_train) / N0 + TEMPERATURE;
  double b = U * dot (xi_train, xi_train + N0) / N0;
  double c = U * dot (xi_train + N0, xi_train + N0) / N0 + TEMPERATURE;
  double det = a * c - b * b;

  M[0] = c / det;
  M[1] = M[2] = -b / det;
  M[3] = a / det;
}

/* U de/dU = U (tr M C - y^T M C M y) */
static double
slope (double U)
{
  double M[4], alpha[2], g = 0;

  invert_kernel (U, M);
  alpha[0] = M[0] * y_train[0] + M[1] * y_train[1];
  alpha[1] = M[2] * y_train[0] + M[3] * y_train[1];
  for (int i = 0; i < P; i++)
    for (int j = 0; j < P; j++)
      g += (M[i * P + j] - alpha[i] * alpha[j]) * U * dot (xi_train + i * N0, xi_train + j * N0)
           / N0;
  return g;
}

static double
bisect (double N_1, double N_a, double scale)
{
  double low = 1e-6, high = 100;

  for (int i = 0; i < 200; i++)
    {
      double U = 0.5 * (low + high), g = slope (U);

      if (N_1 * U - scale * (N_1 - g) * (1 - g / N_a) < 0)
        low = U;
      else
        high = U;
    }
  return 0.5 * (low + high);
}

/* k(x)^T (K + T I)^-1 y */
static double
predict (double U, const double *xi)
{
  double M[4], f = 0;

  invert_kernel (U, M);
  for (int i = 0; i < P; i++)
    for (int j = 0; j < P; j++)
      f += U * dot (xi, xi_train + i * N0) / N0 * M[i * P + j] * y_train[j];
  return f;
}

static InterplayCase *
make_case (void)
{
  const double heads = 1, temperature = TEMPERATURE;
  const gsize one = 1, train = P, test = P_TEST;
  const gsize train_shape[] = { P, 1, N0 }, test_shape[] = { P_TEST, 1, N0 };
  g_autoptr (InterplayArrays) arrays = interplay_arrays_new ();
  g_autoptr (GError) error = NULL;
  InterplayCase *the_case;

  interplay_arrays_add (arrays, "heads", &heads, 1, &one);
  interplay_arrays_add (arrays, "temperature", &temperature, 0, NULL);
  interplay_arrays_add (arrays, "xi_train", xi_train, 3, train_shape);
  interplay_arrays_add (arrays, "y_train", y_train, 1, &train);
  interplay_arrays_add (arrays, "xi_test", xi_test, 3, test_shape);
  interplay_arrays_add (arrays, "y_test", y_test, 1, &test);
  the_case = interplay_case_new ("by hand", arrays, NULL, &error);
  if (the_case == NULL)
    fail (error);
  check (interplay_case_get_n_paths (the_case) == 1, "one path");
  check (interplay_case_get_n_train (the_case) == P, "two training examples");
  return the_case;
}

/* Unequal widths and variances. */
static void
check_theory (InterplayCase *the_case)
{
  const guint widths[] = { 3, 7 };
  const double variances[] = { 1, 1.5, 0.8 };
  g_autoptr (InterplaySetting) setting = interplay_setting_new (the_case, 10);
  g_autoptr (InterplayTheory) theory = NULL, gp = NULL, equal = NULL;
  g_autoptr (GError) error = NULL;
  const double *mean, *U;
  double expected, worst = 0;
  gsize n;

  if (!interplay_setting_set_widths (setting, 2, widths, &error)
      || !interplay_setting_set_variances (setting, 3, variances, &error))
    fail (error);
  theory = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  if (theory == NULL)
    fail (error);
  expected = bisect (widths[0], widths[1], variances[1] * variances[2]);
  U = interplay_theory_get_U (theory, &n);
  printf ("# U = %.10f, by hand %.10f\n", U[0], expected);
  check (n == 1 && fabs (U[0] - expected) < 1e-7 * expected, "U is the one solved by hand");
  check (interplay_theory_get_converged (theory, NULL), "converged");
  check (interplay_theory_get_gradient (theory) <= 1e-8, "the gradient vanishes");
  check (interplay_theory_get_relative_gradient (theory) <= 1e-8, "relative to U too");
  mean = interplay_theory_get_mean (theory, 0, &n);
  for (gsize i = 0; i < n; i++)
    worst = fmax (worst, fabs (mean[i] - predict (U[0], xi_test + i * N0)));
  check (n == P_TEST && worst < 1e-10, "the predicted means");
  check (interplay_theory_get_accuracy (theory, 0, NULL) == 1, "all test examples right");

  interplay_setting_set_width (setting, 0);
  gp = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  if (gp == NULL)
    fail (error);
  check (fabs (interplay_theory_get_U (gp, NULL)[0] - 1.2) < 1e-12, "U of infinite width");

  interplay_setting_set_width (setting, 10);
  equal = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  if (equal == NULL)
    fail (error);
  expected = bisect (10, 10, variances[1] * variances[2]);
  check (fabs (interplay_theory_get_U (equal, NULL)[0] - expected) < 1e-7 * expected,
         "one width is that of all layers");
}

/* The first of a few draws at a seed. */
static double
draw_at_seed (InterplayCase *the_case, guint64 seed)
{
  g_autoptr (InterplaySetting) setting = interplay_setting_new (the_case, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (InterplayPosterior) posterior
      = interplay_posterior_new (the_case, setting, 1, 20, seed, &error);

  if (posterior == NULL || !interplay_posterior_run (posterior, 5, 1, NULL, &error))
    fail (error);
  return interplay_posterior_get_U (posterior, 0, 0)[0];
}

/* At width 2000 the posterior stands close around the theory's U. */
static void
check_posterior (InterplayCase *the_case)
{
  g_autoptr (InterplaySetting) setting = interplay_setting_new (the_case, 2000);
  g_autoptr (InterplayTheory) theory = NULL;
  g_autoptr (InterplayPosterior) posterior = NULL;
  g_autoptr (InterplaySummary) summary = NULL;
  g_autoptr (GError) error = NULL;
  double distance;

  theory = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  posterior = interplay_posterior_new (the_case, setting, 2, 200, 1, &error);
  if (theory == NULL || posterior == NULL
      || !interplay_posterior_run (posterior, 400, 1, NULL, &error))
    fail (error);
  summary = interplay_posterior_summarize (posterior, 1, NULL, &error);
  if (summary == NULL)
    fail (error);
  check (interplay_summary_get_n_draws (summary) == 800, "all draws are there");
  distance = fabs (interplay_summary_get_U_mean (summary, NULL)[0]
                   - interplay_theory_get_U (theory, NULL)[0]);
  check (distance < interplay_summary_get_U_sd (summary, NULL)[0],
         "the posterior stands around the theory's U");
  check (draw_at_seed (the_case, 1) == draw_at_seed (the_case, 1), "a seed has its draws");
  check (draw_at_seed (the_case, 1) != draw_at_seed (the_case, 2), "and another has others");
}

static void
check_files (InterplayCase *the_case, const char *folder)
{
  g_autofree char *case_path = g_build_filename (folder, "case.npz", NULL);
  g_autofree char *results_path = g_build_filename (folder, "results.npz", NULL);
  g_autofree char *table_path = g_build_filename (folder, "results.csv", NULL);
  g_autofree char *json = NULL;
  g_autoptr (InterplaySetting) narrow = interplay_setting_new (the_case, 5);
  g_autoptr (InterplaySetting) wide = interplay_setting_new (the_case, 500);
  const InterplaySetting *const settings[] = { narrow, wide };
  g_autoptr (InterplayCase) again = NULL;
  g_autoptr (InterplayTheory) a = NULL, b = NULL;
  g_autoptr (InterplayResults) results = NULL;
  g_autoptr (GError) error = NULL;

  if (!interplay_case_save (the_case, case_path, &error))
    fail (error);
  again = interplay_case_load (case_path, NULL, &error);
  results = interplay_results_solve (the_case, 2, settings, 0, NULL, &error);
  if (again == NULL || results == NULL
      || !interplay_results_save_npz (results, NULL, results_path, &error)
      || !interplay_results_save_csv (results, table_path, &error))
    fail (error);
  a = interplay_results_get_theory (results, 0);
  b = interplay_theory_solve (again, narrow, NULL, NULL, &error);
  check (fabs (interplay_theory_get_U (a, NULL)[0] - interplay_theory_get_U (b, NULL)[0]) < 1e-8,
         "a case that was saved and read is the same");
  json = interplay_results_to_json (results, NULL);
  check (g_strrstr (json, "\"action\"") != NULL, "results as JSON");
}

/* What cannot be is refused with a sentence. */
static void
check_errors (void)
{
  const double y[] = { 1, NAN };
  const gsize n = 2;
  g_autoptr (InterplayArrays) arrays = interplay_arrays_new ();
  g_autoptr (GError) error = NULL;

  check (interplay_case_new ("empty", arrays, NULL, &error) == NULL
             && g_error_matches (error, INTERPLAY_ERROR, INTERPLAY_ERROR_MISSING),
         "a case without arrays is refused");
  g_clear_error (&error);
  interplay_arrays_add (arrays, "y_train", y, 1, &n);
  check (interplay_case_new ("not a number", arrays, NULL, &error) == NULL && error != NULL,
         "a case that is not whole is refused");
  g_clear_error (&error);
  check (interplay_case_load ("/no/such/case.npz", NULL, &error) == NULL
             && g_error_matches (error, INTERPLAY_ERROR, INTERPLAY_ERROR_IO),
         "a file that is not there is refused");
}

/* Draws of two outputs have the shapes of the theory, and its symmetry. */
static void
check_sampled_outputs (InterplayCase *the_case, const InterplaySetting *setting)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (InterplaySummary) summary = NULL;
  g_autoptr (InterplayPosterior) posterior
      = interplay_posterior_new (the_case, setting, 2, 100, 1, &error);
  const double *U;
  gsize n;

  if (posterior == NULL || !interplay_posterior_run (posterior, 100, 1, NULL, &error))
    fail (error);
  summary = interplay_posterior_summarize (posterior, 1, NULL, &error);
  if (summary == NULL)
    fail (error);
  U = interplay_summary_get_U_mean (summary, &n);
  check (n == 2 && U[0] > 0 && U[3] > 0 && U[1] == U[2], "the mean U of two outputs");
  interplay_summary_get_mean (summary, 0, &n);
  check (n == P_TEST * 2, "a sampled mean for each output");
  interplay_summary_get_variance (summary, 0, &n);
  check (n == P_TEST * 4, "and a covariance");
}

/* Labels of two outputs, the second of which has none: the first is what it is alone, and nothing
 * is between them. */
static void
check_outputs (void)
{
  const double heads = 1, y[P * 2] = { 1, 0, -1, 0 }, tests[P_TEST * 2] = { 1, 0, -1, 0, -1, 0 };
  const gsize one = 1, y_train_shape[] = { P, 2 }, y_test_shape[] = { P_TEST, 2 };
  const gsize train_shape[] = { P, 1, N0 }, test_shape[] = { P_TEST, 1, N0 };
  const char *const names[] = { "sign", "nothing", NULL };
  g_autoptr (InterplayArrays) arrays = interplay_arrays_new ();
  g_autoptr (InterplayCase) the_case = NULL;
  g_autoptr (InterplaySetting) setting = NULL;
  g_autoptr (InterplayTheory) theory = NULL;
  g_autoptr (GError) error = NULL;
  const double *U, *mean;
  gsize n;

  interplay_arrays_add (arrays, "heads", &heads, 1, &one);
  interplay_arrays_add (arrays, "xi_train", xi_train, 3, train_shape);
  interplay_arrays_add (arrays, "y_train", y, 2, y_train_shape);
  interplay_arrays_add (arrays, "xi_test", xi_test, 3, test_shape);
  interplay_arrays_add (arrays, "y_test", tests, 2, y_test_shape);
  interplay_arrays_add_texts (arrays, "output_names", names);
  the_case = interplay_case_new ("two outputs", arrays, NULL, &error);
  if (the_case == NULL)
    fail (error);
  check (interplay_case_get_n_outputs (the_case) == 2, "two outputs");
  check (g_strcmp0 (interplay_case_get_output_name (the_case, 1), "nothing") == 0, "their names");
  check (interplay_case_is_regression (the_case), "which are numbers");
  setting = interplay_setting_new (the_case, 6);
  if (!interplay_setting_set_temperature (setting, TEMPERATURE, &error))
    fail (error);
  theory = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  if (theory == NULL)
    fail (error);
  U = interplay_theory_get_U (theory, &n);
  check (n == 2 && fabs (U[0] - bisect (6, 6, 1)) < 1e-7 && fabs (U[1]) < 1e-10,
         "U of an output beside one without labels");
  mean = interplay_theory_get_mean (theory, 0, &n);
  check (n == P_TEST * 2 && fabs (mean[2] - predict (U[0], xi_test + N0)) < 1e-10, "its mean");
  interplay_theory_get_variance (theory, 0, &n);
  check (n == P_TEST * 4, "a covariance for each test example");
  check (interplay_theory_get_confusion (theory, 0, &n) == NULL && n == 0, "and no classes");
  check_sampled_outputs (the_case, setting);
}

/* Three classes: probabilities add up to 1, and every test example is counted once. */
static void
check_classes (void)
{
  const double heads = 1, y[] = { 0, 1, 2, 1 }, tests[P_TEST] = { 0, 1, 2 };
  const double xi[] = { 1.0, 0.1, 0, 0, 0.9, 0.1, 0.2, 0, 1.1, 0.1, 1.2, 0 };
  const gsize one = 1, train = 4, test = P_TEST;
  const gsize train_shape[] = { 4, 1, N0 }, test_shape[] = { P_TEST, 1, N0 };
  const char *const names[] = { "x", "y", "z", NULL };
  g_autoptr (InterplayArrays) arrays = interplay_arrays_new ();
  g_autoptr (InterplayCase) the_case = NULL;
  g_autoptr (InterplaySetting) setting = NULL;
  g_autoptr (InterplayTheory) theory = NULL;
  g_autoptr (GError) error = NULL;
  const double *probability, *confusion;
  double worst = 0, count = 0;
  gsize n;

  interplay_arrays_add (arrays, "heads", &heads, 1, &one);
  interplay_arrays_add (arrays, "xi_train", xi, 3, train_shape);
  interplay_arrays_add (arrays, "y_train", y, 1, &train);
  interplay_arrays_add (arrays, "xi_test", xi, 3, test_shape);
  interplay_arrays_add (arrays, "y_test", tests, 1, &test);
  interplay_arrays_add_texts (arrays, "class_names", names);
  the_case = interplay_case_new ("three classes", arrays, NULL, &error);
  if (the_case == NULL)
    fail (error);
  check (interplay_case_get_n_outputs (the_case) == 3 && !interplay_case_is_regression (the_case),
         "three classes");
  setting = interplay_setting_new (the_case, 10);
  if (!interplay_setting_set_temperature (setting, 0.01, &error))
    fail (error);
  theory = interplay_theory_solve (the_case, setting, NULL, NULL, &error);
  if (theory == NULL)
    fail (error);
  probability = interplay_theory_get_class_probability (theory, 0, &n);
  for (gsize i = 0; probability != NULL && i < n; i += 3)
    worst = fmax (worst, fabs (probability[i] + probability[i + 1] + probability[i + 2] - 1));
  check (n == P_TEST * 3 && worst < 1e-9, "probabilities of classes");
  confusion = interplay_theory_get_confusion (theory, 0, &n);
  for (gsize i = 0; confusion != NULL && i < n * n; i++)
    count += confusion[i];
  check (n == 3 && count == P_TEST, "the confusion of classes");
  check (interplay_theory_get_accuracy (theory, 0, NULL) == 1, "training examples are right");
  check (confusion[0] == 1 && confusion[4] == 1 && confusion[8] == 1, "each as its own class");
}

int
main (int argc, char **argv)
{
  g_autoptr (InterplayCase) the_case = NULL;

  if (argc != 2)
    {
      fprintf (stderr, "usage: example FOLDER\n");
      return 2;
    }
  the_case = make_case ();
  check_theory (the_case);
  check_posterior (the_case);
  check_outputs ();
  check_classes ();
  check_files (the_case, argv[1]);
  check_errors ();
  return failures > 0;
}
