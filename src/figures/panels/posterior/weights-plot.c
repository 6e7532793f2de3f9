/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The effective weights of the paths as arrows, of a draw of the posterior beside the theory's: the
 * paper's figure 1b with numbers; in words and as a table. */

#include "core/posterior/posterior-summary.h"
#include "figures/kit/frame.h"
#include "figures/kit/marker.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/posterior/weights-layout.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/outputs.h"
#include "figures/view/path-color.h"
#include "figures/view/target-step.h"
#include "figures/view/target.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/view.h"
#include "figures/view/words.h"

#include <math.h>

static const char *
weights_empty (const IplView *view, const char **more)
{
  *more = "it is being solved";
  return view->current != NULL || view->posterior != NULL ? NULL : "Not solved yet";
}

/* U of the shown draw, or of the theory; to be freed. */
static double *
get_U (const IplView *view, guint *draw, guint *n_draws)
{
  double *U = ipl_weights_get_draw (view, draw, n_draws);

  return U != NULL ? U : ipl_weights_get_theory (view);
}

static char *
name_source (const IplView *view, guint draw, guint n_draws)
{
  return n_draws > 0 ? g_strdup_printf ("draw %u of %u", draw + 1, n_draws)
                     : g_strdup (view->current->setting.gp ? "GP limit" : "theory");
}

/* Between two arrows, in degrees; NaN where one has no length. */
static double
angle (const double *U, gsize Pi, gsize p, gsize q)
{
  double c = U[p * Pi + q] / sqrt (U[p * Pi + p] * U[q * Pi + q]);

  return acos (CLAMP (c, -1, 1)) * 180 / G_PI;
}

static char *
length_text (const double *U, gsize Pi, gsize p)
{
  return ipl_number_text (sqrt (MAX (U[p * Pi + p], 0)), 3);
}

/* Length of one effective weight, or lengths and angle of two, of the draw shown. */
static char *
weights_say (const IplTarget *target, const IplView *view)
{
  IplView usable = ipl_view_usable (view);
  gsize Pi = view->the_case->Pi;
  gsize p = (gsize)target->path, q = (gsize)(target->other >= 0 ? target->other : target->path);
  char **names = view->the_case->path_names;
  guint draw, n_draws;
  g_autofree double *U = NULL;
  g_autofree char *source = NULL, *length = NULL, *entry = NULL, *theory = NULL;

  if (target->path < 0 || target->step >= 0 || p >= Pi || q >= Pi)
    return NULL;
  U = get_U (&usable, &draw, &n_draws);
  if (U == NULL)
    return NULL;
  source = name_source (&usable, draw, n_draws);
  length = length_text (U, Pi, p);
  entry = ipl_number_text (U[p * Pi + q], 3);
  theory = n_draws > 0 && usable.current != NULL
               ? ipl_number_text (ipl_view_u (&usable, usable.current, p, q), 3)
               : NULL;
  if (p == q)
    return g_strdup_printf ("Effective weights of %s, %s: |W|/√N = %s, squared U = %s%s%s",
                            names[p], source, length, entry, theory != NULL ? ", theory " : "",
                            theory != NULL ? theory : "");
  g_autofree char *other = length_text (U, Pi, q);
  g_autofree char *degrees = ipl_number_fixed (angle (U, Pi, p, q), 1);
  return g_strdup_printf (
      "Effective weights of %s and %s, %s: |W|/√N = %s and %s, %s° apart, U = %s%s%s", names[p],
      names[q], source, length, other, degrees, entry, theory != NULL ? ", theory " : "",
      theory != NULL ? theory : "");
}

static void
describe_weights (GString *text, const IplView *view)
{
  guint draw, n_draws;
  g_autofree double *U = get_U (view, &draw, &n_draws);
  g_autofree char *outputs = ipl_view_outputs_text (view);
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autoptr (IplWeightPlane) plane = U != NULL ? ipl_weights_plane_new (&shown, U, NULL) : NULL;

  g_string_append (text, "Effective weights of the paths as arrows: squared lengths are U's "
                         "diagonal, products of lengths with the cosine of the angle between them "
                         "its other entries.");
  if (outputs != NULL)
    g_string_append_printf (text, " They are U %s.", outputs);
  ipl_describe_shown_paths (text, &shown);
  ipl_describe_setting (text, view);
  if (U == NULL)
    return;
  if (n_draws > 0)
    g_string_append_printf (text, " Draw %u of %u of the posterior.", draw + 1, n_draws);
  else
    g_string_append (text, " Those of the theory's U; nothing is sampled yet: press Sample for "
                           "draws of the posterior.");
  if (plane != NULL)
    {
      g_autofree char *share = ipl_number_fixed (100 * plane->share, 1);

      g_string_append_printf (text, " The plane shows %s per cent of their squared lengths.",
                              share);
    }
}

