/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep that is asked for, as a plan and as the command line that makes the same plan. */
#include "sweeps/plan-request.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "core/theory/path-subsets.h"
#include "sweeps/plan-cost.h"
#include <string.h>

void
ipl_plan_request_free (IplPlanRequest *self)
{
  g_free (self->widths);
  g_free (self->temperatures);
  g_free (self->variances);
  g_free (self->partition);
  g_free (self->account);
  g_strfreev (self->job.extra);
  g_free (self->path);
  g_free (self);
}

/* "1,2,3" */
static void
append_list (GString *text, const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      char number[IPL_NUMBER_TEXT_SIZE];

      ipl_number_format (values[i], number);
      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", number);
    }
}

/* " --flag 1,2,3" */
static void
append_numbers (GString *text, const char *flag, const double *values, guint n)
{
  g_string_append_printf (text, " --%s ", flag);
  append_list (text, values, n);
}

/* Several sets in quotation marks, as a shell ends the line at a semicolon. */
static void
append_variances (GString *text, const IplPlanRequest *self)
{
  guint n = self->parameters.current.L + 2;

  if (self->n_variances == 0)
    {
      append_numbers (text, "variances", self->parameters.current.variances, n);
      return;
    }
  g_string_append (text, " --variances '");
  for (guint v = 0; v < self->n_variances; v++)
    {
      if (v > 0)
        g_string_append_c (text, ';');
      append_list (text, self->variances + v * IPL_RUN_VARIANCES_STRIDE, n);
    }
  g_string_append_c (text, '\'');
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
    append_numbers (text, "target-acceptance", &parameters->target_acceptance, 1);
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
  g_string_append (text, " --widths ");
  for (guint i = 0; i < self->n_widths; i++)
    {
      g_autofree char *width = ipl_setting_widths_text (&self->widths[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", width);
    }
  if (self->train == 0)
    {
      append_numbers (text, "temperatures", self->temperatures, self->n_temperatures);
      if (self->best)
        g_string_append (text, " --best");
      append_variances (text, self);
      append_word (text, "gp-paths", self->parameters.gp_paths);
    }
  if (self->n_seeds > 0)
    g_string_append_printf (text, " --seeds %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT,
                            self->first_seed, self->first_seed + self->n_seeds - 1);
  append_sampler (text, self);
  append_pruning (text, self);
  append_count (text, "train", self->train, 0);
  append_job (text, self);
  g_string_append_printf (text, " --out %s", quoted);
  return g_string_free (text, FALSE);
}

/* As the command has it: the seed of a built-in case is that of the chains too. */
static void
set_sampler (const IplPlanRequest *self, IplRunSettings *run)
{
  const IplParameters *parameters = &self->parameters;
  IplPosteriorOptions *options = &run->options;

  ipl_posterior_options_init (options);
  options->chains = parameters->sampler_chains;
  options->warmup = parameters->warmup;
  options->target_acceptance = parameters->target_acceptance;
  options->method = ipl_posterior_method_find (parameters->sampler_method);
  if (ipl_parameters_get_network (parameters)[0] == '\0')
    ipl_parameters_get_seed (parameters, &options->seed);
  run->parameters.draws = self->draws;
}

static gboolean
set_pruning (const IplPlanRequest *self, IplRunSettings *run, const IplCase *the_case,
             GError **error)
{
  const IplParameters *parameters = &self->parameters;

  if (self->best || the_case->n_tests == 0)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                           self->best ? "Heads are removed at every temperature: do not ask for "
                                        "only the best one of each width."
                                      : "The case has no test set on which removing heads could be "
                                        "told: choose another thing to compute.");
      return FALSE;
    }
  run->prune.order = self->prune;
  run->prune.test = g_intern_string (the_case->tests[0].name);
  run->prune.resolve = TRUE;
  run->prune.seed = the_case->seed;
  if (ipl_parameters_get_network (parameters)[0] == '\0')
    ipl_parameters_get_seed (parameters, &run->prune.seed);
  run->parameters.random_orders = parameters->random_orders;
  run->parameters.fine_tune_steps = fine_tune_steps (self);
  if (strcmp (self->prune, "random") != 0)
    run->parameters.removal_order = self->prune;
  return TRUE;
}

