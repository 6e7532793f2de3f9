/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command plan: a list of settings as a folder with job.sh, a SLURM array job. */
#include "cli/commands/commands.h"
#include "cli/work/command-input.h"

#include "cluster/plan.h"
#include "core/base/text-escape.h"
#include <string.h>

#define MAX_CORES 1024
/* Default of the greatest number of tasks; below MaxArraySize of every known site. */
#define MOST_TASKS 100

typedef struct
{
  CliArguments all;
  IplJobOptions job;
  char **axes; /* (nullable): axes of a map */
  char *time;
  char *memory; /* (nullable) */
  int draws;    /* 0 for no samples */
  int tasks;    /* 0 for one per row, at most %MOST_TASKS */
  int cores;
} PlanArguments;

static gboolean
is_line (const char *text)
{
  return text == NULL || (text[0] != '\0' && strpbrk (text, "\n\r") == NULL);
}

static CliExit
read_job (PlanArguments *self)
{
  for (char **line = self->job.extra; line != NULL && *line != NULL; line++)
    if (!is_line (*line))
      return cli_fail (CLI_USAGE, "--sbatch takes one option of sbatch, on one line.");
  if (!is_line (self->time) || !is_line (self->memory))
    return cli_fail (CLI_USAGE, "--time and --memory need a value of sbatch, on one line.");
  self->job.cores = (guint)self->cores;
  self->job.time = self->time != NULL ? self->time : "01:00:00";
  self->job.memory = self->memory;
  return CLI_OK;
}

static CliExit
check_arguments (const PlanArguments *self)
{
  CliExit code = cli_sampler_check (&self->all.sampler);

  if (code != CLI_OK)
    return code;
  if (self->axes != NULL && self->draws > 0)
    return cli_fail (CLI_USAGE, "--axis is for the theory: leave out --sample.");
  if (self->axes != NULL && g_strv_length (self->axes) > 2)
    return cli_fail (CLI_USAGE, "A map has at most two axes: give --axis once or twice.");
  if (self->all.out == NULL)
    return cli_fail (CLI_USAGE, "--out FOLDER is missing: the folder to make.");
  return cli_try_folder ("--out", self->all.out);
}

/* Options of attention paths, which do not apply to an experiment in time. */
#define OF_PATHS                                                                                   \
  "widths,temperatures,variances,best,gp-paths,axis,seeds,components,sample,chains,warmup,"        \
  "target-acceptance,method,omniglot,holdout,extra"

/* Plans the parts of an experiment in time. */
static CliExit
make_parts (PlanArguments *self, IplRunSettings *run)
{
  CliArguments *all = &self->all;
  g_autofree char *given = cli_find_first_option (all, OF_PATHS);
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (GError) error = NULL;

  if (given != NULL)
    return cli_refuse_of_paths (ipl_experiment_find (all->name), given);
  if (!cli_make_parameters (all->name, &all->images, all->sweep.seed, parameters, &error)
      || (parameters->experiment->validate != NULL
          && !parameters->experiment->validate (ipl_parameters_get_specific (parameters), &error)))
    return cli_fail_error (error);
  ipl_run_settings_init (run, "dynamics", parameters);
  return CLI_OK;
}

