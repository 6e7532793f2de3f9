/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program on the installed library alone: work of all kinds, drawn and written; settings and
 * versions. */
#include <interplay/interplay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void
check (gboolean right, const char *what)
{
  printf ("%s - %s\n", right ? "ok" : "not ok", what);
  failures += !right;
}

static void
fail (GError *error)
{
  fprintf (stderr, "work: %s\n", error->message);
  exit (1);
}

static void
hear (double fraction, double seconds_left, const char *sentence, gpointer user_data)
{
  double *most = user_data;

  *most = MAX (*most, fraction);
}

/* As files, figures, a page and a script. */
static void
check_drawn (InterplayResults *results, const char *folder, const char *stem)
{
  static const char *const endings[] = { ".npz", ".svg", ".html" };
  g_auto (GStrv) panels = interplay_results_list_panels (results);
  g_autofree char *script = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat (stem, endings[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      gboolean written
          = i == 0   ? interplay_results_save_npz (results, NULL, path, &error)
            : i == 1 ? interplay_results_save_figure (results, NULL, "nature", path, NULL, &error)
                     : interplay_results_save_html (results, NULL, NULL, path, NULL, &error);

      if (!written)
        fail (error);
      check (g_file_test (path, G_FILE_TEST_IS_REGULAR), name);
    }
  script = interplay_results_to_script (results, panels[1], NULL, "results.npz", &error);
  if (script == NULL)
    fail (error);
  check (strstr (script, "np.load(\"results.npz\")") != NULL, "a script");
  check (!interplay_results_save_figure (results, "no-panel", NULL, "x.svg", NULL, &error)
             && g_error_matches (error, INTERPLAY_ERROR, INTERPLAY_ERROR_VALUE),
         "and no figure that is not there");
}

/* Results that are loaded are written as they were. */
static void
check_loaded (const char *folder, const char *stem)
{
  g_autofree char *name = g_strconcat (stem, ".npz", NULL), *first = NULL, *second = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *again = g_strconcat (path, "-again.npz", NULL);
  g_autoptr (InterplayResults) results = NULL;
  g_autoptr (GError) error = NULL;
  gsize n, m;

  results = interplay_results_load (path, NULL, &error);
  if (results == NULL || !interplay_results_save_npz (results, NULL, again, &error)
      || !g_file_get_contents (path, &first, &n, &error)
      || !g_file_get_contents (again, &second, &m, &error))
    fail (error);
  check (n == m && memcmp (first, second, n) == 0, "loaded results");
}

/* What solving would refuse is refused when it is set. */
static void
check_settings (InterplayCase *the_case)
{
  const guint widths[] = { 3, 7, 0 }, many[] = { 200000000, 5, 5 };
  g_autoptr (InterplaySetting) setting = interplay_setting_new (the_case, 10);
  g_autoptr (GError) error = NULL;

  check (!interplay_setting_set_widths (setting, 3, widths, &error), "a width of 0 is refused");
  g_clear_error (&error);
  check (!interplay_setting_set_widths (setting, 3, many, &error), "and one that is too large");
  check (interplay_setting_get_width (setting, 1) == 10, "and nothing changes");
  check (interplay_check_version (INTERPLAY_MAJOR_VERSION, INTERPLAY_MINOR_VERSION,
                                  INTERPLAY_MICRO_VERSION)
                 == NULL
             && interplay_check_version (INTERPLAY_MAJOR_VERSION, INTERPLAY_MINOR_VERSION + 1, 0)
                    != NULL,
         "the library is as late as its headers, and no later");
}

/* Work of all kinds on a built-in case. */
static void
check_work (const char *folder)
{
  const char *const words[] = { "n-train", "40", "n-test", "40", "seed", "3", NULL };
  const char *const steps[] = { "steps", "20", NULL };
  double most = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (InterplayOptions) options = interplay_options_new ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (InterplayCase) the_case = interplay_case_make ("hmc2", words, NULL, &error);
  g_autoptr (InterplayResults) sweep = NULL, sample = NULL, kernels = NULL, map = NULL,
                               heads = NULL, course = NULL;

  if (the_case == NULL)
    fail (error);
  check_settings (the_case);
  interplay_options_set_progress (options, hear, &most, NULL);
  interplay_options_set_gp_paths (options, "1;1,2");
  interplay_options_set_sampler (options, 2, 20, 20, 1);
  sweep = interplay_results_sweep (the_case, "10,gp", "0.1", options, NULL, &error);
  check (sweep != NULL && interplay_results_get_n_settings (sweep) == 2, "a sweep");
  check (most > 0 && most <= 1, "its progress");
  sample = interplay_results_sample (the_case, "10", NULL, options, NULL, &error);
  kernels = interplay_results_kernels (the_case, "10", NULL, NULL, NULL, &error);
  map = interplay_results_map (the_case, "N=5,10", "T=0.1,1", NULL, NULL, NULL, NULL, &error);
  if (!interplay_options_set_pruning (options, "random", NULL, 3, 1, FALSE, &error))
    fail (error);
  heads = interplay_results_prune (the_case, NULL, "0.1", options, NULL, &error);
  course = interplay_results_dynamics ("joma-joint", steps, NULL, NULL, &error);
  if (sample == NULL || kernels == NULL || map == NULL || heads == NULL || course == NULL)
    fail (error);
  check_drawn (sweep, folder, "sweep");
  check_drawn (sample, folder, "sample");
  check_drawn (kernels, folder, "kernels");
  check_drawn (map, folder, "map");
  check_drawn (heads, folder, "heads");
  check_drawn (course, folder, "course");
  check_loaded (folder, "sweep");
  check_loaded (folder, "sample");
  check_loaded (folder, "map");
  check_loaded (folder, "course");
  g_cancellable_cancel (cancelled);
  check (interplay_results_sweep (the_case, NULL, NULL, NULL, cancelled, &error) == NULL
             && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED),
         "work is cancelled");
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    {
      fprintf (stderr, "usage: work FOLDER\n");
      return 2;
    }
  check_work (argv[1]);
  return failures > 0;
}
