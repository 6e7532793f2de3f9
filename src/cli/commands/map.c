/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/map.h"

#include "core/maps/map-cost.h"
#include <stdio.h>

/* Sets the axes, and of all else what the first row of a sweep has; says what is wrong. */
static CliExit
begin (CliWork *work, const char *name, const CliImageArguments *images,
       const CliSweepArguments *arguments, const CliMapArguments *axes)
{
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  work->threads = cli_threads (arguments->threads);
  if (!cli_find_case_of (name, images, arguments->seed, TRUE, work->threads, &parameters,
                         &work->the_case, &work->cost, &error))
    return cli_fail_error (work->command, error);
  ipl_run_settings_init (&work->run, "map", &parameters);
  if (!cli_make_settings (arguments, work->the_case, &work->run, &work->settings, &work->n, &error)
      || !cli_map_set_axes (&work->run, "--x", axes->x, "--y", axes->y, &error))
    return cli_fail (CLI_USAGE, work->command, "%s", error->message);
  work->run.best = FALSE;
  return CLI_OK;
}

static CliExit
tell_cost (CliWork *work)
{
  g_autoptr (GError) error = NULL;
  IplCost cost = { 0 };
  double n = ipl_map_plan_n_cells (&work->run);

  if (!ipl_map_cost_add (&work->run, work->threads, &cost, cli_cancellable (), &error))
    return cli_fail_error (work->command, error);
  printf ("%.0f setting%s\n", n, n == 1 ? "" : "s");
  cli_print_cost (&cost, work->threads);
  return CLI_OK;
}

/* interplay-cli map CASE --x NAME=LIST [--y NAME=LIST] [--seeds A-B] --out map.npz */
CliExit
cli_map (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliWork) work = { .command = argv[0] };
  g_auto (CliSweepArguments) arguments = { .seed = -1 };
  g_auto (CliMapArguments) axes = { NULL };
  g_auto (CliImageArguments) images = { NULL };
  const GOptionEntry entries[] = {
    { "x", 'x', 0, G_OPTION_ARG_STRING, &axes.x,
      "the first axis: N, N1 to Na, T, s0 to sa, P, or the flag of a number, with its values by "
      "commas or as low:high:count",
      "NAME=LIST" },
    { "y", 'y', 0, G_OPTION_ARG_STRING, &axes.y, "the second axis (default: a learning curve)",
      "NAME=LIST" },
    CLI_SEEDS_ENTRY (arguments),
    { "width", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.widths),
      "where no axis is a width: one number, N_1:..:N_L:N_a or gp (default: the first of the "
      "case's)",
      "N" },
    CLI_PRIOR_ENTRIES (arguments),
    CLI_IMAGE_ENTRIES (images),
    CLI_THREADS_ENTRY (arguments),
    CLI_SEED_ENTRY (arguments),
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &work.out,
      "write the map as .npz; where it is there, only what is not solved yet is solved",
      "FILE.npz" },
    CLI_DRY_RUN_ENTRY (work.dry_run),
    { NULL },
  };
  CliExit tried;

  if (!cli_parse_case (
          argc, argv, entries, "solve the theory over any one or two parameters",
          "CASE is a built-in name (interplay-cli cases), an .npz file, or a trained "
          "network.\nlow:high:count is logarithmic for widths, temperatures, variances "
          "and P; low:high:count:linear and\nlow:high:count:log say which. An axis of "
          "widths may end with gp.\n"
          "FILE.npz holds x and y with x_name, x_unit, .., and [y, x] or [x] of accuracy, "
          "accuracy_gp, gain, U (its\ndiagonal, the path last), off_diagonal_share, "
          "alignment, action, starts, starts_agreeing, converged,\nsolved and "
          "impossible, which counts its sentence in warnings; with seeds [seed, y, x] "
          "and .._mean,\n.._sd and .._se; best_temperature, best_temperature_gp, "
          "best_gain where T is an axis.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some setting "
          "cannot be or did not converge.",
          &images, &name))
    return CLI_USAGE;
  tried = cli_try_output (argv[0], "--out", work.out, 0, ".npz");
  if (tried == CLI_OK)
    tried = begin (&work, name, &images, &arguments, &axes);
  if (tried != CLI_OK)
    return tried;
  return work.dry_run ? tell_cost (&work) : cli_map_work (&work);
}
