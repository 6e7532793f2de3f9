/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each layer can read out, how well the score and the model's own measures rank heads by what
 * the model loses without them, and the heads one by one. */

#include "core/probe/probe-trust.h"
#include "core/probe/probe.h"
#include "figures/kit/number.h"
#include "figures/panels/probe/probe-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const accuracy_names[] = { "accuracy", "accuracy_gp", "model_accuracy", NULL };

static void
add_accuracy (IplPlotAxes *axes, const IplView *view, const char *name, IplRole role, IplDash dash,
              const char *label)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplMark *mark = ipl_axes_add_number (axes, trajectory, name, 0, role, g_strdup (label));
  IplNumbers x = mark->x, y = mark->y;

  mark->dash = dash;
  mark->is_plain = TRUE;
  mark->key = IPL_KEY_LINE_MARKER;
  mark->marker = IPL_MARKER_DOT;
  ipl_axes_add_points (axes, x, y, role, NULL)->size = 0.22;
}

static void
build_accuracy (IplPlot *plot, const IplView *view)
{
  const double *model = ipl_probe_view_find (view, "model_accuracy", 0);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *rule;

  axes->x.pad = 0.04;
  axes->x.whole = TRUE;
  axes->y.title = "test accuracy";
  axes->y.brief = "accuracy";
  if (model != NULL)
    {
      rule = ipl_axes_add_rule (axes, 0, model[0], IPL_ROLE (TRAINED), g_strdup ("the model"));
      rule->in_range = TRUE;
      rule->dash = IPL_DASH_DASHED;
    }
  add_accuracy (axes, view, "accuracy_gp", IPL_ROLE_OF (GP, 0), IPL_DASH_DASH_DOT, "GP");
  add_accuracy (axes, view, "accuracy", IPL_ROLE (THEORY), IPL_DASH_SOLID, "theory");
}

const IplPanel ipl_panel_probe_accuracy = {
  .id = "probe-accuracy",
  .title = "Accuracy by layer",
  .experiment = "probe",
  .build = build_accuracy,
  .sentence
  = "Test accuracy that the heads of each layer alone have, in the theory at finite width "
    "and in the GP limit, and that of the model itself.",
  .numbers = accuracy_names,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

/* [IPL_PROBE_N_RANKS x value, low, high], of all layers or of one; (nullable). */
static const double *
get_ranks (const IplView *view, gboolean all)
{
  return all ? ipl_probe_view_find (view, "rank_correlation_all", 0)
             : ipl_probe_view_find (view, "rank_correlation", view->moment);
}

/* Every third of @ranks, from @first on. */
static IplNumbers
pick_ranks (const double *ranks, guint first)
{
  return (IplNumbers){ ranks + first, IPL_PROBE_N_RANKS, 3, NULL };
}

static void
set_rank (IplTarget *target, gsize i, gconstpointer data)
{
  target->component = (int)i;
}

/* The component of a head is the other of its pair. */
static gboolean
has_rank (const IplTarget *target, gsize i, gconstpointer data)
{
  return target->head < 0 && target->component == (int)i;
}

static const IplItems rank_items = { "measure", set_rank, has_rank };

/* What is known of each measure as a point with its interval. */
static void
add_ranks (IplPlotAxes *axes, const IplView *view, gboolean all, IplNumbers x)
{
  const double *ranks = get_ranks (view, all);
  IplMark *mark;

  if (ranks == NULL)
    return;
  mark = ipl_axes_add_points (
      axes, x, pick_ranks (ranks, 0), all ? IPL_ROLE (THEORY) : IPL_ROLE (ACCENT),
      all ? g_strdup ("all layers")
          : g_strdup_printf ("layer %.0f", view->trajectory->time[view->moment]));
  mark->lo = pick_ranks (ranks, 1);
  mark->hi = pick_ranks (ranks, 2);
  mark->aside = all ? -0.5 : 0.5;
  mark->hollow = !all;
  mark->items = &rank_items;
}

static void
build_ranks (IplPlot *plot, const IplView *view)
{
  static const char *const brief[IPL_PROBE_N_RANKS] = { "score", "grad.", "entr.", "norm" };
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double *x = ipl_plot_new_numbers (plot, IPL_PROBE_N_RANKS);
  IplProbeTrust trust = ipl_probe_get_trust (view->trajectory);
  IplNumbers places = ipl_numbers (x, IPL_PROBE_N_RANKS);

  axes->x = (IplPlotAxis){ .lo = -0.5, .hi = IPL_PROBE_N_RANKS - 0.5, .is_fixed = TRUE };
  axes->y = (IplPlotAxis){ "rank correlation with the drop", "rank correlation", -1, 1,
                           .is_fixed = TRUE };
  for (guint r = 0; r < IPL_PROBE_N_RANKS; r++)
    {
      x[r] = r;
      ipl_axes_add_category (axes, r, 0, g_strdup (ipl_probe_rank_words[r]), g_strdup (brief[r]));
    }
  ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (FAINT), NULL)->weight = 0.6;
  add_ranks (axes, view, TRUE, places);
  add_ranks (axes, view, FALSE, places);
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                    g_strdup_printf ("the score %s", ipl_probe_trust_words (trust)));
  ipl_plot_set_rows (plot, "measure", IPL_PROBE_N_RANKS);
  for (guint all = 2; all-- > 0;)
    {
      static const char *const titles[] = { "value", "low", "high" };

      for (guint k = 0; k < 3 && get_ranks (view, all) != NULL; k++)
        ipl_plot_add_column (
            plot, g_strdup_printf ("%s, %s", all ? "all layers" : "layer shown", titles[k]),
            pick_ranks (get_ranks (view, all), k));
    }
}

