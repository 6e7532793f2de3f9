/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of a document: the contents of figures, and the status line. Cached views are drawn
 * pale behind it; they are neither saved nor undone. */
#include "document/document-private.h"

#include <math.h>

#include "core/maps/map-parameters.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/number.h"
#include "figures/view/view-words.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/view/view-of-result.h"
#include "runs/map-run.h"

static void
drop_first (IplDocument *self)
{
  IplDocumentShown *shown = &self->shown;

  ipl_view_unref (shown->ghosts[0]);
  ipl_parameters_replace (&shown->of_ghosts[0], NULL);
  shown->n_ghosts--;
  for (guint i = 0; i < shown->n_ghosts; i++)
    {
      shown->ghosts[i] = shown->ghosts[i + 1];
      shown->of_ghosts[i] = shown->of_ghosts[i + 1];
    }
  shown->of_ghosts[shown->n_ghosts] = NULL;
}

/* Caches the present view. Beyond IPL_VIEW_MOST_GHOSTS the oldest one is dropped. */
void
ipl_document_add_ghost (IplDocument *self)
{
  IplDocumentShown *shown = &self->shown;
  IplView view;

  if (!ipl_document_get_view (self, &view))
    return;
  view.n_ghosts = 0;
  view.ghosts = NULL;
  if (shown->n_ghosts == IPL_VIEW_MOST_GHOSTS)
    drop_first (self);
  shown->ghosts[shown->n_ghosts] = ipl_view_share (&view);
  ipl_parameters_replace (&shown->of_ghosts[shown->n_ghosts],
                          ipl_parameters_ref (self->parameters));
  shown->n_ghosts++;
  g_signal_emit_by_name (self, "figure-style-changed");
}

void
ipl_document_clear_ghosts (IplDocument *self)
{
  while (self->shown.n_ghosts > 0)
    drop_first (self);
}

/* Drops all cached views. */
void
ipl_document_drop_ghosts (IplDocument *self)
{
  if (self->shown.n_ghosts == 0)
    return;
  ipl_document_clear_ghosts (self);
  g_signal_emit_by_name (self, "figure-style-changed");
}

/* Clears selection and cached views before another case replaces the present one. */
void
ipl_document_leave_case (IplDocument *self)
{
  self->opening.n_cases++;
  ipl_document_drop_ghosts (self);
  ipl_selection_reset (self->selection);
}

guint
ipl_document_count_ghosts (IplDocument *self)
{
  return self->shown.n_ghosts;
}

/* Returns: TRUE if the results belong to the present setting. Its temperature is ignored if each
 *   width has the best one; for an experiment without a case, all parameters count */
gboolean
ipl_document_is_current_shown (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  gboolean best = self->parameters->n_temperatures > 0;
  IplSetting setting = self->parameters->current;

  if (result != NULL && self->parameters->experiment->compute != NULL)
    return result->dynamics != NULL
           && ipl_parameters_same_case (result->parameters, self->parameters);
  if (result == NULL || result->current == NULL || best != (result->parameters->n_temperatures > 0))
    return FALSE;
  if (best)
    setting.temperature = result->current->setting.temperature;
  return ipl_setting_equal (&result->current->setting, &setting);
}

/* Returns: (nullable): the samples at the shown setting */
const IplPosteriorSummary *
ipl_document_get_posterior (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  return result != NULL ? result->posterior : NULL;
}

/* Adds the last selected entry of U, head and sequence, as far as the case has them. */
static void
view_selected (IplDocument *self, IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  int layer, head;

  ipl_selection_get_pair (self->selection, &view->pair_p, &view->pair_q);
  if (view->pair_p >= (gint64)the_case->Pi || view->pair_q >= (gint64)the_case->Pi)
    view->pair_p = view->pair_q = 0;
  ipl_view_pin_paths (view, ipl_selection_get_selected (self->selection));
  ipl_selection_get_head (self->selection, &layer, &head);
  if (ipl_document_get_solve_result (self) != NULL && layer >= 0 && layer < (int)the_case->L
      && head < (int)the_case->H[layer])
    {
      view->shown_layer = layer;
      view->shown_head = head;
    }
}

