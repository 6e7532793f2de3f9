/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/refuge.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results.h"
#include <stdio.h>

#define MAX_NETWORKS 10000

typedef struct
{
  int draws;
  int chains;
  int warmup;
  double target_acceptance;
  char *method;
  gint64 seed;
  int n_networks;
} SampleArguments;

static void
print_table (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors)
{
  const IplCaseInfo *the_case = sweep->the_case;
  const char *what = the_case->regression ? "mean sq. error" : "accuracy";

  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " tests, %" G_GSIZE_FORMAT " paths\n",
          the_case->name, the_case->P, the_case->test_sets[0].count, the_case->Pi);
  printf ("%12s %8s %16s %8s %8s %18s %7s %8s %8s %5s %7s  %s\n", "N", "T", what, "theory", "GP",
          "E[U], first path", "R-hat", "bulk ESS", "tail ESS", "div.", "s", "moved by");
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplPosteriorSummary *posterior = posteriors[i];
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);
      g_autofree char *method = NULL;

      if (posterior == NULL)
        continue;
      method = ipl_posterior_summary_describe_method (posterior);
      printf ("%12s %8g %8.4f ± %5.4f %8.4f %8.4f %9.4f ± %6.4f %7.3f %8.0f %8.0f %5u %7.2f  %s\n",
              widths, row->setting.temperature, posterior->tests[0].accuracy,
              posterior->tests[0].accuracy_se, row->tests[0].accuracy,
              sweep->groups[sweep->group[i]].lines[0].solution->tests[0].accuracy,
              posterior->U_mean[0], posterior->U_mcse[0], posterior->worst_rhat,
              posterior->least_ess_bulk, posterior->least_ess_tail, posterior->divergences,
              posterior->seconds, method);
    }
}

static gboolean
write_networks (guint row, const IplPosterior *posterior, gpointer data, GError **error)
{
  const CliWork *self = data;

  return row > 0 || self->networks == NULL
         || cli_write_networks (posterior, self->n_networks, self->run.options.seed, self->networks,
                                error);
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

/* What was drawn, to its file and to standard output. */
static CliExit
tell (const CliWork *self, const IplSweepResult *result)
{
  const IplSweep *sweep = result->sweep;
  const IplPosteriorSummary *const *rows = (const IplPosteriorSummary *const *)result->posteriors;
  g_autofree char *settings_json = cli_work_settings (self);
  g_autoptr (GError) error = NULL;
  CliExit code = CLI_OK;

  if (self->out != NULL
      && !ipl_refuge_write (self->out, write_samples, &(Output){ sweep, rows, settings_json },
                            &error))
    code = cli_fail_error (self->command, error);
  if (self->json)
    {
      g_autofree char *text = ipl_results_to_json_sampled (sweep, rows, settings_json);

      printf ("%s\n", text);
    }
  else
    print_table (sweep, rows);
  return code;
}

/* Whether every setting can be sampled by the method asked for. */
static CliExit
check_settings (const CliWork *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_autoptr (GError) error = NULL;

      if (self->settings[i].gp)
        return cli_fail (
            CLI_USAGE, self->command,
            "The GP limit has no order parameter to sample: leave gp out of --widths.");
      if (!ipl_posterior_options_validate (&self->run.options, self->the_case, &self->settings[i],
                                           &error))
        return cli_fail (CLI_USAGE, self->command, "%s", error->message);
    }
  return CLI_OK;
}

/* Solves and samples what is listed. */
CliExit
cli_sample_work (CliWork *self)
{
  const IplCase *the_case = self->the_case;
  g_auto (CliCheckpoint) checkpoint = { .path = NULL };
  g_autoptr (IplSweepResult) result = NULL;
  gboolean keeps;
  CliExit code, told;

  code = check_settings (self);
  if (code != CLI_OK)
    return code;
  cli_tell_notes (the_case);
  /* Mean, spread, error and quantiles of U. */
  code = cli_try_output (self->command, "--out", self->out,
                         32.0 * self->n * (double)the_case->Pi * (double)the_case->Pi, ".npz");
  if (code != CLI_OK)
    return code;
  keeps = cli_checkpoint_init (&checkpoint, self->command,
                               self->out != NULL ? self->out : self->networks);

  const IplSweepRequest request = { .the_case = self->the_case,
                                    .n = self->n,
                                    .settings = self->settings,
                                    .best = self->run.best,
                                    .sample = TRUE,
                                    .options = self->run.options,
                                    .draws = self->draws,
                                    .drawn = write_networks,
                                    .data = self,
                                    .checkpoint = keeps ? &checkpoint.checkpoint : NULL,
                                    .threads = self->threads };

  result = cli_run_sweep (&request);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (self->command, result->error);
  if (result->stopped && result->posteriors[0] == NULL)
    return cli_fail (CLI_INTERRUPTED, self->command, "Stopped before the first draw; %s.",
                     keeps ? "the same command goes on from there" : "nothing was written");
  code = report_trouble (self->command, result->sweep,
                         (const IplPosteriorSummary *const *)result->posteriors);
  if (result->stopped)
    code
        = cli_fail (CLI_INTERRUPTED, self->command, "Stopped; what was drawn until then is kept%s.",
                    keeps ? ", and the same command goes on from there" : "");
  told = tell (self, result);
  if (told != CLI_OK)
    return told;
  if (!result->stopped)
    cli_checkpoint_remove (&checkpoint);
  return code;
}

