/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include "core/base/fallback.h"
#include "core/results/results.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Accuracies on the case's further test sets, a line a set. */
static void
print_extras (const IplSweep *sweep)
{
  const IplCaseInfo *the_case = sweep->the_case;

  for (guint k = 1; k < the_case->n_tests; k++)
    {
      printf ("%s:", the_case->test_sets[k].name);
      for (guint i = 0; i < sweep->n_rows; i++)
        {
          g_autofree char *widths = ipl_setting_widths_text (&sweep->rows[i]->setting);

          printf (" %s %.4f,", widths, sweep->rows[i]->tests[k].accuracy);
        }
      printf (" GP %.4f\n", sweep->groups[0].lines[0].solution->tests[k].accuracy);
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

static void
print_table (const IplSweep *sweep)
{
  const IplCaseInfo *the_case = sweep->the_case;
  const char *what = ipl_case_get_score (the_case)->column;
  gboolean several = has_several_variances (sweep);

  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " tests, %" G_GSIZE_FORMAT " paths\n",
          the_case->name, the_case->P, the_case->test_sets[0].count, the_case->Pi);
  printf ("%12s %8s %16s %8s %9s %9s %9s %12s %9s %9s %4s %9s\n", "N", "T", what, "GP", "diagonal",
          "levelled", "alignment", "action", "gradient", "relative", "it.", "ms");
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);
      g_autofree char *action
          = row->setting.gp ? g_strdup ("-") : g_strdup_printf ("%.6f", row->action);

      g_autofree char *starts = ipl_solution_describe_starts (row);
      g_autofree char *variances = several ? variances_text (&row->setting, "  ") : g_strdup ("");

      printf ("%12s %8g %8.4f ± %5.4f %8.4f %9.4f %9.4f %9.4f %12s %9.1e %9.1e %4u %9.2f%s%s%s%s\n",
              widths, row->setting.temperature, row->tests[0].accuracy, row->tests[0].accuracy_se,
              group->lines[0].solution->tests[0].accuracy, row->accuracy_diagonal,
              row->accuracy_levelled, row->alignment, action, row->gradient, row->relative_gradient,
              row->iterations, row->solve_seconds * 1e3, variances,
              row->converged ? "" : "  not converged", starts != NULL ? "  " : "",
              starts != NULL ? starts : "");
    }
  for (guint g = 0; g < sweep->n_groups; g++)
    for (guint k = 0; k < sweep->groups[g].n_lines; k++)
      {
        const IplGpLine *line = &sweep->groups[g].lines[k];
        g_autofree char *variances
            = several ? variances_text (&line->solution->setting, ", ") : g_strdup ("");

        printf ("GP limit, T = %g%s, %s: %s %.4f ± %.4f\n", line->solution->setting.temperature,
                variances, line->label, what, line->solution->tests[0].accuracy,
                line->solution->tests[0].accuracy_se);
      }
  print_extras (sweep);
}

/* The files to write. */
typedef struct
{
  const IplSweep *sweep;
  const IplSeedMean *seeds; /* nullable */
  const char *settings_json;
} Output;

static gboolean
write_sweep (const char *path, gpointer data, GError **error)
{
  const Output *output = data;

  return g_str_has_suffix (path, ".csv")
             ? ipl_results_save_csv (output->sweep, path, error)
             : ipl_results_save_npz (output->sweep, NULL, output->seeds, output->settings_json,
                                     path, error);
}

/* Writes the solutions to the file and to standard output. */
static CliExit
tell (const CliWork *self, const IplSweep *sweep, const IplSeedMean *seeds)
{
  g_autofree char *settings_json = cli_work_settings (self);
  g_autoptr (GError) error = NULL;
  Output output = { sweep, seeds, settings_json };

  if (self->out != NULL && !ipl_fallback_write (self->out, write_sweep, &output, &error))
    return cli_fail_error (self->command, error);
  if (self->json)
    {
      g_autofree char *text = ipl_results_to_json (sweep, NULL, seeds, settings_json);

      printf ("%s\n", text);
    }
  else
    print_table (sweep);
  if (!self->json && seeds != NULL)
    cli_seeds_print (seeds);
  return CLI_OK;
}