/* The head results of this very case. */
static void
view_heads (IplDocument *self, IplView *view)
{
  const IplHeadResult *result = ipl_document_get_result (self, IPL_HEADS);
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  if (result == NULL || ipl_document_get_solve_result (self) == NULL)
    return;
  if (result->heads != NULL && result->heads->the_case == the_case)
    view->heads = result->heads;
  if (result->pruning != NULL && result->pruning->the_case == the_case)
    {
      view->pruning = result->pruning;
      view->pruned = ipl_pruning_has_order (result->pruning, view->order) ? self->heads.pruned : -1;
    }
  if (result->gallery != NULL && result->gallery_case == the_case)
    {
      view->gallery = result->gallery;
      ipl_selection_get_example (self->selection, &view->shown_example, &view->shown_token);
      view->shown_example = MIN (view->shown_example, (int)result->gallery->n - 1);
    }
}

/* Renames a cached view. Views are immutable once shared, so a copy replaces it. */
static void
name_ghost (IplDocument *self, guint i)
{
  IplDocumentShown *shown = &self->shown;
  g_autofree char *name = ipl_parameters_describe_other (shown->of_ghosts[i], self->parameters);
  IplView named = *shown->ghosts[i];

  if (g_strcmp0 (named.name, name) == 0)
    return;
  named.name = name;
  IplView *renamed = ipl_view_share (&named);
  ipl_view_unref (shown->ghosts[i]);
  shown->ghosts[i] = renamed;
}

/* Adds cached views behind a view, named by the parameters that differ. */
static void
view_ghosts (IplDocument *self, IplView *view)
{
  for (guint i = 0; i < self->shown.n_ghosts; i++)
    name_ghost (self, i);
  view->n_ghosts = self->shown.n_ghosts;
  view->ghosts = (const IplView *const *)self->shown.ghosts;
}

/* Returns: (nullable): the map of the present parameters, and of their axes if they request a
 *   map */
const IplMap *
ipl_document_get_map (IplDocument *self)
{
  const IplMapResult *result = ipl_document_get_result (self, IPL_MAP);
  const IplMapResult *held = ipl_document_find_held (self, IPL_MAP, self->parameters);
  gboolean asked = self->parameters->map_axis_x[0] != '\0';

  if (result != NULL
      && (asked ? ipl_map_answers (result->map, self->parameters)
                : ipl_map_is_of (result->map, self->parameters)))
    return result->map;
  return held != NULL ? held->map : NULL;
}

/* TRUE if there is anything to show. */
static gboolean
make_view (IplDocument *self, IplView *view)
{
  const IplParameters *parameters = self->parameters;
  const IplSolveResult *result = ipl_document_get_result (self, IPL_SOLVE);
  const IplTrainResult *trained = ipl_document_get_train_result (self);

  if (!ipl_view_init_solved (view, result, parameters))
    return FALSE;
  view->figure_style = self->figure_style;
  view_ghosts (self, view);
  /* The selected head, for experiments with heads but without a case. */
  if (result->dynamics != NULL)
    {
      ipl_selection_get_head (self->selection, &view->shown_layer, &view->shown_head);
      ipl_view_pin_paths (view, ipl_selection_get_selected (self->selection));
    }
  if (result->the_case == NULL)
    return TRUE;
  ipl_view_set_map (view, ipl_document_get_map (self), parameters);
  if (!ipl_document_view_sweep (self, view))
    view->seeds = ipl_document_get_seeds (self);
  view->first_tile = self->shown.first_tile;
  if (trained != NULL && ipl_document_is_trainable (self))
    {
      view->training = &trained->curve;
      ipl_view_set_trajectory (view, trained->history, parameters->shown_time);
    }
  view_selected (self, view);
  view_heads (self, view);
  return TRUE;
}

/* @view: (out): contents of the figures; borrowed until the next "results-changed"
 * Returns: FALSE if there are no contents */
gboolean
ipl_document_get_view (IplDocument *self, IplView *view)
{
  if (!self->shown.is_current)
    {
      self->shown.has_view = make_view (self, &self->shown.view);
      self->shown.is_current = TRUE;
    }
  *view = self->shown.view;
  return self->shown.has_view;
}

/* Returns: the name of the panel in lists and menus, as its heading has it for what is shown */
const char *
ipl_document_get_panel_label (IplDocument *self, const IplPanel *panel)
{
  IplView view;

  return ipl_panel_get_label (panel, ipl_document_get_view (self, &view) ? &view : NULL);
}

/* Added to an accuracy at chance. */
#define CHANCE ", no better than guessing"

