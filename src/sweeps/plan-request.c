/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is asked for, as a plan and as the command line that makes the same plan. */
#include "sweeps/plan-request.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/case/case-io.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-options.h"
#include "core/posterior/posterior.h"
#include "core/theory/sweep.h"
#include <string.h>

/* The time of a row, of which nothing is known before it runs. */
#define ROW_SECONDS 1.0

/* A request with the axes of these parameters, of which it has one seed. */
void
ipl_plan_request_init (IplPlanRequest *self, const IplParameters *parameters)
{
  guint L = parameters->current.L;

  *self = (IplPlanRequest){ .parameters = *parameters,
                            .job = { .cores = 1, .max_array = IPL_JOB_MAX_ARRAY } };
  ipl_sweep_axis_init (&self->widths, IPL_AXIS_WIDTHS, L);
  ipl_sweep_axis_init (&self->temperatures, IPL_AXIS_TEMPERATURE, L);
  ipl_sweep_axis_init (&self->variances, IPL_AXIS_VARIANCES, L);
  ipl_sweep_axis_init (&self->seeds, IPL_AXIS_SEEDS, L);
  ipl_sweep_axis_take (&self->widths, parameters);
  ipl_sweep_axis_take (&self->temperatures, parameters);
  ipl_sweep_axis_take (&self->variances, parameters);
}

void
ipl_plan_request_free (IplPlanRequest *self)
{
  ipl_sweep_axis_clear (&self->widths);
  ipl_sweep_axis_clear (&self->temperatures);
  ipl_sweep_axis_clear (&self->variances);
  ipl_sweep_axis_clear (&self->seeds);
  g_free (self->partition);
  g_free (self->account);
  g_strfreev (self->job.extra);
  g_free (self->path);
  g_free (self);
}

/* " --flag=1,2,3"; several sets in quotation marks, as a shell ends the line at a semicolon. */
static void
append_axis (GString *text, const char *flag, const IplSweepAxis *axis)
{
  g_autofree char *values = ipl_sweep_axis_to_text (axis, ",");
  const char *quote = strchr (values, ';') != NULL ? "'" : "";

  if (axis->n > 0)
    g_string_append_printf (text, " --%s %s%s%s", flag, quote, values, quote);
}

static void
append_word (GString *text, const char *flag, const char *word)
{
  g_autofree char *quoted = NULL;

  if (word == NULL || word[0] == '\0')
    return;
  quoted = ipl_text_shell_quote (word);
  g_string_append_printf (text, " --%s=%s", flag, quoted);
}

static void
append_count (GString *text, const char *flag, guint n, guint plain)
{
  if (n != plain)
    g_string_append_printf (text, " --%s %u", flag, n);
}

static void
append_sampler (GString *text, const IplPlanRequest *self)
{
  const IplParameters *parameters = &self->parameters;

  if (self->draws == 0)
    return;
  g_string_append_printf (text, " --sample %u --chains %u --warmup %u", self->draws,
                          parameters->sampler_chains, parameters->warmup);
  if (parameters->target_acceptance != IPL_POSTERIOR_DEFAULT_ACCEPTANCE)
    {
      char number[IPL_NUMBER_TEXT_SIZE];

      ipl_number_format (parameters->target_acceptance, number);
      g_string_append_printf (text, " --target-acceptance %s", number);
    }
  if (strcmp (parameters->sampler_method, "auto") != 0)
    g_string_append_printf (text, " --method %s", parameters->sampler_method);
}

/* Training goes on only after the removal of heads of a network. */
static guint
fine_tune_steps (const IplPlanRequest *self)
{
  return ipl_parameters_get_network (&self->parameters)[0] != '\0'
             ? self->parameters.fine_tune_steps
             : 0;
}

static void
append_pruning (GString *text, const IplPlanRequest *self)
{
  if (self->prune == NULL)
    return;
  g_string_append_printf (text, " --prune %s --random %u", self->prune,
                          self->parameters.random_orders);
  append_count (text, "fine-tune", fine_tune_steps (self), 0);
}

static void
append_job (GString *text, const IplPlanRequest *self)
{
  const IplJobOptions *job = &self->job;

  append_count (text, "tasks", job->tasks, 0);
  append_count (text, "rows-per-task", job->rows_per_task, 0);
  if (job->seconds > 0)
    {
      guint64 seconds = (guint64)job->seconds;

      g_string_append_printf (text, " --time %02u:%02u:%02u", (guint)(seconds / 3600),
                              (guint)(seconds / 60 % 60), (guint)(seconds % 60));
    }
  if (job->megabytes > 0)
    g_string_append_printf (text, " --memory %.0fM", job->megabytes);
  append_count (text, "cores", job->cores, 1);
  append_word (text, "partition", self->partition);
  append_word (text, "account", self->account);
  append_count (text, "max-array", job->max_array, IPL_JOB_MAX_ARRAY);
  for (char **extra = job->extra; extra != NULL && *extra != NULL; extra++)
    append_word (text, "sbatch", *extra);
}