/* "0.74 (0.65 to 0.8) over all layers". */
static void
append_ranks (GString *text, const IplView *view, gboolean all, guint rank, const char *words)
{
  const double *ranks = get_ranks (view, all);

  if (ranks == NULL || !isfinite (ranks[3 * rank]))
    return;
  ranks += 3 * rank;
  ipl_number_append (text, text->str[text->len - 1] == ')' ? ", " : " ", ranks[0], 2);
  g_string_append_printf (text, " %s", words);
  if (!isfinite (ranks[1]))
    return;
  ipl_number_append (text, " (", ranks[1], 2);
  ipl_number_append (text, " to ", ranks[2], 2);
  g_string_append_c (text, ')');
}

static char *
say_ranks (const IplTarget *target, const IplView *view)
{
  guint rank = (guint)target->component;
  g_autofree char *layer = NULL;
  GString *text;
  gsize before;

  if (target->component < 0 || target->head >= 0 || rank >= IPL_PROBE_N_RANKS)
    return NULL;
  layer = g_strdup_printf ("in layer %.0f", view->trajectory->time[view->moment]);
  text = g_string_new (ipl_probe_rank_words[rank]);
  text->str[0] = g_ascii_toupper (text->str[0]);
  g_string_append (text, ": rank correlation with the drop");
  before = text->len;
  append_ranks (text, view, TRUE, rank, "over all layers");
  append_ranks (text, view, FALSE, rank, layer);
  if (text->len == before)
    g_string_append (text, " is not known");
  return g_string_free (text, FALSE);
}

static void
describe_ranks (GString *text, const IplView *view)
{
  g_autofree char *trust = ipl_probe_say_trust (view->trajectory);

  g_string_append_printf (text,
                          "Rank correlations of the theory’s score and of the model’s own measures "
                          "with what the model loses without a head, with intervals of 95 %%. %s",
                          trust);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_probe_ranks = {
  .id = "probe-ranks",
  .title = "Whether to trust the score",
  .experiment = "probe",
  .empty = ipl_probe_view_no_drops,
  .is_extra = TRUE,
  .build = build_ranks,
  .say = say_ranks,
  .describe = describe_ranks,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};

static void
set_head (IplTarget *target, gsize i, gconstpointer data)
{
  gsize most = ipl_probe_view_most (data);

  ipl_probe_view_set_head (data, i / most, i % most, target);
}

static gboolean
has_head (const IplTarget *target, gsize i, gconstpointer data)
{
  guint layer;
  gsize head;

  return ipl_probe_view_get_head (target, data, &layer, &head)
         && layer * ipl_probe_view_most (data) + head == i;
}

static const IplItems head_items = { "head", set_head, has_head };

/* The heads of a layer; the layers in their order, the one shown in front. */
static void
add_layer (IplPlotAxes *axes, const IplView *view, guint layer)
{
  const IplTrajectory *trajectory = view->trajectory;
  guint S = trajectory->S;
  gboolean shown = layer == view->moment;
  gboolean named = S <= IPL_ROLE_FEW || shown || layer == 0 || layer == S - 1;
  IplMark *mark = ipl_axes_add_points (
      axes, ipl_numbers_at (trajectory, "weight", layer),
      ipl_numbers_at (trajectory, "drop", layer), IPL_ROLE_OF_N (ORDERED, layer, S),
      named ? g_strdup_printf ("layer %.0f", trajectory->time[layer]) : NULL);

  mark->items = &head_items;
  mark->item_data = view;
  mark->first = layer * ipl_probe_view_most (view);
  mark->hollow = !shown;
  mark->size = shown ? 0.36 : 0.28;
}

static void
build_drops (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  gsize most = ipl_probe_view_most (view), n = trajectory->S * most;
  double *layer = ipl_plot_new_numbers (plot, n), *head = ipl_plot_new_numbers (plot, n);

  axes->x.title = "weight of the head, Σ |<i>U<sub>pq</sub></i>|";
  axes->x.brief = "weight";
  axes->y.title = "accuracy lost without the head";
  axes->y.brief = "drop";
  if (ipl_trajectory_find (trajectory, "drop") == NULL)
    return;
  ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (FAINT), NULL)->weight = 0.6;
  for (guint s = 0; s < trajectory->S; s++)
    if (s != view->moment)
      add_layer (axes, view, s);
  add_layer (axes, view, view->moment);
  for (gsize i = 0; i < n; i++)
    {
      layer[i] = trajectory->time[i / most];
      head[i] = (double)(i % most) + 1;
    }
  ipl_plot_set_rows (plot, NULL, n);
  ipl_plot_add_column (plot, g_strdup ("layer"), ipl_numbers (layer, n));
  ipl_plot_add_column (plot, g_strdup ("head"), ipl_numbers (head, n));
  ipl_plot_add_column (plot, g_strdup ("weight"),
                       ipl_numbers (ipl_trajectory_get (trajectory, "weight", 0), n));
  ipl_plot_add_column (plot, g_strdup ("drop"),
                       ipl_numbers (ipl_trajectory_get (trajectory, "drop", 0), n));
}

static void
describe_drops (GString *text, const IplView *view)
{
  g_string_append (text, "Every head of every layer: what the model loses without it against its "
                         "weight in the theory.");
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_probe_drops = {
  .id = "probe-drops",
  .title = "Weight and drop of all heads",
  .experiment = "probe",
  .empty = ipl_probe_view_no_drops,
  .is_extra = TRUE,
  .build = build_drops,
  .say = ipl_probe_view_say,
  .step = ipl_probe_view_step,
  .describe = describe_drops,
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.5,
};
