/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/text-grid.h"

#include <math.h>

static gboolean
belongs (const IplTextResult *result, guint run)
{
  const IplTextCurves *shown = result->runs->pdata[0], *curves = result->runs->pdata[run];

  return ipl_text_parameters_alike (&shown->parameters, &curves->parameters);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Adds a number to a list of different ones that rise. */
static void
add (GArray *numbers, double value)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, double, i) == value)
      return;
  g_array_append_val (numbers, value);
  g_array_sort (numbers, compare);
}

static void
find_axes (IplTextGrid *self, const IplTextResult *result)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (double));
  GArray *rates = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint k = 0; k < result->runs->len; k++)
    if (belongs (result, k))
      {
        const IplTextCurves *curves = result->runs->pdata[k];

        add (layers, curves->parameters.shape.layers);
        add (rates, curves->parameters.config.learning_rate);
      }
  self->n_layers = layers->len;
  self->n_rates = rates->len;
  self->layers = g_new (guint, layers->len);
  for (guint i = 0; i < layers->len; i++)
    self->layers[i] = (guint)g_array_index (layers, double, i);
  self->rates = (double *)(gpointer)g_array_free (rates, FALSE);
}

/* The runs of a cell; (transfer container). */
static GPtrArray *
find_runs (const IplTextResult *result, guint layers, double rate)
{
  GPtrArray *runs = g_ptr_array_new ();

  for (guint k = 0; k < result->runs->len; k++)
    {
      const IplTextCurves *curves = result->runs->pdata[k];

      if (belongs (result, k) && curves->parameters.shape.layers == layers
          && curves->parameters.config.learning_rate == rate)
        g_ptr_array_add (runs, (gpointer)curves);
    }
  return runs;
}

/* Runs record at the same steps, up to the last that each has. */
static void
fill (IplTextCell *self, const GPtrArray *runs, guint layers)
{
  self->n_seeds = runs->len;
  self->S = G_MAXSIZE;
  for (guint k = 0; k < runs->len; k++)
    {
      const IplTrajectory *trajectory = ((const IplTextCurves *)runs->pdata[k])->trajectory;

      if (trajectory->S >= self->S)
        continue;
      self->S = trajectory->S;
      self->time = trajectory->time;
    }
  self->mean = g_new0 (double, self->S * layers);
  self->sd = g_new0 (double, self->S * layers);
  for (gsize i = 0; i < self->S * layers; i++)
    {
      double sum = 0, squares = 0, n = runs->len;

      for (guint k = 0; k < runs->len; k++)
        sum += ipl_trajectory_find (((const IplTextCurves *)runs->pdata[k])->trajectory, "entropy")
                   ->values[i];
      for (guint k = 0; k < runs->len; k++)
        {
          double off
              = ipl_trajectory_find (((const IplTextCurves *)runs->pdata[k])->trajectory, "entropy")
                    ->values[i]
                - sum / n;

          squares += off * off;
        }
      self->mean[i] = sum / n;
      self->sd[i] = n > 1 ? sqrt (squares / (n - 1)) : 0;
    }
}

IplTextGrid *
ipl_text_grid_new (const IplTextResult *result)
{
  IplTextGrid *self = g_new0 (IplTextGrid, 1);

  find_axes (self, result);
  self->cells = g_new0 (IplTextCell, self->n_layers * self->n_rates);
  for (guint i = 0; i < self->n_layers * self->n_rates; i++)
    {
      guint layers = self->layers[i / self->n_rates];
      double rate = self->rates[i % self->n_rates];
      g_autoptr (GPtrArray) runs = find_runs (result, layers, rate);

      if (runs->len > 0)
        fill (&self->cells[i], runs, layers);
    }
  return self;
}

void
ipl_text_grid_free (gpointer data)
{
  IplTextGrid *self = data;

  for (guint i = 0; i < self->n_layers * self->n_rates; i++)
    {
      g_free (self->cells[i].mean);
      g_free (self->cells[i].sd);
    }
  g_free (self->cells);
  g_free (self->layers);
  g_free (self->rates);
  g_free (self);
}
