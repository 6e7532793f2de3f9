/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, entropies of heads and the diagonal of U against training steps. */

#include "figures/kit/number.h"
#include "figures/panels/network/head-course-view.h"
#include "figures/panels/time/time-panel.h"
#include "figures/view/words.h"

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
add_heads (IplTimePlot *self, const IplStyle *style, const IplTrajectory *course, const char *name)
{
  gsize n = ipl_trajectory_find (course, name)->size;

  for (gsize k = 0; k < n; k++)
    {
      g_autofree char *head = ipl_head_course_head_text (course, k);
      char *key
          = has_key (course, k, n) ? g_strdup_printf ("%s%s", k == 0 ? "head " : "", head) : NULL;
      IplTimeCurve *curve = ipl_time_plot_add_number (self, course, name, k, key,
                                                      ipl_time_plot_color (style, k, n));

      curve->dash = (ipl_head_course_layer (course, k) - 1) % IPL_N_DASHES;
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
add_paths (IplTimePlot *self, const IplStyle *style, const IplView *view)
{
  const IplTrajectory *course = view->trajectory;
  g_auto (IplShownPaths) shown = { 0 };
  ipl_head_course_shown_paths (view, &shown);
  g_autoptr (GArray) ranked = rank_paths (course, &shown);
  guint n_colored = MIN (ranked->len, MOST_COLORED);
  Ranked *paths = (Ranked *)(gpointer)ranked->data;
  g_autofree char *few = ipl_shown_paths_markup (&shown);

  for (guint i = ranked->len; i-- > n_colored;)
    {
      char *key = i == n_colored ? g_strdup_printf ("%u others%s%s", ranked->len - n_colored,
                                                    few != NULL ? ": " : "", few != NULL ? few : "")
                                 : NULL;

      ipl_time_plot_add_number (self, course, path_names[0], paths[i].path, key, style->faint)
          ->weight
          = 0.5;
    }
  /* A path keeps its color where two that both have one change places. */
  qsort (paths, n_colored, sizeof *paths, by_path);
  for (guint i = 0; i < n_colored; i++)
    {
      g_autofree char *path = ipl_head_course_path_text (course, paths[i].path);

      ipl_time_plot_add_number (self, course, path_names[0], paths[i].path,
                                i == 0 && few != NULL && n_colored == ranked->len
                                    ? g_strdup_printf ("%s: path %s", few, path)
                                    : g_strdup_printf ("%s%s", i == 0 ? "path " : "", path),
                                ipl_time_plot_color (style, i, n_colored))
          ->dash
          = i % IPL_N_DASHES;
    }
}

static gpointer
layout_scores (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  add_heads (self, style, view->trajectory, score_names[0]);
  self->y_title = "head score";
  self->y_title_short = "score";
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
layout_entropies (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  add_heads (self, style, view->trajectory, entropy_names[0]);
  ipl_time_plot_set_title (self, view->trajectory, entropy_names[0], "entropy");
  return ipl_time_panel_end (self, style, width, height);
}

static gpointer
layout_paths (const IplView *view, const IplStyle *style, double width, double height)
{
  IplTimePlot *self = ipl_time_panel_begin (view);

  add_paths (self, style, view);
  self->y_title = "path weight <i>U<sub>pp</sub></i>";
  self->y_title_short = "<i>U<sub>pp</sub></i>";
  return ipl_time_panel_end (self, style, width, height);
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

static void
table_scores (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, score_names);
}

static void
table_entropies (GString *text, const IplView *view)
{
  ipl_table_numbers (text, view, entropy_names);
}

/* A row for every moment, a column for every path that is shown, by its name. */
static void
table_paths (GString *text, const IplView *view)
{
  const IplTrajectory *course = view->trajectory;
  const char *words = ipl_trajectory_find (course, path_names[0])->words;
  g_auto (IplShownPaths) shown = { 0 };
  g_autofree char *heading = NULL;

  ipl_head_course_shown_paths (view, &shown);
  heading = ipl_shown_paths_heading (&shown, course->in_steps ? "step" : "time");
  g_string_append (text, heading);
  for (gsize i = 0; i < shown.n; i++)
    {
      g_autofree char *path = ipl_head_course_path_text (course, shown.path[i]);

      g_string_append_printf (text, "\t%s %s", words, path);
    }
  g_string_append_c (text, '\n');
  for (guint s = 0; s < course->S; s++)
    {
      ipl_table_number (text, course->time[s]);
      for (gsize i = 0; i < shown.n; i++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, ipl_trajectory_get (course, path_names[0], s)[shown.path[i]]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_head_scores = {
  .id = "head-scores",
  .title = "Scores in training",
  .experiment = "head-course",
  .fits = fits_scores,
  .needs = IPL_NEEDS_TRAINING,
  .layout_new = layout_scores,
  .describe = describe_scores,
  .table = table_scores,
  .numbers = score_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_head_entropy = {
  .id = "head-entropy",
  .title = "Entropy by head",
  .experiment = "head-course",
  .fits = fits_entropies,
  .needs = IPL_NEEDS_TRAINING,
  .layout_new = layout_entropies,
  .describe = describe_entropies,
  .table = table_entropies,
  .numbers = entropy_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};

const IplPanel ipl_panel_path_course = {
  .id = "path-course",
  .title = "Path weights in training",
  .experiment = "head-course",
  .fits = fits_paths,
  .needs = IPL_NEEDS_TRAINING,
  .layout_new = layout_paths,
  .describe = describe_paths,
  .table = table_paths,
  .numbers = path_names,
  .ranges = IPL_RANGE_XY,
  IPL_TIME_PANEL,
};
