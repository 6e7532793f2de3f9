/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The main thread's time to open Find, and for every key typed there.
 *
 * usage: bench-find [CASE.npz]: a case of many paths */
#include <stdio.h>
#include <time.h>

#include "fixture.h"

static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static gboolean
has_example (IplWindow *window)
{
  IplView view;

  return !ipl_session_get_view (ipl_window_get_session (window), &view) || view.the_case == NULL
         || view.the_case->Pi < 10;
}

/* Laid out and painted, in milliseconds. */
static double
since (double begin)
{
  settle ();
  return now () - begin;
}

static void
type (IplWindow *window, const char *text)
{
  GtkEditable *entry = part (window->finder, "entry");
  double sum = 0, worst = 0;

  for (glong n = 1; n <= g_utf8_strlen (text, -1); n++)
    {
      g_autofree char *typed = g_utf8_substring (text, 0, n);
      double begin = now (), taken;

      gtk_editable_set_text (entry, typed);
      taken = since (begin);
      sum += taken;
      worst = MAX (worst, taken);
    }
  printf ("%-24s %5.1f ms a key, %5.1f at worst\n", text, sum / (double)g_utf8_strlen (text, -1),
          worst);
}

int
main (int argc, char *argv[])
{
  static const char *const typed[] = { "denoising", "heatmap", "export", "1 2", "theme dark" };
  char *own[] = { argv[0], NULL }, **none = own;
  int n_own = 1;
  IplWindow *window;

  fixture_init (&n_own, &none);
  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_until (is_idle (window));
  if (argc > 1)
    drop (window, argv[1]);
  /* While it is solved, which takes long where paths are many. */
  wait_until (argc == 1 || !has_example (window));
  settle ();
  for (int i = 0; i < 3; i++)
    {
      double begin = now ();

      act (window, "find", NULL);
      printf ("open                     %5.1f ms, ", since (begin));
      begin = now ();
      g_autoptr (GPtrArray) items = ipl_window_list_findable (window);
      printf ("%u items listed in %.1f ms\n", items->len, now () - begin);
      for (guint k = 0; k < G_N_ELEMENTS (typed); k++)
        type (window, typed[k]);
      ipl_finder_close (window->finder);
      settle ();
    }
  ipl_window_close_unasked (window);
  settle ();
  return 0;
}
