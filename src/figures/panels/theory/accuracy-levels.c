/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Further marks of the accuracy panel: GP limits and best score as levels, mean over seeds, and
 * the trained network. */

#include "figures/kit/sort-by-key.h"
#include "figures/panels/theory/accuracy.h"

#include "figures/view/trained-network-view.h"

#include <math.h>

/* Share of paper colour in the line of a limit. */
#define PALE 0.35
/* Horizontal distance of the means of several GP limits, in text sizes. */
#define GP_ROOM 1.8

/* Item data of a limit, which is highlighted with its paths. */
typedef struct
{
  const IplView *view;
  const IplGpLine *line;
  gboolean is_first;
} Limit;

static gboolean
line_has_path (const IplView *view, const IplTarget *target, const IplGpLine *line, gboolean first)
{
  int p = ipl_target_get (target, IPL_PART_PATH), q = ipl_target_get (target, IPL_PART_OTHER);
  gboolean path = FALSE, other = q < 0;

  if (line->paths == NULL)
    return first;
  for (gsize i = 0; i < line->n_paths; i++)
    {
      if (p < 0)
        path = path || ipl_target_has_path (target, view->the_case, line->paths[i]);
      else
        {
          path = path || line->paths[i] == (guint)p;
          other = other || line->paths[i] == (guint)q;
        }
    }
  return path && other;
}

static gboolean
has_limit (const IplTarget *target, gsize i, gconstpointer data)
{
  const Limit *limit = data;

  return ipl_target_is_of_paths (target)
         && line_has_path (limit->view, target, limit->line, limit->is_first);
}

static IplTarget
make_limit (gsize i, gconstpointer data)
{
  const Limit *limit = data;

  return limit->line->paths != NULL && limit->line->n_paths == 1
             ? ipl_target_path (limit->line->paths[0])
             : IPL_TARGET_NONE;
}

static const IplItems limits = { "limit", IPL_TARGET_PATH, make_limit, has_limit };

/* (nullable): the group of the sweep whose limits are drawn. */
static const IplSweepGroup *
find_group (const IplView *view)
{
  return view->sweep != NULL && view->sweep->n_groups > 0
             ? &view->sweep->groups[ipl_view_group (view)]
             : NULL;
}

/* Returns the role of a GP line: a paler colour than its curve, or the color of its only path. */
static IplRole
find_role (const IplView *view, guint test, guint line)
{
  static const guint rank[] = { 4, 5, 2 };
  const IplSweepGroup *group = find_group (view);
  const IplGpLine *of = group != NULL && line < group->n_lines ? &group->lines[line] : NULL;
  IplRole role = IPL_ROLE_OF (GP, line);

  if (test > 0)
    return (IplRole){ .kind = IPL_ROLE_SERIES,
                      .k = rank[(test - 1) % G_N_ELEMENTS (rank)],
                      .fade = PALE };
  if (of != NULL && of->paths != NULL)
    {
      role.the_case = view->the_case;
      role.paths = of->paths;
      role.n = (guint)of->n_paths;
    }
  return role;
}

/* Returns the key of a limit: the name that the user gave to its only path, else that of the
 * case. */
static char *
make_label (const IplView *view, const IplGpLine *line)
{
  const IplPathStyle *path
      = line->paths != NULL && line->n_paths == 1
            ? ipl_figure_style_get_path (view->figure_style, view->the_case, line->paths[0])
            : NULL;
  g_autofree char *name
      = ipl_view_name_markup (path != NULL && path->name != NULL ? path->name : line->label);

  return g_strdup_printf ("GP, %s", name);
}

static void
add_limit (IplPlot *plot, IplPlotAxes *axes, const IplGpLine *line, guint test, guint l)
{
  const IplPrediction *p = line->solution != NULL && test < line->solution->n_tests
                               ? &line->solution->tests[test]
                               : NULL;
  const Limit limit = { plot->view, line, l == 0 };
  Limit *owned_limit;

  if (p == NULL || !isfinite (p->accuracy))
    return;
  owned_limit = g_memdup2 (&limit, sizeof limit);
  g_ptr_array_add (plot->owned, owned_limit);
  ipl_axes_add (
      axes,
      (IplMark){ IPL_MARK_RULE, .offset = p->accuracy, .error = ipl_numbers (&p->accuracy_se, 1),
                 .role = find_role (plot->view, test, l), .dash = ipl_style_gp_dash (l),
                 .weight = test == 0 ? 1 : 0.7, .in_range = TRUE, .clamp_to_axis = TRUE,
                 .items = test == 0 ? &limits : NULL, .item_data = owned_limit,
                 .label = test == 0 ? make_label (plot->view, line) : NULL, .part = "gp-limit" });
}

