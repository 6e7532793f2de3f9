/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/prune.h"

#include <math.h>

#define DEFAULT_RANDOM_ORDERS 200
#define MAX_FINE_TUNE 1000000

typedef struct
{
  CliArguments all;
  CliPruneFiles files;
  char *order;
  char *test;
  double temperature;
  int random_orders;
  int fine_tune;
  gboolean no_resolve;
} PruneArguments;

/* Refuses arguments that contradict each other. */
static CliExit
check_arguments (const PruneArguments *self, IplRemovalOrder *order)
{
  const CliArguments *all = &self->all;
  const CliPruneFiles *files = &self->files;
  guint n = g_strv_length (all->names);
  gboolean network = n > 0 && g_str_has_suffix (all->name, ".safetensors");

  *order = IPL_REMOVAL_BY_SCORE;
  if (n == 0 && all->images.zips == NULL)
    return cli_fail (CLI_USAGE,
                     "A NET.safetensors is missing, or a CASE: a built-in name (see interplay-cli "
                     "cases) or a file.");
  if (n == 2 && !network)
    return cli_fail (CLI_USAGE, "Unexpected argument “%s”.", all->names[1]);
  if (self->order != NULL && !ipl_removal_order_parse (self->order, order))
    return cli_fail (CLI_USAGE, "--order: “%s” is not one of " IPL_REMOVAL_ORDERS_TEXT ".",
                     self->order);
  if (self->fine_tune > 0 && !network)
    return cli_fail (CLI_USAGE, "--fine-tune needs a trained network, a NET.safetensors.");
  if (files->save != NULL && !network)
    return cli_fail (CLI_USAGE, "--save needs a trained network, a NET.safetensors.");
  if ((files->save != NULL || files->save_case != NULL || files->mask != NULL) && files->remove < 0)
    return cli_fail (
        CLI_USAGE,
        "--save, --save-case and --mask need --remove n, the number of heads to remove.");
  if (self->fine_tune > 0 && *order == IPL_REMOVAL_RANDOM
      && (files->save != NULL || files->save_case != NULL))
    return cli_fail (CLI_USAGE,
                     "A random order is not fine-tuned: leave out --fine-tune, or take the order "
                     "score, reverse, entropy or gradient.");
  return CLI_OK;
}

/* Tests all output files before any work. */
static CliExit
try_files (const PruneArguments *self)
{
  CliExit status = cli_try_output ("--out", self->all.out, 0, ".npz");

  if (status == CLI_OK)
    status = cli_try_output ("--save", self->files.save, 0, ".safetensors");
  if (status == CLI_OK)
    status = cli_try_output ("--save-case", self->files.save_case, 0, ".npz");
  return status == CLI_OK ? cli_try_output ("--mask", self->files.mask, 0, ".json") : status;
}

static gboolean
begin (CliPruning *self, const PruneArguments *arguments, IplRemovalOrder order, GError **error)
{
  const CliPruneInput *subject = &self->subject;
  gboolean exported
      = subject->network != NULL && ipl_parameters_get_network (subject->parameters)[0] == '\0';
  const IplPruneOptions options = { .test = arguments->test,
                                    .widths = arguments->all.sweep.widths,
                                    .temperature = arguments->temperature,
                                    .network = exported ? arguments->all.name : NULL,
                                    .order = order,
                                    .random_orders = (guint)arguments->random_orders,
                                    .fine_tune_steps = (guint)arguments->fine_tune,
                                    .resolve = !arguments->no_resolve,
                                    .seed = arguments->all.sweep.seed };

  self->work.parameters = subject->parameters;
  self->work.the_case = subject->the_case;
  self->work.threads = arguments->all.threads;
  return ipl_pruning_analysis_begin (&self->work, &options, error);
}

