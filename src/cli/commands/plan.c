/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is shared among tasks: its folder, and the script that a cluster's scheduler takes.
 */
#include "cli/commands/commands.h"
#include "cli/work/map.h"

#include "core/base/shown-text.h"
#include "core/heads/pruning.h"
#include "sweeps/job-script.h"
#include "sweeps/part-rows.h"
#include "sweeps/plan-run.h"
#include <stdio.h>
#include <string.h>

#define MAX_CORES 1024
#define MAX_ARRAY 100000000
#define MAX_FINE_TUNE 1000000

typedef struct
{
  CliArguments all;
  IplPlanRequest request;
  int random_orders;
  int fine_tune;
  char *time;
  char *memory;
  char **axes; /* (nullable): of a map */
} PlanArguments;

static CliExit
read_job (PlanArguments *self)
{
  IplJobOptions *job = &self->request.job;

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
  if ((job->partition != NULL && !ipl_job_is_line (job->partition))
      || (job->account != NULL && !ipl_job_is_line (job->account)))
    return cli_fail (CLI_USAGE, "--partition and --account take a name, on one line.");
  return CLI_OK;
}

/* Checks single options; prints what is wrong. */
static CliExit
check_arguments (const PlanArguments *self)
{
  const IplPlanRequest *request = &self->request;
  IplRemovalOrder order;
  CliExit code = cli_sampler_check (&self->all.sampler);

  if (code != CLI_OK)
    return code;
  if (request->prune != NULL && !ipl_removal_order_parse (request->prune, &order))
    return cli_fail (CLI_USAGE, "--prune: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
                     request->prune);
  if ((request->prune != NULL) + (request->draws > 0) + (request->train > 0) > 1)
    return cli_fail (CLI_USAGE, "Give --sample, --train or --prune, and not both.");
  if (request->train > 0 && self->all.sweep.temperatures != NULL)
    return cli_fail (CLI_USAGE, "--train has no temperatures: leave out --temperatures.");
  if (request->train > 0 && self->all.sweep.variances != NULL)
    return cli_fail (CLI_USAGE, "--train has no prior variances: leave out --variances.");
  if (self->axes != NULL && (request->prune != NULL || request->draws > 0 || request->train > 0))
    return cli_fail (CLI_USAGE,
                     "--axis is of the theory: leave out --sample, --train and --prune.");
  if (self->axes != NULL && g_strv_length (self->axes) > 2)
    return cli_fail (CLI_USAGE, "A map has at most two axes: give --axis once or twice.");
  if (self->all.out == NULL && !self->all.dry_run)
    return cli_fail (CLI_USAGE, "--out SWEEP is missing: the folder to make.");
  return self->all.out != NULL && !self->all.dry_run ? cli_try_folder ("--out", self->all.out)
                                                     : CLI_OK;
}

/* Reads what is computed at every row; prints what is wrong. */
static CliExit
read_request (PlanArguments *self, const IplParameters *parameters)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  const CliSamplerArguments *sampler = &self->all.sampler;
  IplPlanRequest *request = &self->request;

  if (request->train > 0 && (trainable == NULL || trainable->network[0] != '\0'))
    return cli_fail (CLI_USAGE,
                     "--train is for glyphs, or images by --omniglot: give one of them.");
  if (request->prune != NULL && self->fine_tune > 0
      && ipl_parameters_get_network (parameters)[0] == '\0')
    return cli_fail (CLI_USAGE, "--fine-tune needs a trained network, a NET.safetensors.");
  request->parameters = *parameters;
  request->parameters.sampler_chains = (guint)sampler->chains;
  request->parameters.warmup = (guint)sampler->warmup;
  request->parameters.target_acceptance = sampler->target_acceptance;
  request->parameters.sampler_method
      = sampler->method != NULL ? g_intern_string (sampler->method) : ipl_posterior_method_names[0];
  request->parameters.random_orders = (guint)self->random_orders;
  request->parameters.fine_tune_steps = (guint)self->fine_tune;
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

/* The rows are those of a map. */
static gboolean
set_map (const PlanArguments *self, IplRunSettings *run, GError **error)
{
  run->command = g_intern_string ("map");
  run->best = FALSE;
  return cli_map_set_axes (run, "--axis", self->axes[0], "--axis", self->axes[1], error);
}

