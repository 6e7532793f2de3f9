/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The widths of the accuracy panel, with their text and table columns. */

#include "figures/panels/theory/accuracy.h"
#include "figures/view/posterior-view.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Returns: (transfer container): borrowed summaries; samples of this session precede stored ones
 * at the same setting. */
static GPtrArray *
list_samples (const IplView *view)
{
  GPtrArray *samples = ipl_view_posteriors (view);

  for (guint i = 0; i < IPL_QUANTITY_COUNT (view->stored); i++)
    {
      IplPosteriorSummary *stored = g_ptr_array_index (view->stored, i);

      if (ipl_posterior_list_find (samples, &stored->setting) == NULL)
        g_ptr_array_add (samples, stored);
    }
  return samples;
}

static void
add_width (IplAccuracy *self, GPtrArray *samples, const IplSolution *theory,
           const IplPosteriorSummary *sample)
{
  IplAccuracyWidth width = { theory != NULL ? &theory->setting : &sample->setting, theory, sample };

  if (theory != NULL)
    width.sample = ipl_posterior_list_find (samples, &theory->setting);
  g_array_append_val (self->widths, width);
}

static gboolean
has_sample (const IplAccuracy *self, const IplPosteriorSummary *sample)
{
  for (guint i = 0; i < self->widths->len; i++)
    if (ipl_accuracy_width (self, i)->sample == sample)
      return TRUE;
  return FALSE;
}

double
ipl_accuracy_abscissa (const IplSetting *setting)
{
  return setting->gp ? INFINITY : ipl_setting_largest_width (setting);
}

void
ipl_accuracy_init (IplAccuracy *self, IplPlot *plot)
{
  const IplView *view = plot->view;
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  g_autoptr (GPtrArray) samples = list_samples (view);
  int *numbers = g_new0 (int, rows->len + 1);
  double *x;

  *self = (IplAccuracy){ plot,      ipl_plot_add_axes (plot),
                         view,      g_array_new (FALSE, FALSE, sizeof (IplAccuracyWidth)),
                         rows->len, .rows = numbers };
  g_ptr_array_add (plot->owned, numbers);
  for (guint i = 0; i < rows->len; i++)
    {
      numbers[i] = (int)g_array_index (rows, guint, i);
      add_width (self, samples, ipl_view_row (view, numbers[i]), NULL);
    }
  if (view->current != NULL && !view->current->setting.gp && ipl_view_current_row (view) < 0)
    add_width (self, samples, view->current, NULL);
  self->n_solved = self->widths->len;
  for (guint i = 0; i < samples->len; i++)
    if (!has_sample (self, samples->pdata[i]))
      add_width (self, samples, NULL, samples->pdata[i]);
  x = ipl_plot_new_numbers (plot, self->widths->len);
  for (guint i = 0; i < self->widths->len; i++)
    x[i] = ipl_accuracy_abscissa (ipl_accuracy_width (self, i)->setting);
  self->x = ipl_numbers (x, self->widths->len);
}

void
ipl_accuracy_clear (IplAccuracy *self)
{
  g_clear_pointer (&self->widths, g_array_unref);
}

/* Text columns of the table for each width. */
typedef enum
{
  WORDS_SOLVER,
  WORDS_SAMPLING,
  WORDS_WIDTHS,
  N_WORDS
} Words;

/* Returns: (transfer full) (nullable): markup */
static char *
make_words (const IplAccuracyWidth *self, Words words)
{
  const char *text = NULL;

  if (words == WORDS_WIDTHS && !ipl_setting_has_equal_widths (self->setting))
    return ipl_setting_widths_text (self->setting);
  if (words == WORDS_SOLVER && ipl_solution_is_doubtful (self->theory))
    text = self->theory->message != NULL ? self->theory->message : "not converged";
  if (words == WORDS_SAMPLING && self->sample != NULL)
    text = self->sample->fine              ? "fine"
           : self->sample->message != NULL ? self->sample->message
                                           : "not converged";
  return text != NULL ? g_markup_escape_text (text, -1) : NULL;
}

/* Adds columns to the table: problems of the numbers, widths of layers, and temperatures. */
void
ipl_accuracy_add_width_columns (const IplAccuracy *self)
{
  static const char *const titles[] = { "solver", "sampling", "widths" };
  gsize n = self->x.n;
  double *temperature = ipl_plot_new_numbers (self->plot, n);

  for (Words k = 0; k < N_WORDS; k++)
    {
      const char **words = ipl_plot_new_names (self->plot, n);
      gboolean has_value = FALSE;
      IplMark *mark;

      for (guint i = 0; i < n; i++)
        {
          char *text = make_words (ipl_accuracy_width (self, i), k);

          words[i] = text != NULL ? ipl_plot_adopt_text (self->plot, text) : "";
          has_value = has_value || text != NULL;
        }
      if (!has_value)
        continue;
      mark = ipl_axes_list_numbers (
          self->axes, self->x, ipl_numbers (ipl_plot_new_numbers (self->plot, n), n), titles[k]);
      mark->names = words;
      mark->listed = IPL_LISTED_IN_TABLE;
    }
  for (guint i = 0; i < n; i++)
    temperature[i] = ipl_accuracy_width (self, i)->setting->temperature;
  if (self->view->best_temperature)
    ipl_axes_list_numbers (self->axes, self->x, ipl_numbers (temperature, n), "temperature")->listed
        = IPL_LISTED_IN_TABLE;
}

void
ipl_accuracy_note_widths (const IplAccuracy *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->view->best_temperature)
    ipl_plot_add_note (self->plot, "Each width is at its best temperature.");
  if (self->view->few_tests > 0)
    ipl_plot_add_note (self->plot, "Predictions for %u of %u test sequences so far.",
                       self->view->few_tests, self->view->all_tests);
  for (guint i = 0; i < self->widths->len; i++)
    {
      const IplAccuracyWidth *width = ipl_accuracy_width (self, i);
      g_autofree char *at = ipl_view_setting_text (width->setting);

      /* The note on the current solution is part of ipl_describe_setting(). */
      if (self->view->current == NULL || width->theory == NULL
          || !ipl_setting_equal (width->setting, &self->view->current->setting))
        ipl_describe_doubt (text, width->theory);
      if (width->sample != NULL && !width->sample->fine)
        g_string_append_printf (text, " Samples at %s are not converged: %s", at,
                                width->sample->message != NULL ? width->sample->message
                                                               : "their diagnostics fail.");
    }
  if (text->len > 0)
    ipl_plot_add_note (self->plot, "%s", g_strstrip (text->str));
}

/* Returns: (nullable): samples with a failed diagnostic, those at the current width first. */
const IplPosteriorSummary *
ipl_accuracy_find_doubtful (const IplView *view)
{
  g_autoptr (GPtrArray) samples = list_samples (view);

  if (view->posterior != NULL && !view->posterior->fine)
    return view->posterior;
  for (guint i = 0; i < samples->len; i++)
    if (!ipl_posterior_list_at (samples, i)->fine)
      return samples->pdata[i];
  return NULL;
}
