/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/command-input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Prints the accuracies on further test sets, one line per set. */
static void
print_extras (const IplSweep *sweep)
{
  const IplCaseInfo *the_case = sweep->the_case;

  for (guint k = 1; k < the_case->n_tests; k++)
    {
      cli_print ("%s:", the_case->test_sets[k].name);
      for (guint i = 0; i < sweep->n_rows; i++)
        {
          g_autofree char *widths = ipl_setting_widths_text (&sweep->rows[i]->setting);

          cli_print (" %s %.4f,", widths, sweep->rows[i]->tests[k].accuracy);
        }
      cli_print (" GP %.4f\n", sweep->groups[0].lines[0].solution->tests[k].accuracy);
    }
}

static gboolean
has_several_variances (const IplSweep *sweep)
{
  gsize size = (sweep->the_case->L + 2) * sizeof (double);

  for (guint i = 1; i < sweep->n_rows; i++)
    if (memcmp (sweep->rows[i]->setting.variances, sweep->rows[0]->setting.variances, size) != 0)
      return TRUE;
  return FALSE;
}

/* "variances 1,2,1", after @before */
static char *
variances_text (const IplSetting *setting, const char *before)
{
  GString *text = g_string_new (before);

  g_string_append (text, "variances ");
  for (guint i = 0; i < setting->L + 2; i++)
    g_string_append_printf (text, "%s%g", i > 0 ? "," : "", setting->variances[i]);
  return g_string_free (text, FALSE);
}

/* Prints the columns of parts of U.
 * @row: (nullable): %NULL for the header */
static void
print_parts (const IplSolution *row)
{
  if (row == NULL)
    cli_print (" %9s %9s %9s", "diagonal", "levelled", "alignment");
  else
    cli_print (" %9.4f %9.4f %9.4f", row->accuracy_diagonal, row->accuracy_levelled,
               row->alignment);
}

static void
print_row (const IplSweep *sweep, guint i, gboolean several)
{
  const IplSolution *row = sweep->rows[i];
  const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
  g_autofree char *widths = ipl_setting_widths_text (&row->setting);
  g_autofree char *action
      = row->setting.gp ? g_strdup ("-") : g_strdup_printf ("%.6f", row->action);
  g_autofree char *starts = ipl_solution_describe_starts (row);
  g_autofree char *variances = several ? variances_text (&row->setting, "  ") : g_strdup ("");

  cli_print ("%12s %8g %8.4f ± %5.4f %8.4f", widths, row->setting.temperature,
             row->tests[0].accuracy, row->tests[0].accuracy_se,
             group->lines[0].solution->tests[0].accuracy);
  print_parts (row);
  cli_print (" %12s %9.1e %9.1e %4u %9.2f%s%s%s%s\n", action, row->gradient, row->relative_gradient,
             row->iterations, row->solve_seconds * 1e3, variances,
             row->converged ? "" : "  not converged", starts != NULL ? "  " : "",
             starts != NULL ? starts : "");
}

static void
print_table (const IplSweep *sweep)
{
  const IplCaseInfo *the_case = sweep->the_case;
  const char *what = ipl_case_get_score (the_case)->column;
  gboolean several = has_several_variances (sweep);

  cli_print_case (the_case);
  cli_print ("%12s %8s %16s %8s", "N", "T", what, "GP");
  print_parts (NULL);
  cli_print (" %12s %9s %9s %4s %9s\n", "action", "gradient", "relative", "it.", "ms");
  for (guint i = 0; i < sweep->n_rows; i++)
    print_row (sweep, i, several);
  for (guint g = 0; g < sweep->n_groups; g++)
    for (guint k = 0; k < sweep->groups[g].n_lines; k++)
      {
        const IplGpLine *line = &sweep->groups[g].lines[k];
        g_autofree char *variances
            = several ? variances_text (&line->solution->setting, ", ") : g_strdup ("");

        cli_print ("GP limit, T = %g%s, %s: %s %.4f ± %.4f\n", line->solution->setting.temperature,
                   variances, line->label, what, line->solution->tests[0].accuracy,
                   line->solution->tests[0].accuracy_se);
      }
  if (isfinite (sweep->the_case->best_score))
    cli_print ("Best predictor of the task: %s %.4f\n", what, sweep->the_case->best_score);
  print_extras (sweep);
}

