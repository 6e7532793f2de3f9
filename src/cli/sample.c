/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include "core/base/refuge.h"
#include "core/experiments/parameters-json.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results.h"
#include <stdio.h>

#define MAX_NETWORKS 10000

typedef struct
{
  int draws;
  int chains;
  int warmup;
  gint64 seed;
  char *networks; /* (nullable) file for full networks of the first setting */
  int n_networks;
  IplPosteriorOptions options; /* of all these */
} SampleArguments;

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

static gboolean
write_networks (guint row, const IplPosterior *posterior, gpointer data, GError **error)
{
  const SampleArguments *arguments = data;

  return row > 0 || arguments->networks == NULL
         || cli_write_networks (posterior, (guint)arguments->n_networks, arguments->options.seed,
                                arguments->networks, error);
}

/* Options of the sampler. */
static void
make_options (SampleArguments *self)
{
  ipl_posterior_options_init (&self->options);
  self->options.chains = (guint)self->chains;
  self->options.warmup = (guint)self->warmup;
  if (self->seed >= 0)
    self->options.seed = (guint64)self->seed;
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

/* What is to be written. */
typedef struct
{
  const IplSweep *sweep;
  const IplPosteriorSummary *const *rows;
  const char *settings_json;
} Output;

static gboolean
write_samples (const char *path, gpointer data, GError **error)
{
  const Output *output = data;

  return ipl_results_save_npz_sampled (output->sweep, output->rows, output->settings_json, path,
                                       error);
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
  g_auto (CliCheckpoint) checkpoint = { .path = NULL };
  gboolean json = FALSE, keeps;
  const GOptionEntry entries[] = {
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (widths),
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperatures", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES (temperatures),
      "temperatures, by commas", "LIST" },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCES (variances),
      "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" },
    { "draws", 'n', 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "draws of each chain (default: 1000)", "n" },
    { "chains", 'c', 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.chains, 1, IPL_MAX_CHAINS),
      "chains (default: 4)", "n" },
    { "warmup", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.warmup, IPL_MIN_WARMUP, IPL_MAX_DRAWS),
      "warm-up transitions of each chain (default: 300)", "n" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (arguments.seed),
      "seed of the chains, and of a "
      "built-in case",
      "n" },
    CLI_IMAGE_ENTRIES (images),
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (sweep_arguments.threads),
      "threads; the "
      "draws do not "
      "depend on it",
      "n" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out, "write theory and samples as .npz", "FILE.npz" },
    { "networks", 0, 0, G_OPTION_ARG_FILENAME, &networks,
      "write all weights of some networks drawn at the first width as .npz", "FILE.npz" },
    { "network-draws", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.n_networks, 1, MAX_NETWORKS), "how many networks (default: 10)",
      "n" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "print JSON instead of a table", NULL },
    { NULL },
  };
  IplParameters parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree IplSetting *settings = NULL;
  guint n, threads;
  CliExit code;

  if (!cli_parse_case (
          argc, argv, entries, "sample the exact posterior at any width",
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a diagnostic fails;\n"
          "130 interrupted: what was drawn until then is written.\n"
          "With --out, or --networks, the chains are kept beside that file as they go; the same "
          "command goes on from there.",
          &images, &name))
    return CLI_USAGE;
  arguments.networks = networks;
  sweep_arguments.widths = widths;
  sweep_arguments.temperatures = temperatures;
  sweep_arguments.variances = variances;
  threads = cli_threads (sweep_arguments.threads);
  code = cli_try_output (argv[0], "--out", out, 0, ".npz");
  if (code == CLI_OK)
    code = cli_try_output (argv[0], "--networks", networks, 0, ".npz");
  if (code != CLI_OK)
    return code;
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

  /* Mean, spread, error and quantiles of U. */
  code = cli_try_output (argv[0], "--out", out,
                         32.0 * n * (double)the_case->Pi * (double)the_case->Pi, ".npz");
  if (code != CLI_OK)
    return code;
  make_options (&arguments);
  keeps = cli_checkpoint_init (&checkpoint, argv[0], out != NULL ? out : networks);

  const IplSweepRequest request = { .the_case = the_case,
                                    .n = n,
                                    .settings = settings,
                                    .best = cli_wants_best (&sweep_arguments, &parameters),
                                    .sample = TRUE,
                                    .options = arguments.options,
                                    .draws = (guint)arguments.draws,
                                    .drawn = write_networks,
                                    .data = &arguments,
                                    .checkpoint = keeps ? &checkpoint.checkpoint : NULL,
                                    .threads = threads };

  result = cli_run_sweep (&request);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (argv[0], result->error);

  const IplSweep *sweep = result->sweep;
  const IplPosteriorSummary *const *rows = (const IplPosteriorSummary *const *)result->posteriors;
  g_autofree char *settings_json = ipl_parameters_to_json (&parameters);

  if (result->stopped && rows[0] == NULL)
    return cli_fail (CLI_INTERRUPTED, argv[0], "Stopped before the first draw; %s.",
                     keeps ? "the same command goes on from there" : "nothing was written");
  code = report_trouble (argv[0], sweep, rows);
  if (result->stopped)
    code = cli_fail (CLI_INTERRUPTED, argv[0], "Stopped; what was drawn until then is kept%s.",
                     keeps ? ", and the same command goes on from there" : "");
  if (out != NULL
      && !ipl_refuge_write (out, write_samples, &(Output){ sweep, rows, settings_json }, &error))
    code = cli_fail_error (argv[0], error);
  else if (!result->stopped)
    cli_checkpoint_remove (&checkpoint);
  if (json)
    {
      g_autofree char *text = ipl_results_to_json_sampled (sweep, rows);

      printf ("%s\n", text);
    }
  else
    print_table (sweep, rows);
  return code;
}