/* Makes the case once before there is a folder, which finds wrong numbers in its file. */
static gboolean
try_case (const PlanArguments *self, const CliWork *work, guint threads, GError **error)
{
  g_autoptr (IplCase) whole = NULL;
  const char *name = self->all.name;

  if (self->all.dry_run || name == NULL || ipl_experiment_find (name) != NULL)
    return TRUE;
  whole
      = ipl_parameters_make_case (&work->run.parameters, FALSE, threads, cli_cancellable (), error);
  return whole != NULL;
}

/* Options of attention paths, which an experiment in time has none of. */
#define OF_PATHS                                                                                   \
  "widths,temperatures,variances,best,gp-paths,axis,components,sample,chains,warmup,"              \
  "target-acceptance,method,train,prune,random,fine-tune,test,no-resolve,omniglot,holdout,extra"

/* (nullable): the experiment that is named, where its parts are planned. */
static const IplExperiment *
find_parts (const CliArguments *all)
{
  const IplExperiment *experiment = all->name != NULL ? ipl_experiment_find (all->name) : NULL;

  return experiment != NULL && experiment->parts != NULL ? experiment : NULL;
}

/* The plan of the parts of an experiment in time; NULL: @status says why not. */
static IplSweepPlan *
make_parts (PlanArguments *self, CliExit *status)
{
  CliArguments *all = &self->all;
  g_autofree char *given = cli_first_given (all, OF_PATHS);
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (GError) error = NULL;
  IplSweepPlan *made = NULL;

  if (given != NULL)
    {
      *status = cli_fail (CLI_USAGE, "--%s is of attention paths: leave it out for “%s”.", given,
                          all->name);
      return NULL;
    }
  if (cli_given (all, "seeds") != NULL)
    cli_case_flags_take (&all->images, "seeds", cli_given (all, "seeds"));
  if (cli_make_parameters (all->name, &all->images, all->sweep.seed, parameters, &error))
    made = ipl_part_rows_plan (parameters, &self->request.job, &error);
  if (made == NULL)
    *status = cli_fail_error (error);
  return made;
}

/* The plan of the command line, with its cost; NULL: @status says why not. */
static IplSweepPlan *
make_sweep (PlanArguments *self, CliExit *status)
{
  CliArguments *all = &self->all;
  IplPlanRequest *request = &self->request;
  const guint64 seed = (guint64)all->sweep.seed;
  /* A file is not generated: there the seed is the chains' alone. */
  gboolean apart = all->name != NULL && ipl_experiment_find (all->name) == NULL
                   && (request->draws > 0 || request->prune != NULL);
  guint threads = all->threads;
  g_auto (CliWork) work = { .arguments = all };
  g_autoptr (GError) error = NULL;
  IplSweepPlan *plan;

  all->threads = request->job.cores;
  *status = cli_work_begin (&work, ipl_plan_request_computes (request), all->name, &all->images,
                            apart ? -1 : all->sweep.seed);
  if (*status == CLI_OK && !try_case (self, &work, threads, &error))
    *status = cli_fail_error (error);
  if (*status == CLI_OK)
    *status = read_request (self, &work.run.parameters);
  if (*status != CLI_OK)
    return NULL;
  if (request->train > 0)
    set_trained_axes (self, &work.run);
  if (self->axes != NULL && !set_map (self, &work.run, &error))
    {
      *status = cli_fail (CLI_USAGE, "%s", error->message);
      return NULL;
    }
  plan = ipl_plan_request_finish (request, &work.run, all->sweep.seed >= 0 ? &seed : NULL,
                                  work.the_case, &error);
  work.run = (IplRunSettings){ .command = NULL };
  if (plan == NULL)
    *status = cli_fail (CLI_USAGE, "%s", error->message);
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
      = ipl_plan_write (out, plan, &self->request.job, cli_cancellable (), &error);

  if (folder == NULL)
    return cli_fail_error (error);
  print_cost (folder->plan, &self->request.job);
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

  self->request.job.program = "";
  if ((status = read_job (self)) != CLI_OK || (status = check_arguments (self)) != CLI_OK)
    return status;
  made = find_parts (arguments) != NULL ? make_parts (self, &status) : make_sweep (self, &status);
  if (made == NULL)
    return status;
  if (!arguments->dry_run)
    return write_folder (self, made);
  print_cost (made, &self->request.job);
  ipl_sweep_plan_free (made);
  return CLI_OK;
}

