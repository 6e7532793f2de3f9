/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is shared among tasks: its folder, and the script that a cluster's scheduler takes.
 */
#include "cli/commands/commands.h"

#include "core/base/shown-text.h"
#include "core/heads/pruning.h"
#include "sweeps/job-script.h"
#include "sweeps/plan-run.h"
#include <stdio.h>
#include <string.h>

#define MAX_CORES 1024
#define MAX_ARRAY 100000000
#define MAX_FINE_TUNE 1000000

typedef struct
{
  CliArguments all;
  int draws;   /* 0: nothing is sampled */
  int train;   /* steps; 0: nothing is trained */
  char *prune; /* (nullable): order in which heads are removed; NULL: none is */
  char *test;
  int random_orders;
  int fine_tune;
  gboolean no_resolve;
  IplJobOptions job; /* what is asked of the scheduler */
  char *partition;
  char *account;
  char *time;
  char *memory;
} PlanArguments;

static CliExit
read_job (PlanArguments *self)
{
  IplJobOptions *job = &self->job;

  if (job->tasks > 0 && job->rows_per_task > 0)
    return cli_fail (CLI_USAGE, "Give --tasks or --rows-per-task, and not both.");
  if (self->time != NULL && !ipl_job_parse_time (self->time, &job->seconds))
    return cli_fail (CLI_USAGE,
                     "--time: “%s” is no time as sbatch takes it: minutes, HH:MM:SS or D-HH:MM:SS.",
                     self->time);
  if (self->memory != NULL && !ipl_job_parse_memory (self->memory, &job->megabytes))
    return cli_fail (CLI_USAGE,
                     "--memory: “%s” is no size as sbatch takes it: megabytes, 800M, 4G or 1T.",
                     self->memory);
  for (char **line = job->extra; line != NULL && *line != NULL; line++)
    if (!ipl_job_is_line (*line))
      return cli_fail (CLI_USAGE, "--sbatch takes one option of sbatch, on one line.");
  if ((self->partition != NULL && !ipl_job_is_line (self->partition))
      || (self->account != NULL && !ipl_job_is_line (self->account)))
    return cli_fail (CLI_USAGE, "--partition and --account take a name, on one line.");
  job->partition = self->partition;
  job->account = self->account;
  return CLI_OK;
}

/* Checks single options; prints what is wrong. */
static CliExit
check_arguments (const PlanArguments *self)
{
  IplRemovalOrder order;
  CliExit code = cli_sampler_check (&self->all.sampler);

  if (code != CLI_OK)
    return code;
  if (self->prune != NULL && !ipl_removal_order_parse (self->prune, &order))
    return cli_fail (CLI_USAGE, "--prune: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
                     self->prune);
  if ((self->prune != NULL) + (self->draws > 0) + (self->train > 0) > 1)
    return cli_fail (CLI_USAGE, "Give --sample, --train or --prune, and not both.");
  if (self->train > 0 && self->all.sweep.temperatures != NULL)
    return cli_fail (CLI_USAGE, "--train has no temperatures: leave out --temperatures.");
  if (self->train > 0 && self->all.sweep.variances != NULL)
    return cli_fail (CLI_USAGE, "--train has no prior variances: leave out --variances.");
  if (self->all.out == NULL && !self->all.dry_run)
    return cli_fail (CLI_USAGE, "--out SWEEP is missing: the folder to make.");
  return self->all.out != NULL && !self->all.dry_run ? cli_try_folder ("--out", self->all.out)
                                                     : CLI_OK;
}

/* Reads what is computed at every row; prints what is wrong. */
static CliExit
read_request (const PlanArguments *self, const IplParameters *parameters, IplPlanRequest *request)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);

  if (self->train > 0 && (trainable == NULL || trainable->network[0] != '\0'))
    return cli_fail (CLI_USAGE,
                     "--train is for glyphs, or images by --omniglot: give one of them.");
  if (self->prune != NULL && self->fine_tune > 0
      && ipl_parameters_get_network (parameters)[0] == '\0')
    return cli_fail (CLI_USAGE, "--fine-tune needs a trained network, a NET.safetensors.");
  ipl_plan_request_init (request, parameters);
  request->parameters.sampler_chains = (guint)self->all.sampler.chains;
  request->parameters.warmup = (guint)self->all.sampler.warmup;
  request->parameters.target_acceptance = self->all.sampler.target_acceptance;
  request->parameters.sampler_method = self->all.sampler.method != NULL
                                           ? g_intern_string (self->all.sampler.method)
                                           : ipl_posterior_method_names[0];
  request->parameters.random_orders = (guint)self->random_orders;
  request->parameters.fine_tune_steps = (guint)self->fine_tune;
  request->draws = (guint)self->draws;
  request->prune = self->prune != NULL ? g_intern_string (self->prune) : NULL;
  request->test = self->test != NULL ? g_intern_string (self->test) : NULL;
  request->no_resolve = self->no_resolve;
  request->train = (guint)self->train;
  return CLI_OK;
}

