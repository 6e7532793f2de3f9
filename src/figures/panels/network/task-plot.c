/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Test sequences as a person sees them: two labelled shots, the query, and the answers given. */

#include "figures/kit/scribe.h"
#include "figures/kit/legend.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/network/picture.h"
#include "figures/view/target-words.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

#define ANSWERS 2 /* the trained network's, the theory's */

typedef struct
{
  const IplView *view;
  const IplTaskGallery *gallery; /* nullable */
  guint n;                       /* sequences shown */
  gboolean known[ANSWERS];
  guint n_lines; /* of answers */
  guint columns;
  gboolean beside; /* answers beside the query rather than below */
  double side;     /* of an image */
  double gap, wide_gap;
  double answer_w;
  double cell_w, cell_h, pitch_x, pitch_y;
  double x, y; /* the first cell */
  IplLegend legend;
  double legend_y;
} Layout;

static void
layout_clear (gpointer layout)
{
  ipl_legend_clear (&((Layout *)layout)->legend);
}

static double
answer_of (const Layout *self, guint who, guint example)
{
  return who == 0 ? ipl_view_trained_answer (self->view, example)
                  : ipl_view_theory_answer (self->view, example);
}

static void
make_legend (Layout *self, const IplStyle *style, double width)
{
  ipl_legend_init (&self->legend);
  if (self->known[0])
    ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup ("trained network"),
                           ipl_style_trained_color (style), style->line_pt, IPL_DASH_SOLID,
                           IPL_MARKER_SQUARE, FALSE);
  if (self->known[1])
    {
      g_autofree char *at = ipl_view_setting_markup (&self->view->current->setting);
      ipl_legend_add_marker (&self->legend, IPL_KEY_MARKER, g_strdup_printf ("theory, %s", at),
                             ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID,
                             IPL_MARKER_CROSS, FALSE);
      ipl_legend_add_theory_doubt (&self->legend, self->view, style, "theory not converged");
    }
  if (self->gallery != NULL && self->view->the_case->n_tests > 1)
    {
      g_autofree char *name = ipl_view_test_name (self->view->the_case, self->gallery->test);
      g_autofree char *markup = ipl_view_name_markup (name);
      ipl_legend_add (&self->legend, IPL_KEY_NONE, g_strdup_printf ("set: %s", markup), style->ink,
                      0, IPL_DASH_SOLID);
    }
  ipl_legend_layout (&self->legend, style, width);
}

/* Columns and images as large as the panel has room for. */
static void
divide (Layout *self, const IplStyle *style, double w, double h)
{
  double em = style->font_pt, text_h = ipl_text_height (style, ipl_style_small (style));
  self->side = 0;
  for (guint columns = 1; columns <= self->n; columns++)
    for (int beside = 0; beside <= (self->n_lines ? 1 : 0); beside++)
      {
        guint rows = (self->n + columns - 1) / columns;
        double between_x = 1.8 * em, between_y = 0.9 * em;
        double cell_w = (w - (columns - 1) * between_x) / columns;
        double cell_h = (h - (rows - 1) * between_y) / rows;
        double side = cell_w - 2 * self->gap - (self->wide_gap - self->gap);
        if (beside)
          side -= self->answer_w + self->wide_gap;
        side /= 3;
        double lines = beside ? 0 : self->n_lines;
        side = MIN (side, cell_h - (1.1 + lines) * text_h);
        if (beside && self->n_lines * text_h > side + 1.1 * text_h)
          side = 0;
        if (!beside && 3 * side + self->gap + self->wide_gap < self->answer_w)
          side = 0;
        if (side <= self->side)
          continue;
        self->side = side;
        self->columns = columns;
        self->beside = beside;
        self->cell_w = 3 * side + self->gap + self->wide_gap
                       + (beside ? self->answer_w + self->wide_gap : 0);
        self->cell_h = side + (1.1 + lines) * text_h;
        double spare = w - columns * self->cell_w - (columns - 1) * between_x;
        self->pitch_x = self->cell_w + between_x + MAX (0, spare) / (columns + 1);
        spare = h - rows * self->cell_h - (rows - 1) * between_y;
        self->pitch_y = self->cell_h + between_y + MAX (0, spare) / (rows + 1);
      }
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  Layout *self = layout;
  double em = style->font_pt, margin = 0.4 * em, small = ipl_style_small (style);
  *self = (Layout){ .view = view, .gallery = view->gallery };
  for (guint i = 0; self->gallery != NULL && i < self->gallery->n; i++)
    for (guint a = 0; a < ANSWERS; a++)
      self->known[a] = self->known[a] || isfinite (answer_of (self, a, i));
  self->n_lines = self->known[0] + self->known[1];
  make_legend (self, style, width - 2 * margin);
  self->legend_y = margin;
  if (self->gallery == NULL)
    return;
  self->gap = 0.35 * em;
  self->wide_gap = 0.9 * em;
  self->answer_w = 2.3 * small + ipl_text_width (style, "+0.00", small);
  double top = margin + (self->legend.height > 0 ? self->legend.height + 0.5 * em : 0);
  double w = MAX (width - 2 * margin, 1), h = MAX (height - margin - top, 1);
  /* Fewer rather than too small to see. */
  for (self->n = self->gallery->n; self->n > 0; self->n--)
    {
      divide (self, style, w, h);
      if (self->side >= 3.2 * em || self->n == 1)
        break;
    }
  if (self->side < em)
    self->n = 0;
  guint rows = self->n ? (self->n + self->columns - 1) / self->columns : 0;
  guint columns = self->columns;
  self->x
      = margin + (w - (self->n ? columns * self->pitch_x - (self->pitch_x - self->cell_w) : 0)) / 2;
  self->y = top + (h - (rows ? rows * self->pitch_y - (self->pitch_y - self->cell_h) : 0)) / 2;
}

