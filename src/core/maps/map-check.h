/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact posterior, sampled at some cells of a map, beside their solutions. */
#pragma once

#include "core/maps/map.h"

/* Standard errors by which a sampled number differs from the theory's. */
#define IPL_MAP_CHECK_ERRORS 3

typedef enum
{
  IPL_MAP_CHECK_ACCURACY,      /* of the posterior's mean, on the cell's test set */
  IPL_MAP_CHECK_ACCURACY_SE,   /* its standard error, of test set and sampling together */
  IPL_MAP_CHECK_DIFFERENCE_SE, /* that of its difference from the theory's, of the tests on which
                                  they differ and of sampling together (THEORY.md section 17) */
  IPL_MAP_CHECK_RHAT,          /* the largest of an entry of U */
  IPL_MAP_CHECK_ESS,           /* the least bulk effective sample size of one */
  IPL_MAP_CHECK_DRAWS,         /* of each chain */
  IPL_MAP_CHECK_N_NUMBERS,
} IplMapCheckNumber;

/* What was sampled at a cell. Reference-counted, immutable. */
typedef struct
{
  guint cell;
  guint n_paths;
  double numbers[IPL_MAP_CHECK_N_NUMBERS];
  double *U;     /* [n_paths] means of the diagonal of U, then their Monte Carlo standard errors */
  char *trouble; /* (nullable): a sentence where the chains cannot be relied on */
} IplMapCheck;

IplMapCheck *ipl_map_check_new (guint cell, const double *numbers, guint n_paths, const double *U,
                                const char *trouble);
void ipl_map_check_unref (IplMapCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMapCheck, ipl_map_check_unref)

void ipl_map_add_check (IplMap *self, IplMapCheck *check_take);
const IplMapCheck *ipl_map_find_check (const IplMap *self, guint cell);
void ipl_map_take_checks (IplMap *self, const IplMap *other);

/* A sampled number beside the theory's, over the seeds that were sampled. */
typedef struct
{
  guint n;             /* seeds; 0 where nothing was sampled, or no such number */
  double mean, theory; /* over these */
  double se;           /* of their difference */
  gboolean differs;    /* by more than IPL_MAP_CHECK_ERRORS of these */
  const char *trouble; /* (nullable): of the first whose chains cannot be relied on */
} IplMapChecked;

IplMapChecked ipl_map_get_checked (const IplMap *self, guint y, guint x, IplMapNumber number);
IplMapChecked ipl_map_get_checked_U (const IplMap *self, guint y, guint x, guint path);

/* map-places.c: cells by the values of their axes, "10,0.01;30,1", or of one axis, "10;30" */
GArray *ipl_map_places_parse (const IplRunSettings *run, const char *text, GError **error);
char *ipl_map_places_text (const IplRunSettings *run, const guint *cells, guint n);
GArray *ipl_map_places_spread (const IplRunSettings *run, guint n);
const char *ipl_map_places_with_checks (const IplRunSettings *run, const IplMap *map);