/* Solves what is listed. */
CliExit
cli_sweep_work (CliWork *self)
{
  const IplCase *the_case = self->the_case;
  g_autoptr (IplSweepResult) result = NULL;
  g_autoptr (IplSeedMean) seeds = NULL;
  g_autoptr (GError) error = NULL;
  const IplSweep *sweep;
  CliExit code;

  cli_tell_notes (the_case);
  code = cli_try_output (self->command, "--out", self->out,
                         8.0 * self->n * (double)the_case->Pi * (double)the_case->Pi, ".npz,.csv");
  if (code != CLI_OK)
    return code;

  const IplSweepRequest request = { .the_case = self->the_case,
                                    .n = self->n,
                                    .settings = self->settings,
                                    .gp_paths = self->run.parameters.gp_paths,
                                    .best = self->run.best,
                                    .keep = TRUE,
                                    .threads = self->threads };

  result = cli_run_sweep (&request);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (self->command, result->error);
  sweep = result->sweep;
  if (self->run.seeds.n > 0 && !result->stopped)
    {
      seeds = cli_seeds_run (&self->run.seeds, &self->run.parameters, self->n, self->settings,
                             self->run.best, self->threads, &error);
      cli_progress_done ();
      if (seeds == NULL)
        return cli_fail_error (self->command, error);
    }
  code = tell (self, sweep, seeds);
  if (code != CLI_OK)
    return code;
  if (result->stopped)
    return cli_fail (CLI_INTERRUPTED, self->command,
                     "Stopped; %u of %u rows were solved until then%s.", sweep->n_rows, self->n,
                     self->out != NULL ? " and are written" : "");
  if (seeds != NULL && seeds->n < self->run.seeds.n)
    return cli_fail (CLI_INTERRUPTED, self->command,
                     "Stopped; %u of %u seeds were solved until then%s.", seeds->n,
                     self->run.seeds.n, self->out != NULL ? " and are written" : "");
  return cli_tell_doubt (self->command, sweep, NULL);
}

/* interplay-cli sweep CASE [--widths LIST] [--temperatures LIST] ... */
CliExit
cli_sweep (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliWork) work = { .command = argv[0] };
  g_auto (CliSweepArguments) arguments = { .seed = -1 };
  g_auto (CliImageArguments) images = { NULL };
  int components = 0;
  const GOptionEntry entries[] = {
    CLI_WIDTHS_ENTRY (arguments),
    CLI_PRIORS_ENTRIES (arguments),
    CLI_BEST_ENTRY (arguments),
    CLI_GP_PATHS_ENTRY (arguments),
    CLI_SEEDS_ENTRY (arguments),
    CLI_IMAGE_ENTRIES (images),
    CLI_THREADS_ENTRY (arguments),
    CLI_COMPONENTS_ENTRY (components),
    CLI_SEED_ENTRY (arguments),
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &work.out, "write the results as .npz, or .csv",
      "FILE.npz" },
    CLI_JSON_ENTRY (work.json),
    CLI_DRY_RUN_ENTRY (work.dry_run),
    { NULL },
  };
  CliExit tried;

  if (!cli_parse_case (
          argc, argv, entries, "solve the theory over widths, temperatures and variances",
          "CASE is a built-in name (interplay-cli cases), an .npz file, or a trained network.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some row did not "
          "converge.",
          &images, &name))
    return CLI_USAGE;
  if (arguments.seeds != NULL && work.out != NULL && g_str_has_suffix (work.out, ".csv"))
    return cli_fail (CLI_USAGE, argv[0],
                     "--seeds: a .csv file has no place for the mean over seeds; give an .npz "
                     "file.");
  tried = cli_try_output (argv[0], "--out", work.out, 0, ".npz,.csv");
  if (tried != CLI_OK)
    return tried;
  tried = cli_work_begin (&work, "sweep", name, &images, &arguments, arguments.seed, components);
  if (tried != CLI_OK)
    return tried;
  return work.dry_run ? cli_tell_cost (&work) : cli_sweep_work (&work);
}