/* Where the arrows end, as the layout has them. */
static void
table_weights (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  g_auto (IplWeightsLayout) layout = { 0 };
  const IplWeightPlane *plane;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_weights_layout_init (&layout, view, &style, 300, 300);
  plane = ipl_weights_layout_plane (&layout);
  g_autofree char *heading = ipl_shown_paths_heading (&layout.shown, "path");
  g_string_append_printf (text, "%s\tlength\tin the plane, x\ty\ttheory's length\tx\ty%s\n",
                          heading, ipl_view_doubt_heading (view));
  for (gsize i = 0; plane != NULL && i < layout.shown.n; i++)
    {
      gsize p = layout.shown.path[i], pp;
      const double *U = layout.U != NULL ? layout.U : layout.U_theory;
      const IplWeightPlane *theory = layout.theory;

      pp = p * the_case->Pi + p;
      const double values[] = { sqrt (MAX (U[pp], 0)),
                                plane->at[2 * i],
                                plane->at[2 * i + 1],
                                theory != NULL ? sqrt (MAX (layout.U_theory[pp], 0)) : NAN,
                                theory != NULL ? theory->at[2 * i] : NAN,
                                theory != NULL ? theory->at[2 * i + 1] : NAN };

      g_string_append (text, ipl_view_path_name (view, p));
      for (guint k = 0; k < G_N_ELEMENTS (values); k++)
        {
          ipl_table_cell (text, values[k]);
        }
      g_string_append_c (text, '\n');
    }
}

/* An arrow is found within this of its line, in em. */
#define REACH 0.6

static void
draw_rings (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style);

  cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  for (guint i = 0; i < self->n_rings; i++)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, self->x, self->y, self->ring[i] * self->scale, 0, 2 * G_PI);
    }
  ipl_set_color (cr, ipl_color_mix (style->paper, style->ink, 0.25), 1);
  cairo_stroke (cr);
  for (guint i = 0; i < self->n_rings; i++)
    {
      const IplWeightsName *name = &self->ring_name[i];
      double w, h;

      if (name->markup == NULL)
        continue;
      w = ipl_text_width (style, name->markup, small);
      h = 0.8 * ipl_text_height (style, small);
      cairo_rectangle (cr, name->x - w / 2, name->y - h / 2, w, h);
      ipl_set_color (cr, style->paper, 1);
      cairo_fill (cr);
      ipl_text_draw (cr, style, name->markup, small, style->faint, name->x, name->y, 0.5, 0.5);
    }
}

/* From the origin to a tip, the head no longer than a third of it. */
static void
draw_arrow (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr,
            const IplWeightPlane *plane, gsize path, IplColor color, double line, IplDash dash)
{
  double x, y, dx, dy, length, head;

  ipl_weights_layout_tip (self, plane, path, &x, &y);
  dx = x - self->x;
  dy = y - self->y;
  length = hypot (dx, dy);
  ipl_set_color (cr, color, 1);
  if (length < 1e-6)
    {
      ipl_draw_dot (cr, style, color, self->x, self->y, 0.2 * style->font_pt, FALSE);
      return;
    }
  dx /= length;
  dy /= length;
  head = MIN (1.6 * line + 0.55 * style->font_pt, length / 2);
  cairo_set_line_width (cr, line);
  ipl_set_dash (cr, dash, line);
  cairo_move_to (cr, self->x, self->y);
  cairo_line_to (cr, x - 0.8 * head * dx, y - 0.8 * head * dy);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - head * dx - 0.38 * head * dy, y - head * dy + 0.38 * head * dx);
  cairo_line_to (cr, x - head * dx + 0.38 * head * dy, y - head * dy - 0.38 * head * dx);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* All arrows of a plane, the longest first, so that short ones lie on top. */
