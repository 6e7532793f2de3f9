/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The story "When does interplay pay?": its maps are solved, and each number that a caption says is
 * the one that stands in the figure above it. */
#include "core/maps/map-parameters.h"
#include "core/maps/map-solve.h"
#include "core/parameters/parameters.h"
#include "figures/story/story.h"
#include "figure-fixture.h"
#include <math.h>
#include <string.h>

/* Stop of the map of noise, of which the rows alone that its caption speaks of are solved, and the
 * whole in "long". */
#define BORDER 6
/* U of the good path, instead of a number of a cell. */
#define U_GOOD IPL_MAP_N_NUMBERS

/* A number of a cell, as the caption of a stop says it. */
static const struct
{
  guint stop;
  double x, y; /* values of the axes; @y is 0 of a curve */
  guint number;
  const char *said;
} said[] = {
  { 0, 50, 0.01, IPL_MAP_ACCURACY, "0.970" },
  { 0, 50, 0.01, IPL_MAP_ACCURACY_GP, "0.805" },
  { 0, 800, 0.01, IPL_MAP_ACCURACY, "0.766" },
  { 0, 800, 0.01, IPL_MAP_ACCURACY_GP, "0.885" },
  { 1, 100, 1, IPL_MAP_ACCURACY, "0.971" },
  { 1, 100, 1, IPL_MAP_ACCURACY_GP, "0.773" },
  { 1, 800, 1, IPL_MAP_ACCURACY, "0.977" },
  { 1, 800, 1, IPL_MAP_ACCURACY_GP, "0.962" },
  { 2, 50, 0.01, IPL_MAP_TRAIN_RESIDUAL, "0.018" },
  { 2, 800, 0.01, IPL_MAP_TRAIN_RESIDUAL, "0.082" },
  { 2, 800, 1, IPL_MAP_TRAIN_RESIDUAL, "0.43" },
  { 2, 800, 1, IPL_MAP_ACCURACY, "0.977" },
  { 3, 50, 0.01, U_GOOD, "11.8" },
  { 3, 800, 0.01, U_GOOD, "109" },
  { 3, 800, 1, U_GOOD, "6.2" },
  { 4, 800, 0, IPL_MAP_ACCURACY, "0.766" },
  { 4, 1600, 0, IPL_MAP_ACCURACY, "0.919" },
  { 4, 3200, 0, IPL_MAP_ACCURACY, "0.963" },
  { 4, 3200, 0, IPL_MAP_ACCURACY_GP, "0.962" },
};

/* Numbers with a point that are no result: the temperature, and what is asserted by itself. */
static const char *const others[] = { "0.01", "2.6", "3.5", "0.053", "0.220" };

static const IplStory *story;
static IplMap *maps[8]; /* of the stops */

static IplMap *
solve (const IplParameters *parameters)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  const IplMapSolve how = { .work = { .threads = 2 } };
  g_autoptr (GError) error = NULL;
  IplMap *map;

  ipl_map_get_run (parameters, &run, &error);
  g_assert_no_error (error);
  map = ipl_map_new (&run, &error);
  g_assert_no_error (error);
  ipl_map_solve (map, &how, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (map->n_done, ==, map->n);
  return map;
}

BEFORE_TESTS (solve_all)
{
  g_autoptr (GError) error = NULL;

  story = ipl_shipped_story_load ("reversal", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ipl_story_n_stops (story), <=, G_N_ELEMENTS (maps));
  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      g_autofree IplParameters *parameters
          = g_memdup2 (ipl_story_get_stop (story, i)->parameters, sizeof *parameters);

      if (i == BORDER && !g_test_slow ())
        parameters->map_axis_y = "noise-perpendicular=0.25,1.5,4";
      maps[i] = i > 0 && ipl_map_answers (maps[i - 1], parameters) ? ipl_map_ref (maps[i - 1])
                                                                   : solve (parameters);
    }
}

static guint
find (const IplSweepAxis *axis, double value)
{
  for (guint i = 0; i < axis->n; i++)
    if (axis->values[i] == value)
      return i;
  g_assert_cmpuint (axis->n, ==, 0);
  return 0;
}

/* @number: a number of a cell, or U_GOOD */
static double
number_at (const IplMap *map, double x, double y, guint number)
{
  guint cell = ipl_map_index (map, 0, find (&map->run.y, y), find (&map->run.x, x));

  return number == U_GOOD ? ipl_map_get_U (map, cell, 0) : ipl_map_get (map, cell, number);
}

/* As many digits behind the point as were said. */
static char *
format_like (double value, const char *like)
{
  const char *point = strchr (like, '.');

  return g_strdup_printf ("%.*f", point != NULL ? (int)strlen (point + 1) : 0, value);
}

static const char *
caption_of (guint stop)
{
  return ipl_story_get_stop (story, stop)->caption;
}

TEST (test_numbers, "/reversal/numbers")
{
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      const IplMap *map = maps[said[i].stop];
      g_autofree char *found
          = format_like (number_at (map, said[i].x, said[i].y, said[i].number), said[i].said);

      g_assert_cmpstr (found, ==, said[i].said);
      g_assert_nonnull (strstr (caption_of (said[i].stop), said[i].said));
    }
}

