/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is shared among tasks: its folder, and the script that a cluster's scheduler takes.
 */
#include "cli/commands/commands.h"
#include "cli/work/map.h"

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
  CliSweepArguments sweep;
  CliSamplerArguments sampler;
  CliImageArguments images;
  char **axes; /* (nullable): of a map */
  int components;
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
  char *out;
  gboolean dry_run;
} PlanArguments;

static void
plan_arguments_clear (PlanArguments *self)
{
  cli_image_arguments_clear (&self->images);
  cli_sweep_arguments_clear (&self->sweep);
  g_free (self->sampler.method);
  g_free (self->prune);
  g_free (self->test);
  g_free (self->partition);
  g_free (self->account);
  g_free (self->time);
  g_free (self->memory);
  g_strfreev (self->job.extra);
  g_strfreev (self->axes);
  g_free (self->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlanArguments, plan_arguments_clear)

static CliExit
read_job (const char *command, PlanArguments *self)
{
  IplJobOptions *job = &self->job;

  if (job->tasks > 0 && job->rows_per_task > 0)
    return cli_fail (CLI_USAGE, command, "Give --tasks or --rows-per-task, and not both.");
  if (self->time != NULL && !ipl_job_parse_time (self->time, &job->seconds))
    return cli_fail (CLI_USAGE, command,
                     "--time: “%s” is no time as sbatch takes it: minutes, HH:MM:SS or D-HH:MM:SS.",
                     self->time);
  if (self->memory != NULL && !ipl_job_parse_memory (self->memory, &job->megabytes))
    return cli_fail (CLI_USAGE, command,
                     "--memory: “%s” is no size as sbatch takes it: megabytes, 800M, 4G or 1T.",
                     self->memory);
  for (char **line = job->extra; line != NULL && *line != NULL; line++)
    if (!ipl_job_is_line (*line))
      return cli_fail (CLI_USAGE, command, "--sbatch takes one option of sbatch, on one line.");
  if ((self->partition != NULL && !ipl_job_is_line (self->partition))
      || (self->account != NULL && !ipl_job_is_line (self->account)))
    return cli_fail (CLI_USAGE, command, "--partition and --account take a name, on one line.");
  job->partition = self->partition;
  job->account = self->account;
  return CLI_OK;
}

/* Checks single options; prints what is wrong. */
static CliExit
check_arguments (const char *command, const PlanArguments *self)
{
  IplRemovalOrder order;
  CliExit code = cli_sampler_check (&self->sampler, command);

  if (code != CLI_OK)
    return code;
  if (self->prune != NULL && !ipl_removal_order_parse (self->prune, &order))
    return cli_fail (CLI_USAGE, command, "--prune: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
                     self->prune);
  if ((self->prune != NULL) + (self->draws > 0) + (self->train > 0) > 1)
    return cli_fail (CLI_USAGE, command, "Give --sample, --train or --prune, and not both.");
  if (self->train > 0 && self->sweep.temperatures != NULL)
    return cli_fail (CLI_USAGE, command, "--train has no temperatures: leave out --temperatures.");
  if (self->train > 0 && self->sweep.variances != NULL)
    return cli_fail (CLI_USAGE, command, "--train has no prior variances: leave out --variances.");
  if (self->axes != NULL && (self->prune != NULL || self->draws > 0 || self->train > 0))
    return cli_fail (CLI_USAGE, command,
                     "--axis is of the theory: leave out --sample, --train and --prune.");
  if (self->axes != NULL && g_strv_length (self->axes) > 2)
    return cli_fail (CLI_USAGE, command, "A map has at most two axes: give --axis once or twice.");
  if (self->out == NULL && !self->dry_run)
    return cli_fail (CLI_USAGE, command, "--out SWEEP is missing: the folder to make.");
  return self->out != NULL && !self->dry_run ? cli_try_folder (command, "--out", self->out)
                                             : CLI_OK;
}

/* Reads what is computed at every row; prints what is wrong. */
static CliExit
read_request (const char *command, const PlanArguments *self, const IplParameters *parameters,
              IplPlanRequest *request)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);

  if (self->train > 0 && (trainable == NULL || trainable->network[0] != '\0'))
    return cli_fail (CLI_USAGE, command,
                     "--train is for glyphs, or images by --omniglot: give one of them.");
  if (self->prune != NULL && self->fine_tune > 0
      && ipl_parameters_get_network (parameters)[0] == '\0')
    return cli_fail (CLI_USAGE, command, "--fine-tune needs a trained network, a NET.safetensors.");
  ipl_plan_request_init (request, parameters);
  request->parameters.sampler_chains = (guint)self->sampler.chains;
  request->parameters.warmup = (guint)self->sampler.warmup;
  request->parameters.target_acceptance = self->sampler.target_acceptance;
  request->parameters.sampler_method = self->sampler.method != NULL
                                           ? g_intern_string (self->sampler.method)
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
  if (self->sweep.widths == NULL)
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

