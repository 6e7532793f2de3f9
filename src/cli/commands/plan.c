/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is shared among tasks: its folder, and the script that a cluster's scheduler takes.
 */
#include "cli/commands/commands.h"
#include "cli/work/seeds.h"

#include "core/base/shown-text.h"
#include "core/heads/pruning.h"
#include "sweeps/job-words.h"
#include "sweeps/plan-cost.h"
#include <stdio.h>
#include <string.h>

#define MAX_CORES 1024
#define MAX_ARRAY 100000000
#define MAX_FINE_TUNE 1000000

typedef struct
{
  CliSweepArguments sweep;
  CliImageArguments images;
  char *seeds;
  int components;
  int draws; /* 0: nothing is sampled */
  int chains;
  int warmup;
  double target_acceptance;
  char *method;
  int train;   /* steps; 0: nothing is trained */
  char *prune; /* (nullable): order in which heads are removed; NULL: none is */
  char *test;
  int random_orders;
  int fine_tune;
  gboolean no_resolve;
  int tasks;
  int rows_per_task;
  int max_array;
  int cores;
  char *partition;
  char *account;
  char *time;
  char *memory;
  char **extra;
  char *out;
  gboolean dry_run;
} PlanArguments;

static void
plan_arguments_clear (PlanArguments *self)
{
  cli_image_arguments_clear (&self->images);
  g_free (self->sweep.widths);
  g_free (self->sweep.temperatures);
  g_free (self->sweep.variances);
  g_free (self->sweep.gp_paths);
  g_free (self->seeds);
  g_free (self->method);
  g_free (self->prune);
  g_free (self->test);
  g_free (self->partition);
  g_free (self->account);
  g_free (self->time);
  g_free (self->memory);
  g_strfreev (self->extra);
  g_free (self->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlanArguments, plan_arguments_clear)

/* What stands by itself; says what is wrong. */
static CliExit
check_arguments (const char *command, const PlanArguments *self, IplJobOptions *job,
                 CliSeeds *seeds)
{
  g_autoptr (GError) error = NULL;
  IplRemovalOrder order;

  if (self->seeds != NULL && !cli_seeds_parse (self->seeds, seeds, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  if (self->method != NULL && !g_strv_contains (ipl_posterior_method_names, self->method))
    {
      g_autofree char *names = g_strjoinv (", ", (char **)ipl_posterior_method_names);

      return cli_fail (CLI_USAGE, command, "--method is one of %s, not “%s”.", names, self->method);
    }
  if (self->prune != NULL && !ipl_removal_order_parse (self->prune, &order))
    return cli_fail (CLI_USAGE, command, "--prune: “%s” is none of " IPL_REMOVAL_ORDERS_TEXT ".",
                     self->prune);
  if ((self->prune != NULL) + (self->draws > 0) + (self->train > 0) > 1)
    return cli_fail (CLI_USAGE, command, "Give --sample, --train or --prune, and not both.");
  if (self->tasks > 0 && self->rows_per_task > 0)
    return cli_fail (CLI_USAGE, command, "Give --tasks or --rows-per-task, and not both.");
  if (self->time != NULL && !ipl_job_parse_time (self->time, &job->seconds))
    return cli_fail (CLI_USAGE, command,
                     "--time: “%s” is no time as sbatch takes it: minutes, HH:MM:SS or D-HH:MM:SS.",
                     self->time);
  if (self->memory != NULL && !ipl_job_parse_memory (self->memory, &job->megabytes))
    return cli_fail (CLI_USAGE, command,
                     "--memory: “%s” is no size as sbatch takes it: megabytes, 800M, 4G or 1T.",
                     self->memory);
  for (char **line = self->extra; line != NULL && *line != NULL; line++)
    if (!ipl_job_is_line (*line))
      return cli_fail (CLI_USAGE, command, "--sbatch takes one option of sbatch, on one line.");
  if ((self->partition != NULL && !ipl_job_is_line (self->partition))
      || (self->account != NULL && !ipl_job_is_line (self->account)))
    return cli_fail (CLI_USAGE, command, "--partition and --account take a name, on one line.");
  if (self->out == NULL && !self->dry_run)
    return cli_fail (CLI_USAGE, command, "--out SWEEP is missing: the folder to make.");
  job->tasks = (guint)self->tasks;
  job->rows_per_task = (guint)self->rows_per_task;
  job->max_array = (guint)self->max_array;
  job->cores = (guint)self->cores;
  job->partition = self->partition;
  job->account = self->account;
  job->extra = self->extra;
  return self->out != NULL && !self->dry_run ? cli_try_folder (command, "--out", self->out)
                                             : CLI_OK;
}

static void
set_sampler (const PlanArguments *self, IplRunSettings *run)
{
  IplPosteriorOptions *options = &run->options;

  ipl_posterior_options_init (options);
  options->chains = (guint)self->chains;
  options->warmup = (guint)self->warmup;
  options->target_acceptance = self->target_acceptance;
  if (self->method != NULL)
    options->method = ipl_posterior_method_find (self->method);
  if (self->sweep.seed >= 0)
    options->seed = (guint64)self->sweep.seed;
  run->parameters.draws = (guint)self->draws;
}

/* A network of each width, or of the width that the parameters say. */
static CliExit
set_training (const char *command, const PlanArguments *self, IplRunSettings *run)
{
  IplTrainable *trainable = ipl_parameters_edit_trainable (&run->parameters);
  IplSetting width = run->parameters.current;
  double temperature = run->temperatures[0];
  IplTrainerConfig config;
  g_autoptr (GError) error = NULL;

  if (trainable == NULL || trainable->network[0] != '\0')
    return cli_fail (CLI_USAGE, command,
                     "--train is for glyphs, or images by --omniglot: give one of them.");
  if (self->sweep.temperatures != NULL)
    return cli_fail (CLI_USAGE, command, "--train has no temperatures: leave out --temperatures.");
  if (self->sweep.variances != NULL)
    return cli_fail (CLI_USAGE, command, "--train has no prior variances: leave out --variances.");
  trainable->training.steps = (guint)self->train;
  trainable->training.minutes = 0;
  width.gp = FALSE;
  for (guint l = 0; l <= width.L; l++)
    width.N[l] = (guint)trainable->training.config.shape.N[0];
  if (self->sweep.widths == NULL)
    ipl_run_settings_set_axes (run, 1, &width, 1, &temperature);
  else
    {
      g_autofree IplSetting *widths = g_memdup2 (run->widths, run->n_widths * sizeof *widths);

      ipl_run_settings_set_axes (run, run->n_widths, widths, 1, &temperature);
    }
  run->best = FALSE;
  for (guint i = 0; i < run->n_widths; i++)
    {
      IplTraining training = trainable->training;

      if (run->widths[i].gp || !ipl_setting_has_equal_widths (&run->widths[i]))
        return cli_fail (CLI_USAGE, command,
                         "A network that is trained has one width for all layers: give numbers.");
      training.config.shape.N[0] = run->widths[i].N[0];
      if (!ipl_training_to_config (&training, &config, &error))
        return cli_fail (CLI_USAGE, command, "%s", error->message);
    }
  return CLI_OK;
}

/* What prune would be asked; says what is wrong. */
static CliExit
set_pruning (const char *command, const PlanArguments *self, IplRunSettings *run,
             const IplCase *the_case)
{
  IplPruneSettings *prune = &run->prune;
  guint test = 0;

  if (run->best)
    return cli_fail (CLI_USAGE, command,
                     "--prune removes heads at every temperature: give --temperatures.");
  while (self->test != NULL && test < the_case->n_tests
         && strcmp (the_case->tests[test].name, self->test) != 0)
    test++;
  if (test == the_case->n_tests)
    return cli_fail (CLI_USAGE, command, "--test: there is no test set “%s”.", self->test);
  prune->order = g_intern_string (self->prune);
  prune->test = g_intern_string (the_case->tests[test].name);
  prune->resolve = !self->no_resolve;
  prune->seed = self->sweep.seed >= 0 ? (guint64)self->sweep.seed : the_case->seed;
  run->parameters.random_orders = (guint)self->random_orders;
  run->parameters.fine_tune_steps = (guint)self->fine_tune;
  if (strcmp (self->prune, "random") != 0)
    run->parameters.removal_order = prune->order;
  if (self->fine_tune > 0 && ipl_parameters_get_network (&run->parameters)[0] == '\0')
    return cli_fail (CLI_USAGE, command, "--fine-tune needs a trained network, a NET.safetensors.");
  return CLI_OK;
}

static CliExit
check_sampled (const char *command, const IplRunSettings *run, const IplCase *the_case, guint n,
               const IplSetting *settings)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      if (settings[i].gp)
        return cli_fail (
            CLI_USAGE, command,
            "The GP limit has no order parameter to sample: leave gp out of --widths.");
      if (!ipl_posterior_options_validate (&run->options, the_case, &settings[i], &error))
        return cli_fail (CLI_USAGE, command, "%s", error->message);
    }
  return CLI_OK;
}

/* What the command line asks for, with what it will cost; NULL: @code says why not. */
static IplSweepPlan *
make_plan (const char *command, const PlanArguments *self, const char *name, const CliSeeds *seeds,
           guint cores, CliExit *code)
{
  gboolean samples = self->draws > 0, prunes = self->prune != NULL;
  gboolean generated = name == NULL || ipl_experiment_find (name) != NULL;
  IplParameters parameters;
  IplRunSettings run = { .command = NULL };
  g_autoptr (IplCase) the_case = NULL, whole = NULL;
  g_autoptr (IplSweepPlan) plan = NULL;
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  IplCost cost = { 0 };
  guint n;

  ipl_cost_add (&cost, "the start", ipl_cost_own_seconds (), ipl_cost_own_bytes (), 0);
  /* A file is not generated: there the seed is the chains' alone. What is only wrong in its numbers
   * is found by making the case once, before there is a folder. */
  if (!cli_find_case_of (name, &self->images,
                         (samples || prunes) && !generated ? -1 : self->sweep.seed, TRUE, cores,
                         &parameters, &the_case, &cost, &error)
      || (!self->dry_run && !generated
          && (whole = ipl_parameters_make_case (&parameters, FALSE, cli_threads (0),
                                                cli_cancellable (), &error))
                 == NULL))
    {
      *code = cli_fail_error (command, error);
      return NULL;
    }
  ipl_run_settings_init (&run,
                         samples           ? "sample"
                         : prunes          ? "prune"
                         : self->train > 0 ? "train"
                                           : "sweep",
                         &parameters);
  run.first_seed = seeds->first;
  run.n_seeds = seeds->n;
  if (self->components > 0)
    run.parameters.n_components = (guint)self->components;
  if (!cli_make_settings (&self->sweep, the_case, &run, &settings, &n, &error))
    {
      ipl_run_settings_clear (&run);
      *code = cli_fail (CLI_USAGE, command, "%s", error->message);
      return NULL;
    }
  if (samples)
    {
      set_sampler (self, &run);
      *code = check_sampled (command, &run, the_case, n, settings);
    }
  if (prunes)
    *code = set_pruning (command, self, &run, the_case);
  if (self->train > 0)
    *code = set_training (command, self, &run);
  if (*code != CLI_OK)
    {
      ipl_run_settings_clear (&run);
      return NULL;
    }
  plan = ipl_sweep_plan_new (&run, the_case, &error);
  if (plan == NULL)
    {
      *code = cli_fail (CLI_USAGE, command, "%s", error->message);
      return NULL;
    }
  ipl_sweep_plan_predict (plan, the_case, &cost, cores);
  return g_steal_pointer (&plan);
}

static void
print_cost (const IplSweepPlan *plan, const IplJobOptions *job)
{
  g_autofree char *text = ipl_job_describe (plan, job);

  puts (text);
}

/* The program that plans, for the script. */
static char *
own_program (void)
{
  char *path = g_file_read_link ("/proc/self/exe", NULL);

  return path != NULL ? path : g_strdup ("interplay-cli");
}

static CliExit
write_folder (const char *command, const PlanArguments *self, IplSweepPlan *plan,
              IplJobOptions *job)
{
  g_autofree char *shown = ipl_path_shown (self->out), *quoted = ipl_text_shell_quote (self->out);
  g_autofree char *program = own_program ();
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = NULL;

  job->program = program;
  folder = ipl_sweep_folder_create (self->out, plan, cli_cancellable (), &error);
  if (folder == NULL || !ipl_job_script_write (folder, job, &error))
    return cli_fail_error (command, error);
  print_cost (folder->plan, job);
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
  g_auto (PlanArguments) self = { .sweep = { .seed = -1 },
                                  .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
                                  .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
                                  .target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE,
                                  .random_orders = 200,
                                  .max_array = IPL_JOB_MAX_ARRAY,
                                  .cores = 1 };
  const GOptionEntry entries[] = {
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (self.sweep.widths),
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperatures", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES (self.sweep.temperatures),
      "temperatures, by commas", "LIST" },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCE_SETS (self.sweep.variances),
      CLI_VARIANCE_SETS_HELP, "LIST" },
    { "best", 0, 0, G_OPTION_ARG_NONE, &self.sweep.best,
      "of each width only the temperature of the best accuracy (one-shot cases: always, unless "
      "--temperatures is given)",
      NULL },
    { "gp-paths", 0, 0, G_OPTION_ARG_STRING, &self.sweep.gp_paths,
      "GP limits of these paths too: by number, (1,2) or name, by commas; subsets by semicolons",
      "PATHS" },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &self.seeds,
      "also the mean over these seeds of a built-in case, with its standard deviation", "A-B" },
    CLI_IMAGE_ENTRIES (self.images),
    { "components", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.components, 1, 1000000),
      "principal components in the results, or all where there are fewer (default: 50, or all "
      "where that costs no more)",
      "n" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (self.sweep.seed),
      "seed of a built-in case, and of the chains", "n" },
    { "sample", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "sample the posterior at every row too: draws of each chain", "n" },
    { "chains", 'c', 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.chains, 1, IPL_MAX_CHAINS),
      "chains (default: 4)", "n" },
    { "warmup", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, self.warmup, IPL_MIN_WARMUP, IPL_MAX_DRAWS),
      "warm-up transitions of each chain (default: 300)", "n" },
    { "target-acceptance", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, self.target_acceptance, IPL_POSTERIOR_LEAST_ACCEPTANCE,
                  IPL_POSTERIOR_MOST_ACCEPTANCE),
      "mean acceptance to which the step size adapts (default: 0.8)", "x" },
    { "method", 0, 0, G_OPTION_ARG_STRING, &self.method,
      "how chains are moved: auto, nuts, tempered, .. (default: auto)", "METHOD" },
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
    { "tasks", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.tasks, 1, IPL_SWEEP_MAX_ROWS),
      "tasks that share the rows (default: as many as take five minutes each)", "n" },
    { "rows-per-task", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, self.rows_per_task, 1, IPL_SWEEP_MAX_ROWS), "rows of a task instead",
      "n" },
    { "max-array", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.max_array, 2, MAX_ARRAY),
      "the site's MaxArraySize, above which tasks take several rows (default: 1001)", "n" },
    { "cores", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, self.cores, 1, MAX_CORES),
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
    { "sbatch", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.extra,
      "a further option of sbatch, once for each: --sbatch=--qos=long", "WORDS" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self.out, "the folder to make", "DIR" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &self.dry_run,
      "only tell about how much time and memory it would take", NULL },
    { NULL },
  };
  g_autofree char *name = NULL;
  IplJobOptions job = { .program = "" };
  CliSeeds seeds = { 0 };
  IplSweepPlan *plan;
  CliExit code = CLI_OK;

  if (!cli_parse_case (
          argc, argv, entries, "plan a sweep for a cluster, or for this machine",
          "SWEEP is a folder with the case, the plan and job.sh for SLURM; run works on it, status "
          "tells how far it is,\nand merge makes the file that sweep, or sample, would have "
          "written.\nExit codes: 0 done; 1 failed; 2 wrong arguments.",
          &self.images, &name))
    return CLI_USAGE;
  code = check_arguments (argv[0], &self, &job, &seeds);
  if (code != CLI_OK)
    return code;
  plan = make_plan (argv[0], &self, name, &seeds, job.cores, &code);
  if (plan == NULL)
    return code;
  plan->n_tasks = ipl_job_tasks (plan, &job);
  if (!self.dry_run)
    return write_folder (argv[0], &self, plan, &job);
  print_cost (plan, &job);
  ipl_sweep_plan_free (plan);
  return CLI_OK;
}
