/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include "core/network/trained-network.h"
#include "core/parameters/parameters-fields.h"
#include "core/posterior/posterior.h"

#include <string.h>

/* The widths of the paper's figure 2. */
static const guint default_widths[] = { 10, 30, 50, 100, 300, 500, 1000 };

#define DEFAULT_TEMPERATURE 0.01
#define DEFAULT_SEEDS 24
#define DEFAULT_RANDOM_ORDERS 100
#define DEFAULT_LAYERS 2 /* for a number that is known only with the case */

/* Fills an experiment's defaults: its task, the paper's widths, variances 1; temperature 0.01 or,
 * for the one-shot task, the best of the paper's at each width. */
void
ipl_parameters_init (IplParameters *self, const char *experiment_id)
{
  const IplExperiment *experiment = ipl_experiment_find (experiment_id);
  guint L;

  if (experiment == NULL)
    experiment = ipl_experiments (NULL)[0];
  memset (self, 0, sizeof *self);
  self->experiment = experiment;
  self->current.N[0] = default_widths[0];
  self->current.temperature = DEFAULT_TEMPERATURE;
  self->n_widths = G_N_ELEMENTS (default_widths);
  for (guint i = 0; i < self->n_widths; i++)
    self->widths[i].N[0] = default_widths[i];
  ipl_display_init (&self->display);
  self->removal_order = "score";
  self->random_orders = DEFAULT_RANDOM_ORDERS;
  self->sampler_chains = IPL_POSTERIOR_DEFAULT_CHAINS;
  self->warmup = IPL_POSTERIOR_DEFAULT_WARMUP;
  self->draws = IPL_POSTERIOR_DEFAULT_DRAWS;
  self->target_acceptance = IPL_POSTERIOR_DEFAULT_ACCEPTANCE;
  self->sampler_method = "auto";
  self->gp_paths = "";
  self->map_axis_x = self->map_axis_y = self->map_seeds = "";
  self->n_seeds = DEFAULT_SEEDS;
  self->shown_time = -1;
  experiment->init (self);

  L = ipl_parameters_get_layers (self);
  self->current.L = L > 0 ? L : DEFAULT_LAYERS;
  for (guint l = 0; l <= self->current.L; l++)
    {
      self->current.N[l] = self->current.N[0];
      for (guint i = 0; i < self->n_widths; i++)
        self->widths[i].N[l] = self->widths[i].N[0];
    }
  for (guint i = 0; i < self->current.L + 2; i++)
    self->current.variances[i] = 1;
}

/* @effect: TRUE to ignore fields without an effect */
static gboolean
experiment_fields_equal (const IplParameters *a, const IplParameters *b, gboolean effect)
{
  for (guint g = 0; g < a->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &a->experiment->groups[g];
      const char *data_a = (const char *)ipl_parameters_get_specific (a) + group->offset;
      const char *data_b = (const char *)ipl_parameters_get_specific (b) + group->offset;

      for (guint i = 0; i < group->n_fields; i++)
        if ((!effect || ipl_field_applies (&group->fields[i], data_a)
             || ipl_field_applies (&group->fields[i], data_b))
            && !ipl_field_equal (&group->fields[i], data_a, data_b))
          return FALSE;
    }
  return TRUE;
}

/* Returns: TRUE if both make the same case, so that results of one are valid for the other */
gboolean
ipl_parameters_same_case (const IplParameters *a, const IplParameters *b)
{
  if (a->experiment != b->experiment)
    return FALSE;
  return a->experiment->same_case != NULL ? a->experiment->same_case (a, b)
                                          : experiment_fields_equal (a, b, TRUE);
}

static gboolean
group_equal (const IplFieldGroup *group, const IplParameters *a, const IplParameters *b)
{
  return ipl_fields_equal (group->n_fields, group->fields, a, b);
}

/* Returns: TRUE if the widths and temperatures of their sweeps are the same */
gboolean
ipl_parameters_same_sweep (const IplParameters *a, const IplParameters *b)
{
  if (a->n_widths != b->n_widths || a->n_temperatures != b->n_temperatures
      || memcmp (a->temperatures, b->temperatures, a->n_temperatures * sizeof (double)) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_widths; i++)
    {
      IplSetting setting_a = ipl_parameters_get_setting (a, i);
      IplSetting setting_b = ipl_parameters_get_setting (b, i);

      if (!ipl_setting_same_widths (&setting_a, &setting_b))
        return FALSE;
    }
  return TRUE;
}

/* Returns: TRUE if all parameters are equal */
gboolean
ipl_parameters_equal (const IplParameters *a, const IplParameters *b)
{
  return a->experiment == b->experiment && experiment_fields_equal (a, b, FALSE)
         && ipl_parameters_same_sweep (a, b) && group_equal (&ipl_pruning_group, a, b)
         && ipl_display_equal (&a->display, &b->display) && group_equal (&ipl_sampler_group, a, b)
         && group_equal (&ipl_curves_group, a, b) && group_equal (&ipl_shown_time_group, a, b)
         && group_equal (&ipl_map_group, a, b) && ipl_setting_equal (&a->current, &b->current);
}