/* A network of each width, as the document would train it but for how long. */
static gboolean
set_training (const IplPlanRequest *self, IplRunSettings *run, GError **error)
{
  IplTrainable *trainable = ipl_parameters_edit_trainable (&run->parameters);

  if (trainable == NULL || trainable->network[0] != '\0')
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Networks are trained on glyphs or images, and this case is none of them: "
                   "choose another thing to compute.");
      return FALSE;
    }
  trainable->training.steps = self->train;
  trainable->training.minutes = 0;
  for (guint i = 0; i < run->n_widths; i++)
    {
      IplTraining training = trainable->training;
      IplTrainerConfig config;

      if (run->widths[i].gp || !ipl_setting_has_equal_widths (&run->widths[i]))
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "A network that is trained has one width for all layers: give numbers.");
          return FALSE;
        }
      training.config.shape.N[0] = run->widths[i].N[0];
      if (!ipl_training_to_config (&training, &config, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_sampled (const IplPlanRequest *self, const IplRunSettings *run, const IplCase *the_case,
               guint n, const IplSetting *settings, GError **error)
{
  for (guint i = 0; self->draws > 0 && i < n; i++)
    {
      if (settings[i].gp)
        {
          g_set_error (
              error, IPL_ERROR, IPL_ERROR_VALUE,
              "The GP limit has no order parameter to sample: leave gp out of the widths.");
          return FALSE;
        }
      if (!ipl_posterior_options_validate (&run->options, the_case, &settings[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_variances (const IplPlanRequest *self, GError **error)
{
  if (!self->best || self->n_variances == 0 || self->train > 0)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "Several sets of variances are solved at every temperature: do not ask for only the "
               "best one of each width.");
  return FALSE;
}

/* Whether every setting and every GP limit is one of the case. */
static gboolean
check (const IplPlanRequest *self, const IplRunSettings *run, const IplCase *the_case,
       GError **error)
{
  g_autoptr (GPtrArray) subsets = NULL;
  g_autofree IplSetting *settings = NULL;
  guint n;

  subsets = ipl_path_subsets_parse (the_case, run->parameters.gp_paths, error);
  if (subsets == NULL || !check_variances (self, error))
    return FALSE;
  settings = ipl_run_settings_list (run, the_case, &n, error);
  return settings != NULL && check_sampled (self, run, the_case, n, settings, error);
}

/* Widths at the case's own variances, or those asked for; every temperature. */
static void
set_axes (const IplPlanRequest *self, const IplParameters *reduced, const IplCase *the_case,
          IplRunSettings *run)
{
  g_autofree IplSetting *widths = g_memdup2 (self->widths, self->n_widths * sizeof *self->widths);
  const double own = reduced->n_temperatures > 0 ? reduced->temperatures[0] : the_case->temperature;

  for (guint i = 0; i < self->n_widths; i++)
    {
      ipl_setting_init_for_case (&widths[i], the_case, 100);
      memcpy (widths[i].N, self->widths[i].N, sizeof widths[i].N);
      widths[i].gp = self->widths[i].gp;
      if (self->train == 0)
        memcpy (widths[i].variances, self->parameters.current.variances,
                sizeof widths[i].variances);
    }
  if (self->train > 0)
    ipl_run_settings_set_axes (run, self->n_widths, widths, 1, &own);
  else
    ipl_run_settings_set_axes (run, self->n_widths, widths, self->n_temperatures,
                               self->temperatures);
  if (self->train == 0 && self->n_variances > 0)
    ipl_run_settings_set_variances (run, self->n_variances, self->variances);
  run->listed = self->train == 0 || reduced->n_temperatures > 0;
  run->best = self->best && self->train == 0;
}

/* @reduced: what the command has that plans the same
 * @cancellable: (nullable)
 * Returns: whether the network, if there is one, could be read */
gboolean
ipl_plan_request_reduce (const IplPlanRequest *self, IplParameters *reduced,
                         GCancellable *cancellable, GError **error)
{
  return self->train > 0
             ? ipl_parameters_reduce_training (&self->parameters, reduced, cancellable, error)
             : ipl_parameters_reduce (&self->parameters, reduced, cancellable, error);
}

/* @outline: the case that they make, or its outline
 * @cost: what a task takes until it has that case
 * Returns: (transfer full) (nullable): the plan with what it will cost, without files and hash */
IplSweepPlan *
ipl_plan_request_make (const IplPlanRequest *self, const IplParameters *reduced,
                       const IplCase *outline, const IplCost *cost, GError **error)
{
  IplRunSettings run;
  g_autoptr (IplSweepPlan) plan = NULL;

  ipl_run_settings_init (&run,
                         self->train > 0       ? "train"
                         : self->draws > 0     ? "sample"
                         : self->prune != NULL ? "prune"
                                               : "sweep",
                         reduced);
  if (self->train == 0)
    run.parameters.gp_paths = self->parameters.gp_paths;
  set_axes (self, reduced, outline, &run);
  run.first_seed = self->first_seed;
  run.n_seeds = self->n_seeds;
  if (self->draws > 0)
    set_sampler (self, &run);
  if ((self->prune != NULL && !set_pruning (self, &run, outline, error))
      || (self->train > 0 && !set_training (self, &run, error))
      || !check (self, &run, outline, error))
    {
      ipl_run_settings_clear (&run);
      return NULL;
    }
  plan = ipl_sweep_plan_new (&run, outline, error);
  if (plan == NULL)
    return NULL;
  ipl_sweep_plan_predict (plan, outline, cost, self->job.cores);
  plan->n_tasks = ipl_job_tasks (plan, &self->job);
  return g_steal_pointer (&plan);
}
