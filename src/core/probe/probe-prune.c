/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-prune.h"

#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/heads/head-drops.h"

/* Numbers of removed heads at which accuracy is measured, in each order. */
#define CURVE_POINTS 24
#define N_ROWS (IPL_PROBE_N_ORDERS + IPL_PROBE_N_RANDOM)

const char *const ipl_probe_order_words[IPL_PROBE_N_ORDERS]
    = { "theory’s score", "gradient score", "attention entropy", "output norm", "drop" };

/* Heads of the least go first, of entropy those of the most. */
static const struct
{
  const char *array;
  double sign;
} by[IPL_PROBE_N_ORDERS] = {
  { "weight", 1 }, { "gradient", 1 }, { "entropy", -1 }, { "norm", 1 }, { "drop", 1 },
};

/* The heads that there are, as layer most + head. */
static gsize
list_heads (const IplTrajectory *trajectory, gsize most, guint *heads)
{
  const double *weight = ipl_trajectory_get (trajectory, "weight", 0);
  gsize n = 0;

  for (guint i = 0; i < trajectory->S * most; i++)
    if (isfinite (weight[i]))
      heads[n++] = i;
  return n;
}

/* FALSE where a head's number is not known. */
static gboolean
order_by (const IplTrajectory *trajectory, IplProbeOrder which, gsize n, const guint *heads,
          double *order)
{
  g_autofree double *worth = g_new (double, n);
  g_autofree guint *sorted = g_new (guint, n);
  const double *of;

  if (ipl_trajectory_find (trajectory, by[which].array) == NULL)
    return FALSE;
  of = ipl_trajectory_get (trajectory, by[which].array, 0);
  for (gsize i = 0; i < n; i++)
    {
      worth[i] = by[which].sign * of[heads[i]];
      if (!isfinite (worth[i]))
        return FALSE;
    }
  ipl_heads_sort ((guint)n, worth, sorted);
  for (gsize i = 0; i < n; i++)
    order[i] = heads[sorted[i]];
  return TRUE;
}

/* The first stream of the seed is that of rank correlations. */
static void
order_at_random (guint64 seed, guint which, gsize n, const guint *heads, double *order)
{
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_PROBE, 1 + which);
  for (gsize i = 0; i < n; i++)
    {
      gsize k = gsl_rng_uniform_int (&stream.rng, i + 1);

      order[i] = order[k];
      order[k] = heads[i];
    }
}

/* Accuracies of an order that the file has, where it has just this one. */
static void
find_measured (const IplPruneCurves *curves, gsize n, const double *order, double *accuracy)
{
  if (curves->order == NULL || curves->n_heads != n)
    return;
  for (gsize r = 0; r < curves->n_rows; r++)
    if (memcmp (curves->order + r * n, order, n * sizeof (double)) == 0)
      memcpy (accuracy, curves->accuracy + r * (n + 1), (n + 1) * sizeof (double));
}

static gboolean
measure (const IplProbeModel *model, const IplProbeWork *work, gsize n, const double *order,
         double *accuracy, GError **error)
{
  g_autofree gboolean *removed = g_new0 (gboolean, model->n_layers * model->most);
  gsize step = (n + CURVE_POINTS - 1) / CURVE_POINTS;

  for (gsize k = 0; k <= n; k++)
    {
      if (k > 0)
        removed[(gsize)order[k - 1]] = TRUE;
      if ((k == n || k % step == 0)
          && !model->measure (model->data, removed, work->threads, &accuracy[k], work->cancellable,
                              error))
        return FALSE;
    }
  return TRUE;
}

/* The place of each head in an order, 1 for the one that goes last: those of places up to n are
 * the n heads that are kept. */
static void
place (gsize n, const double *order, double *places)
{
  for (gsize i = 0; i < n; i++)
    places[(gsize)order[i]] = (double)(n - i);
}

/* Adds the orders, the places of the heads in them and, where they are known or can be measured,
 * accuracies without the first 0, 1, .. of each. All layers must be there. */
gboolean
ipl_probe_prune (const IplProbeFile *file, const IplProbeWork *work, guint64 seed,
                 IplTrajectory *trajectory, GError **error)
{
  gsize most = file->most, all = trajectory->S * most, n;
  g_autofree guint *heads = g_new (guint, all);
  g_autofree double *order = NULL, *accuracy = NULL, *places = NULL;
  gboolean known = file->curves.order != NULL || file->model.measure != NULL;

  n = list_heads (trajectory, most, heads);
  order = g_new (double, N_ROWS * n);
  accuracy = g_new (double, N_ROWS * (n + 1));
  places = g_new (double, IPL_PROBE_N_ORDERS * all);
  for (gsize i = 0; i < N_ROWS * (n + 1); i++)
    accuracy[i] = NAN;
  for (gsize i = 0; i < IPL_PROBE_N_ORDERS * all; i++)
    places[i] = NAN;
  for (guint r = 0; r < N_ROWS; r++)
    {
      double *row = order + r * n, *of_row = accuracy + r * (n + 1);

      if (r >= IPL_PROBE_N_ORDERS)
        order_at_random (seed, r - IPL_PROBE_N_ORDERS, n, heads, row);
      else if (order_by (trajectory, r, n, heads, row))
        place (n, row, places + r * all);
      else
        {
          for (gsize i = 0; i < n; i++)
            row[i] = NAN;
          continue;
        }
      find_measured (&file->curves, n, row, of_row);
      if (file->model.measure != NULL && !measure (&file->model, work, n, row, of_row, error))
        return FALSE;
    }
  return ipl_trajectory_add_constant (trajectory, "prune_order", 2, (gsize[]){ N_ROWS, n }, order,
                                      error)
         && ipl_trajectory_add_constant (trajectory, "prune_place", 3,
                                         (gsize[]){ IPL_PROBE_N_ORDERS, trajectory->S, most },
                                         places, error)
         && (!known
             || ipl_trajectory_add_constant (trajectory, "prune_accuracy", 2,
                                             (gsize[]){ N_ROWS, n + 1 }, accuracy, error));
}
