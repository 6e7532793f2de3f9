/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The accuracy panel in words and as a table, with the mean over seeds of the case. */

#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/panels/theory/accuracy-marks.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/view.h"
#include "figures/view/words.h"

#include <math.h>
#include <string.h>

static char *
spread_text (const IplSeedMean *seeds, IplSeedSpread spread)
{
  const IplScore *score = ipl_score_of_labels (&seeds->labels);

  return seeds->n == 1 ? ipl_score_text (score, spread.mean)
                       : ipl_score_text_with_error (score, spread.mean, spread.sd);
}

static void
accuracy_seeds_describe (GString *text, const IplView *view)
{
  const IplSeedMean *seeds = view->seeds;

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  if (ipl_accuracy_seeds_is_one (view))
    g_string_append (text, " Rows of the sweep:");
  else
    g_string_append_printf (text, " Mean and standard deviation over %u seeds:", seeds->n);
  for (guint i = 0; i < seeds->n_rows; i++)
    {
      g_autofree char *at = ipl_view_setting_text (&seeds->settings[i]);
      g_autofree char *value = spread_text (seeds, ipl_accuracy_seeds_row (seeds, i));

      g_string_append_printf (text, "%s %s at %s", i > 0 ? "," : "", value, at);
    }
  for (guint k = 0; k < seeds->n_lines; k++)
    {
      g_autofree char *value = spread_text (seeds, ipl_accuracy_seeds_line (seeds, k));

      g_string_append_printf (text, ", %s in the GP limit of %s", value, seeds->lines[k]);
    }
  g_string_append_c (text, '.');
}

static void
append_spread (GString *text, const IplView *view, IplSeedSpread spread)
{
  ipl_table_cell (text, spread.mean);
  if (ipl_accuracy_seeds_is_one (view))
    return;
  ipl_table_cell (text, spread.sd);
}

/* The headings of two columns of a table, where the seeds are shown. */
static void
accuracy_seeds_append_headings (GString *text, const IplView *view)
{
  if (ipl_accuracy_seeds_are_shown (view) && ipl_accuracy_seeds_is_one (view))
    g_string_append (text, "\trow of the sweep");
  else if (ipl_accuracy_seeds_are_shown (view))
    g_string_append_printf (text, "\tmean of %u seeds\tstandard deviation", view->seeds->n);
}

/* These columns for the widths of @setting. */
static void
accuracy_seeds_append_row (GString *text, const IplView *view, const IplSetting *setting)
{
  const IplSeedMean *seeds = view->seeds;
  IplSeedSpread spread = { NAN, NAN };

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  for (guint i = 0; i < seeds->n_rows; i++)
    if (ipl_setting_same_widths (&seeds->settings[i], setting))
      spread = ipl_accuracy_seeds_row (seeds, i);
  append_spread (text, view, spread);
}

/* And for the GP limit that is called @label. */
static void
accuracy_seeds_append_line (GString *text, const IplView *view, const char *label)
{
  const IplSeedMean *seeds = view->seeds;
  IplSeedSpread spread = { NAN, NAN };

  if (!ipl_accuracy_seeds_are_shown (view))
    return;
  for (guint k = 0; k < seeds->n_lines; k++)
    if (g_str_equal (seeds->lines[k], label))
      spread = ipl_accuracy_seeds_line (seeds, k);
  append_spread (text, view, spread);
}

static char *
value_text (const IplView *view, const IplSolution *solution)
{
  if (solution == NULL || solution->n_tests == 0)
    return g_strdup ("unknown");
  return ipl_score_text (ipl_case_get_score (view->the_case), solution->tests[0].accuracy);
}

/* The widths that are sampled, and the runs that failed. */
static void
describe_sampled (GString *text, const IplView *view)
{
  g_autoptr (GPtrArray) posteriors = ipl_accuracy_samples (view);
  for (guint i = 0; i < posteriors->len; i++)
    {
      const IplPosteriorSummary *posterior = g_ptr_array_index (posteriors, i);
      if (posterior->n_tests == 0)
        continue;
      const IplPrediction *p = &posterior->tests[0];
      g_autofree char *setting = ipl_view_setting_text (&posterior->setting);
      g_autofree char *value = ipl_score_text_with_error (ipl_case_get_score (view->the_case),
                                                          p->accuracy, p->accuracy_se);
      g_string_append_printf (text, " Sampled at %s: %s%s%s", setting, value,
                              posterior->fine ? "." : ", not converged. ",
                              !posterior->fine && posterior->message != NULL ? posterior->message
                                                                             : "");
    }
}

