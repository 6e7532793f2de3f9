/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/seed-mean.h"
#include "sweeps/folder-status.h"

G_BEGIN_DECLS

/**
 * IplSweepRows:
 * @folder: the sweep
 * @status: how far it is
 * @regression: whether scores are mean squared errors
 * @accuracy: [n_rows] on the case's own test set; NaN where it is not there
 * @diagonal: [n_rows] with U's diagonal only
 * @levelled: [n_rows] with U's diagonal levelled
 * @n_lines: GP lines of each row's temperature
 * @lines: [@n_lines] what they are called
 * @gp: (nullable): [n_seeds x n_temperatures x @n_lines] their accuracies
 * @damage: (nullable): the sentence about the first file that cannot be read
 *
 * What is there of a sweep: accuracies, and no more. Reference-counted; immutable once it is
 * shared.
 */
typedef struct
{
  IplSweepFolder *folder;
  IplSweepStatus *status;
  gboolean regression;
  double *accuracy;
  double *diagonal;
  double *levelled;
  guint n_lines;
  GStrv lines;
  double *gp;
  char *damage;
  /*< private >*/
  gatomicrefcount ref_count;
} IplSweepRows;

IplSweepRows *ipl_sweep_rows_read (const char *path, const IplSweepRows *before,
                                   GCancellable *cancellable, GError **error);
IplSweepRows *ipl_sweep_rows_ref (IplSweepRows *self);
void ipl_sweep_rows_unref (IplSweepRows *self);
gboolean ipl_sweep_rows_equal (const IplSweepRows *self, const IplSweepRows *other);
gboolean ipl_sweep_rows_find_temperature (const IplSweepRows *self, double temperature,
                                          guint *index);
IplSeedMean *ipl_sweep_rows_mean (const IplSweepRows *self, guint temperature);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweepRows, ipl_sweep_rows_unref)

G_END_DECLS