/* Returns the name of the best score. It belongs to the case, not to the mean over seeds. */
static char *
name_best (const IplView *view)
{
  if (view->seeds == NULL || view->seeds->n <= 1)
    return g_strdup ("best possible");
  return g_strdup_printf ("best possible, seed %" G_GUINT64_FORMAT, view->the_case->seed);
}

/* Adds the level of chance if the shown accuracy is not above it. */
static void
add_chance (const IplView *view, IplPlotAxes *axes)
{
  const IplPrediction *shown
      = view->current != NULL && view->current->n_tests > 0 ? &view->current->tests[0] : NULL;

  if (shown != NULL
      && ipl_labels_is_chance (&view->the_case->labels, shown->accuracy, shown->accuracy_se))
    ipl_axes_add (
        axes, (IplMark){ IPL_MARK_RULE, .offset = ipl_labels_get_chance (&view->the_case->labels),
                         .role = IPL_ROLE (FAINT), .dash = IPL_DASH_DASHED, .in_range = TRUE,
                         .label = g_strdup ("chance"), .part = "chance" });
}

/* Adds the best score, if the task has one, chance, and the limits, with the first on top. Groups
 * of paths have limits on the test set of the case only. */
void
ipl_accuracy_add_levels (IplPlot *plot, IplPlotAxes *axes)
{
  const IplView *view = plot->view;
  const IplSweepGroup *group = find_group (view);
  const IplGpLine all
      = { .label = (char *)"all paths", .solution = (IplSolution *)ipl_view_gp (view) };
  const IplGpLine *lines = group != NULL ? group->lines : g_memdup2 (&all, sizeof all);
  guint n_lines = group != NULL ? group->n_lines : 1;

  if (group == NULL)
    g_ptr_array_add (plot->owned, (gpointer)lines);
  if (isfinite (view->the_case->best_score))
    ipl_axes_add (axes, (IplMark){ IPL_MARK_RULE, .offset = view->the_case->best_score,
                                   .dash = IPL_DASH_DOTTED, .in_range = TRUE, .clamp_to_axis = TRUE,
                                   .label = name_best (view), .part = "best" });
  add_chance (view, axes);
  for (guint t = MAX (view->the_case->n_tests, 1); t-- > 0;)
    for (guint l = t == 0 ? n_lines : MIN (n_lines, 1); l-- > 0;)
      add_limit (plot, axes, &lines[l], t, l);
}

/* Orders the finite rows by increasing width. Returns: their number */
static guint
order_rows (const IplSeedMean *seeds, IplRank *order)
{
  guint n = 0;

  for (guint i = 0; i < seeds->n_rows; i++)
    if (!seeds->settings[i].gp
        && isfinite (ipl_seed_mean_get_spread (seeds, seeds->accuracy, seeds->n_rows, i).mean))
      order[n++] = (IplRank){ i, { ipl_setting_largest_width (&seeds->settings[i]) } };
  ipl_ranks_sort (order, n);
  return n;
}

/* Adds the means of the GP limits next to each other at the end of their lines. */
static void
add_gp_means (IplPlot *plot, IplPlotAxes *axes)
{
  const IplSeedMean *seeds = plot->view->seeds;

  for (guint k = 0; k < seeds->n_lines; k++)
    {
      IplSeedSpread spread = ipl_seed_mean_get_spread (seeds, seeds->gp, seeds->n_lines, k);
      double *numbers = ipl_plot_new_numbers (plot, 3);
      IplNumbers x = ipl_numbers (numbers, 1), mean = ipl_numbers (numbers + 1, 1);
      IplNumbers sd = ipl_numbers (numbers + 2, 1);
      IplMark mark
          = { IPL_MARK_INTERVAL, .x = x, .role = find_role (plot->view, 0, k), .weight = 0.8 };

      if (!isfinite (spread.mean))
        continue;
      numbers[0] = INFINITY;
      numbers[1] = spread.mean;
      numbers[2] = spread.sd;
      mark.shift_right = seeds->n_lines > 1 ? GP_ROOM * ((k + 0.5) / seeds->n_lines - 0.5) : 0;
      mark.lo = ipl_plot_add_numbers (plot, mean, sd, -1);
      mark.hi = ipl_plot_add_numbers (plot, mean, sd, 1);
      ipl_axes_add (axes, mark);
      mark.lo = mark.hi = mean;
      mark.weight = 1.8;
      mark.size = 0.2;
      ipl_axes_add (axes, mark);
      ipl_axes_list_numbers (
          axes, x, mean, ipl_plot_format (plot, "mean of %u seeds, %s", seeds->n, seeds->lines[k]))
          ->error
          = sd;
    }
}

/* Adds the mean over seeds with a band, and those of the GP limits. For a single seed, adds only
 * the rows from other sources than the sweep, as rings around the crosses of the theory. */