/* Copies the values of @old that differ from its defaults. */
static void
copy_changed (const IplFieldGroup *group, IplParameters *self, const IplParameters *old,
              const IplParameters *defaults)
{
  const char *from = (const char *)old + group->offset;
  const char *unchanged = (const char *)defaults + group->offset;

  for (guint i = 0; i < group->n_fields; i++)
    if (!ipl_field_equal (&group->fields[i], from, unchanged))
      ipl_field_copy (&group->fields[i], (char *)self + group->offset, from);
}

/* Copies the sampler, pruning and display options that differ from their defaults, so that they
 * persist when another case is opened. */
void
ipl_parameters_copy_settings (IplParameters *self, const IplParameters *old)
{
  guint n_components = self->display.n_components;
  IplParameters defaults;

  ipl_parameters_init (&defaults, old->experiment->id);
  copy_changed (&ipl_sampler_group, self, old, &defaults);
  copy_changed (&ipl_pruning_group, self, old, &defaults);
  copy_changed (&ipl_display_group, self, old, &defaults);
  self->display.n_components = n_components;
}

/* Opens a case file; options of the solution and the display persist. */
void
ipl_parameters_open_file (IplParameters *self, const char *path)
{
  g_autofree IplParameters *old = g_memdup2 (self, sizeof *self);

  ipl_parameters_init (self, ipl_experiment_file.id);
  ipl_parameters_set_file (self, path);
  ipl_parameters_copy_settings (self, old);
  self->display.n_components = old->display.n_components;
}

/* @table: (nullable): a table of an experiment; NULL for the common parameters
 * Returns: (nullable): the struct described by the table; NULL if it is a table of another
 *   experiment */
gconstpointer
ipl_parameters_get_table (const IplParameters *self, const IplField *table)
{
  const char *own = ipl_parameters_get_specific (self);

  if (table == NULL)
    return self;
  if (table == ipl_display_fields)
    return &self->display;
  for (guint g = 0; g < self->experiment->n_groups; g++)
    if (self->experiment->groups[g].fields == table)
      return own + self->experiment->groups[g].offset;
  return NULL;
}

/* @table: (nullable): a table of an experiment; NULL for the common parameters
 * Returns: (nullable): the struct described by the table, for editing */
gpointer
ipl_parameters_edit_table (IplParameters *self, const IplField *table)
{
  return (gpointer)ipl_parameters_get_table (self, table);
}

/* Returns: path of the case or network from which they were opened; empty for none */
const char *
ipl_parameters_get_source (const IplParameters *self)
{
  const IplField *source = self->experiment->source;
  const char *own = ipl_parameters_get_specific (self);

  for (guint g = 0; source != NULL && g < self->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &self->experiment->groups[g];

      if (source >= group->fields && source < group->fields + group->n_fields
          && ipl_field_applies (source, own + group->offset))
        return *(const char *const *)(gconstpointer)(own + group->offset + source->offset);
    }
  return "";
}

char *
ipl_parameters_get_title (const IplParameters *self, const IplParameters *defaults)
{
  const char *prefix = self->experiment->source_title, *source = ipl_parameters_get_source (self);
  const IplExampleCase *example = ipl_example_case_find_file (source);
  g_autofree char *shown = ipl_file_shown (source);
  char *title = NULL;

  if (example != NULL)
    title = g_strdup (example->title);
  else if (self->experiment->get_title != NULL)
    title = self->experiment->get_title (self, defaults);
  else if (prefix != NULL && source[0] != '\0')
    title = g_strconcat (prefix, shown, NULL);
  return title != NULL ? title : g_strdup (self->experiment->title);
}

/* The experiment's field "seed"; NULL if it has none. */
static guint64 *
find_seed (const IplParameters *self)
{
  const char *own = ipl_parameters_get_specific (self);

  for (guint g = 0; g < self->experiment->n_groups; g++)
    for (guint i = 0; i < self->experiment->groups[g].n_fields; i++)
      {
        const IplFieldGroup *group = &self->experiment->groups[g];
        const IplField *field = &group->fields[i];

        if (field->kind == IPL_FIELD_SEED && strcmp (field->id, "seed") == 0)
          return (guint64 *)(gpointer)(own + group->offset + field->offset);
      }
  return NULL;
}

/* @seed: (out): the seed of the case
 * Returns: FALSE if the case has no seed */
gboolean
ipl_parameters_get_seed (const IplParameters *self, guint64 *seed)
{
  const guint64 *place = find_seed (self);

  if (place != NULL)
    *seed = *place;
  return place != NULL;
}

/* @seed: the seed of the case; ignored without one */
void
ipl_parameters_set_seed (IplParameters *self, guint64 seed)
{
  guint64 *place = find_seed (self);

  if (place != NULL)
    *place = seed;
}

