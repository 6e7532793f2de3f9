/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words for what is hovered. */

#include "figures/view/target-words.h"

#include "core/base/units.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/words.h"
#include "figures/view/network-view.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static gboolean
valid_path (const IplView *view, int path)
{
  return path >= 0 && (gsize)path < view->the_case->Pi;
}

static double
entry (const IplView *view, int p, int q)
{
  return ipl_view_u (view, view->current, (gsize)p, (gsize)q);
}

static const IplPosteriorSummary *
row_posterior (const IplView *view, const IplSolution *row)
{
  return row != NULL ? ipl_view_posterior_at (view, &row->setting) : NULL;
}

/* The samples of an entry of U, in words. */
static void
append_samples (GString *text, const IplView *view, int p, int q)
{
  g_autofree char *mean = NULL;
  IplPosteriorEntry entry;

  if (view->posterior == NULL)
    return;
  entry = ipl_view_posterior_entry (view, (gsize)p, (gsize)q);
  mean = ipl_number_with_error (entry.mean, entry.mcse, 4);
  g_string_append_printf (text, "; sampled %s", mean);
  ipl_number_append (text, ", sd ", entry.sd, 3);
  ipl_number_append (text, ", 5–95 % ", entry.quantiles[0], 3);
  ipl_number_append (text, " to ", entry.quantiles[4], 3);
  ipl_number_append_fixed (text, ", R-hat ", entry.rhat, 3);
  ipl_number_append_fixed (text, ", ESS ", entry.ess_bulk, 0);
  ipl_number_append_fixed (text, " bulk, ", entry.ess_tail, 0);
  g_string_append (text, view->posterior->fine ? " tail" : " tail; not converged");
}

static double
component_value (const double *values, const IplSolution *solution, int k)
{
  return solution != NULL && values != NULL && k < (int)solution->P ? values[k] : NAN;
}

/* " (U diag 0.9 and 1.1), correlation 0.5" */
static void
append_pair (GString *text, const IplView *view, int p, int q)
{
  double Upp = entry (view, p, p), Uqq = entry (view, q, q);

  ipl_number_append (text, " (U diag ", Upp, 3);
  ipl_number_append (text, " and ", Uqq, 3);
  ipl_number_append_fixed (text, "), correlation ", entry (view, p, q) / sqrt (Upp * Uqq), 2);
}

/* Its heads, and the pair it is most correlated with. */
static void
append_path (GString *text, const IplView *view, int p)
{
  const IplCaseInfo *the_case = view->the_case;
  int strongest = -1;

  for (guint l = 0; l < the_case->L; l++)
    {
      g_autofree char *head = ipl_case_head_text (the_case, l, ipl_case_path_head (the_case, p, l));

      g_string_append_printf (text, "%s%s", l > 0 ? ", " : ", heads (", head);
    }
  g_string_append_c (text, ')');
  for (int q = 0; q < (int)the_case->Pi; q++)
    if (q != p && (strongest < 0 || fabs (entry (view, p, q)) > fabs (entry (view, p, strongest))))
      strongest = q;
  if (strongest < 0 || view->current->setting.gp)
    return;
  g_string_append_printf (text, "; strongest pair with %s",
                          ipl_view_path_name (view, (gsize)strongest));
  ipl_number_append (text, ": ", entry (view, p, strongest), 3);
}

/* A path or a pair, with the pair of examples where the target is a cell of its kernel. */
static char *
describe_paths (const IplTarget *self, const IplView *view)
{
  int p = self->path, q = self->other >= 0 ? self->other : p;
  g_autofree char *cell = ipl_target_describe_kernel_cell (self, view);
  GString *text;

  if (!valid_path (view, q))
    return NULL;
  text = g_string_new (p != q ? "Pair " : "Path ");
  g_string_append (text, ipl_view_path_name (view, (gsize)p));
  if (p != q)
    g_string_append_printf (text, "–%s", ipl_view_path_name (view, (gsize)q));
  if (view->current == NULL)
    g_string_append (text, ": not solved yet");
  else
    {
      g_autofree char *setting = ipl_view_setting_text (&view->current->setting);

      g_string_append_printf (text, ", %s", setting);
      ipl_number_append (text, ": U = ", entry (view, p, q), 3);
      ipl_target_append_outputs (self, view, text);
      if (p != q)
        append_pair (text, view, p, q);
      else
        append_path (text, view, p);
    }
  append_samples (text, view, p, q);
  if (cell != NULL)
    g_string_append_printf (text, "; %s", cell);
  return g_string_free (text, FALSE);
}

/* "Paths through 1.2 and 2.5: 8 of 512, the heaviest (1,2,5) with U = 0.03"; of which a caption has
 * no more than how many. */
