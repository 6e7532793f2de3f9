/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/parameters-util.h"

#include "core/base/error.h"
#include "core/tasks/one-shot.h"
#include <math.h>
#include <string.h>

/* Images need not be read to know the paths. */
static IplCase *
sketch_one_shot (const IplTraining *training)
{
  IplCase *the_case = ipl_case_alloc ();

  the_case->name = g_strdup ("");
  the_case->L = training->n_layers;
  the_case->Pi = 1;
  for (guint l = 0; l < training->n_layers; l++)
    {
      the_case->H[l] = training->n_heads[l];
      the_case->Pi *= training->n_heads[l];
    }
  the_case->N0 = IPL_ONE_SHOT_N0;
  the_case->T = IPL_ONE_SHOT_T;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  the_case->tests[0].name = g_strdup ("test");
  ipl_case_finish_names (the_case);
  return the_case;
}

/**
 * ipl_parameters_sketch:
 * @parameters: parameters of a generated experiment
 *
 * Makes the smallest case of the same shape: what can be drawn before there are numbers.
 *
 * Returns: (transfer full) (nullable): a case with the paths and names of the real one
 */
IplCase *
ipl_parameters_sketch (const IplParameters *parameters)
{
  const IplExperiment *experiment = ipl_experiment_find (parameters->experiment);
  IplParameters small = *parameters;

  if (experiment == NULL || !experiment->generated)
    return NULL;
  if (experiment->trainable)
    return sketch_one_shot (&parameters->training);
  small.chain.n_train = small.chain.n_test = 2;
  small.chain.n_tokens = 2;
  small.chain.n_features = 2;
  return experiment->make_case (&small, FALSE, 1, NULL, NULL);
}

/**
 * ipl_parameters_keep_ways:
 * @parameters: parameters of a case that is to be opened
 * @old: those of the present one
 *
 * What a user has set up beside the case goes on with another.
 */
void
ipl_parameters_keep_ways (IplParameters *parameters, const IplParameters *old)
{
  parameters->shared_limits = old->shared_limits;
  parameters->chains = old->chains;
  parameters->warmup = old->warmup;
  parameters->draws = old->draws;
  parameters->random_orders = old->random_orders;
  parameters->fine_tune_steps = old->fine_tune_steps;
  g_strlcpy (parameters->heatmap, old->heatmap, sizeof parameters->heatmap);
}

/**
 * ipl_parameters_fit_layers:
 * @parameters: parameters whose generated network may just have gained or lost a layer
 *
 * Gives every setting as many widths and variances as the network has layers, new ones like their
 * neighbours. How many a trained network has is known when it is read.
 */
void
ipl_parameters_fit_layers (IplParameters *parameters)
{
  const IplExperiment *experiment = ipl_experiment_find (parameters->experiment);
  guint L;

  if (experiment == NULL || !experiment->generated
      || (experiment->trainable && parameters->network[0] != '\0'))
    return;
  L = experiment->trainable ? parameters->training.n_layers : parameters->chain.n_layers;
  ipl_setting_resize (&parameters->current, L);
  for (guint i = 0; i < parameters->n_widths; i++)
    ipl_setting_resize (&parameters->widths[i], L);
}

/**
 * ipl_parameters_same_heads:
 * @a: parameters of a generated experiment
 * @b: others
 *
 * Returns: whether both have the same heads in the same layers
 */
gboolean
ipl_parameters_same_heads (const IplParameters *a, const IplParameters *b)
{
  if (a->chain.n_layers != b->chain.n_layers)
    return FALSE;
  for (guint l = 0; l < a->chain.n_layers; l++)
    {
      if (a->chain.n_heads[l] != b->chain.n_heads[l])
        return FALSE;
      for (guint h = 0; h < a->chain.n_heads[l]; h++)
        if (a->chain.heads[l][h] != b->chain.heads[l][h])
          return FALSE;
    }
  return TRUE;
}

/**
 * ipl_parameters_same_prior:
 * @a: parameters
 * @b: others of the same case
 *
 * Returns: whether both have the same temperature and prior variances, so that samples of one are
 *   samples of the other
 */
gboolean
ipl_parameters_same_prior (const IplParameters *a, const IplParameters *b)
{
  return ipl_setting_same_prior (&a->current, &b->current);
}

/**
 * ipl_parameters_widths_text:
 * @parameters: the parameters
 *
 * Returns: (transfer full): the sweep's widths as text, "10, 30, 100, 12:25:40"
 */
char *
ipl_parameters_widths_text (const IplParameters *parameters)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < parameters->n_widths; i++)
    {
      g_autofree char *one = ipl_setting_widths_text (&parameters->widths[i]);
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", one);
    }
  return g_string_free (text, FALSE);
}

/**
 * ipl_parameters_parse_widths:
 * @parameters: filled with the widths of @text; unchanged on error
 * @text: widths separated by commas or blanks
 *
 * Returns: whether @text was a list of widths
 */
gboolean
ipl_parameters_parse_widths (IplParameters *parameters, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, ", \t\n;", -1);
  IplParameters parsed = *parameters;

  parsed.n_widths = 0;
  for (guint i = 0; words[i] != NULL; i++)
    {
      IplSetting setting = parameters->current;

      if (*words[i] == '\0')
        continue;
      if (parsed.n_widths == IPL_MAX_LIST)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "There are more than %d widths in the list.", IPL_MAX_LIST);
          return FALSE;
        }
      setting.gp = FALSE;
      if (!ipl_setting_parse_widths (&setting, words[i], error))
        return FALSE;
      if (setting.gp)
        {
          g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                               "The GP limit is always solved and need not be in the list.");
          return FALSE;
        }
      parsed.widths[parsed.n_widths++] = setting;
    }
  if (parsed.n_widths == 0)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                           "The list needs at least one width, for example “10, 100, 1000”.");
      return FALSE;
    }
  *parameters = parsed;
  return TRUE;
}
