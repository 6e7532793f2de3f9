/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The card of a task: every token is picked where it is, the window shows what is exported, and
 * what is pointed at is said with its numbers. */

#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/sequence/sequence.h"
#include "figures/plot/panel-calls.h"
#include "figures/view/target-arrow-keys.h"
#include "figure-fixture.h"
#include "places.h"

#include <math.h>
#include <string.h>

#define WIDTH 600
#define HEIGHT 420

typedef struct
{
  Fixture *fixture;
  IplTaskCard *card;
  IplStyle style;
  IplFigure *figure;
  IplSequence *layout;
} Shown;

static void
set_up (Shown *self, gconstpointer data)
{
  self->fixture = fixture_new (FIXTURE_HMC4);
  self->card = fixture_add_card (self->fixture);
  ipl_style_init (&self->style, IPL_THEME_LIGHT, 8);
  self->style.has_controls = TRUE;
  self->figure = ipl_figure_new (&ipl_panel_task_card);
  ipl_figure_set (self->figure, &self->fixture->view, &self->style, WIDTH, HEIGHT);
  self->layout
      = ipl_panel_layout (&ipl_panel_task_card, &self->fixture->view, &self->style, WIDTH, HEIGHT);
}

static void
tear_down (Shown *self, gconstpointer data)
{
  ipl_panel_free_layout (&ipl_panel_task_card, self->layout);
  ipl_figure_free (self->figure);
  fixture_free (self->fixture);
  ipl_task_card_unref (self->card);
}

/* The piece of a sequence. */
static const IplPiece *
find_piece (const IplSequence *layout, IplPieceKind kind, int example)
{
  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const IplPiece *piece = &g_array_index (layout->pieces, IplPiece, i);

      if (piece->kind == kind && ipl_target_get (&piece->target, IPL_PART_SEQUENCE) == example)
        return piece;
    }
  g_assert_not_reached ();
}

/* Every token is picked in the strip of states, in every map and in the plane. */
static void
test_pick (Shown *self, gconstpointer data)
{
  const IplView *view = &self->fixture->view;
  IplTarget target, wanted = IPL_TARGET_NONE;
  double x, y;

  for (int i = 0; i < 2; i++)
    for (int t = 0; t < (int)self->card->T; t++)
      {
        const IplPiece *plane = find_piece (self->layout, IPL_PIECE_PLANE, i);
        const double *at = self->card->sequences[i].at + 2 * t;

        for (int head = -1; head < 4; head++)
          {
            wanted = head < 0 ? ipl_target_sequence (i, t)
                              : ipl_target_token (head / 2, head % 2, i, t);
            g_assert_true (places_token (&ipl_panel_task_card, view, &self->style, WIDTH, HEIGHT,
                                         &wanted, &x, &y));
            g_assert_true (ipl_figure_find (self->figure, x, y, &target));
            g_assert_true (ipl_target_equal (&target, &wanted));
          }
        /* In the plane the nearest token is, which is it or one at the very place. */
        g_assert_true (ipl_figure_find (self->figure, ipl_frame_x (plane->frame, at[0]),
                                        ipl_frame_y (plane->frame, at[1]), &target));
        g_assert_cmpint (ipl_target_get (&target, IPL_PART_SEQUENCE), ==, i);
        g_assert_cmpfloat (
            hypot (self->card->sequences[i].at[2 * ipl_target_get (&target, IPL_PART_TOKEN)]
                       - at[0],
                   self->card->sequences[i].at[2 * ipl_target_get (&target, IPL_PART_TOKEN) + 1]
                       - at[1]),
            <, 1e-12);
      }
}

static void
record (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "%s\n", markup);
}

/* Appends the texts of the figure. Returns: its pixels */
static GBytes *
paint (const Shown *self, GString *texts)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  GBytes *pixels;

  ipl_recorder_set (cr, &(IplRecorder){ .on_text = record, .on_data = texts });
  ipl_figure_paint (self->figure, cr);
  cairo_surface_flush (surface);
  pixels = g_bytes_new (cairo_image_surface_get_data (surface), 4 * WIDTH * HEIGHT);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixels;
}

/* There are no controls: the window shows what is exported, the noise among its keys. */
static void
test_exported (Shown *self, gconstpointer data)
{
  g_autoptr (GString) texts = g_string_new (NULL);
  g_autoptr (GBytes) shown = paint (self, texts);
  g_autoptr (GBytes) exported = NULL;
  IplParameters parameters;

  g_assert_nonnull (strstr (texts->str, "<i>σ</i><sub>∥</sub> = 1.00 sd\n"));
  ipl_parameters_init (&parameters, "hmc4");
  for (double y = 1; y < HEIGHT; y += 5)
    g_assert_false (ipl_figure_edit (self->figure, WIDTH / 3, y, WIDTH / 2, y, &parameters));
  self->style.has_controls = FALSE;
  ipl_figure_set (self->figure, &self->fixture->view, &self->style, WIDTH, HEIGHT);
  exported = paint (self, texts);
  g_assert_true (g_bytes_equal (shown, exported));
}

static void
test_words (Shown *self, gconstpointer data)
{
  const IplView *view = &self->fixture->view;
  IplTarget head = ipl_target_token (0, 0, 0, 5), token = ipl_target_sequence (1, 0);
  IplTarget beyond = ipl_target_token (0, 0, 0, 31);
  g_autofree char *looks = ipl_figure_describe_target (&ipl_panel_task_card, &head, view);
  g_autofree char *lies = ipl_figure_describe_target (&ipl_panel_task_card, &token, view);
  g_autofree char *none = ipl_panel_describe_target (&ipl_panel_task_card, &beyond, view);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_task_card, view);
  g_autofree char *table = ipl_figure_table (&ipl_panel_task_card, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_autofree char *all_alike = NULL;

  g_assert_true (g_str_has_prefix (looks, "From 6 (state "));
  g_assert_nonnull (strstr (looks, "), to "));
  g_assert_nonnull (strstr (looks, ": layer 1, good, test sequence 3 (label +1) 0."));
  /* Of a head that looks at all alike, the first. */
  ipl_target_set (&head, IPL_PART_LAYER, 1);
  all_alike = ipl_figure_describe_target (&ipl_panel_task_card, &head, view);
  g_assert_nonnull (strstr (all_alike, ", to 1 (the beginning): layer 2, uniform, "));
  g_assert_true (g_str_has_suffix (all_alike, " 0.03226"));
  g_assert_cmpstr (
      lies, ==, "Token of test sequence 13 (label −1) 1 (the beginning): along v₊ 0, along v₋ 0");
  g_assert_null (none);
  g_assert_nonnull (strstr (words, "1.00 in the plane"));
  /* Of two sequences the places, and what four heads attend to. */
  g_assert_cmpuint (g_strv_length (lines), ==, 2 * 5 * (1 + 31) + (2 * 5 - 1) + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/card/pick", Shown, NULL, set_up, test_pick, tear_down);
  g_test_add ("/card/exported", Shown, NULL, set_up, test_exported, tear_down);
  g_test_add ("/card/words", Shown, NULL, set_up, test_words, tear_down);
  return g_test_run ();
}