/* Plans the rows of sweep, sample or map. */
static CliExit
make_sweep (PlanArguments *self, IplRunSettings *run)
{
  CliArguments *all = &self->all;
  const char *command = self->axes != NULL ? "map" : self->draws > 0 ? "sample" : "sweep";
  /* The seed of a case file applies to the chains only, since the file is not generated. */
  gboolean apart = self->draws > 0 && all->name != NULL && ipl_experiment_find (all->name) == NULL;
  g_auto (CliWork) work = { .arguments = all };
  g_autoptr (GError) error = NULL;
  CliExit status
      = cli_work_begin (&work, command, all->name, &all->images, apart ? -1 : all->sweep.seed);

  if (status != CLI_OK)
    return status;
  if (self->axes != NULL
      && !cli_map_set_axes (&work.run, "--axis", self->axes[0], "--axis", self->axes[1], &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  if (self->axes != NULL)
    work.run.best = FALSE;
  if (self->draws > 0)
    {
      cli_sampler_set (&all->sampler, all->sweep.seed, &work.run.options);
      work.run.parameters.draws = (guint)self->draws;
      status = cli_sample_check (&work);
    }
  *run = work.run;
  work.run = (IplRunSettings){ .command = NULL };
  return status;
}

/* interplay-cli plan CASE [--widths LIST] [--seeds A-B] [--sample n] ... --out FOLDER */
static CliExit
plan (CliArguments *arguments)
{
  PlanArguments *self = (PlanArguments *)arguments;
  const IplExperiment *named
      = arguments->name != NULL ? ipl_experiment_find (arguments->name) : NULL;
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree char *shown = NULL, *quoted = NULL;
  g_autoptr (IplPlan) new_plan = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if ((status = read_job (self)) != CLI_OK || (status = check_arguments (self)) != CLI_OK)
    return status;
  status
      = named != NULL && named->parts != NULL ? make_parts (self, &run) : make_sweep (self, &run);
  if (status != CLI_OK)
    return status;
  new_plan = ipl_plan_new (arguments->out, &run, self->tasks > 0 ? (guint)self->tasks : MOST_TASKS,
                           &error);
  if (new_plan == NULL)
    return cli_fail (CLI_USAGE, "%s", error->message);
  if (!ipl_plan_save (new_plan, &self->job, &error))
    return cli_fail_error (error);
  shown = ipl_path_shown (arguments->out);
  quoted = ipl_text_shell_quote (arguments->out);
  cli_print (
      "%s: %u row%s in %u slice%s. On a cluster:  sbatch %s/job.sh\nHere:  interplay-cli run "
      "%s\n",
      shown, new_plan->n_rows, new_plan->n_rows == 1 ? "" : "s", new_plan->n_slices,
      new_plan->n_slices == 1 ? "" : "s", quoted, quoted);
  return CLI_OK;
}

#define ARGUMENT(field) offsetof (PlanArguments, field)

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_widths_entry),
  CLI_ENTRIES (cli_priors_entries),
  CLI_ENTRIES (cli_best_entry),
  CLI_ENTRIES (cli_gp_paths_entry),
  { "axis", 0, CLI_TEXTS, ARGUMENT (axes),
    "plan a map, as for the command map: once for x, once for y", "NAME=LIST" },
  CLI_ENTRIES (cli_seeds_entry),
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_components_entry),
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed),
    "seed of a built-in case, and of the chains (default: its own, and 1)", "n", .initial = -1 },
  { "sample", 0, CLI_INTEGER, ARGUMENT (draws),
    "sample the posterior at every row too: draws of each chain", "n", IPL_MIN_DRAWS,
    IPL_MAX_DRAWS },
  CLI_ENTRIES (cli_sampler_entries),
  { "tasks", 0, CLI_INTEGER, ARGUMENT (tasks),
    "number of tasks of the array (default: one for each row, up to 100)", "n", 1,
    IPL_PLAN_MOST_SLICES },
  { "cores", 0, CLI_INTEGER, ARGUMENT (cores), "cores of a task", "n", 1, MAX_CORES, 1 },
  { "time", 0, CLI_TEXT, ARGUMENT (time),
    "time limit of a task, as sbatch takes it (default: 01:00:00)", "TIME" },
  { "memory", 0, CLI_TEXT, ARGUMENT (memory),
    "memory of a task, as sbatch takes it: 800M, 4G (default: the cluster's)", "BYTES" },
  { "sbatch", 0, CLI_TEXTS, ARGUMENT (job.extra),
    "a further option of sbatch, once for each: --sbatch=--partition=long", "WORDS" },
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the folder to make", "DIR" },
  { NULL },
};

const CliCommand cli_command_plan = {
  .name = "plan",
  .summary = "share a list of settings among the tasks of a SLURM array",
  .argument = "CASE",
  .missing = CLI_CASE_MISSING,
  .text
  = "FOLDER holds the settings and job.sh, which sbatch or any shell runs. Task i of n solves "
    "rows i, i + n, ..\ninto the file slice-i.npz; status counts the slices, and merge writes the "
    "file of sweep, sample, map or\ndynamics. A row is a setting, "
    "with --best a width, with --seeds a seed; of joma-table\nand learned-attention a part "
    "of the run. Input files are read where they are.\n"
    "Exit codes: 0 done; 1 failed; 2 wrong arguments.",
  .examples = "interplay-cli plan mine.npz --widths 10,20,50 --temperatures 0.01,0.1 --out sweep\n"
              "interplay-cli plan joma-table size=paper seeds=5 --out table",
  .entries = entries,
  .size = sizeof (PlanArguments),
  .has_parameters = TRUE,
  .run = plan
};