static gboolean
is_listed (guint stop, const char *number)
{
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    if (said[i].stop == stop && strcmp (said[i].said, number) == 0)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strcmp (others[i], number) == 0)
      return TRUE;
  return FALSE;
}

/* No caption says another number. */
TEST (test_nothing_else, "/reversal/nothing-else")
{
  g_autoptr (GRegex) regex = g_regex_new ("[0-9]+\\.[0-9]+", 0, 0, NULL);
  guint n = 0;

  for (guint i = 0; i < ipl_story_n_stops (story); i++)
    {
      g_autoptr (GMatchInfo) match = NULL;

      for (g_regex_match (regex, caption_of (i), 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL), n++)
        {
          g_autofree char *number = g_match_info_fetch (match, 0);

          if (!is_listed (i, number))
            g_error ("stop %u says %s", i + 1, number);
        }
    }
  g_assert_cmpuint (n, >=, G_N_ELEMENTS (said) - 1);
}

/* The reversal, and that there is none at T = 1; the least accuracy of the last curve. */
TEST (test_reversal, "/reversal/signs")
{
  static const double P[] = { 50, 100, 200, 400, 800 };

  for (guint i = 0; i < G_N_ELEMENTS (P); i++)
    {
      g_assert_cmpint (number_at (maps[0], P[i], 0.01, IPL_MAP_GAIN) > 0, ==, P[i] < 800);
      g_assert_cmpfloat (number_at (maps[1], P[i], 1, IPL_MAP_GAIN), >, 0);
    }
  for (guint x = 0; x < maps[4]->nx; x++)
    g_assert_cmpfloat (number_at (maps[4], maps[4]->run.x.values[x], 0, IPL_MAP_ACCURACY), >=,
                       number_at (maps[4], 800, 0, IPL_MAP_ACCURACY));
}

/* Four paths of 231 features. */
TEST (test_rank, "/reversal/rank")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = ipl_parameters_make_case (story->settings, FALSE, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (the_case->N0, ==, 231);
  g_assert_cmpuint (the_case->Pi * the_case->N0, ==, 924);
  g_assert_nonnull (
      strstr (caption_of (4), "Four paths of 231 features make a kernel of rank 924"));
}

/* The largest and the least of U at @P examples over U at @than, wherever P/N is the same. */
static void
compare (double P, double than, double *least, double *most)
{
  const IplMap *map = maps[5];

  *least = INFINITY;
  *most = 0;
  for (guint i = 0; i < map->nx; i++)
    for (guint k = 0; k < map->nx; k++)
      {
        double N = map->run.x.values[i], other = map->run.x.values[k], ratio;

        if (P / N != than / other)
          continue;
        ratio = number_at (map, N, P, U_GOOD) / number_at (map, other, than, U_GOOD);
        *least = fmin (*least, ratio);
        *most = fmax (*most, ratio);
      }
}

TEST (test_collapse, "/reversal/collapse")
{
  double least, most;

  compare (100, 200, &least, &most);
  g_assert_cmpfloat (most, <, 1.12);
  g_assert_cmpfloat (least, >, 1 / 1.12);
  g_assert_cmpfloat (fmax (most, 1 / least), >, 1.11);
  compare (400, 200, &least, &most);
  g_assert_cmpfloat (least, >, 1);
  g_assert_cmpint ((int)round (100 * (most - 1)), ==, 42);
  compare (800, 200, &least, &most);
  g_assert_cmpint ((int)round (10 * least), ==, 26);
  g_assert_cmpint ((int)round (10 * most), ==, 35);
  g_assert_nonnull (strstr (caption_of (5), "within 12 %"));
  g_assert_nonnull (strstr (caption_of (5), "up to 42 %"));
  g_assert_nonnull (strstr (caption_of (5), "2.6 to 3.5 times"));
}

TEST (test_border, "/reversal/border")
{
  const IplMap *map = maps[6];
  double least = 0, most = 0;

  for (guint x = 0; x < map->nx; x++)
    {
      double N = map->run.x.values[x];

      least = fmin (least, number_at (map, N, 0.25, IPL_MAP_GAIN));
      most = fmax (most, number_at (map, N, 4, IPL_MAP_GAIN));
      g_assert_cmpfloat (number_at (map, N, 0.25, IPL_MAP_GAIN), <, 0);
      g_assert_cmpfloat (number_at (map, N, 1.5, IPL_MAP_GAIN), >, 0);
    }
  for (guint i = 0; i < map->n; i++)
    g_assert_cmpfloat (ipl_map_get (map, i, IPL_MAP_GAIN), >=, least);
  g_assert_cmpfloat_with_epsilon (least, -0.053, 5e-4);
  g_assert_cmpfloat_with_epsilon (most, 0.220, 5e-4);
  g_assert_nonnull (strstr (caption_of (6), "up to 0.053"));
  g_assert_nonnull (strstr (caption_of (6), "up to 0.220"));
}

AFTER_TESTS (forget_all)
{
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    ipl_map_unref (maps[i]);
  ipl_story_unref (story);
}