static char *
name_heads (const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplCaseInfo *the_case = view->the_case;
  g_autoptr (GString) text = g_string_new (brief ? "Paths" : "Paths through");
  gsize n = 0, heaviest = 0;

  for (guint l = 0, k = 0; l < the_case->L; l++)
    {
      guint head = self->layer == (int)l ? (guint)self->head + 1 : self->also[l];

      if (head > 0)
        {
          g_autofree char *number = ipl_head_number (the_case, l, head - 1);
          g_string_append_printf (text, "%s %s", k++ == 0 ? "" : " and", number);
        }
    }
  for (gsize p = 0; p < the_case->Pi; p++)
    if (ipl_target_has_path (self, the_case, p))
      {
        if (n++ == 0
            || (view->current != NULL
                && entry (view, (int)p, (int)p) > entry (view, (int)heaviest, (int)heaviest)))
          heaviest = p;
      }
  g_string_append_printf (text, ": %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT, n, the_case->Pi);
  if (!brief && view->current != NULL && n > 0 && !view->current->setting.gp)
    {
      g_string_append_printf (text, ", the heaviest %s", ipl_view_path_name (view, heaviest));
      ipl_number_append (text, " with U = ", entry (view, (int)heaviest, (int)heaviest), 3);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_heads (const IplTarget *self, const IplView *view)
{
  return name_heads (self, view, FALSE);
}

static char *
caption_heads (const IplTarget *self, const IplView *view)
{
  return name_heads (self, view, TRUE);
}

static char *
describe_head (const IplTarget *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  guint index = ipl_case_head_index (the_case, self->layer, self->head);
  g_autofree char *label = ipl_view_head_label (the_case, self->layer, self->head);
  g_autofree char *plain = g_strdup_printf ("head %d", self->head + 1);
  g_autofree char *sequence = self->example >= 0 ? ipl_target_describe_sequence (self, view) : NULL;
  gsize n = the_case->Pi / the_case->H[self->layer];
  const IplSetting *setting = ipl_view_head_setting (view);
  double score = ipl_view_head_score (view, index);
  GString *text = g_string_new (NULL);

  if (ipl_case_head_is_identity (the_case, self->layer, self->head))
    g_string_printf (text, "Identity of layer %d, a residual connection", self->layer + 1);
  else
    {
      g_string_printf (text, "Head %d of layer %d", self->head + 1, self->layer + 1);
      if (g_strcmp0 (label, plain) != 0)
        g_string_append_printf (text, " (%s)", label);
    }
  g_string_append_printf (text, ", on %" G_GSIZE_FORMAT " path%s", n, n == 1 ? "" : "s");
  if (setting != NULL && isfinite (score))
    {
      g_autofree char *at = ipl_view_setting_text (setting);

      g_string_append_printf (text, ", %s", at);
      ipl_number_append_fixed (text, ": score ", score, 2);
      ipl_target_append_worths (text, view, index);
    }
  else
    g_string_append (text, ": not solved yet");
  ipl_target_append_drops (text, view, index);
  if (sequence != NULL)
    g_string_append_printf (text, "; %s", sequence);
  return g_string_free (text, FALSE);
}

static char *
prediction_text (const IplView *view, const IplPrediction *prediction)
{
  return ipl_score_text_with_error (ipl_case_get_score (view->the_case), prediction->accuracy,
                                    prediction->accuracy_se);
}

/* Appends the solver's message about a width. */
static void
append_solver (GString *text, const IplView *view, const IplSolution *row)
{
  g_autofree char *starts = ipl_solution_describe_starts (row);

  ipl_number_append_fixed (text, ", action ", row->action, 4);
  ipl_number_append (text, ", relative gradient ", row->relative_gradient, 1);
  g_string_append_printf (text, ", %u iteration%s", row->iterations,
                          row->iterations == 1 ? "" : "s");
  if (!view->timeless)
    {
      ipl_number_append (text, ", ", 1000 * row->solve_seconds, 2);
      g_string_append (text, " " IPL_MILLISECONDS);
    }
  if (starts != NULL)
    g_string_append_printf (text, ", %s", starts);
  if (!row->converged)
    g_string_append_printf (text, "; %s", row->message != NULL ? row->message : "not converged");
}

static char *
describe_row (const IplTarget *self, const IplView *view)
{
  const IplSolution *row = ipl_view_row (view, self->row);
  if (row == NULL)
    return g_strdup_printf ("Width %d of the sweep: not solved yet", self->row + 1);
  g_autofree char *setting = ipl_view_setting_text (&row->setting);
  GString *text = g_string_new (setting);
  if (row->n_tests > 0)
    {
      const IplScore *score = ipl_case_get_score (view->the_case);
      g_autofree char *value = prediction_text (view, &row->tests[0]);
      g_string_append_printf (text, ": %s %s", score->name, value);
      if (view->best_temperature)
        ipl_number_append (text, " at T = ", row->setting.temperature, 2);
      const IplSolution *gp = ipl_view_gp (view);
      if (gp != NULL && gp->n_tests > 0)
        {
          g_autofree char *limit = ipl_score_text (score, gp->tests[0].accuracy);
          g_string_append_printf (text, " (GP %s)", limit);
        }
      for (guint t = 1; t < row->n_tests; t++)
        {
          g_autofree char *name = ipl_view_test_name (view->the_case, t);
          g_autofree char *further = prediction_text (view, &row->tests[t]);
          g_string_append_printf (text, ", %s %s", name, further);
        }
    }
  const IplPosteriorSummary *posterior = row_posterior (view, row);
  if (posterior != NULL && posterior->n_tests > 0)
    {
      g_autofree char *sampled = prediction_text (view, &posterior->tests[0]);
      g_string_append_printf (text, ", sampled %s", sampled);
    }
  if (!row->setting.gp)
    append_solver (text, view, row);
  if (posterior != NULL && !posterior->fine)
    g_string_append_printf (text, "; sampling not converged: %s",
                            posterior->message != NULL ? posterior->message
                                                       : "its diagnostics fail.");
  return g_string_free (text, FALSE);
}

/* "Component 3", or "Components 33 to 100" where all have the eigenvalue of the one hovered. */
static char *
name_components (const IplSolution *solution, int component, const char *one, const char *several,
                 const char *dash)
{
  gsize size = 1, first = (gsize)component;

  if (solution != NULL)
    first = ipl_solution_get_cluster (solution, (gsize)component, &size);
  return size == 1 ? g_strdup_printf ("%s %d", one, component + 1)
                   : g_strdup_printf ("%s %" G_GSIZE_FORMAT "%s%" G_GSIZE_FORMAT, several,
                                      first + 1, dash, first + size);
}

static char *
describe_component (const IplTarget *self, const IplView *view)
{
  const IplSolution *finite
      = view->current != NULL && !view->current->setting.gp ? view->current : NULL;
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = finite != NULL ? finite : gp;
  GString *text = g_string_new (NULL);
  g_autofree char *name
      = name_components (shown, self->component, "Component", "Components", " to ");
  g_string_append (text, name);
  if (shown == NULL)
    {
      g_string_append (text, ": not solved yet");
      return g_string_free (text, FALSE);
    }
  g_autofree char *setting = ipl_view_setting_text (&shown->setting);
  double limit = component_value (gp != NULL ? gp->overlap : NULL, gp, self->component);
  double eigenvalue = component_value (shown->eigenvalues, shown, self->component);

  g_string_append_printf (text, ", %s", setting);
  ipl_number_append_fixed (text, ": overlap ",
                           component_value (shown->overlap, shown, self->component), 3);
  if (finite != NULL && isfinite (limit))
    {
      ipl_number_append_fixed (text, " (GP ", limit, 3);
      g_string_append_c (text, ')');
    }
  if (isfinite (eigenvalue))
    ipl_number_append (text, ", eigenvalue ", eigenvalue, 3);
  return g_string_free (text, FALSE);
}

/* A path or a pair with its U, and the sampled mean where there is one; a cell of its kernel. */
static char *
caption_paths (const IplTarget *self, const IplView *view)
{
  int p = self->path, q = valid_path (view, self->other) ? self->other : p;
  char *cell = ipl_target_caption_kernel_cell (self, view);
  GString *text;

  if (cell != NULL)
    return cell;
  text = g_string_new (ipl_view_path_name (view, (gsize)p));
  if (p != q)
    g_string_append_printf (text, "–%s", ipl_view_path_name (view, (gsize)q));
  if (ipl_target_has_output_entry (self, view))
    {
      g_string_append (text, ", ");
      ipl_target_append_output_names (self, view, text);
      ipl_number_append (text, ": U = ", ipl_target_get_output_entry (self, view), 3);
    }
  else if (view->current != NULL)
    ipl_number_append (text, ": U = ", entry (view, p, q), 3);
  else
    g_string_append (text, ": U = not solved yet");
  if (view->posterior != NULL && !ipl_target_has_output_entry (self, view))
    ipl_number_append (text, ", sampled ", ipl_view_posterior_entry (view, (gsize)p, (gsize)q).mean,
                       3);
  return g_string_free (text, FALSE);
}

static char *
caption_head (const IplTarget *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_autofree char *label = ipl_view_head_label (the_case, self->layer, self->head);
  double number
      = ipl_view_head_score (view, ipl_case_head_index (the_case, self->layer, self->head));
  g_autofree char *score
      = isfinite (number) ? ipl_number_fixed (number, 2) : g_strdup ("not solved yet");

  return g_strdup_printf ("%s, layer %d: score %s", label, self->layer + 1, score);
}

/* With the score, and that of the samples where there is one. */
static char *
caption_row (const IplTarget *self, const IplView *view)
{
  const IplSolution *row = ipl_view_row (view, self->row);
  const IplPosteriorSummary *posterior = row_posterior (view, row);
  const IplPrediction *tests[]
      = { row != NULL && row->n_tests > 0 ? row->tests : NULL,
          posterior != NULL && posterior->n_tests > 0 ? posterior->tests : NULL };
  g_autofree char *setting = row != NULL ? ipl_view_setting_text (&row->setting)
                                         : g_strdup_printf ("width %d", self->row + 1);
  GString *text = g_string_new (setting);

  if (row != NULL && view->best_temperature)
    ipl_number_append (text, ", T = ", row->setting.temperature, 2);
  if (tests[0] == NULL)
    g_string_append (text, ": not solved yet");
  for (guint i = 0; i < 2 && tests[0] != NULL; i++)
    if (tests[i] != NULL)
      {
        g_autofree char *value = prediction_text (view, tests[i]);

        g_string_append_printf (text, "%s%s", i == 0 ? ": " : ", sampled ", value);
      }
  return g_string_free (text, FALSE);
}

static char *
caption_component (const IplTarget *self, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = view->current != NULL ? view->current : gp;
  const double *values = shown != NULL ? shown->overlap : NULL;
  const double *limits = gp != NULL ? gp->overlap : NULL;
  g_autofree char *name = name_components (shown, self->component, "component", "components", "–");
  GString *text = g_string_new (name);

  ipl_number_append_fixed (text, ": overlap ", component_value (values, shown, self->component), 3);
  ipl_number_append_fixed (text, " (GP ", component_value (limits, gp, self->component), 3);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

typedef char *(*Words) (const IplTarget *self, const IplView *view);

/* Returns: (nullable): the words and, in short, the caption of a thing of a case; NULL where it is
 *   nothing, or nothing that is there */
static const Words *
find_words (const IplTarget *self, const IplView *view)
{
  static const Words paths[] = { describe_paths, caption_paths };
  static const Words heads[] = { describe_heads, caption_heads };
  static const Words head[] = { describe_head, caption_head };
  static const Words row[] = { describe_row, caption_row };
  static const Words component[] = { describe_component, caption_component };
  static const Words output[] = { ipl_target_describe_output, ipl_target_describe_output };
  static const Words sequence[] = { ipl_target_describe_sequence, ipl_target_caption_sequence };
  static const Words cell[] = { ipl_target_describe_kernel_cell, ipl_target_caption_kernel_cell };
  static const Words moment[] = { ipl_target_describe_moment, ipl_target_describe_moment };
  static const Words step[] = { ipl_target_describe_step, ipl_target_caption_step };

  if (view->the_case == NULL)
    return moment;
  if (valid_path (view, self->path))
    return paths;
  if (self->path < 0 && self->layer >= 0 && self->layer < (int)view->the_case->L && self->head >= 0
      && self->head < (int)view->the_case->H[self->layer])
    return ipl_target_has_several_heads (self) ? heads : head;
  if (self->row >= 0 && view->sweep != NULL && self->row < (int)view->sweep->n_rows)
    return row;
  if (self->component >= 0)
    return component;
  if (self->example >= 0)
    return sequence;
  if (self->output > 0)
    return output;
  return self->step >= IPL_TARGET_CELL     ? cell
         : self->step >= IPL_TARGET_MOMENT ? moment
         : self->step >= 0                 ? step
                                           : NULL;
}

/* One line with the numbers of what is hovered, for a status line and for screen readers: plain
 * text, not markup.
 * Returns: (transfer full): the line; empty where nothing, or nothing there is, is hovered */
char *
ipl_target_describe (const IplTarget *self, const IplView *view)
{
  g_return_val_if_fail (self && view && ipl_view_has_result (view), g_strdup (""));
  IplView usable = ipl_view_usable (view);
  const Words *words = find_words (self, &usable);
  char *text = words != NULL ? words[0](self, &usable) : NULL;

  return text != NULL ? text : g_strdup ("");
}

/* The caption of a panel that has no place for the hovered target: short, in markup; NULL
 * for nothing. */
char *
ipl_target_caption (const IplTarget *self, const IplView *view)
{
  const Words *words = find_words (self, view);
  g_autofree char *text = words != NULL ? words[1](self, view) : NULL;

  return text != NULL ? g_markup_escape_text (text, -1) : NULL;
}
