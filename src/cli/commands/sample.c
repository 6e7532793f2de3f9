/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/fallback.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results.h"
#include <stdio.h>

#define MAX_NETWORKS 10000

static void
print_table (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors)
{
  const IplCaseInfo *the_case = sweep->the_case;
  const char *what = ipl_case_get_score (the_case)->column;

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

/* The files to write. */
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

  return ipl_results_save_npz (output->sweep, output->rows, NULL, output->settings_json, path,
                               error);
}

/* Writes the draws to their file and to standard output. */
static CliExit
tell (const CliWork *self, const IplSweepResult *result)
{
  const IplSweep *sweep = result->sweep;
  const IplPosteriorSummary *const *rows = (gpointer)result->posteriors->pdata;
  g_autofree char *settings_json = cli_work_settings (self);
  g_autoptr (GError) error = NULL;
  CliExit code = CLI_OK;

  if (self->out != NULL
      && !ipl_fallback_write (self->out, write_samples, &(Output){ sweep, rows, settings_json },
                              &error))
    code = cli_fail_error (self->command, error);
  if (self->json)
    {
      g_autofree char *text = ipl_results_to_json (sweep, rows, NULL, settings_json);

      printf ("%s\n", text);
    }
  else
    print_table (sweep, rows);
  return code;
}

/* TRUE if every setting can be sampled by the method asked for. */
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
  if (result->stopped && result->posteriors->pdata[0] == NULL)
    return cli_fail (CLI_INTERRUPTED, self->command, "Stopped before the first draw; %s.",
                     keeps ? "the same command goes on from there" : "nothing was written");
  code = report_trouble (self->command, result->sweep, (gpointer)result->posteriors->pdata);
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

/* interplay-cli sample CASE --widths .. --draws n --chains n --warmup n --seed n --out FILE.npz */
CliExit
cli_sample (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliSweepArguments) sweep = { .seed = -1 }; /* whose seed is that of the chains too */
  g_auto (CliSamplerArguments) sampler = CLI_SAMPLER_DEFAULTS;
  g_auto (CliImageArguments) images = { NULL };
  g_auto (CliWork) work
      = { .command = argv[0], .draws = IPL_POSTERIOR_DEFAULT_DRAWS, .n_networks = 10 };
  const GOptionEntry entries[] = {
    CLI_WIDTHS_ENTRY (sweep),
    CLI_PRIORS_ENTRIES (sweep),
    { "draws", 'n', 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, work.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "draws of each chain (default: 1000)", "n" },
    CLI_SAMPLER_ENTRIES (sampler),
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (sweep.seed),
      "seed of the chains, and of a built-in case", "n" },
    CLI_IMAGE_ENTRIES (images),
    CLI_THREADS_ENTRY (sweep),
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &work.out, "write theory and samples as .npz",
      "FILE.npz" },
    { "networks", 0, 0, G_OPTION_ARG_FILENAME, &work.networks,
      "write all weights of some networks drawn at the first width as .npz", "FILE.npz" },
    { "network-draws", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, work.n_networks, 1, MAX_NETWORKS),
      "how many networks (default: 10)", "n" },
    CLI_JSON_ENTRY (work.json),
    CLI_DRY_RUN_ENTRY (work.dry_run),
    { NULL },
  };
  gint64 seed;
  CliExit code;

  if (!cli_parse_case (
          argc, argv, entries, "sample the exact posterior at any width",
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a diagnostic fails;\n"
          "130 interrupted: what was drawn until then is written.\n"
          "With --out, or --networks, the chains are kept beside that file as they go; the same "
          "command goes on from there.",
          &images, &name))
    return CLI_USAGE;
  if ((code = cli_sampler_check (&sampler, argv[0])) != CLI_OK
      || (code = cli_try_output (argv[0], "--out", work.out, 0, ".npz")) != CLI_OK
      || (code = cli_try_output (argv[0], "--networks", work.networks, 0, ".npz")) != CLI_OK)
    return code;
  /* A file is not generated: there the seed is the chains' alone. */
  seed = name != NULL && ipl_experiment_find (name) != NULL ? sweep.seed : -1;
  code = cli_work_begin (&work, "sample", name, &images, &sweep, seed, 0);
  if (code != CLI_OK)
    return code;
  cli_sampler_set (&sampler, sweep.seed, &work.run.options);
  work.run.parameters.draws = work.draws;
  if (!work.dry_run)
    return cli_sample_work (&work);
  code = check_settings (&work);
  return code == CLI_OK ? cli_tell_cost (&work) : code;
}
