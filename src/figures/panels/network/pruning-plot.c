/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Accuracy against the number of removed heads, with the remaining size of the network above. */

#include "core/heads/pruning.h"
#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-sentence.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Orders of removal. Curves by entropy and gradient often coincide with others, so they are
 * thinner and drawn on top. */
static const struct
{
  const char *name, *brief, *part;
  guint rank; /* index of the series colour */
  IplMarker marker;
  double thin;
} orders[IPL_REMOVAL_RANDOM] = {
  [IPL_REMOVAL_BY_SCORE]
  = { "lowest score first", "lowest score", "by-score", 1, IPL_MARKER_SQUARE, 1 },
  [IPL_REMOVAL_REVERSE]
  = { "highest score first", "highest score", "reverse", 2, IPL_MARKER_TRIANGLE_DOWN, 1 },
  [IPL_REMOVAL_BY_ENTROPY]
  = { "highest entropy first", "highest entropy", "by-entropy", 6, IPL_MARKER_DIAMOND, 0.6 },
  [IPL_REMOVAL_BY_GRADIENT]
  = { "lowest gradient first", "lowest gradient", "by-gradient", 4, IPL_MARKER_TRIANGLE, 0.6 },
};

static const char *
empty (const IplView *view, const char **more)
{
  *more = "press Prune";
  return view->pruning != NULL ? NULL : "No heads have been removed yet";
}

static gboolean
any_finite (const double *values, guint n)
{
  for (guint i = 0; values != NULL && i < n; i++)
    if (isfinite (values[i]))
      return TRUE;
  return FALSE;
}

static IplMark *
add_key (IplPlotAxes *axes, IplKeyKind kind, IplRole role, char *label_take, const char *brief)
{
  IplMark *key = ipl_axes_add_key (axes, kind, role, label_take);

  key->brief = g_strdup (brief);
  return key;
}

/* Adds the key of an order, with the rank correlation to that by score. */
static void
add_order_key (IplPlotAxes *axes, const IplPruning *pruning, IplRemovalOrder o)
{
  const IplOrderCorrelation *agreement = &pruning->correlation[o];
  g_autofree char *rho = ipl_number_fixed (agreement->spearman, 2);
  gboolean has_rank = agreement->n > 0 && !isnan (agreement->spearman);

  if (any_finite (pruning->curve[o].accuracy, pruning->n_points))
    add_key (axes, IPL_KEY_LINE_MARKER, IPL_ROLE_OF (SERIES, orders[o].rank),
             has_rank ? g_strdup_printf ("%s (ρ = %s)", orders[o].name, rho)
                      : g_strdup (orders[o].name),
             orders[o].brief)
        ->marker
        = orders[o].marker;
}

static void
add_keys (IplPlotAxes *axes, const IplView *view, const IplPruning *pruning)
{
  const IplRole ink = IPL_ROLE (INK);
  gboolean tuned = FALSE;
  IplMark *key;

  add_key (axes, IPL_KEY_NONE, ink,
           g_strdup (pruning->is_trained ? "trained network" : "theory, <i>U</i> zeroed"),
           pruning->is_trained ? "" : NULL);
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      add_order_key (axes, pruning, o);
      tuned = tuned || any_finite (pruning->curve[o].tuned, pruning->n_points);
    }
  if (pruning->no_entropy != NULL)
    add_key (axes, IPL_KEY_NONE, ink, g_strdup ("entropy unknown"), NULL);
  if (pruning->no_gradient != NULL)
    add_key (axes, IPL_KEY_NONE, ink, g_strdup ("gradient unknown"), NULL);
  if (any_finite (pruning->random_mean, pruning->n_points))
    add_key (axes, IPL_KEY_LINE, IPL_ROLE (FAINT),
             g_strdup_printf ("%u random order%s, 5–95 %%", pruning->n_random,
                              pruning->n_random == 1 ? "" : "s"),
             "random")
        ->dash
        = IPL_DASH_DASH_DOT;
  if (tuned)
    {
      key = add_key (axes, IPL_KEY_LINE_MARKER, ink,
                     pruning->fine_tune_steps
                         ? g_strdup_printf ("fine-tuned, %u steps", pruning->fine_tune_steps)
                         : g_strdup ("fine-tuned"),
                     "fine-tuned");
      key->dash = IPL_DASH_DASHED;
      key->marker = IPL_MARKER_SQUARE;
      key->hollow = TRUE;
    }
  if (ipl_pruning_verdict (pruning) == IPL_VERDICT_TOO_SHORT)
    add_key (axes, IPL_KEY_WARNING, IPL_ROLE (ACCENT),
             g_strdup ("trained too briefly for a verdict"), NULL);
  else if (ipl_pruning_verdict (pruning) == IPL_VERDICT_AGAINST)
    add_key (axes, IPL_KEY_WARNING, IPL_ROLE (ACCENT),
             g_strdup ("low scores first: no smaller loss"), NULL);
  if (view->pruned > 0)
    add_key (axes, IPL_KEY_LINE, IPL_ROLE (ACCENT),
             g_strdup_printf ("chosen: %d removed", view->pruned), "")
        ->weight
        = 0.7;
}

