/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Test sequences as images: two labelled shots, the query, and the predicted answers. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

#define ANSWERS 2
/* Preferred side of an image in text sizes, below which fewer sequences are shown, and minimum
 * side. */
#define GOOD_SIDE 3.2
#define LEAST_SIDE 1

static const char *const titles[ANSWERS] = { "trained network", "theory" };

typedef struct
{
  const IplView *view;
  gboolean has_answer[ANSWERS];
  guint n_lines; /* number of lines of answers */
  double gap, wide_gap;
  double answer_w;
} Look;

static double
get_answer (const IplView *view, guint who, guint example)
{
  return who == 0 ? ipl_view_trained_answer (view, example)
                  : ipl_view_theory_answer (view, example);
}

static void
add_keys (IplSequence *self, const Look *look, const IplStyle *style)
{
  const IplView *view = look->view;
  IplLegend *legend = &self->legend;

  if (look->has_answer[0])
    ipl_legend_add_marker (legend, IPL_KEY_MARKER, g_strdup (titles[0]),
                           ipl_style_trained_color (style), style->line_pt, IPL_DASH_SOLID,
                           IPL_MARKER_SQUARE, FALSE);
  if (look->has_answer[1])
    {
      g_autofree char *at = ipl_view_setting_markup (&view->current->setting);

      ipl_legend_add_marker (legend, IPL_KEY_MARKER, g_strdup_printf ("theory, %s", at),
                             ipl_style_theory_color (style), style->line_pt, IPL_DASH_SOLID,
                             IPL_MARKER_CROSS, FALSE);
      ipl_legend_add_theory_doubt (legend, view, style, "theory not converged");
    }
  if (view->gallery != NULL && view->the_case->n_tests > 1)
    {
      g_autofree char *name = ipl_view_test_name (view->the_case, view->gallery->test);
      g_autofree char *markup = ipl_view_name_markup (name);

      ipl_legend_add_note (&self->legend, style, g_strdup_printf ("set: %s", markup));
    }
}

/* Fits cells of three images with their labels, and answers at the right of the query or below it.
 * Returns: TRUE if the answers are at the right */
static gboolean
fit (IplGrid *grid, const Look *look, const IplStyle *style, guint n, const IplRect *area)
{
  double em = style->font_pt, text_h = ipl_text_height (style, ipl_style_small (style));
  IplGridCell cell = { .aspect = IPL_IMAGES,
                       .more_w = look->gap + look->wide_gap,
                       .more_h = (1.1 + look->n_lines) * text_h,
                       .gap_x = 1.8 * em,
                       .gap_y = 0.9 * em,
                       .spread = TRUE,
                       .centred = TRUE };
  IplGrid to_right;

  ipl_grid_fit (grid, n, 0, area, &cell);
  if (look->n_lines == 0)
    return FALSE;
  if (IPL_IMAGES * grid->side + cell.more_w < look->answer_w)
    grid->side = 0;
  cell.more_w += look->answer_w + look->wide_gap;
  cell.more_h = 1.1 * text_h;
  ipl_grid_fit (&to_right, n, 0, area, &cell);
  if (to_right.side <= grid->side || look->n_lines * text_h > to_right.side + 1.1 * text_h)
    return FALSE;
  *grid = to_right;
  return TRUE;
}

/* Adds an answer, "+1.03", with a tick or a cross. */
static void
add_answer (IplSequence *self, const Look *look, const IplStyle *style, guint who, guint example,
            double x, double y)
{
  double small = ipl_style_small (style), answer = get_answer (look->view, who, example);
  double mark = 0.3 * style->font_pt, end = x + look->answer_w, tick = 0.85 * small;
  g_autofree char *number = ipl_number_fixed (answer, 2);
  gboolean has_value = isfinite (answer), is_plus = answer > 0;
  IplPieceText key
      = { mark, who == 0 ? ipl_style_trained_color (style) : ipl_style_theory_color (style),
          x + 0.35 * small, y };
  IplPieceText verdict = { tick, style->ink, end - 0.45 * small, y, .is_verdict = TRUE };

  key.marker = who == 0 ? IPL_MARKER_SQUARE : IPL_MARKER_CROSS;
  ipl_sequence_write (self, NULL, key);
  ipl_sequence_write (
      self, has_value ? g_strdup_printf ("%s%s", is_plus ? "+" : "", number) : g_strdup ("–"),
      (IplPieceText){ small, style->ink, end - 1.2 * small, y, 1, 0.5 });
  verdict.is_right
      = ipl_answer_is_right (answer, look->view->gallery->examples[example].sequence.y);
  if (has_value)
    ipl_sequence_write (self, NULL, verdict);
}

static const char *const labels[] = { "−1", "+1", "?" };

static void
add_example (IplSequence *self, const Look *look, const IplStyle *style, guint example,
             const IplGrid *grid, gboolean to_right)
{
  const IplTaskExample *shown = &look->view->gallery->examples[example];
  double text_h = ipl_text_height (style, ipl_style_small (style)), side = grid->side;
  double images_w = IPL_IMAGES * side + look->gap + look->wide_gap, pad = 0.35 * style->font_pt;
  IplRect at = ipl_grid_get (grid, example), bounds = at;
  IplTarget target = ipl_target_sequence (example, -1);
  double x, y;

  bounds.w = images_w + (to_right ? look->answer_w + look->wide_gap : 0);
  bounds.h = side + (1.1 + (to_right ? 0 : look->n_lines)) * text_h;
  ipl_sequence_add (
      self, IPL_PIECE_SEQUENCE,
      (IplRect){ bounds.x - pad, bounds.y - pad, bounds.w + 2 * pad, bounds.h + 2 * pad }, target);
  for (guint i = 0; i < IPL_IMAGES; i++)
    {
      at.x = bounds.x + i * (side + look->gap) + (i == 2 ? look->wide_gap - look->gap : 0);
      ipl_sequence_add_image (self, style, shown, i, at, target, labels);
    }
  x = to_right ? bounds.x + images_w + look->wide_gap : bounds.x + (images_w - look->answer_w) / 2;
  y = bounds.y + (to_right ? (side - look->n_lines * text_h) / 2 : side + 1.1 * text_h);
  for (guint who = 0; who < ANSWERS; who++)
    if (look->has_answer[who])
      {
        add_answer (self, look, style, who, example, x, y + 0.5 * text_h);
        y += text_h;
      }
}

