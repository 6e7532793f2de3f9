/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Test sequences as a person sees them: two labelled shots, the query, and the answers given. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/sequence/sequence-images.h"
#include "figures/view/network-view.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

#define ANSWERS 2 /* the trained network's, the theory's */
/* Fewer sequences rather than smaller images, in text sizes; and none smaller than the second. */
#define GOOD_SIDE 3.2
#define LEAST_SIDE 1

typedef struct
{
  const IplView *view;
  gboolean known[ANSWERS];
  guint n_lines; /* of answers */
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
make_legend (IplLegend *legend, const Look *look, const IplStyle *style, double width)
{
  const IplView *view = look->view;

  if (look->known[0])
    ipl_legend_add_marker (legend, IPL_KEY_MARKER, g_strdup ("trained network"),
                           ipl_style_trained_color (style), style->line_pt, IPL_DASH_SOLID,
                           IPL_MARKER_SQUARE, FALSE);
  if (look->known[1])
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

      ipl_legend_add (legend, IPL_KEY_NONE, g_strdup_printf ("set: %s", markup), style->ink, 0,
                      IPL_DASH_SOLID);
    }
  ipl_legend_layout (legend, style, width);
}

/* Fits cells of three images with their labels, and the answers beside or below the query.
 * Returns: whether these are beside it */
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
  IplGrid beside;

  ipl_grid_fit (grid, n, 1, n, area, &cell);
  if (look->n_lines == 0)
    return FALSE;
  if (IPL_IMAGES * grid->side + cell.more_w < look->answer_w)
    grid->side = 0;
  cell.more_w += look->answer_w + look->wide_gap;
  cell.more_h = 1.1 * text_h;
  ipl_grid_fit (&beside, n, 1, n, area, &cell);
  if (beside.side <= grid->side || look->n_lines * text_h > beside.side + 1.1 * text_h)
    return FALSE;
  *grid = beside;
  return TRUE;
}

/* "+1.03", right or wrong. */
static void
add_answer (IplSequence *self, const Look *look, const IplStyle *style, guint who, guint example,
            double x, double y)
{
  double small = ipl_style_small (style), answer = get_answer (look->view, who, example);
  double mark = 0.3 * style->font_pt, end = x + look->answer_w, tick = 0.85 * small;
  g_autofree char *number = ipl_number_fixed (answer, 2);
  IplPiece *piece;

  piece = ipl_sequence_add (self, IPL_PIECE_MARKER,
                            (IplRect){ x + 0.35 * small - mark, y - mark, 2 * mark, 2 * mark },
                            IPL_TARGET_NONE);
  piece->marker = who == 0 ? IPL_MARKER_SQUARE : IPL_MARKER_CROSS;
  piece->color = who == 0 ? ipl_style_trained_color (style) : ipl_style_theory_color (style);
  ipl_sequence_write (self,
                      isfinite (answer) ? g_strdup_printf ("%s%s", answer > 0 ? "+" : "", number)
                                        : g_strdup ("–"),
                      small, style->ink, end - 1.2 * small, y, 1, 0.5);
  if (!isfinite (answer))
    return;
  piece = ipl_sequence_add (self, IPL_PIECE_VERDICT,
                            (IplRect){ end - 0.45 * small - tick / 2, y - tick / 2, tick, tick },
                            IPL_TARGET_NONE);
  piece->is_right = ipl_answer_is_right (answer, look->view->gallery->examples[example].sequence.y);
}

static const char *const labels[] = { "−1", "+1", "?" };

static void
add_example (IplSequence *self, const Look *look, const IplStyle *style, guint example,
             const IplGrid *grid, gboolean beside)
{
  const IplTaskExample *shown = &look->view->gallery->examples[example];
  double text_h = ipl_text_height (style, ipl_style_small (style)), side = grid->side;
  double images_w = IPL_IMAGES * side + look->gap + look->wide_gap, pad = 0.35 * style->font_pt;
  IplRect at = ipl_grid_get (grid, example), whole = at;
  IplTarget target = ipl_target_sequence (example, -1);
  double x, y;

  whole.w = images_w + (beside ? look->answer_w + look->wide_gap : 0);
  whole.h = side + (1.1 + (beside ? 0 : look->n_lines)) * text_h;
  ipl_sequence_add (self, IPL_PIECE_WHOLE,
                    (IplRect){ whole.x - pad, whole.y - pad, whole.w + 2 * pad, whole.h + 2 * pad },
                    target)
      ->is_picked
      = TRUE;
  for (guint i = 0; i < IPL_IMAGES; i++)
    {
      at.x = whole.x + i * (side + look->gap) + (i == 2 ? look->wide_gap - look->gap : 0);
      ipl_sequence_add_image (self, style, shown, i, at, target, labels);
    }
  x = beside ? whole.x + images_w + look->wide_gap : whole.x + (images_w - look->answer_w) / 2;
  y = whole.y + (beside ? (side - look->n_lines * text_h) / 2 : side + 1.1 * text_h);
  for (guint who = 0; who < ANSWERS; who++)
    if (look->known[who])
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
  double em = style->font_pt, small = ipl_style_small (style), margin = 0.4 * em, top;
  Look look = { .view = view, .gap = 0.35 * em, .wide_gap = 0.9 * em };
  IplLegend *legend = &self->legend;
  guint n = view->gallery != NULL ? view->gallery->n : 0;
  gboolean beside = FALSE;
  IplGrid grid = { .side = 0 };
  IplRect area;

  ipl_sequence_init (self, view, NULL);
  for (guint i = 0; i < n; i++)
    for (guint who = 0; who < ANSWERS; who++)
      look.known[who] = look.known[who] || isfinite (get_answer (view, who, i));
  look.n_lines = look.known[0] + look.known[1];
  look.answer_w = 2.3 * small + ipl_text_width (style, "+0.00", small);
  make_legend (legend, &look, style, width - 2 * margin);
  self->legend_x = (width - legend->width) / 2;
  self->legend_y = margin;
  top = margin + (legend->height > 0 ? legend->height + 0.5 * em : 0);
  area = (IplRect){ margin, top, MAX (width - 2 * margin, 1), MAX (height - margin - top, 1) };
  for (; n > 0; n--)
    {
      beside = fit (&grid, &look, style, n, &area);
      if (grid.side >= GOOD_SIDE * em || n == 1)
        break;
    }
  for (guint i = 0; i < n && grid.side >= LEAST_SIDE * em; i++)
    add_example (self, &look, style, i, &grid, beside);
}

static const char *
empty (const IplView *view, const char **more)
{
  *more = "open a one-shot task";
  return view->gallery != NULL ? NULL : "No sequences to show";
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
  .describe = describe,
  .table = table,
  .height_narrow = 0.8,
  .height_wide = 0.42,
};
