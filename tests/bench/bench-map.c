/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of the built-in four paths: how soon there is a first picture and all of it, on two cores:
 * widths and temperatures 40 x 40 at P = 100 (0.1 s, 3 s), widths and P 20 x 20 up to P = 800
 * (40 s), and the memory for both (below 500 MB). */
#include "bench.h"

#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include <stdio.h>

typedef struct
{
  gint64 begin_usec, first_usec; /* 0 before there is a picture */
  guint first;                   /* cells of it */
} Watch;

static void
on_show (const IplMap *so_far, gpointer data)
{
  Watch *watch = data;

  if (watch->first_usec != 0)
    return;
  watch->first_usec = g_get_monotonic_time ();
  watch->first = so_far->n_done;
}

/* @ready: the case with its kernels is there before, as in the window */
static void
bench_map (const char *x, const char *y, gboolean ready)
{
  g_auto (IplRunSettings) run = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (IplMap) map = NULL;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplParameters parameters;
  Watch watch = { 0 };
  double cpu;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_run_settings_init (&run, "map", &parameters);
  if (!ipl_map_axis_find (&run.x, "x", x, &parameters, &error)
      || !ipl_map_axis_find (&run.y, "y", y, &parameters, &error))
    g_error ("%s", error->message);
  map = ipl_map_new (&run, &error);
  if (ready)
    {
      the_case = ipl_parameters_make_case (&parameters, FALSE, 2, NULL, &error);
      kernel = ipl_kernel_prepare (the_case, NULL, &error);
    }
  cpu = bench_seconds ();
  watch.begin_usec = g_get_monotonic_time ();
  const IplMapSolve how
      = { .threads = 2, .kernel = kernel, .known = &parameters, .show = on_show, .data = &watch };
  if (!ipl_map_solve (map, &how, &error))
    g_error ("%s", error->message);
  printf ("%s, %s: %u of %u cells after %.3f s, all after %.2f s (%.2f s of CPU), %.0f MB so far\n",
          x, y, watch.first, map->n, (double)(watch.first_usec - watch.begin_usec) * 1e-6,
          (double)(g_get_monotonic_time () - watch.begin_usec) * 1e-6, bench_seconds () - cpu,
          bench_peak_megabytes ());
}

int
main (void)
{
  bench_map ("N=10:1000:40", "T=0.001:10:40", TRUE);
  bench_map ("N=10:1000:20", "P=40:800:20:linear", FALSE);
  return 0;
}
