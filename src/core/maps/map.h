/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-plan.h"

/* The numbers of a cell. */
typedef enum
{
  IPL_MAP_ACCURACY,     /* on the case's own test set; the mean squared error for a regression */
  IPL_MAP_ACCURACY_GP,  /* of the GP limit of the same case, temperature and variances */
  IPL_MAP_GAIN,         /* improvement of the first over the second */
  IPL_MAP_OFF_DIAGONAL, /* share of the off-diagonal entries in sum_pq |U_pq|, U summed over outputs
                         */
  IPL_MAP_ALIGNMENT,    /* centred, of the kernel with the labels (THEORY.md section 5) */
  IPL_MAP_TRAIN_RESIDUAL,  /* root mean square of label minus mean on the training examples */
  IPL_MAP_BEST_SCORE,      /* of the best predictor of a task; NaN if unknown */
  IPL_MAP_ACTION,          /* in the authors' form; NaN at the GP limit */
  IPL_MAP_STARTS,          /* starts whose lowest minimum is the solution */
  IPL_MAP_STARTS_AGREEING, /* number of starts that ended in it */
  IPL_MAP_CONVERGED,       /* 1 or 0 */
  IPL_MAP_N_NUMBERS,
} IplMapNumber;

typedef enum
{
  IPL_MAP_UNSOLVED,
  IPL_MAP_SOLVED,
  IPL_MAP_IMPOSSIBLE, /* without a case or a solution; has a sentence with the reason */
} IplMapState;

/* A setting and its solution. */
typedef struct
{
  double numbers[IPL_MAP_N_NUMBERS]; /* NaN while it is not solved */
  guint n_paths;                     /* Pi of its case */
  guint16 why;                       /* index of the sentence of an impossible cell */
  guint8 state;                      /* an #IplMapState */
} IplMapCell;

/* The theory over one or two axes, and seeds. Reference-counted; immutable once it is shared. */
typedef struct
{
  IplRunSettings run;   /* its axes, seeds and parameters */
  guint nx, ny;         /* values of the axes; @ny is 1 for a learning curve */
  guint n_seeds;        /* 1 without seeds */
  guint n;              /* @n_seeds x @ny x @nx */
  guint n_done;         /* cells that are solved or impossible */
  IplMapCell *cells;    /* [n_seeds x ny x nx] */
  guint Pi;             /* largest number of paths among the solved cases */
  double *U;            /* [n x Pi] diagonal of U, traced over outputs; NaN for missing paths */
  IplLabels labels;     /* type of the labels */
  GPtrArray *sentences; /* why cells are impossible */
  char **paths;         /* (nullable): names of the paths, if all cases share them */
  char *settings;       /* (nullable): settings of a map from a file, JSON text */
  char *version;        /* (nullable): program version of a map from a file */
  /*< private >*/
  gatomicrefcount ref_count;
} IplMap;

IplMap *ipl_map_new (const IplRunSettings *run, GError **error);
IplMap *ipl_map_copy (const IplMap *self);
IplMap *ipl_map_ref (IplMap *self);
void ipl_map_unref (IplMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMap, ipl_map_unref)

guint ipl_map_index (const IplMap *self, guint seed, guint y, guint x);
double ipl_map_get (const IplMap *self, guint cell, IplMapNumber number);
double ipl_map_get_U (const IplMap *self, guint cell, guint path);
IplCaseInfo *ipl_map_make_info (const IplMap *self, const char *file_name);
void ipl_map_describe_case (IplMap *self, const IplLabels *labels, char **paths);
void ipl_map_set_solved (IplMap *self, guint cell, const double *numbers, guint n_paths,
                         const double *diagonal);
void ipl_map_set_impossible (IplMap *self, guint cell, const char *sentence);
const char *ipl_map_get_sentence (const IplMap *self, guint cell);
void ipl_map_copy_solved (IplMap *self, const IplMap *other);

/* Over seeds. */
typedef struct
{
  guint n;             /* seeds that have a number there */
  double mean, sd, se; /* NaN for no seeds; 0 for one */
} IplMapSpread;

IplMapSpread ipl_map_spread (const IplMap *self, guint y, guint x, IplMapNumber number);
IplMapSpread ipl_map_spread_U (const IplMap *self, guint y, guint x, guint path);

/* The best temperatures, if an axis is the temperature: of the theory, and of the GP limit. @at
 * is the index on the other axis. */
typedef struct
{
  double temperature, temperature_gp; /* NaN if nothing is solved */
  double accuracy, accuracy_gp;
} IplMapBest;

const IplSweepAxis *ipl_map_find_temperature (const IplMap *self, guint *n_others);
IplMapBest ipl_map_get_best (const IplMap *self, guint seed, guint at);

/* A quantity of maps other than the diagonal of U. */
typedef struct
{
  const char *id;    /* name of its array; for a score, the name for classes */
  const char *title; /* on axes, as Pango markup */
  gboolean score;    /* TRUE for an accuracy or error, whose name depends on the labels */
  gboolean diverges; /* TRUE if 0 is the centre of the colours, as for the gain */
  gboolean is_new;   /* TRUE if files of older versions lack this array */
} IplMapQuantity;

const IplMapQuantity *ipl_map_quantity (IplMapNumber number);
char *ipl_map_quantity_field (const IplMap *self, IplMapNumber number);
