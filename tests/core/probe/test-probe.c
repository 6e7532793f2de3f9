/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of probes: each layer held to the same arrays as a case, what is read off U to slow loops,
 * rank correlations to an independent one, layers of different sizes, what is refused. */
#include "probe/probe-support.h"

#include <math.h>
#include <string.h>

#include "core/posterior/posterior.h"
#include "core/probe/probe-file.h"
#include "core/probe/probe-rank.h"
#include "core/probe/probe-trust.h"

static const ProbeFiles plain
    = { .P = 20, .P_test = 12, .most = 3, .n_layers = 3, .H = { 3, 2, 3 }, .measures = TRUE };

/* To the last bit, in every layer. */
static void
test_as_case (ProbeFixture *self, gconstpointer data)
{
  const ProbeFiles *probes = data;
  g_autoptr (IplTrajectory) trajectory = NULL;

  probe_files_write (self, probes);
  trajectory = probe_files_run_plain (self);
  g_assert_cmpuint (trajectory->S, ==, probes->n_layers);
  g_assert_cmpint (trajectory->clock, ==, IPL_CLOCK_LAYERS);
  for (guint l = 0; l < probes->n_layers; l++)
    {
      g_autoptr (IplCase) the_case = NULL, same = NULL;
      g_autoptr (IplSolution) solution = probe_files_solve (self, l, FALSE, &the_case);
      g_autoptr (IplSolution) gp = probe_files_solve (self, l, TRUE, &same);
      const double *U = ipl_trajectory_get (trajectory, "U", l);
      const double *score = ipl_trajectory_get (trajectory, "score", l);
      gsize H = probes->H[l], K = the_case->labels.outputs, most = probes->most;

      g_assert_cmpfloat (trajectory->time[l], ==, l + 1.0);
      g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "accuracy", l), ==,
                         solution->tests[0].accuracy);
      g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "accuracy_gp", l), ==,
                         gp->tests[0].accuracy);
      g_assert_cmpmem (score, H * sizeof (double), solution->head_score, H * sizeof (double));
      for (gsize p = 0; p < most; p++)
        for (gsize q = 0; q < most; q++)
          {
            double sum = 0;

            for (gsize k = 0; k < K && p < H && q < H; k++)
              sum += solution->U[(p * K + k) * H * K + q * K + k];
            if (p < H && q < H)
              g_assert_cmpfloat (U[p * most + q], ==, sum);
            else
              g_assert_true (isnan (U[p * most + q]));
          }
      for (gsize h = H; h < most; h++)
        g_assert_true (isnan (score[h]));
    }
}

/* sum_kl |U_(p,k),(q,l)| */
static double
sum_outputs (const double *U, gsize H, gsize K, gsize p, gsize q)
{
  double sum = 0;

  for (gsize k = 0; k < K; k++)
    for (gsize l = 0; l < K; l++)
      sum += fabs (U[(p * K + k) * H * K + q * K + l]);
  return sum;
}

/* Redundancy, weight, and the score as the weight over the largest, by slow loops. */
static void
test_read_off (ProbeFixture *self, gconstpointer data)
{
  const ProbeFiles *probes = data;
  gsize most = probes->most;
  g_autoptr (IplTrajectory) trajectory = NULL;

  probe_files_write (self, probes);
  trajectory = probe_files_run_plain (self);
  for (guint l = 0; l < probes->n_layers; l++)
    {
      const double *U = ipl_trajectory_get (trajectory, "U", l);
      const double *common = ipl_trajectory_get (trajectory, "redundancy", l);
      const double *weight = ipl_trajectory_get (trajectory, "weight", l);
      const double *score = ipl_trajectory_get (trajectory, "score", l);
      g_autoptr (IplCase) the_case = NULL;
      g_autoptr (IplSolution) solution = probe_files_solve (self, l, FALSE, &the_case);
      gsize H = probes->H[l], K = the_case->labels.outputs;
      double largest = 0;

      for (gsize h = 0; h < H; h++)
        {
          double row = 0, column = 0;

          for (gsize q = 0; q < H; q++)
            {
              row += sum_outputs (solution->U, H, K, h, q);
              column += sum_outputs (solution->U, H, K, q, h);
              g_assert_cmpfloat_with_epsilon (
                  common[h * most + q],
                  U[h * most + q] / (sqrt (U[h * most + h]) * sqrt (U[q * most + q])), 1e-14);
            }
          g_assert_cmpfloat_with_epsilon (
              weight[h], row + column - sum_outputs (solution->U, H, K, h, h), 1e-12);
          g_assert_cmpfloat_with_epsilon (common[h * most + h], 1, 1e-14);
          largest = MAX (largest, weight[h]);
        }
      for (gsize h = 0; h < probes->H[l]; h++)
        g_assert_cmpfloat_with_epsilon (score[h], weight[h] / largest, 1e-12);
      for (gsize h = probes->H[l]; h < most; h++)
        g_assert_true (isnan (weight[h]) && isnan (common[h]) && isnan (common[h * most]));
    }
}