#define OWN(field) offsetof (PlanArguments, field)

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_widths_entry),
  CLI_ENTRIES (cli_priors_entries),
  CLI_ENTRIES (cli_best_entry),
  CLI_ENTRIES (cli_gp_paths_entry),
  { "axis", 0, CLI_TEXTS, OWN (axes),
    "plan a map instead, as the command map solves it: once for x, once more for y", "NAME=LIST" },
  CLI_ENTRIES (cli_seeds_entry),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_components_entry),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed),
    "seed of a built-in case, and of the chains (default: its own, and 1)", "n", .initial = -1 },
  { "sample", 0, CLI_WHOLE, OWN (request.draws),
    "sample the posterior at every row too: draws of each chain", "n", IPL_MIN_DRAWS,
    IPL_MAX_DRAWS },
  CLI_ENTRIES (cli_sampler_entries),
  { "train", 0, CLI_WHOLE, OWN (request.train),
    "train a network for every width and seed instead: steps", "n", 1, MAX_FINE_TUNE },
  { "prune", 0, CLI_TEXT, OWN (request.prune),
    "remove heads at every row, in this order, one of " IPL_REMOVAL_ORDERS_TEXT, "ORDER" },
  { "random", 0, CLI_WHOLE, OWN (random_orders), "of --prune: random orders", "n", 0,
    IPL_PRUNING_MAX_RANDOM, 200 },
  { "fine-tune", 0, CLI_WHOLE, OWN (fine_tune), "of --prune: training steps after each removal",
    "steps", 0, MAX_FINE_TUNE },
  { "test", 0, CLI_TEXT, OWN (request.test),
    "of --prune: the test set of accuracies (default: the first)", "NAME" },
  { "no-resolve", 0, CLI_FLAG, OWN (request.no_resolve),
    "of --prune: do not solve the theory anew without each head" },
  { "tasks", 0, CLI_WHOLE, OWN (request.job.tasks),
    "tasks that share the rows (default: as many as take five minutes each)", "n", 1,
    IPL_SWEEP_MAX_ROWS },
  { "rows-per-task", 0, CLI_WHOLE, OWN (request.job.rows_per_task), "rows of a task instead", "n",
    1, IPL_SWEEP_MAX_ROWS },
  { "max-array", 0, CLI_WHOLE, OWN (request.job.max_array),
    "the site's MaxArraySize, above which tasks take several rows", "n", 2, MAX_ARRAY,
    IPL_JOB_MAX_ARRAY },
  { "cores", 0, CLI_WHOLE, OWN (request.job.cores), "cores of a task", "n", 1, MAX_CORES, 1 },
  { "partition", 0, CLI_TEXT, OWN (request.job.partition), "partition of the cluster", "NAME" },
  { "account", 0, CLI_TEXT, OWN (request.job.account), "account that is charged", "NAME" },
  { "time", 0, CLI_TEXT, OWN (time),
    "time limit of a task: minutes, HH:MM:SS or D-HH:MM:SS (default: twice the prediction and "
    "ten minutes)",
    "TIME" },
  { "memory", 0, CLI_TEXT, OWN (memory),
    "memory of a task: 800M, 4G (default: from the prediction)", "BYTES" },
  { "sbatch", 0, CLI_TEXTS, OWN (request.job.extra),
    "a further option of sbatch, once for each: --sbatch=--qos=long", "WORDS" },
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the folder to make", "DIR" },
  CLI_ENTRIES (cli_dry_run_entry),
  { NULL },
};

const CliCommand cli_command_plan = {
  .name = "plan",
  .summary = "plan a sweep for a cluster, or for this machine",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text = "SWEEP is a folder with the case, the plan and job.sh for SLURM; run works on it, "
          "status tells how far it is,\nand merge makes the file that sweep, sample or "
          "dynamics would have written. A row is a setting;\nof joma-table and "
          "learned-attention, a part of the run.\nExit codes: 0 done; 1 failed; 2 wrong arguments.",
  .examples = "interplay-cli plan mine.npz --widths 10,20,50 --temperatures 0.01,0.1 --out sweep\n"
              "interplay-cli plan joma-table --size paper --seeds 5 --out table",
  .entries = entries,
  .size = sizeof (PlanArguments),
  .flags_of = CLI_FLAGS_OF_PLANS,
  .run = plan
};