/* Accuracies of the diagonal of U and of U levelled. */
static void
describe_parts (GString *text, const IplView *view)
{
  if (view->current == NULL || view->current->setting.gp)
    return;
  for (IplAccuracyPart part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (view, part))
      {
        double value = ipl_accuracy_part_value (view->current, part);
        g_autofree char *number = ipl_score_text (ipl_case_get_score (view->the_case), value);
        g_string_append_printf (text, " With %s it is %s at this width.",
                                part == IPL_PART_DIAGONAL ? "the diagonal of U only" : "U levelled",
                                number);
      }
}

/* Further test sets, and the network trained by gradient descent. */
static void
describe_further (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  for (guint t = 1; view->current != NULL && t < MIN (the_case->n_tests, view->current->n_tests);
       t++)
    {
      double accuracy = view->current->tests[t].accuracy;
      g_autofree char *value = ipl_score_text (ipl_case_get_score (the_case), accuracy);
      g_string_append_printf (text, "%s %s on the test set %s", t == 1 ? " At this width" : ",",
                              value, the_case->test_sets[t].name);
    }
  if (view->current != NULL && the_case->n_tests > 1 && view->current->n_tests > 1)
    g_string_append_c (text, '.');
  if (view->heads != NULL && isfinite (view->heads->trained.accuracy))
    {
      g_autofree char *value = ipl_number_fixed (view->heads->trained.accuracy, 3);
      g_string_append_printf (text, " The trained network reaches %s.", value);
    }
}

void
ipl_describe_accuracy (GString *text, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  const char *what = ipl_case_get_score (view->the_case)->title;
  g_string_append_printf (text, "%s against width, logarithmic axis%s.", what,
                          view->best_temperature ? ", at the best temperature of each width" : "");
  if (view->few_tests > 0)
    g_string_append_printf (text, " Predictions for %u of %u test sequences so far.",
                            view->few_tests, view->all_tests);
  if (rows->len > 0)
    {
      const IplSolution *first = ipl_view_row (view, g_array_index (rows, guint, 0));
      const IplSolution *last = ipl_view_row (view, g_array_index (rows, guint, rows->len - 1));
      g_autofree char *a = ipl_view_setting_text (&first->setting);
      g_autofree char *b = ipl_view_setting_text (&last->setting);
      g_autofree char *va = value_text (view, first);
      g_autofree char *vb = value_text (view, last);
      g_string_append_printf (text, " The theory gives %s at %s and %s at %s.", va, a, vb, b);
    }
  else
    g_string_append (text, " No width is solved yet.");
  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = ipl_view_row (view, g_array_index (rows, guint, i));
      /* The current one is spoken of at the end. */
      if (view->current == NULL || !ipl_setting_equal (&row->setting, &view->current->setting))
        ipl_describe_doubt (text, row);
    }
  describe_sampled (text, view);
  if (view->sweep != NULL && view->sweep->n_groups > 0)
    {
      const IplSweepGroup *group = &view->sweep->groups[ipl_view_group (view)];
      for (guint l = 0; l < group->n_lines; l++)
        {
          g_autofree char *value = value_text (view, group->lines[l].solution);
          g_string_append_printf (text, "%s%s: %s",
                                  l ? ", " : " Gaussian-process limits: ", group->lines[l].label,
                                  value);
        }
      if (group->n_lines > 0)
        g_string_append_c (text, '.');
    }
  if (isfinite (view->the_case->best_score))
    {
      g_autofree char *best
          = ipl_score_text (ipl_case_get_score (view->the_case), view->the_case->best_score);
      g_autofree char *name = ipl_accuracy_best_name (view);
      g_string_append_printf (text, " The dotted line is the %s: %s.", name, best);
    }
  accuracy_seeds_describe (text, view);
  describe_parts (text, view);
  describe_further (text, view);
  ipl_describe_setting (text, view);
}

static void
append_prediction (GString *text, const IplPrediction *tests, guint n_tests)
{
  ipl_table_cell (text, n_tests > 0 ? tests[0].accuracy : NAN);
  ipl_table_cell (text, n_tests > 0 ? tests[0].accuracy_se : NAN);
}

/* Columns that only some tables have: the temperature, and further test sets. */
static void
append_further (GString *text, const IplView *view, const IplSolution *solution)
{
  if (view->best_temperature)
    {
      ipl_table_cell (text, solution != NULL ? solution->setting.temperature : NAN);
    }
  for (guint t = 1; t < view->the_case->n_tests; t++)
    append_prediction (text, solution != NULL && t < solution->n_tests ? &solution->tests[t] : NULL,
                       solution != NULL && t < solution->n_tests ? 1 : 0);
}

/* The last columns: what is left of U, and the mean over seeds, for a width or a GP limit. */
static void
append_last (GString *text, const IplView *view, const IplSolution *row, const char *line)
{
  for (IplAccuracyPart part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (view, part))
      {
        ipl_table_cell (text, line != NULL ? NAN : ipl_accuracy_part_value (row, part));
      }
  if (line != NULL)
    accuracy_seeds_append_line (text, view, line);
  else
    accuracy_seeds_append_row (text, view, &row->setting);
}

