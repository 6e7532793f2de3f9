/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/results/results.h"

#include <stdio.h>

static void
print_alignments (const IplView *view)
{
  const IplSolution *solution = view->current, *gp = view->gp;
  const IplCaseInfo *the_case = solution->the_case;
  g_autofree char *widths = ipl_setting_widths_text (&solution->setting);

  cli_print ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " paths, N = %s, T = %g\n",
             the_case->name, the_case->P, the_case->Pi, widths, solution->setting.temperature);
  cli_print ("%16s %9s %9s\n", "", "alignment", "cosine");
  cli_print ("%16s %9.4f %9.4f\n", "GP", gp->alignment, gp->label_cosine);
  cli_print ("%16s %9.4f %9.4f\n", "diagonal of U", solution->alignment_diagonal,
             solution->label_cosine_diagonal);
  cli_print ("%16s %9.4f %9.4f\n", "all of U", solution->alignment, solution->label_cosine);
  cli_print ("alignment: of kernel and labels, both about their means; cosine: y'Ky / (|K| |y|^2), "
             "nothing centred\n");
}

/* Writes the kernels of the only setting. */
static CliExit
write_first (const CliWork *self)
{
  IplWork work = cli_work_conditions (self, FALSE);
  IplSweepRequest request = cli_work_request (self);
  g_autoptr (IplSweepResult) result = NULL;
  const IplSolution *solution;
  IplView view;
  CliExit status;

  request.n = 1;
  request.gp_paths = NULL;
  result = ipl_sweep_request_run (&request, &work);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (result->error);
  solution = result->sweep->rows[0];
  view = (IplView){ .current = solution, .gp = result->sweep->groups[0].lines[0].solution };
  status = cli_work_report (self, IPL_PYTHON_KERNELS, &view, print_alignments);
  if (status == CLI_OK && !solution->converged)
    return cli_fail (CLI_NOT_CONVERGED, "%s", solution->message);
  return status;
}

/* interplay-cli kernels CASE [--width N] [--out FILE.npz] */
static CliExit
kernels (CliArguments *arguments)
{
  g_auto (CliWork) work = { .arguments = arguments };
  CliExit status
      = cli_work_begin (&work, "sweep", arguments->name, &arguments->images, arguments->sweep.seed);

  if (status != CLI_OK)
    return status;
  cli_print_warnings (work.the_case);
  status
      = cli_try_output ("--out", arguments->out, ipl_kernel_results_size (work.the_case), ".npz");
  return status == CLI_OK ? write_first (&work) : status;
}

static const CliEntry entries[] = {
  { "width", 'w', CLI_ONE, CLI_AT (sweep.widths),
    "the width: one number, N_1:..:N_L:N_a or gp (default: the first of the case's)", "N",
    IPL_AXIS_WIDTHS },
  { "temperature", 't', CLI_ONE, CLI_AT (sweep.temperatures),
    "temperature (default: that of the case; of one-shot cases the best at this width)", "T",
    IPL_AXIS_TEMPERATURE },
  CLI_ENTRIES (cli_variances_entry),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_seed_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "write C [Pi, Pi, P, P], K, K_gp, K_diagonal [P, P], U and y", "FILE.npz" },
  { NULL },
};

const CliCommand cli_command_kernels
    = { .name = "kernels",
        .summary = "the path-path kernels and their sum, at one width",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "K = sum of U_pq C_pq over all pairs of paths, with C_pq = s0^2 / (N_0 Pi) xi^p . "
                "xi^q.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but not converged.",
        .examples = "interplay-cli kernels mine.npz --width 10 --out kernels.npz",
        .entries = entries,
        .has_parameters = TRUE,
        .endings = ".npz",
        .run = kernels };