/* TRUE if the target is the step, or a head that is removed there on the chosen curve. */
static gboolean
has_step (const IplTarget *target, gsize i, gconstpointer data)
{
  const IplView *view = data;
  const guint *order = view->pruning->curve[view->order].order;
  int pruned = ipl_target_get (target, IPL_PART_PRUNED);
  guint layer, head;

  if (pruned >= 0 || i == 0 || order == NULL)
    return pruned == (gint64)i;
  ipl_view_head_at (view->the_case, order[i - 1], &layer, &head);
  return ipl_target_has_head (target, layer, head);
}

static const IplItems steps = { "step", IPL_TARGET_PRUNED, NULL, has_step };

/* Adds the curve of an order, before or after fine-tuning. */
static void
add_curve (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, const IplView *view, IplRemovalOrder o,
           gboolean tuned)
{
  const IplPruningCurve *curve = &view->pruning->curve[o];
  const IplScore *score = ipl_case_get_score (view->the_case);
  const double *values = tuned ? curve->tuned : curve->accuracy;
  const double *se = tuned ? curve->tuned_se : curve->se;
  gboolean chosen = o == view->order && !tuned, has_value = any_finite (values, (guint)x.n);
  const IplRole role = IPL_ROLE_OF (SERIES, orders[o].rank);
  IplNumbers y = ipl_numbers (values, x.n), error = ipl_numbers (se, se != NULL ? x.n : 0);
  IplMark mark;

  if (!has_value && !chosen)
    return;
  y.source = ipl_plot_format (plot, "results[\"%s_%s_%s\"]",
                              score->is_share ? "accuracy" : "mean_squared_error",
                              tuned ? "tuned" : "after", ipl_removal_order_id (o));
  mark = (IplMark){ .x = x,
                    .y = y,
                    .error = error,
                    .role = role,
                    .weight = orders[o].thin,
                    .dash = tuned ? IPL_DASH_DASHED : IPL_DASH_SOLID,
                    .breaks = TRUE,
                    .part = orders[o].part,
                    .listed = !has_value ? IPL_LISTED_NOWHERE
                              : tuned    ? IPL_LISTED_IN_TABLE
                                         : IPL_LISTED };
  mark.series = ipl_plot_format (plot, "%s, %s", tuned ? "fine-tuned" : score->brief,
                                 ipl_removal_order_words (o));
  ipl_axes_add (axes, mark);
  mark = (IplMark){ IPL_MARK_POINTS,
                    .x = x,
                    .y = y,
                    .role = role,
                    .marker = orders[o].marker,
                    .hollow = tuned,
                    .size = 0.3 * orders[o].thin,
                    .max_radius = 0.3 * orders[o].thin,
                    .part = orders[o].part,
                    .pick_by_x = chosen,
                    .draws_drop_lines = chosen,
                    .items = chosen ? &steps : NULL,
                    .item_data = view,
                    .listed = IPL_LISTED_NOWHERE };
  if (se != NULL)
    ipl_mark_set_error (plot, &mark, error);
  ipl_axes_add (axes, mark);
}

