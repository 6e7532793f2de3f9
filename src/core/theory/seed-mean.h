/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

/* The accuracies of one sweep over several seeds of its case. Reference-counted; immutable once it
 * is shared. */
typedef struct
{
  guint n;        /* how many seeds */
  guint64 *seeds; /* [@n] the seeds of the case */
  guint n_rows;   /* rows of each sweep */
  /* [@n_rows] where they were solved; the temperature is not theirs where @best */
  IplSetting *settings;
  guint n_lines; /* GP lines of each sweep */
  char **lines;  /* [@n_lines] what they are called, "all paths" first */
  gboolean best; /* whether each row stands at a temperature of its own */
  /* whether a seed without a number is left out of the mean there, as while rows arrive */
  gboolean partial;
  IplLabels labels; /* what labels are, and so whether accuracies are mean squared errors */
  double *accuracy; /* [@n x @n_rows] on the case's own test set */
  double *diagonal; /* [@n x @n_rows] with U's diagonal only */
  double *levelled; /* [@n x @n_rows] with U's diagonal levelled to its first entry */
  double *gp;       /* [@n x @n_lines] of the GP limits */
  /*< private >*/
  gatomicrefcount ref_count;
} IplSeedMean;

typedef struct
{
  double mean; /* the mean over seeds */
  double sd;   /* the standard deviation between seeds, with n − 1; 0 for one seed */
} IplSeedSpread;

IplSeedMean *ipl_seed_mean_new (void);
gboolean ipl_seed_mean_append (IplSeedMean *self, guint64 seed, const IplSweep *sweep,
                               gboolean best);
IplSeedMean *ipl_seed_mean_copy (const IplSeedMean *self);
IplSeedSpread ipl_seed_mean_get_spread (const IplSeedMean *self, const double *values, guint width,
                                        guint at);
guint ipl_seed_mean_find_typical (const IplSeedMean *self, double *distance);
IplSeedMean *ipl_seed_mean_ref (IplSeedMean *self);
void ipl_seed_mean_unref (IplSeedMean *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedMean, ipl_seed_mean_unref)

G_END_DECLS
