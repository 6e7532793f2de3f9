/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words for what is pointed at. */

#include "figures/view/target-words.h"

#include "core/base/units.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/score-text.h"
#include "figures/view/network-view.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-kernel.h"
#include "figures/view/target-network.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/usable-view.h"

#include <math.h>

static gboolean
valid_path (const IplView *view, int path)
{
  return path >= 0 && (gsize)path < view->the_case->Pi;
}

static gboolean
valid_head (const IplView *view, const IplTarget *target)
{
  return target->layer >= 0 && target->layer < (int)view->the_case->L && target->head >= 0
         && target->head < (int)view->the_case->H[target->layer];
}

static double
entry (const IplView *view, int p, int q)
{
  return view->current->U[(gsize)p * view->the_case->Pi + q];
}

static const IplPosteriorSummary *
row_posterior (const IplView *view, const IplSolution *row)
{
  return row != NULL ? ipl_view_posterior_at (view, &row->setting) : NULL;
}

/* What the samples say of an entry of U. */
static void
append_samples (GString *text, const IplView *view, int p, int q)
{
  const IplPosteriorSummary *posterior = view->posterior;
  if (posterior == NULL)
    return;
  gsize at = (gsize)p * view->the_case->Pi + q;
  g_autofree char *mean = ipl_number_text (posterior->U_mean[at], 4);
  g_autofree char *mcse = ipl_number_text (posterior->U_mcse[at], 2);
  g_autofree char *sd = ipl_number_text (posterior->U_sd[at], 3);
  g_autofree char *low = ipl_number_text (posterior->U_quantiles[0][at], 3);
  g_autofree char *high = ipl_number_text (posterior->U_quantiles[4][at], 3);
  g_autofree char *rhat = ipl_number_fixed (posterior->rhat[at], 3);
  g_autofree char *bulk = ipl_number_fixed (posterior->ess_bulk[at], 0);
  g_autofree char *tail = ipl_number_fixed (posterior->ess_tail[at], 0);
  g_string_append_printf (text,
                          "; sampled %s ± %s, sd %s, 5–95 %% %s to %s, R-hat %s, ESS %s bulk, %s "
                          "tail%s",
                          mean, mcse, sd, low, high, rhat, bulk, tail,
                          posterior->fine ? "" : "; not converged");
}

static double
correlation (const IplView *view, int p, int q)
{
  return entry (view, p, q) / sqrt (entry (view, p, p) * entry (view, q, q));
}

static double
component_value (const double *values, const IplSolution *solution, int k)
{
  return solution != NULL && values != NULL && k < (int)solution->P ? values[k] : NAN;
}

static char *
describe_paths (const IplTarget *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  const char *name = ipl_view_path_name (view, (gsize)self->path);
  if (self->other >= 0 && !valid_path (view, self->other))
    return NULL;
  GString *text = g_string_new (NULL);
  int other = self->other >= 0 ? self->other : self->path;
  if (view->current == NULL)
    {
      if (other != self->path)
        g_string_append_printf (text, "Pair %s–%s: not solved yet", name,
                                ipl_view_path_name (view, (gsize)other));
      else
        g_string_append_printf (text, "Path %s: not solved yet", name);
      append_samples (text, view, self->path, other);
      return g_string_free (text, FALSE);
    }
  g_autofree char *setting = ipl_view_setting_text (&view->current->setting);
  g_autofree char *Upp = ipl_number_text (entry (view, self->path, self->path), 3);
  if (other != self->path)
    {
      g_autofree char *Upq = ipl_number_text (entry (view, self->path, other), 3);
      g_autofree char *Uqq = ipl_number_text (entry (view, other, other), 3);
      g_autofree char *c = ipl_number_fixed (correlation (view, self->path, other), 2);
      g_string_append_printf (text, "Pair %s–%s, %s: U = %s (U diag %s and %s), correlation %s",
                              name, ipl_view_path_name (view, (gsize)other), setting, Upq, Upp, Uqq,
                              c);
      append_samples (text, view, self->path, other);
      return g_string_free (text, FALSE);
    }
  /* The path alone: its weight, and the pair it is most correlated with. */
  int strongest = -1;
  for (gsize q = 0; q < the_case->Pi; q++)
    if (q != (gsize)self->path
        && (strongest < 0
            || fabs (entry (view, self->path, q)) > fabs (entry (view, self->path, strongest))))
      strongest = q;
  g_string_printf (text, "Path %s, %s: U = %s", name, setting, Upp);
  GString *heads = g_string_new (NULL);
  for (guint l = 0; l < the_case->L; l++)
    {
      g_autofree char *head
          = ipl_case_head_text (the_case, l, ipl_case_path_head (the_case, self->path, l));
      g_string_append_printf (heads, "%s%s", l ? ", " : "", head);
    }
  g_string_append_printf (text, ", heads (%s)", heads->str);
  g_string_free (heads, TRUE);
  if (strongest >= 0 && !view->current->setting.gp)
    {
      g_autofree char *Upq = ipl_number_text (entry (view, self->path, strongest), 3);
      g_string_append_printf (text, "; strongest pair with %s: %s",
                              ipl_view_path_name (view, (gsize)strongest), Upq);
    }
  append_samples (text, view, self->path, self->path);
  return g_string_free (text, FALSE);
}

