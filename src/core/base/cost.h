/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of a piece of work before it is done. */
#pragma once

#include <glib.h>

#define IPL_COST_PARTS 16

typedef struct
{
  const char *what; /* "making the case"; static */
  double seconds;   /* time of all that goes by this name */
} IplCostPart;

/* The cost of work of several parts in sequence on this machine: within a factor of
 * two in time and of 1.3 in memory. All zero, nothing; each part adds itself by ipl_cost_add(). */
typedef struct
{
  guint n_parts;                     /* number of @parts */
  IplCostPart parts[IPL_COST_PARTS]; /* [n_parts] in the order in which they were added */
  double seconds;                    /* of all of them */
  double held;                       /* bytes that are in use after the last part */
  double bytes;                      /* bytes that are in use at the most */
} IplCost;

void ipl_cost_add (IplCost *self, const char *what, double seconds, double kept, double passing);
double ipl_cost_flops_per_second (void);
double ipl_cost_gaussian_seconds (void);
double ipl_cost_exp_seconds (void);
double ipl_cost_own_seconds (void);
double ipl_cost_own_bytes (void);
