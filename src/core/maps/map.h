/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-plan.h"

/* The numbers of a cell. */
typedef enum
{
  IPL_MAP_ACCURACY,     /* on the case's own test set, or the mean squared error there */
  IPL_MAP_ACCURACY_GP,  /* of the GP limit of the same case, temperature and variances */
  IPL_MAP_GAIN,         /* by how much the first does better than the second */
  IPL_MAP_OFF_DIAGONAL, /* share of the off-diagonal entries in sum_pq |U_pq|, U summed over outputs
                         */
  IPL_MAP_ALIGNMENT,    /* centred, of the kernel with the labels (THEORY.md section 5) */
  IPL_MAP_TRAIN_RESIDUAL,  /* root mean square of label minus mean on the training examples */
  IPL_MAP_BEST_SCORE,      /* of the best predictor of a task; NaN where none is known */
  IPL_MAP_ACTION,          /* in the authors' form; NaN at the GP limit */
  IPL_MAP_STARTS,          /* starts of which the solution is the lowest minimum */
  IPL_MAP_STARTS_AGREEING, /* how many of them ended in it */
  IPL_MAP_CONVERGED,       /* 1 or 0 */
  IPL_MAP_N_NUMBERS,
} IplMapNumber;

typedef enum
{
  IPL_MAP_UNSOLVED,
  IPL_MAP_SOLVED,
  IPL_MAP_IMPOSSIBLE, /* there is no such case, or no solution: a sentence says why */
} IplMapState;

/* A setting and its solution. */
typedef struct
{
  double numbers[IPL_MAP_N_NUMBERS]; /* NaN while it is not solved */
  guint n_paths;                     /* Pi of its case */
  guint16 why;                       /* index among the sentences, of one that is impossible */
  guint8 state;                      /* an #IplMapState */
} IplMapCell;

/* The theory over one or two axes, and seeds. Reference-counted; immutable once it is shared. */
typedef struct
{
  IplRunSettings run; /* what it is over */
  guint nx, ny;       /* values of the axes; @ny is 1 of a learning curve */
  guint n_seeds;      /* 1 where there are none */
  guint n;            /* @n_seeds x @ny x @nx */
  guint n_done;       /* cells that are solved or impossible */
  IplMapCell *cells;  /* [n_seeds x ny x nx] */
  guint Pi;           /* paths of the case that has most of those solved */
  double *U;          /* [n x Pi] the diagonal of U, traced over outputs; NaN where a case has fewer
                       * paths */
  IplLabels labels;   /* what labels are */
  GPtrArray *sentences; /* why cells are impossible */
  char **paths;         /* (nullable): names of the paths, where all cases have the same */
  char *settings;       /* (nullable): of a file, what it says of itself */
  char *version;        /* (nullable): of a file, the version that wrote it */
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
void ipl_map_take_known (IplMap *self, const IplMap *other);

/* Over seeds. */
typedef struct
{
  guint n;             /* seeds that have a number there */
  double mean, sd, se; /* NaN where none has; 0 of one */
} IplMapSpread;

IplMapSpread ipl_map_spread (const IplMap *self, guint y, guint x, IplMapNumber number);
IplMapSpread ipl_map_spread_U (const IplMap *self, guint y, guint x, guint path);

/* Where one axis is the temperature. Each side at its own best one; values of the other
 * axis are counted by @at. */
typedef struct
{
  double temperature, temperature_gp; /* NaN where nothing is solved */
  double accuracy, accuracy_gp;
} IplMapBest;

const IplSweepAxis *ipl_map_find_temperature (const IplMap *self, guint *n_others);
IplMapBest ipl_map_get_best (const IplMap *self, guint seed, guint at);

/* What a map can show, the diagonal of U beside. */
typedef struct
{
  const char *id;    /* the name of its array, of an accuracy as that of classes is called */
  const char *title; /* on axes, as Pango markup */
  gboolean score;    /* whether it is an accuracy or an error, named as the labels say */
  gboolean diverges; /* whether 0 is a border, as of the gain */
  gboolean is_new;   /* whether files of older versions have no such array */
} IplMapQuantity;

const IplMapQuantity *ipl_map_quantity (IplMapNumber number);
char *ipl_map_quantity_field (const IplMap *self, IplMapNumber number);