/* Options of the sampler. */
static void
set_options (CliWork *self, const SampleArguments *arguments)
{
  IplPosteriorOptions *options = &self->run.options;

  ipl_posterior_options_init (options);
  options->chains = (guint)arguments->chains;
  options->warmup = (guint)arguments->warmup;
  options->target_acceptance = arguments->target_acceptance;
  if (arguments->method != NULL)
    options->method = ipl_posterior_method_find (arguments->method);
  if (arguments->seed >= 0)
    options->seed = (guint64)arguments->seed;
  self->draws = self->run.parameters.draws = (guint)arguments->draws;
}

/* interplay-cli sample CASE --widths .. --draws n --chains n --warmup n --seed n --out FILE.npz */
CliExit
cli_sample (int argc, char **argv)
{
  g_autofree char *name = NULL, *out = NULL, *widths = NULL, *temperatures = NULL,
                  *variances = NULL, *networks = NULL, *method = NULL;
  CliSweepArguments sweep_arguments = { .seed = -1 };
  SampleArguments arguments = { .draws = IPL_POSTERIOR_DEFAULT_DRAWS,
                                .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
                                .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
                                .target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE,
                                .n_networks = 10,
                                .seed = -1 };
  g_auto (CliImageArguments) images = { NULL };
  gboolean json = FALSE, dry_run = FALSE;
  const GOptionEntry entries[] = {
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (widths),
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperatures", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES (temperatures),
      "temperatures, by commas", "LIST" },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCE_SETS (variances), CLI_VARIANCE_SETS_HELP,
      "LIST" },
    { "draws", 'n', 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "draws of each chain (default: 1000)", "n" },
    { "chains", 'c', 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.chains, 1, IPL_MAX_CHAINS),
      "chains (default: 4)", "n" },
    { "warmup", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.warmup, IPL_MIN_WARMUP, IPL_MAX_DRAWS),
      "warm-up transitions of each chain (default: 300)", "n" },
    { "target-acceptance", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.target_acceptance, IPL_POSTERIOR_LEAST_ACCEPTANCE,
                  IPL_POSTERIOR_MOST_ACCEPTANCE),
      "mean acceptance to which the step size adapts (default: 0.8); 0.95 where transitions "
      "diverge",
      "x" },
    { "method", 0, 0, G_OPTION_ARG_STRING, &method,
      "how chains are moved: auto, nuts, tempered, .. (default: auto, tempered where a width is at "
      "most its rows)",
      "METHOD" },
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
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out, "write theory and samples as .npz", "FILE.npz" },
    { "networks", 0, 0, G_OPTION_ARG_FILENAME, &networks,
      "write all weights of some networks drawn at the first width as .npz", "FILE.npz" },
    { "network-draws", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.n_networks, 1, MAX_NETWORKS), "how many networks (default: 10)",
      "n" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "print JSON instead of a table", NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &dry_run,
      "only tell about how much time and memory it would take", NULL },
    { NULL },
  };
  g_auto (CliWork) work = { .command = argv[0] };
  IplParameters parameters;
  g_autoptr (GError) error = NULL;
  CliExit code;

  if (!cli_parse_case (
          argc, argv, entries, "sample the exact posterior at any width",
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a diagnostic fails;\n"
          "130 interrupted: what was drawn until then is written.\n"
          "With --out, or --networks, the chains are kept beside that file as they go; the same "
          "command goes on from there.",
          &images, &name))
    return CLI_USAGE;
  if (method != NULL && !g_strv_contains (ipl_posterior_method_names, method))
    {
      g_autofree char *names = g_strjoinv (", ", (char **)ipl_posterior_method_names);

      return cli_fail (CLI_USAGE, argv[0], "--method is one of %s, not “%s”.", names, method);
    }
  arguments.method = method;
  sweep_arguments.widths = widths;
  sweep_arguments.temperatures = temperatures;
  sweep_arguments.variances = variances;
  work.threads = cli_threads (sweep_arguments.threads);
  work.out = g_steal_pointer (&out);
  work.networks = g_steal_pointer (&networks);
  work.n_networks = (guint)arguments.n_networks;
  work.json = json;
  work.dry_run = dry_run;
  code = cli_try_output (argv[0], "--out", work.out, 0, ".npz");
  if (code == CLI_OK)
    code = cli_try_output (argv[0], "--networks", work.networks, 0, ".npz");
  if (code != CLI_OK)
    return code;
  /* A file is not generated: there the seed is the chains' alone. */
  if (!cli_find_case_of (
          name, &images, name != NULL && ipl_experiment_find (name) != NULL ? arguments.seed : -1,
          work.dry_run, work.threads, &parameters, &work.the_case, &work.cost, &error))
    return cli_fail_error (argv[0], error);
  ipl_run_settings_init (&work.run, "sample", &parameters);
  if (!cli_make_settings (&sweep_arguments, work.the_case, &work.run, &work.settings, &work.n,
                          &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  set_options (&work, &arguments);
  if (!work.dry_run)
    return cli_sample_work (&work);
  code = check_settings (&work);
  return code == CLI_OK ? cli_tell_cost (&work) : code;
}