static void
append_score (GString *text, const IplLabels *labels, const IplPrediction *test)
{
  const IplScore *score = ipl_score_of_labels (labels);
  g_autofree char *value = ipl_score_text_with_error (score, test->accuracy, test->accuracy_se);

  g_string_append_printf (text, ": %s %s%s", score->name, value,
                          ipl_labels_is_chance (labels, test->accuracy, test->accuracy_se) ? CHANCE
                                                                                           : "");
}

/* The numbers of the current width. */
static char *
describe_current (const IplSolveResult *result)
{
  const IplSolution *current = result->current;
  const IplPrediction *test = &current->tests[0];
  const IplScore *score = ipl_case_get_score (result->the_case);
  g_autofree char *widths = ipl_setting_widths_text (&current->setting);
  g_autoptr (GString) text = g_string_new (NULL);

  if (current->setting.gp)
    g_string_append (text, "GP limit");
  else
    g_string_append_printf (text, "N = %s", widths);
  if (result->best_temperature)
    g_string_append_printf (text, ", T = %.4g", current->setting.temperature);
  append_score (text, &result->the_case->labels, test);
  if (result->few_tests > 0)
    g_string_append_printf (text, " on %u of %u test sequences so far", result->few_tests,
                            result->all_tests);
  if (current->setting.gp)
    return g_string_free (g_steal_pointer (&text), FALSE);
  if (result->gp != NULL && result->gp->n_tests > 0)
    {
      g_autofree char *limit = ipl_score_ascii (score, result->gp->tests[0].accuracy);

      g_string_append_printf (text, " (GP %s)", limit);
    }
  g_string_append_printf (text, ", solved in %.1f ms, %u iteration%s", current->solve_seconds * 1e3,
                          current->iterations, current->iterations == 1 ? "" : "s");
  ipl_number_append (text, ", relative gradient ", current->relative_gradient, 1);
  if (!current->converged)
    g_string_append (text, ", not converged");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full): progress of a network that is or was trained here, "12400 steps,
 * held-out accuracy 0.793 ± 0.006"; "" before any report */
char *
ipl_document_describe_training (IplDocument *self)
{
  const IplLabels signs = { IPL_LABELS_SIGNS, 1 };
  const IplTrainResult *run = ipl_document_get_train_result (self);
  GString *text = g_string_new (NULL);

  if (run == NULL || run->curve.n_points == 0)
    return g_string_free (text, FALSE);
  g_string_printf (text, "%" G_GUINT64_FORMAT " steps",
                   run->curve.points[run->curve.n_points - 1].step);
  for (gsize i = run->curve.n_points; i > 0; i--)
    {
      const IplTrainerPoint *point = &run->curve.points[i - 1];

      if (isnan (point->accuracy_holdout))
        continue;
      g_string_append_printf (
          text, ", held-out accuracy %.3f ± %.3f%s", point->accuracy_holdout, point->standard_error,
          ipl_labels_is_chance (&signs, point->accuracy_holdout, point->standard_error) ? CHANCE
                                                                                        : "");
      break;
    }
  return g_string_free (text, FALSE);
}

/* While a network is trained, the theory is that of the attention before training. */
static char *
describe_while_training (IplDocument *self, const IplSolveResult *result)
{
  g_autofree char *training = ipl_document_describe_training (self);
  g_autofree char *theory = describe_current (result);

  return g_strdup_printf ("Training%s%s. Theory of the earlier attention: %s",
                          training[0] != '\0' ? ": " : " has begun", training, theory);
}

/* Returns: (transfer full): text of the status line: the numbers of the hovered item, else those
 *   of the current width */
char *
ipl_document_describe (IplDocument *self)
{
  const IplTarget *target = ipl_selection_get_shown (self->selection);
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  const char *sentence = ipl_document_get_status (self, IPL_SOLVE)->sentence;
  IplView view;

  /* Before the first run, the sentence about it replaces the figures. */
  if (!ipl_document_get_view (self, &view))
    return g_strdup (sentence != NULL && !ipl_document_needs_run (self) ? sentence : "");
  if (!ipl_target_is_none (target) && result != NULL)
    {
      g_autofree char *status
          = ipl_figure_describe_target (ipl_selection_get_panel (self->selection), target, &view);

      if (status[0] != '\0' || view.dynamics == NULL)
        return g_steal_pointer (&status);
    }
  if (view.dynamics != NULL)
    return ipl_document_describe_dynamics (self, &view);
  if (result == NULL || result->current == NULL || result->current->n_tests == 0)
    return g_strdup (sentence != NULL ? sentence : "");
  return ipl_document_is_training (self) ? describe_while_training (self, result)
                                         : describe_current (result);
}
