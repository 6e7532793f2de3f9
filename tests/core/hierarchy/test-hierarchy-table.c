/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of latent hierarchies: its settings, networks that are trained alone, and those that
 * are there already. */
#include "core/hierarchy/hierarchy-table.h"

#include <glib/gstdio.h>
#include <math.h>
#include "support.h"

/* The twelve of the paper, each once. */
TEST (test_settings, "/hierarchy-table/settings")
{
  IplHierarchyTable table;
  IplHierarchyTraining first, last;
  gboolean seen[3][2][2] = { { { FALSE } } };

  ipl_hierarchy_table_init (&table);
  table.size = g_intern_string ("paper");
  for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
    {
      IplHierarchyTraining training;
      gboolean *is;

      ipl_hierarchy_table_cell (&table, cell, &training);
      g_assert_cmpuint (training.d, ==, 1024);
      g_assert_cmpuint (training.steps, ==, 10000);
      g_assert_cmpuint (training.batch, ==, 128);
      g_assert_true (ipl_hierarchy_shape_validate (&training.shape, NULL));
      is = &seen[training.shape.n_classes == 20 ? 0
                 : training.shape.n_classes == 30
                     ? 1
                     : 2][training.shape.n_parts - 2][training.shape.n_latents[0] / 20];
      g_assert_false (*is);
      g_assert_cmpuint (training.shape.n_latents[1], ==, training.shape.n_latents[0] + 10);
      *is = TRUE;
    }
  ipl_hierarchy_table_cell (&table, 0, &first);
  ipl_hierarchy_table_cell (&table, 11, &last);
  g_assert_cmpuint (first.shape.n_classes, ==, 20);
  g_assert_cmpuint (last.shape.n_classes, ==, 50);
}

static IplTrajectory *
run (const IplHierarchyTable *table, const IplTrajectory *before)
{
  gboolean complete = FALSE;
  IplTrajectory *trajectory
      = TEST_OK (ipl_hierarchy_table_run (table, before, NULL, NULL, &complete, &error));

  g_assert_true (complete);
  return trajectory;
}

static const double *
get (const IplTrajectory *self, guint moment, guint cell, guint seed)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (self, "cell_correlation");

  return array->values + moment * array->size + (cell * array->shape[1] + seed) * IPL_TABLE_LEVELS;
}

/* A cell's numbers are those of its lowest block, correlations and chance. */
static void
assert_trained (const IplTrajectory *part, const char *name, const IplTrajectory *whole,
                const char *trained)
{
  const IplTrajectoryArray *cells = ipl_trajectory_find (part, name);
  const IplTrajectoryArray *both = ipl_trajectory_find (whole, trained);

  for (guint s = 0; s < part->S; s++)
    test_assert_same (IPL_TABLE_LEVELS,
                      cells->values + s * cells->size + (cells->shape[1] + 1) * IPL_TABLE_LEVELS,
                      both->values + s * both->size + both->shape[1] * both->shape[2]);
}

/* A part has the numbers that its network has beside others of its shape, and no others. */
TEST (test_part, "/hierarchy-table/part")
{
  IplHierarchyTable table;
  IplHierarchyTraining training;
  g_autoptr (IplTrajectory) part = NULL;
  g_autoptr (IplHierarchyRun) whole = NULL;

  ipl_hierarchy_table_init (&table);
  table.part = 4; /* the second shape's second seed */
  part = run (&table, NULL);
  ipl_hierarchy_table_cell (&table, 1, &training);
  whole = TEST_OK (ipl_hierarchy_run_new (&training, &error));
  TEST_OK (ipl_hierarchy_run_train (whole, training.steps, NULL, &error));
  g_assert_cmpuint (ipl_hierarchy_run_get_trajectory (whole)->S, ==, part->S);
  assert_trained (part, "cell_correlation", ipl_hierarchy_run_get_trajectory (whole),
                  "level_correlation");
  assert_trained (part, "cell_chance", ipl_hierarchy_run_get_trajectory (whole), "level_chance");
  for (guint s = 0; s < part->S; s++)
    for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
      for (guint seed = 0; seed < 2; seed++)
        for (guint level = 0; level < IPL_TABLE_LEVELS; level++)
          if (cell != 1 || seed != 1)
            g_assert_true (isnan (get (part, s, cell, seed)[level]));
}

/* What is there is not trained again. */
TEST (test_before, "/hierarchy-table/before")
{
  g_autoptr (IplTrajectory) made = NULL, again = NULL;
  IplHierarchyTable table;

  ipl_hierarchy_table_init (&table);
  table.part = 1;
  made = run (&table, NULL);
  /* A number that no training gives. */
  *(double *)get (made, made->S - 1, 0, 0) = 0.125;
  again = run (&table, made);
  g_assert_cmpfloat (*get (again, again->S - 1, 0, 0), ==, 0.125);
}

typedef struct
{
  guint n, most;
  GCancellable *cancellable;
} Heard;

static void
hear (gconstpointer so_far, double fraction, gpointer data)
{
  Heard *heard = data;

  heard->n++;
  if (heard->n == heard->most)
    g_cancellable_cancel (heard->cancellable);
}

/* A network that was stopped goes on from its checkpoint, to the same numbers; the checkpoint of
 * another one is not taken. */
TEST (test_checkpoint, "/hierarchy-table/checkpoint")
{
  g_autofree char *file = test_path ("kept");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Heard stopped = { 0, 8, cancellable }, went_on = { 0 }, other = { 0 };
  IplWork work = { .show = hear };
  g_autoptr (IplTrajectory) whole = NULL, parted = NULL, next = NULL;
  IplHierarchyTable table;
  gboolean complete;

  ipl_hierarchy_table_init (&table);
  table.part = 1;
  whole = run (&table, NULL);
  work.cancellable = cancellable;
  work.data = &stopped;
  TEST_CANCELLED (ipl_hierarchy_table_run (&table, NULL, file, &work, &complete, &error));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  work.cancellable = NULL;
  work.data = &went_on;
  parted = TEST_OK (ipl_hierarchy_table_run (&table, NULL, file, &work, &complete, &error));
  g_assert_cmpuint (went_on.n, <, whole->S - 4);
  for (guint s = 0; s < whole->S; s++)
    test_assert_same (IPL_TABLE_LEVELS, get (whole, s, 0, 0), get (parted, s, 0, 0));
  table.part = 2;
  work.data = &other;
  next = TEST_OK (ipl_hierarchy_table_run (&table, NULL, file, &work, &complete, &error));
  g_assert_cmpuint (other.n, >=, whole->S - 1);
}