static IplRect
cell (const Layout *self, guint example)
{
  return (IplRect){ self->x + example % self->columns * self->pitch_x,
                    self->y + example / self->columns * self->pitch_y, self->cell_w, self->cell_h };
}

static IplRect
image (const Layout *self, const IplRect *at, guint place)
{
  double x = at->x + place * (self->side + self->gap);
  if (place == 2)
    x += self->wide_gap - self->gap;
  return (IplRect){ x, at->y, self->side, self->side };
}

static void
draw_answer (const Layout *self, const IplStyle *style, cairo_t *cr, guint who, guint example,
             double x, double y)
{
  double small = ipl_style_small (style), answer = answer_of (self, who, example);
  int truth = self->gallery->examples[example].sequence.y;
  ipl_draw_marker (cr, style, who == 0 ? IPL_MARKER_SQUARE : IPL_MARKER_CROSS,
                   who == 0 ? ipl_style_trained_color (style) : ipl_style_theory_color (style),
                   x + 0.35 * small, y, 0.3 * style->font_pt, FALSE);
  g_autofree char *number = ipl_number_fixed (answer, 2);
  g_autofree char *text = g_strdup_printf ("%s%s", answer > 0 ? "+" : "", number);
  ipl_text_draw (cr, style, isfinite (answer) ? text : "–", small, style->ink,
                 x + self->answer_w - 1.2 * small, y, 1, 0.5);
  if (isfinite (answer))
    ipl_draw_verdict (cr, style, ipl_answer_is_right (answer, truth),
                      x + self->answer_w - 0.45 * small, y, 0.85 * small);
}

static void
draw_sequence (const Layout *self, const IplStyle *style, cairo_t *cr, guint example)
{
  const IplTaskExample *what = &self->gallery->examples[example];
  double small = ipl_style_small (style), text_h = ipl_text_height (style, small);
  IplRect at = cell (self, example);
  IplTarget target = IPL_TARGET_NONE;

  target.example = (int)example;
  ipl_item_begin (cr, &target);
  for (guint place = 0; place < 3; place++)
    {
      IplRect r = image (self, &at, place);
      gboolean plus = place < 2 && what->sequence.labels[place];
      ipl_picture_draw (cr, style, what->pixels[place], &r, NULL, self->side > 5 * style->font_pt);
      ipl_text_draw (cr, style,
                     place == 2 ? "?"
                     : plus     ? "+1"
                                : "−1",
                     small,
                     place == 2 ? style->ink
                                : ipl_style_text_color (style, ipl_style_sign_color (style, !plus)),
                     r.x + r.w / 2, r.y + r.h + 0.05 * text_h, 0.5, 0);
    }
  IplRect query = image (self, &at, 2);
  double x = self->beside
                 ? query.x + query.w + self->wide_gap
                 : at.x + (3 * self->side + self->gap + self->wide_gap - self->answer_w) / 2;
  double y = self->beside ? query.y + (query.h - self->n_lines * text_h) / 2
                          : query.y + query.h + 1.1 * text_h;
  for (guint a = 0; a < ANSWERS; a++)
    if (self->known[a])
      {
        draw_answer (self, style, cr, a, example, x, y + 0.5 * text_h);
        y += text_h;
      }
  ipl_item_end (cr);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL ? NULL : "No sequences to show";
}