/* With the pair of examples, where the target is a cell of the pair's kernel. Takes @text. */
static char *
append_cell (char *text, const IplTarget *self, const IplView *view)
{
  g_autofree char *said = text, *cell = ipl_target_describe_kernel_cell (self, view);

  return said == NULL || cell == NULL ? g_steal_pointer (&said)
                                      : g_strdup_printf ("%s; %s", said, cell);
}

/* "Paths through 1.2 and 2.5: 8 of 512, the heaviest (1,2,5) with U = 0.03"; of which a caption has
 * no more than how many. */
static char *
describe_heads (const IplTarget *self, const IplView *view, gboolean brief)
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
      g_autofree char *U = ipl_number_text (entry (view, (int)heaviest, (int)heaviest), 3);

      g_string_append_printf (text, ", the heaviest %s with U = %s",
                              ipl_view_path_name (view, heaviest), U);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_head (const IplTarget *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  if (ipl_target_has_several_heads (self))
    return describe_heads (self, view, FALSE);
  guint index = ipl_case_head_index (the_case, self->layer, self->head);
  g_autofree char *label = ipl_view_head_label (the_case, self->layer, self->head);
  g_autofree char *plain = g_strdup_printf ("head %d", self->head + 1);
  GString *text = g_string_new (NULL);
  if (ipl_case_head_is_identity (the_case, self->layer, self->head))
    g_string_printf (text, "Identity of layer %d, a residual connection", self->layer + 1);
  else
    {
      g_string_printf (text, "Head %d of layer %d", self->head + 1, self->layer + 1);
      if (g_strcmp0 (label, plain) != 0)
        g_string_append_printf (text, " (%s)", label);
    }
  gsize n = the_case->Pi / the_case->H[self->layer];
  g_string_append_printf (text, ", on %" G_GSIZE_FORMAT " path%s", n, n == 1 ? "" : "s");
  if (view->current != NULL && view->current->head_score != NULL)
    {
      g_autofree char *setting = ipl_view_setting_text (&view->current->setting);
      g_autofree char *score = ipl_number_fixed (view->current->head_score[index], 2);
      g_string_append_printf (text, ", %s: score %s", setting, score);
      ipl_target_append_worths (text, view, index);
    }
  else
    g_string_append (text, ": not solved yet");
  ipl_target_append_drops (text, view, index);
  if (self->example >= 0)
    {
      g_autofree char *sequence = ipl_target_describe_sequence (self, view);
      g_string_append_printf (text, "%s%s", sequence != NULL ? "; " : "",
                              sequence != NULL ? sequence : "");
    }
  return g_string_free (text, FALSE);
}

