/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include "core/experiments/parameters-json.h"
#include "core/posterior/posterior.h"
#include "core/results/results.h"
#include <stdio.h>

#define MAX_DRAWS 1000000

typedef struct
{
  int draws;
  int chains;
  int warmup;
  gint64 seed;
  char *networks; /* (nullable) file for full networks of the first setting */
  int n_networks;
} SampleArguments;

/* How far all settings together are. */
typedef struct
{
  guint row;
  guint n_rows;
  gint64 begin_usec;
} Overall;

static void
show_progress (double fraction, const char *sentence, gpointer data)
{
  const Overall *overall = data;
  double whole = (overall->row + fraction) / overall->n_rows;
  double passed = (double)(g_get_monotonic_time () - overall->begin_usec) * 1e-6;
  g_autofree char *line
      = passed > 0.5 && whole > 0.02
            ? g_strdup_printf ("%s, %.0f s left", sentence, passed / whole * (1 - whole))
            : g_strdup (sentence);

  cli_progress (whole, line, NULL);
}

static void
print_table (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors)
{
  const IplCase *the_case = sweep->the_case;
  const char *what = the_case->regression ? "mean sq. error" : "accuracy";

  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " tests, %" G_GSIZE_FORMAT " paths\n",
          the_case->name, the_case->train.count, the_case->tests[0].count, the_case->Pi);
  printf ("%12s %8s %16s %8s %8s %18s %7s %8s %8s %5s %7s\n", "N", "T", what, "theory", "GP",
          "E[U], first path", "R-hat", "bulk ESS", "tail ESS", "div.", "s");
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplPosteriorSummary *posterior = posteriors[i];
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);

      if (posterior == NULL)
        continue;
      printf ("%12s %8g %8.4f ± %5.4f %8.4f %8.4f %9.4f ± %6.4f %7.3f %8.0f %8.0f %5u %7.2f\n",
              widths, row->setting.temperature, posterior->tests[0].accuracy,
              posterior->tests[0].accuracy_se, row->tests[0].accuracy,
              sweep->groups[sweep->group[i]].lines[0].solution->tests[0].accuracy,
              posterior->U_mean[0], posterior->U_mcse[0], posterior->worst_rhat,
              posterior->least_ess_bulk, posterior->least_ess_tail, posterior->divergences,
              posterior->seconds);
    }
}

/* One setting; what was drawn before an interrupt is kept. */
static IplPosteriorSummary *
sample_one (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
            const SampleArguments *arguments, guint threads, Overall *overall, GError **error)
{
  g_autoptr (IplPosterior) posterior = NULL;
  g_autoptr (GError) stopped = NULL;
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  options.chains = (guint)arguments->chains;
  options.warmup = (guint)arguments->warmup;
  if (arguments->seed >= 0)
    options.seed = (guint64)arguments->seed;
  posterior = ipl_posterior_new (the_case, kernel, setting, &options, error);
  if (posterior == NULL)
    return NULL;
  if (!ipl_posterior_run (posterior, (guint)arguments->draws, threads, show_progress, overall,
                          cli_cancellable (), &stopped)
      && ipl_posterior_get_n_draws (posterior) == 0)
    {
      g_propagate_error (error, g_steal_pointer (&stopped));
      return NULL;
    }
  if (overall->row == 0 && arguments->networks != NULL
      && !cli_write_networks (posterior, (guint)arguments->n_networks, options.seed,
                              arguments->networks, error))
    return NULL;
  return ipl_posterior_summarise (posterior, threads, NULL, error);
}

static gboolean
check_arguments (const char *command, const SampleArguments *arguments)
{
  if (arguments->draws < 8 || arguments->draws > MAX_DRAWS)
    cli_fail (CLI_USAGE, command, "--draws is %d, and must be from 8 to %d.", arguments->draws,
              MAX_DRAWS);
  else if (arguments->chains < 1 || arguments->chains > 64)
    cli_fail (CLI_USAGE, command, "--chains is %d, and must be from 1 to 64.", arguments->chains);
  else if (arguments->warmup < 20 || arguments->warmup > MAX_DRAWS)
    cli_fail (CLI_USAGE, command, "--warmup is %d, and must be from 20 to %d.", arguments->warmup,
              MAX_DRAWS);
  else if (arguments->n_networks < 1 || arguments->n_networks > 10000)
    cli_fail (CLI_USAGE, command, "--network-draws is %d, and must be from 1 to 10000.",
              arguments->n_networks);
  else
    return TRUE;
  return FALSE;
}

/* Says why a row's figures are not to be relied on. */
static CliExit
report_trouble (const char *command, const IplSweep *sweep,
                const IplPosteriorSummary *const *posteriors)
{
  CliExit code = CLI_OK;

  for (guint i = 0; i < sweep->n_rows; i++)
    if (posteriors[i] != NULL && !posteriors[i]->fine)
      {
        g_autofree char *widths = ipl_setting_widths_text (&sweep->rows[i]->setting);

        code = cli_fail (CLI_NOT_CONVERGED, command, "N = %s: %s", widths, posteriors[i]->message);
      }
  return code;
}

