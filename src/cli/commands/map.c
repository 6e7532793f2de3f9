/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/map.h"

#include "core/base/error.h"
#include "core/maps/map-places.h"
#include <stdio.h>

#define MOST_SAMPLES 1000

typedef struct
{
  CliArguments all;
  char *x;
  char *y;         /* (nullable) */
  char *sample_at; /* (nullable) */
  int spread;      /* points of the map to sample, 0 for none */
  int draws;
} MapArguments;

/* Sets where the posterior is sampled, and how; FALSE says what is wrong. */
static gboolean
set_samples (const MapArguments *self, IplRunSettings *run, GError **error)
{
  const CliArguments *all = &self->all;
  g_autoptr (GArray) cells = NULL;
  g_autofree char *text = NULL;

  if (self->sample_at == NULL && self->spread == 0)
    return TRUE;
  cells = self->sample_at != NULL ? ipl_map_places_parse (run, self->sample_at, error)
                                  : ipl_map_places_spread (run, (guint)self->spread);
  if (cells == NULL)
    {
      g_prefix_error (error, "--sample-at: ");
      return FALSE;
    }
  if (cells->len == 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "There is nothing to sample: the GP limit has no order parameter.");
  text = ipl_map_places_text (run, (const guint *)(gpointer)cells->data, cells->len);
  run->sample_at = g_intern_string (text);
  cli_sampler_set (&all->sampler, all->sweep.seed, &run->options);
  run->parameters.draws = (guint)self->draws;
  return TRUE;
}

/* interplay-cli map CASE --x NAME=LIST [--y NAME=LIST] [--seeds A-B] --out map.npz */
static CliExit
map (CliArguments *arguments)
{
  const MapArguments *self = (MapArguments *)arguments;
  g_auto (CliWork) work = { .arguments = arguments };
  g_autoptr (GError) error = NULL;
  CliExit status = cli_try_output ("--out", arguments->out, 0, ".npz");

  if (status == CLI_OK && self->sample_at != NULL && self->spread > 0)
    status = cli_fail (CLI_USAGE, "Give --sample-at or --sample-spread, and not both.");
  if (status == CLI_OK)
    status = cli_sampler_check (&arguments->sampler);
  if (status == CLI_OK)
    status
        = cli_work_begin (&work, "map", arguments->name, &arguments->images, arguments->sweep.seed);
  if (status != CLI_OK)
    return status;
  if (!cli_map_set_axes (&work.run, "--x", self->x, "--y", self->y, &error)
      || !set_samples (self, &work.run, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  work.run.best = FALSE;
  return arguments->dry_run ? cli_estimate_map (&work) : cli_map_work (&work);
}

#define OWN(field) offsetof (MapArguments, field)

static const CliEntry entries[] = {
  { "x", 'x', CLI_TEXT, OWN (x),
    "the first axis: N, N1 to Na, T, s0 to sa, P, or the flag of a number, with its values by "
    "commas or as low:high:count",
    "NAME=LIST" },
  { "y", 'y', CLI_TEXT, OWN (y), "the second axis (default: a learning curve)", "NAME=LIST" },
  CLI_ENTRIES (cli_seeds_entry),
  { "width", 'w', CLI_ONE, CLI_AT (sweep.widths),
    "where no axis is a width: one number, N_1:..:N_L:N_a or gp (default: the first of the "
    "case's)",
    "N", IPL_AXIS_WIDTHS, .also = "widths" },
  CLI_ENTRIES (cli_prior_entries),
  { "sample-at", 0, CLI_TEXT, OWN (sample_at),
    "sample the exact posterior at these points, by semicolons: the settings nearest to X,Y, or X "
    "of a curve",
    "X,Y;.." },
  { "sample-spread", 0, CLI_WHOLE, OWN (spread), "sample it at so many points spread over the map",
    "n", 1, MOST_SAMPLES },
  { "draws", 'n', CLI_WHOLE, OWN (draws), "draws of each chain", "n", IPL_MIN_DRAWS, IPL_MAX_DRAWS,
    IPL_POSTERIOR_DEFAULT_DRAWS },
  CLI_ENTRIES (cli_sampler_entries),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_seed_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "write the map as .npz; where it is there, only what is not solved or sampled yet is",
    "FILE.npz" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_map = {
  .name = "map",
  .summary = "solve the theory over any one or two parameters",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text
  = "low:high:count is logarithmic for widths, temperatures, variances and P; "
    "low:high:count:linear and\nlow:high:count:log say which. An axis of "
    "widths may end with gp.\n"
    "FILE.npz holds x and y with x_name, x_unit, .., and [y, x] or [x] of accuracy, "
    "accuracy_gp, gain, U (its\ndiagonal, the path last), off_diagonal_share, "
    "alignment, train_residual, best_score (of a task's best predictor), action, starts, "
    "starts_agreeing,\nconverged, solved and "
    "impossible, which counts its sentence in warnings; with seeds [seed, y, x] "
    "and .._mean,\n.._sd and .._se; best_temperature, best_temperature_gp, "
    "best_accuracy, best_accuracy_gp, best_gain where T is\nan axis. "
    "“interplay-cli help map” tells all of it.\n"
    "border is 1 where the lowest minimum changes towards the next x, 2 the next y, 3 both, 4 "
    "more where a\nneighbour’s minimum, followed there, is lower. Where the posterior is "
    "sampled: posterior_accuracy,\nposterior_accuracy_se, posterior_difference_se (from "
    "the theory, on the same tests, of sampling and of\ntests), posterior_rhat, "
    "posterior_ess_bulk, posterior_draws, posterior_U_mean and posterior_U_mcse,\nNaN "
    "elsewhere; posterior_trouble counts its sentence in posterior_warnings.\n"
    "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some setting "
    "cannot be or did not converge, or\nchains did not mix.",
  .examples = "interplay-cli map hmc4 --x N=10,30,100 --y T=0.01:1:5 --out map.npz\n"
              "interplay-cli map hmc4 --x P=50,100,200 --width 10 --seeds 1-4 --out curve.npz",
  .entries = entries,
  .size = sizeof (MapArguments),
  .flags_of = CLI_FLAGS_OF_CASES,
  .endings = ".npz",
  .run = map
};
