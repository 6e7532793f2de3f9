/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, entropies of heads and the diagonal of U against training steps. */

#include "figures/kit/number.h"
#include "figures/panels/network/head-course-view.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Heads that all have keys; of more, the first and the last of every layer. */
#define MOST_KEYS 8
/* Paths that have colours and keys: those of the largest weights at the end. */
#define MOST_COLORED 6

static const char *const score_names[] = { "head_score", NULL };
static const char *const entropy_names[] = { "entropy", NULL };
static const char *const path_names[] = { "path_weight", NULL };

static gboolean
fits_scores (const IplView *view)
{
  return ipl_head_course_has (view, score_names[0]);
}

static gboolean
fits_entropies (const IplView *view)
{
  return ipl_head_course_has (view, entropy_names[0]);
}

static gboolean
fits_paths (const IplView *view)
{
  return ipl_head_course_has (view, path_names[0]);
}

static gboolean
has_key (const IplTrajectory *course, gsize head, gsize n)
{
  guint layer = ipl_head_course_layer (course, head);

  return n <= MOST_KEYS || head == 0 || head == n - 1
         || ipl_head_course_layer (course, head - 1) != layer
         || ipl_head_course_layer (course, head + 1) != layer;
}

/* A curve a head, whose color goes through all heads and whose dash is that of its layer. */
static void
add_heads (IplPlotAxes *axes, const IplTrajectory *course, const char *name)
{
  gsize n = ipl_trajectory_find (course, name)->size;

  for (gsize k = 0; k < n; k++)
    {
      g_autofree char *head = ipl_head_course_head_text (course, k);
      char *key
          = has_key (course, k, n) ? g_strdup_printf ("%s%s", k == 0 ? "head " : "", head) : NULL;

      ipl_axes_add_number (axes, course, name, k, IPL_ROLE_OF_N (ORDERED, k, n), key)->dash
          = (ipl_head_course_layer (course, k) - 1) % IPL_N_DASHES;
    }
}

typedef struct
{
  gsize path;
  double weight;
} Ranked;

static int
by_weight (gconstpointer a, gconstpointer b)
{
  const Ranked *one = a, *other = b;

  if (one->weight != other->weight)
    return one->weight > other->weight ? -1 : 1;
  return one->path < other->path ? -1 : one->path > other->path;
}

static int
by_path (gconstpointer a, gconstpointer b)
{
  const Ranked *one = a, *other = b;

  return one->path < other->path ? -1 : one->path > other->path;
}

/* Those that are shown, the largest weights at the end first. */
static GArray *
rank_paths (const IplTrajectory *course, const IplShownPaths *shown)
{
  const double *weight = ipl_trajectory_get (course, path_names[0], course->S - 1);
  GArray *ranked = g_array_sized_new (FALSE, FALSE, sizeof (Ranked), (guint)shown->n);

  for (gsize i = 0; i < shown->n; i++)
    {
      gsize p = shown->path[i];
      Ranked one = { p, isfinite (weight[p]) ? weight[p] : -INFINITY };

      g_array_append_val (ranked, one);
    }
  g_array_sort (ranked, by_weight);
  return ranked;
}

static void
add_paths (IplPlotAxes *axes, const IplTrajectory *course, const IplShownPaths *shown)
{
  g_autoptr (GArray) ranked = rank_paths (course, shown);
  guint n_colored = MIN (ranked->len, MOST_COLORED);
  Ranked *paths = (Ranked *)(gpointer)ranked->data;
  g_autofree char *few = ipl_shown_paths_markup (shown);

  for (guint i = ranked->len; i-- > n_colored;)
    {
      char *key = i == n_colored ? g_strdup_printf ("%u others%s%s", ranked->len - n_colored,
                                                    few != NULL ? ": " : "", few != NULL ? few : "")
                                 : NULL;

      ipl_axes_add_number (axes, course, path_names[0], paths[i].path, IPL_ROLE (FAINT), key)
          ->weight
          = 0.5;
    }
  /* A path keeps its color where two that both have one change places. */
  qsort (paths, n_colored, sizeof *paths, by_path);
  for (guint i = 0; i < n_colored; i++)
    {
      g_autofree char *path = ipl_head_course_path_text (course, paths[i].path);
      char *key = i == 0 && few != NULL && n_colored == ranked->len
                      ? g_strdup_printf ("%s: path %s", few, path)
                      : g_strdup_printf ("%s%s", i == 0 ? "path " : "", path);

      ipl_axes_add_number (axes, course, path_names[0], paths[i].path,
                           IPL_ROLE_OF_N (ORDERED, i, n_colored), key)
          ->dash
          = i % IPL_N_DASHES;
    }
}