static char *
prediction_text (const IplView *view, const IplPrediction *prediction)
{
  return ipl_score_text_with_error (ipl_case_get_score (view->the_case), prediction->accuracy,
                                    prediction->accuracy_se);
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
        {
          g_autofree char *temperature = ipl_number_text (row->setting.temperature, 2);
          g_string_append_printf (text, " at T = %s", temperature);
        }
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
    {
      g_autofree char *action = ipl_number_fixed (row->action, 4);
      g_autofree char *gradient = ipl_number_text (row->relative_gradient, 1);
      g_autofree char *ms = ipl_number_text (1000 * row->solve_seconds, 2);
      g_string_append_printf (text, ", action %s, relative gradient %s, %u iteration%s", action,
                              gradient, row->iterations, row->iterations == 1 ? "" : "s");
      if (!view->timeless)
        g_string_append_printf (text, ", %s " IPL_MILLISECONDS, ms);
      g_autofree char *starts = ipl_solution_describe_starts (row);
      if (starts != NULL)
        g_string_append_printf (text, ", %s", starts);
      if (!row->converged)
        g_string_append_printf (text, "; %s",
                                row->message != NULL ? row->message : "not converged");
    }
  if (posterior != NULL && !posterior->fine)
    g_string_append_printf (text, "; sampling not converged: %s",
                            posterior->message != NULL ? posterior->message
                                                       : "its diagnostics fail.");
  for (guint i = 0; i < view->n_awaited; i++)
    if (ipl_setting_same_widths (&view->awaited[i].setting, &row->setting))
      {
        g_string_append (text, "; of the sweep ");
        ipl_awaited_append (text, &view->awaited[i]);
      }
  return g_string_free (text, FALSE);
}

/* "Component 3", or "Components 33 to 100" where all have the eigenvalue of the one pointed at. */
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
  double value = component_value (shown->overlap, shown, self->component);
  double limit = component_value (gp != NULL ? gp->overlap : NULL, gp, self->component);
  double eigenvalue = component_value (shown->eigenvalues, shown, self->component);
  g_autofree char *overlap_text = ipl_number_fixed (value, 3);
  g_autofree char *limit_text = ipl_number_fixed (limit, 3);
  g_autofree char *eigen_text = ipl_number_text (eigenvalue, 3);
  g_string_append_printf (text, ", %s: overlap %s", setting, overlap_text);
  if (finite != NULL && isfinite (limit))
    g_string_append_printf (text, " (GP %s)", limit_text);
  if (isfinite (eigenvalue))
    g_string_append_printf (text, ", eigenvalue %s", eigen_text);
  return g_string_free (text, FALSE);
}

/* One line with the numbers of what is pointed at, for a status line and for screen readers: plain
 * text, not markup.
 * Returns: (transfer full): the line; empty where nothing, or nothing there is, is pointed at */
char *
ipl_target_describe (const IplTarget *self, const IplView *view)
{
  char *text = NULL;
  g_return_val_if_fail (self && view && ipl_view_has_result (view), g_strdup (""));
  if (view->the_case == NULL)
    {
      text = ipl_target_describe_moment (self, view);
      return text != NULL ? text : g_strdup ("");
    }
  IplView usable = ipl_view_usable (view);
  if (valid_path (view, self->path))
    text = append_cell (describe_paths (self, &usable), self, &usable);
  else if (self->path < 0 && valid_head (view, self))
    text = describe_head (self, &usable);
  else if (self->row >= 0 && view->sweep != NULL && self->row < (int)view->sweep->n_rows)
    text = describe_row (self, &usable);
  else if (self->component >= 0)
    text = describe_component (self, &usable);
  else if (self->example >= 0)
    text = ipl_target_describe_sequence (self, &usable);
  else if (self->step >= IPL_TARGET_CELL)
    text = ipl_target_describe_kernel_cell (self, &usable);
  else if (self->step >= IPL_TARGET_MOMENT)
    text = ipl_target_describe_moment (self, &usable);
  else if (self->step >= 0)
    text = ipl_target_describe_step (self, &usable);
  return text != NULL ? text : g_strdup ("");
}

static char *
caption_value (const IplView *view, const IplSolution *row)
{
  if (row == NULL || row->n_tests == 0)
    return g_strdup ("not solved yet");
  const IplPosteriorSummary *posterior = row_posterior (view, row);
  g_autofree char *value = prediction_text (view, &row->tests[0]);
  if (posterior == NULL || posterior->n_tests == 0)
    return g_steal_pointer (&value);
  g_autofree char *sampled = prediction_text (view, &posterior->tests[0]);
  return g_strdup_printf ("%s, sampled %s", value, sampled);
}

