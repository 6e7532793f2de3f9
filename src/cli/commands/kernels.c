/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include "core/base/fallback.h"
#include "core/base/shown-text.h"
#include "core/results/kernel-results.h"

#include <stdio.h>

/* The files to write. */
typedef struct
{
  const IplSolution *solution;
  const IplSolution *gp;
} Output;

static gboolean
write_kernels (const char *path, gpointer data, GError **error)
{
  const Output *output = data;

  return ipl_kernel_results_save (output->solution, output->gp, path, cli_cancellable (), error);
}

static void
print_alignments (const IplSolution *solution, const IplSolution *gp)
{
  const IplCaseInfo *the_case = solution->the_case;
  g_autofree char *widths = ipl_setting_widths_text (&solution->setting);

  printf ("%s: P = %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT " paths, N = %s, T = %g\n",
          the_case->name, the_case->P, the_case->Pi, widths, solution->setting.temperature);
  printf ("%16s %9s %9s\n", "", "alignment", "cosine");
  printf ("%16s %9.4f %9.4f\n", "GP", gp->alignment, gp->label_cosine);
  printf ("%16s %9.4f %9.4f\n", "diagonal of U", solution->alignment_diagonal,
          solution->label_cosine_diagonal);
  printf ("%16s %9.4f %9.4f\n", "all of U", solution->alignment, solution->label_cosine);
  printf ("alignment: of kernel and labels, both about their means; cosine: y'Ky / (|K| |y|^2), "
          "nothing centred\n");
}

/* The kernels of the first setting, which is the only one. */
static CliExit
write_first (CliWork *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (self->the_case, &error);
  g_autoptr (IplSweep) sweep = NULL;
  const IplSolution *solution;

  if (kernel != NULL)
    sweep = cli_solve (self->the_case, kernel, 1, self->settings, NULL, self->run.best,
                       self->threads, &error);
  cli_progress_done ();
  if (sweep == NULL)
    return cli_fail_error (self->command, error);
  solution = sweep->rows[0];

  Output output = { solution, sweep->groups[0].lines[0].solution };

  if (self->out != NULL && !ipl_fallback_write (self->out, write_kernels, &output, &error))
    return cli_fail_error (self->command, error);
  print_alignments (solution, output.gp);
  if (!solution->converged)
    return cli_fail (CLI_NOT_CONVERGED, self->command, "%s", solution->message);
  return CLI_OK;
}

/* interplay-cli kernels CASE [--width N] [--out FILE.npz] */
CliExit
cli_kernels (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliWork) work = { .command = argv[0] };
  g_auto (CliSweepArguments) arguments = { .seed = -1 };
  g_auto (CliImageArguments) images = { NULL };
  const GOptionEntry entries[] = {
    { "width", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.widths),
      "the width: one number, N_1:..:N_L:N_a or gp (default: the first of the case's)", "N" },
    { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURE (arguments.temperatures),
      "temperature (one-shot cases: the best at this width, unless given)", "T" },
    CLI_VARIANCES_ENTRY (arguments),
    CLI_IMAGE_ENTRIES (images),
    CLI_THREADS_ENTRY (arguments),
    CLI_SEED_ENTRY (arguments),
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &work.out,
      "write C [Pi, Pi, P, P], K, K_gp, K_diagonal [P, P], U and y", "FILE.npz" },
    { NULL },
  };
  CliExit tried;

  if (!cli_parse_case (
          argc, argv, entries, "the path-path kernels and their sum, at one width",
          "K = sum of U_pq C_pq over all pairs of paths, with C_pq = s0^2 / (N_0 Pi) xi^p . xi^q.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but not converged.",
          &images, &name))
    return CLI_USAGE;
  tried = cli_try_output (argv[0], "--out", work.out, 0, ".npz");
  if (tried != CLI_OK)
    return tried;
  tried = cli_work_begin (&work, "sweep", name, &images, &arguments, arguments.seed, 0);
  if (tried != CLI_OK)
    return tried;
  cli_tell_warnings (work.the_case);
  tried = cli_try_output (argv[0], "--out", work.out, ipl_kernel_results_size (work.the_case),
                          ".npz");
  return tried == CLI_OK ? write_first (&work) : tried;
}