static void
draw (gconstpointer data, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = data;
  for (guint i = 0; i < self->n; i++)
    draw_sequence (self, style, cr, i);
  ipl_legend_draw (&self->legend, style, cr, (width - self->legend.width) / 2, self->legend_y);
}

static void
overlay (gconstpointer data, const IplView *view, const IplStyle *style, const IplTarget *selected,
         const IplTarget *hovered, cairo_t *cr, double width, double height)
{
  const Layout *self = data;
  const IplTarget *targets[] = { selected, hovered };
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int f = 0; f < 2; f++)
    {
      if (targets[f]->example < 0 || targets[f]->example >= (int)self->n)
        continue;
      IplRect r = cell (self, targets[f]->example);
      double pad = 0.35 * style->font_pt;
      int token = targets[f]->token;
      cairo_rectangle (cr, r.x - pad, r.y - pad, r.w + 2 * pad, r.h + 2 * pad);
      cairo_set_line_width (cr, 1.2 * style->line_pt);
      ipl_set_color (cr, style->accent, 1);
      cairo_stroke (cr);
      if (token < 0 || token >= IPL_ONE_SHOT_T)
        continue;
      IplRect place = image (self, &r, token / IPL_ONE_SHOT_PATCHES);
      IplRect patch = ipl_picture_patch (&place, token % IPL_ONE_SHOT_PATCHES);
      cairo_rectangle (cr, patch.x, patch.y, patch.w, patch.h);
      cairo_stroke (cr);
    }
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

static gboolean
pick (gconstpointer data, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = data;
  for (guint i = 0; i < self->n; i++)
    {
      IplRect r = cell (self, i);
      if (ipl_rect_contains (&r, x, y))
        {
          target->example = i;
          return TRUE;
        }
    }
  return FALSE;
}

static void
describe (GString *text, const IplView *view)
{
  const IplTaskGallery *gallery = view->gallery;
  g_string_append (text, "Test sequences as images: two labelled shots, a query, and the answers.");
  if (gallery == NULL)
    {
      g_string_append (text, " There are none yet.");
      return;
    }
  guint known[2] = { 0 }, right[2] = { 0 };
  for (guint i = 0; i < gallery->n; i++)
    {
      int y = gallery->examples[i].sequence.y;
      double answers[2] = { ipl_view_trained_answer (view, i), ipl_view_theory_answer (view, i) };
      for (int a = 0; a < 2; a++)
        {
          known[a] += isfinite (answers[a]);
          right[a] += isfinite (answers[a]) && ipl_answer_is_right (answers[a], y);
        }
    }
  g_string_append_printf (text, " %u sequence%s.", gallery->n, gallery->n == 1 ? "" : "s");
  if (known[0])
    g_string_append_printf (text, " The trained network is right on %u of %u.", right[0], known[0]);
  if (known[1])
    {
      g_string_append_printf (text, " The theory is right on %u of %u.", right[1], known[1]);
      ipl_describe_doubt (text, view->current);
    }
}

static void
table (GString *text, const IplView *view)
{
  const IplTaskGallery *gallery = view->gallery;
  g_string_append (text, "sequence\tfirst shot\tits label\tsecond shot\tits label\tlabel of the "
                         "query\ttrained network\ttheory");
  g_string_append_printf (text, "%s\n", ipl_view_doubt_heading (view));
  for (guint i = 0; gallery != NULL && i < gallery->n; i++)
    {
      const IplTaskExample *example = &gallery->examples[i];
      g_string_append_printf (text, "%u", i + 1);
      for (int s = 0; s < 2; s++)
        g_string_append_printf (text, "\t%s\t%d",
                                example->class_names[s] != NULL ? example->class_names[s] : "",
                                example->sequence.labels[s] ? 1 : -1);
      g_string_append_printf (text, "\t%d\t", example->sequence.y);
      ipl_table_number (text, ipl_view_trained_answer (view, i));
      ipl_table_cell (text, ipl_view_theory_answer (view, i));
      g_string_append_c (text, '\n');
    }
}

static IplTarget
step_sequences (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  if (view->gallery != NULL)
    target.example
        = self->example < 0 ? 0 : ipl_step_move (self->example, dx + dy, view->gallery->n);
  return target;
}

const IplPanel ipl_panel_task = {
  .id = "task",
  .title = "Task",
  .needs = IPL_NEEDS_GALLERY,
  .controls = IPL_CONTROL_TEST_SET | IPL_CONTROL_EXAMPLES,
  .empty = empty,
  .layout_size = sizeof (Layout),
  .layout_init = layout_init,
  .layout_clear = layout_clear,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = step_sequences,
  .describe = describe,
  .table = table,
  .height_narrow = 0.8,
  .height_wide = 0.42,
};