/* Returns: (transfer full): the command line that makes the same plan, with the same hash */
char *
ipl_plan_request_command (const IplPlanRequest *self, const char *folder)
{
  GString *text = g_string_new ("interplay-cli plan");
  g_autofree char *quoted = ipl_text_shell_quote (folder);

  if (self->train > 0)
    ipl_parameters_append_training (text, &self->parameters);
  else
    ipl_parameters_append_case (text, &self->parameters);
  if (self->parameters.experiment->parts != NULL)
    {
      append_job (text, self);
      g_string_append_printf (text, " --out %s", quoted);
      return g_string_free (text, FALSE);
    }
  append_axis (text, "widths", &self->widths);
  if (self->train == 0)
    {
      append_axis (text, "temperatures", &self->temperatures);
      if (self->best)
        g_string_append (text, " --best");
      append_axis (text, "variances", &self->variances);
      append_word (text, "gp-paths", self->parameters.gp_paths);
    }
  append_axis (text, "seeds", &self->seeds);
  append_sampler (text, self);
  append_pruning (text, self);
  append_count (text, "train", self->train, 0);
  append_job (text, self);
  g_string_append_printf (text, " --out %s", quoted);
  return g_string_free (text, FALSE);
}

/* @seed: (nullable): of the chains */
static void
set_sampler (const IplPlanRequest *self, const guint64 *seed, IplRunSettings *run)
{
  const IplParameters *parameters = &self->parameters;
  IplPosteriorOptions *options = &run->options;

  ipl_posterior_options_init (options);
  options->chains = parameters->sampler_chains;
  options->warmup = parameters->warmup;
  options->target_acceptance = parameters->target_acceptance;
  options->method = ipl_posterior_method_find (parameters->sampler_method);
  if (seed != NULL)
    options->seed = *seed;
  run->parameters.draws = self->draws;
}

static gboolean
refuse (GError **error, const char *sentence)
{
  return ipl_fail (error, IPL_ERROR_VALUE, "%s", sentence);
}

/* @seed: (nullable): of the random orders */
static gboolean
set_pruning (const IplPlanRequest *self, const guint64 *seed, IplRunSettings *run,
             const IplCase *the_case, GError **error)
{
  IplPruneSettings *prune = &run->prune;
  guint test = 0;

  if (run->best)
    return refuse (error, "Heads are removed at every temperature: do not ask for only the best "
                          "one of each width, but give temperatures.");
  if (the_case->n_tests == 0)
    return refuse (error, "The case has no test set on which removing heads could be told: choose "
                          "another thing to compute.");
  while (self->test != NULL && test < the_case->n_tests
         && strcmp (the_case->tests[test].name, self->test) != 0)
    test++;
  if (test == the_case->n_tests)
    {
      g_autofree char *shown = ipl_text_shown (self->test);

      return ipl_fail (error, IPL_ERROR_VALUE, "There is no test set “%s”.", shown);
    }
  prune->order = g_intern_string (self->prune);
  prune->test = g_intern_string (the_case->tests[test].name);
  prune->resolve = !self->no_resolve;
  prune->seed = seed != NULL ? *seed : the_case->seed;
  run->parameters.random_orders = self->parameters.random_orders;
  run->parameters.fine_tune_steps = fine_tune_steps (self);
  if (strcmp (self->prune, "random") != 0)
    run->parameters.removal_order = prune->order;
  return TRUE;
}

/* A network of each width, as the parameters would train it but for how long. */
static gboolean
set_training (const IplPlanRequest *self, IplRunSettings *run, GError **error)
{
  IplTrainable *trainable = ipl_parameters_edit_trainable (&run->parameters);

  if (trainable == NULL || trainable->network[0] != '\0')
    return refuse (error, "Networks are trained on glyphs or images, and this case is none of "
                          "them: choose another thing to compute.");
  trainable->training.steps = self->train;
  trainable->training.minutes = 0;
  run->best = FALSE;
  for (guint i = 0; i < run->widths.n; i++)
    {
      const IplSetting setting = ipl_run_settings_get (run, i);
      IplTrainable of_width = *trainable;
      IplTrainerConfig config;

      if (setting.gp || !ipl_setting_has_equal_widths (&setting))
        return refuse (error,
                       "A network that is trained has one width for all layers: give numbers.");
      of_width.training.config.shape.N[0] = setting.N[0];
      if (!ipl_trainable_to_config (&of_width, &config, error))
        return FALSE;
    }
  return TRUE;
}

