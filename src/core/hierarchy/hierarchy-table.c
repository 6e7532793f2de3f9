/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The twelve settings of JoMA's table 1, several seeds of each (THEORY.md section 15.8). */
#include "core/hierarchy/hierarchy-table.h"

#include "core/base/random-stream.h"

#include <math.h>
#include <string.h>

#define MOMENTS 20

const char *const ipl_table_sizes[] = { "seconds", "minutes", "paper", NULL };

/* Networks of each size; the last are the paper's. */
static const struct
{
  guint d, steps, batch;
  double learning_rate;
} sizes[] = {
  { 32, 60, 0, 1e-3 },
  { 96, 200, 0, 3e-4 },
  { 1024, 10000, 128, 1e-4 },
};

static const guint n_classes[] = { 20, 30, 50 }, n_parts[] = { 2, 3 };
static const guint n_latents[][IPL_TABLE_LEVELS] = { { 10, 20 }, { 20, 30 } };

/* Cells c, seeds s, levels v. */
const IplRecordedArray ipl_table_recorded[] = {
  { "cell_correlation", "csv" },
  { "cell_chance", "csv" },
  { "table_of", "n", .is_constant = TRUE },
  { NULL },
};

void
ipl_hierarchy_table_init (IplHierarchyTable *self)
{
  *self = (IplHierarchyTable){
    .size = g_intern_static_string (ipl_table_sizes[0]), .seeds = 2, .seed = 1, .shown_cell = 1
  };
}

static guint
size_index (const IplHierarchyTable *self)
{
  guint i = 0;

  while (strcmp (ipl_table_sizes[i], self->size) != 0)
    i++;
  return i;
}

/* The setting of a cell, with all its seeds: classes vary slowest, then parts, then latents. */
void
ipl_hierarchy_table_cell (const IplHierarchyTable *self, guint cell, IplHierarchyTraining *training)
{
  guint size = size_index (self);

  *training = (IplHierarchyTraining){ .shape = { .n_levels = IPL_TABLE_LEVELS,
                                                 .n_parts = n_parts[cell / 2 % 2],
                                                 .n_classes = n_classes[cell / 4],
                                                 .vocabulary = 100,
                                                 .length = 30,
                                                 .seed = self->seed },
                                      .layers = 3,
                                      .d = sizes[size].d,
                                      .learning_rate = sizes[size].learning_rate,
                                      .weight_decay = 1e-4,
                                      .batch = sizes[size].batch,
                                      .seeds = self->seeds,
                                      .steps = sizes[size].steps,
                                      .reports = MOMENTS };
  memcpy (training->shape.n_latents, n_latents[cell % 2], sizeof n_latents[0]);
}

typedef struct
{
  const IplHierarchyTable *table;
  const char *checkpoint; /* (nullable) */
  const IplWork *work;    /* (nullable) */
  IplTrajectory *trajectory;
  IplHierarchyRun *run;   /* the run in training */
  guint cell, first_seed; /* of this run */
  double done;            /* cells that are finished */
} Run;

static const char *const names[] = { "cell_correlation", "cell_chance" };
static const char *const trained_names[] = { "level_correlation", "level_chance" };

/* Index of the numbers of a network in a moment. */
static gsize
place_of (const IplHierarchyTable *self, guint cell, guint seed)
{
  return ((gsize)cell * self->seeds + seed) * IPL_TABLE_LEVELS;
}

/* TRUE if its numbers are complete. */
static gboolean
is_trained (const Run *self, guint cell, guint seed)
{
  guint last = self->trajectory->S - 1;

  return isfinite (
      ipl_trajectory_get (self->trajectory, names[0], last)[place_of (self->table, cell, seed)]);
}

/* The lowest block's numbers of all networks of a run. */
static void
copy_run (const IplTrajectory *from, Run *to)
{
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      const IplTrajectoryArray *source = ipl_trajectory_find (from, trained_names[k]);
      const IplTrajectoryArray *array = ipl_trajectory_find (to->trajectory, names[k]);
      gsize apart = source->shape[1] * source->shape[2];

      for (guint s = 0; s < from->S; s++)
        for (gsize seed = 0; seed < source->shape[0]; seed++)
          memcpy (array->values + s * array->size
                      + place_of (to->table, to->cell, to->first_seed + (guint)seed),
                  source->values + s * source->size + seed * apart,
                  IPL_TABLE_LEVELS * sizeof (double));
    }
}

static void
on_trained (gconstpointer so_far, double fraction, gpointer data)
{
  Run *self = data;

  copy_run (so_far, self);
  /* A network is trained even if its checkpoint cannot be written. */
  if (self->table->part > 0 && self->checkpoint != NULL)
    ipl_hierarchy_run_save (self->run, self->checkpoint, NULL);
  ipl_work_show (self->work, self->trajectory, (self->done + fraction) / IPL_TABLE_CELLS);
}