/* Makes the smallest case of the same shape, for drawings before the first result. */
IplCase *
ipl_parameters_sketch (const IplParameters *self)
{
  const IplExperiment *experiment = self->experiment;

  return experiment->sketch != NULL
             ? experiment->sketch (ipl_parameters_get_specific (self), experiment->id)
             : NULL;
}

static gboolean
makes_cases (const IplParameters *self, GError **error)
{
  if (self->experiment->make_case != NULL)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "“%s” has no attention paths, and so no case to solve: draw its own figures.",
                   self->experiment->id);
}

/* Fails with IPL_ERROR_VALUE for an experiment whose result is not a case of attention paths. */
IplCase *
ipl_parameters_make_case (const IplParameters *self, gboolean keep_inputs, guint threads,
                          GCancellable *cancellable, GError **error)
{
  return makes_cases (self, error)
             ? self->experiment->make_case (ipl_parameters_get_specific (self),
                                            self->experiment->id, keep_inputs, threads, cancellable,
                                            error)
             : NULL;
}

/* Like ipl_parameters_make_case(), to the last bit, with data that successive cases of an
 * experiment share.
 * @cache: (inout): these data; NULL before the first case, and for experiments without any */
IplCase *
ipl_parameters_make_case_from (const IplParameters *self, gpointer *cache, guint threads,
                               GCancellable *cancellable, GError **error)
{
  const IplExperiment *experiment = self->experiment;

  if (experiment->case_cache_new == NULL)
    return ipl_parameters_make_case (self, FALSE, threads, cancellable, error);
  if (*cache == NULL)
    *cache = experiment->case_cache_new ();
  return experiment->make_case_from (ipl_parameters_get_specific (self), *cache, experiment->id,
                                     FALSE, threads, cancellable, error);
}

/* @options: (out): sampler options of the parameters */
void
ipl_parameters_get_sampler (const IplParameters *self, IplPosteriorOptions *options)
{
  ipl_posterior_options_init (options);
  options->chains = self->sampler_chains;
  options->warmup = self->warmup;
  options->target_acceptance = self->target_acceptance;
  options->method = ipl_posterior_method_find (self->sampler_method);
  ipl_parameters_get_seed (self, &options->seed);
}

/* Fills parameters from a trained network: its shape, and its task or, if the file has none, the
 * default task, glyphs. Unchanged on error. */
gboolean
ipl_parameters_open_network (IplParameters *self, const char *path, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_load (path, cancellable, error);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  IplTrainable *trainable;
  IplImageTask task;

  if (network == NULL)
    return FALSE;
  ipl_image_task_init (&task);
  if (network->task != NULL && network->task[0] == '{'
      && !ipl_image_task_from_json (&task, network->task, error))
    return FALSE;
  ipl_parameters_init (self, task.files[0][0] != '\0' ? ipl_experiment_images.id
                                                      : ipl_experiment_glyphs.id);
  trainable = ipl_parameters_edit_trainable (self);
  trainable->task = task;
  ipl_training_adopt_shape (&trainable->training, &network->shape);
  ipl_parameters_set_layers (self, network->shape.L);
  trainable->network = g_intern_string (absolute);
  return TRUE;
}

/* Refuses a parameter that is given twice, except file names, which are lists. */
static gboolean
check_once (const IplParameters *self, guint n, const char *const *words, GError **error)
{
  const IplFieldGroup *group = NULL;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      {
        const IplField *one = ipl_experiment_find_field (self->experiment, words[2 * i], &group);
        const IplField *other = ipl_experiment_find_field (self->experiment, words[2 * k], &group);

        if (one != NULL && one == other && one->kind != IPL_FIELD_FILES)
          return ipl_fail (error, IPL_ERROR_VALUE, "“%s” is given twice: leave out %s=%s or %s=%s.",
                           ipl_field_flag (one), words[2 * k], words[2 * k + 1], words[2 * i],
                           words[2 * i + 1]);
      }
  return TRUE;
}

/* A file that is the case is named as CASE. */
static gboolean
check_names (const IplParameters *self, guint n, const char *const *words, GError **error)
{
  const IplFieldGroup *group = NULL;

  for (guint i = 0; i < n; i++)
    {
      const IplField *field = ipl_experiment_find_field (self->experiment, words[2 * i], &group);

      if (field != NULL && ipl_field_flag (field) == NULL)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "“%s” is not a parameter: name the file in the place of “%s”.",
                         words[2 * i], self->experiment->id);
    }
  return TRUE;
}

/* @words: [2 n] names of parameters, each followed by its value */
gboolean
ipl_parameters_set_words (IplParameters *self, guint n, const char *const *words, GError **error)
{
  if (!check_names (self, n, words, error) || !check_once (self, n, words, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!ipl_parameters_set_named (self, words[2 * i], words[2 * i + 1], error))
      return FALSE;
  if (self->experiment->validate != NULL
      && !self->experiment->validate (ipl_parameters_get_specific (self), error))
    return FALSE;
  ipl_parameters_fit_layers (self);
  return TRUE;
}
