/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, and below them the loss of each predictor without the head. */

#include "figures/kit/number.h"
#include "figures/kit/sort-by-key.h"
#include "figures/plot/plot.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/target-sentence.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Gap between two layers, in widths of a head. */
#define LAYER_GAP 0.6
/* Distance between the markers of a head, in widths of a head. */
#define SPREAD 0.24

/* Predictors whose accuracy drops without a head. */
static const struct
{
  const char *name, *brief, *source;
  gsize offset; /* in IplHeadReport */
  IplMarker marker;
  gboolean hollow;
  IplRole role;
} predictors[] = {
  { "trained network",
    "trained",
    "results[\"drop_trained\"]",
    G_STRUCT_OFFSET (IplHeadReport, trained),
    IPL_MARKER_SQUARE,
    FALSE,
    { .kind = IPL_ROLE_TRAINED } },
  { "theory, set to zero",
    "zeroed",
    "results[\"drop_theory\"]",
    G_STRUCT_OFFSET (IplHeadReport, zeroed),
    IPL_MARKER_CROSS,
    FALSE,
    { .kind = IPL_ROLE_THEORY } },
  { "theory, solved again",
    "solved again",
    "results[\"drop_resolved\"]",
    G_STRUCT_OFFSET (IplHeadReport, resolved),
    IPL_MARKER_DIAMOND,
    TRUE,
    { .kind = IPL_ROLE_SERIES } },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, guint i)
{
  return G_STRUCT_MEMBER_P (report, predictors[i].offset);
}

/* TRUE if some head has a drop. */
static gboolean
has_drops (const IplHeadReport *report, guint i)
{
  const IplHeadDrops *drops = report != NULL ? drops_of (report, i) : NULL;

  for (guint k = 0; drops != NULL && drops->drop != NULL && k < report->n_heads; k++)
    if (isfinite (drops->drop[k]))
      return TRUE;
  return FALSE;
}

static const char *
empty (const IplView *view, const char **more)
{
  gboolean has_scores = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    has_scores = has_scores || has_drops (view->heads, i);
  for (guint k = 0; k < ipl_case_n_heads (view->the_case); k++)
    has_scores = has_scores || isfinite (ipl_view_head_score (view, k));
  *more = "solve the theory first";
  return has_scores ? NULL : "The heads have no scores yet";
}

static IplTarget
make_head (gsize i, gconstpointer data)
{
  guint layer, head;

  ipl_view_head_at (((const IplView *)data)->the_case, (guint)i, &layer, &head);
  return ipl_target_head (layer, head);
}

/* TRUE if the target is the head, or a path through it. */
static gboolean
has_head (const IplTarget *target, gsize i, gconstpointer data)
{
  const IplCaseInfo *the_case = ((const IplView *)data)->the_case;
  guint layer, head;

  ipl_view_head_at (the_case, (guint)i, &layer, &head);
  return ipl_target_lights_head (target, the_case, layer, head);
}

/* TRUE if the head is removed at the chosen point of the pruning curve. */
static gboolean
is_gone (gsize i, gconstpointer view)
{
  return ipl_view_head_is_removed (view, (guint)i);
}

static const IplItems heads = { "head", IPL_TARGET_HEAD, make_head, has_head, is_gone };

static IplMark *
make_heads (IplMark *mark, const IplView *view)
{
  mark->items = &heads;
  mark->item_data = view;
  mark->each = "head";
  return mark;
}

/* Places the heads along x: layer by layer, or by increasing score with the conventions of the
 * papers if all scores are known.
 * @order: (out): [n] heads from left to right
 * Returns: TRUE if ordered by score */
static gboolean
place_heads (const IplPlot *plot, const IplView *view, guint n, guint *order, double *x)
{
  gboolean rises = plot->look == IPL_LOOK_PAPER;
  g_autofree IplRank *ranks = g_new (IplRank, n);
  guint layer, head;

  for (guint k = 0; k < n; k++)
    {
      ranks[k] = (IplRank){ k, { ipl_view_head_score (view, k) } };
      rises = rises && isfinite (ipl_view_head_score (view, k));
    }
  if (rises)
    ipl_ranks_sort (ranks, n);
  for (guint k = 0; k < n; k++)
    {
      order[k] = (guint)ranks[k].item;
      ipl_view_head_at (view->the_case, k, &layer, &head);
      x[order[k]] = k + (rises ? 0 : layer * LAYER_GAP);
    }
  return rises;
}

static char *
strike (const char *markup, gboolean gone)
{
  return gone ? g_strdup_printf ("<s>%s</s>", markup) : g_strdup (markup);
}

/* Adds the names of heads, or their numbers if these are the names. Removed heads are struck
 * through. */