/* The plan of the command line, with its cost; NULL: @code says why not. */
static IplSweepPlan *
make_plan (const char *command, const PlanArguments *self, const char *name, CliExit *code)
{
  gboolean generated = name == NULL || ipl_experiment_find (name) != NULL;
  gboolean apart = !generated && (self->draws > 0 || self->prune != NULL);
  const guint64 seed = (guint64)self->sweep.seed;
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
  if (!cli_find_case_of (name, &self->images, apart ? -1 : self->sweep.seed, TRUE, self->job.cores,
                         &parameters, &the_case, &cost, &error)
      || (!self->dry_run && !generated
          && (whole = ipl_parameters_make_case (&parameters, FALSE, cli_threads (0),
                                                cli_cancellable (), &error))
                 == NULL))
    {
      *code = cli_fail_error (command, error);
      return NULL;
    }
  *code = read_request (command, self, &parameters, request);
  if (*code != CLI_OK)
    return NULL;
  request->job = self->job;
  request->job.extra = g_strdupv (self->job.extra);
  ipl_run_settings_init (&run, ipl_plan_request_computes (request), &parameters);
  if (self->components > 0)
    run.parameters.display.n_components = (guint)self->components;
  if (!cli_make_settings (&self->sweep, the_case, &run, &settings, &n, &error))
    {
      ipl_run_settings_clear (&run);
      *code = cli_fail (CLI_USAGE, command, "%s", error->message);
      return NULL;
    }
  if (self->train > 0)
    set_trained_axes (self, &run);
  if (self->axes != NULL && !set_map (self, &run, &error))
    {
      ipl_run_settings_clear (&run);
      *code = cli_fail (CLI_USAGE, command, "%s", error->message);
      return NULL;
    }
  plan = ipl_plan_request_finish (request, &run, self->sweep.seed >= 0 ? &seed : NULL, the_case,
                                  &cost, &error);
  if (plan == NULL)
    *code = cli_fail (CLI_USAGE, command, "%s", error->message);
  return plan;
}

static void
print_cost (const IplSweepPlan *plan, const IplJobOptions *job)
{
  g_autofree char *text = ipl_job_describe (plan, job);

  puts (text);
}

static CliExit
write_folder (const char *command, const PlanArguments *self, IplSweepPlan *plan)
{
  g_autofree char *shown = ipl_path_shown (self->out), *quoted = ipl_text_shell_quote (self->out);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder
      = ipl_plan_write (self->out, plan, &self->job, cli_cancellable (), &error);

  if (folder == NULL)
    return cli_fail_error (command, error);
  print_cost (folder->plan, &self->job);
  printf (
      "%s is planned. On a cluster:  sbatch %s/job.sh\nHere:  interplay-cli run %s\n"
      "A task at its time limit goes back into the queue, up to %d times; whatever is missing in "
      "the end, the same sbatch computes.\n",
      shown, quoted, quoted, IPL_JOB_MOST_RESTARTS);
  return CLI_OK;
}