/* interplay-cli sample CASE --widths .. --draws n --chains n --warmup n --seed n --out FILE.npz */
CliExit
cli_sample (int argc, char **argv)
{
  g_autofree char *name = NULL, *out = NULL, *widths = NULL, *temperatures = NULL,
                  *variances = NULL, *networks = NULL;
  CliSweepArguments sweep_arguments = { .seed = -1 };
  SampleArguments arguments = { .draws = IPL_POSTERIOR_DEFAULT_DRAWS,
                                .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
                                .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
                                .n_networks = 10,
                                .seed = -1 };
  g_auto (CliImageArguments) images = { NULL };
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "widths", 'w', 0, G_OPTION_ARG_STRING, &widths,
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperatures", 't', 0, G_OPTION_ARG_STRING, &temperatures, "temperatures, by commas",
      "LIST" },
    { "variances", 'v', 0, G_OPTION_ARG_STRING, &variances,
      "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" },
    { "draws", 'n', 0, G_OPTION_ARG_INT, &arguments.draws, "draws of each chain (default: 1000)",
      "n" },
    { "chains", 'c', 0, G_OPTION_ARG_INT, &arguments.chains, "chains (default: 4)", "n" },
    { "warmup", 0, 0, G_OPTION_ARG_INT, &arguments.warmup,
      "warm-up transitions of each chain (default: 300)", "n" },
    { "seed", 's', 0, G_OPTION_ARG_INT64, &arguments.seed,
      "seed of the chains, and of a built-in case", "n" },
    CLI_IMAGE_ENTRIES (images),
    { "threads", 'j', 0, G_OPTION_ARG_INT, &sweep_arguments.threads,
      "threads; the draws do not depend on it", "n" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out, "write theory and samples as .npz", "FILE.npz" },
    { "networks", 0, 0, G_OPTION_ARG_FILENAME, &networks,
      "write all weights of some networks drawn at the first width as .npz", "FILE.npz" },
    { "network-draws", 0, 0, G_OPTION_ARG_INT, &arguments.n_networks,
      "how many networks (default: 10)", "n" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "print JSON instead of a table", NULL },
    { NULL },
  };
  IplParameters parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  g_autoptr (GPtrArray) posteriors = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree IplSetting *settings = NULL;
  guint n, threads;
  gboolean interrupted;
  CliExit code;

  if (!cli_parse_case (
          argc, argv, entries, "sample the exact posterior at any width",
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a diagnostic fails;\n"
          "130 interrupted: what was drawn until then is written.",
          &images, &name)
      || !check_arguments (argv[0], &arguments))
    return CLI_USAGE;
  arguments.networks = networks;
  sweep_arguments.widths = widths;
  sweep_arguments.temperatures = temperatures;
  sweep_arguments.variances = variances;
  threads = cli_threads (sweep_arguments.threads, &error);
  if (threads == 0)
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  /* A file is not generated: there the seed is the chains' alone. */
  if (!cli_make_case_of (name, &images,
                         name != NULL && ipl_experiment_find (name) != NULL ? arguments.seed : -1,
                         FALSE, threads, &parameters, &the_case, &error))
    return cli_fail_error (argv[0], error);
  if (!cli_make_settings (&sweep_arguments, the_case, &parameters, &settings, &n, &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  for (guint i = 0; i < n; i++)
    if (settings[i].gp)
      return cli_fail (CLI_USAGE, argv[0],
                       "The GP limit has no order parameter to sample: leave gp out of --widths.");
  for (guint i = 0; i < the_case->notes->len; i++)
    fprintf (stderr, "%s: %s\n", the_case->name, (const char *)the_case->notes->pdata[i]);

  kernel = ipl_kernel_new (the_case, &error);
  if (kernel == NULL)
    return cli_fail_error (argv[0], error);
  sweep = cli_solve (the_case, kernel, n, settings, cli_wants_best (&sweep_arguments, &parameters),
                     threads, &error);
  if (sweep == NULL)
    return cli_fail_error (argv[0], error);
  g_free (settings);
  settings = cli_settings_of (sweep);
  n = sweep->n_rows;

  Overall overall = { 0, n, g_get_monotonic_time () };

  posteriors = g_ptr_array_new_full (n, NULL);
  g_ptr_array_set_size (posteriors, (gint)n);
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cli_cancellable ()); i++)
    {
      overall.row = i;
      posteriors->pdata[i]
          = sample_one (the_case, kernel, &settings[i], &arguments, threads, &overall, &error);
      if (posteriors->pdata[i] == NULL && !g_cancellable_is_cancelled (cli_cancellable ()))
        break;
    }
  cli_progress_done ();
  interrupted = g_cancellable_is_cancelled (cli_cancellable ());

  const IplPosteriorSummary *const *rows = (const IplPosteriorSummary *const *)posteriors->pdata;

  if (error != NULL && !interrupted)
    code = cli_fail_error (argv[0], error);
  else if (interrupted && posteriors->pdata[0] == NULL)
    code = cli_fail (CLI_INTERRUPTED, argv[0],
                     "Stopped before the first draw; nothing was written.");
  else
    {
      g_autofree char *settings_json = ipl_parameters_to_json (&parameters);

      g_clear_error (&error);
      code = report_trouble (argv[0], sweep, rows);
      if (interrupted)
        code = cli_fail (CLI_INTERRUPTED, argv[0], "Stopped; what was drawn until then is kept.");
      if (out != NULL && !ipl_results_save_npz_sampled (sweep, rows, settings_json, out, &error))
        code = cli_fail_error (argv[0], error);
      if (json)
        {
          g_autofree char *text = ipl_results_to_json_sampled (sweep, rows);

          printf ("%s\n", text);
        }
      else
        print_table (sweep, rows);
    }
  for (guint i = 0; i < n; i++)
    g_clear_pointer ((IplPosteriorSummary **)&posteriors->pdata[i], ipl_posterior_summary_unref);
  return code;
}