/* A network that is trained has the width that its parameters say, and no temperature. */
static void
set_trained_axes (const PlanArguments *self, IplRunSettings *run)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (&run->parameters);
  double temperature = run->temperatures.values[0];
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = run->parameters.current.L };
  g_auto (IplSweepAxis) one = { .kind = IPL_AXIS_TEMPERATURE };
  IplSetting base = run->parameters.current;

  base.gp = FALSE;
  for (guint l = 0; l <= base.L; l++)
    base.N[l] = (guint)trainable->training.config.shape.N[0];
  if (self->all.sweep.widths == NULL)
    ipl_sweep_axis_add_widths (&widths, &base);
  else
    ipl_sweep_axis_copy (&widths, &run->widths);
  ipl_sweep_axis_add (&one, &temperature);
  ipl_run_settings_take_axes (run, &base, &widths, &one);
}

/* The plan of the command line, with its cost; NULL: @code says why not. */
static IplSweepPlan *
make_plan (const PlanArguments *self, CliExit *code)
{
  const CliArguments *all = &self->all;
  const char *name = all->name;
  gboolean generated = name == NULL || ipl_experiment_find (name) != NULL;
  gboolean apart = !generated && (self->draws > 0 || self->prune != NULL);
  const guint64 seed = (guint64)self->all.sweep.seed;
  g_autoptr (IplPlanRequest) request = g_new0 (IplPlanRequest, 1);
  g_autoptr (IplCase) the_case = NULL, whole = NULL;
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  IplRunSettings run = { .command = NULL };
  IplSweepPlan *plan;
  IplParameters parameters;
  IplCost cost = { 0 };
  guint n;

  ipl_cost_add (&cost, "the start", ipl_cost_own_seconds (), ipl_cost_own_bytes (), 0);
  /* A file is not generated: there the seed is the chains' alone. What is only wrong in its numbers
   * is found by making the case once, before there is a folder. */
  if (!cli_find_case_of (name, &self->all.images, apart ? -1 : self->all.sweep.seed, TRUE,
                         self->job.cores, &parameters, &the_case, &cost, &error)
      || (!self->all.dry_run && !generated
          && (whole = ipl_parameters_make_case (&parameters, FALSE, all->threads,
                                                cli_cancellable (), &error))
                 == NULL))
    {
      *code = cli_fail_error (error);
      return NULL;
    }
  *code = read_request (self, &parameters, request);
  if (*code != CLI_OK)
    return NULL;
  request->job = self->job;
  request->job.extra = g_strdupv (self->job.extra);
  ipl_run_settings_init (&run, ipl_plan_request_computes (request), &parameters);
  if (cli_given (all, "components") != NULL)
    run.parameters.display.n_components = all->drawing.display.n_components;
  if (!cli_make_settings (&self->all.sweep, the_case, &run, &settings, &n, &error))
    {
      ipl_run_settings_clear (&run);
      *code = cli_fail (CLI_USAGE, "%s", error->message);
      return NULL;
    }
  if (self->train > 0)
    set_trained_axes (self, &run);
  plan = ipl_plan_request_finish (request, &run, self->all.sweep.seed >= 0 ? &seed : NULL, the_case,
                                  &cost, &error);
  if (plan == NULL)
    *code = cli_fail (CLI_USAGE, "%s", error->message);
  return plan;
}

static void
print_cost (const IplSweepPlan *plan, const IplJobOptions *job)
{
  g_autofree char *text = ipl_job_describe (plan, job);

  puts (text);
}

static CliExit
write_folder (const PlanArguments *self, IplSweepPlan *plan)
{
  const char *out = self->all.out;
  g_autofree char *shown = ipl_path_shown (out), *quoted = ipl_text_shell_quote (out);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder
      = ipl_plan_write (out, plan, &self->job, cli_cancellable (), &error);

  if (folder == NULL)
    return cli_fail_error (error);
  print_cost (folder->plan, &self->job);
  printf (
      "%s is planned. On a cluster:  sbatch %s/job.sh\nHere:  interplay-cli run %s\n"
      "A task at its time limit goes back into the queue, up to %d times; whatever is missing in "
      "the end, the same sbatch computes.\n",
      shown, quoted, quoted, IPL_JOB_MOST_RESTARTS);
  return CLI_OK;
}

