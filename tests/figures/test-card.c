/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The card of a task: every token is picked where it is, noise is dragged along its track, and what
 * is pointed at is said with its numbers. */

#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/panels/task/card-layout.h"
#include "fixture.h"

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
  IplCardLayout layout;
} Shown;

static void
set_up (Shown *self, gconstpointer data)
{
  IplMarkovChain chain;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 20;
  self->card = ipl_task_card_new_of_chain (&chain, 2, NULL);
  self->fixture = fixture_new (FIXTURE_HMC4);
  self->fixture->the_case->level = IPL_LEVEL_WEIGHTS;
  self->fixture->the_case->T = self->card->T;
  self->fixture->view.card = self->card;
  ipl_style_init (&self->style, IPL_THEME_LIGHT, 8);
  self->style.has_controls = TRUE;
  self->figure = ipl_figure_new (&ipl_panel_task_card);
  ipl_figure_set (self->figure, &self->fixture->view, &self->style, WIDTH, HEIGHT);
  ipl_card_layout_init (&self->layout, &self->fixture->view, &self->style, WIDTH, HEIGHT);
}

static void
tear_down (Shown *self, gconstpointer data)
{
  ipl_card_layout_clear (&self->layout);
  ipl_figure_free (self->figure);
  fixture_free (self->fixture);
  ipl_task_card_unref (self->card);
}

static void
test_pick (Shown *self, gconstpointer data)
{
  const IplCardLayout *layout = &self->layout;
  IplTarget target;

  g_assert_cmpuint (layout->n, ==, 2);
  for (guint i = 0; i < 2; i++)
    for (gsize t = 0; t < self->card->T; t++)
      {
        const double *at = self->card->sequences[i].at + 2 * t;
        IplRect map = ipl_card_layout_map (layout, i, 3);
        double x = ipl_frame_x (&layout->band[i].frame, at[0]);
        double y = ipl_frame_y (&layout->band[i].frame, at[1]);

        g_assert_true (ipl_figure_find (self->figure, map.x + map.w / 3,
                                        map.y + ((double)t + 0.5) * map.h / (double)self->card->T,
                                        &target));
        g_assert_cmpint (target.layer, ==, 1);
        g_assert_cmpint (target.head, ==, 1);
        g_assert_cmpint (target.example, ==, (int)i);
        g_assert_cmpint (target.token, ==, (int)t);
        /* In the plane the nearest token is, which is it or one at the very place. */
        g_assert_true (ipl_figure_find (self->figure, x, y, &target));
        g_assert_cmpint (target.example, ==, (int)i);
        g_assert_cmpfloat (hypot (self->card->sequences[i].at[2 * target.token] - at[0],
                                  self->card->sequences[i].at[2 * target.token + 1] - at[1]),
                           <, 1e-12);
      }
}

/* Both noises, to what is under the pointer; nothing else changes. */
static void
test_drag (Shown *self, gconstpointer data)
{
  IplParameters parameters;
  const IplMarkovChain *chain;

  ipl_parameters_init (&parameters, "hmc4");
  chain = ipl_parameters_get_markov_chain (&parameters);
  for (guint k = 0; k < 2; k++)
    {
      const IplRect *track = &self->layout.track[k];
      const double *noise = k == 0 ? &chain->noise_parallel : &chain->noise_perpendicular;
      const double *other = k == 1 ? &chain->noise_parallel : &chain->noise_perpendicular;
      double y = track->y + track->h / 3, before = *other;

      for (double wanted = 0; wanted <= 50; wanted += 5)
        {
          double x = track->x + track->w * cbrt (wanted / 50);

          g_assert_true (ipl_figure_edit (self->figure, track->x + 2, y, x, y, &parameters));
          g_assert_cmpfloat_with_epsilon (*noise, wanted, 1e-9);
          g_assert_cmpfloat (*other, ==, before);
        }
      g_assert_true (ipl_figure_edit (self->figure, track->x + 2, y, -100, y, &parameters));
      g_assert_cmpfloat (*noise, ==, 0);
    }
  g_assert_false (ipl_figure_edit (self->figure, WIDTH / 2, 100, WIDTH / 2, 50, &parameters));
  /* Of another experiment there is no such noise. */
  ipl_parameters_init (&parameters, "joma-joint");
  g_assert_false (ipl_figure_edit (self->figure, self->layout.track[0].x + 2,
                                   self->layout.track[0].y + 3, 100, 50, &parameters));
}