static void
draw_arrows (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr,
             const IplWeightPlane *plane, gboolean behind)
{
  const IplCaseInfo *the_case = self->the_case;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (gsize i = self->shown.n; i-- > 0;)
    {
      gsize p = self->shown.path[i];
      IplColor color = ipl_style_path_color (style, the_case, p);

      draw_arrow (self, style, cr, plane, p,
                  behind ? ipl_color_mix (style->paper, color, 0.5) : color,
                  (behind ? 0.9 : 1.7) * style->line_pt, behind ? IPL_DASH_DASHED : IPL_DASH_SOLID);
    }
}

static void
draw_names (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr)
{
  for (gsize p = 0; p < self->the_case->Pi; p++)
    if (self->names[p].markup != NULL)
      ipl_text_draw (cr, style, self->names[p].markup, style->font_pt,
                     ipl_style_path_text_color (style, self->the_case, p), self->names[p].x,
                     self->names[p].y, 0.5, 0.5);
}

static double
track_x (const IplWeightsLayout *self)
{
  return self->track.x + self->track.w * self->draw / MAX (self->n_draws - 1, 1);
}

/* A line along all draws with the one shown, to be dragged. */
static void
draw_track (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, small = ipl_style_small (style);
  double y = self->track.y + self->track.h / 2;
  g_autofree char *last = g_strdup_printf ("%u", self->n_draws);
  double room = (self->track.x - 0.6 * em);

  cairo_move_to (cr, self->track.x, y);
  cairo_line_to (cr, self->track.x + self->track.w, y);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->faint, 1);
  cairo_stroke (cr);
  ipl_draw_dot (cr, style, style->ink, track_x (self), y, 0.35 * em, FALSE);
  ipl_text_draw (cr, style, "1", small, style->faint, self->track.x - 0.6 * em, y, 1, 0.5);
  ipl_text_draw_fitted (cr, style, last, small, style->faint,
                        self->track.x + self->track.w + 0.6 * em,
                        y - ipl_text_height (style, small) / 2, room);
}

