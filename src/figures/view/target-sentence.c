/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes the hovered target. */

#include "figures/view/target-sentence.h"

#include "core/base/units.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/view-words.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Appends the description of a target; with @brief, one that fits a panel. */
typedef void (*Words) (GString *text, const IplTarget *self, const IplView *view, gboolean brief);

static double
entry (const IplView *view, gsize p, gsize q)
{
  return ipl_view_u (view, view->current, p, q);
}

static const IplPosteriorSummary *
row_posterior (const IplView *view, const IplSolution *row)
{
  return row != NULL ? ipl_view_posterior_at (view, &row->setting) : NULL;
}

/* Describes the samples of an entry of U. */
static void
append_samples (GString *text, const IplView *view, gsize p, gsize q, gboolean brief)
{
  g_autofree char *mean = NULL;
  IplPosteriorEntry entry;

  if (view->posterior == NULL)
    return;
  entry = ipl_view_posterior_entry (view, p, q);
  if (brief)
    {
      ipl_number_append (text, ", sampled ", entry.mean, 3);
      return;
    }
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

static void
append_setting (GString *text, const IplSetting *setting)
{
  g_autofree char *at = ipl_view_setting_text (setting);

  g_string_append_printf (text, ", %s", at);
}

/* Appends " (U diag 0.9 and 1.1), correlation 0.5". */
static void
append_pair (GString *text, const IplView *view, gsize p, gsize q)
{
  double Upp = entry (view, p, p), Uqq = entry (view, q, q);

  ipl_number_append (text, " (U diag ", Upp, 3);
  ipl_number_append (text, " and ", Uqq, 3);
  ipl_number_append_fixed (text, "), correlation ", entry (view, p, q) / sqrt (Upp * Uqq), 2);
}

/* Appends the heads of a path, and its most correlated partner. */
static void
append_path (GString *text, const IplView *view, gsize p)
{
  const IplCaseInfo *the_case = view->the_case;
  gsize strongest = p;

  for (guint l = 0; l < the_case->L; l++)
    {
      g_autofree char *head = ipl_case_head_text (the_case, l, ipl_case_path_head (the_case, p, l));

      g_string_append_printf (text, "%s%s", l > 0 ? ", " : ", heads (", head);
    }
  g_string_append_c (text, ')');
  for (gsize q = 0; q < the_case->Pi; q++)
    if (q != p && (strongest == p || fabs (entry (view, p, q)) > fabs (entry (view, p, strongest))))
      strongest = q;
  if (strongest == p || view->current->setting.gp)
    return;
  g_string_append_printf (text, "; strongest pair with %s", ipl_view_path_name (view, strongest));
  ipl_number_append (text, ": ", entry (view, p, strongest), 3);
}

/* Describes a path or a pair, and the pair of examples of a kernel cell. */
static void
append_paths (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  gsize p = (gsize)ipl_target_get (self, IPL_PART_PATH), q = p;
  int other = ipl_target_get (self, IPL_PART_OTHER);

  if (other >= 0)
    q = (gsize)other;
  if (p >= view->the_case->Pi || q >= view->the_case->Pi)
    return;
  g_string_append (text, brief ? "" : p != q ? "Pair " : "Path ");
  g_string_append (text, ipl_view_path_name (view, p));
  if (p != q)
    g_string_append_printf (text, "–%s", ipl_view_path_name (view, q));
  if (view->current == NULL)
    g_string_append (text, ": not solved yet");
  else
    {
      if (!brief)
        append_setting (text, &view->current->setting);
      ipl_number_append (text, ": U = ", entry (view, p, q), 3);
      ipl_target_append_outputs (self, view, text);
      if (!brief && p != q)
        append_pair (text, view, p, q);
      else if (!brief)
        append_path (text, view, p);
    }
  append_samples (text, view, p, q, brief);
}

/* Describes a pair of training examples, alone or after the paths of its kernel. */
static void
append_cell (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  g_autofree char *cell = ipl_target_describe_kernel_cell (self, view, brief);

  if (ipl_target_get (self, IPL_PART_PATH) >= 0 && (!brief || cell == NULL))
    append_paths (text, self, view, brief);
  if (cell != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", cell);
}

/* Appends "Paths through 1.2 and 2.5: 8 of 512, the heaviest (1,2,5) with U = 0.03". */
static void
append_heads (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplCaseInfo *the_case = view->the_case;
  gsize n = 0, heaviest = 0;
  const char *between = "";

  g_string_append (text, "Paths through");
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      if (ipl_target_has_head (self, l, h))
        {
          g_autofree char *number = ipl_head_number (the_case, l, h);

          g_string_append_printf (text, "%s %s", between, number);
          between = " and";
        }
  for (gsize p = 0; p < the_case->Pi; p++)
    if (ipl_target_has_path (self, the_case, p)
        && (n++ == 0
            || (view->current != NULL && entry (view, p, p) > entry (view, heaviest, heaviest))))
      heaviest = p;
  g_string_append_printf (text, ": %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT, n, the_case->Pi);
  if (!brief && view->current != NULL && n > 0 && !view->current->setting.gp)
    {
      g_string_append_printf (text, ", largest weight %s", ipl_view_path_name (view, heaviest));
      ipl_number_append (text, " with U = ", entry (view, heaviest, heaviest), 3);
    }
}

/* Appends "Head 2 of layer 1 (copying)"; with @brief, "copying, layer 1". */
static void
append_head_name (GString *text, const IplCaseInfo *the_case, guint layer, guint head,
                  gboolean brief)
{
  g_autofree char *label = ipl_view_head_label (the_case, layer, head);
  g_autofree char *plain = g_strdup_printf ("head %u", head + 1);

  if (brief)
    g_string_append_printf (text, "%s, layer %u", label, layer + 1);
  else if (ipl_case_head_is_identity (the_case, layer, head))
    g_string_append_printf (text, "Identity of layer %u, a residual connection", layer + 1);
  else
    {
      g_string_append_printf (text, "Head %u of layer %u", head + 1, layer + 1);
      if (g_strcmp0 (label, plain) != 0)
        g_string_append_printf (text, " (%s)", label);
    }
}

static void
append_head (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplCaseInfo *the_case = view->the_case;
  const IplSetting *setting = ipl_view_head_setting (view);
  guint layer, head, index;
  double score;
  gsize n;

  if (!ipl_target_find_head (self, the_case, &layer, &head))
    return;
  index = ipl_case_head_index (the_case, layer, head);
  score = ipl_view_head_score (view, index);
  n = the_case->Pi / the_case->H[layer];
  append_head_name (text, the_case, layer, head, brief);
  if (!brief)
    g_string_append_printf (text, ", on %" G_GSIZE_FORMAT " path%s", n, n == 1 ? "" : "s");
  if (!isfinite (score) || (setting == NULL && !brief))
    g_string_append (text, ": not solved yet");
  else
    {
      if (!brief)
        append_setting (text, setting);
      ipl_number_append_fixed (text, ": score ", score, 2);
      if (!brief)
        ipl_target_append_worths (text, view, index);
    }
  if (brief)
    return;
  ipl_target_append_drops (text, view, index);
  if (ipl_target_get (self, IPL_PART_SEQUENCE) >= 0)
    ipl_target_append_sequence (text, self, view, FALSE);
}

static void
append_prediction (GString *text, const IplView *view, const IplPrediction *prediction)
{
  g_autofree char *value = ipl_score_text_with_error (
      ipl_case_get_score (view->the_case), prediction->accuracy, prediction->accuracy_se);

  g_string_append (text, value);
}

/* Appends the accuracies on all test sets: ": accuracy 0.93 ± 0.01 (GP 0.91), far 0.9". */
static void
append_tests (GString *text, const IplView *view, const IplSolution *row, gboolean brief)
{
  const IplScore *score = ipl_case_get_score (view->the_case);
  const IplSolution *gp = ipl_view_gp (view);

  g_string_append_printf (text, ": %s ", score->name);
  append_prediction (text, view, &row->tests[0]);
  if (view->best_temperature)
    ipl_number_append (text, " at T = ", row->setting.temperature, 2);
  if (brief)
    return;
  if (gp != NULL && gp->n_tests > 0)
    {
      g_autofree char *limit = ipl_score_text (score, gp->tests[0].accuracy);

      g_string_append_printf (text, " (GP %s)", limit);
    }
  for (guint t = 1; t < row->n_tests; t++)
    {
      g_autofree char *name = ipl_view_test_name (view->the_case, t);

      g_string_append_printf (text, ", %s ", name);
      append_prediction (text, view, &row->tests[t]);
    }
}

/* Appends the solver's message about a width. */
static void
append_solver (GString *text, const IplView *view, const IplSolution *row)
{
  g_autofree char *starts = ipl_solution_describe_starts (row);

  if (!view->timeless)
    {
      ipl_number_append_fixed (text, ", solved in ", 1000 * row->solve_seconds, 1);
      g_string_append (text, " " IPL_MILLISECONDS);
    }
  g_string_append_printf (text, ", %u iteration%s", row->iterations,
                          row->iterations == 1 ? "" : "s");
  ipl_number_append (text, ", relative gradient ", row->relative_gradient, 1);
  ipl_number_append_fixed (text, ", action ", row->action, 4);
  if (starts != NULL)
    g_string_append_printf (text, ", %s", starts);
  if (!row->converged)
    g_string_append_printf (text, "; %s", row->message != NULL ? row->message : "not converged");
}

static void
append_row (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  int i = ipl_target_get (self, IPL_PART_ROW);
  const IplSolution *row = ipl_view_row (view, i);
  const IplPosteriorSummary *posterior = row_posterior (view, row);

  if (view->sweep == NULL || i >= (int)view->sweep->n_rows)
    return;
  if (row == NULL)
    {
      g_string_append_printf (text, "Width %d of the sweep: not solved yet", i + 1);
      return;
    }
  g_autofree char *setting = ipl_view_setting_text (&row->setting);
  g_string_append (text, setting);
  if (row->n_tests > 0)
    append_tests (text, view, row, brief);
  if (posterior != NULL && posterior->n_tests > 0)
    {
      g_string_append (text, ", sampled ");
      append_prediction (text, view, &posterior->tests[0]);
    }
  if (brief)
    return;
  if (!row->setting.gp)
    append_solver (text, view, row);
  if (posterior != NULL && !posterior->fine)
    g_string_append_printf (text, "; sampling not converged: %s",
                            posterior->message != NULL ? posterior->message
                                                       : "its diagnostics fail.");
}

static double
component_value (const double *values, const IplSolution *solution, gsize k)
{
  return solution != NULL && values != NULL && k < solution->P ? values[k] : NAN;
}

/* Appends "Component 3", or "Components 33 to 100" if all of these have the same eigenvalue. */
static void
append_component_name (GString *text, const IplSolution *solution, gsize k)
{
  gsize size = 1, first = k;

  if (solution != NULL)
    first = ipl_solution_get_cluster (solution, k, &size);
  if (size == 1)
    g_string_append_printf (text, "Component %" G_GSIZE_FORMAT, k + 1);
  else
    g_string_append_printf (text, "Components %" G_GSIZE_FORMAT " to %" G_GSIZE_FORMAT, first + 1,
                            first + size);
}

static void
append_component (GString *text, const IplTarget *self, const IplView *view, gboolean brief)
{
  const IplSolution *finite
      = view->current != NULL && !view->current->setting.gp ? view->current : NULL;
  const IplSolution *gp = ipl_view_gp (view), *shown = finite != NULL ? finite : gp;
  gsize k = (gsize)ipl_target_get (self, IPL_PART_COMPONENT);
  double limit, eigenvalue;

  append_component_name (text, shown, k);
  if (shown == NULL)
    {
      g_string_append (text, ": not solved yet");
      return;
    }
  limit = component_value (gp != NULL ? gp->overlap : NULL, gp, k);
  eigenvalue = component_value (shown->eigenvalues, shown, k);
  if (!brief)
    append_setting (text, &shown->setting);
  ipl_number_append_fixed (text, ": overlap ", component_value (shown->overlap, shown, k), 3);
  if (finite != NULL && isfinite (limit))
    {
      ipl_number_append_fixed (text, " (GP ", limit, 3);
      g_string_append_c (text, ')');
    }
  if (!brief && isfinite (eigenvalue))
    ipl_number_append (text, ", eigenvalue ", eigenvalue, 3);
}

static char *
describe (const IplTarget *self, const IplView *view, gboolean brief)
{
  static const Words words[IPL_N_TARGET_KINDS] = {
    [IPL_TARGET_PATH] = append_paths,
    [IPL_TARGET_PAIR] = append_paths,
    [IPL_TARGET_HEAD] = append_head,
    [IPL_TARGET_HEADS] = append_heads,
    [IPL_TARGET_ROW] = append_row,
    [IPL_TARGET_COMPONENT] = append_component,
    [IPL_TARGET_SEQUENCE] = ipl_target_append_sequence,
    [IPL_TARGET_OUTPUT] = ipl_target_append_output,
    [IPL_TARGET_PRUNED] = ipl_target_append_pruned,
    [IPL_TARGET_POINT] = ipl_target_append_point,
    [IPL_TARGET_MOMENT] = ipl_target_append_moment,
    [IPL_TARGET_CELL] = append_cell,
  };
  GString *text = g_string_new (NULL);

  if (words[self->kind] != NULL && (view->the_case != NULL || self->kind == IPL_TARGET_MOMENT))
    words[self->kind](text, self, view, brief);
  return g_string_free (text, FALSE);
}

/* Describes the hovered target in one line of plain text, for the status line and screen readers.
 * Returns: (transfer full): the line; "" if the view does not have the target */
char *
ipl_target_describe (const IplTarget *self, const IplView *view)
{
  g_return_val_if_fail (self && view && ipl_view_has_result (view), g_strdup (""));
  IplView usable = ipl_view_usable (view);

  return describe (self, &usable, FALSE);
}

/* Returns a short description in markup, for a panel that has no place for the target; NULL for
 * no target. */
char *
ipl_target_caption (const IplTarget *self, const IplView *view)
{
  g_autofree char *text = describe (self, view, TRUE);

  return text[0] != '\0' ? g_markup_escape_text (text, -1) : NULL;
}