/* interplay-cli prune NET.safetensors [CASE|--omniglot ZIP.. --holdout NAMES] --order ... */
static CliExit
prune (CliArguments *arguments)
{
  const PruneArguments *self = (const PruneArguments *)arguments;
  g_auto (CliPruning) run = { .arguments = arguments, .files = self->files };
  CliPruneInput *subject = &run.subject;
  g_autoptr (GError) error = NULL;
  IplRemovalOrder order;
  guint n_points;
  CliExit status;

  if ((status = check_arguments (self, &order)) != CLI_OK || (status = try_files (self)) != CLI_OK)
    return status;
  if (!cli_prune_input_open (subject, arguments,
                             self->fine_tune > 0 || self->files.save_case != NULL, &error))
    return cli_fail_error (error);
  n_points = ipl_case_n_heads (subject->the_case) - subject->the_case->L + 1;
  if (self->files.remove >= (int)n_points)
    return cli_fail (
        CLI_USAGE,
        "--remove is %d, but every layer keeps a head, so that at most %u can be removed.",
        self->files.remove, n_points - 1);
  if (!begin (&run, self, order, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  return cli_pruning_run (&run);
}

#define ARGUMENT(field) offsetof (PruneArguments, field)

static const CliEntry entries[] = {
  { "order", 0, CLI_TEXT, ARGUMENT (order),
    "order of removal: score (lowest first), reverse, entropy (of attention, highest first), "
    "gradient (of the loss by a factor on the head, lowest first) or random",
    "ORDER" },
  CLI_ENTRIES (cli_image_entries),
  { "test", 0, CLI_TEXT, ARGUMENT (test), "test set of the accuracies (default: the first)",
    "NAME" },
  { "width", 'w', CLI_ONE, CLI_AT (sweep.widths),
    "the theory's width, N_1:..:N_L:N_a or gp (default: the network's, else 100)", "N",
    IPL_AXIS_WIDTHS },
  { "temperature", 't', CLI_REAL, ARGUMENT (temperature),
    "the theory's temperature (default: with a trained network the best of ten from 0.01 to "
    "1.5, else the case's)",
    "T", 0, IPL_MAX_TEMPERATURE, NAN },
  { "no-resolve", 0, CLI_FLAG, ARGUMENT (no_resolve),
    "do not solve the theory again without each head" },
  { "random", 0, CLI_INTEGER, ARGUMENT (random_orders), "random orders", "n", 0,
    IPL_PRUNING_MAX_RANDOM, DEFAULT_RANDOM_ORDERS },
  { "fine-tune", 0, CLI_INTEGER, ARGUMENT (fine_tune), "training steps after each removal", "steps",
    0, MAX_FINE_TUNE },
  { "remove", 0, CLI_INTEGER, ARGUMENT (files.remove),
    "number of heads to remove for --save, --save-case and --mask, and for the line that prunes a "
    "PyTorch model",
    "n", 0, IPL_MAX_LAYERS *IPL_MAX_HEADS, -1 },
  { "save", 0, CLI_OUTPUT, ARGUMENT (files.save), "write the pruned network",
    "PRUNED.safetensors" },
  { "save-case", 0, CLI_OUTPUT, ARGUMENT (files.save_case), "write its case", "CASE.npz" },
  { "mask", 0, CLI_OUTPUT, ARGUMENT (files.mask), "write the mask of the remaining heads, as JSON",
    "MASK.json" },
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of the random orders, and of a built-in case",
    "n", .initial = -1 },
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "write the results as .npz", "FILE.npz" },
  CLI_ENTRIES (cli_json_entry),
  { NULL },
};

const CliCommand cli_command_prune
    = { .name = "prune",
        .summary = "score heads, and compute accuracy as heads are removed",
        .argument = "[NET.safetensors] [CASE]",
        .text = "NET.safetensors is pruned on its training task, or on the given images or "
                "exported CASE.\nFor a CASE without a trained network the theory is pruned: rows "
                "and columns of U are set to zero.\nExit codes: 0 done; 1 failed; 2 wrong "
                "arguments; 3 done, but some solution did not converge.",
        .examples = "interplay-cli prune mine.npz --width 10",
        .entries = entries,
        .size = sizeof (PruneArguments),
        .has_parameters = TRUE,
        .run = prune };
