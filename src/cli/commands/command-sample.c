/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/posterior/posterior-summary.h"
#include <stdio.h>

static void
print_table (const IplView *view)
{
  const IplSweep *sweep = view->sweep;
  const IplCaseInfo *the_case = sweep->the_case;
  const char *what = ipl_case_get_score (the_case)->column;

  cli_print_case (the_case);
  cli_print ("%12s %8s %16s %8s %8s %18s %7s %8s %8s %5s %7s  %s\n", "N", "T", what, "theory", "GP",
             the_case->labels.outputs > 1 ? "E[U], first output" : "E[U], first path", "R-hat",
             "bulk ESS", "tail ESS", "div.", "s", "moved by");
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplPosteriorSummary *posterior = g_ptr_array_index (view->posteriors, i);
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);
      g_autofree char *method = NULL;

      if (posterior == NULL)
        continue;
      method = ipl_posterior_summary_describe_method (posterior);
      cli_print (
          "%12s %8g %8.4f ± %5.4f %8.4f %8.4f %9.4f ± %6.4f %7.3f %8.0f %8.0f %5u %7.2f  %s\n",
          widths, row->setting.temperature, posterior->tests[0].accuracy,
          posterior->tests[0].accuracy_se, row->tests[0].accuracy,
          sweep->groups[sweep->group[i]].lines[0].solution->tests[0].accuracy, posterior->U_mean[0],
          posterior->U_mcse[0], posterior->worst_rhat, posterior->least_ess_bulk,
          posterior->least_ess_tail, posterior->divergences, posterior->seconds, method);
    }
}

/* Reports rows with unreliable samples. */
static CliExit
report_trouble (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors)
{
  CliExit code = CLI_OK;

  for (guint i = 0; i < sweep->n_rows; i++)
    if (posteriors[i] != NULL && !posteriors[i]->fine)
      {
        g_autofree char *widths = ipl_setting_widths_text (&sweep->rows[i]->setting);

        code = cli_fail (CLI_NOT_CONVERGED, "N = %s: %s", widths, posteriors[i]->message);
      }
  return code;
}

CliExit
cli_sample_check (const CliWork *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!ipl_posterior_options_validate (&self->run.options, self->the_case, &self->settings[i],
                                           &error))
        return cli_fail (CLI_USAGE, "%s", error->message);
    }
  return CLI_OK;
}

/* Solves and samples the settings. */
static CliExit
solve (CliWork *self)
{
  const IplCase *the_case = self->the_case;
  g_auto (CliCheckpoint) checkpoint = { .path = NULL };
  g_autoptr (IplSweepResult) result = NULL;
  IplWork work = cli_work_conditions (self, FALSE);
  IplSweepRequest request;
  IplView view;
  double rows = (double)ipl_case_rows_of_U (the_case);
  gboolean has_checkpoint;
  CliExit code, report_code;

  code = cli_sample_check (self);
  if (code != CLI_OK)
    return code;
  cli_print_notes (the_case);
  /* The results hold mean, spread, error and quantiles of U. */
  code = cli_try_output ("--out", self->arguments->out, 32.0 * self->n * rows * rows, ".npz");
  if (code != CLI_OK)
    return code;
  has_checkpoint = cli_checkpoint_init (&checkpoint, self->arguments->out);

  request = cli_work_request (self);
  request.gp_paths = NULL;
  request.sample = TRUE;
  request.options = self->run.options;
  request.draws = self->draws;
  request.checkpoint = has_checkpoint ? &checkpoint.checkpoint : NULL;
  result = ipl_sweep_request_run (&request, &work);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (result->error);
  if (result->stopped && result->posteriors->pdata[0] == NULL)
    return cli_fail (CLI_INTERRUPTED, "Stopped before the first draw; %s.",
                     has_checkpoint ? "the same command resumes from there"
                                    : "nothing was written");
  code = report_trouble (result->sweep, (gpointer)result->posteriors->pdata);
  if (result->stopped)
    code = cli_fail (CLI_INTERRUPTED, "Stopped; the draws until then are saved%s.",
                     has_checkpoint ? ", and the same command resumes from there" : "");
  view = (IplView){ .the_case = result->sweep->the_case,
                    .sweep = result->sweep,
                    .posteriors = result->posteriors };
  report_code = cli_work_report (self, IPL_PYTHON_ROWS, &view, print_table);
  if (report_code != CLI_OK)
    return report_code;
  if (!result->stopped)
    cli_checkpoint_remove (&checkpoint);
  return code;
}

typedef struct
{
  CliArguments all;
  int draws;
} SampleArguments;

/* interplay-cli sample CASE --widths .. --draws n --chains n --warmup n --seed n --out FILE.npz */
static CliExit
sample (CliArguments *arguments)
{
  const SampleArguments *self = (const SampleArguments *)arguments;
  const char *name = arguments->name;
  g_auto (CliWork) work = { .arguments = arguments };
  gint64 seed;
  CliExit status;

  status = cli_sampler_check (&arguments->sampler);
  if (status != CLI_OK)
    return status;
  /* The seed of a case file applies to the chains only, since the file is not generated. */
  seed = name != NULL && ipl_experiment_find (name) != NULL ? arguments->sweep.seed : -1;
  status = cli_work_begin (&work, "sample", name, &arguments->images, seed);
  if (status != CLI_OK)
    return status;
  cli_sampler_set (&arguments->sampler, arguments->sweep.seed, &work.run.options);
  work.run.parameters.draws = work.draws = (guint)self->draws;
  if (!arguments->dry_run)
    return solve (&work);
  status = cli_sample_check (&work);
  return status == CLI_OK ? cli_estimate_sweep (&work) : status;
}

#define ARGUMENT(field) offsetof (SampleArguments, field)

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_widths_entry),
  CLI_ENTRIES (cli_priors_entries),
  { "draws", 'n', CLI_INTEGER, ARGUMENT (draws), "draws of each chain", "n", IPL_MIN_DRAWS,
    IPL_MAX_DRAWS, IPL_POSTERIOR_DEFAULT_DRAWS },
  CLI_ENTRIES (cli_sampler_entries),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed),
    "seed of the chains, and of a built-in case (default: 1, and the case’s own)", "n",
    .initial = -1 },
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write theory and samples as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_sample
    = { .name = "sample",
        .summary = "sample the exact posterior at any width",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but a diagnostic "
                "fails;\n"
                "130 stopped: the draws until then are written.\nWith --out the chains are saved "
                "next to that file at intervals; the same command resumes from there.",
        .examples = "interplay-cli sample mine.npz --widths 10 --draws 200 --out draws.npz",
        .entries = entries,
        .size = sizeof (SampleArguments),
        .has_parameters = TRUE,
        .endings = ".npz",
        .run = sample };
