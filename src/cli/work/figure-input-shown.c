/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Applies options to the view of a subject, and reads map files. */
#include "cli/work/figure-input.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/case/path-reference.h"
#include "core/heads/pruning.h"
#include "core/maps/map-file.h"
#include "core/tasks/one-shot-task.h"
#include "figures/panels/panel-table.h"
#include "figures/view/view-of-result.h"

/* @path: (nullable) */
gboolean
cli_figure_input_is_map (const char *path)
{
  g_autoptr (IplNpz) npz
      = path != NULL && g_str_has_suffix (path, ".npz") ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_map_is_file (npz);
}

/* Checks that --map-x and --map-y are indices of the axes. */
static CliExit
check_cursor (const CliFigureInput *self, const char *option, guint given, guint n)
{
  g_autofree char *shown = ipl_path_shown (self->name);

  if (given <= n || cli_get_option (self->work.arguments, option) == NULL)
    return CLI_OK;
  return cli_fail (CLI_USAGE, "--%s %u is out of range: that axis of “%s” has %u value%s.", option,
                   given, shown, n, n == 1 ? "" : "s");
}

CliExit
cli_figure_input_read_map (CliFigureInput *self)
{
  const CliArguments *arguments = self->work.arguments;
  const CliDrawing *drawing = &arguments->drawing;
  g_autofree char *shown = ipl_path_shown (self->name), *base = g_path_get_basename (self->name);
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (drawing->panel_id != NULL && (drawing->panel->needs & IPL_NEEDS_MAP) == 0)
    return cli_fail (CLI_USAGE, "--panel: “%s” is a map: draw map or map-curve, not “%s”.", shown,
                     drawing->panel->id);
  self->map = ipl_map_load (self->name, cli_cancellable (), &error);
  if (self->map == NULL)
    return cli_fail_error (error);
  status = check_cursor (self, "map-x", drawing->display.map_x, self->map->nx);
  if (status == CLI_OK)
    status = check_cursor (self, "map-y", drawing->display.map_y, self->map->ny);
  if (status != CLI_OK)
    return status;
  self->map_info = ipl_map_make_info (self->map, arguments->anonymous ? "map" : base);
  ipl_run_settings_init (&self->work.run, "map", &self->map->run.parameters);
  self->view = cli_drawing_view (arguments, &self->map->run.parameters);
  self->view.the_case = self->map_info;
  self->view.pinned = IPL_TARGET_NONE;
  self->view.map = self->map;
  return CLI_OK;
}

/* Checks that need no case. */
CliExit
cli_figure_options_check (CliFigureOptions *self)
{
  g_autofree char *shown = NULL;

  self->order = IPL_REMOVAL_BY_SCORE;
  if (self->order_id == NULL || ipl_removal_order_parse (self->order_id, &self->order))
    return CLI_OK;
  shown = ipl_text_shown (self->order_id);
  return cli_fail (CLI_USAGE, "--order: “%s” is not one of " IPL_REMOVAL_ORDERS_TEXT ".", shown);
}

/* TRUE if the figure shows samples. */
gboolean
cli_figure_options_samples (const CliArguments *arguments)
{
  IplHeatmapMode heatmap = arguments->drawing.display.heatmap;

  return (arguments->drawing.panel->needs & IPL_NEEDS_SAMPLES) != 0
         || heatmap == IPL_HEATMAP_SAMPLED || heatmap == IPL_HEATMAP_DIFFERENCE
         || heatmap == IPL_HEATMAP_SD;
}

/* Reads --pair "P,Q", and reports the paths that it resolves to. The default is the first path with
 * itself. */
CliExit
cli_figure_options_find_pair (const CliFigureOptions *self, const IplCaseInfo *the_case,
                              IplView *view)
{
  const char *text = self->pair;
  g_auto (GStrv) parts = text != NULL ? ipl_path_references_split (text, ',') : NULL;
  g_autofree char *p = NULL, *q = NULL;
  g_autoptr (GError) error = NULL;
  int *pair[] = { &view->pair_p, &view->pair_q };

  if (text == NULL)
    return CLI_OK;
  if (g_strv_length (parts) != 2)
    return cli_fail (CLI_USAGE, "--pair: “%s” is not two paths with a comma between.", text);
  for (guint k = 0; k < 2; k++)
    {
      gssize path = ipl_path_reference_parse (the_case, parts[k], &error);

      if (path < 0)
        return cli_fail (CLI_USAGE, "--pair: %s", error->message);
      *pair[k] = (int)path;
    }
  p = ipl_path_reference_describe (the_case, (gsize)view->pair_p);
  q = ipl_path_reference_describe (the_case, (gsize)view->pair_q);
  cli_print_error ("--pair: %s, %s\n", p, q);
  return CLI_OK;
}

/* Makes a view of a sweep at one of its solutions.
 * @parameters: display settings that options do not give
 * @posteriors: (nullable): [n_rows] samples at the rows */
void
cli_figure_input_show (CliFigureInput *self, const CliFigureOptions *wants,
                       const IplParameters *parameters, const IplSweep *sweep,
                       const IplSolution *current, const GPtrArray *posteriors,
                       const IplSeedMean *seeds)
{
  IplView *view = &self->view, requested = *view;

  *view = cli_drawing_view (self->work.arguments, parameters);
  view->pair_p = requested.pair_p;
  view->pair_q = requested.pair_q;
  ipl_view_set_sweep (view, sweep, current, posteriors);
  view->best_temperature = self->work.run.best;
  view->seeds = seeds;
}

