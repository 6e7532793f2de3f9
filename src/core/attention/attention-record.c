/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a scan as a trajectory whose time counts examples. */
#include "core/attention/attention-scan-private.h"

#include <math.h>
#include <string.h>

/* A minimum with a larger gradient in w / s_w is reported as doubtful. */
#define DOUBTFUL 0.05

/* 2: branches; h: heads; q, k: tokens; u: rows of U; w: weights; x: points of the line */
const IplRecordedArray ipl_attention_recorded[] = {
  { "order_parameter", "2", .words = "order parameter" },
  { "free_energy", "2", .words = "free energy of attention" },
  { "accuracy", "", .is_optional = TRUE, .words = "test accuracy" },
  { "mean_squared_error", "", .is_optional = TRUE }, /* of numbers */
  { "attention", "hqk", .words = "attention" },
  { "U", "uu", .words = "order parameter U" },
  { "weights", "w", .words = "attention weights" },
  { "lowest", "", .words = "lowest branch" },
  { "finished", "", .words = "1 where all observables were computed" },
  { "layer", "h", .is_constant = TRUE, .words = "layer of a head" },
  { "line", "x", .is_constant = TRUE, .words = "place on the line" },
  { "line_free_energy", "x", .words = "free energy along the line" },
  { "line_barrier", "", .words = "barrier along the line" },
  { NULL },
};

const IplAttentionMinimum *
ipl_attention_row_lowest (const IplAttentionRow *row)
{
  const IplAttentionMinimum *up = row->minima[0], *down = row->minima[1];

  return down->free_energy < up->free_energy - IPL_ATTENTION_SAME ? down : up;
}

static void
fill (IplTrajectory *to, const char *name, gsize size, const double *values)
{
  if (values != NULL && ipl_trajectory_find (to, name) != NULL)
    memcpy (ipl_trajectory_edit (to, name), values, size * sizeof *values);
}

static void
fill_number (IplTrajectory *to, const char *name, double value)
{
  fill (to, name, 1, &value);
}

/* Copies the time-dependent arrays of a moment. ipl_attention_scan_has_before() checks that the
 * shapes agree. */
static void
copy_row (const IplTrajectory *from, guint moment, IplTrajectory *to)
{
  for (guint i = 0; i < to->arrays->len; i++)
    {
      const IplTrajectoryArray *array = to->arrays->pdata[i];

      if (array->in_time)
        fill (to, array->name, array->size, ipl_trajectory_get (from, array->name, moment));
    }
}

static void
fill_row (const IplAttentionScan *self, const IplAttentionRow *row, IplTrajectory *to)
{
  gsize map = ipl_case_n_heads (self->the_case) * self->the_case->T * self->the_case->T;
  gsize rows = ipl_case_rows_of_U (self->the_case);
  const IplAttentionMinimum *lowest = ipl_attention_row_lowest (row);
  double F[IPL_ATTENTION_BRANCHES];

  for (guint b = 0; b < IPL_ATTENTION_BRANCHES; b++)
    F[b] = row->minima[b]->free_energy;
  fill (to, "free_energy", IPL_ATTENTION_BRANCHES, F);
  fill (to, "weights", self->n, lowest->w);
  fill_number (to, "lowest", lowest == row->minima[0] ? 0 : 1);
  fill_number (to, "finished", row->done ? 1 : NAN);
  /* Another thread may be at it. */
  if (!row->done)
    return;
  if (row->from_former_scan)
    {
      copy_row (self->before, (guint)(row - self->rows), to);
      return;
    }
  fill (to, "order_parameter", IPL_ATTENTION_BRANCHES, row->order);
  fill_number (to, ipl_case_get_score (self->the_case)->field, row->accuracy);
  fill (to, "attention", map, row->attention);
  fill (to, "U", rows * rows, row->U);
  fill (to, "line_free_energy", IPL_ATTENTION_LINE_POINTS, row->line);
  fill_number (to, "line_barrier",
               ipl_attention_line_barrier (IPL_ATTENTION_LINE_POINTS, row->line));
}