static void
draw_note (const IplWeightsLayout *self, const IplView *view, const IplStyle *style, cairo_t *cr,
           double width)
{
  const char *note
      = view->current != NULL && view->current->setting.gp
            ? "all are equally long and orthogonal: no plane shows more of them"
        : style->has_controls
            ? "lengths and angles are those of <i>U</i>; press Sample for draws of the posterior"
            : "lengths and angles are those of <i>U</i>";
  double small = ipl_style_small (style), w = MIN (ipl_text_width (style, note, small), width);

  ipl_text_draw_fitted (cr, style, note, small, style->faint, (width - w) / 2, self->note_y, w);
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const IplWeightsLayout *self = data;

  if (self->why_not != NULL)
    {
      ipl_empty_draw_alone (style, cr, width, height, self->why_not, NULL);
      return;
    }
  draw_rings (self, style, cr);
  if (self->drawn != NULL && self->theory != NULL)
    draw_arrows (self, style, cr, self->theory, TRUE);
  draw_arrows (self, style, cr, ipl_weights_layout_plane (self), FALSE);
  draw_names (self, style, cr);
  if (self->n_draws > 1)
    draw_track (self, style, cr);
  else if (self->n_draws == 0)
    draw_note (self, view, style, cr, width);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

/* The angle between two arrows, on the shorter way. */
static void
draw_angle (const IplWeightsLayout *self, const IplStyle *style, cairo_t *cr, gsize p, gsize q)
{
  const IplWeightPlane *plane = ipl_weights_layout_plane (self);
  double px, py, qx, qy, from, by, radius;

  ipl_weights_layout_tip (self, plane, p, &px, &py);
  ipl_weights_layout_tip (self, plane, q, &qx, &qy);
  from = atan2 (py - self->y, px - self->x);
  by = remainder (atan2 (qy - self->y, qx - self->x) - from, 2 * G_PI);
  radius = 0.6 * MIN (hypot (px - self->x, py - self->y), hypot (qx - self->x, qy - self->y));
  cairo_new_sub_path (cr);
  (by > 0 ? cairo_arc : cairo_arc_negative) (cr, self->x, self->y, radius, from, from + by);
  cairo_stroke (cr);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const IplWeightsLayout *self = data;
  const IplWeightPlane *plane = ipl_weights_layout_plane (self);
  const IplTarget *targets[] = { selected, hovered };
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *text = NULL;

  for (int f = 0; f < 2 && plane != NULL; f++)
    {
      const IplTarget *target = targets[f];

      for (gsize i = 0; i < self->shown.n; i++)
        if (ipl_target_has_path (target, self->the_case, self->shown.path[i]))
          {
            double x, y;

            ipl_weights_layout_tip (self, plane, self->shown.path[i], &x, &y);
            cairo_move_to (cr, self->x, self->y);
            cairo_line_to (cr, x, y);
          }
      ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
      cairo_set_line_width (cr, 4.5 * style->line_pt);
      ipl_set_color (cr, style->accent, 0.35);
      cairo_stroke (cr);
      if (target->path >= 0 && target->other >= 0 && target->other != target->path
          && MAX (target->path, target->other) < (gint64)self->the_case->Pi
          && self->shown.place[target->path] >= 0 && self->shown.place[target->other] >= 0)
        {
          cairo_set_line_width (cr, style->line_pt);
          ipl_set_color (cr, style->accent, 1);
          draw_angle (self, style, cr, (gsize)target->path, (gsize)target->other);
        }
    }
  text = plane != NULL ? weights_say (said, view) : NULL;
  if (text != NULL)
    ipl_caption_say (style, text, cr, width);
  else
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

/* How far a place is from an arrow. */
static double
distance (const IplWeightsLayout *self, gsize path, double x, double y)
{
  double tip_x, tip_y, dx, dy, square, t;

  ipl_weights_layout_tip (self, ipl_weights_layout_plane (self), path, &tip_x, &tip_y);
  dx = tip_x - self->x;
  dy = tip_y - self->y;
  square = dx * dx + dy * dy;
  t = square > 0 ? CLAMP (((x - self->x) * dx + (y - self->y) * dy) / square, 0, 1) : 0;
  return hypot (x - self->x - t * dx, y - self->y - t * dy);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const IplWeightsLayout *self = data;
  double nearest = REACH * style->font_pt;

  for (gsize i = 0; ipl_weights_layout_plane (self) != NULL && i < self->shown.n; i++)
    {
      gsize p = self->shown.path[i];
      double away = distance (self, p, x, y);

      if (away >= nearest)
        continue;
      nearest = away;
      target->path = (int)p;
    }
  return target->path >= 0;
}

/* Along the track: another draw. */
static gboolean
edit (gconstpointer data, const IplView *view, const IplStyle *style, double from_x, double from_y,
      double x, double y, IplParameters *parameters)
{
  const IplWeightsLayout *self = data;
  const IplRect *track = &self->track;
  double em = style->font_pt, share;

  if (self->n_draws < 2 || from_x < track->x - 0.6 * em || from_x > track->x + track->w + 0.6 * em
      || from_y < track->y - 0.3 * em || from_y > track->y + track->h + 0.4 * em)
    return FALSE;
  share = CLAMP ((x - track->x) / track->w, 0, 1);
  parameters->display.shown_draw = 1 + (guint)lround (share * (self->n_draws - 1));
  return TRUE;
}

/* The next draw, or the one before. */
static gboolean
nudge (const IplTarget *target, int by, IplParameters *parameters)
{
  gint64 draw = (gint64)parameters->display.shown_draw + by;

  if (draw < 1)
    return FALSE;
  parameters->display.shown_draw = (guint)draw;
  return TRUE;
}

const IplPanel ipl_panel_weights = {
  .id = "weights",
  .title = "Effective weights",
  .needs = IPL_NEEDS_THEORY,
  .controls = IPL_CONTROL_OUTPUTS,
  .empty = weights_empty,
  .layout_size = sizeof (IplWeightsLayout),
  .layout_init = ipl_weights_layout_init,
  .layout_clear = ipl_weights_layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .edit = edit,
  .nudge = nudge,
  .say = weights_say,
  .step = ipl_step_entries,
  .describe = describe_weights,
  .table = table_weights,
  .height_narrow = 0.9,
  .height_wide = 0.75,
};