static void
add_names (IplPlot *plot, IplPlotAxes *axes, const IplView *view, const guint *order,
           const double *x, gboolean rises)
{
  static const char *const titles[] = { "heads of layer ", "layer ", "L", NULL };
  const IplCaseInfo *the_case = view->the_case;
  const IplStyle style = { .look = plot->look };
  guint n = ipl_case_n_heads (the_case), layer, head;
  gboolean plain = plot->look == IPL_LOOK_INTERPLAY;
  const char **names = ipl_plot_new_names (plot, n);

  for (guint k = 0; k < n; k++)
    {
      ipl_view_head_at (the_case, k, &layer, &head);
      names[k] = ipl_plot_adopt_text (plot, ipl_head_number (the_case, layer, head));
      g_autofree char *label = ipl_view_head_label (the_case, layer, head);
      g_autofree char *usual = g_strdup_printf ("head %u", head + 1);
      plain = plain
              && (g_str_equal (label, usual) || ipl_case_head_is_identity (the_case, layer, head));
    }
  for (guint k = 0; k < n; k++)
    {
      ipl_view_head_at (the_case, order[k], &layer, &head);
      g_autofree char *number = ipl_case_head_text (the_case, layer, head);
      g_autofree char *name = ipl_view_head_markup (the_case, &style, layer, head);
      ipl_axes_add_category (axes, x[order[k]], rises ? 0 : layer,
                             strike (plain ? number : name, is_gone (order[k], view)),
                             strike (rises ? name : number, is_gone (order[k], view)));
    }
  if (rises)
    axes->x.title = "(layer) head, in the order of their scores";
  axes->x.brief = "by rising score";
  axes->names = names;
  axes->group_titles = rises ? NULL : titles;
}

static IplPlotAxes *
add_axes (IplPlot *plot, const IplView *view, const guint *order, IplNumbers x, gboolean rises,
          double share)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double last = x.n > 0 ? x.data[order[x.n - 1]] : 0;

  axes->share = share;
  axes->x = (IplPlotAxis){ NULL, NULL, -0.5, last + 0.5, .is_fixed = TRUE };
  add_names (plot, axes, view, order, x.data, rises);
  return axes;
}

/* Adds attention entropy and gradient of the heads to text and table. */
static void
add_head_numbers (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplNumbers x)
{
  double *entropy = ipl_plot_new_numbers (plot, x.n), *gradient = ipl_plot_new_numbers (plot, x.n);

  for (guint k = 0; k < x.n; k++)
    {
      entropy[k] = ipl_view_head_entropy (view, k);
      gradient[k] = ipl_view_head_gradient (view, k);
    }
  ipl_axes_list_numbers (axes, x, ipl_numbers (entropy, x.n), "attention entropy");
  ipl_axes_list_numbers (axes, x, ipl_numbers (gradient, x.n), "gradient");
}

static void
add_scores (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplNumbers x)
{
  const IplRole grey = { .kind = IPL_ROLE_INK, .fade = 0.5 };
  const IplSetting *setting = ipl_view_head_setting (view);
  g_autofree char *at = setting != NULL ? ipl_view_setting_markup (setting) : NULL;
  double *score = ipl_plot_new_numbers (plot, x.n);

  if (at != NULL)
    ipl_axes_add_key (axes, IPL_KEY_BAR, grey, g_strdup_printf ("score, %s", at));
  if (ipl_view_scores_are_doubtful (view))
    ipl_axes_add_theory_doubt (axes, view, "theory not converged");
  for (guint k = 0; k < x.n; k++)
    score[k] = ipl_view_head_score (view, k);
  const IplNumbers scores = { score, x.n, 1, "results[\"head_score\"]" };
  make_heads (ipl_axes_add (axes, (IplMark){ IPL_MARK_BARS, .x = x, .y = scores, .role = grey,
                                             .size = 0.34,
                                             .series = ipl_view_scores_are_doubtful (view)
                                                           ? "score (not converged)"
                                                           : "score" }),
              view);
  axes->y = (IplPlotAxis){ "head score", "score", 0, 1.04, .is_fixed = TRUE };
  add_head_numbers (plot, axes, view, x);
}

/* Returns "trained network, ρ = 0.83 [0.41, 0.95]"; in brief without the interval. */
static char *
series_markup (const IplHeadReport *report, guint i, gboolean brief)
{
  const IplCorrelation *correlation = &drops_of (report, i)->correlation;
  g_autofree char *rho = !brief                          ? ipl_correlation_text (correlation)
                         : isfinite (correlation->value) ? ipl_number_fixed (correlation->value, 2)
                                                         : NULL;
  GString *text = g_string_new (brief ? predictors[i].brief : predictors[i].name);

  if (drops_of (report, i) == &report->resolved && report->n_resolved < report->n_heads)
    g_string_append_printf (text, " (%u of %u)", report->n_resolved, report->n_heads);
  if (rho != NULL)
    g_string_append_printf (text, ", <i>ρ</i> = %s", rho);
  return g_string_free (text, FALSE);
}