/* interplay-cli plan CASE [--widths LIST] [--seeds A-B] [--sample n] ... --out SWEEP */
CliExit
cli_plan (int argc, char **argv)
{
  g_auto (PlanArguments) self
      = { .sweep = { .seed = -1 },
          .sampler = CLI_SAMPLER_DEFAULTS,
          .random_orders = 200,
          .job = { .program = "", .max_array = IPL_JOB_MAX_ARRAY, .cores = 1 } };
  const GOptionEntry entries[] = {
    CLI_WIDTHS_ENTRY (self.sweep),
    CLI_PRIORS_ENTRIES (self.sweep),
    CLI_BEST_ENTRY (self.sweep),
    CLI_GP_PATHS_ENTRY (self.sweep),
    { "axis", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.axes,
      "plan a map instead, as the command map solves it: once for x, once more for y",
      "NAME=LIST" },
    CLI_SEEDS_ENTRY (self.sweep),
    CLI_IMAGE_ENTRIES (self.images),
    CLI_COMPONENTS_ENTRY (self.components),
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (self.sweep.seed),
      "seed of a built-in case, and of the chains", "n" },
    { "sample", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "sample the posterior at every row too: draws of each chain", "n" },
    CLI_SAMPLER_ENTRIES (self.sampler),
    { "train", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.train, 1, MAX_FINE_TUNE),
      "train a network for every width and seed instead: steps", "n" },
    { "prune", 0, 0, G_OPTION_ARG_STRING, &self.prune,
      "remove heads at every row, in this order: score, reverse, entropy or random", "ORDER" },
    { "random", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, self.random_orders, 0, IPL_PRUNING_MAX_RANDOM),
      "of --prune: random orders (default: 200)", "n" },
    { "fine-tune", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.fine_tune, 0, MAX_FINE_TUNE),
      "of --prune: training steps after each removal (default: 0)", "steps" },
    { "test", 0, 0, G_OPTION_ARG_STRING, &self.test,
      "of --prune: the test set of accuracies (default: the first)", "NAME" },
    { "no-resolve", 0, 0, G_OPTION_ARG_NONE, &self.no_resolve,
      "of --prune: do not solve the theory anew without each head", NULL },
    { "tasks", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.job.tasks, 1, IPL_SWEEP_MAX_ROWS),
      "tasks that share the rows (default: as many as take five minutes each)", "n" },
    { "rows-per-task", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, self.job.rows_per_task, 1, IPL_SWEEP_MAX_ROWS), "rows of a task instead",
      "n" },
    { "max-array", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.job.max_array, 2, MAX_ARRAY),
      "the site's MaxArraySize, above which tasks take several rows (default: 1001)", "n" },
    { "cores", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.job.cores, 1, MAX_CORES),
      "cores of a task (default: 1)", "n" },
    { "partition", 0, 0, G_OPTION_ARG_STRING, &self.partition, "partition of the cluster", "NAME" },
    { "account", 0, 0, G_OPTION_ARG_STRING, &self.account, "account that is charged", "NAME" },
    { "time", 0, 0, G_OPTION_ARG_STRING, &self.time,
      "time limit of a task: minutes, HH:MM:SS or D-HH:MM:SS (default: twice the prediction and "
      "ten "
      "minutes)",
      "TIME" },
    { "memory", 0, 0, G_OPTION_ARG_STRING, &self.memory,
      "memory of a task: 800M, 4G (default: from the prediction)", "BYTES" },
    { "sbatch", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.job.extra,
      "a further option of sbatch, once for each: --sbatch=--qos=long", "WORDS" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self.out, "the folder to make", "DIR" },
    CLI_DRY_RUN_ENTRY (self.dry_run),
    { NULL },
  };
  g_autofree char *name = NULL;
  IplSweepPlan *plan;
  CliExit code = CLI_OK;

  if (!cli_parse_case (
          argc, argv, entries, "plan a sweep for a cluster, or for this machine",
          "SWEEP is a folder with the case, the plan and job.sh for SLURM; run works on it, status "
          "tells how far it is,\nand merge makes the file that sweep, or sample, would have "
          "written.\nExit codes: 0 done; 1 failed; 2 wrong arguments.",
          &self.images, &name))
    return CLI_USAGE;
  if ((code = read_job (argv[0], &self)) != CLI_OK
      || (code = check_arguments (argv[0], &self)) != CLI_OK)
    return code;
  plan = make_plan (argv[0], &self, name, &code);
  if (plan == NULL)
    return code;
  if (!self.dry_run)
    return write_folder (argv[0], &self, plan);
  print_cost (plan, &self.job);
  ipl_sweep_plan_free (plan);
  return CLI_OK;
}
