/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact posterior, sampled at a cell of a map. */
#pragma once

#include <glib.h>

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

/* Samples of the posterior at a cell. Reference-counted, immutable. */
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