/* Adds the markers of a predictor. @aside: horizontal offset from the heads */
static void
add_series (IplPlot *plot, IplPlotAxes *axes, const IplView *view, IplNumbers x, guint i,
            double aside)
{
  const IplHeadReport *report = view->heads;
  const IplHeadDrops *drops = drops_of (report, i);
  const IplNumbers error = ipl_numbers (drops->se, drops->se != NULL ? x.n : 0);
  double *at = ipl_plot_new_numbers (plot, x.n);
  IplMark mark = { IPL_MARK_POINTS,
                   .x = ipl_numbers (at, x.n),
                   .y = { drops->drop, x.n, 1, predictors[i].source },
                   .role = predictors[i].role,
                   .key = IPL_KEY_MARKER,
                   .label = series_markup (report, i, FALSE),
                   .brief = series_markup (report, i, TRUE),
                   .marker = predictors[i].marker,
                   .hollow = predictors[i].hollow,
                   .size = 0.33,
                   .max_radius = 0.12,
                   .pick_by_x = TRUE,
                   .listed = IPL_LISTED_NOWHERE };

  for (guint k = 0; k < x.n; k++)
    at[k] = x.data[k] + aside;
  if (drops->se != NULL)
    ipl_mark_set_error (plot, &mark, error);
  make_heads (ipl_axes_add (axes, mark), view);
  if (drops == &report->resolved && report->n_doubtful > 0)
    ipl_axes_add_key (axes, IPL_KEY_WARNING, IPL_ROLE (ACCENT),
                      g_strdup_printf ("%u of these not converged", report->n_doubtful));
  ipl_axes_list_numbers (axes, x, mark.y, ipl_plot_format (plot, "drop, %s", predictors[i].name))
      ->error
      = error;
}

/* Adds notes on the setting of the scores, on removed heads, and on the correlation of scores
 * and drops. */
static void
add_notes (IplPlot *plot, const IplView *view)
{
  const IplSetting *setting = ipl_view_head_setting (view);
  const IplHeadReport *report = view->heads;
  g_autofree char *at = setting != NULL ? ipl_view_setting_text (setting) : NULL;
  g_autoptr (GString) removed = g_string_new (NULL);
  guint layer, head;

  if (at != NULL)
    ipl_plot_add_note (plot, "Shown at %s.", at);
  for (guint k = 0; k < ipl_case_n_heads (view->the_case); k++)
    if (is_gone (k, view))
      {
        ipl_view_head_at (view->the_case, k, &layer, &head);
        g_autofree char *number = ipl_head_number (view->the_case, layer, head);
        g_string_append_printf (removed, "%s%s", removed->len > 0 ? ", " : "", number);
      }
  if (removed->len > 0)
    ipl_plot_add_note (plot, "Removed: %s.", removed->str);
  if (ipl_view_scores_are_doubtful (view))
    ipl_plot_note_doubt (plot);
  for (guint i = 0; report != NULL && i < G_N_ELEMENTS (predictors); i++)
    {
      g_autofree char *rho = ipl_correlation_text (&drops_of (report, i)->correlation);
      if (rho != NULL)
        ipl_plot_add_note (plot, "Rank correlation with the drop of the %s: %s.",
                           predictors[i].name, rho);
    }
  if (report != NULL && report->n_doubtful > 0)
    ipl_plot_add_note (plot, "Of the theory solved again, %u heads have not converged. %s",
                       report->n_doubtful, report->message != NULL ? report->message : "");
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplScore *score = ipl_case_get_score (view->the_case);
  guint n = ipl_case_n_heads (view->the_case), n_series = 0, s = 0;
  g_autofree guint *order = g_new (guint, n + 1);
  double *places = ipl_plot_new_numbers (plot, n), *none = ipl_plot_new_numbers (plot, n);
  gboolean rises = place_heads (plot, view, n, order, places);
  const IplNumbers x = ipl_numbers (places, n);
  IplPlotAxes *axes = add_axes (plot, view, order, x, rises, 0.42);

  plot->row_aspect = INFINITY;
  plot->shared_x = plot->keys_of_all = TRUE;
  add_scores (plot, axes, view, x);
  add_notes (plot, view);
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    n_series += has_drops (view->heads, i);
  if (n_series == 0)
    return;
  axes = add_axes (plot, view, order, x, rises, 0.58);
  axes->y
      = (IplPlotAxis){ score->loss, score->loss_brief, NAN,
                       NAN,         .pad = 0.07,       .least_pad = score->is_share ? 0.003 : 0 };
  /* Invisible bars make the complete column of a head hoverable. */
  for (guint k = 0; k < n; k++)
    none[k] = NAN;
  make_heads (ipl_axes_add (axes,
                            (IplMark){ IPL_MARK_BARS, .x = x, .y = ipl_numbers (none, n),
                                       .role = IPL_ROLE (FAINT), .listed = IPL_LISTED_NOWHERE }),
              view);
  ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .role = IPL_ROLE (FAINT), .weight = 0.55,
                                 .in_range = TRUE });
  for (guint i = 0; i < G_N_ELEMENTS (predictors); i++)
    if (has_drops (view->heads, i))
      add_series (plot, axes, view, x, i, (s++ - (n_series - 1) / 2.0) * SPREAD);
}

const IplPanel ipl_panel_heads = {
  .id = "heads",
  .title = "Heads",
  .needs = IPL_NEEDS_HEADS,
  .controls = IPL_CONTROL_TEST_SET,
  .empty = empty,
  .build = build,
  .step = ipl_step_heads,
  .sentence = "Scores of heads, and the loss of each predictor without them.",
  .height_narrow = 0.9,
  .height_wide = 0.48,
};