/* Those of which one is not known do not count. */
static void
test_ranks (void)
{
  enum
  {
    N = 24
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  double x[N], y[N], known_x[N], known_y[N], value, low, high, again[3];
  gsize n = 0;

  for (gsize i = 0; i < N; i++)
    {
      x[i] = i % 7 == 3 ? NAN : floor (10 * g_rand_double (rand));
      y[i] = i % 11 == 5 ? NAN : x[i] + 6 * g_rand_double (rand);
      if (isfinite (x[i]) && isfinite (y[i]))
        {
          known_x[n] = x[i];
          known_y[n++] = y[i];
        }
    }
  ipl_probe_rank (N, x, y, 1, &value, &low, &high);
  g_assert_cmpfloat_with_epsilon (value, probe_slow_spearman (n, known_x, known_y), 1e-12);
  g_assert_true (low < value && value < high && low > -1 && high <= 1);
  ipl_probe_rank (N, x, y, 1, &again[0], &again[1], &again[2]);
  g_assert_true (again[1] == low && again[2] == high);
  ipl_probe_rank (N, x, y, 2, &again[0], &again[1], &again[2]);
  g_assert_true (again[0] == value && (again[1] != low || again[2] != high));
  ipl_probe_rank (N, y, y, 1, &value, &low, &high);
  g_assert_true (fabs (value - 1) < 1e-12 && fabs (low - 1) < 1e-12 && fabs (high - 1) < 1e-12);
  ipl_probe_rank (2, x, y, 1, &value, &low, &high);
  g_assert_true (isnan (value) && isnan (low) && isnan (high));
}

/* Each pair counts once: the interval is that of as many pairs, not of twice as many. */
static void
test_pairs (const IplTrajectory *trajectory)
{
  const double *found = ipl_trajectory_get (trajectory, "pair_correlation_all", 0);
  double common[9], excess[9], value, low, high;
  gsize n = 0;

  for (guint l = 0; l < 3; l++)
    for (gsize p = 0; p < plain.H[l]; p++)
      for (gsize q = p + 1; q < plain.H[l]; q++)
        {
          common[n] = ipl_trajectory_get (trajectory, "redundancy", l)[p * plain.most + q];
          excess[n++] = ipl_trajectory_get (trajectory, "pair_excess", l)[p * plain.most + q];
        }
  ipl_probe_rank (n, common, excess, 3, &value, &low, &high);
  g_assert_cmpfloat_with_epsilon (found[0], probe_slow_spearman (n, common, excess), 1e-12);
  g_assert_true (found[0] == value && found[1] == low && found[2] == high);
}

/* What is recorded of the file, and how well it is ranked, layer by layer and over all. */
static void
test_measures (ProbeFixture *self, gconstpointer unused)
{
  static const char *const ranked[] = { "weight", "gradient", "entropy", "norm" };
  g_autoptr (IplTrajectory) trajectory = NULL;
  g_autoptr (IplProbeFile) file = NULL;
  g_autofree char *trust = NULL;
  gsize most = plain.most;

  probe_files_write (self, &plain);
  file = ipl_probe_file_open (self->path, NULL, NULL);
  trajectory = probe_files_run_plain (self);
  g_assert_cmpfloat (*ipl_trajectory_get (trajectory, "model_accuracy", 0), ==, 0.75);
  for (guint r = 0; r < IPL_PROBE_N_RANKS; r++)
    {
      const double *all = ipl_trajectory_get (trajectory, "rank_correlation_all", 0) + 3 * r;
      double x[9], drop[9];
      gsize n = 0;

      for (guint l = 0; l < 3; l++)
        {
          gsize begin = n;

          for (gsize h = 0; h < plain.H[l]; h++)
            {
              x[n] = ipl_trajectory_get (trajectory, ranked[r], l)[h];
              drop[n++] = file->measures[IPL_PROBE_DROP][l * most + h];
            }
          const double *one = ipl_trajectory_get (trajectory, "rank_correlation", l) + 3 * r;
          if (plain.H[l] < 3)
            g_assert_true (isnan (one[0]));
          else
            g_assert_cmpfloat_with_epsilon (
                one[0], probe_slow_spearman (3, x + begin, drop + begin), 1e-12);
        }
      g_assert_cmpfloat_with_epsilon (all[0], probe_slow_spearman (n, x, drop), 1e-12);
      g_assert_true (all[1] <= all[0] && all[0] <= all[2]);
    }
  for (guint l = 0; l < 3; l++)
    for (gsize p = 0; p < plain.H[l]; p++)
      for (gsize q = 0; q < plain.H[l]; q++)
        {
          const double *drop = file->measures[IPL_PROBE_DROP] + l * most;
          double excess = ipl_trajectory_get (trajectory, "pair_excess", l)[p * most + q];

          if (p != q)
            g_assert_cmpfloat_with_epsilon (
                excess, file->pair_drop[(l * most + p) * most + q] - drop[p] - drop[q], 1e-15);
        }
  test_pairs (trajectory);
  trust = ipl_probe_say_trust (trajectory);
  g_assert_nonnull (strstr (trust, "its rank correlation with what the model loses"));
}

/* A trajectory of which only the score's correlation is known. */
static IplTrajectory *
make_trajectory (double value, double low, double high, double gradient)
{
  IplTrajectory *self = ipl_trajectory_new (TRUE);
  const double all[] = { value, low, high, gradient, gradient - 0.1, gradient + 0.1, -0.2, NAN,
                         NAN,   NAN, NAN,  NAN };

  g_assert_true (
      ipl_trajectory_add_constant (self, "rank_correlation_all", 2, (gsize[]){ 4, 3 }, all, NULL));
  return self;
}

static void
test_trust (void)
{
  static const struct
  {
    double value, low, high, gradient;
    IplProbeTrust trust;
    const char *words;
  } rows[] = {
    { 0.74, 0.65, 0.8, 0.5, IPL_PROBE_TRUSTED,
      "can be trusted here: its rank correlation with what the model loses without a head is 0.74 "
      "(0.65 to 0.80); next comes that of the gradient score, 0.50 (0.40 to 0.60)." },
    { 0.5, 0.2, 0.7, 0.6, IPL_PROBE_HINTS, "; larger is that of the gradient score, 0.60" },
    { 0.3, -0.1, 0.6, -0.1, IPL_PROBE_SAYS_LITTLE,
      "; next comes that of the attention entropy, -0.20." },
    { NAN, NAN, NAN, 0.6, IPL_PROBE_NO_TRUTH, "has no drops" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (IplTrajectory) trajectory
          = make_trajectory (rows[i].value, rows[i].low, rows[i].high, rows[i].gradient);
      g_autofree char *said = ipl_probe_say_trust (trajectory);

      g_assert_cmpint (ipl_probe_get_trust (trajectory), ==, rows[i].trust);
      if (strstr (said, rows[i].words) == NULL)
        g_error ("%s", said);
    }
}

/* The spread of the scores over the posterior's own draws. */
static void
test_errors (ProbeFixture *self, gconstpointer data)
{
  const ProbeFiles *probes = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplTrajectory) trajectory = NULL;
  gboolean complete;

  probe_files_write (self, probes);
  trajectory = probe_files_run (self, 30, 2, NULL, &complete, &error);
  g_assert_no_error (error);
  for (guint l = 0; l < probes->n_layers; l++)
    {
      g_autoptr (IplProbeFile) file = ipl_probe_file_open (self->path, NULL, NULL);
      g_autoptr (IplCase) the_case = ipl_probe_file_get_layer (file, l, 0.05, 1, NULL, NULL);
      g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      g_autoptr (IplPosterior) posterior = NULL;
      const double *sd = ipl_trajectory_get (trajectory, "score_sd", l);
      gsize H = probes->H[l], K = the_case->labels.outputs, n = 0;
      double sum[8] = { 0 }, squares[8] = { 0 };
      IplPosteriorOptions options;
      IplSetting setting;

      ipl_setting_init_for_case (&setting, the_case, 10);
      ipl_posterior_options_init (&options);
      options.seed = 3;
      posterior = ipl_posterior_prepare (the_case, kernel, &setting, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (ipl_posterior_run (posterior, 30, 1, NULL, NULL, NULL, &error));
      for (guint c = 0; c < ipl_posterior_get_n_chains (posterior); c++)
        for (guint d = 0; d < 30; d++, n++)
          {
            const double *U = ipl_posterior_get_U (posterior, c, d);
            double weight[8] = { 0 }, largest = 0;

            for (gsize h = 0; h < H; h++)
              {
                for (gsize q = 0; q < H; q++)
                  weight[h] += (h == q ? 1 : 2) * sum_outputs (U, H, K, h, q);
                largest = MAX (largest, weight[h]);
              }
            for (gsize h = 0; h < H; h++)
              {
                sum[h] += weight[h] / largest;
                squares[h] += weight[h] / largest * weight[h] / largest;
              }
          }
      for (gsize h = 0; h < H; h++)
        {
          double mean = sum[h] / (double)n;

          g_assert_cmpfloat_with_epsilon (sd[h], sqrt (squares[h] / (double)n - mean * mean), 1e-7);
          g_assert_cmpfloat (sd[h], >, 0);
        }
    }
}

/* A run that is stopped has its first layer, and what is read off that. */
static void
test_stopped (ProbeFixture *self, gconstpointer unused)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (IplTrajectory) first = NULL, all = NULL;
  g_autoptr (GError) error = NULL;
  gboolean complete;

  probe_files_write (self, &plain);
  all = probe_files_run_plain (self);
  g_cancellable_cancel (stop);
  first = probe_files_run (self, 0, 1, stop, &complete, &error);
  g_assert_no_error (error);
  g_assert_false (complete);
  g_assert_cmpuint (first->S, ==, 1);
  g_assert_cmpmem (ipl_trajectory_get (first, "U", 0), 9 * sizeof (double),
                   ipl_trajectory_get (all, "U", 0), 9 * sizeof (double));
  g_assert_cmpfloat (*ipl_trajectory_get (first, "rank_correlation_all", 0), ==,
                     *ipl_trajectory_get (first, "rank_correlation", 0));
}

/* The numbers do not depend on how many threads there are. */
static void
test_threads (ProbeFixture *self, gconstpointer unused)
{
  g_autoptr (IplTrajectory) one = NULL, three = NULL;
  gboolean complete;

  probe_files_write (self, &plain);
  one = probe_files_run (self, 0, 1, NULL, &complete, NULL);
  three = probe_files_run (self, 0, 3, NULL, &complete, NULL);
  for (guint i = 0; i < one->arrays->len; i++)
    {
      const IplTrajectoryArray *a = one->arrays->pdata[i], *b = three->arrays->pdata[i];
      gsize n = (a->in_time ? one->S : 1) * a->size * sizeof (double);

      g_assert_cmpmem (a->values, n, b->values, n);
    }
}

static void
test_refused (ProbeFixture *self, gconstpointer unused)
{
  static const struct
  {
    ProbeFiles probes;
    const char *sentence; /* part of it */
  } rows[] = {
    { { .without = "xi_test_2" }, "“probes.npz” has xi_train_2 and no xi_test_2." },
    { { .without = "xi_train_1" }, "is no file of probes: it has no xi_train_1 [P, heads, width]" },
    { { .without = "y_train" }, "is no file of probes: it has no labels y_train" },
    { { .other = "xi_test_1", .shape = { 12, 15, 1 } },
      "xi_test_1 is [12, 15, 1] where [12, 3, 5] is expected, heads and width as in xi_train_1." },
    { { .other = "xi_train_2", .shape = { 10, 4, 5 } },
      "xi_train_2 is [10, 4, 5] where [20, heads, width] is expected, an example of y_train a "
      "row." },
    { { .other = "drop", .shape = { 2, 2 } },
      "drop is [2, 2] where [3, 3] is expected, layers and heads." },
    { { .other = "pair_drop", .shape = { 3, 9, 1 } },
      "pair_drop is [3, 9, 1] where [3, 3, the same] is expected, layers and heads." },
    { { .H = { 65, 2, 3 }, .most = 3 }, "xi_train_1 has 65 heads, and at most 64 can be solved." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ProbeFiles probes = plain;
      g_autoptr (GError) error = NULL;
      gboolean complete;

      probes.without = rows[i].probes.without;
      probes.other = rows[i].probes.other;
      memcpy (probes.shape, rows[i].probes.shape, sizeof probes.shape);
      if (rows[i].probes.H[0] > 0)
        memcpy (probes.H, rows[i].probes.H, sizeof probes.H);
      probe_files_write (self, &probes);
      g_assert_null (probe_files_run (self, 0, 1, NULL, &complete, &error));
      if (strstr (error->message, rows[i].sentence) == NULL)
        g_error ("%s", error->message);
    }
}

/* Other files are none of these, whatever they are called. */
static void
test_is (ProbeFixture *self, gconstpointer unused)
{
  ProbeFiles probes = plain;

  g_assert_false (ipl_probe_file_is (self->path));
  probe_files_write (self, &plain);
  g_assert_true (ipl_probe_file_is (self->path));
  probes.without = "xi_train_1";
  probe_files_write (self, &probes);
  g_assert_false (ipl_probe_file_is (self->path));
  g_assert_true (g_file_set_contents (self->path, "nothing", -1, NULL));
  g_assert_false (ipl_probe_file_is (self->path));
}

static const ProbeFiles several
    = { .P = 21, .P_test = 12, .most = 3, .n_layers = 2, .H = { 2, 3 }, .classes = 3 };
static const ProbeFiles one_layer
    = { .P = 16, .P_test = 8, .most = 4, .n_layers = 1, .H = { 4 }, .measures = TRUE };
static const ProbeFiles one_head
    = { .P = 16, .P_test = 8, .most = 1, .n_layers = 2, .H = { 1, 1 }, .measures = TRUE };
static const ProbeFiles one_example
    = { .P = 1, .P_test = 3, .most = 2, .n_layers = 2, .H = { 2, 2 }, .measures = TRUE };

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    const ProbeFiles *probes;
  } files[] = { { "plain", &plain },
                { "classes", &several },
                { "one-layer", &one_layer },
                { "one-head", &one_head },
                { "one-example", &one_example } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *as_case = g_strdup_printf ("/probe/as-case/%s", files[i].name);
      g_autofree char *read_off = g_strdup_printf ("/probe/read-off/%s", files[i].name);

      g_test_add (as_case, ProbeFixture, files[i].probes, probe_files_set_up, test_as_case,
                  probe_files_tear_down);
      g_test_add (read_off, ProbeFixture, files[i].probes, probe_files_set_up, test_read_off,
                  probe_files_tear_down);
    }
  g_test_add_func ("/probe/ranks", test_ranks);
  g_test_add_func ("/probe/trust", test_trust);
  g_test_add ("/probe/measures", ProbeFixture, NULL, probe_files_set_up, test_measures,
              probe_files_tear_down);
  g_test_add ("/probe/errors", ProbeFixture, &one_layer, probe_files_set_up, test_errors,
              probe_files_tear_down);
  g_test_add ("/probe/errors/classes", ProbeFixture, &several, probe_files_set_up, test_errors,
              probe_files_tear_down);
  g_test_add ("/probe/stopped", ProbeFixture, NULL, probe_files_set_up, test_stopped,
              probe_files_tear_down);
  g_test_add ("/probe/threads", ProbeFixture, NULL, probe_files_set_up, test_threads,
              probe_files_tear_down);
  g_test_add ("/probe/refused", ProbeFixture, NULL, probe_files_set_up, test_refused,
              probe_files_tear_down);
  g_test_add ("/probe/is", ProbeFixture, NULL, probe_files_set_up, test_is, probe_files_tear_down);
  return g_test_run ();
}
