/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing with 512 paths: a frame of each panel that lists them, of all and of the strongest. */
#include "bench.h"

#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include <math.h>
#include <stdio.h>

#define ROUNDS 12

/* U of a few strong paths and many weak ones, correlated within a head. */
static double *
make_U (const IplCase *the_case)
{
  gsize Pi = the_case->Pi;
  double *U = g_new (double, Pi * Pi);

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double size = sqrt (1 + (double)(p * 37 % 101)) * sqrt (1 + (double)(q * 37 % 101));

        /* Products of vectors of three entries, and a diagonal. */
        U[p * Pi + q]
            = size
              * (0.03 * cos ((double)p) * cos ((double)q) + 0.02 * sin (3.0 * p) * sin (3.0 * q)
                 + 0.05 * (p / 64 == q / 64) + (p == q));
      }
  return U;
}

/* CPU seconds of laying a panel out and drawing it, the least of several. */
static double
time_frame (const IplPanel *panel, const IplView *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 400);
  cairo_t *cr = cairo_create (surface);
  double least = INFINITY;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint i = 0; i < ROUNDS; i++)
    {
      double begin = bench_seconds ();

      ipl_figure_draw (panel, view, &style, cr, 640, 400);
      least = fmin (least, bench_seconds () - begin);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return least;
}

int
main (void)
{
  static const IplPanel *const panels[] = { &ipl_panel_paths, &ipl_panel_u };
  const guint H[] = { 8, 8, 8 };
  g_autoptr (IplCase) the_case = bench_synthetic_case (4, 2, 3, H, 4);
  g_autofree double *U = make_U (the_case);
  IplSolution solution = { .the_case = &the_case->info, .U = U, .converged = TRUE };
  IplView view = { .the_case = &the_case->info, .current = &solution, .display.n_components = 30 };

  ipl_setting_init_for_case (&solution.setting, the_case, 10);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      double all = time_frame (panels[i], &view);
#ifndef BENCH_ALL_ONLY
      view.display.paths_shown = 64;
      printf ("%s: %.2f ms with 512 paths, %.2f ms with the 64 strongest\n", panels[i]->id,
              1e3 * all, 1e3 * time_frame (panels[i], &view));
      view.display.paths_shown = 0;
#else
      printf ("%s: %.2f ms with 512 paths\n", panels[i]->id, 1e3 * all);
#endif
    }
  return 0;
}
