/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Head scores, entropies of heads, the diagonal of U and U itself, of a network in training. */

#include "figures/kit/number.h"
#include "figures/plot/time-curves.h"
#include "figures/view/shown-paths.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Returns the layer of a head, from 1. */
static guint
head_history_layer (const IplTrajectory *self, gsize head)
{
  return (guint)ipl_trajectory_get (self, "layer", 0)[head];
}

/* Returns the number of heads of a layer, from 1; 0 beyond the last. */
static gsize
count_heads (const IplTrajectory *self, guint layer)
{
  const IplTrajectoryArray *layers = ipl_trajectory_find (self, "layer");
  gsize n = 0;

  for (gsize k = 0; k < layers->size; k++)
    n += (guint)layers->values[k] == layer;
  return n;
}

/* Returns "2.3": layer and head, from 1. */
static char *
head_history_head_text (const IplTrajectory *self, gsize head)
{
  guint layer = head_history_layer (self, head);

  for (guint l = 1; l < layer; l++)
    head -= count_heads (self, l);
  return g_strdup_printf ("%u.%u", layer, (guint)head + 1);
}

/* Returns "(3,1)": the head of each layer, from 1. The index of the last layer changes fastest. */
static char *
head_history_path_text (const IplTrajectory *self, gsize path)
{
  const IplTrajectoryArray *layers = ipl_trajectory_find (self, "layer");
  g_autoptr (GString) text = g_string_new (")");

  for (guint l = (guint)layers->values[layers->size - 1]; l > 0; l--)
    {
      gsize H = count_heads (self, l);
      g_autofree char *head
          = g_strdup_printf ("%s%" G_GSIZE_FORMAT, l > 1 ? "," : "(", path % H + 1);

      g_string_prepend (text, head);
      path /= H;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Selects the paths shown: those with the largest U_pp at the end of the recording, so that the
 * selection is constant in time. */
static void
head_history_shown_paths (const IplView *view, IplShownPaths *shown)
{
  const IplTrajectory *history = view->trajectory;
  gsize Pi = ipl_trajectory_find (history, "path_weight")->size;
  gboolean ordered = view->the_case != NULL && view->the_case->Pi == Pi;

  ipl_shown_paths_init_by (shown, view, Pi, ordered ? view->the_case->display_order : NULL,
                           ipl_trajectory_get (history, "path_weight", history->S - 1), NULL);
}

/* Maximum number of heads with keys; of more, the first and the last of each layer have one. */
#define MOST_KEYS 8

/* Panels draw the recording of a network in training, with layers and paths. */
#define DRAWS(array) IPL_DRAWS_ARRAYS ("path_weight", "layer", array)

static gboolean
has_key (const IplTrajectory *history, gsize head, gsize n)
{
  guint layer = head_history_layer (history, head);

  return n <= MOST_KEYS || head == 0 || head == n - 1
         || head_history_layer (history, head - 1) != layer
         || head_history_layer (history, head + 1) != layer;
}

/* The color of a head follows its index among all heads, its dash that of its layer. */
static void
choose_head (IplPlot *plot, IplMark *mark, gsize k, gsize n)
{
  const IplTrajectory *history = plot->view->trajectory;
  g_autofree char *head = head_history_head_text (history, k);

  if (has_key (history, k, n))
    mark->label = g_strdup_printf ("%s%s", k == 0 ? "head " : "", head);
  mark->dash = (head_history_layer (history, k) - 1) % IPL_N_DASHES;
  mark->of = ipl_plot_adopt_text (plot, g_steal_pointer (&head));
}

/* Returns the role of the heads of a path, whose color is the same in all figures. */
static IplRole
path_role (const IplTrajectory *history, gsize path)
{
  const IplTrajectoryArray *layers = ipl_trajectory_find (history, "layer");
  guint heads[IPL_MAX_LAYERS], L = MIN ((guint)layers->values[layers->size - 1], IPL_MAX_LAYERS);

  for (guint l = L; l > 0; l--)
    {
      gsize H = count_heads (history, l);

      heads[l - 1] = (guint)(path % H);
      path /= H;
    }
  return IPL_ROLE_OF (HEADS, ipl_heads_identity (heads, L));
}

static IplMark *
add_path (IplPlot *plot, IplPlotAxes *axes, const IplTrajectory *history, gsize path,
          char *label_take)
{
  IplMark *mark = ipl_axes_add_number (axes, history, "path_weight", path,
                                       path_role (history, path), label_take);

  mark->each = "path";
  mark->of = ipl_plot_adopt_text (plot, head_history_path_text (history, path));
  return mark;
}

/* Adds the curves of the paths. Those with the largest weights at the end have keys. */
static void
add_paths (IplPlot *plot, IplPlotAxes *axes, const IplTrajectory *history,
           const IplShownPaths *shown)
{
  g_autofree char *few = ipl_shown_paths_markup (shown);
  gsize n_others = 0;
  gboolean has_key = FALSE;

  for (gsize i = 0; i < shown->n; i++)
    n_others += !ipl_shown_paths_is_large (shown, shown->path[i]);
  for (gsize i = 0; i < shown->n; i++)
    if (!ipl_shown_paths_is_large (shown, shown->path[i]))
      {
        char *key = !has_key ? g_strdup_printf ("%" G_GSIZE_FORMAT " others%s%s", n_others,
                                                few != NULL ? ": " : "", few != NULL ? few : "")
                             : NULL;

        add_path (plot, axes, history, shown->path[i], key)->weight = 0.5;
        has_key = TRUE;
      }
  has_key = FALSE;
  for (gsize i = 0; i < shown->n; i++)
    if (ipl_shown_paths_is_large (shown, shown->path[i]))
      {
        g_autofree char *path = head_history_path_text (history, shown->path[i]);
        char *key = !has_key && few != NULL && n_others == 0
                        ? g_strdup_printf ("%s: path %s", few, path)
                        : g_strdup_printf ("%s%s", has_key ? "" : "path ", path);

        add_path (plot, axes, history, shown->path[i], key)->dash = i % IPL_N_DASHES;
        has_key = TRUE;
      }
}

static void
build_paths (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  g_auto (IplShownPaths) shown = { 0 };

  head_history_shown_paths (view, &shown);
  add_paths (plot, axes, view->trajectory, &shown);
  ipl_plot_describe_paths (plot, &shown);
  axes->y.title = "path weight <i>U<sub>pp</sub></i>";
  axes->y.brief = "<i>U<sub>pp</sub></i>";
}

/* A curve for each head. */
#define HEADS .kind = IPL_TIME_CURVE_ROW, .each = "head", .choose = choose_head

const IplPanel ipl_panel_head_scores = {
  .id = "head-scores",
  .title = "Scores in training",
  .experiment = "head-course",
  DRAWS ("head_score"),
  .needs = IPL_NEEDS_TRAINING,
  .sentence = "Score of every head in U of the trained weights, against steps.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { "head score", "score", IPL_FREE_RANGE } },
                   .curves = { { "head_score", HEADS } } },
};

const IplPanel ipl_panel_head_entropy = {
  .id = "head-entropy",
  .title = "Entropy of heads in training",
  .experiment = "head-course",
  DRAWS ("entropy"),
  .needs = IPL_NEEDS_TRAINING,
  .sentence = "Entropy of the attention of every head, mean over queries, against steps.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
  IPL_TIME_CURVES{ .y = { { .brief = "entropy", IPL_FREE_RANGE } },
                   .curves = { { "entropy", HEADS } } },
};

const IplPanel ipl_panel_path_course = {
  .id = "path-course",
  .title = "Path weights in training",
  .experiment = "head-course",
  DRAWS ("path_weight"),
  .needs = IPL_NEEDS_TRAINING,
  .build = build_paths,
  .sentence = "Diagonal of U of the trained weights, one curve a path, against steps.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

static gsize
count_paths (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "path_weight")->size;
}

/* The recording has U for few paths and one output only. */
static gboolean
fits (const IplPanel *panel, const IplView *view)
{
  return ipl_panel_has_arrays (panel, view)
         && ipl_trajectory_find (view->trajectory, "U")->size
                == count_paths (view) * count_paths (view);
}

static double
entry (const IplView *view, gsize p, gsize q)
{
  return ipl_trajectory_get (view->trajectory, "U", view->moment)[p * count_paths (view) + q];
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  IplShownPaths found;
  head_history_shown_paths (view, &found);
  const IplShownPaths *shown = ipl_plot_adopt_paths (plot, found);
  gsize n = shown->n;
  g_autofree char *few = ipl_shown_paths_markup (shown);
  double *cells = ipl_plot_new_numbers (plot, n * n);
  const char **names = ipl_plot_new_names (plot, n);

  for (gsize i = 0; i < n; i++)
    names[i]
        = ipl_plot_adopt_text (plot, head_history_path_text (view->trajectory, shown->path[i]));
  for (gsize i = 0; i < n * n; i++)
    cells[i] = entry (view, shown->path[i / n], shown->path[i % n]);
  IplPlotAxes *map = ipl_plot_add_map (plot, n, n, ipl_numbers (cells, n * n));
  map->cells.source = ipl_plot_adopt_text (plot, ipl_numbers_choose ("U", view->moment, shown->path,
                                                                     n, shown->path, n));
  ipl_plot_scale_order (plot, map, "U");
  map->cell_items = &ipl_cells_of_paths;
  map->cell_data = shown;
  map->row_each = map->column_each = "path";
  map->names = names;
  ipl_plot_describe_paths (plot, shown);
  map->map_spec.bar_title
      = ipl_plot_adopt_text (plot, few != NULL ? g_strdup_printf ("<i>U</i> at %s, %s", time, few)
                                               : g_strdup_printf ("<i>U</i> at %s", time));
  /* If some paths are left out, axes have numbers and the caption names the hovered path. */
  map->map_spec.row_title = map->map_spec.column_title
      = few != NULL ? "path, of those that are shown" : "path";
}

const IplPanel ipl_panel_course_u = {
  .id = "course-u",
  .title = "Order parameter in training",
  .experiment = "head-course",
  .fits = fits,
  .arrays = { "path_weight", "layer", "U" },
  .needs = IPL_NEEDS_TRAINING,
  .build = build,
  .sentence = "Order parameter U of the trained weights over paths.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
