/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/work.h"
#include "core/theory/solution.h"

typedef struct
{
  char *label;   /* "all paths", or the path group's label */
  gsize n_paths; /* number of paths in it */
  /* (nullable): [@n_paths] flat indices of its paths; %NULL for all paths, the first line */
  guint *paths;
  IplSolution *solution; /* the GP limit of these paths only */
} IplGpLine;

/* The GP limits at a temperature and a set of variances. */
typedef struct
{
  /* number of GP lines: "all paths", then the case's groups of paths, then those of
   * ipl_sweep_with_subsets() */
  guint n_lines;
  IplGpLine *lines; /* [n_lines] */
} IplSweepGroup;

/* The theory over many settings. Reference-counted; immutable after the end of the sweep. */
typedef struct
{
  IplCaseInfo *the_case; /* the case solved */
  guint n_rows;          /* number of settings */
  /* [n_rows] solutions in the order of the settings; %NULL if unsolved */
  IplSolution **rows;
  guint *group;          /* [n_rows] index into @groups */
  guint n_groups;        /* number of different (temperature, variances) */
  IplSweepGroup *groups; /* [n_groups] */
  double seconds;        /* elapsed time of the sweep */
  /*< private >*/
  gatomicrefcount ref_count;
} IplSweep;

IplSweep *ipl_sweep_run (IplKernel *kernel, guint n_settings, const IplSetting *settings,
                         const gboolean *wanted, const IplSweep *before, const IplWork *work,
                         GError **error);
IplSweep *ipl_sweep_ref (IplSweep *self);
void ipl_sweep_unref (IplSweep *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSweep, ipl_sweep_unref)

IplSweep *ipl_sweep_new (IplCase *the_case, guint n_settings, const IplSetting *settings,
                         const IplSweep *before, GError **error);
IplSweep *ipl_sweep_copy (const IplSweep *self);
IplSweep *ipl_sweep_copy_solved (const IplSweep *self);
IplSweep *ipl_sweep_interleave (guint n, const IplSweep *const *parts, gboolean one_group);

IplSweep *ipl_sweep_best (IplSweep *grid);
double ipl_sweep_best_temperature (const IplSweep *grid, const IplSweep *best,
                                   const IplSetting *setting);

/* The accuracies of a sweep over several seeds of its case. Reference-counted; immutable once it
 * is shared. */
typedef struct
{
  guint n;        /* number of seeds */
  guint64 *seeds; /* [@n] the seeds of the case */
  guint n_rows;   /* rows of each sweep */
  /* [@n_rows] settings of the rows; their temperature is invalid if @best */
  IplSetting *settings;
  guint n_lines;    /* GP lines of each sweep */
  char **lines;     /* [@n_lines] names of the lines, "all paths" first */
  gboolean best;    /* TRUE if every row has its own temperature */
  gboolean stored;  /* TRUE if they come from a file of results */
  IplLabels labels; /* type of labels, which decides between accuracy and mean squared error */
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
gboolean ipl_seed_mean_append_of (IplSeedMean *self, const IplSeedMean *other, guint at);
IplSeedMean *ipl_seed_mean_copy (const IplSeedMean *self);
IplSeedMean *ipl_seed_mean_with_lines (const IplSeedMean *self, guint n_lines);
IplSeedSpread ipl_seed_mean_get_spread (const IplSeedMean *self, const double *values, guint width,
                                        guint at);
guint ipl_seed_mean_find_typical (const IplSeedMean *self, double *distance);
IplSeedMean *ipl_seed_mean_ref (IplSeedMean *self);
void ipl_seed_mean_unref (IplSeedMean *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSeedMean, ipl_seed_mean_unref)

/* Largest number of path subsets of a sweep. */
#define IPL_MAX_SUBSETS 16

GPtrArray *ipl_path_subsets_parse (const IplCase *the_case, const char *text, GError **error);
char *ipl_path_subsets_toggle (const IplCase *the_case, const char *text, guint path);
char *ipl_path_subsets_understood (const IplCase *the_case, const GPtrArray *subsets);
IplSweep *ipl_sweep_with_subsets (const IplSweep *sweep, IplKernel *kernel,
                                  const GPtrArray *subsets, GCancellable *cancellable,
                                  GError **error);