static gboolean
add_arrays (const IplAttentionScan *self, IplTrajectory *to, GError **error)
{
  const IplCase *the_case = self->the_case;
  const gsize H = ipl_case_n_heads (the_case), points = IPL_ATTENTION_LINE_POINTS;
  const gsize lengths[]
      = { H, the_case->T, the_case->T, ipl_case_rows_of_U (the_case), self->n, points };
  g_autofree double *layer = g_new (double, H);
  const IplScore *score = ipl_case_get_score (the_case);
  double line[IPL_ATTENTION_LINE_POINTS];
  guint head = 0;

  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      layer[head++] = l + 1;
  for (guint i = 0; i < points; i++)
    line[i] = ipl_attention_line_position (i);
  ipl_trajectory_add_recorded (to, ipl_attention_recorded, "hqkuwx", lengths);
  ipl_trajectory_add (to, score->field, 0, NULL);
  ipl_trajectory_set_words (to, score->field, score->name, "");
  return ipl_trajectory_add_constant (to, "layer", 1, &H, layer, error)
         && ipl_trajectory_add_constant (to, "line", 1, &points, line, error);
}

/* Adds a message about a descent that ended early. */
static void
report_doubt (const IplAttentionScan *self, IplTrajectory *to)
{
  for (guint s = 0; s < self->plan->n_P; s++)
    for (guint b = 0; b < IPL_ATTENTION_BRANCHES; b++)
      if (!(self->rows[s].minima[b]->gradient <= DOUBTFUL))
        {
          g_autofree char *text
              = g_strdup_printf ("At P = %u the descent over attention stopped at a gradient of "
                                 "%.2g, so that the result may not be a minimum.",
                                 self->plan->P[s], self->rows[s].minima[b]->gradient);

          ipl_trajectory_set_message (to, text);
          return;
        }
}

IplTrajectory *
ipl_attention_scan_record (const IplAttentionScan *self, GError **error)
{
  g_autoptr (IplTrajectory) to = ipl_trajectory_new (IPL_CLOCK_EXAMPLES);

  if (!add_arrays (self, to, error))
    return NULL;
  for (guint s = 0; s < self->plan->n_P; s++)
    {
      if (!ipl_trajectory_append (to, self->plan->P[s], error))
        return NULL;
      fill_row (self, &self->rows[s], to);
    }
  report_doubt (self, to);
  return g_steal_pointer (&to);
}

/* TRUE if a trajectory has all arrays that the scan records, each as large. */
static gboolean
has_arrays (const IplAttentionScan *self, const IplTrajectory *trajectory)
{
  g_autoptr (IplTrajectory) own = ipl_trajectory_new (IPL_CLOCK_EXAMPLES);
  gboolean has = add_arrays (self, own, NULL);

  for (guint i = 0; i < own->arrays->len; i++)
    {
      const IplTrajectoryArray *array = own->arrays->pdata[i];
      const IplTrajectoryArray *recorded = ipl_trajectory_find (trajectory, array->name);

      has = has && recorded != NULL && recorded->in_time == array->in_time
            && recorded->size == array->size;
    }
  return has;
}

gboolean
ipl_attention_scan_has_before (const IplAttentionScan *self, guint index)
{
  const IplTrajectory *before = self->before;
  const IplAttentionRow *row = &self->rows[index];
  const IplAttentionMinimum *lowest = ipl_attention_row_lowest (row);
  const double *F;

  if (before == NULL || before->S != self->plan->n_P || !has_arrays (self, before)
      || before->time[index] != self->plan->P[index]
      || *ipl_trajectory_get (before, "finished", index) != 1)
    return FALSE;
  F = ipl_trajectory_get (before, "free_energy", index);
  for (guint b = 0; b < IPL_ATTENTION_BRANCHES; b++)
    if (F[b] != row->minima[b]->free_energy)
      return FALSE;
  return memcmp (ipl_trajectory_get (before, "weights", index), lowest->w,
                 self->n * sizeof (double))
         == 0;
}