/* TRUE if something is drawn in the middle of a track, between its marks. */
static gboolean
has_track (const Shown *self, const IplRect *track)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const guint8 *data;
  gsize stride;
  gboolean found = FALSE;

  ipl_figure_paint (self->figure, cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  stride = (gsize)cairo_image_surface_get_stride (surface);
  for (gsize y = (gsize)track->y; y < (gsize)(track->y + track->h); y++)
    {
      const guint8 *pixel = data + y * stride + 4 * (gsize)(track->x + 0.4 * track->w);

      found = found || pixel[0] != 255 || pixel[1] != 255 || pixel[2] != 255;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return found;
}

/* Controls are in the window alone: a figure that is exported says the noise. */
static void
test_exported (Shown *self, gconstpointer data)
{
  const IplRect *track = &self->layout.track[0];
  IplParameters parameters;

  ipl_parameters_init (&parameters, "hmc4");
  g_assert_true (has_track (self, track));
  self->style.has_controls = FALSE;
  ipl_figure_set (self->figure, &self->fixture->view, &self->style, WIDTH, HEIGHT);
  g_assert_false (has_track (self, track));
  g_assert_false (ipl_figure_edit (self->figure, track->x + 2, track->y + track->h / 3, 100,
                                   track->y, &parameters));
}

static void
test_words (Shown *self, gconstpointer data)
{
  const IplView *view = &self->fixture->view;
  IplTarget head = { -1, -1, 0, 0, -1, -1, 0, 5, -1 }, token = { -1, -1, -1, -1, -1, -1, 1, 0, -1 };
  IplTarget beyond = { -1, -1, 0, 0, -1, -1, 0, 31, -1 };
  g_autofree char *looks = ipl_figure_say (&ipl_panel_task_card, &head, view);
  g_autofree char *lies = ipl_figure_say (&ipl_panel_task_card, &token, view);
  g_autofree char *none = ipl_panel_task_card.say (&beyond, view);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_task_card, view);
  g_autofree char *table = ipl_figure_table (&ipl_panel_task_card, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

  g_assert_true (g_str_has_prefix (looks, "Layer 1, good, test sequence 3 (label +1): token 6, "));
  g_assert_nonnull (strstr (looks, ", looks at token "));
  /* Of a head that looks at all alike, the first three, each once. */
  head.layer = 1;
  g_clear_pointer (&looks, g_free);
  looks = ipl_figure_say (&ipl_panel_task_card, &head, view);
  g_assert_nonnull (
      strstr (looks, ", looks at token 1 (the beginning), weight 0.03; token 2 (state "));
  g_assert_nonnull (strstr (looks, "; token 3 (state "));
  g_assert_cmpstr (lies, ==,
                   "Token 1, the beginning, of test sequence 13 (label −1): 0 v₊ and 0 v₋, in "
                   "multiples of each vector");
  g_assert_null (none);
  g_assert_nonnull (strstr (words, "1.00 in the plane"));
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 2 * 31 + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/card/pick", Shown, NULL, set_up, test_pick, tear_down);
  g_test_add ("/card/drag", Shown, NULL, set_up, test_drag, tear_down);
  g_test_add ("/card/exported", Shown, NULL, set_up, test_exported, tear_down);
  g_test_add ("/card/words", Shown, NULL, set_up, test_words, tear_down);
  return g_test_run ();
}