static void
layout_init (gpointer layout, const IplView *view, const IplStyle *style, double width,
             double height)
{
  IplSequence *self = layout;
  double em = style->font_pt, small = ipl_style_small (style);
  Look look = { .view = view, .gap = 0.35 * em, .wide_gap = 0.9 * em };
  guint n = view->gallery != NULL ? view->gallery->n : 0;
  gboolean to_right = FALSE;
  IplGrid grid = { .side = 0 };
  IplRect area;

  ipl_sequence_init (self, &ipl_panel_task, view);
  for (guint i = 0; i < n; i++)
    for (guint who = 0; who < ANSWERS; who++)
      look.has_answer[who] = look.has_answer[who] || isfinite (get_answer (view, who, i));
  look.n_lines = look.has_answer[0] + look.has_answer[1];
  look.answer_w = 2.3 * small + ipl_text_width (style, "+0.00", small);
  add_keys (self, &look, style);
  area = ipl_sequence_place_legend (self, style, width, height);
  area.y += 0.1 * em;
  area.h -= 0.1 * em;
  for (; n > 0; n--)
    {
      to_right = fit (&grid, &look, style, n, &area);
      if (grid.side >= GOOD_SIDE * em || n == 1)
        break;
    }
  for (guint i = 0; i < n && grid.side >= LEAST_SIDE * em; i++)
    add_example (self, &look, style, i, &grid, to_right);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL ? NULL : "No sequences to show";
}

/* Returns "1 (alpha −1, beta +1)": the shots of a sequence. */
static const char *
name_sequence (IplPlot *plot, guint i)
{
  const IplTaskExample *example = &plot->view->gallery->examples[i];
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_printf (name, "%u", i + 1);
  for (guint s = 0; s < 2; s++)
    g_string_append_printf (name, "%s%s%s%s", s == 0 ? " (" : ", ",
                            example->class_names[s] != NULL ? example->class_names[s] : "",
                            example->class_names[s] != NULL ? " " : "",
                            labels[example->sequence.labels[s] ? 1 : 0]);
  g_string_append_c (name, ')');
  return ipl_plot_adopt_text (plot, ipl_view_name_markup (name->str));
}

/* Adds the answers of one predictor to text and table, and a note on its accuracy. */
static void
add_answer_numbers (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, guint who)
{
  const IplView *view = plot->view;
  double *answers = ipl_plot_new_numbers (plot, x.n);
  guint has_answer = 0, right = 0;
  char *series;

  for (guint i = 0; i < x.n; i++)
    {
      answers[i] = get_answer (view, who, i);
      has_answer += isfinite (answers[i]);
      right += isfinite (answers[i])
               && ipl_answer_is_right (answers[i], view->gallery->examples[i].sequence.y);
    }
  series = g_strconcat (titles[who], who == 1 ? ipl_view_doubt_heading (view) : "", NULL);
  ipl_axes_list_numbers (axes, x, ipl_numbers (answers, x.n), ipl_plot_adopt_text (plot, series))
      ->each
      = "sequence";
  if (has_answer > 0)
    ipl_plot_add_note (plot, "The %s is correct on %u of %u.", titles[who], right, has_answer);
}

static void
add_numbers (IplPlot *plot, const IplView *view)
{
  guint n = view->gallery->n;
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers x = ipl_plot_new_steps (plot, n, 1, 1);
  double *y = ipl_plot_new_numbers (plot, n);
  const char **names = ipl_plot_new_names (plot, n);

  for (guint i = 0; i < n; i++)
    {
      y[i] = view->gallery->examples[i].sequence.y;
      names[i] = name_sequence (plot, i);
    }
  axes->names = names;
  ipl_axes_list_numbers (axes, x, ipl_numbers (y, n), "label of the query")->each = "sequence";
  for (guint who = 0; who < ANSWERS; who++)
    add_answer_numbers (plot, axes, x, who);
  ipl_plot_note_doubt (plot);
}

static IplTarget
step_sequences (const IplTarget *self, const IplView *view, int dx, int dy)
{
  int example = ipl_target_get (self, IPL_PART_SEQUENCE);

  if (view->gallery == NULL)
    return IPL_TARGET_NONE;
  return ipl_target_sequence (
      example < 0 ? 0 : ipl_step_move ((gsize)example, dx + dy, view->gallery->n), -1);
}

const IplPanel ipl_panel_task = {
  .id = "task",
  .title = "Task",
  .needs = IPL_NEEDS_GALLERY,
  .controls = IPL_CONTROL_TEST_SET | IPL_CONTROL_EXAMPLES,
  .empty = empty,
  IPL_IS_SEQUENCE,
  .layout_init = layout_init,
  .step = step_sequences,
  .numbers = add_numbers,
  .sentence = "Test sequences as images: two labelled shots, a query, and the answers.",
  .height_narrow = 0.8,
  .height_wide = 0.42,
};