static void
append_sampled (GString *text, const IplPosteriorSummary *posterior)
{
  append_prediction (text, posterior != NULL ? posterior->tests : NULL,
                     posterior != NULL ? posterior->n_tests : 0);
  g_string_append_printf (text, "\t%s",
                          posterior == NULL            ? ""
                          : posterior->fine            ? "fine"
                          : posterior->message != NULL ? posterior->message
                                                       : "not converged");
}

/* TRUE if the theory's own solver converged. */
static void
append_solver (GString *text, const IplSolution *row)
{
  g_string_append_printf (text, "\t%s",
                          row->setting.gp                   ? ""
                          : !ipl_solution_is_doubtful (row) ? "converged"
                          : row->message != NULL            ? row->message
                                                            : "not converged");
}

static gsize
count_tabs (const char *row)
{
  gsize n = 0;
  for (; *row != '\0'; row++)
    n += *row == '\t';
  return n;
}

/* Pads the last row to the columns of the heading. */
static void
end_row (GString *text, gsize heading_tabs)
{
  for (gsize n = count_tabs (strrchr (text->str, '\n') + 1); n < heading_tabs; n++)
    g_string_append_c (text, '\t');
  g_string_append_c (text, '\n');
}

/* A row for each GP limit. */
static void
append_limits (GString *text, const IplView *view, gboolean doubtful, gboolean sampled,
               gsize heading_tabs)
{
  const IplSweepGroup *group = &view->sweep->groups[ipl_view_group (view)];
  for (guint l = 0; l < group->n_lines; l++)
    {
      const IplSolution *solution = group->lines[l].solution;
      g_string_append_printf (text, "GP, %s", group->lines[l].label);
      append_prediction (text, solution != NULL ? solution->tests : NULL,
                         solution != NULL ? solution->n_tests : 0);
      if (doubtful)
        g_string_append_c (text, '\t');
      if (sampled)
        g_string_append (text, "\t\t\t");
      append_further (text, view, solution);
      append_last (text, view, solution, group->lines[l].label);
      end_row (text, heading_tabs);
    }
}

void
ipl_table_accuracy (GString *text, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  g_autoptr (GPtrArray) posteriors = ipl_accuracy_samples (view);
  const char *what = ipl_case_get_score (view->the_case)->name;
  gsize start = text->len;
  g_string_append_printf (text, "width\t%s\tstandard error", what);
  gboolean sampled = posteriors->len > 0, doubtful = ipl_view_has_doubtful_rows (view);
  if (doubtful)
    g_string_append (text, "\tsolver");
  if (sampled)
    g_string_append_printf (text, "\t%s, sampled\tstandard error, sampled\tsampling", what);
  if (view->best_temperature)
    g_string_append (text, "\ttemperature");
  for (guint t = 1; t < view->the_case->n_tests; t++)
    g_string_append_printf (text, "\t%s, %s\tstandard error, %s", what,
                            view->the_case->test_sets[t].name, view->the_case->test_sets[t].name);
  for (IplAccuracyPart part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (view, part))
      g_string_append_printf (text, "\t%s, %s", what, ipl_accuracy_parts[part].name);
  accuracy_seeds_append_headings (text, view);
  gsize heading_tabs = count_tabs (text->str + start);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = ipl_view_row (view, g_array_index (rows, guint, i));
      const IplPosteriorSummary *posterior = ipl_posterior_list_find (posteriors, &row->setting);
      g_autofree char *widths
          = row->setting.gp ? g_strdup ("GP") : ipl_setting_widths_text (&row->setting);
      g_string_append (text, widths);
      append_prediction (text, row->tests, row->n_tests);
      if (doubtful)
        append_solver (text, row);
      if (sampled)
        append_sampled (text, posterior);
      append_further (text, view, row);
      append_last (text, view, row, NULL);
      end_row (text, heading_tabs);
      if (posterior != NULL)
        g_ptr_array_remove (posteriors, (gpointer)posterior);
    }
  /* Widths that are sampled, but not in the sweep. */
  for (guint i = 0; i < posteriors->len; i++)
    {
      const IplPosteriorSummary *posterior = g_ptr_array_index (posteriors, i);
      g_autofree char *widths = ipl_setting_widths_text (&posterior->setting);
      g_string_append_printf (text, "%s\t\t%s", widths, doubtful ? "\t" : "");
      append_sampled (text, posterior);
      end_row (text, heading_tabs);
    }
  if (view->sweep != NULL && view->sweep->n_groups > 0)
    append_limits (text, view, doubtful, sampled, heading_tabs);
  if (isfinite (view->the_case->best_score))
    {
      g_autofree char *name = ipl_accuracy_best_name (view);
      g_string_append_printf (text, "%s\t%.17g", name, view->the_case->best_score);
      end_row (text, heading_tabs);
    }
}
