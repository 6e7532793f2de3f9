/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document.h"

#include "core/posterior/posterior.h"
#include <string.h>

/* The widths of the paper's figure 2. */
static const guint default_widths[] = { 10, 30, 50, 100, 300, 500, 1000 };

#define DEFAULT_COMPONENTS 30

/* Of the one-shot task (THEORY.md section 8): the same widths and temperatures as the authors'. */
static const guint image_widths[] = { 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000 };
static const double image_temperatures[]
    = { 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 1.5 };
#define IMAGE_COMPONENTS 50
#define IMAGE_TEMPERATURE 0.1
#define DEFAULT_RANDOM_ORDERS 100
/* A draw costs a thousand times what one of the hidden-Markov chain does. */
#define IMAGE_WARMUP 100
#define IMAGE_DRAWS 200

/**
 * ipl_parameters_init:
 * @self: (out caller-allocates): parameters
 * @experiment_id: id of an experiment; an unknown one means the first
 *
 * Fills an experiment's defaults: its task, the paper's widths, variances 1; temperature 0.01 or,
 * for the one-shot task, the best of the paper's at each width.
 */
void
ipl_parameters_init (IplParameters *self, const char *experiment_id)
{
  const IplExperiment *experiment = ipl_experiment_find (experiment_id);
  IplSetting setting = { .temperature = 0.01 };
  const guint *widths = default_widths;

  if (experiment == NULL)
    experiment = ipl_experiments (NULL);
  memset (self, 0, sizeof *self);
  g_strlcpy (self->experiment, experiment->id, sizeof self->experiment);
  ipl_markov_chain_init_hmc4 (&self->chain);
  ipl_image_task_init (&self->images);
  ipl_training_init (&self->training);
  experiment->init (self);

  setting.L = experiment->trainable ? self->training.n_layers : self->chain.n_layers;
  for (guint i = 0; i < setting.L + 2; i++)
    setting.variances[i] = 1;
  self->n_widths = G_N_ELEMENTS (default_widths);
  self->n_components = DEFAULT_COMPONENTS;
  self->random_orders = DEFAULT_RANDOM_ORDERS;
  if (experiment->trainable)
    {
      widths = image_widths;
      self->n_widths = G_N_ELEMENTS (image_widths);
      self->n_components = IMAGE_COMPONENTS;
      setting.temperature = IMAGE_TEMPERATURE;
      self->n_temperatures = G_N_ELEMENTS (image_temperatures);
      memcpy (self->temperatures, image_temperatures, sizeof image_temperatures);
    }
  for (guint i = 0; i < self->n_widths; i++)
    {
      for (guint l = 0; l <= setting.L; l++)
        setting.N[l] = widths[i];
      self->widths[i] = setting;
    }
  self->current = self->widths[experiment->trainable ? 3 : 0];
  self->chains = IPL_POSTERIOR_DEFAULT_CHAINS;
  self->warmup = IPL_POSTERIOR_DEFAULT_WARMUP;
  self->draws = IPL_POSTERIOR_DEFAULT_DRAWS;
  if (experiment->trainable)
    {
      self->warmup = IMAGE_WARMUP;
      self->draws = IMAGE_DRAWS;
    }
  g_strlcpy (self->heatmap, "theory", sizeof self->heatmap);
}

/* @setting with the layers, temperature and variances of @the_case; widths that do not carry over,
 * because layers come or go, continue with the last layer's. */
static void
adopt_setting (IplSetting *setting, const IplCase *the_case)
{
  IplSetting adopted;
  guint last = setting->L >= 1 ? setting->L : 1;

  ipl_setting_init_for_case (&adopted, the_case, 1);
  adopted.gp = setting->gp;
  for (guint l = 0; l < adopted.L; l++)
    adopted.N[l] = MAX (setting->N[MIN (l, last - 1)], 1);
  adopted.N[adopted.L] = MAX (setting->N[setting->L], 1);
  *setting = adopted;
}

