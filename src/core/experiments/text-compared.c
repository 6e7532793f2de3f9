/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/text-parameters.h"

#include "core/base/error.h"
#include "core/experiments/text-result.h"

/* The numbers of a list by commas; @otherwise where it is empty. */
static GArray *
read_numbers (const char *list, double otherwise)
{
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      double value = g_ascii_strtod (parts[i], NULL);

      g_array_append_val (numbers, value);
    }
  if (numbers->len == 0)
    g_array_append_val (numbers, otherwise);
  return numbers;
}

static gboolean
is_compared (const IplTextParameters *a, const IplTextParameters *b)
{
  return a->shape.layers == b->shape.layers && a->config.learning_rate == b->config.learning_rate;
}

/* Those of the further runs that were asked for to compare, each combination of layers and rates
 * once, without @self's own. */
GArray *
ipl_text_parameters_compared (const IplTextParameters *self)
{
  g_autoptr (GArray) layers = read_numbers (self->compare_layers, self->shape.layers);
  g_autoptr (GArray) rates = read_numbers (self->compare_rates, self->config.learning_rate);
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (IplTextParameters));

  for (guint l = 0; l < layers->len; l++)
    for (guint r = 0; r < rates->len; r++)
      {
        IplTextParameters run = *self;
        gboolean seen;

        run.shape.layers = (guint)g_array_index (layers, double, l);
        run.config.learning_rate = g_array_index (rates, double, r);
        run.compare_layers = run.compare_rates = "";
        seen = is_compared (&run, self);
        for (guint i = 0; i < runs->len; i++)
          seen = seen || is_compared (&run, &g_array_index (runs, IplTextParameters, i));
        if (!seen)
          g_array_append_val (runs, run);
      }
  return runs;
}

/* TRUE if there is room for all runs that were asked for to compare. */
gboolean
ipl_text_parameters_check_compared (const IplTextParameters *self, GError **error)
{
  g_autoptr (GArray) runs = ipl_text_parameters_compared (self);

  if (runs->len <= IPL_TEXT_MAX_EARLIER)
    return TRUE;
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "The layers and rates to compare make %u further runs, and at most %d are compared: "
               "leave some out.",
               runs->len, IPL_TEXT_MAX_EARLIER);
  return FALSE;
}
