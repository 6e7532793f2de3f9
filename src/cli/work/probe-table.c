/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what a probe says of each layer, and whether its scores can be trusted. */
#include "cli/work/work.h"

#include <math.h>
#include <stdio.h>

#include "core/probe/probe-trust.h"

/* The head of the highest score, from 0. */
static gsize
find_best (const double *score, gsize n)
{
  gsize best = 0;

  for (gsize h = 1; h < n; h++)
    if (score[h] > score[best])
      best = h;
  return best;
}

/* @array: (nullable): one that the file need not lead to */
static void
print_number (const double *array, gsize at, int width)
{
  if (array != NULL && isfinite (array[at]))
    printf (" %*.4f", width, array[at]);
  else
    printf (" %*s", width, "-");
}

static const double *
get (const IplTrajectory *trajectory, const char *name, guint layer)
{
  return ipl_trajectory_find (trajectory, name) != NULL
             ? ipl_trajectory_get (trajectory, name, layer)
             : NULL;
}

static void
print_layer (const IplTrajectory *trajectory, guint layer)
{
  gsize most = ipl_trajectory_find (trajectory, "score")->size;
  gsize best = find_best (ipl_trajectory_get (trajectory, "score", layer), most);

  printf ("%6.0f", trajectory->time[layer]);
  print_number (ipl_trajectory_get (trajectory, "accuracy", layer), 0, 9);
  print_number (ipl_trajectory_get (trajectory, "accuracy_gp", layer), 0, 9);
  printf (" %10" G_GSIZE_FORMAT, best + 1);
  print_number (ipl_trajectory_get (trajectory, "weight", layer), best, 9);
  print_number (get (trajectory, "score_sd", layer), best, 9);
  print_number (get (trajectory, "drop", layer), best, 9);
  print_number (get (trajectory, "rank_correlation", layer), 0, 9);
  printf ("\n");
}

void
cli_probe_print (const IplView *view)
{
  const IplTrajectory *trajectory = view->own->trajectory;
  const double *model = get (trajectory, "model_accuracy", 0);
  g_autofree char *trust = ipl_probe_say_trust (trajectory);

  printf ("%6s %9s %9s %10s %9s %9s %9s %9s\n", "layer", "accuracy", "GP", "best head", "weight",
          "score sd", "drop", "rank corr");
  for (guint s = 0; s < trajectory->S; s++)
    print_layer (trajectory, s);
  if (model != NULL)
    printf ("The model itself: accuracy %.4f.\n", model[0]);
  printf ("%s\n", trust);
}