/**
 * ipl_parameters_adopt_case:
 * @self: parameters
 * @the_case: the case they are for from now on
 *
 * Takes the case's number of layers, temperature and variances, in the current setting and in the
 * list of widths.
 */
void
ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case)
{
  self->n_widths = MIN (self->n_widths, IPL_MAX_LIST);
  for (guint i = 0; i < self->n_widths; i++)
    adopt_setting (&self->widths[i], the_case);
  adopt_setting (&self->current, the_case);
}

static void
set_layers (IplSetting *setting, guint L)
{
  double readout_variance = setting->variances[setting->L + 1];
  guint readout_N = setting->N[setting->L];

  for (guint l = setting->L; l < L; l++)
    {
      setting->N[l] = readout_N;
      setting->variances[l + 1] = 1;
    }
  setting->N[L] = readout_N;
  setting->variances[L + 1] = readout_variance;
  for (guint l = L + 1; l <= IPL_MAX_LAYERS; l++)
    {
      setting->N[l] = 0;
      setting->variances[l + 1] = 0;
    }
  setting->L = L;
}

/**
 * ipl_parameters_set_layers:
 * @self: parameters
 * @L: attention layers from now on
 *
 * Gives all settings that many layers; widths and variances of the readout stay the readout's.
 */
void
ipl_parameters_set_layers (IplParameters *self, guint L)
{
  g_return_if_fail (L >= 1 && L <= IPL_MAX_LAYERS);

  for (guint i = 0; i < self->n_widths; i++)
    set_layers (&self->widths[i], L);
  set_layers (&self->current, L);
}

/**
 * ipl_parameters_same_case:
 * @a: parameters
 * @b: other parameters
 *
 * Returns: whether both make the same case, so that what was computed for one serves the other
 */
gboolean
ipl_parameters_same_case (const IplParameters *a, const IplParameters *b)
{
  const IplExperiment *experiment = ipl_experiment_find (a->experiment);

  if (strcmp (a->experiment, b->experiment) != 0)
    return FALSE;
  if (experiment != NULL && !experiment->generated)
    return strcmp (a->file, b->file) == 0;
  if (experiment != NULL && experiment->trainable)
    return ipl_image_task_equal (&a->images, &b->images) && strcmp (a->network, b->network) == 0
           && (a->network[0] != '\0' || ipl_training_same_shape (&a->training, &b->training));
  return ipl_markov_chain_equal (&a->chain, &b->chain);
}

/**
 * ipl_parameters_equal:
 * @a: parameters
 * @b: other parameters
 *
 * Returns: whether nothing a user can change differs; of the listed widths only the widths count,
 *   since temperature and variances are the current setting's
 */
gboolean
ipl_parameters_equal (const IplParameters *a, const IplParameters *b)
{
  if (strcmp (a->experiment, b->experiment) != 0 || strcmp (a->file, b->file) != 0
      || !ipl_markov_chain_equal (&a->chain, &b->chain)
      || !ipl_image_task_equal (&a->images, &b->images) || strcmp (a->network, b->network) != 0
      || !ipl_training_equal (&a->training, &b->training) || a->random_orders != b->random_orders
      || a->fine_tune_steps != b->fine_tune_steps || a->n_temperatures != b->n_temperatures
      || memcmp (a->temperatures, b->temperatures, a->n_temperatures * sizeof (double)) != 0
      || a->n_widths != b->n_widths || a->n_components != b->n_components
      || !a->shared_limits != !b->shared_limits || a->chains != b->chains || a->warmup != b->warmup
      || a->draws != b->draws || strcmp (a->heatmap, b->heatmap) != 0
      || !ipl_setting_equal (&a->current, &b->current))
    return FALSE;
  for (guint i = 0; i < a->n_widths; i++)
    if (!ipl_setting_same_widths (&a->widths[i], &b->widths[i]))
      return FALSE;
  return TRUE;
}
