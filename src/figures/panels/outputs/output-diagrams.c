/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Small path diagrams, one for each output: thickness is the weight of a path for that output, on
 * one scale. */

#include "figures/kit/frame.h"
#include "figures/kit/number.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/panels/outputs/path-outputs.h"
#include "figures/panels/theory/path-layout.h"
#include "figures/view/outputs.h"
#include "figures/view/words.h"

#include <math.h>

/* Diagrams at the most; the line below says of how many outputs they are. */
#define MOST_DIAGRAMS 12
/* Width over height at which a diagram looks best. */
#define ASPECT 1.7

/* A diagram in its place. */
typedef struct
{
  IplView view; /* of one output; the diagram's layout keeps its address */
  IplPathLayout diagram;
  IplRect area;
  char *name; /* of the output, markup */
} Part;

typedef struct
{
  guint n;
  Part *parts; /* [n] */
  double heading;
  char *line; /* (nullable): the scale, at the bottom, markup */
} Layout;

/* Columns in which @n diagrams come nearest to their best shape. */
static guint
choose_columns (guint n, double width, double height)
{
  double best = INFINITY;
  guint found = 1;

  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double shape = fabs (log (width / columns / (height / rows) / ASPECT));

      if (shape < best)
        {
          best = shape;
          found = columns;
        }
    }
  return found;
}

static char *
make_line (const Layout *self, const IplView *view)
{
  GString *text = g_string_new (NULL);
  g_autofree char *setting = NULL;

  if (view->current == NULL)
    return NULL;
  setting = ipl_view_setting_markup (&view->current->setting);
  g_string_append_printf (text, "%s; thickest line ", setting);
  ipl_number_append (text, "<i>U</i><sub>pp</sub> = ", self->parts[0].diagram.thickness.largest, 3);
  g_string_append (text, ", one scale for all");
  if (self->n < view->the_case->labels.outputs)
    g_string_append_printf (text, "; %u of %u", self->n, view->the_case->labels.outputs);
  return g_string_free (text, FALSE);
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  Layout *self = layout;
  double line_h = 1.3 * ipl_text_height (style, ipl_style_small (style));
  double room = MAX (height - line_h, 1);
  guint columns, rows;

  self->n = MIN (view->the_case->labels.outputs, MOST_DIAGRAMS);
  self->parts = g_new0 (Part, self->n);
  self->heading = line_h;
  columns = choose_columns (self->n, width, room);
  rows = (self->n + columns - 1) / columns;
  for (guint k = 0; k < self->n; k++)
    {
      Part *part = &self->parts[k];
      double w = width / columns, h = room / rows;

      part->view = *view;
      part->view.display.outputs = IPL_OUTPUTS_ONE;
      part->view.display.shown_output = k + 1;
      part->name = ipl_view_name_markup (ipl_view_output_name (view, k));
      part->area = (IplRect){ k % columns * w, k / columns * h + line_h, w, MAX (h - line_h, 1) };
      ipl_path_layout_init_alone (&part->diagram, &part->view, style, part->area.w, part->area.h);
    }
  self->line = make_line (self, view);
}

static void
layout_clear (gpointer layout)
{
  Layout *self = layout;

  for (guint k = 0; k < self->n; k++)
    {
      ipl_path_layout_clear (&self->parts[k].diagram);
      g_free (self->parts[k].name);
    }
  g_free (self->parts);
  g_free (self->line);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  double small = ipl_style_small (style), margin = 0.4 * style->font_pt;

  for (guint k = 0; k < self->n; k++)
    {
      const Part *part = &self->parts[k];
      g_autofree char *heading = g_strdup_printf ("<b>%s</b>", part->name);

      ipl_part_begin_number (cr, "output", k + 1);
      ipl_text_draw_fitted (cr, style, heading, small, style->ink, part->area.x + margin,
                            part->area.y - 0.9 * self->heading, part->area.w - 2 * margin);
      ipl_area_begin (cr, &part->area);
      ipl_panel_paths.draw (&part->diagram, &part->view, style, cr, part->area.w, part->area.h);
      cairo_restore (cr);
      ipl_part_end (cr);
    }
  if (self->line != NULL)
    ipl_text_draw_fitted (cr, style, self->line, small, style->ink, margin, height - self->heading,
                          width - 2 * margin);
}

/* Highlights a path in all diagrams, or, of one output, in the diagram of that output. */
static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;

  for (guint k = 0; k < self->n; k++)
    {
      const Part *part = &self->parts[k];
      IplTarget lit[2] = { *selected, *hovered };

      for (guint i = 0; i < 2; i++)
        if ((lit[i].output > 0 && lit[i].output != k + 1) || ipl_target_is_beside (&lit[i]))
          lit[i] = IPL_TARGET_NONE;
      ipl_area_begin (cr, &part->area);
      ipl_panel_paths.overlay (&part->diagram, &part->view, style, &lit[0], &lit[1], cr,
                               part->area.w, part->area.h);
      cairo_restore (cr);
    }
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;

  for (guint k = 0; k < self->n; k++)
    {
      const Part *part = &self->parts[k];

      if (!ipl_rect_contains (&part->area, x, y)
          || !ipl_panel_paths.pick (&part->diagram, &part->view, style, part->area.w, part->area.h,
                                    x - part->area.x, y - part->area.y, target))
        continue;
      if (target->path >= 0)
        target->output = k + 1;
      if (target->other >= 0)
        target->other_output = k + 1;
      return TRUE;
    }
  return FALSE;
}

/* Up and down as in the diagram of all; left and right from output to output. */
static IplTarget
step (const IplTarget *self, const IplView *view, int dx, int dy)
{
  guint K = view->the_case->labels.outputs;
  IplTarget target = *self;

  if (self->path < 0 || self->output == 0 || dx == 0)
    {
      target = ipl_panel_paths.step (self, view, 0, dy);
      target.output = MAX (self->output, 1);
      return target;
    }
  target.output = (guint)CLAMP ((int)self->output + dx, 1, (int)K);
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  guint K = view->the_case->labels.outputs;

  g_string_append_printf (text, "%u path diagrams, one for each %s, thickness on one scale.",
                          MIN (K, MOST_DIAGRAMS), ipl_view_output_word (view));
  ipl_describe_setting (text, view);
  for (guint k = 0; view->current != NULL && k < MIN (K, MOST_DIAGRAMS); k++)
    {
      IplOutputsView one = ipl_outputs_of (view->the_case, k);
      const double *U = view->current->U;
      gsize best = 0;

      for (gsize p = 1; p < view->the_case->Pi; p++)
        if (ipl_outputs_entry (&one, U, p, p) > ipl_outputs_entry (&one, U, best, best))
          best = p;
      g_string_append_printf (text, " For %s the heaviest path is %s",
                              ipl_view_output_name (view, k), ipl_view_path_name (view, best));
      ipl_number_append (text, " with U = ", ipl_outputs_entry (&one, U, best, best), 3);
      g_string_append_c (text, '.');
    }
}

const IplPanel ipl_panel_output_diagrams = {
  .id = "output-diagrams",
  .title = "Paths of each class",
  .title_regression = "Paths of each output",
  .needs = IPL_NEEDS_THEORY,
  .outputs = IPL_PANEL_SEVERAL_OUTPUTS,
  .layout_size = sizeof (Layout),
  .layout_init = layout_init,
  .layout_clear = layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step,
  .describe = describe,
  .table = ipl_table_path_outputs,
  .height_narrow = 0.9,
  .height_wide = 0.45,
};