/* Adds the range of random orders, chance level, and the chosen point. */
static void
add_ground (IplPlotAxes *axes, IplNumbers x, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  IplNumbers mean = { pruning->random_mean, x.n, 1, "results[\"random_mean\"]" };
  IplNumbers low = { pruning->random_low, x.n, 1, "results[\"random_low\"]" };
  IplNumbers high = { pruning->random_high, x.n, 1, "results[\"random_high\"]" };
  double chance = ipl_labels_get_chance (&view->the_case->labels);

  if (any_finite (pruning->random_mean, pruning->n_points))
    {
      ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = x, .lo = low, .hi = high,
                                     .role = IPL_ROLE (FAINT), .alpha = 0.28 });
      ipl_axes_add (axes, (IplMark){ .x = x,
                                     .y = mean,
                                     .role = IPL_ROLE (FAINT),
                                     .dash = IPL_DASH_DASH_DOT,
                                     .breaks = TRUE,
                                     .series = "random, mean" });
      ipl_axes_list_numbers (axes, x, low, "random, 5 %")->listed = IPL_LISTED_IN_TABLE;
      ipl_axes_list_numbers (axes, x, high, "random, 95 %")->listed = IPL_LISTED_IN_TABLE;
    }
  if (!isnan (chance))
    ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .offset = chance, .role = IPL_ROLE (FAINT),
                                   .weight = 0.7, .dash = IPL_DASH_DOTTED, .in_range = TRUE,
                                   .words = "chance" });
  /* A zero-initialised view has 0, which means no point. */
  if (view->pruned <= 0)
    return;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE_AT_X, .offset = view->pruned,
                                 .role = IPL_ROLE (ACCENT), .weight = 0.7, .size = 0.42 });
  if ((gsize)view->pruned >= x.n)
    return;
  mean = ipl_numbers (pruning->curve[view->order].accuracy + view->pruned, 1);
  ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x.data + view->pruned, 1),
                                 .y = mean, .role = IPL_ROLE (ACCENT), .size = 0.55, .hollow = TRUE,
                                 .listed = IPL_LISTED_NOWHERE });
}

/* Adds to the table the head removed at each step of an order, and the remaining fractions. */
static void
add_order_numbers (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, const IplView *view,
                   IplRemovalOrder o)
{
  const IplPruningCurve *curve = &view->pruning->curve[o];
  const struct
  {
    const char *words;
    IplNumbers numbers;
  } columns[] = { { "removed head", ipl_numbers (ipl_plot_new_numbers (plot, x.n), x.n) },
                  { "parameters", ipl_numbers (curve->parameters, x.n) },
                  { "multiply-adds", ipl_numbers (curve->multiply_adds, x.n) } };
  const char **gone = ipl_plot_new_names (plot, x.n);
  guint layer, head;

  if (!ipl_pruning_has_order (view->pruning, o))
    return;
  for (gsize i = 0; i < x.n; i++)
    {
      ipl_view_head_at (view->the_case, i > 0 ? curve->order[i - 1] : 0, &layer, &head);
      gone[i]
          = i > 0 ? ipl_plot_adopt_text (plot, ipl_head_number (view->the_case, layer, head)) : "";
    }
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      IplMark *mark = ipl_axes_list_numbers (axes, x, columns[c].numbers,
                                             ipl_plot_format (plot, "%s, %s", columns[c].words,
                                                              ipl_removal_order_words (o)));

      mark->names = c == 0 ? gone : NULL;
      mark->listed = IPL_LISTED_IN_TABLE;
    }
}

/* Adds a note on the rank correlation of other orders with that by score. */
static void
note_agreement (IplPlot *plot, const IplPruning *pruning)
{
  for (IplRemovalOrder o = 0; o < IPL_REMOVAL_RANDOM; o++)
    {
      const IplOrderCorrelation *of = &pruning->correlation[o];
      g_autofree char *rho = ipl_number_fixed (of->spearman, 2);
      g_autofree char *tau = ipl_number_fixed (of->kendall, 2);

      if (of->n > 0 && !isnan (of->spearman) && !isnan (of->kendall))
        ipl_plot_add_note (plot,
                           "Ranked %s heads agree with their scores by Spearman’s %s and "
                           "Kendall’s %s (%u heads).",
                           ipl_removal_order_words (o), rho, tau, of->n);
    }
}