static void
print (const IplView *view)
{
  print_table (view->sweep);
  if (view->seeds != NULL)
    cli_seeds_print (view->seeds);
}

/* Reports a stop, or rows that did not converge. */
static CliExit
end (const CliWork *self, const IplSweepResult *result, const IplSeedMean *seeds)
{
  const char *written = self->arguments->out != NULL ? " and are written" : "";

  if (result->stopped)
    return cli_fail (CLI_INTERRUPTED, "Stopped; %u of %u rows were solved until then%s.",
                     result->sweep->n_rows, self->n, written);
  if (seeds != NULL && seeds->n < self->run.seeds.n)
    return cli_fail (CLI_INTERRUPTED, "Stopped; %u of %u seeds were solved until then%s.", seeds->n,
                     self->run.seeds.n, written);
  return cli_report_convergence (result->sweep, NULL);
}

/* Makes the case and the list of settings. */
static CliExit
begin (CliWork *self)
{
  const CliArguments *arguments = self->arguments;
  CliExit status;
  double rows;

  if (arguments->sweep.seeds != NULL && arguments->out != NULL
      && g_str_has_suffix (arguments->out, ".csv"))
    return cli_fail (CLI_USAGE,
                     "--seeds: a .csv file cannot hold the mean over seeds; give an .npz file.");
  status
      = cli_work_begin (self, "sweep", arguments->name, &arguments->images, arguments->sweep.seed);
  if (status != CLI_OK || arguments->dry_run)
    return status;
  cli_print_notes (self->the_case);
  rows = (double)ipl_case_rows_of_U (self->the_case);
  return cli_try_output ("--out", arguments->out, 8.0 * self->n * rows * rows, ".npz,.csv");
}

/* interplay-cli sweep CASE [--widths LIST] [--temperatures LIST] ... */
static CliExit
sweep (CliArguments *arguments)
{
  g_auto (CliWork) self = { .arguments = arguments };
  CliExit status = begin (&self);
  g_autoptr (IplSweepResult) result = NULL;
  g_autoptr (IplSeedMean) seeds = NULL;
  g_autoptr (GError) error = NULL;
  IplSweepRequest request = cli_work_request (&self);
  IplWork work = cli_work_conditions (&self, TRUE);
  IplView view = { .sweep = NULL };

  if (status != CLI_OK)
    return status;
  if (arguments->dry_run)
    return cli_estimate_sweep (&self);
  cli_progress_share (1.0 / (1 + self.run.seeds.n));
  result = ipl_sweep_request_run (&request, &work);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (result->error);
  if (self.run.seeds.n > 0 && !result->stopped)
    {
      seeds = cli_work_seeds (&self, &error);
      if (seeds == NULL)
        return cli_fail_error (error);
    }
  view.the_case = result->sweep->the_case;
  view.sweep = result->sweep;
  view.seeds = seeds;
  status = cli_work_report (&self, IPL_PYTHON_ROWS, &view, print);
  return status == CLI_OK ? end (&self, result, seeds) : status;
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_widths_entry),
  CLI_ENTRIES (cli_priors_entries),
  CLI_ENTRIES (cli_best_entry),
  CLI_ENTRIES (cli_gp_paths_entry),
  CLI_ENTRIES (cli_seeds_entry),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_components_entry),
  CLI_ENTRIES (cli_seed_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write the results as .npz, or .csv", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_sweep
    = { .name = "sweep",
        .summary = "solve the theory over widths, temperatures and variances",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "CASE is a built-in name (interplay-cli cases), an .npz file, or a trained "
                "network. Its parameters are words, NAME=VALUE; interplay-cli cases CASE lists "
                "them.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some row did not "
                "converge.",
        .examples = "interplay-cli sweep mine.npz --widths 10,100,gp --out results.npz\n"
                    "interplay-cli sweep hmc4 tokens=30 P=100 --widths 10 --temperatures 0.01:1:5 "
                    "--seeds 1-4 --best",
        .entries = entries,
        .has_parameters = TRUE,
        .endings = ".npz,.csv",
        .run = sweep };
