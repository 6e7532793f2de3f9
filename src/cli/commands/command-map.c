/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/command-input.h"

#include <stdio.h>

typedef struct
{
  CliArguments all;
  char *x;
  char *y; /* (nullable) */
} MapArguments;

/* interplay-cli map CASE --x NAME=LIST [--y NAME=LIST] [--seeds A-B] --out map.npz */
static CliExit
map (CliArguments *arguments)
{
  const MapArguments *self = (MapArguments *)arguments;
  g_auto (CliWork) work = { .arguments = arguments };
  g_autoptr (GError) error = NULL;
  CliExit status = cli_try_output ("--out", arguments->out, 0, ".npz");

  if (status == CLI_OK)
    status
        = cli_work_begin (&work, "map", arguments->name, &arguments->images, arguments->sweep.seed);
  if (status != CLI_OK)
    return status;
  if (!cli_map_set_axes (&work.run, "--x", self->x, "--y", self->y, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  work.run.best = FALSE;
  return arguments->dry_run ? cli_estimate_map (&work) : cli_map_work (&work);
}

#define ARGUMENT(field) offsetof (MapArguments, field)

static const CliEntry entries[] = {
  { "x", 'x', CLI_TEXT, ARGUMENT (x),
    "the first axis: N, N1 to Na, T, s0 to sa, P, or the flag of a number, with its values by "
    "commas or as low:high:count",
    "NAME=LIST" },
  { "y", 'y', CLI_TEXT, ARGUMENT (y), "the second axis (default: a learning curve)", "NAME=LIST" },
  CLI_ENTRIES (cli_seeds_entry),
  { "width", 'w', CLI_ONE, CLI_AT (sweep.widths),
    "where no axis is a width: one number, N_1:..:N_L:N_a or gp (default: the first of the "
    "case's)",
    "N", IPL_AXIS_WIDTHS },
  CLI_ENTRIES (cli_prior_entries),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_seed_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "write the map as .npz; cells of an existing file are not solved again", "FILE.npz" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_map = {
  .name = "map",
  .summary = "solve the theory over any one or two parameters",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text = "low:high:count is logarithmic for widths, temperatures, variances and P; "
          "low:high:count:linear and\nlow:high:count:log choose the spacing. An axis of "
          "widths may end with gp.\n"
          "FILE.npz holds x and y with x_name, x_unit, .., and [y, x] or [x] of accuracy, "
          "accuracy_gp, gain, U (its\ndiagonal, the path last), off_diagonal_share, "
          "alignment, train_residual, best_score (of a task's best predictor), action, starts, "
          "starts_agreeing,\nconverged, solved and "
          "impossible, which counts its sentence in warnings; with seeds [seed, y, x] "
          "and .._mean,\n.._sd and .._se; best_temperature, best_temperature_gp, "
          "best_accuracy, best_accuracy_gp, best_gain where T is\nan axis. "
          "“interplay-cli help map” has the details.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some setting is impossible "
          "or did not converge.",
  .examples = "interplay-cli map hmc4 --x N=10,30,100 --y T=0.01:1:5 --out map.npz\n"
              "interplay-cli map hmc4 --x P=50,100,200 --width 10 --seeds 1-4 --out curve.npz",
  .entries = entries,
  .size = sizeof (MapArguments),
  .has_parameters = TRUE,
  .endings = ".npz",
  .run = map
};