/* Adds notes on the number of removable heads, on missing curves, and on the chosen point. */
static void
add_notes (IplPlot *plot, const IplView *view)
{
  const IplPruning *pruning = view->pruning;
  g_autofree char *verdict = ipl_pruning_verdict_text (pruning), *chosen = NULL;
  IplTarget target = ipl_target_pruned (view->pruned);

  ipl_plot_add_note (plot, "%s, %u of %u heads can be removed.",
                     pruning->is_trained ? "The trained network" : "The theory with U zeroed",
                     pruning->n_points - 1, pruning->n_heads);
  if (pruning->no_entropy != NULL)
    ipl_plot_add_note (plot, "There is no curve by entropy: %s", pruning->no_entropy);
  if (pruning->no_gradient != NULL)
    ipl_plot_add_note (plot, "There is no curve by gradient: %s", pruning->no_gradient);
  note_agreement (plot, pruning);
  if (verdict != NULL)
    ipl_plot_add_note (plot, "%s", verdict);
  chosen = view->pruned >= 0 ? ipl_target_describe (&target, view) : NULL;
  if (chosen != NULL && *chosen != '\0')
    ipl_plot_add_note (plot, "Chosen: %s.", chosen);
}

/* Adds rows with the remaining fractions of the network. */
static void
add_rows (IplPlotAxes *axes, const IplPruningCurve *curve, gsize n)
{
  const IplPlotAbove rows[]
      = { { "parameters left", "parameters left",
            .y = { curve->parameters, n, 1, "results[\"parameters\"]" } },
          { "multiply-adds left", "mult.-adds left",
            .y = { curve->multiply_adds, n, 1, "results[\"multiply_adds\"]" } } };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    if (any_finite (rows[r].y.data, (guint)n) && rows[r].y.data[0] > 0)
      axes->above[axes->n_above++] = rows[r];
}

static void
build (IplPlot *plot, const IplView *view)
{
  static const IplRemovalOrder drawn[] = { IPL_REMOVAL_REVERSE, IPL_REMOVAL_BY_SCORE,
                                           IPL_REMOVAL_BY_ENTROPY, IPL_REMOVAL_BY_GRADIENT };
  const IplScore *score = ipl_case_get_score (view->the_case);
  const IplPruning *pruning = view->pruning;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  gsize n = pruning->n_points;
  IplNumbers x = ipl_plot_new_steps (plot, n, 0, 1);
  double y_range[2], x_range[2];

  add_keys (axes, view, pruning);
  add_ground (axes, x, view);
  for (guint o = 0; o < G_N_ELEMENTS (drawn); o++)
    {
      add_curve (plot, axes, x, view, drawn[o], TRUE);
      add_curve (plot, axes, x, view, drawn[o], FALSE);
      add_order_numbers (plot, axes, x, view, drawn[o]);
    }
  add_notes (plot, view);
  add_rows (axes, &pruning->curve[view->order], n);
  axes->x = (IplPlotAxis){ "heads removed",        "removed",   0,
                           MAX ((double)n - 1, 1), .pad = 0.04, .integer = TRUE };
  axes->x.lo -= 0.04 * axes->x.hi;
  axes->x.hi *= 1.04;
  axes->x.is_fixed = TRUE;
  axes->y = (IplPlotAxis){
    score->axis, score->brief, NAN, NAN, .pad = 0.05, .share = score->is_share, .positive = TRUE
  };
  ipl_axes_get_range (axes, x_range, y_range);
  axes->y.least_pad = score->is_share ? 0.005 : 0.02 * fabs (y_range[1]);
  if (y_range[0] > y_range[1])
    axes->y = (IplPlotAxis){ score->axis, score->brief, 0, 1 };
}

const IplPanel ipl_panel_pruning = {
  .id = "pruning",
  .ranges = IPL_RANGE_Y,
  .title = "Pruning",
  .needs = IPL_NEEDS_PRUNING,
  .controls = IPL_CONTROL_TEST_SET,
  .empty = empty,
  .build = build,
  .sentence = "Test performance as heads are removed by rising head score, in reverse, by "
              "falling entropy, by rising gradient and at random.",
  .height_narrow = 0.78,
  .height_wide = 0.5,
};