/* Resumes from the checkpoint of the network, or starts. */
static IplHierarchyRun *
begin (const Run *self, const IplHierarchyTraining *training, GError **error)
{
  IplHierarchyRun *former = self->table->part > 0 && self->checkpoint != NULL
                                ? ipl_hierarchy_run_load (training, self->checkpoint,
                                                          ipl_work_cancellable (self->work), NULL)
                                : NULL;

  return former != NULL ? former : ipl_hierarchy_run_new (training, error);
}

/* Networks of @n seeds from @first on. */
static gboolean
train (Run *self, guint cell, guint first, guint n, GError **error)
{
  const IplWork work = { .threads = ipl_work_threads (self->work),
                         .cancellable = ipl_work_cancellable (self->work),
                         .stop = self->work != NULL ? self->work->stop : NULL,
                         .show = on_trained,
                         .data = self };
  g_autoptr (IplHierarchyRun) run = NULL;
  IplHierarchyTraining training;

  ipl_hierarchy_table_cell (self->table, cell, &training);
  training.seeds = n;
  if (first > 0)
    training.shape.seed = ipl_random_derive (training.shape.seed, first);
  self->cell = cell;
  self->first_seed = first;
  self->run = run = begin (self, &training, error);
  return run != NULL && ipl_hierarchy_run_train (run, training.steps, &work, error);
}

/* Trains all seeds at once if none is done, else the missing ones. */
static gboolean
train_cell (Run *self, guint cell, GError **error)
{
  guint n_trained = 0;

  for (guint seed = 0; seed < self->table->seeds; seed++)
    n_trained += is_trained (self, cell, seed);
  if (n_trained == 0)
    return train (self, cell, 0, self->table->seeds, error);
  for (guint seed = 0; seed < self->table->seeds; seed++)
    if (!is_trained (self, cell, seed) && !train (self, cell, seed, 1, error))
      return FALSE;
  return TRUE;
}

/* All moments, without numbers. */
static IplTrajectory *
new_trajectory (const IplHierarchyTable *self, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  const double of[] = { size_index (self), (double)self->seed };
  const gsize two = G_N_ELEMENTS (of);
  guint steps = sizes[size_index (self)].steps, stride = MAX (1, steps / MOMENTS);

  ipl_trajectory_add_recorded (trajectory, ipl_table_recorded, "csv",
                               (gsize[]){ IPL_TABLE_CELLS, self->seeds, IPL_TABLE_LEVELS });
  for (guint step = 0;; step = MIN (steps, step + stride))
    {
      if (!ipl_trajectory_append (trajectory, step, error))
        return NULL;
      if (step == steps)
        break;
    }
  return ipl_trajectory_add_constant (trajectory, "table_of", 1, &two, of, error)
             ? g_steal_pointer (&trajectory)
             : NULL;
}

/* Records what ipl_table_recorded lists; networks that are in @before, of the same table, are not
 * trained again.
 * @checkpoint: (nullable): file of a network that is trained alone, from which it resumes if the
 *   file exists
 * @work: (nullable): shows the table so far, a shape at a time
 * @complete: (out): TRUE if no network is missing */
IplTrajectory *
ipl_hierarchy_table_run (const IplHierarchyTable *self, const IplTrajectory *before,
                         const char *checkpoint, const IplWork *work, gboolean *complete,
                         GError **error)
{
  g_autoptr (IplTrajectory) trajectory = new_trajectory (self, error);
  Run run = { .table = self, .checkpoint = checkpoint, .work = work, .trajectory = trajectory };

  if (trajectory == NULL)
    return NULL;
  if (before != NULL)
    ipl_trajectory_fill (trajectory, before);
  *complete = TRUE;
  if (self->part > 0)
    {
      guint cell = (self->part - 1) / self->seeds, seed = (self->part - 1) % self->seeds;

      if (!is_trained (&run, cell, seed) && !train (&run, cell, seed, 1, error))
        return NULL;
      *complete = is_trained (&run, cell, seed);
      return g_steal_pointer (&trajectory);
    }
  for (guint cell = 0; cell < IPL_TABLE_CELLS; cell++)
    {
      if (!(work != NULL && g_cancellable_is_cancelled (work->stop))
          && !train_cell (&run, cell, error))
        return NULL;
      run.done++;
      for (guint seed = 0; seed < self->seeds; seed++)
        *complete = *complete && is_trained (&run, cell, seed);
    }
  return g_steal_pointer (&trajectory);
}