/* U of a pair, and its sampled mean where there is one. */
static char *
caption_entry (const IplView *view, int p, int q)
{
  g_autofree char *value = view->current != NULL ? ipl_number_text (entry (view, p, q), 3)
                                                 : g_strdup ("not solved yet");
  if (view->posterior == NULL)
    return g_steal_pointer (&value);
  g_autofree char *sampled
      = ipl_number_text (view->posterior->U_mean[(gsize)p * view->the_case->Pi + q], 3);
  return g_strdup_printf ("%s, sampled %s", value, sampled);
}

static char *
caption_text (const IplTarget *self, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  if (the_case == NULL)
    return ipl_target_describe_moment (self, view);
  if (valid_path (view, self->path))
    {
      gboolean pair = valid_path (view, self->other) && self->other != self->path;
      g_autofree char *value = caption_entry (view, self->path, pair ? self->other : self->path);
      return pair ? g_strdup_printf ("%s–%s: U = %s", ipl_view_path_name (view, (gsize)self->path),
                                     ipl_view_path_name (view, (gsize)self->other), value)
                  : g_strdup_printf ("%s: U = %s", ipl_view_path_name (view, (gsize)self->path),
                                     value);
    }
  if (self->path < 0 && valid_head (view, self) && ipl_target_has_several_heads (self))
    return describe_heads (self, view, TRUE);
  if (self->path < 0 && valid_head (view, self))
    {
      g_autofree char *label = ipl_view_head_label (the_case, self->layer, self->head);
      guint index = ipl_case_head_index (the_case, self->layer, self->head);
      g_autofree char *score = view->current != NULL && view->current->head_score != NULL
                                   ? ipl_number_fixed (view->current->head_score[index], 2)
                                   : g_strdup ("not solved yet");
      return g_strdup_printf ("%s, layer %d: score %s", label, self->layer + 1, score);
    }
  if (self->row >= 0 && view->sweep != NULL && self->row < (int)view->sweep->n_rows)
    {
      const IplSolution *row = ipl_view_row (view, self->row);
      g_autofree char *value = caption_value (view, row);
      g_autofree char *setting = row != NULL ? ipl_view_setting_text (&row->setting)
                                             : g_strdup_printf ("width %d", self->row + 1);
      if (row != NULL && view->best_temperature)
        {
          g_autofree char *temperature = ipl_number_text (row->setting.temperature, 2);
          return g_strdup_printf ("%s, T = %s: %s", setting, temperature, value);
        }
      return g_strdup_printf ("%s: %s", setting, value);
    }
  if (self->component >= 0)
    {
      const IplSolution *gp = ipl_view_gp (view);
      const IplSolution *shown = view->current != NULL ? view->current : gp;
      g_autofree char *value = ipl_number_fixed (
          component_value (shown != NULL ? shown->overlap : NULL, shown, self->component), 3);
      g_autofree char *limit = ipl_number_fixed (
          component_value (gp != NULL ? gp->overlap : NULL, gp, self->component), 3);
      g_autofree char *name
          = name_components (shown, self->component, "component", "components", "–");
      return g_strdup_printf ("%s: overlap %s (GP %s)", name, value, limit);
    }
  if (self->example >= 0)
    return ipl_target_caption_sequence (self, view);
  if (self->step >= IPL_TARGET_CELL)
    return ipl_target_caption_kernel_cell (self, view);
  if (self->step >= IPL_TARGET_MOMENT)
    return ipl_target_describe_moment (self, view);
  if (self->step >= 0)
    return ipl_target_caption_step (self, view);
  return NULL;
}

/* What a panel says that has no place of its own for what is pointed at: short, in markup; NULL
 * for nothing. */
char *
ipl_target_caption (const IplTarget *self, const IplView *view)
{
  g_autofree char *text = caption_text (self, view);
  return text != NULL ? g_markup_escape_text (text, -1) : NULL;
}
