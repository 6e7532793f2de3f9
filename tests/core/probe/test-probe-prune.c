/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of removal, the places of heads in them, and accuracies that a file has measured in them;
 * those of another setting are left out. */
#include "probe/probe-support.h"

#include <math.h>
#include <string.h>

#include "core/files/npz.h"
#include "core/probe/probe-prune.h"

#define N_HEADS 8
#define N_ROWS (IPL_PROBE_N_ORDERS + IPL_PROBE_N_RANDOM)

static const ProbeFiles plain
    = { .P = 20, .P_test = 12, .most = 3, .n_layers = 3, .H = { 3, 2, 3 }, .measures = TRUE };

static const double *
get_order (const IplTrajectory *trajectory, guint row)
{
  return ipl_trajectory_get (trajectory, "prune_order", 0) + row * N_HEADS;
}

/* Heads go by rising numbers, of entropy by falling ones, each once, and are placed by that. */
static void
test_orders (ProbeFixture *self, gconstpointer unused)
{
  static const char *const arrays[] = { "weight", "gradient", "entropy", "norm", "drop" };
  g_autoptr (IplTrajectory) trajectory = NULL;
  const double *place;

  probe_files_write (self, &plain);
  trajectory = probe_files_run_plain (self);
  place = ipl_trajectory_get (trajectory, "prune_place", 0);
  for (guint r = 0; r < N_ROWS; r++)
    {
      gboolean seen[9] = { FALSE };
      double last = -INFINITY;

      for (gsize k = 0; k < N_HEADS; k++)
        {
          gsize head = (gsize)get_order (trajectory, r)[k];

          g_assert_cmpuint (head % 3, <, plain.H[head / 3]);
          g_assert_false (seen[head]);
          seen[head] = TRUE;
          if (r >= IPL_PROBE_N_ORDERS)
            continue;
          double number = ipl_trajectory_get (trajectory, arrays[r], 0)[head] * (r == 2 ? -1 : 1);

          g_assert_cmpfloat (number, >=, last);
          last = number;
          g_assert_cmpfloat (place[r * 9 + head], ==, (double)(N_HEADS - k));
        }
      if (r < IPL_PROBE_N_ORDERS)
        g_assert_true (isnan (place[r * 9 + 5]));
    }
  for (guint r = IPL_PROBE_N_ORDERS + 1; r < N_ROWS; r++)
    g_assert_true (
        memcmp (get_order (trajectory, r), get_order (trajectory, r - 1), N_HEADS * sizeof (double))
        != 0);
  g_assert_null (ipl_trajectory_find (trajectory, "prune_accuracy"));
}

/* Where the file says nothing of the model there are the orders by score and at random alone. */
static void
test_unknown (ProbeFixture *self, gconstpointer unused)
{
  g_autoptr (IplTrajectory) trajectory = NULL;
  ProbeFiles probes = plain;

  probes.measures = FALSE;
  probe_files_write (self, &probes);
  trajectory = probe_files_run_plain (self);
  for (guint r = 0; r < N_ROWS; r++)
    g_assert_true (isfinite (get_order (trajectory, r)[0])
                   == (r == IPL_PROBE_BY_SCORE || r >= IPL_PROBE_N_ORDERS));
}

/* Writes the file once more, with accuracies in the orders of @trajectory; in that by score two
 * heads are exchanged where @is_other. */
static void
write_measured (const ProbeFixture *self, const IplTrajectory *trajectory, gboolean is_other,
                gsize n_points)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = ipl_npz_read (self->path, NULL, &error);
  IplNpzWriter *writer = ipl_npz_writer_new (self->path, &error);
  double order[N_ROWS * N_HEADS], accuracy[N_ROWS * (N_HEADS + 1)];

  memcpy (order, get_order (trajectory, 0), sizeof order);
  for (gsize i = 0; i < G_N_ELEMENTS (accuracy); i++)
    accuracy[i] = (double)i / 1000;
  if (is_other)
    {
      order[0] = get_order (trajectory, 0)[1];
      order[1] = get_order (trajectory, 0)[0];
    }
  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    {
      const IplArray *array = ipl_npz_get (npz, i);

      ipl_npz_writer_add_doubles (writer, array->name, array->values, array->ndim, array->shape);
    }
  ipl_npz_writer_add_doubles (writer, "prune_order", order, 2, (gsize[]){ N_ROWS, N_HEADS });
  ipl_npz_writer_add_doubles (writer, "prune_accuracy", accuracy, 2, (gsize[]){ N_ROWS, n_points });
  g_assert_true (ipl_npz_writer_close (writer, &error));
}

static void
test_measured (ProbeFixture *self, gconstpointer unused)
{
  for (guint is_other = 0; is_other < 2; is_other++)
    {
      g_autoptr (IplTrajectory) before = NULL, after = NULL;
      const double *accuracy;

      probe_files_write (self, &plain);
      before = probe_files_run_plain (self);
      write_measured (self, before, is_other, N_HEADS + 1);
      after = probe_files_run_plain (self);
      accuracy = ipl_trajectory_get (after, "prune_accuracy", 0);
      for (gsize i = 0; i < N_ROWS * (N_HEADS + 1); i++)
        if (is_other && i <= N_HEADS)
          g_assert_true (isnan (accuracy[i]));
        else
          g_assert_cmpfloat (accuracy[i], ==, (double)i / 1000);
    }
}

static void
test_refused (ProbeFixture *self, gconstpointer unused)
{
  g_autoptr (IplTrajectory) before = NULL;
  g_autoptr (GError) error = NULL;
  gboolean complete;

  probe_files_write (self, &plain);
  before = probe_files_run_plain (self);
  write_measured (self, before, FALSE, N_HEADS);
  g_assert_null (probe_files_run (self, 0, 1, NULL, &complete, &error));
  g_assert_cmpstr (error->message, ==,
                   "“probes.npz”: prune_order must be [orders, 8], a head a step, and "
                   "prune_accuracy [orders, 9].");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (ProbeFixture *self, gconstpointer unused);
  } tests[] = { { "/probe-prune/orders", test_orders },
                { "/probe-prune/unknown", test_unknown },
                { "/probe-prune/measured", test_measured },
                { "/probe-prune/refused", test_refused } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, ProbeFixture, NULL, probe_files_set_up, tests[i].run,
                probe_files_tear_down);
  return g_test_run ();
}