/* interplay-cli plan CASE [--widths LIST] [--seeds A-B] [--sample n] ... --out SWEEP */
static CliExit
plan (CliArguments *arguments)
{
  PlanArguments *self = (PlanArguments *)arguments;
  IplSweepPlan *made;
  CliExit status = CLI_OK;

  self->job.program = "";
  if ((status = read_job (self)) != CLI_OK || (status = check_arguments (self)) != CLI_OK)
    return status;
  made = make_plan (self, &status);
  if (made == NULL)
    return status;
  if (!arguments->dry_run)
    return write_folder (self, made);
  print_cost (made, &self->job);
  ipl_sweep_plan_free (made);
  return CLI_OK;
}

#define OWN(field) offsetof (PlanArguments, field)

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_widths_entry),
  CLI_ENTRIES (cli_priors_entries),
  CLI_ENTRIES (cli_best_entry),
  CLI_ENTRIES (cli_gp_paths_entry),
  CLI_ENTRIES (cli_seeds_entry),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_components_entry),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of a built-in case, and of the chains", "n",
    .initial = -1 },
  { "sample", 0, CLI_WHOLE, OWN (draws),
    "sample the posterior at every row too: draws of each chain", "n", IPL_MIN_DRAWS,
    IPL_MAX_DRAWS },
  CLI_ENTRIES (cli_sampler_entries),
  { "train", 0, CLI_WHOLE, OWN (train), "train a network for every width and seed instead: steps",
    "n", 1, MAX_FINE_TUNE },
  { "prune", 0, CLI_TEXT, OWN (prune),
    "remove heads at every row, in this order: score, reverse, entropy or random", "ORDER" },
  { "random", 0, CLI_WHOLE, OWN (random_orders), "of --prune: random orders (default: 200)", "n", 0,
    IPL_PRUNING_MAX_RANDOM, 200 },
  { "fine-tune", 0, CLI_WHOLE, OWN (fine_tune),
    "of --prune: training steps after each removal (default: 0)", "steps", 0, MAX_FINE_TUNE },
  { "test", 0, CLI_TEXT, OWN (test), "of --prune: the test set of accuracies (default: the first)",
    "NAME" },
  { "no-resolve", 0, CLI_FLAG, OWN (no_resolve),
    "of --prune: do not solve the theory anew without each head" },
  { "tasks", 0, CLI_WHOLE, OWN (job.tasks),
    "tasks that share the rows (default: as many as take five minutes each)", "n", 1,
    IPL_SWEEP_MAX_ROWS },
  { "rows-per-task", 0, CLI_WHOLE, OWN (job.rows_per_task), "rows of a task instead", "n", 1,
    IPL_SWEEP_MAX_ROWS },
  { "max-array", 0, CLI_WHOLE, OWN (job.max_array),
    "the site's MaxArraySize, above which tasks take several rows (default: 1001)", "n", 2,
    MAX_ARRAY, IPL_JOB_MAX_ARRAY },
  { "cores", 0, CLI_WHOLE, OWN (job.cores), "cores of a task (default: 1)", "n", 1, MAX_CORES, 1 },
  { "partition", 0, CLI_TEXT, OWN (partition), "partition of the cluster", "NAME" },
  { "account", 0, CLI_TEXT, OWN (account), "account that is charged", "NAME" },
  { "time", 0, CLI_TEXT, OWN (time),
    "time limit of a task: minutes, HH:MM:SS or D-HH:MM:SS (default: twice the prediction and "
    "ten minutes)",
    "TIME" },
  { "memory", 0, CLI_TEXT, OWN (memory),
    "memory of a task: 800M, 4G (default: from the prediction)", "BYTES" },
  { "sbatch", 0, CLI_TEXTS, OWN (job.extra),
    "a further option of sbatch, once for each: --sbatch=--qos=long", "WORDS" },
  { "out", 'o', CLI_FILE, CLI_AT (out), "the folder to make", "DIR" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_plan
    = { .name = "plan",
        .summary = "plan a sweep for a cluster, or for this machine",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "SWEEP is a folder with the case, the plan and job.sh for SLURM; run works on it, "
                "status tells how far it is,\nand merge makes the file that sweep, or sample, "
                "would have written.\nExit codes: 0 done; 1 failed; 2 wrong arguments.",
        .entries = entries,
        .size = sizeof (PlanArguments),
        .flags_of = CLI_FLAGS_OF_CASES,
        .run = plan };