void
ipl_accuracy_add_seeds (IplPlot *plot, IplPlotAxes *axes)
{
  const IplSeedMean *seeds = plot->view->seeds;
  const IplRole role = IPL_ROLE_OF (SERIES, 4);
  g_autofree IplRank *order = NULL;
  g_autofree char *name = NULL;
  double *widths, *means, *sds;
  IplMark mark = { .role = role, .weight = 1.2 };
  gboolean is_one;
  guint n;

  if (seeds == NULL || (seeds->n <= 1 && !seeds->stored))
    return;
  is_one = seeds->n == 1;
  order = g_new (IplRank, seeds->n_rows + 1);
  n = order_rows (seeds, order);
  widths = ipl_plot_new_numbers (plot, n);
  means = ipl_plot_new_numbers (plot, n);
  sds = ipl_plot_new_numbers (plot, n);
  for (guint i = 0; i < n; i++)
    {
      IplSeedSpread spread
          = ipl_seed_mean_get_spread (seeds, seeds->accuracy, seeds->n_rows, (guint)order[i].item);

      widths[i] = order[i].key[0];
      means[i] = spread.mean;
      sds[i] = isfinite (spread.sd) ? spread.sd : 0;
    }
  name = is_one ? g_strdup ("rows of the sweep")
                : g_strdup_printf ("mean of %u seeds ± sd", seeds->n);
  mark.x = ipl_numbers (widths, n);
  mark.y = ipl_numbers (means, n);
  if (!is_one)
    {
      ipl_mark_set_error (plot, &mark, ipl_numbers (sds, n));
      ipl_axes_add (axes, (IplMark){ IPL_MARK_BAND, .x = mark.x, .lo = mark.lo, .hi = mark.hi,
                                     .role = role, .alpha = 0.22, .key = IPL_KEY_BAR_OUTLINE,
                                     .label = g_strdup (name) });
      mark.lo = mark.hi = (IplNumbers){ 0 };
    }
  mark.series = ipl_plot_adopt_text (plot, is_one ? g_strdup ("row of the sweep")
                                                  : g_strdup_printf ("mean of %u seeds", seeds->n));
  ipl_axes_add (axes, mark);
  if (is_one)
    ipl_axes_add (axes, (IplMark){ IPL_MARK_POINTS, .x = mark.x, .y = mark.y, .role = role,
                                   .size = 0.45, .hollow = TRUE, .label = g_steal_pointer (&name),
                                   .listed = IPL_LISTED_NOWHERE });
  else
    add_gp_means (plot, axes);
}

/* Finds the accuracy of the trained network at its width, from the head panel or the pruning
 * curve. Returns: FALSE if unknown */
static gboolean
find_trained (const IplView *view, guint *test, double *value)
{
  const IplHeadReport *report = view->heads;
  const IplPruning *pruning = view->pruning;

  if (report != NULL && isfinite (report->trained.accuracy))
    {
      *value = report->trained.accuracy;
      *test = report->test;
      return TRUE;
    }
  if (pruning == NULL || !pruning->is_trained)
    return FALSE;
  *value = pruning->curve[IPL_REMOVAL_BY_SCORE].accuracy[0];
  *test = pruning->test;
  return isfinite (*value);
}

void
ipl_accuracy_add_trained (IplPlot *plot, IplPlotAxes *axes)
{
  const IplCaseInfo *the_case = plot->view->the_case;
  double *numbers = ipl_plot_new_numbers (plot, 3);
  IplMark mark = { IPL_MARK_POINTS,
                   .x = ipl_numbers (numbers, 1),
                   .y = ipl_numbers (numbers + 1, 1),
                   .role = IPL_ROLE (TRAINED),
                   .key = IPL_KEY_MARKER,
                   .marker = IPL_MARKER_SQUARE,
                   .size = 0.36,
                   .part = "trained" };
  guint test;

  if (the_case->trained == NULL || !find_trained (plot->view, &test, &numbers[1]))
    return;
  for (guint l = 0; l <= the_case->L; l++)
    numbers[0] = MAX (numbers[0], the_case->trained->N[l]);
  numbers[2] = NAN;
  if (test < the_case->n_tests && ipl_case_get_score (the_case)->is_share && numbers[1] >= 0
      && numbers[1] <= 1)
    numbers[2]
        = ipl_score_binomial_error (numbers[1], (double)MAX (the_case->test_sets[test].count, 1));
  ipl_mark_set_error (plot, &mark, ipl_numbers (numbers + 2, 1));
  g_autofree char *name = ipl_view_test_name (the_case, test);
  g_autofree char *markup = ipl_view_name_markup (name);
  mark.label = the_case->n_tests > 1 ? g_strdup_printf ("trained network, %s", markup)
                                     : g_strdup ("trained network");
  ipl_axes_add (axes, mark);
}