/* A row for every moment, a column for every path that is shown, by its name. */
static void
add_columns (IplPlot *plot, const IplTrajectory *course, const IplShownPaths *shown)
{
  const IplTrajectoryArray *weight = ipl_trajectory_find (course, path_names[0]);

  ipl_plot_set_rows (plot, NULL, course->S);
  ipl_plot_add_column (plot, ipl_shown_paths_heading (shown, course->in_steps ? "step" : "time"),
                       ipl_numbers (course->time, course->S));
  for (gsize i = 0; i < shown->n; i++)
    {
      g_autofree char *path = ipl_head_course_path_text (course, shown->path[i]);

      ipl_plot_add_column (plot, g_strdup_printf ("%s %s", weight->words, path),
                           (IplNumbers){ weight->values + shown->path[i], course->S, weight->size,
                                         NULL });
    }
}

static void
build_scores (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_heads (axes, view->trajectory, score_names[0]);
  axes->y.title = "head score";
  axes->y.brief = "score";
}

static void
build_entropies (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_heads (axes, view->trajectory, entropy_names[0]);
  ipl_plot_title_by_array (plot, axes, view->trajectory, entropy_names[0], "entropy");
}

static void
build_paths (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  g_auto (IplShownPaths) shown = { 0 };

  ipl_head_course_shown_paths (view, &shown);
  add_paths (axes, view->trajectory, &shown);
  add_columns (plot, view->trajectory, &shown);
  axes->y.title = "path weight <i>U<sub>pp</sub></i>";
  axes->y.brief = "<i>U<sub>pp</sub></i>";
}

/* " Largest (3,1) with 2.5, smallest (1,1) with 0.1." at the moment shown. */
static void
describe_extremes (GString *text, const IplView *view, const char *name,
                   char *(*name_part) (const IplTrajectory *, gsize))
{
  const IplTrajectory *course = view->trajectory;
  const double *values = ipl_trajectory_get (course, name, view->moment);
  gsize n = ipl_trajectory_find (course, name)->size, least = 0, most = 0;

  for (gsize k = 1; k < n; k++)
    {
      least = values[k] < values[least] ? k : least;
      most = values[k] > values[most] ? k : most;
    }
  g_autofree char *of_most = name_part (course, most), *of_least = name_part (course, least);
  g_autofree char *largest = ipl_number_text (values[most], 3);
  g_autofree char *smallest = ipl_number_text (values[least], 3);
  ipl_describe_moment (text, view);
  if (n > 1)
    g_string_append_printf (text, " Largest there is %s with %s, smallest %s with %s.", of_most,
                            largest, of_least, smallest);
  else
    g_string_append_printf (text, " It is %s there.", largest);
}

static void
describe_scores (GString *text, const IplView *view)
{
  g_string_append (text, "Score of every head in U of the trained weights, against steps.");
  describe_extremes (text, view, score_names[0], ipl_head_course_head_text);
}

static void
describe_entropies (GString *text, const IplView *view)
{
  g_string_append (text, "Entropy of the attention of every head, mean over queries, against "
                         "steps.");
  describe_extremes (text, view, entropy_names[0], ipl_head_course_head_text);
}

static void
describe_paths (GString *text, const IplView *view)
{
  g_auto (IplShownPaths) shown = { 0 };

  ipl_head_course_shown_paths (view, &shown);
  g_string_append (text, "Diagonal of U of the trained weights, one curve a path, against steps.");
  ipl_describe_shown_paths (text, &shown);
  describe_extremes (text, view, path_names[0], ipl_head_course_path_text);
}

const IplPanel ipl_panel_head_scores = {
  .id = "head-scores",
  .title = "Scores in training",
  .experiment = "head-course",
  .fits = fits_scores,
  .needs = IPL_NEEDS_TRAINING,
  .build = build_scores,
  .describe = describe_scores,
  .numbers = score_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_head_entropy = {
  .id = "head-entropy",
  .title = "Entropy by head",
  .experiment = "head-course",
  .fits = fits_entropies,
  .needs = IPL_NEEDS_TRAINING,
  .build = build_entropies,
  .describe = describe_entropies,
  .numbers = entropy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};

const IplPanel ipl_panel_path_course = {
  .id = "path-course",
  .title = "Path weights in training",
  .experiment = "head-course",
  .fits = fits_paths,
  .needs = IPL_NEEDS_TRAINING,
  .build = build_paths,
  .describe = describe_paths,
  .numbers = path_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_HEIGHTS,
};