/* TRUE if every setting and every GP limit is one of the case. */
static gboolean
check (const IplPlanRequest *self, const IplRunSettings *run, const IplCase *the_case,
       GError **error)
{
  g_autoptr (GPtrArray) subsets
      = ipl_path_subsets_parse (the_case, run->parameters.gp_paths, error);
  g_autofree IplSetting *settings = NULL;
  guint n;

  if (subsets == NULL)
    return FALSE;
  if (run->best && run->variances.n > 0)
    return refuse (error, "Several sets of variances are solved at every temperature: do not ask "
                          "for only the best one of each width.");
  settings = ipl_run_settings_list (run, the_case, &n, error);
  if (settings == NULL)
    return FALSE;
  for (guint i = 0; self->draws > 0 && i < n; i++)
    {
      if (settings[i].gp)
        return refuse (error, "The GP limit has no order parameter to sample: leave gp out of the "
                              "widths.");
      if (!ipl_posterior_options_validate (&run->options, the_case, &settings[i], error))
        return FALSE;
    }
  return TRUE;
}

/* The plan's command. */
const char *
ipl_plan_request_computes (const IplPlanRequest *self)
{
  return self->train > 0       ? "train"
         : self->draws > 0     ? "sample"
         : self->prune != NULL ? "prune"
                               : "sweep";
}

/* Notes in the plan the memory of a task, and a time of its rows that nothing is known of. */
static void
predict (IplSweepPlan *self, const IplCase *the_case, guint cores)
{
  gsize tests = 0;

  for (guint k = 0; k < the_case->n_tests; k++)
    tests += the_case->tests[k].count;
  for (guint i = 0; i < ipl_sweep_plan_n_kinds (self); i++)
    self->seconds[i] = ROW_SECONDS;
  self->cores = cores;
  self->bytes = ipl_case_memory (the_case->train.count, tests, the_case->Pi, the_case->N0,
                                 the_case->labels.outputs);
}

/* @run: the axes, and what makes the case; taken over, also on error
 * @seed: (nullable): of chains and of random orders, where it is given
 * Returns: (transfer full) (nullable): the plan with what it will cost, without files and hash */
IplSweepPlan *
ipl_plan_request_finish (const IplPlanRequest *self, IplRunSettings *run, const guint64 *seed,
                         const IplCase *outline, GError **error)
{
  g_autoptr (IplSweepPlan) plan = NULL;

  if (self->draws > 0)
    set_sampler (self, seed, run);
  if ((self->prune != NULL && !set_pruning (self, seed, run, outline, error))
      || (self->train > 0 && !set_training (self, run, error))
      || !check (self, run, outline, error))
    {
      ipl_run_settings_clear (run);
      return NULL;
    }
  plan = ipl_sweep_plan_new (run, outline, error);
  if (plan == NULL)
    return NULL;
  predict (plan, outline, self->job.cores);
  plan->n_tasks = ipl_job_tasks (plan, &self->job);
  return g_steal_pointer (&plan);
}

/* Widths at the case's own variances, or those asked for; every temperature. */
static void
set_axes (const IplPlanRequest *self, const IplParameters *reduced, const IplCase *the_case,
          IplRunSettings *run)
{
  gboolean trains = self->train > 0;
  const double own = reduced->n_temperatures > 0 ? reduced->temperatures[0] : the_case->temperature;
  IplSweepAxis widths, temperatures;
  IplSetting base;

  ipl_setting_init_for_case (&base, the_case, 100);
  ipl_sweep_axis_copy (&widths, &self->widths);
  if (trains)
    {
      ipl_sweep_axis_init (&temperatures, IPL_AXIS_TEMPERATURE, base.L);
      ipl_sweep_axis_add (&temperatures, &own);
    }
  else
    ipl_sweep_axis_copy (&temperatures, &self->temperatures);
  ipl_run_settings_take_axes (run, &base, &widths, &temperatures);
  if (!trains)
    ipl_run_settings_set_variances (run, &self->variances);
  ipl_sweep_axis_copy (&run->seeds, &self->seeds);
  run->listed = !trains || reduced->n_temperatures > 0;
  run->best = self->best && !trains;
}

/* Returns: whether the network, if there is one, could be read */
gboolean
ipl_plan_request_reduce (const IplPlanRequest *self, IplParameters *reduced,
                         GCancellable *cancellable, GError **error)
{
  return self->train > 0
             ? ipl_parameters_reduce_training (&self->parameters, reduced, cancellable, error)
             : ipl_parameters_reduce (&self->parameters, reduced, cancellable, error);
}

/* As ipl_plan_request_finish(), of a window's parameters: as the command has it, the seed of a
 * built-in case is that of the chains too. */
IplSweepPlan *
ipl_plan_request_make (const IplPlanRequest *self, const IplParameters *reduced,
                       const IplCase *outline, GError **error)
{
  IplRunSettings run;
  guint64 seed;
  gboolean has_seed = ipl_parameters_get_network (&self->parameters)[0] == '\0'
                      && ipl_parameters_get_seed (&self->parameters, &seed);

  ipl_run_settings_init (&run, ipl_plan_request_computes (self), reduced);
  if (self->train == 0)
    run.parameters.gp_paths = self->parameters.gp_paths;
  set_axes (self, reduced, outline, &run);
  return ipl_plan_request_finish (self, &run, has_seed ? &seed : NULL, outline, error);
}