/* Finds a test set by its name or its number; the first by default. */
gboolean
cli_figure_options_find_test (const CliFigureOptions *self, const IplCase *the_case, guint *test,
                              GError **error)
{
  g_autofree char *shown = NULL;
  guint64 number;

  *test = 0;
  if (self->test == NULL)
    return TRUE;
  for (guint k = 0; k < the_case->n_tests; k++)
    if (strcmp (the_case->tests[k].name, self->test) == 0)
      {
        *test = k;
        return TRUE;
      }
  if (g_ascii_string_to_unsigned (self->test, 10, 1, the_case->n_tests, &number, NULL))
    {
      *test = (guint)number - 1;
      return TRUE;
    }
  shown = ipl_text_shown (self->test);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--test: “%s” is not a test set of %s: give a name, or a number up to %u.",
                   shown, the_case->name, the_case->n_tests);
}

/* Parses "2.3": a layer and a head in it, from 1. */
static gboolean
parse_head (const char *text, int *layer, int *head)
{
  g_auto (GStrv) parts = g_strsplit (text, ".", -1);
  guint64 l, h;

  if (g_strv_length (parts) != 2
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, G_MAXINT, &l, NULL)
      || !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXINT, &h, NULL))
    return FALSE;
  *layer = (int)l - 1;
  *head = (int)h - 1;
  return TRUE;
}

static gboolean
refuse_head (const char *text, const char *of, GError **error)
{
  g_autofree char *shown = ipl_text_shown (text);

  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--head: “%s” is not a head of %s: write layer.head, both from 1, such as 1.2.",
                   shown, of);
}

/* An experiment in time has no heads or test examples to choose. */
gboolean
cli_figure_options_check_dynamics (const CliFigureOptions *self, const IplView *view,
                                   GError **error)
{
  const char *id = view->dynamics->experiment->id;

  if (view->display.shown_example > 1)
    return ipl_fail (error, IPL_ERROR_VALUE, "--shown-example: %s has no test examples to show.",
                     id);
  return self->head == NULL || refuse_head (self->head, id, error);
}

static gboolean
refuse (const char *option, int given, const char *range, guint last, GError **error)
{
  return ipl_fail (error, IPL_ERROR_VALUE, "--%s %d is out of range: %s %u.", option, given, range,
                   last);
}

/* @view: (inout): a view with the results that its panel needs
 * Returns: FALSE if the view cannot show a chosen head, sequence, token or point */
gboolean
cli_figure_options_apply (const CliFigureOptions *self, IplView *view, GError **error)
{
  const IplCaseInfo *the_case = view->the_case;
  guint n_sequences = view->gallery != NULL ? view->gallery->n : 0;

  if (self->head != NULL
      && (!parse_head (self->head, &view->shown_layer, &view->shown_head)
          || view->shown_layer >= (int)the_case->L
          || view->shown_head >= (int)the_case->H[view->shown_layer]))
    return refuse_head (self->head, the_case->name, error);
  view->order = self->order;
  if (self->sequence > (int)n_sequences && n_sequences > 0)
    return refuse ("sequence", self->sequence, "the number of sequences is", n_sequences, error);
  if (self->token > IPL_ONE_SHOT_T)
    return refuse ("token", self->token, "the number of tokens is", IPL_ONE_SHOT_T, error);
  if (view->pruning != NULL && self->pruned >= (int)view->pruning->n_points)
    return refuse ("pruned", self->pruned, "the number of removable heads is",
                   view->pruning->n_points - 1, error);
  view->shown_example = MAX (self->sequence, 1) - 1;
  view->shown_token = self->token - 1;
  view->pruned = self->pruned;
  return TRUE;
}

/* Lists the panels to draw: the requested one. By default, for a case the composite and, if @most
 * allows, the kernels; for an experiment in time its own panels, or those that fit.
 * @panels: (out): [most]
 * Returns: number of panels */
guint
cli_figure_input_panels (const CliFigureInput *self, const IplPanel **panels, guint most)
{
  const CliDrawing *drawing = &self->work.arguments->drawing;
  guint n = 0;

  if (self->map != NULL && drawing->panel_id == NULL)
    {
      panels[n++] = &ipl_panel_map;
      if (most > 1)
        panels[n++] = &ipl_panel_map_curve;
      return n;
    }
  if (drawing->panel_id != NULL || self->dynamics == NULL)
    {
      panels[n++] = drawing->panel;
      if (drawing->panel_id == NULL && most > 1 && self->solved != NULL
          && ipl_panel_fits (&ipl_panel_kernels, &self->view))
        panels[n++] = &ipl_panel_kernels;
      return n;
    }
  /* Pass 0 lists the composite of the experiment, for a single figure; pass 1 its panels; pass 2
   * any panels that fit. */
  for (guint pass = most > 1; pass < 3 && n == 0; pass++)
    for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL && n < most; at++)
      if (ipl_panel_fits (*at, &self->view) && ipl_panel_is_composite (*at) == (pass == 0)
          && (pass == 2 || g_strcmp0 ((*at)->experiment, self->dynamics->experiment->id) == 0))
        panels[n++] = *at;
  return n;
}
